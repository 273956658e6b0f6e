//! Why a page of lines or cells ends where it does.

use readroom_core::{Page, Stopped};

/// Why a page ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The page includes the last line of the file.
    End,
    /// There are more lines than requested.
    LineLimit,
    /// The next line would exceed the limit on bytes.
    ByteLimit,
    /// The next line would exceed the limit on tokens.
    TokenLimit,
    /// The requested block ends.
    BlockEnd,
}

impl StopReason {
    /// Returns why a page ends without a limit on tokens.
    pub(crate) fn of(page: &Page) -> Self {
        match page.text.stopped {
            Stopped::AtEnd => Self::End,
            Stopped::AtLineLimit | Stopped::AtLineCap => Self::LineLimit,
            Stopped::AtByteLimit => Self::ByteLimit,
        }
    }
}
