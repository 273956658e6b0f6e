//! Lists of patterns in the syntax of `.gitignore`, as one rule.

use crate::policy::rule::Action;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::borrow::Cow;
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
    excepted: Option<Action>,
    spelling: Spelling,
    patterns: Gitignore,
}

/// Whether case matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As on the usual file systems of this operating system.
    Usual,
    /// Never.
    AnyCase,
}

/// The kind of what a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A directory.
    Directory,
    /// A file, something else, or nothing.
    Other,
}

/// A line that is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Its number, counted from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) reason: String,
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({} patterns)", self.name, self.action, self.patterns.len())
    }
}

impl List {
    /// Compiles the patterns in a text, one per line, and returns the lines that are not patterns,
    /// which are left out. Fails if there are too many to compile.
    pub(crate) fn new(
        name: &str,
        text: &str,
        action: Action,
        spelling: Spelling,
    ) -> Result<(Self, Vec<Broken>), String> {
        let (mut patterns, mut broken) = (GitignoreBuilder::new(""), Vec::new());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            // An exception that matches nothing would be one for everything.
            let added = match line.trim_end() {
                "!" | "/" | "!/" => Err("it names nothing".to_string()),
                _ => {
                    let line = with_plain_braces(line);
                    let line = folded(&line, spelling);
                    patterns.add_line(None, &line).map(drop).map_err(|error| reason(&error))
                }
            };
            if let Err(reason) = added {
                broken.push(Broken { line: number + 1, text: line.into(), reason });
            }
        }
        let patterns = patterns.build().map_err(|error| reason(&error))?;
        let excepted = Some(Action::Allow);
        Ok((Self { name: name.into(), action, excepted, spelling, patterns }, broken))
    }

    /// Returns the same list without a decision about its exceptions.
    pub(crate) fn silent_about_exceptions(self) -> Self {
        Self { excepted: None, ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the action for a clean path relative to the directory of the list, and the pattern
    /// that decided. `None` if the list does not match it.
    pub(crate) fn find(&self, path: &str, named: Named) -> Option<(Action, String)> {
        if path.is_empty() || self.patterns.is_empty() {
            return None;
        }
        let path = folded(path, self.spelling);
        let around = path.match_indices('/').map(|(end, _)| (&path[..end], true));
        let mut excepted = None;
        for (name, is_directory) in around.chain([(&*path, named == Named::Directory)]) {
            match self.patterns.matched(name, is_directory) {
                ignore::Match::None => {}
                ignore::Match::Ignore(pattern) => {
                    return Some((self.action, written(pattern.original())));
                }
                ignore::Match::Whitelist(pattern) => {
                    excepted = self.excepted.map(|action| (action, written(pattern.original())));
                }
            }
        }
        excepted
    }
}

/// Returns the bytes of the patterns in a text that have to be searched for: those with wildcards
/// other than `*.ext`. All others are looked up. The time to match a path grows with this number.
pub(crate) fn searched(text: &str) -> usize {
    let is_searched = |line: &&str| {
        let name = line.strip_prefix("*.").unwrap_or(line);
        !line.starts_with('#')
            && (name.contains(['*', '?', '[', '\\'])
                || (name != *line && name.contains(['/', '.'])))
    };
    text.lines().filter(is_searched).map(str::len).sum()
}

fn folded(text: &str, spelling: Spelling) -> Cow<'_, str> {
    let any = spelling == Spelling::AnyCase || cfg!(any(target_vendor = "apple", windows));
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

/// Escapes braces in a line, because they are literal in git but alternatives for the matcher.
fn with_plain_braces(line: &str) -> Cow<'_, str> {
    if !line.contains(['{', '}']) {
        return Cow::Borrowed(line);
    }
    let (mut out, mut characters) = (String::new(), line.char_indices());
    // The byte offset where the current set of characters ends.
    let mut set = 0;
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                out.push('\\');
                out.extend(characters.next().map(|(_, escaped)| escaped));
                continue;
            }
            // The first character of a set may be a `]`, also after a `!` or `^`.
            '[' if at >= set => {
                let inner = &line[at + 1..];
                let skipped = inner.len() - inner.trim_start_matches(['!', '^']).len();
                let first = inner[skipped..].chars().next().map_or(0, char::len_utf8);
                let end = inner[skipped + first..].find(']');
                set = end.map_or(set, |end| at + 1 + skipped + first + end);
            }
            '{' | '}' if at >= set => out.push('\\'),
            _ => {}
        }
        out.push(character);
    }
    Cow::Owned(out)
}

/// Returns a pattern as it was written.
fn written(pattern: &str) -> String {
    pattern.replace("\\{", "{").replace("\\}", "}")
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
    use super::{List, Named, Spelling, searched};
    use crate::policy::Action;

    fn list(text: &str) -> List {
        let (list, broken) = List::new("test", text, Action::Deny, Spelling::Usual).unwrap();
        assert_eq!(broken, [], "{text}");
        list
    }

    fn says(text: &str, path: &str) -> Option<Action> {
        list(text).find(path, Named::Other).map(|(action, _)| action)
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
        ] {
            assert_eq!(says(text, path), expected, "{text:?} {path:?}");
        }
    }

    #[test]
    fn a_pattern_for_directories_means_no_file() {
        let list = list("sub/");
        assert_eq!(list.find("sub", Named::Other), None);
        assert_eq!(list.find("sub", Named::Directory), Some((Action::Deny, "sub/".into())));
    }

    #[test]
    fn the_pattern_that_decided_is_told_as_it_was_written() {
        let list = list("*.{a}\n!/b.{a}");
        assert_eq!(list.find("x/b.{a}", Named::Other), Some((Action::Deny, "*.{a}".into())));
        assert_eq!(list.find("b.{a}", Named::Other), Some((Action::Allow, "!/b.{a}".into())));
    }

    #[test]
    fn names_and_endings_are_not_searched_for() {
        for line in ["# a*", "a.txt", "/a/b/", "!a", "*.log", ""] {
            assert_eq!(searched(line), 0, "{line}");
        }
        assert_eq!(
            searched("a*\n*.a*\nb?\n**/c\n[d]\n*.e/f\n*.g.h\na\n"),
            2 + 4 + 2 + 4 + 3 + 5 + 5
        );
    }

    #[test]
    fn capitals_can_be_left_out_of_account() {
        let any = |text: &str| List::new("test", text, Action::Ask, Spelling::AnyCase).unwrap().0;
        for path in [".env", ".ENV", "a/.Env"] {
            assert!(any(".eNv").find(path, Named::Other).is_some(), "{path}");
        }
        assert!(any("É[A-C]").find("éb", Named::Other).is_some());
        assert!(any("id_rsa").find("id_r\u{17f}a", Named::Other).is_some());
    }

    #[test]
    fn a_line_that_is_no_pattern_is_told_and_harms_no_other() {
        let (list, broken) =
            List::new("test", "a\n[z-a]\nb\\\n!\nc", Action::Deny, Spelling::Usual).unwrap();
        let lines: Vec<_> =
            broken.iter().map(|broken| (broken.line, broken.text.as_str())).collect();
        assert_eq!(lines, [(2, "[z-a]"), (3, "b\\"), (4, "!")]);
        for name in ["a", "c"] {
            assert!(list.find(name, Named::Other).is_some(), "{name}");
        }
        assert_eq!(list.find("d", Named::Other), None);
    }
}
