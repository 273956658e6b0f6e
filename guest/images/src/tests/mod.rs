//! Tests of whole files, valid and hostile.

mod decoding;
mod files;
mod fitting;
mod fixtures;
mod hostile;
mod sound;
