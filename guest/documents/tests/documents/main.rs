//! Documents become text, and hostile ones become errors.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod any_bytes;
mod docx;
mod epub;
mod files;
mod hostile;
mod marks;
mod number_formats;
mod odf;
mod pdf;
mod pptx;
#[path = "../../../core/tests/support/random.rs"]
mod random;
mod recognize;
mod xlsx;
mod xlsx_shapes;
mod zip;
mod zip_writer;
