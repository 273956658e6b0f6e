//! Finds and opens the entry at a path.

use crate::path::walk::{self, Dots, ResolvedEntry};
use crate::{Directory, Failure, File, FileError, TrailingSlash, Tree};
use readroom_types::FileKind;

/// The open entry at a path.
pub enum Opened<'t, T: Tree> {
    /// A regular file.
    File(File<'t, T>),
    /// A directory, open for listing.
    Directory(Directory<'t, T>),
}

/// Opens the entry at a path. A relative path starts at `cwd`, an absolute name; `None` means the
/// root.
///
/// Fails if it is neither a regular file nor a directory.
pub fn find<'t, T: Tree>(
    tree: &'t T,
    cwd: Option<&str>,
    path: &str,
    trailing_slash: TrailingSlash,
) -> Result<Opened<'t, T>, Failure> {
    open(tree, cwd, path, trailing_slash, Dots::Names, &|_| true)
}

/// Same as [`find`] from the root. `goes_on` may end the masking of a file: see [`File::open`].
pub fn find_within<'t, T: Tree>(
    tree: &'t T,
    path: &str,
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Opened<'t, T>, Failure> {
    open(tree, None, path, TrailingSlash::Ignored, Dots::Names, goes_on)
}

/// Same as [`find`], but as strict as the operating system: the name before `..` or a slash must be
/// a directory.
pub fn find_strictly<'t, T: Tree>(
    tree: &'t T,
    cwd: Option<&str>,
    path: &str,
) -> Result<Opened<'t, T>, Failure> {
    open(tree, cwd, path, TrailingSlash::WantsDirectory, Dots::Directories, &|_| true)
}

fn open<'t, T: Tree>(
    tree: &'t T,
    cwd: Option<&str>,
    path: &str,
    trailing_slash: TrailingSlash,
    dots: Dots,
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Opened<'t, T>, Failure> {
    let cwd = cwd.unwrap_or_else(|| walk::root_name(tree.grants()));
    let mut steps = walk::MAX_STEPS;
    let resolved = walk::walk(tree, cwd, path, trailing_slash, dots, &mut steps)?;
    match &resolved.target {
        ResolvedEntry::Leaf(_, seen) if seen.kind != FileKind::File => {
            Err(resolved.failure(FileError::NotAFile))
        }
        ResolvedEntry::Leaf(directory, _) => {
            match File::open(tree, directory.get(), resolved.location.clone(), goes_on) {
                Ok(file) => Ok(Opened::File(file)),
                Err(error) => Err(resolved.failure(error)),
            }
        }
        ResolvedEntry::Directory(_) => Ok(Opened::Directory(Directory { tree, resolved })),
    }
}
