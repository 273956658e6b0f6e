//! Suggests files for a path where there is none.
//!
//! Common mistakes of models are tried in order, and the first that leads to a file wins:
//! decoration of a path from a diff, a message or a prompt; a name that only looks the same; a name
//! that is nearly right; a directory that is nearly right; a path that ends right; the right name
//! in another directory. Each search looks at a limited number of entries, and only inside the
//! grants.

use crate::alike::folded;
use crate::path_forms::{Form, ends, forms};
use crate::{paths, similar};
use readroom_core::{
    Directory, FileError, FileKind, GrantRole, Opened, PathStyle, TrailingSlash, Tree, find,
    sort_by,
};
use readroom_names::PathPart;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The maximum number of suggested files.
const MAX_FILES: usize = 3;

/// The maximum number of entries suggested for a directory.
const MAX_SUGGESTED_ENTRIES: usize = 20;

const MAX_ENTRIES: usize = 10_000;
const MAX_FAR_ENTRIES: usize = 50_000;
const MAX_DIRECTORIES: usize = 2000;

/// How many entries are searched for names that look the same. The search is of no use unless it
/// sees all entries of a directory.
const MAX_ALIKE_ENTRIES: usize = 100_000;

/// The maximum number of spellings that are searched thoroughly.
const MAX_SEARCHED: usize = 4;

/// The maximum number of files that are opened before they are suggested.
const MAX_OPENED: usize = 12;

/// A directory that is not searched: its files are installed, and many.
const INSTALLED: &str = "node_modules";

/// Suggestions for a path where there is no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// Files, the best first, as paths in the form of the request. None is the request itself.
    pub paths: Vec<String>,
    /// The requested path in another spelling, if there is only one: it may be read instead. It is
    /// not among the files if the host denies it.
    pub same: Option<String>,
    /// The part of the file that was written after the path of the first file, or of `same`.
    pub part: Option<PathPart>,
}

/// The first entries of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstEntries {
    /// The entries sorted by name, as paths in the form of the request. Directories end with a
    /// slash.
    pub paths: Vec<String>,
    /// The number of bytes in each of them before its name.
    pub prefix: usize,
    /// The number of further entries.
    pub more: u64,
    /// Whether there are still more, which were not counted.
    pub is_open_ended: bool,
}

/// Suggests files for a path. `is_inside` says whether the path is in the grants: if it is not,
/// only its ends can name something.
pub(crate) fn files<'a, T: Tree>(
    tree: &'a T,
    cwd: Option<&'a str>,
    path: &str,
    is_inside: bool,
) -> Suggestions {
    let search = Search { tree, cwd };
    let path = &*search.style().with_slashes(path);
    let other = forms(path);
    if let Some(suggestions) = search.other_spelling(path, &other) {
        return suggestions;
    }
    let as_it_is = Form { path: path.into(), part: None, is_certain: true };
    let all = || std::iter::once(&as_it_is).chain(&other);
    let found = |form: &Form, way: Way<'a, T>| {
        let mut paths = way(&search, &form.path);
        paths.retain(|found| found != path);
        (!paths.is_empty()).then_some(Suggestions { paths, same: None, part: form.part.clone() })
    };
    let near = || {
        let ways: [Way<'a, T>; 2] =
            [Search::similar_in_directory, Search::below_a_similar_directory];
        let forms = all().take(MAX_SEARCHED);
        forms.flat_map(|form| ways.map(|way| (form, way))).find_map(|(form, way)| found(form, way))
    };
    let far = || {
        let Form { path: shortest, part, .. } = all().rev().min_by_key(|form| form.path.len())?;
        // A relative path stays one.
        let shortest =
            if search.is_absolute(path) { shortest } else { shortest.trim_start_matches('/') };
        let form = Form { path: shortest.into(), part: part.clone(), is_certain: false };
        found(&form, Search::in_other_directories)
    };
    let inside = if is_inside { near().or_else(far) } else { None };
    inside.or_else(|| all().find_map(|form| found(form, Search::at_its_end))).unwrap_or_default()
}

/// A search for files that are like the one at a path.
type Way<'a, T> = fn(&Search<'a, T>, &str) -> Vec<String>;

