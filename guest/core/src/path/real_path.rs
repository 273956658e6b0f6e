//! The result of resolving all links in a path, which need not exist.

/// A path with its links resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealPath {
    /// The absolute name. Outside the grants, links and the path determine it textually: nothing
    /// there is accessed.
    pub absolute: String,
    /// The state of its end.
    pub end: PathEnd,
}

/// The state of the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// It exists.
    Exists,
    /// A component of the path does not exist.
    Missing {
        /// The number of components from that one to the end of the absolute name, at least 1.
        names: usize,
    },
    /// A link along the path has a target that does not exist.
    BrokenLink,
    /// It is outside every grant, and may or may not exist.
    Outside {
        /// The number of trailing components that the path itself added there.
        names: usize,
    },
}
