//! The path by which something was reached.

use super::plain_name::PlainName;
use super::wasi::ErrorCode;
use crate::limits::ABSOLUTE_BYTES;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The maximum number of recorded paths of files that were read.
const MAX_READ_PATHS: usize = 16;

/// The maximum number of further files that are counted only once.
const MAX_HASHES: usize = 4096;

/// The number of a grant, and the path of plain names below it, joined by `/`. The path is empty
/// for the grant itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GrantPath {
    pub(crate) grant: usize,
    pub(crate) path: String,
    /// Whether a directory on the way ignores case.
    pub(crate) is_case_insensitive: bool,
}

impl GrantPath {
    pub(super) fn root(grant: usize) -> Self {
        Self { grant, path: String::new(), is_case_insensitive: false }
    }

    /// Returns the path of a name in this directory. Fails with `name-too-long` if an answer could
    /// not contain it.
    pub(super) fn join(&self, name: &PlainName<'_>) -> Result<Self, ErrorCode> {
        let name = name.as_str();
        let length = self.path.len() + 1 + name.len();
        if length > ABSOLUTE_BYTES {
            return Err(ErrorCode::NameTooLong);
        }
        let mut path = String::with_capacity(length);
        path.push_str(&self.path);
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(name);
        Ok(Self { path, ..*self })
    }
}

/// The paths of the files that the component read.
#[derive(Default)]
pub(crate) struct ReadPaths {
    /// The first ones, each once.
    first: Vec<GrantPath>,
    /// The hashes of further ones, up to [`MAX_HASHES`].
    further: HashSet<u64>,
    /// The number of reads of files that are in neither.
    uncounted: u64,
}

impl ReadPaths {
    pub(super) fn add(&mut self, path: &GrantPath) {
        if self.first.contains(path) {
            return;
        }
        if self.first.len() < MAX_READ_PATHS {
            self.first.push(path.clone());
            return;
        }
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let hash = hasher.finish();
        if self.further.len() < MAX_HASHES {
            self.further.insert(hash);
        } else if !self.further.contains(&hash) {
            self.uncounted += 1;
        }
    }

    /// Returns the first paths.
    pub(crate) fn first(&self) -> impl Iterator<Item = &GrantPath> {
        self.first.iter()
    }

    /// Returns the number of further files. Beyond some thousand, a file counts once per read.
    pub(crate) fn further(&self) -> u64 {
        self.further.len() as u64 + self.uncounted
    }
}

#[cfg(test)]
mod tests;
