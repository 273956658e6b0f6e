//! Replaces secret values in text by sentinels, line by line.
//!
//! A [`Masker`] reads the lines of a file in order. Tokens are found anywhere by the formats in
//! [`RULES`]. In a file that holds secrets, which [`ValueFormat::of`] recognizes by its name, every
//! value is replaced and every name is kept. `«redacted: AWS access key»` names the kind of the
//! replaced value. Masking is idempotent, and keeps the number of lines.
//!
//! Time is linear in the text. Memory is bounded: [`MAX_HELD`] bytes of a line, however long it is.

#![forbid(unsafe_code)]

mod assign;
mod base64;
mod block;
mod check;
mod colour;
mod columns;
mod command;
mod find;
mod format;
mod found;
mod manifest;
mod masker;
mod names;
mod next_line;
mod password;
mod prefixes;
mod rule;
mod rules;
mod sentinel;
mod set;
mod sources;
mod starts;
mod trigger;
mod value_start;
mod values;
#[cfg(test)]
mod work;

pub use check::Check;
pub use format::ValueFormat;
pub use masker::Masker;
pub use readroom_anchors::MAX_TOKEN;
pub use rule::{OPEN, Part, Rule};
pub use rules::RULES;
pub use set::Set;

/// The maximum number of bytes held of a line: 64 KiB. In a file that holds secrets, the rest of a
/// longer line is replaced as a whole.
pub const MAX_HELD: usize = 64 << 10;
