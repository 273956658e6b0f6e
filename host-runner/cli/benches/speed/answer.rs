//! What every contender has to answer, so that no one is fast because it does something else.

/// The lines that were read, and how many the file has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) content: String,
    pub(crate) total: Option<u64>,
}
