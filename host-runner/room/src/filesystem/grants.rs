//! Opens the grants of a room, and determines their paths.

use crate::error::Error;
use crate::filesystem::{Grant, shell_path};
use crate::tree::{Tree, TreeEntryKind};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use readroom_policy::PathStyle;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

/// The source of a grant's files.
#[derive(Clone)]
pub(crate) enum Source {
    /// A local directory.
    Directory(PathBuf),
    /// A tree that the host serves, and the absolute path that agents know it by.
    Tree(String, Arc<dyn Tree>),
}

impl Source {
    /// Returns the path of the directory or the tree.
    pub(crate) fn name(&self) -> &Path {
        match self {
            Self::Directory(path) => path,
            Self::Tree(name, _) => Path::new(name),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(path) => f.debug_tuple("Directory").field(path).finish(),
            Self::Tree(name, _) => f.debug_tuple("Tree").field(name).finish_non_exhaustive(),
        }
    }
}

/// Opens the source of a grant. Fails if it is not a directory, or its path is not valid.
pub(crate) fn open(source: &Source) -> Result<Vec<Grant>, Error> {
    match source {
        Source::Directory(path) => open_by_names(path),
        Source::Tree(name, tree) => open_tree(name, tree.clone()),
    }
}

fn open_tree(name: &str, tree: Arc<dyn Tree>) -> Result<Vec<Grant>, Error> {
    let style = PathStyle::of(name);
    let (top, names) = style.split_top(name);
    let is_clean =
        names.is_empty() || !names.split('/').any(|part| matches!(part, "" | "." | ".."));
    if top.is_empty() || !is_clean || name.contains('\0') || style.with_slashes(name) != name {
        return Err(Error::BadName { name: name.into() });
    }
    let root = tree.entry("").map_err(|reason| Error::Open { path: name.into(), reason })?;
    if root.kind != TreeEntryKind::Directory {
        return Err(Error::NotADirectory { path: name.into() });
    }
    Ok(vec![Grant::tree(name.into(), tree)])
}

/// Opens a directory once, and grants it under the given path and, if that leads through links,
/// under its real one: agents, and links inside, may use either. A third one is the path by which
/// the shell that started the agent knows it, from the environment.
fn open_by_names(path: &Path) -> Result<Vec<Grant>, Error> {
    let failed = |reason| Error::Open { path: path.into(), reason };
    let real = path.canonicalize().map_err(failed)?;
    let name_in_shell = shell_path::of(&real).and_then(|path| unicode(&path).ok());
    let name = absolute_name(path)?;
    // Without a drive, the root would not show the path style of this system.
    if PathStyle::of(&name) != PathStyle::NATIVE {
        let reason = "it has no drive, which `net use` gives to a share of the network";
        return Err(failed(io::Error::new(io::ErrorKind::Unsupported, reason)));
    }
    let mut grants = vec![Grant::new(name, open_directory(path)?)];
    for name in std::iter::once(unicode(&real)?).chain(name_in_shell) {
        if grants.iter().all(|grant| grant.name != name) {
            grants.extend(grants.first().map(|grant| grant.renamed(name)));
        }
    }
    Ok(grants)
}

/// Returns the path of a working directory below one of the grants' paths, so that the component
/// finds it in them, even if it was reached through other links.
pub(crate) fn working_directory(path: &Path, grants: &[Grant]) -> Result<String, Error> {
    if let Some(name) = in_a_tree(path, grants) {
        return name;
    }
    if grants.iter().all(|grant| grant.served().is_some()) {
        return Err(Error::OutsideRoot { path: path.into() });
    }
    open_directory(path)?;
    let real = path.canonicalize().map_err(|reason| Error::Open { path: path.into(), reason })?;
    let real = unicode(&real)?;
    let inside = |name: &String| grants.iter().any(|grant| grant.holds(name));
    if !inside(&real) {
        return Err(Error::OutsideRoot { path: path.into() });
    }
    Ok(absolute_name(path).ok().filter(inside).unwrap_or(real))
}

/// Returns the path of a working directory in a tree that the host serves, if it is in one. The
/// innermost grant counts, as in the component.
fn in_a_tree(path: &Path, grants: &[Grant]) -> Option<Result<String, Error>> {
    let name = &*PathStyle::native_name(path)?;
    if !PathStyle::of(name).is_absolute(name) {
        return None;
    }
    let holding = grants.iter().filter(|grant| grant.holds(name));
    let grant = holding.max_by_key(|grant| grant.name.len())?;
    let (tree, relative) = (grant.served()?, grant.relative(name)?);
    Some(match check_directory(tree, &relative) {
        Ok(()) => {
            let is_bare = relative.is_empty() || grant.name.ends_with('/');
            let separator = if is_bare { "" } else { "/" };
            Ok(format!("{}{separator}{relative}", grant.name))
        }
        Err(reason) => Err(not_opened(path, reason)),
    })
}

/// Fails unless a path of plain names leads to a directory. Stops at a link, which the component
/// follows itself.
fn check_directory(tree: &dyn Tree, path: &str) -> io::Result<()> {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    for around in ends.filter_map(|end| path.get(..end)) {
        match tree.entry(around)?.kind {
            TreeEntryKind::Directory => {}
            TreeEntryKind::Link => break,
            TreeEntryKind::File => return Err(io::ErrorKind::NotADirectory.into()),
        }
    }
    Ok(())
}

/// Opens a directory. Does not wait if the path is something else, such as a pipe.
fn open_directory(path: &Path) -> Result<Dir, Error> {
    Dir::open_ambient_dir(path, ambient_authority()).map_err(|reason| not_opened(path, reason))
}

fn not_opened(path: &Path, reason: io::Error) -> Error {
    match reason.kind() {
        io::ErrorKind::NotADirectory => Error::NotADirectory { path: path.into() },
        _ => Error::Open { path: path.into(), reason },
    }
}

/// Returns the absolute path of a directory as the caller wrote it: without `.`, and with its
/// links, unless there is a `..`, which only the file system can resolve.
fn absolute_name(path: &Path) -> Result<String, Error> {
    let failed = |reason| Error::Open { path: path.into(), reason };
    let resolved = if path.components().any(|part| part == Component::ParentDir) {
        path.canonicalize()
    } else {
        std::path::absolute(path)
    };
    unicode(&resolved.map_err(failed)?)
}

/// Returns an absolute path as the component knows it. Fails if it is not Unicode.
fn unicode(path: &Path) -> Result<String, Error> {
    let name =
        PathStyle::native_name(path).ok_or_else(|| Error::NotUnicode { path: path.into() })?;
    let style = PathStyle::of(&name);
    let (top, below) = style.split_top(&name);
    Ok([top, below.trim_end_matches('/')].concat())
}

/// Returns a path below the root, unless it is absolute.
pub(crate) fn below(root: &Path, path: &Path) -> PathBuf {
    match (root.to_str().map(PathStyle::of), path.to_str()) {
        // A tree has names with slashes on every system.
        (Some(PathStyle::Windows), Some(name)) => {
            let name = PathStyle::Windows.with_slashes(name);
            match PathStyle::Windows.is_absolute(&name) {
                true => PathBuf::from(&*name),
                false => PathBuf::from([root.to_str().unwrap_or_default(), "/", &name].concat()),
            }
        }
        _ => root.join(path),
    }
}
