//! Whether a person sees a text.

use crate::marks::{BEGIN, END};

/// The placeholders around text for recognition, until it is known whether the page is a scan.
pub(crate) const BEGIN_BEHIND: char = '\u{4}';
pub(crate) const END_BEHIND: char = '\u{5}';

/// Whether a person sees a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Visibility {
    #[default]
    Shown,
    /// Not drawn such that a person could read it.
    Hidden,
    /// Invisible by its rendering mode. Text recognition places such text under a scan.
    Behind,
}

impl Visibility {
    /// Returns the placeholders before and after such text.
    pub(crate) fn placeholders(self) -> Option<(char, char)> {
        match self {
            Self::Shown => None,
            Self::Hidden => Some((BEGIN, END)),
            Self::Behind => Some((BEGIN_BEHIND, END_BEHIND)),
        }
    }
}
