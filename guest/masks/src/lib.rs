//! Replaces secret values in text by sentinels, line by line.
//!
//! A [`Masker`] reads the lines of a file in order. Tokens are found anywhere by the formats in
//! [`RULES`]. In a file that bears secrets, which [`ValueFormat::of`] tells by its name, every
//! value is replaced and every name stays. `«redacted: AWS access key»` says what stood there. Text
//! that was masked is masked to itself, and has as many lines as before.
//!
//! Time is linear in the text. Memory is bounded: [`MAX_HELD`] bytes of a line, however long it is.

#![forbid(unsafe_code)]

mod assign;
mod base64;
mod block;
mod check;
mod colour;
mod find;
mod format;
mod found;
mod manifest;
mod masker;
mod rule;
mod rules;
mod sentinel;
mod set;
mod trigger;
mod values;
#[cfg(test)]
mod work;

pub use check::Check;
pub use format::ValueFormat;
pub use masker::Masker;
pub use rule::{OPEN, Part, Rule};
pub use rules::RULES;
pub use set::Set;

/// How far a format is looked at from where it begins: 4 KiB. What follows belongs to it, as long
/// as it has the same characters.
pub const MAX_TOKEN: usize = 4096;

/// The most bytes of a line that are kept: 64 KiB. In a file that bears secrets, the rest of a
/// longer line is replaced as a whole.
pub const MAX_HELD: usize = 64 << 10;
