//! Finds where secrets may be in text: the passes over all bytes, in which masking spends its time.
//! What is there is another crate's to tell, which is compiled for size.

#![forbid(unsafe_code)]

mod anchors;
mod base64_run;

pub use anchors::{Anchors, Trigger, anchor};
pub use base64_run::{MIN_RUN, next_run, run_at};
