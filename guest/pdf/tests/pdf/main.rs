//! PDF files become text, and hostile ones become errors.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod annotations;
mod any_bytes;
mod encrypted;
mod files;
mod filters;
mod fonts;
mod hidden;
mod hostile;
mod pages;
mod pieces;
#[path = "../../../core/tests/support/random.rs"]
mod random;
mod right_to_left;
mod tables;
mod text;
