//! Walks a directory: depth first, each directory's names in the order of their bytes.
//!
//! Links are not followed. Memory and the number of open directories are bounded: only some names
//! of a large directory are kept, and it is listed again for the next ones; ancestors are reopened.
//!
//! One file: a state machine, whose bounds hold only together.

use crate::{
    Decision, EnteredDirectory, GlobError, GlobMatch, Globs, IgnoreRules, Ignores, SearchError,
    SelectedEntry, Selection, Skipped,
};
use readroom_core::{
    Directory, File, FileError, FileKind, Location, MAX_PATH_BYTES, Metadata, Name, Opened,
    Smallest, TrailingSlash, Tree, TreeError, find, find_within,
};
use readroom_read::{Argument, ReadError, in_range};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The memory for the names of one directory, in bytes.
const LIST_BYTES: usize = 16 << 20;

/// The same for all open directories.
const KEPT_BYTES: usize = 24 << 20;

/// The cost of a name in addition to its bytes.
const NAME_BYTES: usize = 32;

/// The maximum number of open directories below the start.
const OPEN_DIRECTORIES: usize = 16;

/// The files to visit.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// A directory, or a file.
    pub path: &'a str,
    /// Globs relative to the directory; the last matching one decides, and `!` excludes.
    pub globs: &'a [&'a str],
    /// Whether names that start with a dot count.
    pub hidden: bool,
    /// Whether entries that ignore files exclude count.
    pub ignored: bool,
    /// The maximum number of directories entered on the way to a file, at least 1: the start
    /// counts. `None` means any.
    pub depth: Option<u64>,
}

impl<'a> Scope<'a> {
    /// Returns everything below a path that a search usually looks at.
    pub fn new(path: &'a str) -> Self {
        Self { path, globs: &[], hidden: false, ignored: false, depth: None }
    }
}

/// Git's own directory. It is left out without being counted.
const GIT: &str = ".git";

/// An entry that a walk visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkEntry {
    /// Its path from the start, or its name if the start is a file.
    pub path: String,
    /// Its kind.
    pub kind: FileKind,
    /// Whether it was requested. A directory is also returned if it may contain requested entries.
    pub is_taken: bool,
}

/// Where a walk continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    /// A path from the start.
    pub(crate) path: String,
    /// Whether the entry at the path comes first, rather than the one after it.
    pub(crate) included: bool,
}

/// Compares paths in the order of a walk: component by component.
pub(crate) fn compare(path: &str, other: &str) -> Ordering {
    path.split('/').cmp(other.split('/'))
}

/// A walk.
pub struct Walk<'t, T: Tree> {
    tree: &'t T,
    start: Start<'t, T>,
    selection: RefCell<Box<dyn Selection + 't>>,
    /// The maximum nesting depth of directories.
    depth: usize,
    levels: Vec<Level<T::Directory>>,
    /// The path of the current directory from the root of its grant, with a slash at its end unless
    /// it is empty.
    path: String,
    /// The length of the start's path in it.
    start_length: usize,
    /// Whether the start was entered, or returned if it is a file.
    has_begun: bool,
    /// Where it continues, unless it starts at the beginning.
    resume: Option<Resume>,
    /// The directory to enter next.
    next: Option<String>,
    /// The entry before which it ends, by its path from the start.
    end: Option<String>,
    /// The requested kinds of entries.
    kinds: &'t [FileKind],
    pub(crate) skipped: Skipped,
}

