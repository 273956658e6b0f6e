//! Open directories and files, with what the policy has to know of them.

use crate::bindings::wasi::filesystem::types::Descriptor;
use readroom_core::{Name, ValueFormat};

/// An open directory.
pub(crate) struct Directory {
    pub(crate) descriptor: Descriptor,
    /// The number of its grant.
    pub(crate) grant: usize,
    /// Its path in the grant, without links.
    pub(crate) path: String,
}

/// An open file.
pub(crate) struct OpenFile {
    pub(crate) descriptor: Descriptor,
    /// How its values are written if its secrets are masked.
    pub(crate) masked_as: Option<ValueFormat>,
}

impl Directory {
    /// Returns whether a path is that of a name in the directory.
    pub(crate) fn is_path(&self, path: &str, name: Name<'_>) -> bool {
        let below = match &*self.path {
            "" => Some(path),
            around => path.strip_prefix(around).and_then(|below| below.strip_prefix('/')),
        };
        below == Some(name.as_str())
    }

    /// Replaces a path by that of a name in the directory.
    pub(crate) fn write_path(&self, path: &mut String, name: Name<'_>) {
        path.clear();
        if !self.path.is_empty() {
            path.push_str(&self.path);
            path.push('/');
        }
        path.push_str(name.as_str());
    }

    pub(crate) fn is_same(&self, other: &Descriptor) -> bool {
        self.descriptor.is_same_object(other)
    }
}
