//! Lists of patterns in the syntax of `.gitignore`, as one rule.

use crate::copies::original;
use crate::fold::folded;
use crate::git_pattern::translated;
use crate::rule::Action;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use lru::LruCache;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A list of patterns, and the action for the paths that they match.
///
/// Patterns work as in git: the last matching one decides, a match of a directory includes what is
/// below it, and `!` makes an exception, though not below a directory that matches.
#[derive(Clone)]
pub struct List {
    /// The origin of the list, for people.
    name: Arc<str>,
    action: Action,
    /// The action for exceptions. `None` leaves them to the other rules.
    exception_action: Option<Action>,
    text: Arc<str>,
    /// The patterns as they were written. `None` if case never matters.
    exact: Option<Patterns>,
    /// The patterns in any case, for directories that take names in any case.
    folded: OnceLock<Option<Patterns>>,
    /// The literal beginnings of the patterns that allow something, or `None` for those that match
    /// in any directory.
    allowing: Arc<[Option<String>]>,
    /// Whether copies of a file are judged by the name of the original, too.
    includes_copies: bool,
}

/// Compiled patterns.
#[derive(Clone)]
struct Patterns {
    matcher: Gitignore,
    /// The lines as they were written, by what the matcher got instead.
    sources: Arc<HashMap<String, String>>,
    /// What was found for directories: each call walks through the same ones, and each name in them
    /// depends on all directories around it.
    directories: Arc<Mutex<LruCache<String, PatternMatch>>>,
}

/// The number of directories whose matches are remembered.
const MAX_DIRECTORIES: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// The pattern that matches a name or a directory around it, as it was written.
#[derive(Clone, PartialEq, Eq)]
enum PatternMatch {
    None,
    Listed(Arc<str>),
    Exception(Arc<str>),
}

/// Whether `a` and `A` are the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// They are two names.
    Sensitive,
    /// They are one name.
    Insensitive,
}

impl Case {
    /// Returns what the usual file systems of this operating system do.
    pub fn usual() -> Self {
        match cfg!(any(target_vendor = "apple", windows)) {
            true => Self::Insensitive,
            false => Self::Sensitive,
        }
    }

    /// Returns a name in the form in which it is compared.
    pub fn folded(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Sensitive => Cow::Borrowed(name),
            Self::Insensitive => folded(name),
        }
    }
}

/// What a path is checked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A directory that is listed or passed through.
    Directory,
    /// A file, something else, or nothing.
    Other,
}

/// Why a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The first line that is not a pattern, counted from 1. `None` if there are too many patterns.
    pub line: Option<usize>,
    /// The reason, without the line: a repository may have written it.
    pub reason: String,
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
        write!(f, "{}: {} ({} lines)", self.name, self.action, self.text.lines().count())
    }
}

impl List {
    /// Compiles the patterns in a text, one per line. Fails at a line that is not a pattern, and if
    /// there are too many to compile.
    pub fn new(name: &str, text: &str, action: Action) -> Result<Self, ListError> {
        let exact = Some(Patterns::new(text, Case::Sensitive)?);
        Ok(Self { exact, ..Self::without_patterns(name, text, action) })
    }

    /// Compiles patterns for which case never matters, which also match copies that editors and
    /// people make of a file next to it, by the name of the original. Their exceptions decide
    /// nothing.
    pub fn secrets(name: &str, text: &str, action: Action) -> Result<Self, ListError> {
        let folded = OnceLock::from(Some(Patterns::new(text, Case::Insensitive)?));
        let list = Self::without_patterns(name, text, action);
        let allowing = Arc::default();
        Ok(Self { folded, allowing, exception_action: None, includes_copies: true, ..list })
    }

    fn without_patterns(name: &str, text: &str, action: Action) -> Self {
        Self {
            name: name.into(),
            action,
            exception_action: Some(Action::Allow),
            text: text.into(),
            exact: None,
            folded: OnceLock::new(),
            allowing: text.lines().filter_map(|line| allowing(line, action)).collect(),
            includes_copies: false,
        }
    }

