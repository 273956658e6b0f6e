//! Where the repository of a path is.

use crate::config::Config;
use crate::error::HistoryError;
use crate::git_directory::GitDirectory;
use crate::object_id::ObjectId;
use crate::timeline::Timeline;
use readroom_core::{
    FileError, FileKind, Grant, Location, Name, PathEnd, PathStyle, RealPath, Tree, TreeError,
    real_path,
};
use readroom_read::{ReadError, paths};
use std::collections::BTreeSet;

/// The name of the directory of git, or of the file that names it.
const DOT_GIT: &str = ".git";

/// The maximum size of a file that names a directory, in bytes.
const MAX_NAMING_BYTES: u64 = 8 << 10;

/// The maximum size of the list of commits without parents in a shallow clone, in bytes.
const MAX_SHALLOW_BYTES: u64 = 8 << 20;

/// The maximum number of directories with a `.git` around a path that are looked at.
const MAX_TOPS: usize = 32;

/// The parts of a repository.
pub struct Layout<'t, T: Tree> {
    /// The top of the work tree.
    pub location: Location,
    /// The index of the grant that contains it.
    pub grant: usize,
    /// Its path in the grant: names with `/` between them, empty for the grant itself.
    pub path: String,
    /// The settings of the repository.
    pub config: Config,
    /// The directory of this work tree: `HEAD`, the index.
    pub(crate) git: GitDirectory<'t, T>,
    /// The directory that all work trees share: objects, references, the configuration.
    pub(crate) common: GitDirectory<'t, T>,
}

impl<'t, T: Tree> Layout<'t, T> {
    /// Finds the repository of a path: the first directory with a `.git`, from the path upwards as
    /// far as directories are granted. The path need not exist. `core.worktree` is ignored, and
    /// bare repositories are not found.
    pub fn find(tree: &'t T, cwd: Option<&str>, path: &str) -> Result<Self, HistoryError> {
        let real = existing(tree, cwd, path)?;
        // A link belongs to the repository around it, wherever it leads.
        let around = around_link(tree, &from_cwd(tree, cwd, path));
        let around = around.filter(|(_, itself)| *itself != real).map(|(around, _)| around);
        for absolute in [around, Some(real)].into_iter().flatten() {
            if let Some(layout) = Self::above(tree, &absolute)? {
                return Ok(layout);
            }
        }
        Err(HistoryError::NoRepository { path: path.into() })
    }

    /// Opens the first repository from an absolute name upwards. `None` if none is found.
    fn above(tree: &'t T, absolute: &str) -> Result<Option<Self>, HistoryError> {
        let mut grants: Vec<_> = tree.grants().iter().enumerate().collect();
        // One grant may be inside another.
        readroom_core::sort_by(&mut grants, |(_, a), (_, b)| b.name.len().cmp(&a.name.len()));
        for (index, grant) in grants {
            let Some(below) = below(grant.name.trim_end_matches('/'), absolute) else { continue };
            let names: Vec<_> = below.split('/').filter(|name| !name.is_empty()).collect();
            for depth in tops(tree, grant, &names).into_iter().rev().take(MAX_TOPS) {
                let path = names.get(..depth).unwrap_or_default().join("/");
                if let Some(layout) = Self::at(tree, index, grant, path)? {
                    return Ok(Some(layout));
                }
            }
        }
        Ok(None)
    }

