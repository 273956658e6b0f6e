//! Walks from a path to an open file, one name at a time.
//!
//! The walk starts at a grant and asks the tree about one entry of one open directory in each step.
//! Links are read and walked here, never followed by the tree; `..` returns to a directory that is
//! still open. Above the grants there are only names: a path may leave a grant and reenter one,
//! like `../root/a.txt`, but nothing outside is ever accessed.
//!
//! One file: the sandbox wall in the guest can be reviewed as a whole.

use crate::path::location::{absolute_of, names_of};
use crate::path::{Anchor, Step, steps};
use crate::{
    Failure, FileError, Grant, GrantRole, Location, MAX_NAME_BYTES, MAX_PATH_BYTES, Metadata, Name,
    PathEnd, RealPath, TrailingSlash, Tree, TreeError,
};
use readroom_names::PathStyle;
use readroom_types::FileKind;
use std::collections::VecDeque;

/// The maximum number of symbolic links in a walk: the limit of Linux.
pub const MAX_LINKS: u32 = 40;

/// The maximum number of steps of one walk. A path has about 2000 at most; only links add more.
pub(crate) const MAX_STEPS: u32 = 16_384;

/// The maximum length of the absolute name of an accessed entry, in bytes: responses contain it,
/// and hosts bound it. Only links make it longer.
const MAX_ABSOLUTE_BYTES: usize = 2 * MAX_PATH_BYTES;

/// The maximum number of directories that a walk keeps open for `..`. Beyond these it walks again
/// from the grant, so that a deep path costs a host no more handles than a shallow one.
const OPEN_DIRECTORIES: usize = 32;

/// How strictly `..` is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// Any name, even of a file or of nothing: the path is resolved textually.
    Names,
    /// Only a directory, as for the operating system.
    Directories,
}

/// The result of a walk.
pub(crate) struct Resolved<'t, T: Tree> {
    pub(crate) location: Location,
    pub(crate) target: ResolvedEntry<'t, T::Directory>,
    /// The number of links followed.
    pub(crate) links: u32,
}

/// A directory, or an entry of one.
pub(crate) enum ResolvedEntry<'t, D> {
    Directory(Handle<'t, D>),
    /// Any other entry, and the directory that contains it.
    Leaf(Handle<'t, D>, Metadata),
}

/// An open directory.
pub(crate) enum Handle<'t, D> {
    Granted(&'t D),
    Opened(D),
}

impl<D> Handle<'_, D> {
    pub(crate) fn get(&self) -> &D {
        match self {
            Self::Granted(directory) => directory,
            Self::Opened(directory) => directory,
        }
    }
}

impl<T: Tree> Resolved<'_, T> {
    pub(crate) fn kind(&self) -> FileKind {
        match &self.target {
            ResolvedEntry::Directory(_) => FileKind::Directory,
            ResolvedEntry::Leaf(_, metadata) => metadata.kind,
        }
    }

    /// Returns an error about this location.
    pub(crate) fn failure(&self, error: FileError) -> Failure {
        failure(error, &self.location, self.links)
    }
}

/// Returns an error about a location, without it if it would reveal the target of a link.
fn failure(error: FileError, location: &Location, links: u32) -> Failure {
    let may_tell = error != FileError::OutsideRoot && links == 0;
    Failure { error, location: may_tell.then(|| location.clone()) }
}

/// Walks to the entry at `path`. A relative path starts at `cwd`, an absolute name. Takes at most
/// `steps_left` steps, and at most [`MAX_STEPS`].
pub(crate) fn walk<'t, T: Tree>(
    tree: &'t T,
    cwd: &str,
    path: &str,
    trailing_slash: TrailingSlash,
    dots: Dots,
    steps_left: &mut u32,
) -> Result<Resolved<'t, T>, Failure> {
    Walk::to(tree, cwd, path, trailing_slash, dots, steps_left)?.arrive()
}

/// Resolves a path. A relative one starts at the root.
///
/// For tools whose messages name the target of links. It may be outside the grants: showing it
/// reveals the target of a link, but nothing about what exists there.
///
/// Fails if links or components cannot be resolved, or if an intermediate component is not a
/// directory.
pub fn real_path<T: Tree>(tree: &T, path: &str) -> Result<RealPath, FileError> {
    let (cwd, mut steps_left) = (root_name(tree.grants()), MAX_STEPS);
    let walk = Walk::to(tree, cwd, path, TrailingSlash::Ignored, Dots::Names, &mut steps_left)?;
    let end = match &walk.inside {
        None => PathEnd::Outside { names: walk.unseen },
        Some(Inside { missing: 0, .. }) => PathEnd::Exists,
        Some(Inside { leaf: Some(_), .. }) => return Err(FileError::NotDirectory),
        Some(Inside { missing_by_link: true, .. }) => PathEnd::BrokenLink,
        Some(Inside { missing, .. }) => PathEnd::Missing { names: *missing },
    };
    Ok(RealPath { absolute: absolute_of(&walk.position), end })
}

