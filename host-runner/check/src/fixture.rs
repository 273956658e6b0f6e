//! The fixture of a case: directories and files on disk.
//!
//! One file: a fixture is written, compared and removed by the same description.

use crate::entry::{
    Content, Entries, Entry, EntryKind, Files, NUMBERED_FILE_CONTENT, check_inside,
};
use readroom::MemoryTree;
use readroom_policy::PathStyle;
use serde_json::Value;
use std::fmt::{self, Display};
use std::fs::{self, File, FileTimes};
use std::io::{BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

/// Files on disk, in a temporary directory that is removed with the fixture: the *outside*, and in
/// it the *root*.
///
/// Nothing is created anywhere else: no path is followed through a link, and nothing is
/// overwritten.
pub struct Fixture {
    outside: PathBuf,
    root: PathBuf,
    /// The absolute paths of root and outside, as they appear in strings: with slashes.
    names: [String; 2],
    /// Directories without permissions, which must be restored before removal.
    closed: Vec<PathBuf>,
    _directory: TempDir,
}

/// Why a fixture cannot be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureError {
    what: String,
    reason: String,
}

impl FixtureError {
    fn new(what: impl Into<String>, reason: impl Display) -> Self {
        Self { what: what.into(), reason: reason.to_string() }
    }
}

impl fmt::Display for FixtureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot make {}: {}", self.what, self.reason)
    }
}

impl std::error::Error for FixtureError {}

impl Fixture {
    /// Creates the entries of the outside, then those of the root.
    pub fn new(outside: &Entries, root: &Entries) -> Result<Self, FixtureError> {
        let failed = |error: std::io::Error| FixtureError::new("a temporary directory", error);
        let directory = tempfile::Builder::new().prefix("readroom-").tempdir().map_err(failed)?;
        let path = directory.path().canonicalize().map_err(failed)?;
        let root_path = path.join("root");
        fs::create_dir(&root_path).map_err(failed)?;
        let names = [&root_path, &path].map(|path| PathStyle::native_name(path));
        let [Some(root_name), Some(outside_name)] = names else {
            return Err(FixtureError::new(path.display().to_string(), "its name is not Unicode"));
        };
        let mut fixture = Self {
            outside: path,
            root: root_path,
            names: [root_name, outside_name],
            closed: Vec::new(),
            _directory: directory,
        };
        for (entries, base) in [(outside, fixture.outside.clone()), (root, fixture.root.clone())] {
            for (path, entry) in &entries.0 {
                fixture
                    .make(&base, path, entry)
                    .map_err(|reason| FixtureError::new(format!("'{path}'"), reason))?;
            }
        }
        Ok(fixture)
    }

    /// Returns the directory in which the root of the fixture was made.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a path below the outside directory.
    pub fn outside(&self, path: &str) -> PathBuf {
        self.outside.join(path)
    }

    /// Returns a directory below the outside, to grant it. Fails if the path is not a directory or
    /// goes through a link: only what the fixture created is granted.
    pub(crate) fn to_grant(&self, path: &str) -> Result<PathBuf, FixtureError> {
        let found = check_inside(path)
            .and_then(|()| walk(&self.outside, path, ParentDirectories::MustExist));
        let found = found.and_then(|found| {
            if is_directory(&found)? { Ok(found) } else { Err(NO_DIRECTORY.into()) }
        });
        found.map_err(|reason| FixtureError::new(format!("a grant of '{path}'"), reason))
    }

    /// Replaces `{root}` and `{outside}` in a string by the paths of the directories.
    pub fn fill_in(&self, text: &str) -> String {
        let [root, outside] = &self.names;
        // In a URI, a drive follows a slash.
        let scheme = if root.starts_with('/') { "file://" } else { "file:///" };
        let text = text.replace("file://{", &format!("{scheme}{{"));
        text.replace("{root}", root).replace("{outside}", outside)
    }