    /// Returns the origin of the list, for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the action for a clean path relative to the directory of the list, and the pattern
    /// that decided. `None` if the list does not match it.
    pub fn find(&self, path: &str, kind: PathKind, case: Case) -> Option<(Action, String)> {
        let exact = self.exact.as_ref().filter(|_| case == Case::Sensitive);
        let Some(patterns) = exact.or_else(|| self.folded()) else {
            // What compiled once compiles again. If not, nothing is allowed for it.
            return (self.action != Action::Allow).then(|| (self.action, String::new()));
        };
        let case = if exact.is_some() { Case::Sensitive } else { Case::Insensitive };
        let mut path = Cow::Borrowed(path);
        loop {
            let found = match patterns.find(&case.folded(&path), kind) {
                PatternMatch::None => None,
                PatternMatch::Listed(pattern) => Some((self.action, pattern)),
                PatternMatch::Exception(pattern) => {
                    self.exception_action.map(|action| (action, pattern))
                }
            };
            if found.is_some() || !self.includes_copies || kind == PathKind::Directory {
                return found.map(|(action, pattern)| (action, pattern.to_string()));
            }
            path = Cow::Owned(original(&path)?);
        }
    }

    /// Returns whether something below a directory that does not match itself may be allowed by the
    /// list. A clean path, relative to the directory of the list.
    pub fn may_allow_below(&self, directory: &str, case: Case) -> bool {
        let may_match = |beginning: &Option<String>| match beginning {
            Some(beginning) => may_meet(beginning, directory, case),
            None => true,
        };
        self.allowing.iter().any(may_match)
    }

    fn folded(&self) -> Option<&Patterns> {
        let compile = || Patterns::new(&self.text, Case::Insensitive).ok();
        self.folded.get_or_init(compile).as_ref()
    }
}

/// Returns the literal beginning of a pattern if it allows something, and `None` in it if the
/// pattern matches in any directory.
fn allowing(line: &str, action: Action) -> Option<Option<String>> {
    let exception = line.strip_prefix('!');
    let is_allowing = exception.is_some() || (action == Action::Allow && !line.starts_with('#'));
    let pattern = exception.unwrap_or(line).trim_end();
    // A pattern without a slash but at its end matches in any directory.
    let is_anchored = pattern.trim_end_matches('/').contains('/');
    let beginning = pattern.trim_start_matches('/').split(['*', '?', '[', '\\']).next();
    is_allowing.then(|| beginning.filter(|_| is_anchored).map(Into::into))
}

/// Returns whether a path with a given beginning may lie below a directory.
pub(crate) fn may_meet(beginning: &str, directory: &str, case: Case) -> bool {
    let (beginning, directory) = (case.folded(beginning), format!("{}/", case.folded(directory)));
    beginning.starts_with(&directory) || directory.starts_with(&*beginning)
}