/// Opens an entry that was last seen as a regular file.
pub(crate) fn open_file<T: Tree>(
    tree: &T,
    directory: &T::Directory,
    location: &Location,
) -> Result<(T::File, Metadata), FileError> {
    let name = location.name().and_then(Name::new).ok_or(FileError::Io)?;
    let file = tree.open_file(directory, name)?;
    // The entry may have been replaced since it was checked.
    let metadata = tree.metadata(&file)?;
    match metadata.kind {
        FileKind::File => Ok((file, metadata)),
        FileKind::Directory => Err(FileError::IsDirectory),
        FileKind::Link | FileKind::Special => Err(FileError::NotAFile),
    }
}

struct Walk<'t, T: Tree> {
    tree: &'t T,
    style: PathStyle,
    trailing_slash: TrailingSlash,
    dots: Dots,
    /// The components of the name of each grant.
    grant_names: Vec<Vec<String>>,
    /// The current position: the components of an absolute name, without links, `.` and `..`.
    position: Vec<String>,
    /// The grant that it is in. `None` outside the grants, where there are only names.
    inside: Option<Inside<T::Directory>>,
    /// The remaining steps, the next one last.
    pending: Vec<Step>,
    /// The number of steps in `pending` from the path itself. The others come from links.
    own: usize,
    /// The number of components that the path itself added outside the grants, where nothing is
    /// accessed.
    unseen: usize,
    links: u32,
}

/// The position of a walk in a grant.
struct Inside<D> {
    grant: usize,
    /// The number of directories below the grant.
    depth: usize,
    /// The last of these directories, open: not empty unless `depth` is 0.
    directories: VecDeque<D>,
    /// The entry in the last of them that is not a directory.
    leaf: Option<Leaf>,
    /// The number of components below that do not exist.
    missing: usize,
    /// Whether the first of them comes from a link.
    missing_by_link: bool,
}

/// An entry that is not a directory.
struct Leaf {
    metadata: Metadata,
    /// Whether a slash followed it.
    slash: bool,
}

impl<'t, T: Tree> Walk<'t, T> {
    /// Walks along a path to its end, whether or not it exists.
    fn to(
        tree: &'t T,
        cwd: &str,
        path: &str,
        trailing_slash: TrailingSlash,
        dots: Dots,
        steps_left: &mut u32,
    ) -> Result<Self, FileError> {
        let style = PathStyle::of(root_name(tree.grants()));
        let (anchor, mut path) = steps(path, style)?;
        if anchor == Anchor::Here {
            let (_, mut start) = steps(cwd, style)?;
            start.append(&mut path);
            path = start;
        }
        path.reverse();
        let mut walk = Self {
            tree,
            style,
            trailing_slash,
            dots,
            grant_names: tree.grants().iter().map(|grant| names_of(&grant.name)).collect(),
            position: Vec::new(),
            inside: None,
            own: path.len(),
            pending: path,
            unseen: 0,
            links: 0,
        };
        walk.enter_grant();
        walk.run(steps_left)?;
        Ok(walk)
    }

    fn run(&mut self, steps_left: &mut u32) -> Result<(), FileError> {
        let mut taken = 0;
        while let Some(step) = self.pending.pop() {
            taken += 1;
            if taken > MAX_STEPS || *steps_left == 0 {
                return Err(FileError::TooManyLinks);
            }
            *steps_left -= 1;
            let by_link = self.pending.len() >= self.own;
            self.own = self.own.min(self.pending.len());
            match step {
                Step::Stay => self.stay(),
                Step::Up => self.up()?,
                Step::Into(name) => self.into(name, by_link)?,
            }
        }
        Ok(())
    }

    fn stay(&mut self) {
        if let Some(Inside { leaf: Some(leaf), missing: 0, .. }) = &mut self.inside {
            leaf.slash = true;
        }
    }

    fn up(&mut self) -> Result<(), FileError> {
        self.position.pop();
        self.unseen = self.unseen.saturating_sub(1);
        let Some(inside) = &mut self.inside else {
            self.come_back();
            return Ok(());
        };
        match (self.dots, &inside.leaf, inside.missing) {
            (Dots::Names, ..) | (Dots::Directories, None, 0) => {}
            (Dots::Directories, Some(_), _) => return Err(FileError::NotDirectory),
            (Dots::Directories, None, 1..) => return Err(FileError::NotFound),
        }
        if inside.missing > 0 {
            inside.missing -= 1;
        } else if inside.leaf.take().is_none() {
            inside.directories.pop_back();
            if inside.depth == 0 || (inside.depth > 1 && inside.directories.is_empty()) {
                // Above the name of the grant, or further up than directories are open.
                self.inside = None;
                self.come_back();
            } else {
                inside.depth -= 1;
            }
        }
        Ok(())
    }

