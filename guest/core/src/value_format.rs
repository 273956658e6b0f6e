//! The format of the values in a file whose secrets are masked.

pub use readroom_masks::ValueFormat;