    /// Opens the repository whose work tree is at a path in a grant. `None` if its `.git` is not of
    /// a repository.
    pub(crate) fn at(
        tree: &'t T,
        index: usize,
        grant: &Grant<T::Directory>,
        path: String,
    ) -> Result<Option<Self>, HistoryError> {
        let top = if path.is_empty() { grant.name.clone() } else { join(&grant.name, &path) };
        let Some(location) = Location::of(tree.grants(), &top) else { return Ok(None) };
        let git = match open(tree, &join(&top, DOT_GIT))? {
            Some(git) => git,
            None => match named(tree, &top, DOT_GIT, "gitdir:")? {
                Some(git) => git,
                None => return Ok(None),
            },
        };
        let common = match named(tree, &git.name(), "commondir", "")? {
            Some(common) => common,
            None => open(tree, &git.name())?.ok_or_else(|| gone(&git.name()))?,
        };
        let has_objects = GitDirectory::open(tree, &join(&common.name(), "objects"))?.is_some();
        if !has_objects || git.file("HEAD")?.is_none() {
            return Ok(None);
        }
        let config = Config::read(&common, &git)?;
        Ok(Some(Self { location, grant: index, path, config, git, common }))
    }

    /// Returns the absolute name of the directory of git that belongs to this work tree.
    pub fn git_directory(&self) -> String {
        self.git.name()
    }

    /// Returns the path in the grant of a path in the work tree.
    pub(crate) fn path_in_grant(&self, path: &str) -> String {
        match (&*self.path, path) {
            ("", path) => path.into(),
            (top, "") => top.into(),
            (top, path) => [top, "/", path].concat(),
        }
    }

    /// Returns whether the policy of today denies a path in the work tree.
    pub(crate) fn denies(&self, path: &str, kind: FileKind) -> bool {
        self.git.tree.denies_path(self.grant, &self.path_in_grant(path), kind)
    }

    /// Returns the commits of a shallow clone whose parents are missing on purpose.
    pub fn shallow(&self) -> Result<BTreeSet<ObjectId>, HistoryError> {
        let text = self.common.content("shallow", MAX_SHALLOW_BYTES)?.unwrap_or_default();
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
        let mut shallow = BTreeSet::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let id = ObjectId::from_hex(self.config.object_format, line);
            let damaged = || HistoryError::damaged("shallow", "a line of it is not a hash");
            shallow.insert(id.ok_or_else(damaged)?);
        }
        Ok(shallow)
    }
}

/// Returns a failure at a path, with suggestions. It finds them in a timeline, for which the
/// component has that code anyway.
pub(crate) fn failure_at<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    error: FileError,
    path: &str,
) -> HistoryError {
    ReadError::at_path(&Timeline::now(tree), cwd, error, path).into()
}

/// Returns the absolute name of a path. Where a file or a link is in its way, that of it: the path
/// may have been that of a directory.
fn existing<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Result<String, HistoryError> {
    let mut from_cwd = from_cwd(tree, cwd, path);
    loop {
        let error = match real_path(tree, &from_cwd) {
            Ok(RealPath { end: PathEnd::Outside { .. }, .. }) => FileError::OutsideRoot,
            Ok(real) => return Ok(real.absolute),
            Err(error) => error,
        };
        // A host may not return the target of a link that leads out of the grants.
        let is_link = matches!(
            error,
            FileError::TooManyLinks | FileError::OutsideRoot | FileError::NotUnicode
        );
        if let Some((around, _)) = around_link(tree, &from_cwd).filter(|_| is_link) {
            return Ok(around);
        }
        match from_cwd.rsplit_once('/') {
            Some((around, name))
                if !around.is_empty()
                    && name != ".."
                    && (is_link || error == FileError::NotDirectory) =>
            {
                from_cwd.truncate(around.len());
            }
            _ => return Err(failure_at(tree, cwd, error, path)),
        }
    }
}

/// Returns a path that starts at the root or is absolute.
fn from_cwd<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> String {
    match cwd {
        Some(cwd) if !path.is_empty() && !style(tree).is_absolute(path) => paths::entry(cwd, path),
        _ => path.into(),
    }
}

/// Returns the absolute names of the directory of a path, and of what is in it, even if that is a
/// link. `None` if the path says that a link is followed, or is outside the grants.
pub(crate) fn around_link<T: Tree>(tree: &T, path: &str) -> Option<(String, String)> {
    let (around, name) = paths::split(path);
    if path.ends_with('/') || matches!(name, "" | "." | "..") {
        return None;
    }
    let real = real_path(tree, around).ok()?;
    let itself = paths::entry(&real.absolute, name);
    (!matches!(real.end, PathEnd::Outside { .. })).then_some((real.absolute, itself))
}

