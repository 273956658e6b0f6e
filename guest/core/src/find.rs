//! From a path to what is there.

use crate::directory::Directory;
use crate::failure::Failure;
use crate::file::File;
use crate::rules::TrailingSlash;
use crate::tree::Tree;
use crate::walk::{self, Target};

/// What is at a path.
pub enum Found<'t, T: Tree> {
    /// A regular file, open.
    File(File<'t, T>),
    /// A directory, open.
    Directory(Directory<'t, T>),
}

/// Finds what is at a path. A relative one starts at `cwd`, an absolute name; none means the root.
///
/// Fails if there is neither a regular file nor a directory.
pub fn find<'t, T: Tree>(
    tree: &'t T,
    cwd: Option<&str>,
    path: &str,
    trailing_slash: TrailingSlash,
) -> Result<Found<'t, T>, Failure> {
    let cwd = cwd.unwrap_or_else(|| walk::root_name(tree.grants()));
    let mut steps = walk::MAX_STEPS;
    let arrival = walk::walk(tree, cwd, path, trailing_slash, &mut steps)?;
    match &arrival.target {
        Target::Leaf(directory, metadata) => {
            match walk::open_file(tree, directory.get(), &arrival.location, *metadata) {
                Ok((handle, metadata)) => {
                    Ok(Found::File(File::new(tree, handle, arrival.location, metadata)))
                }
                Err(error) => Err(arrival.failure(error)),
            }
        }
        Target::Directory(_) => Ok(Found::Directory(Directory { tree, arrival })),
    }
}