    /// Replaces them in all strings of a value.
    pub fn fill_in_all(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.fill_in(text).into(),
            Value::Array(values) => values.iter().map(|value| self.fill_in_all(value)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), self.fill_in_all(value)))
                .collect(),
            other => other.clone(),
        }
    }

    /// Returns the absolute path of the root, as agents know it.
    pub fn root_name(&self) -> &str {
        let [root, _] = &self.names;
        root
    }

    /// Returns the entries of the root as a tree in memory. Fails unless all are files and links.
    pub(crate) fn in_memory(&self, root: &Entries) -> Result<MemoryTree, FixtureError> {
        let mut tree = MemoryTree::new();
        for (path, entry) in &root.0 {
            let failed =
                |reason: &dyn Display| FixtureError::new(format!("'{path}' in memory"), reason);
            let added = match &entry.kind {
                EntryKind::Link(target) => tree.link(path, self.fill_in(target)),
                EntryKind::File(content) => {
                    let mut bytes = Vec::new();
                    content.write(&mut bytes).map_err(|error| failed(&error))?;
                    tree.file(path, bytes)
                }
                _ => return Err(failed(&"only files and links are supported")),
            };
            tree = added.map_err(|error| failed(&error))?;
        }
        Ok(tree)
    }

    fn make(&mut self, base: &Path, path: &str, entry: &Entry) -> Result<(), String> {
        check_inside(path)?;
        let full_path = walk(base, path, ParentDirectories::Create)?;
        match &entry.kind {
            EntryKind::File(content) => {
                make_file(&full_path, content, entry).map_err(message_of)?
            }
            EntryKind::Link(target) => symlink(&self.fill_in(target), &full_path)?,
            EntryKind::HardLink(original) => {
                let original = walk(&self.outside, original, ParentDirectories::MustExist)?;
                fs::hard_link(original, &full_path).map_err(message_of)?;
            }
            EntryKind::Directory => make_directory(&full_path)?,
            EntryKind::Fifo => special(&full_path, SpecialFile::Fifo)?,
            EntryKind::Socket => special(&full_path, SpecialFile::Socket)?,
            EntryKind::Files(Files { count, name }) => {
                make_directory(&full_path)?;
                for i in 0..*count {
                    let file = full_path.join(name.replace("{i}", &i.to_string()));
                    File::create_new(file)
                        .and_then(|mut file| file.write_all(NUMBERED_FILE_CONTENT.as_bytes()))
                        .map_err(message_of)?;
                }
            }
        }
        if let Some(mode) = entry.mode {
            set_mode(&full_path, mode)?;
            self.closed.extend(is_directory(&full_path)?.then_some(full_path));
        }
        Ok(())
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        for directory in &self.closed {
            // If this fails, removing the directory fails as well.
            let _ = set_mode(directory, 0o700);
        }
    }
}

const NO_DIRECTORY: &str = "something there is not a directory";

/// How the parent directories of a path are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParentDirectories {
    /// They are created if they are missing.
    Create,
    /// They must exist.
    MustExist,
}

/// Returns a path below a directory, after checking that all its parents are directories: a link
/// could lead out of the fixture.
fn walk(base: &Path, path: &str, parents: ParentDirectories) -> Result<PathBuf, String> {
    let mut full_path = base.to_path_buf();
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        if !is_name_here(name) {
            return Err(NEEDS_UNIX.into());
        }
        full_path.push(name);
        if names.peek().is_some() {
            match parents {
                ParentDirectories::Create => make_directory(&full_path)?,
                ParentDirectories::MustExist if is_directory(&full_path)? => {}
                ParentDirectories::MustExist => return Err(NO_DIRECTORY.into()),
            }
        }
    }
    Ok(full_path)
}

/// Returns whether this system accepts a name: Windows has drives and streams in names.
fn is_name_here(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
        && !(cfg!(windows) && name.contains(':'))
}

fn is_directory(path: &Path) -> Result<bool, String> {
    Ok(fs::symlink_metadata(path).map_err(message_of)?.is_dir())
}

/// Creates a directory, unless it exists.
fn make_directory(path: &Path) -> Result<(), String> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && is_directory(path)? => {
            Ok(())
        }
        made => made.map_err(message_of),
    }
}

fn make_file(path: &Path, content: &Content, entry: &Entry) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create_new(path)?);
    content.write(&mut out)?;
    let file = out.into_inner()?;
    if let Some(size) = entry.size {
        file.set_len(size)?;
    }
    file.set_times(
        FileTimes::new().set_modified(UNIX_EPOCH + Duration::from_millis(entry.modified)),
    )
}

fn message_of(error: std::io::Error) -> String {
    error.to_string()
}

enum SpecialFile {
    Fifo,
    Socket,
}

#[cfg(unix)]
fn symlink(target: &str, path: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(target, path).map_err(message_of)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(message_of)
}

#[cfg(unix)]
fn special(path: &Path, kind: SpecialFile) -> Result<(), String> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    match kind {
        SpecialFile::Fifo => mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o644), 0)
            .map_err(|error| message_of(error.into())),
        SpecialFile::Socket => {
            std::os::unix::net::UnixListener::bind(path).map(drop).map_err(message_of)
        }
    }
}

const NEEDS_UNIX: &str = "this system does not support this; add 'unix' to the needs of the case";

#[cfg(not(unix))]
fn symlink(_: &str, _: &Path) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(not(unix))]
fn special(_: &Path, _: SpecialFile) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(test)]
mod tests;
