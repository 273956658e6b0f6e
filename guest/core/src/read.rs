//! From a request to a document.

use crate::rules::{Rules, TrailingSlash};
use crate::walk::{self, Target};
use crate::{Directory, Document, Failure, File, LineNumber, ReadError, Tree};

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The file.
    pub path: &'a str,
    /// The absolute name where a relative path starts. None means the root.
    pub cwd: Option<&'a str>,
    /// The first line.
    pub start: Start,
    /// The most lines.
    pub lines: u64,
}

/// Where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At this line.
    Line(LineNumber),
    /// This many lines before the end, or at line 1 if there are fewer.
    FromEnd(u64),
}

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

/// Reads part of one file.
pub fn read<T: Tree>(tree: &T, request: &Request<'_>, rules: &Rules) -> Result<Document, Failure> {
    match find(tree, request.cwd, request.path, rules.trailing_slash)? {
        Found::File(file) => match file.text(request.start, request.lines, rules) {
            Ok(text) => Ok(Document { location: file.location, metadata: file.metadata, text }),
            Err(error) => Err(Failure { error, location: Some(file.location) }),
        },
        Found::Directory(directory) => Err(directory.refuse(ReadError::IsDirectory)),
    }
}
