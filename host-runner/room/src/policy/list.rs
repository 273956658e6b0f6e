//! Lists of patterns in the syntax of `.gitignore`, as one rule.

use crate::policy::copies::original;
use crate::policy::git_pattern::translated;
use crate::policy::rule::Action;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A list of patterns, and the action for the paths that they match.
///
/// Patterns work as in git: the last matching one decides, a match of a directory includes what is
/// below it, and `!` makes an exception, though not below a directory that matches.
#[derive(Clone)]
pub(crate) struct List {
    /// The origin of the list, for people.
    name: Arc<str>,
    action: Action,
    /// The action for exceptions. `None` leaves them to the other rules.
    exception_action: Option<Action>,
    case: CaseSensitivity,
    patterns: Gitignore,
    /// Whether copies of a file are judged by the name of the original, too.
    includes_copies: bool,
    /// The lines as they were written, by what the matcher got instead.
    sources: Arc<HashMap<String, String>>,
}

/// Whether case matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseSensitivity {
    /// As on the usual file systems of this operating system.
    Platform,
    /// Never.
    Insensitive,
}

/// The kind of what a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathKind {
    /// A directory.
    Directory,
    /// A file, something else, or nothing.
    Other,
}

/// Why a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListError {
    /// The first line that is not a pattern, counted from 1. `None` if there are too many patterns.
    pub(crate) line: Option<usize>,
    /// The reason, without the line: a repository may have written it.
    pub(crate) reason: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line} is not a pattern: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({} patterns)", self.name, self.action, self.patterns.len())
    }
}

