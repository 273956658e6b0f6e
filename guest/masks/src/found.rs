//! The findings in a line.

use crate::set::Set;

/// A secret that was found.
pub(crate) struct Hit {
    pub(crate) rule: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The extent of it after its end.
    pub(crate) rest: Rest,
}

/// The continuation of a secret after the part that identified it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// All characters of a set.
    Run(Set),
    /// A key in a string, up to its end marker.
    Key,
}

/// The result of examining an offset.
pub(crate) enum Found {
    Secret(Hit),
    /// A key begins on the next line.
    Block,
    /// A manifest has this line.
    Manifest,
    /// The secrets in a list.
    List(Vec<Hit>),
}
