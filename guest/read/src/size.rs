//! How much an answer is.

/// How much was returned of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Lines.
    pub lines: u64,
    /// Bytes.
    pub bytes: u64,
    /// Tokens, as an estimate.
    pub tokens: u64,
}
