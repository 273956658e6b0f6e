//! Suggests files for a path where there is none.
//!
//! Common mistakes of models are tried in order, and the first that leads to a file wins:
//! decoration of a path from a diff, a message or a prompt; a name that is nearly right; a
//! directory that is nearly right; the right name in another directory. Each search looks at a
//! limited number of entries.

use crate::{paths, similar};
use readroom_core::{Directory, FileKind, GrantRole, Opened, TrailingSlash, Tree, find};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The maximum number of suggested files.
const MAX_FILES: usize = 3;

/// The maximum number of entries suggested for a directory.
const MAX_SUGGESTED_ENTRIES: usize = 20;

/// How many entries are searched for a name, and in how many directories.
const MAX_ENTRIES: usize = 10_000;
const MAX_DIRECTORIES: usize = 200;

/// A directory that is not searched: its files are installed, and many.
const INSTALLED: &str = "node_modules";

/// Suggestions for a path where there is no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// Files, the best first, as paths in the form of the request.
    pub paths: Vec<String>,
    /// The line that followed the path of the first one.
    pub line: Option<u64>,
}

/// Suggests files for a path.
pub(crate) fn files<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Suggestions {
    let search = Search { tree, cwd };
    if let Some(suggestions) = search.without_decoration(path) {
        return suggestions;
    }
    let mut paths = search.similar_in_directory(path);
    for way in [Search::below_a_similar_directory, Search::in_other_directories] {
        if paths.is_empty() {
            paths = way(&search, path);
        }
    }
    Suggestions { paths, line: None }
}

/// Returns the first entries of a directory sorted by name, as paths in the form of the request.
/// Directories end with a slash. In a very large directory only some are looked at. `None` if it
/// cannot be listed.
pub(crate) fn entries<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Option<Vec<String>> {
    let (mut first, mut left) = (Vec::<(String, FileKind)>::new(), MAX_ENTRIES);
    let search = Search { tree, cwd };
    let directory = search.directory(path)?;
    let listed = directory.each_entry(&mut |name, kind| {
        let at = first.partition_point(|(known, _)| known.as_str() < name);
        if at < MAX_SUGGESTED_ENTRIES {
            first.insert(at, (name.into(), kind));
            first.truncate(MAX_SUGGESTED_ENTRIES);
        }
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listed.ok()?;
    first.retain(|(name, _)| !directory.is_denied(name));
    let as_path = |(name, kind): (String, FileKind)| {
        let slash = if kind == FileKind::Directory { "/" } else { "" };
        match path {
            "." | "./" => format!("{name}{slash}"),
            path => format!("{}{slash}", paths::entry(path, &name)),
        }
    };
    Some(first.into_iter().map(as_path).collect())
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

    /// Returns the file without quotes, a leading mark, the `a/` or `b/` of a diff, or a line
    /// number after it.
    fn without_decoration(&self, path: &str) -> Option<Suggestions> {
        let bare = path.trim_matches(|quote| {
            matches!(quote, '"' | '\'' | '`' | '<' | '>') || char::is_whitespace(quote)
        });
        let bare = bare.strip_prefix("file://").or(bare.strip_prefix('@')).unwrap_or(bare);
        let (before_line, line) = without_line(bare);
        for (path, line) in [(bare, None), (before_line, line)] {
            for path in
                [Some(path), path.strip_prefix("a/"), path.strip_prefix("b/")].into_iter().flatten()
            {
                if self.is_file(path) {
                    return Some(Suggestions { paths: Vec::from([path.to_string()]), line });
                }
            }
        }
        None
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

    /// Returns files with the last name of the path in other directories, first those that share
    /// more of the path.
    fn in_other_directories(&self, path: &str) -> Vec<String> {
        let (_, name) = paths::split(path);
        if name.is_empty() || name.starts_with("..") {
            return Vec::new();
        }
        let start = if path.starts_with('/') { self.top() } else { String::from(".") };
        let (mut found, mut left) = (Vec::new(), MAX_ENTRIES);
        let mut ahead = VecDeque::from([start]);
        for _ in 0..MAX_DIRECTORIES {
            let Some(directory) = ahead.pop_front() else { break };
            let inside = |name: &str| match &*directory {
                "." => name.to_string(),
                directory => paths::entry(directory, name),
            };
            self.entries(&directory, &mut |entry, kind| {
                if kind == FileKind::Directory && !entry.starts_with('.') && entry != INSTALLED {
                    if ahead.len() < MAX_DIRECTORIES {
                        ahead.push_back(inside(entry));
                    }
                } else if kind == FileKind::File && entry.eq_ignore_ascii_case(name) {
                    found.push(inside(entry));
                }
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if left == 0 {
                break;
            }
        }
        found.sort_by_key(|known: &String| {
            (std::cmp::Reverse(shared(known, path)), known.len(), known.clone())
        });
        found.truncate(MAX_FILES);
        // Not those that the host denies.
        found.retain(|path| self.is_file(path));
        found
    }

    /// Returns the name of the root.
    fn top(&self) -> String {
        let root = self.tree.grants().iter().find(|grant| grant.role == GrantRole::Root);
        root.map_or(String::from("/"), |grant| grant.name.clone())
    }
}

/// Splits off a line and a column after a path, as compilers and search tools write them. Returns
/// the path and the line.
fn without_line(path: &str) -> (&str, Option<u64>) {
    let number = |path| -> Option<(&str, u64)> {
        let (before, digits) = str::rsplit_once(path, ':')?;
        Some((before, digits.parse().ok().filter(|line| *line > 0)?))
    };
    match number(path).map(|last| (last, number(last.0))) {
        Some((_, Some((path, line)))) | Some(((path, line), None)) => (path, Some(line)),
        None => (path, None),
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
    use super::{shared, without_line};

    #[test]
    fn a_line_may_stand_behind_a_path() {
        for (path, expected) in [
            ("a.rs", ("a.rs", None)),
            ("a.rs:12", ("a.rs", Some(12))),
            ("src/a.rs:12:5", ("src/a.rs", Some(12))),
            ("a.rs:0", ("a.rs:0", None)),
            ("a.rs:", ("a.rs:", None)),
            ("a:b", ("a:b", None)),
            ("a:b:7", ("a:b", Some(7))),
            (":5", ("", Some(5))),
        ] {
            assert_eq!(without_line(path), expected, "{path}");
        }
    }

    #[test]
    fn paths_share_their_ends() {
        assert_eq!(shared("lib/src/main.rs", "app/src/main.rs"), 2);
        assert_eq!(shared("main.rs", "src/Main.rs"), 1);
        assert_eq!(shared("a", "b"), 0);
    }
}
