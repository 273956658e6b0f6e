//! The answer that every contender must give, so that none is fast because it does less.

/// The lines that were read, and the number of lines of the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) content: String,
    pub(crate) total: Option<u64>,
}