/// Returns how deep the directories with a `.git` are, on the way down to these names.
fn tops<T: Tree>(tree: &T, grant: &Grant<T::Directory>, names: &[&str]) -> Vec<usize> {
    let (mut found, mut opened) = (Vec::new(), None);
    let Some(dot_git) = Name::new(DOT_GIT) else { return found };
    for depth in 0..=names.len() {
        let directory = opened.as_ref().unwrap_or(&grant.directory);
        if tree.entry(directory, dot_git) != Err(TreeError::NotFound) {
            found.push(depth);
        }
        let Some(name) = names.get(depth).and_then(|name| Name::new(name)) else { break };
        match tree.entry(directory, name) {
            Ok(metadata) if metadata.kind == FileKind::Directory => {
                opened = tree.open_directory(directory, name).ok();
            }
            _ => break,
        }
        if opened.is_none() {
            break;
        }
    }
    found
}

/// Opens the directory that a file names, after a prefix. `None` if there is no such file.
fn named<'t, T: Tree>(
    tree: &'t T,
    directory: &str,
    file: &str,
    prefix: &str,
) -> Result<Option<GitDirectory<'t, T>>, HistoryError> {
    let within = GitDirectory::open(tree, directory)?.ok_or_else(|| gone(directory))?;
    let Some(content) = within.content(file, MAX_NAMING_BYTES)? else { return Ok(None) };
    let damaged = |why: &str| HistoryError::damaged(join(directory, file), why);
    let target = str::from_utf8(&content).ok().and_then(|text| text.strip_prefix(prefix));
    let target = target.map(|target| target.trim_end_matches(['\r', '\n']));
    // Git writes one space after the prefix.
    let target = target.map(|target| if prefix.is_empty() { target } else { target.trim_start() });
    let Some(target) = target.filter(|target| !target.is_empty()) else {
        return Err(damaged("it does not name a directory of git"));
    };
    let is_absolute = style(tree).is_absolute(target);
    let target = if is_absolute { target.into() } else { join(directory, target) };
    let opened = open(tree, &target)?;
    opened.map(Some).ok_or_else(|| damaged("the directory that it names does not exist"))
}

/// Opens a directory by its absolute name. `None` if it does not exist.
fn open<'t, T: Tree>(tree: &'t T, name: &str) -> Result<Option<GitDirectory<'t, T>>, HistoryError> {
    GitDirectory::open(tree, name).map_err(|error| match error {
        HistoryError::File { error: FileError::OutsideRoot, .. } => {
            let mut directory = real_path(tree, name).map_or(name.into(), |real| real.absolute);
            // The files that all work trees share are around the directory of one.
            if let Some((around, _)) = directory.rsplit_once('/')
                && let Some(common) = around.strip_suffix("/worktrees")
                && !common.ends_with("/modules")
            {
                directory.truncate(common.len());
            }
            HistoryError::OutsideRoot { directory }
        }
        other => other,
    })
}

fn gone(directory: &str) -> HistoryError {
    HistoryError::damaged(directory, "it disappeared while it was read")
}

/// Returns the rest of a path below a directory, empty for the directory itself. `None` if it is
/// not below it.
pub(crate) fn below<'p>(directory: &str, path: &'p str) -> Option<&'p str> {
    if directory.is_empty() {
        return Some(path);
    }
    let rest = path.strip_prefix(directory)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

fn join(directory: &str, name: &str) -> String {
    paths::entry(directory, name)
}

fn style<T: Tree>(tree: &T) -> PathStyle {
    PathStyle::of(tree.grants().first().map_or("/", |grant| &grant.name))
}
