//! Lists and walks directories for the tools, in bounded memory.

use super::located;
use super::text::MAX_TEXT;
use crate::shared::{Environment, NodeError, paths};
use readroom_core::{
    Directory, FileKind, MAX_PATH_BYTES, Metadata, PathEnd, RealPath, Tree, real_path,
};

/// The maximum number of entries of a directory.
const MAX_ENTRIES: usize = 200_000;

/// The maximum size of the names in a directory, in bytes.
const MAX_NAMES: usize = 8 << 20;

/// The maximum size of the names that a walk has yet to visit, in bytes.
const MAX_WAITING: usize = 16 << 20;

/// The cost of a name in addition to its bytes.
const NAME_BYTES: usize = 48;

/// A directory and its entries, sorted by the bytes of their names. Entries that the policy denies
/// are left out.
pub(super) struct Entries<'t, T: Tree> {
    pub(super) directory: Directory<'t, T>,
    pub(super) entries: Vec<(String, FileKind)>,
}

impl<'t, T: Tree> Entries<'t, T> {
    /// Lists the directory with a real name.
    pub(super) fn list(env: &Environment<'t, T>, real: &str) -> Result<Self, String> {
        let directory = located::directory(env, real)?;
        let page = directory
            .names_after(None, MAX_ENTRIES, MAX_NAMES)
            .map_err(|error| NodeError { error, call: "scandir", path: real }.to_string())?;
        if page.more {
            let shown = paths::for_message(real);
            return Err(format!(
                "This directory has more than {MAX_ENTRIES} entries, or more than 8 MiB of names: \
                 {shown}"
            ));
        }
        Ok(Self { directory, entries: page.entries })
    }

    /// Returns whether the entries can be accessed, for which it is not enough that they are
    /// listed.
    pub(super) fn is_searchable(&self) -> bool {
        self.entries.first().is_none_or(|(name, _)| self.directory.entry(name).is_some())
    }
}

/// Checks that text is not too long for a result.
pub(super) fn text_fits(text: &str) -> Result<(), String> {
    if text.len() as u64 <= MAX_TEXT {
        return Ok(());
    }
    Err("This is more than 8 MiB of text, more than an answer can hold: ask about fewer \
         directories"
        .into())
}

/// Returns the metadata of an entry's target. `None` if it is not available.
pub(super) fn metadata_behind<T: Tree>(
    env: &Environment<'_, T>,
    directory: &Directory<'_, T>,
    (name, kind): (&str, FileKind),
) -> Option<Metadata> {
    match kind {
        FileKind::Link => {
            let absolute = paths::entry(&directory.location().absolute(), name);
            located::metadata(env, &target(env, &absolute)?)
        }
        _ => directory.entry(name),
    }
}

/// Returns the target of a link: the name of an existing entry in the allowed directories.
pub(super) fn target<T: Tree>(env: &Environment<'_, T>, link: &str) -> Option<String> {
    match real_path(env.tree, link).ok()? {
        RealPath { absolute, end: PathEnd::Exists } => Some(absolute),
        _ => None,
    }
}

/// A directory in a walk: its remaining entries, the next one last.
struct Level {
    /// The length of its path from the start, with a slash at the end unless it is empty.
    length: usize,
    entries: Vec<(String, FileKind)>,
    cost: usize,
}

/// The directories of a walk, the innermost last. It keeps none of them open.
pub(super) struct Levels {
    /// The real name of the start.
    start: String,
    levels: Vec<Level>,
    waiting: usize,
    /// The path of the current directory from the start, with a slash at the end unless it is
    /// empty.
    pub(super) path: String,
}

impl Levels {
    pub(super) fn new(start: &str) -> Self {
        Self { start: start.into(), levels: Vec::new(), waiting: 0, path: String::new() }
    }

    /// Enters the start, or a directory in the current one, with these entries.
    pub(super) fn enter(
        &mut self,
        name: Option<&str>,
        mut entries: Vec<(String, FileKind)>,
    ) -> Result<(), String> {
        if let Some(name) = name {
            self.path.extend([name, "/"]);
        }
        entries.reverse();
        let cost = entries.iter().map(|(name, _)| name.len() + NAME_BYTES).sum();
        self.waiting += cost;
        if self.waiting > MAX_WAITING || self.path.len() > 2 * MAX_PATH_BYTES {
            return Err("There are too many names below this directory: ask about one in it".into());
        }
        self.levels.push(Level { length: self.path.len(), entries, cost });
        Ok(())
    }

    /// Returns the real name of an entry of the current directory.
    pub(super) fn absolute(&self, name: &str) -> String {
        let path = [&*self.path, name].concat();
        paths::entry(&self.start, &path)
    }

    /// Returns the next entry of the current directory.
    pub(super) fn next(&mut self) -> Option<(String, FileKind)> {
        self.levels.last_mut()?.entries.pop()
    }

    /// Leaves the current directory. Returns whether it has a parent in the walk.
    pub(super) fn leave(&mut self) -> bool {
        if let Some(level) = self.levels.pop() {
            self.waiting -= level.cost;
        }
        let around = self.levels.last();
        self.path.truncate(around.map_or(0, |level| level.length));
        around.is_some()
    }

    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }
}
