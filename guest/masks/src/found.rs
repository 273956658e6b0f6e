//! What is found in a line.

use crate::set::Set;

/// A secret that was found.
pub(crate) struct Hit {
    pub(crate) rule: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// What belongs to it after its end.
    pub(crate) rest: Rest,
}

/// What belongs to a secret after the part that showed that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// All characters of a set.
    Run(Set),
    /// A key in a string, up to its end marker.
    Key,
}

/// What a place turned out to be.
pub(crate) enum Found {
    Secret(Hit),
    /// A key begins on the next line.
    Block,
    /// A manifest has this line.
    Manifest,
    /// The name of a secret, whose value is on the next line.
    Name,
}