/// Returns the first entries of a directory. In a very large directory only some are looked at.
/// `None` if it cannot be listed.
pub(crate) fn entries<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Option<FirstEntries> {
    let (mut first, mut seen) = (Vec::<(String, FileKind)>::new(), 0);
    let search = Search { tree, cwd };
    let directory = search.directory(path)?;
    let listed = directory.each_entry(&mut |name, kind| {
        let at = first.partition_point(|(known, _)| known.as_str() < name);
        if at < MAX_SUGGESTED_ENTRIES {
            first.insert(at, (name.into(), kind));
            first.truncate(MAX_SUGGESTED_ENTRIES);
        }
        seen += 1;
        if seen == MAX_ENTRIES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listed.ok()?;
    let more = (seen - first.len()) as u64;
    first.retain(|(name, _)| !directory.is_denied(name));
    let prefix = match path {
        "." | "./" => String::new(),
        path => paths::entry(path, ""),
    };
    let as_path = |(name, kind): (String, FileKind)| {
        let is_directory = match kind {
            FileKind::Directory => true,
            FileKind::Link => search.directory(&paths::entry(path, &name)).is_some(),
            FileKind::File | FileKind::Special => false,
        };
        format!("{prefix}{name}{}", if is_directory { "/" } else { "" })
    };
    Some(FirstEntries {
        paths: first.into_iter().map(as_path).collect(),
        prefix: prefix.len(),
        more,
        is_open_ended: seen == MAX_ENTRIES,
    })
}

struct Search<'a, T> {
    tree: &'a T,
    cwd: Option<&'a str>,
}

impl<T: Tree> Search<'_, T> {
    fn is_file(&self, path: &str) -> bool {
        matches!(
            find(self.tree, self.cwd, path, TrailingSlash::WantsDirectory),
            Ok(Opened::File(_))
        )
    }

    /// Returns whether a file or a directory is at a path.
    fn is_there(&self, path: &str) -> bool {
        self.is_file(path) || self.directory(path).is_some()
    }

    /// Returns whether something is at a path, or the host denies looking for it.
    fn exists(&self, path: &str) -> bool {
        match find(self.tree, self.cwd, path, TrailingSlash::WantsDirectory) {
            Ok(_) => true,
            Err(failure) => failure.error == FileError::Denied,
        }
    }

    fn directory(&self, path: &str) -> Option<Directory<'_, T>> {
        match find(self.tree, self.cwd, path, TrailingSlash::Ignored) {
            Ok(Opened::Directory(directory)) => Some(directory),
            _ => None,
        }
    }

    /// Passes the entries of a directory to `take`. `None` if it cannot be listed.
    fn entries(
        &self,
        path: &str,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Option<()> {
        self.directory(path)?.each_entry(take).ok()
    }

    /// Returns the file that another spelling of a path leads to: first without marks around it,
    /// then one that only looks the same, then by a guess.
    fn other_spelling(&self, path: &str, other: &[Form]) -> Option<Suggestions> {
        let (certain, guessed) = other.split_at(other.partition_point(|form| form.is_certain));
        let exact = || {
            let exists = |form: &&Form| form.path != path && self.exists(&form.path);
            let form = certain.iter().find(exists)?;
            let paths = Some(form.path.clone()).filter(|path| self.is_file(path));
            let (paths, same) = (paths.into_iter().collect(), Some(form.path.clone()));
            Some(Suggestions { paths, same, part: form.part.clone() })
        };
        let alike = |path: &str, part: &Option<PathPart>| {
            let paths = self.alike(path);
            let same = paths.first().filter(|_| paths.len() == 1).cloned();
            (!paths.is_empty()).then_some(Suggestions { paths, same, part: part.clone() })
        };
        let guess = || {
            let is_there = |form: &&Form| form.path != path && self.is_there(&form.path);
            let form = guessed.iter().find(is_there)?;
            Some(Suggestions {
                paths: vec![form.path.clone()],
                same: None,
                part: form.part.clone(),
            })
        };
        exact()
            .or_else(|| alike(path, &None))
            .or_else(|| certain.iter().find_map(|form| alike(&form.path, &form.part)))
            .or_else(guess)
    }

    /// Returns the files at paths that only look like this one, at most [`MAX_FILES`].
    fn alike(&self, path: &str) -> Vec<String> {
        let mut left = MAX_ALIKE_ENTRIES;
        let (top, names) = self.style().split_top(path);
        let mut reached = vec![String::from(top)];
        let mut names = names.split('/').filter(|name| !name.is_empty()).peekable();
        if path.ends_with('/') {
            return Vec::new();
        }
        while let Some(name) = names.next() {
            let is_last = names.peek().is_none();
            let exists = |path: &str| {
                if is_last { self.is_file(path) } else { self.directory(path).is_some() }
            };
            let mut next = Vec::new();
            for before in &reached {
                let exact = format!("{before}{name}");
                if matches!(name, "." | "..") || exists(&exact) {
                    next.push(exact);
                    continue;
                }
                let (wanted, mut found) = (folded(name), Vec::new());
                let directory = if before.is_empty() { "." } else { before };
                let listed = self.entries(directory, &mut |entry, _| {
                    if entry != name && folded(entry) == wanted {
                        found.push(format!("{before}{entry}"));
                    }
                    left = left.saturating_sub(1);
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if listed.is_none() || left == 0 {
                    return Vec::new();
                }
                found.retain(|path| exists(path));
                sort_by(&mut found, Ord::cmp);
                next.append(&mut found);
            }
            next.truncate(MAX_FILES);
            if !is_last {
                next.iter_mut().for_each(|path| path.push('/'));
            }
            reached = next;
        }
        reached.retain(|found| found != path);
        reached
    }

    /// Returns the file or directory at the longest end of a path where there is one.
    fn at_its_end(&self, path: &str) -> Vec<String> {
        let found = |end: String| {
            let from_root = paths::entry(&self.top(), &end);
            let path = [end, from_root].into_iter().find(|path| self.is_there(path))?;
            Some(vec![path])
        };
        ends(path).into_iter().find_map(found).unwrap_or_default()
    }

    /// Returns similar names in the same directory.
    fn similar_in_directory(&self, path: &str) -> Vec<String> {
        let (parent, name) = paths::split(path);
        let prefix = path.trim_end_matches('/').strip_suffix(name).unwrap_or_default();
        let names =
            self.directory(parent).and_then(|directory| similar::closest(&directory, name).ok());
        names.unwrap_or_default().into_iter().map(|name| format!("{prefix}{name}")).collect()
    }

    /// Returns the same path below a directory whose name is similar to the missing one.
    fn below_a_similar_directory(&self, path: &str) -> Vec<String> {
        let mut found = Vec::new();
        // The end of each name but the last: the path goes wrong at the first missing one.
        for (end, _) in path.match_indices('/').filter(|(end, _)| *end > 0) {
            let (before, rest) = path.split_at_checked(end).unwrap_or_default();
            if self.directory(before).is_some() {
                continue;
            }
            for directory in self.similar_in_directory(before) {
                let path = format!("{directory}{rest}");
                if self.is_file(&path) {
                    found.push(path);
                } else {
                    found.extend(
                        self.similar_in_directory(&path)
                            .into_iter()
                            .filter(|path| self.is_file(path)),
                    );
                }
            }
            break;
        }
        found.truncate(MAX_FILES);
        found
    }

    /// Returns files with the last name of the path in other directories, and what is below
    /// directories with the name of the missing one, first those that share more of the path.
    fn in_other_directories(&self, path: &str) -> Vec<String> {
        let (_, name) = paths::split(path);
        if name.is_empty() || name.starts_with("..") {
            return Vec::new();
        }
        let start = if self.is_absolute(path) { self.top() } else { String::from(".") };
        // The first directory that is missing, or the last name, and what is below it.
        let is_missing = |before: &str| !before.is_empty() && self.directory(before).is_none();
        let mut ends = path.match_indices('/').filter_map(|(end, _)| path.split_at_checked(end));
        let (before, below) = ends.find(|(before, _)| is_missing(before)).unwrap_or((path, ""));
        let (_, missing) = paths::split(before);
        let (mut found, mut left) = (Vec::new(), MAX_FAR_ENTRIES);
        let mut ahead = VecDeque::from([start]);
        for _ in 0..MAX_DIRECTORIES {
            let Some(directory) = ahead.pop_front() else { break };
            let inside = |name: &str| match &*directory {
                "." => name.to_string(),
                directory => paths::entry(directory, name),
            };
            self.entries(&directory, &mut |entry, kind| {
                let mut add =
                    |known: String| found.push((Reverse(shared(&known, path)), known.len(), known));
                if kind == FileKind::Directory && !entry.starts_with('.') && entry != INSTALLED {
                    if entry == missing {
                        add(inside(entry) + below);
                    }
                    if ahead.len() < MAX_DIRECTORIES {
                        ahead.push_back(inside(entry));
                    }
                } else if kind == FileKind::File && entry.eq_ignore_ascii_case(name) {
                    add(inside(entry));
                }
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if left == 0 {
                break;
            }
        }
        sort_by(&mut found, Ord::cmp);
        let mut found: Vec<_> = found.into_iter().map(|(.., known)| known).collect();
        found.dedup();
        found.truncate(MAX_OPENED);
        // Not those that the host denies.
        found.retain(|path| self.is_there(path));
        found.truncate(MAX_FILES);
        found
    }

    /// Returns the name of the root.
    fn style(&self) -> PathStyle {
        PathStyle::of(&self.top())
    }

    fn is_absolute(&self, path: &str) -> bool {
        self.style().is_absolute(path)
    }

    fn top(&self) -> String {
        let root = self.tree.grants().iter().find(|grant| grant.role == GrantRole::Root);
        root.map_or(String::from("/"), |grant| grant.name.clone())
    }
}

/// Returns how many names two paths have in common at their ends.
fn shared(one: &str, other: &str) -> usize {
    one.rsplit('/')
        .zip(other.rsplit('/'))
        .take_while(|(one, other)| one.eq_ignore_ascii_case(other))
        .count()
}

#[cfg(test)]
mod tests {
    use super::shared;

    #[test]
    fn paths_share_their_ends() {
        assert_eq!(shared("lib/src/main.rs", "app/src/main.rs"), 2);
        assert_eq!(shared("main.rs", "src/Main.rs"), 1);
        assert_eq!(shared("a", "b"), 0);
    }
}
