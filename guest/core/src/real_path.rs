//! Where a path leads with its links resolved, also one that leads nowhere.

/// Where a path leads, with links resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealPath {
    /// The absolute name. Outside the grants it is what links and the path spell: nothing is looked
    /// at there.
    pub absolute: String,
    /// What is there.
    pub end: PathEnd,
}

/// What is at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// It exists.
    Exists,
    /// A name in the path does not exist.
    Missing {
        /// The number of names at the end of the absolute name from that one on, at least 1.
        names: usize,
    },
    /// A link on the way names something that does not exist.
    BrokenLink,
    /// It is outside every grant, and may exist or not.
    Outside {
        /// The number of names at the end of the absolute name that the path itself added there.
        names: usize,
    },
}