enum Start<'t, T: Tree> {
    Directory(Directory<'t, T>),
    /// A file, until it is returned.
    File(Option<File<'t, T>>),
}

struct ScopeSelection {
    globs: Globs,
    hidden: bool,
    /// `None` if the entries that they exclude count.
    ignores: Option<Ignores>,
}

impl Selection for ScopeSelection {
    fn deciding_names(&self) -> &'static [&'static str] {
        self.ignores.as_ref().map_or(&[], Ignores::names)
    }

    fn enter(&mut self, directory: &EnteredDirectory<'_>) -> u64 {
        self.ignores.as_mut().map_or(0, |ignores| ignores.enter(directory))
    }

    fn leave(&mut self, length: usize) {
        if let Some(ignores) = &mut self.ignores {
            ignores.leave(length);
        }
    }

    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision {
        let is_directory = entry.kind == FileKind::Directory;
        let found = match self.globs.of(entry.below, entry.kind) {
            GlobMatch::Included => Decision::Taken,
            GlobMatch::Way => Decision::Entered,
            GlobMatch::Excluded => return Decision::Unmatched,
        };
        let ignores = self.ignores.as_ref();
        let left_out = match ignores.and_then(|all| all.decide_by(entry.path, is_directory)) {
            Some((kind, true)) => Decision::Ignored(kind),
            None if !self.hidden && entry.name.starts_with('.') => Decision::Hidden,
            Some((_, false)) | None => return found,
        };
        match entry.kind {
            _ if self.globs.spell(entry.below, is_directory) => found,
            // The link's target does not matter, because links are not followed.
            FileKind::Link if found == Decision::Entered => Decision::Unmatched,
            _ => left_out,
        }
    }
}

/// A directory along the current path.
struct Level<D> {
    /// `None` for the start, and while it is closed.
    directory: Option<D>,
    location: Location,
    /// The length of the directory's path.
    length: usize,
    /// The remaining entries, the next one last.
    entries: Vec<(String, FileKind)>,
    /// The cost of the entries when they were listed, in bytes.
    cost: usize,
    /// The last entry taken.
    last: String,
    /// Whether there are more entries than those.
    has_more: bool,
    /// The components up to which everything was returned earlier, outermost first, and whether the
    /// last one is to be returned again.
    resume: Option<(Vec<String>, bool)>,
}

impl<'t, T: Tree> Walk<'t, T> {
    /// Returns a walk that has not started.
    pub(crate) fn new(
        tree: &'t T,
        cwd: Option<&str>,
        scope: &Scope<'_>,
        kinds: &'t [FileKind],
    ) -> Result<Self, SearchError> {
        Self::with_globs(tree, cwd, scope, Globs::new(scope.globs), kinds)
    }

    /// Same as [`Walk::new`], with globs other than those of the scope.
    pub(crate) fn with_globs(
        tree: &'t T,
        cwd: Option<&str>,
        scope: &Scope<'_>,
        globs: Result<Globs, GlobError>,
        kinds: &'t [FileKind],
    ) -> Result<Self, SearchError> {
        let globs = globs.map_err(SearchError::Glob)?;
        if let Some(depth) = scope.depth {
            in_range(Argument::Depth, 1..=u64::MAX, depth)?;
        }
        let opened =
            find(tree, cwd, scope.path, TrailingSlash::WantsDirectory).map_err(|failure| {
                SearchError::Read(ReadError::at_path(tree, cwd, failure.error, scope.path))
            })?;
        let selection = ScopeSelection {
            globs,
            hidden: scope.hidden,
            ignores: (!scope.ignored).then(|| Ignores::new(IgnoreRules::NEUTRAL)),
        };
        let mut walk = Self::of(tree, opened, Box::new(selection));
        let depth = scope.depth.map(|depth| depth.try_into().unwrap_or(usize::MAX));
        walk.depth = depth.unwrap_or(usize::MAX);
        walk.kinds = kinds;
        Ok(walk)
    }

    /// Returns a walk through everything in a directory that a selection takes.
    pub fn through(
        tree: &'t T,
        directory: Directory<'t, T>,
        selection: Box<dyn Selection + 't>,
    ) -> Self {
        Self::of(tree, Opened::Directory(directory), selection)
    }

    fn of(tree: &'t T, opened: Opened<'t, T>, selection: Box<dyn Selection + 't>) -> Self {
        Self {
            tree,
            start: match opened {
                Opened::Directory(directory) => Start::Directory(directory),
                Opened::File(file) => Start::File(Some(file)),
            },
            selection: selection.into(),
            depth: usize::MAX,
            levels: Vec::new(),
            path: String::new(),
            start_length: 0,
            has_begun: false,
            resume: None,
            next: None,
            end: None,
            kinds: &[FileKind::File],
            skipped: Skipped::default(),
        }
    }

    /// Makes the walk continue where an earlier one ended.
    pub(crate) fn resume(&mut self, resume: Option<Resume>) {
        self.resume = resume;
    }

