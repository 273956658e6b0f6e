//! What differs between releases.

use crate::shared::render::ArgumentNames;
use crate::shared::tool::Identity;

/// What differs between releases.
pub(crate) struct Release {
    pub(super) revision: &'static str,
    /// The release, for people.
    pub(super) name: &'static str,
    pub(super) basis: &'static str,
    pub(super) faults: FaultStyle,
    /// Whether a name that is not there may be one that has other spaces.
    pub(super) has_equal_spaces: bool,
}

impl Release {
    /// Returns the identity of one of the tools.
    pub(super) const fn identity(&self, tool: &'static str) -> Identity {
        let Self { revision, name, basis, .. } = *self;
        Identity { dialect: "mcp-filesystem", revision, tool, release: name, basis }
    }
}

/// Returns the argument names of one of the tools. None of them names a line.
pub(super) const fn argument_names(tool: &'static str, path: &'static str) -> ArgumentNames {
    ArgumentNames { tool, path, first: "", lines: "head", base: 1 }
}

/// How a release words faults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultStyle {
    /// On lines, each with its place at the end: `… at paths[1]`.
    PlaceLast,
    /// With commas between them, each with its place at the beginning: `paths.1: …`.
    PlaceFirst,
}
