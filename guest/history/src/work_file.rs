//! Files and links of the working tree, reached without following links.

use crate::error::HistoryError;
use readroom_core::{Directory, FileError, FileKind, Metadata, Name, READ_CHUNK, Tree, TreeError};

/// An entry.
pub(crate) enum WorkFile<'t, T: Tree> {
    File(OpenFile<'t, T>),
    /// Its target.
    Link(String),
    /// A directory, for example.
    Other,
}

/// An open file.
pub(crate) struct OpenFile<'t, T: Tree> {
    tree: &'t T,
    handle: T::File,
    pub(crate) size: u64,
}

impl<'t, T: Tree> WorkFile<'t, T> {
    /// Opens an entry below a directory. `None` if there is none.
    pub(crate) fn open(
        tree: &'t T,
        top: &Directory<'t, T>,
        path: &str,
    ) -> Result<Option<Self>, HistoryError> {
        match Self::try_open(tree, top, path) {
            Ok(found) => Ok(found),
            Err(TreeError::NotFound | TreeError::NotDirectory) => Ok(None),
            Err(error) => Err(HistoryError::File { file: path.into(), error: error.into() }),
        }
    }

    fn try_open(
        tree: &'t T,
        top: &Directory<'t, T>,
        path: &str,
    ) -> Result<Option<Self>, TreeError> {
        let mut opened: Option<T::Directory> = None;
        let top = top.handle().ok_or(TreeError::NotDirectory)?;
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            let name = Name::new(name).ok_or(TreeError::NotFound)?;
            let directory = opened.as_ref().unwrap_or(top);
            match (tree.entry(directory, name)?.kind, names.peek()) {
                (FileKind::Directory, Some(_)) => {
                    opened = Some(tree.open_directory(directory, name)?);
                }
                (FileKind::Link, None) => {
                    return tree.link_target(directory, name).map(|it| Some(Self::Link(it)));
                }
                (FileKind::File, None) => {
                    let handle = tree.open_file(directory, name)?;
                    // The entry may have been replaced since it was checked.
                    let Metadata { kind, size, .. } = tree.metadata(&handle)?;
                    let file = OpenFile { tree, handle, size };
                    return Ok((kind == FileKind::File).then_some(Self::File(file)));
                }
                (_, None) => return Ok(Some(Self::Other)),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }
}

impl<T: Tree> OpenFile<'_, T> {
    /// Returns its bytes. `None` if there are more than `max`.
    pub(crate) fn bytes(&self, max: u64) -> Result<Option<Vec<u8>>, FileError> {
        if self.size > max {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(self.size).unwrap_or_default());
        loop {
            let more = self.tree.read_at(&self.handle, bytes.len() as u64, READ_CHUNK)?;
            bytes.extend_from_slice(&more);
            if more.is_empty() || bytes.len() as u64 > max {
                return Ok(Some(bytes).filter(|_| more.is_empty()));
            }
        }
    }

    /// Returns whether its bytes are these.
    pub(crate) fn is_equal_to(&self, mut expected: &[u8]) -> Result<bool, FileError> {
        let mut offset = 0;
        loop {
            let bytes = self.tree.read_at(&self.handle, offset, READ_CHUNK)?;
            match expected.strip_prefix(&*bytes) {
                Some(rest) if !bytes.is_empty() => expected = rest,
                rest => return Ok(rest.is_some_and(<[u8]>::is_empty)),
            }
            offset += bytes.len() as u64;
        }
    }
}