impl Patterns {
    fn new(text: &str, case: Case) -> Result<Self, ListError> {
        let (mut patterns, mut sources) = (GitignoreBuilder::new(""), HashMap::new());
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let added = match line.trim_end() {
                comment if comment.starts_with('#') => continue,
                // An exception that matches nothing would be one for everything.
                "!" | "/" | "!/" => Err("it matches nothing".to_string()),
                _ => translated(line).and_then(|translations| {
                    translations.iter().try_for_each(|pattern| {
                        let pattern = case.folded(pattern);
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
        let matcher = patterns.build().map_err(too_many)?;
        let directories = Arc::new(LruCache::new(MAX_DIRECTORIES).into());
        Ok(Self { matcher, sources: sources.into(), directories })
    }

    fn find(&self, path: &str, kind: PathKind) -> PatternMatch {
        if path.is_empty() || self.matcher.is_empty() {
            return PatternMatch::None;
        }
        if kind == PathKind::Directory {
            return self.find_directory(path);
        }
        self.find_in(path, false)
    }

    fn find_directory(&self, path: &str) -> PatternMatch {
        let known = || self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(path) {
            return found.clone();
        }
        let found = self.find_in(path, true);
        known().put(path.into(), found.clone());
        found
    }

    /// Finds the pattern for a name in a directory, after those for the directories around it.
    fn find_in(&self, path: &str, is_directory: bool) -> PatternMatch {
        let around = match path.rfind('/') {
            Some(end) => self.find_directory(&path[..end]),
            None => PatternMatch::None,
        };
        if matches!(around, PatternMatch::Listed(_)) {
            return around;
        }
        let source = |pattern: &str| match self.sources.get(pattern.trim_end()) {
            Some(source) => source.as_str().into(),
            None => pattern.into(),
        };
        match self.matcher.matched(path, is_directory) {
            ignore::Match::None => around,
            ignore::Match::Ignore(pattern) => PatternMatch::Listed(source(pattern.original())),
            ignore::Match::Whitelist(pattern) => {
                PatternMatch::Exception(source(pattern.original()))
            }
        }
    }
}

/// Returns the bytes of the patterns in a text that have to be searched for: those with wildcards
/// other than `*.ext`. All others are looked up. The time to match a path grows with this number.
pub fn searched_bytes(text: &str) -> usize {
    let is_searched = |line: &&str| {
        let name = line.strip_prefix("*.").unwrap_or(line);
        !line.starts_with('#')
            && (name.contains(['*', '?', '[', '\\'])
                || (name != *line && name.contains(['/', '.'])))
    };
    text.lines().filter(is_searched).map(str::len).sum()
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
    use super::{Case, List, PathKind, searched_bytes};
    use crate::Action;
    use std::sync::LazyLock;

    /// What every host's lists have to match.
    #[derive(serde::Deserialize)]
    struct Data {
        patterns: Vec<(String, String, Option<String>)>,
        errors: Vec<(String, usize)>,
        any_case: Vec<(String, String)>,
    }

    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let text = include_str!("../../tests/policy/patterns.json");
        serde_json::from_str(text).expect("patterns.json")
    });

    fn list(text: &str) -> List {
        List::new("test", text, Action::Deny).expect(text)
    }

    fn action(text: &str, path: &str) -> Option<Action> {
        list(text).find(path, PathKind::Other, Case::Sensitive).map(|(action, _)| action)
    }

    #[test]
    fn names_are_matched_as_git_matches_them() {
        for (text, path, expected) in DATA.patterns.iter() {
            let expected = expected.as_deref().map(|kind| match kind {
                "listed" => Action::Deny,
                _ => Action::Allow,
            });
            assert_eq!(action(text, path), expected, "{text:?} {path:?}");
        }
    }

    #[test]
    fn a_pattern_for_directories_means_no_file() {
        let list = list("sub/");
        assert_eq!(list.find("sub", PathKind::Other, Case::Sensitive), None);
        let found = list.find("sub", PathKind::Directory, Case::Sensitive);
        assert_eq!(found, Some((Action::Deny, "sub/".into())));
    }

    #[test]
    fn the_pattern_that_decided_is_told_as_it_was_written() {
        let list = list("*.{a}\n!/b.{a}");
        let find = |path| list.find(path, PathKind::Other, Case::Sensitive);
        assert_eq!(find("x/b.{a}"), Some((Action::Deny, "*.{a}".into())));
        assert_eq!(find("b.{a}"), Some((Action::Allow, "!/b.{a}".into())));
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
    fn case_matters_where_it_does_in_the_directory() {
        for (pattern, path) in DATA.any_case.iter() {
            let find = |case| list(pattern).find(path, PathKind::Other, case);
            assert_eq!(find(Case::Insensitive), Some((Action::Deny, pattern.clone())), "{path}");
            assert_eq!(find(Case::Sensitive), None, "{path}");
        }
    }

    #[test]
    fn something_below_a_directory_may_be_allowed() {
        for (text, directory, expected) in [
            ("a", "b", false),
            ("!a.txt", "b", true),
            ("!/b/a.txt", "b", true),
            ("!/b/a.txt", "b/c", false),
            ("!b/c/*.txt", "b", true),
            ("!b/c/*.txt", "b/c/d", true),
            ("!b/c/a", "B", false),
            ("# !b", "b", false),
        ] {
            let found = list(text).may_allow_below(directory, Case::Sensitive);
            assert_eq!(found, expected, "{text} {directory}");
        }
        assert!(list("!b/c/a").may_allow_below("B", Case::Insensitive));
    }

    #[test]
    fn a_line_that_is_not_a_pattern_makes_the_list_unusable() {
        for (text, line) in DATA.errors.iter() {
            let error = List::new("test", text, Action::Deny);
            assert_eq!(error.unwrap_err().line, Some(*line), "{text}");
        }
    }
}
