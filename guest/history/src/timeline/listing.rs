//! Files by their paths as a tree of directories.

use crate::file_mode::FileMode;
use crate::object_id::ObjectId;
use readroom_core::FileKind;
use std::ops::ControlFlow;

/// Files by their paths, in the order of their bytes.
pub(crate) struct Listing(pub(crate) Vec<(String, FileMode, ObjectId)>);

impl Listing {
    /// Returns the file at a path.
    pub(super) fn file(&self, path: &str) -> Option<(FileMode, ObjectId)> {
        let at = self.0.binary_search_by(|(known, ..)| (**known).cmp(path)).ok()?;
        self.0.get(at).map(|(_, mode, id)| (*mode, *id))
    }

    /// Returns whether there are files below a path.
    pub(super) fn has_directory(&self, path: &str) -> bool {
        let prefix = [path, "/"].concat();
        self.below(&prefix).first().is_some_and(|(path, ..)| path.starts_with(&prefix))
    }

    /// Passes the entries of the directory at a path to `take`.
    pub(super) fn each_entry(
        &self,
        path: &str,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) {
        let prefix = if path.is_empty() { String::new() } else { [path, "/"].concat() };
        let mut last = "";
        for (path, mode, _) in self.below(&prefix) {
            let Some(below) = path.strip_prefix(&*prefix) else { break };
            let (name, kind) = match below.split_once('/') {
                Some((name, _)) => (name, FileKind::Directory),
                None => (below, mode.kind()),
            };
            if name != last && take(name, kind).is_break() {
                break;
            }
            last = name;
        }
    }

    /// Returns the files from the first one with this prefix on.
    fn below(&self, prefix: &str) -> &[(String, FileMode, ObjectId)] {
        let start = self.0.partition_point(|(path, ..)| &**path < prefix);
        self.0.get(start..).unwrap_or_default()
    }
}
