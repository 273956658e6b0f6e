//! How the values of a file are written whose secrets are masked.

pub use readroom_masks::ValueFormat;
