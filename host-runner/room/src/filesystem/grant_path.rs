//! The path by which something was reached.

use super::plain_name::PlainName;
use crate::limits::ABSOLUTE_BYTES;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

/// The maximum number of recorded paths of files that were read.
const MAX_READ_PATHS: usize = 16;

/// The number of a grant, and the path of plain names below it, joined by `/`. The path is empty
/// for the grant itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GrantPath {
    pub(crate) grant: usize,
    pub(crate) path: String,
}

impl GrantPath {
    pub(super) fn root(grant: usize) -> Self {
        Self { grant, path: String::new() }
    }

    /// Returns the path of a name in this directory. Fails with `name-too-long` if an answer could
    /// not contain it.
    pub(super) fn join(&self, name: PlainName<'_>) -> Result<Self, ErrorCode> {
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
        Ok(Self { grant: self.grant, path })
    }
}

/// The paths of the files that the component read: the first ones, each once.
#[derive(Default)]
pub(crate) struct ReadPaths(Vec<GrantPath>);

impl ReadPaths {
    pub(super) fn add(&mut self, path: &GrantPath) {
        if self.0.len() < MAX_READ_PATHS && !self.0.contains(path) {
            self.0.push(path.clone());
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &GrantPath> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{GrantPath, PlainName};

    #[test]
    fn a_path_grows_by_one_name_up_to_a_limit() {
        let name = "n".repeat(255);
        let (mut path, mut names) = (GrantPath::root(1), 0);
        while let Ok(longer) = path.join(PlainName::new(&name).unwrap()) {
            (path, names) = (longer, names + 1);
        }
        assert_eq!((path.grant, names), (1, 32));
        assert_eq!(path.path, vec![name; 32].join("/"));
    }
}
