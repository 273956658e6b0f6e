//! Why a page of lines or cells ends where it does.

use readroom_core::{Page, Stopped};

/// Why a page ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The last line of the file is in it.
    End,
    /// There are more lines than were asked for.
    LineLimit,
    /// The next line would be too many bytes.
    ByteLimit,
    /// The next line would be too many tokens.
    TokenLimit,
    /// The block that was asked for ends.
    BlockEnd,
}

impl StopReason {
    /// Why a page ends, where tokens do not count.
    pub(crate) fn of(page: &Page) -> Self {
        match page.text.stopped {
            Stopped::AtEnd => Self::End,
            Stopped::AtLineLimit | Stopped::AtLineCap => Self::LineLimit,
            Stopped::AtByteLimit => Self::ByteLimit,
        }
    }
}
