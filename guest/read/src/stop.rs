//! Why a page of lines or cells ends where it does.

use readroom_core::{Page, Stopped};

/// Why a page ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The last line of the file is in it.
    AtEnd,
    /// There are more lines than were asked for.
    AtLineLimit,
    /// The next line would be too many bytes.
    AtByteLimit,
    /// The next line would be too many tokens.
    AtTokenLimit,
    /// The block that was asked for ends.
    AtBlockEnd,
}

impl Stop {
    /// Why a page ends, where tokens do not count.
    pub(crate) fn of(page: &Page) -> Self {
        match page.text.stopped {
            Stopped::AtEnd => Self::AtEnd,
            Stopped::AtLineLimit | Stopped::AtLineCap => Self::AtLineLimit,
            Stopped::AtByteLimit => Self::AtByteLimit,
        }
    }
}
