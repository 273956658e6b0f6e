//! Whole files, real and hostile.

mod decoding;
mod files;
mod fitting;
mod fixtures;
mod hostile;
mod sound;
