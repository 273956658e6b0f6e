//! How much an answer is.

/// How much was returned of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of lines.
    pub lines: u64,
    /// The number of bytes, as UTF-8.
    pub bytes: u64,
    /// Tokens, as an estimate.
    pub tokens: u64,
}