    /// Makes the walk end before an entry.
    pub(crate) fn end_before(&mut self, end: Option<String>) {
        self.end = end;
    }

    /// Enters the directory at the start of the walk.
    fn begin(&mut self, location: &Location) {
        let resume = self.resume.take().map(|Resume { path, included }| {
            (path.split('/').rev().map(String::from).collect(), included)
        });
        let failed = self.enter_start(location);
        // Entries on the way to the resume point were counted for an earlier page.
        if resume.is_none() {
            self.skipped.ignore_files += failed;
        }
        self.enter(None, location.clone(), resume);
    }

    /// Returns the prefix of its entries' paths in responses: relative to the root, or absolute in
    /// another grant.
    pub(crate) fn base(&self) -> String {
        self.around(Location::to_string)
    }

    /// Returns the same prefix for the tree: absolute names.
    pub(crate) fn absolute(&self) -> String {
        self.around(Location::absolute)
    }

    fn around(&self, name: impl Fn(&Location) -> String) -> String {
        let (name, is_file) = match &self.start {
            Start::Directory(directory) => (name(directory.location()), false),
            Start::File(Some(file)) => (name(&file.location), true),
            Start::File(None) => return String::new(),
        };
        let directory = match is_file {
            true => name.rsplit_once('/').map(|(around, _)| around),
            false => (name != ".").then(|| name.trim_end_matches('/')),
        };
        directory.map_or_else(String::new, |directory| [directory, "/"].concat())
    }

    pub(crate) fn is_one_file(&self) -> bool {
        matches!(self.start, Start::File(_))
    }

    /// Returns the next entry. A directory comes before its content.
    #[expect(clippy::should_implement_trait, reason = "between entries, a caller opens them")]
    pub fn next(&mut self) -> Option<WalkEntry> {
        let had_begun = std::mem::replace(&mut self.has_begun, true);
        match &self.start {
            Start::File(file) => {
                let path = file.as_ref()?.location.name()?.into();
                let entry = WalkEntry { path, kind: FileKind::File, is_taken: true };
                return (!had_begun).then_some(entry);
            }
            Start::Directory(directory) if !had_begun => {
                let location = directory.location().clone();
                self.begin(&location);
            }
            Start::Directory(_) => {}
        }
        loop {
            if let Some(name) = self.next.take() {
                self.enter_next(&name);
            }
            let level = self.levels.last_mut()?;
            let Some((name, kind)) = level.entries.pop() else {
                if level.has_more {
                    self.list_more();
                } else {
                    self.leave();
                }
                continue;
            };
            level.last.clone_from(&name);
            let is_new = level.passes(&name, kind);
            if self.has_ended(&name) {
                self.levels.clear();
                return None;
            }
            let decision = self.decide(&name, kind);
            if is_new {
                self.count(&name, kind, decision);
            }
            let is_taken = decision == Decision::Taken;
            let is_entered = kind == FileKind::Directory
                && matches!(decision, Decision::Taken | Decision::Entered);
            if is_entered && self.levels.len() < self.depth {
                self.next = Some(name.clone());
            } else if let Some(level) = self.levels.last_mut() {
                // The entry at the resume point is not entered.
                level.resume = None;
            }
            if is_new && (is_taken || is_entered) {
                return Some(WalkEntry { path: self.path_below(&name), kind, is_taken });
            }
        }
    }

