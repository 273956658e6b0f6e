//! Masks of generated secrets, of files that hold secrets, and of any text.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod adjacent;
mod any_text;
mod assigned;
mod base64;
mod colours;
mod columns;
mod commands;
mod files;
mod forged;
mod formats;
mod lines;
mod support;
mod written;