impl List {
    /// Compiles the patterns in a text, one per line. Fails at a line that is not a pattern, and if
    /// there are too many to compile.
    pub(crate) fn new(
        name: &str,
        text: &str,
        action: Action,
        case: CaseSensitivity,
    ) -> Result<Self, ListError> {
        let (mut patterns, mut sources) = (GitignoreBuilder::new(""), HashMap::new());
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let added = match line.trim_end() {
                comment if comment.starts_with('#') => continue,
                // An exception that matches nothing would be one for everything.
                "!" | "/" | "!/" => Err("it matches nothing".to_string()),
                _ => translated(line).and_then(|translations| {
                    translations.iter().try_for_each(|pattern| {
                        let pattern = folded(pattern, case);
                        if pattern != line {
                            sources.insert(pattern.trim_end().into(), line.trim_end().into());
                        }
                        patterns.add_line(None, &pattern).map(drop).map_err(|error| reason(&error))
                    })
                }),
            };
            added.map_err(|reason| ListError { line: Some(number + 1), reason })?;
        }
        let too_many = |error| ListError { line: None, reason: reason(&error) };
        let patterns = patterns.build().map_err(too_many)?;
        let exception_action = Some(Action::Allow);
        let (name, sources) = (name.into(), Arc::new(sources));
        let includes_copies = false;
        Ok(Self { name, action, exception_action, case, patterns, includes_copies, sources })
    }

    /// Returns the same list without a decision about its exceptions.
    pub(crate) fn without_exceptions(self) -> Self {
        Self { exception_action: None, ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the same list, which also matches copies that editors and people make of a file next
    /// to it, by the name of the original.
    pub(crate) fn with_copies(self) -> Self {
        Self { includes_copies: true, ..self }
    }

    /// Returns the action for a clean path relative to the directory of the list, and the pattern
    /// that decided. `None` if the list does not match it.
    pub(crate) fn find(&self, path: &str, kind: PathKind) -> Option<(Action, String)> {
        let mut path = Cow::Borrowed(path);
        loop {
            let found = self.find_name(&path, kind);
            if found.is_some() || !self.includes_copies || kind == PathKind::Directory {
                return found;
            }
            path = Cow::Owned(original(&path)?);
        }
    }

    fn find_name(&self, path: &str, kind: PathKind) -> Option<(Action, String)> {
        if path.is_empty() || self.patterns.is_empty() {
            return None;
        }
        let path = folded(path, self.case);
        let source = |pattern: &str| match self.sources.get(pattern.trim_end()) {
            Some(source) => source.clone(),
            None => pattern.to_string(),
        };
        let around = path.match_indices('/').map(|(end, _)| (&path[..end], true));
        let mut exception_action = None;
        for (name, is_directory) in around.chain([(&*path, kind == PathKind::Directory)]) {
            match self.patterns.matched(name, is_directory) {
                ignore::Match::None => {}
                ignore::Match::Ignore(pattern) => {
                    return Some((self.action, source(pattern.original())));
                }
                ignore::Match::Whitelist(pattern) => {
                    exception_action =
                        self.exception_action.map(|action| (action, source(pattern.original())));
                }
            }
        }
        exception_action
    }
}

/// Returns the bytes of the patterns in a text that have to be searched for: those with wildcards
/// other than `*.ext`. All others are looked up. The time to match a path grows with this number.
pub(crate) fn searched_bytes(text: &str) -> usize {
    let is_searched = |line: &&str| {
        let name = line.strip_prefix("*.").unwrap_or(line);
        !line.starts_with('#')
            && (name.contains(['*', '?', '[', '\\'])
                || (name != *line && name.contains(['/', '.'])))
    };
    text.lines().filter(is_searched).map(str::len).sum()
}

fn folded(text: &str, case: CaseSensitivity) -> Cow<'_, str> {
    let any = case == CaseSensitivity::Insensitive || cfg!(any(target_vendor = "apple", windows));
    let is_folded =
        |text: &str| text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    // Through upper case, because two lower-case letters may share one, such as the long and the
    // round s.
    if any && !is_folded(text) {
        Cow::Owned(text.to_uppercase().to_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns what is wrong with a pattern, without the pattern.
fn reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseSensitivity, List, PathKind, searched_bytes};
    use crate::policy::Action;

    fn list(text: &str) -> List {
        List::new("test", text, Action::Deny, CaseSensitivity::Platform).expect(text)
    }

    fn action(text: &str, path: &str) -> Option<Action> {
        list(text).find(path, PathKind::Other).map(|(action, _)| action)
    }

    #[test]
    fn names_are_matched_as_git_matches_them() {
        let (deny, allow) = (Some(Action::Deny), Some(Action::Allow));
        for (text, path, expected) in [
            ("a.txt", "a.txt", deny),
            ("a.txt", "sub/a.txt", deny),
            ("/a.txt", "sub/a.txt", None),
            ("sub/a.txt", "deep/sub/a.txt", None),
            ("**/sub/a.txt", "deep/sub/a.txt", deny),
            ("sub/", "sub/deep/a.txt", deny),
            ("sub/", "sub", None),
            ("sub", "sub/a.txt", deny),
            ("*.log", "logs/today.log", deny),
            ("*.log", "log", None),
            ("logs/*", "logs/deep/a", deny),
            ("*\n!a.txt", "a.txt", allow),
            ("!a.txt\n*", "a.txt", deny),
            ("sub/\n!sub/a.txt", "sub/a.txt", deny),
            ("sub/*\n!sub/a.txt", "sub/a.txt", allow),
            ("sub/*\n!sub/a.txt", "sub/b.txt", deny),
            ("*\n!*/\n!*.md", "sub/deep/a.md", allow),
            ("*\n!*/\n!*.md", "sub/deep/a.txt", deny),
            ("# a.txt\n\n  \n", "a.txt", None),
            ("\\#a", "#a", deny),
            ("\\!a", "!a", deny),
            ("a?c", "abc", deny),
            ("a?c", "a/c", None),
            ("[a-c].txt", "b.txt", deny),
            ("[!a-c].txt", "b.txt", None),
            ("{a}.txt", "{a}.txt", deny),
            ("{a}.txt", "a.txt", None),
            ("{a,b}", "a", None),
            ("[{]a", "{a", deny),
            ("[]{]a", "{a", deny),
            ("[a{b", "[a{b", deny),
            ("\\{a\\}", "{a}", deny),
            ("\u{feff}a.txt\r\nb.txt\r\n", "a.txt", deny),
            ("\u{feff}a.txt\r\nb.txt\r\n", "b.txt", deny),
            ("été", "été", deny),
            ("a b", "a b", deny),
            ("a\\ ", "a ", deny),
            ("\u{feff}\u{feff}a.txt", "a.txt", deny),
            ("secret[[:digit:]].txt", "secret1.txt", deny),
            ("secret[[:digit:]].txt", "secret:.txt", None),
            ("[[:upper:]]*.pem", "Key.pem", deny),
            ("[[:upper:]]*.pem", "key.pem", None),
            ("***/b", "a/b", deny),
            ("[a\\]]", "]", deny),
            ("[b-a]", "b", deny),
            ("[b-a]", "a", None),
            ("[!]a]", "b", deny),
            ("[!]a]", "]", None),
        ] {
            assert_eq!(action(text, path), expected, "{text:?} {path:?}");
        }
    }

    #[test]
    fn a_pattern_for_directories_means_no_file() {
        let list = list("sub/");
        assert_eq!(list.find("sub", PathKind::Other), None);
        assert_eq!(list.find("sub", PathKind::Directory), Some((Action::Deny, "sub/".into())));
    }

    #[test]
    fn the_pattern_that_decided_is_told_as_it_was_written() {
        let list = list("*.{a}\n!/b.{a}");
        assert_eq!(list.find("x/b.{a}", PathKind::Other), Some((Action::Deny, "*.{a}".into())));
        assert_eq!(list.find("b.{a}", PathKind::Other), Some((Action::Allow, "!/b.{a}".into())));
    }

    #[test]
    fn names_and_endings_are_not_searched_for() {
        for line in ["# a*", "a.txt", "/a/b/", "!a", "*.log", ""] {
            assert_eq!(searched_bytes(line), 0, "{line}");
        }
        assert_eq!(
            searched_bytes("a*\n*.a*\nb?\n**/c\n[d]\n*.e/f\n*.g.h\na\n"),
            2 + 4 + 2 + 4 + 3 + 5 + 5
        );
    }

    #[test]
    fn capitals_can_be_left_out_of_account() {
        let any = |text: &str| {
            List::new("test", text, Action::Ask, CaseSensitivity::Insensitive).unwrap()
        };
        for path in [".env", ".ENV", "a/.Env"] {
            assert!(any(".eNv").find(path, PathKind::Other).is_some(), "{path}");
        }
        assert!(any("É[A-C]").find("éb", PathKind::Other).is_some());
        assert!(any("id_rsa").find("id_r\u{17f}a", PathKind::Other).is_some());
    }

    #[test]
    fn a_line_that_is_not_a_pattern_makes_the_list_unusable() {
        for (text, line) in [("a\n[[:a:]]\nb", 2), ("b\\\nc", 1), ("a\n\n!", 3), ("/", 1)] {
            let error = List::new("test", text, Action::Deny, CaseSensitivity::Platform);
            assert_eq!(error.unwrap_err().line, Some(line), "{text}");
        }
    }
}