    /// Takes a step to the entry with this name. `by_link` means that a link asks for it.
    fn into(&mut self, name: String, by_link: bool) -> Result<(), FileError> {
        self.position.push(name);
        // A grant may lie inside another, and is reached by its name even if the outer one has no
        // such entry.
        if self.enter_grant() {
            return Ok(());
        }
        let Some(inside) = &mut self.inside else {
            self.unseen += usize::from(!by_link);
            return Ok(());
        };
        if inside.leaf.is_some() || inside.missing > 0 {
            inside.missing += 1;
            return Ok(());
        }
        if is_too_long(&self.position) {
            let by_links = self.links > 0;
            return Err(if by_links { FileError::TooManyLinks } else { FileError::PathTooLong });
        }
        let Some(directory) = inside.directory(self.tree.grants()) else {
            return Err(FileError::Io);
        };
        let Some(name) = self.position.last().and_then(|name| Name::new(name)) else {
            return Err(FileError::NameTooLong);
        };
        let metadata = match self.tree.entry(directory, name) {
            Err(TreeError::NotFound) => {
                (inside.missing, inside.missing_by_link) = (1, by_link);
                return Ok(());
            }
            other => other?,
        };
        match metadata.kind {
            FileKind::Directory => {
                let opened = self.tree.open_directory(directory, name)?;
                inside.depth += 1;
                inside.directories.push_back(opened);
                if inside.directories.len() > OPEN_DIRECTORIES {
                    inside.directories.pop_front();
                }
            }
            FileKind::File | FileKind::Special => {
                inside.leaf = Some(Leaf { metadata, slash: false });
            }
            FileKind::Link => {
                self.links += 1;
                if self.links > MAX_LINKS {
                    return Err(FileError::TooManyLinks);
                }
                let target = self.tree.link_target(directory, name)?;
                self.position.pop();
                self.follow(&target)?;
            }
        }
        Ok(())
    }

    /// Puts the steps of a link's target before the pending ones.
    fn follow(&mut self, target: &str) -> Result<(), FileError> {
        let (anchor, steps) = steps(target, self.style).map_err(|error| match error {
            // A link cannot have such a target; a tree that reports one is broken.
            FileError::EmptyPath | FileError::NulInPath => FileError::Io,
            other => other,
        })?;
        if anchor == Anchor::Top {
            self.position.clear();
            self.inside = None;
            self.enter_grant();
        }
        self.pending.extend(steps.into_iter().rev());
        Ok(())
    }

    /// Enters the grant whose name is the current position, if there is one.
    fn enter_grant(&mut self) -> bool {
        let Some(grant) = self.grant_names.iter().position(|names| *names == self.position) else {
            return false;
        };
        self.inside = Some(Inside {
            grant,
            depth: 0,
            directories: VecDeque::new(),
            leaf: None,
            missing: 0,
            missing_by_link: false,
        });
        self.unseen = 0;
        true
    }

    /// After a step up to a directory that is not open: walks down from the grant again, if the
    /// position is in one.
    fn come_back(&mut self) {
        let around = self.grant_names.iter().filter(|names| self.position.starts_with(names));
        let Some(depth) = around.map(Vec::len).max() else { return };
        let below = self.position.split_off(depth);
        self.pending.extend(below.into_iter().rev().map(Step::Into));
        self.enter_grant();
    }

    /// Returns the result of the walk.
    fn arrive(mut self) -> Result<Resolved<'t, T>, Failure> {
        let location = self
            .inside
            .as_ref()
            .and_then(|_| Location::of_names(self.tree.grants(), self.position));
        let (Some(mut inside), Some(location)) = (self.inside.take(), location) else {
            return Err(FileError::OutsideRoot.into());
        };
        let opened = inside.directories.pop_back().map(Handle::Opened);
        let granted =
            self.tree.grants().get(inside.grant).map(|grant| Handle::Granted(&grant.directory));
        let handle = opened.or(granted).ok_or(FileError::Io)?;
        let target = match (inside.leaf, inside.missing) {
            (None, 0) => Ok(ResolvedEntry::Directory(handle)),
            (None, 1..) => Err(FileError::NotFound),
            (Some(_), 1..) => Err(FileError::NotDirectory),
            (Some(leaf), 0)
                if leaf.slash && self.trailing_slash == TrailingSlash::WantsDirectory =>
            {
                Err(FileError::NotDirectory)
            }
            (Some(leaf), 0) => Ok(ResolvedEntry::Leaf(handle, leaf.metadata)),
        };
        match target {
            Ok(target) => Ok(Resolved { location, target, links: self.links }),
            Err(error) => Err(failure(error, &location, self.links)),
        }
    }
}

impl<D> Inside<D> {
    fn directory<'a>(&'a self, grants: &'a [Grant<D>]) -> Option<&'a D> {
        self.directories.back().or_else(|| grants.get(self.grant).map(|grant| &grant.directory))
    }
}

/// Returns whether an absolute name of these components is longer than that of any file may be.
fn is_too_long(names: &[String]) -> bool {
    // This few names are never too long, and most paths have no more.
    names.len() > MAX_ABSOLUTE_BYTES / (1 + MAX_NAME_BYTES)
        && names.iter().map(|name| 1 + name.len()).sum::<usize>() > MAX_ABSOLUTE_BYTES
}

/// Returns the directory where relative paths start if the host does not name one.
pub(crate) fn root_name<D>(grants: &[Grant<D>]) -> &str {
    grants.iter().find(|grant| grant.role == GrantRole::Root).map_or("/", |grant| &grant.name)
}
