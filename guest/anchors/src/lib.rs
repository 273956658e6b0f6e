//! Finds where secrets may be in text.
//!
//! Masking spends its time in these passes over all bytes. They are a crate because the rest of it
//! is compiled for size.

#![forbid(unsafe_code)]

mod anchors;
mod base64_run;

pub use anchors::{Anchors, Trigger, anchor};
pub use base64_run::{MIN_RUN, next_run, run_at};

/// How far a token is examined from its start: 4 KiB. The following characters belong to it as long
/// as they are in the same set.
pub const MAX_TOKEN: usize = 4096;