    /// Opens the last returned file. `goes_on` may end its masking: see [`File::open`].
    pub fn open(&mut self, goes_on: &dyn Fn(u64) -> bool) -> Result<File<'t, T>, FileError> {
        if let Start::File(file) = &mut self.start {
            return file.take().ok_or(FileError::Io);
        }
        let (directory, level) = self.innermost().ok_or(FileError::Io)?;
        File::open(self.tree, directory, level.location.child(&level.last), goes_on)
    }

    /// Returns the metadata of the last returned entry.
    pub fn metadata(&mut self) -> Option<Metadata> {
        if let Start::File(file) = &mut self.start {
            return file.take().map(|file| file.metadata);
        }
        let (directory, level) = self.innermost()?;
        self.tree.entry(directory, Name::new(&level.last)?).ok()
    }

    fn innermost(&self) -> Option<(&T::Directory, &Level<T::Directory>)> {
        let level = self.levels.last()?;
        Some((self.directory(self.levels.len() - 1)?, level))
    }

    fn directory(&self, level: usize) -> Option<&T::Directory> {
        match (self.levels.get(level)?, &self.start) {
            (Level { directory: Some(directory), .. }, _) => Some(directory),
            (_, Start::Directory(start)) if level == 0 => start.handle(),
            _ => None,
        }
    }

    /// Returns the path of an entry of the current directory from the start.
    fn path_below(&self, name: &str) -> String {
        [self.path.get(self.start_length..).unwrap_or_default(), name].concat()
    }

    fn has_ended(&self, name: &str) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|end| compare(&self.path_below(name), end) != Ordering::Less)
    }

    /// Decides about an entry of the current directory. A denied one counts as not requested.
    fn decide(&mut self, name: &str, kind: FileKind) -> Decision {
        let length = self.path.len();
        self.path.push_str(name);
        let path = &*self.path;
        let below = path.get(self.start_length..).unwrap_or_default();
        let decision = self.selection.get_mut().decide(&SelectedEntry { path, below, name, kind });
        let is_too_long = path.len() > MAX_PATH_BYTES;
        self.path.truncate(length);
        let is_denied = || {
            let found = self.innermost().zip(Name::new(name));
            found.is_none_or(|((directory, _), name)| self.tree.is_denied(directory, name, kind))
        };
        if decision == Decision::Unmatched || is_denied() {
            return Decision::Unmatched;
        }
        if is_too_long && matches!(decision, Decision::Taken | Decision::Entered) {
            self.skipped.paths += 1;
            return Decision::Unmatched;
        }
        decision
    }

    /// Counts an entry that is left out, or a link that is not followed.
    fn count(&mut self, name: &str, kind: FileKind, decision: Decision) {
        let is_wanted = self.kinds.contains(&kind);
        let is_followed = kind == FileKind::Link && !is_wanted;
        let counts = is_wanted
            || is_followed
            || kind == FileKind::Directory && self.levels.len() < self.depth;
        match decision {
            Decision::Hidden if counts && name != GIT => self.skipped.hidden += 1,
            Decision::Ignored(kind) if counts && name != GIT => self.skipped.ignore(kind),
            Decision::Taken if is_followed => self.skipped.links += 1,
            Decision::Entered if is_followed && self.leads_to_directory(name) => {
                self.skipped.links += 1;
            }
            _ => {}
        }
    }

    /// Returns whether a link in the current directory resolves to a directory in the grants.
    fn leads_to_directory(&self, name: &str) -> bool {
        let Some(level) = self.levels.last() else { return false };
        let path = level.location.child(name).absolute();
        matches!(find(self.tree, None, &path, TrailingSlash::Ignored), Ok(Opened::Directory(_)))
    }

    /// Applies the ignore files of the ancestors of the start, in the same grant. Returns the
    /// number of those that could not be applied.
    fn enter_start(&mut self, start: &Location) -> u64 {
        let mut failed = 0;
        let absolute = start.absolute();
        let grants = self.tree.grants().iter().map(|grant| grant.name.trim_end_matches('/'));
        let around = grants.filter(|grant| match absolute.strip_prefix(grant) {
            Some(below) => below.is_empty() || below.starts_with('/'),
            None => false,
        });
        let top = around.map(str::len).min().unwrap_or_default();
        let below = absolute.get(top..).unwrap_or_default().trim_start_matches('/');
        let mut around = absolute.get(..top).unwrap_or_default().to_string();
        let names = self.selection.borrow().deciding_names();
        for name in below.split('/').filter(|name| !name.is_empty()) {
            if !names.is_empty()
                && let Ok(Opened::Directory(directory)) =
                    find(self.tree, None, &[&around, "/"].concat(), TrailingSlash::Ignored)
                && let Some(handle) = directory.handle()
            {
                let kind = |name| Some(self.tree.entry(handle, Name::new(name)?).ok()?.kind);
                let deciding: Vec<_> =
                    names.iter().filter_map(|name| Some((*name, kind(name)?))).collect();
                let location = directory.location();
                let entered = EnteredDirectory {
                    path: &self.path,
                    is_start: true,
                    deciding: &deciding,
                    read: &|names, max| read_below(self.tree, handle, location, names, max),
                };
                failed += self.selection.borrow_mut().enter(&entered);
            }
            self.path.extend([name, "/"]);
            around.extend(["/", name]);
        }
        self.start_length = self.path.len();
        failed
    }

    /// Enters the directory at the current path.
    fn enter(
        &mut self,
        directory: Option<T::Directory>,
        location: Location,
        resume: Option<(Vec<String>, bool)>,
    ) {
        let is_resumed = resume.as_ref().is_some_and(|(names, _)| !names.is_empty());
        let level = Level {
            directory,
            location,
            length: self.path.len(),
            entries: Vec::new(),
            cost: 0,
            last: String::new(),
            has_more: false,
            resume,
        };
        self.levels.push(level);
        let Some(deciding) = self.list_more() else { return };
        let level = self.levels.len() - 1;
        let Some((directory, Level { location, .. })) = self.innermost() else { return };
        let entered = EnteredDirectory {
            path: &self.path,
            is_start: level == 0,
            deciding: &deciding,
            read: &|names, max| read_below(self.tree, directory, location, names, max),
        };
        let failed = self.selection.borrow_mut().enter(&entered);
        if !is_resumed {
            self.skipped.ignore_files += failed;
        }
    }

    /// Enters a subdirectory of the current one.
    fn enter_next(&mut self, name: &str) {
        let Some((directory, level)) = self.innermost() else { return };
        let opened = Name::new(name)
            .ok_or(TreeError::Failed)
            .and_then(|name| self.tree.open_directory(directory, name));
        let location = level.location.child(name);
        let resume = self.levels.last_mut().and_then(|level| level.resume.take());
        match opened {
            Ok(directory) => {
                self.path.extend([name, "/"]);
                self.enter(Some(directory), location, resume);
                self.close_around(self.levels.len() - 1);
            }
            Err(TreeError::NotFound | TreeError::NotDirectory) => {}
            Err(_) => {
                self.skipped.directories += 1;
                let path = self.path_below(name);
                self.selection.get_mut().note_unlisted(&path);
            }
        }
    }

    /// Leaves the current directory, and reopens its parent if it was closed and has more entries.
    fn leave(&mut self) {
        self.levels.pop();
        let Some(level) = self.levels.last() else { return };
        self.path.truncate(level.length);
        self.selection.get_mut().leave(level.length);
        if level.entries.is_empty() && !level.has_more {
            return;
        }
        let innermost = self.levels.len() - 1;
        if self.directory(innermost).is_some() || self.open_again(innermost).is_some() {
            return;
        }
        if let Some(level) = self.levels.last_mut() {
            level.entries.clear();
            level.has_more = false;
        }
        self.skipped.directories += 1;
    }

    fn open_again(&mut self, level: usize) -> Option<()> {
        let opened = (0..level).rev().find(|level| self.directory(*level).is_some())?;
        for level in opened + 1..=level {
            let name = self.levels.get(level)?.location.name()?;
            let directory = self.directory(level - 1)?;
            let directory = self.tree.open_directory(directory, Name::new(name)?).ok()?;
            self.levels.get_mut(level)?.directory = Some(directory);
            self.close_around(level);
        }
        Some(())
    }

    /// Closes one of the directories up to this level if there are too many. Half of the open ones
    /// are the innermost, and the others are spread over the ancestors, so that a closed one is
    /// reopened from nearby.
    fn close_around(&mut self, level: usize) {
        if level < OPEN_DIRECTORIES {
            return;
        }
        let levels = self.levels.iter().enumerate().take(level + 1);
        let open: Vec<_> = levels.filter(|(_, it)| it.directory.is_some()).map(|it| it.0).collect();
        let gap = |near: &[usize]| match near {
            [before, at, after] => Some((after - before, *at)),
            _ => None,
        };
        let around = open.windows(3).take(open.len().saturating_sub(OPEN_DIRECTORIES / 2));
        let closed = around.filter_map(gap).min().filter(|_| open.len() > OPEN_DIRECTORIES);
        if let Some(level) = closed.and_then(|(_, at)| self.levels.get_mut(at)) {
            level.directory = None;
        }
    }

    /// Lists the next entries of the current directory, as many as fit. Returns those that decide
    /// about others.
    fn list_more(&mut self) -> Option<Vec<(&'static str, FileKind)>> {
        let (directory, level) = self.innermost()?;
        let (names, mut deciding) = (self.selection.borrow().deciding_names(), Vec::new());
        let mut listed = Smallest::new(usize::MAX, LIST_BYTES, cost_of);
        let first = level.resume.as_ref().and_then(|(names, _)| names.last());
        let (is_first, is_resumed) = (level.last.is_empty(), first.is_some());
        let result = self.tree.each_entry(directory, &mut |name, kind| {
            // All of them start with a dot.
            if name.starts_with('.') {
                deciding.extend(names.iter().filter(|own| **own == name).map(|own| (*own, kind)));
            }
            let is_before = name <= level.last.as_str() && !is_first
                || first.is_some_and(|first| name < first.as_str());
            let is_behind = listed.first_left().is_some_and(|(left, _)| name >= left.as_str());
            if !is_before && !is_behind {
                listed.offer((name.into(), kind));
            }
            ControlFlow::Continue(())
        });
        let (mut entries, has_more) = listed.into_sorted();
        entries.reverse();
        match result {
            // Those on the way to the resume point were counted for an earlier page.
            Ok(unnamed) if is_first && !is_resumed => self.skipped.names += unnamed,
            Ok(_) => {}
            Err(_) => {
                self.skipped.directories += 1;
                let path = self.path.get(self.start_length..).unwrap_or_default();
                self.selection.borrow_mut().note_unlisted(path.trim_end_matches('/'));
            }
        }
        let has_more = has_more && result.is_ok();
        let level = self.levels.last_mut()?;
        level.cost = entries.iter().map(cost_of).sum();
        (level.entries, level.has_more) = (entries, has_more);
        self.make_room();
        result.ok().map(|_| deciding)
    }

    /// Drops the names of outer directories, if all together take too much memory.
    fn make_room(&mut self) {
        let mut all: usize = self.levels.iter().map(|level| level.cost).sum();
        let Some((_, around)) = self.levels.split_last_mut() else { return };
        for level in around {
            if all <= KEPT_BYTES {
                return;
            }
            all -= std::mem::take(&mut level.cost);
            level.has_more |= !level.entries.is_empty();
            level.entries = Vec::new();
        }
    }
}

/// Reads a regular file below a directory. `None` if it is larger than `max` bytes.
fn read_below<T: Tree>(
    tree: &T,
    directory: &T::Directory,
    location: &Location,
    path: &[&str],
    max: usize,
) -> Result<Option<Vec<u8>>, FileError> {
    // A larger one is not used.
    let goes_on = |read| read <= max as u64;
    if let [name] = path
        && let Ok(file) = File::open(tree, directory, location.child(name), &goes_on)
    {
        return file.bytes(max);
    }
    // A link, or one in another directory.
    let path = [&[&*location.absolute()], path].concat().join("/");
    match find_within(tree, &path, &goes_on) {
        Ok(Opened::File(file)) => file.bytes(max),
        Ok(Opened::Directory(_)) => Err(FileError::NotAFile),
        Err(failure) => Err(failure.error),
    }
}

fn cost_of((name, _): &(String, FileKind)) -> usize {
    name.len() + NAME_BYTES
}

impl<D> Level<D> {
    /// Returns whether an entry was not returned earlier, and clears the resume point once it is
    /// reached.
    fn passes(&mut self, name: &str, kind: FileKind) -> bool {
        let Some((names, included)) = &mut self.resume else { return true };
        let is_on_the_way = names.last().is_some_and(|first| first == name);
        if !is_on_the_way {
            self.resume = None;
            return true;
        }
        names.pop();
        let is_new = names.is_empty() && *included;
        if names.is_empty() || kind != FileKind::Directory {
            let was_below = !names.is_empty();
            self.resume = None;
            return is_new || was_below;
        }
        false
    }
}
