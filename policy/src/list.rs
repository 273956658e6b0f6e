//! Lists of patterns in the syntax of `.gitignore`, as one rule.

use crate::copies::original;
use crate::find::Found;
use crate::fold::folded;
use crate::git_pattern::{EXCEPTION, FLOATING};
use crate::lazy_patterns::LazyPatterns;
use crate::pattern_names::check_patterns;
use crate::patterns::{PatternError, Patterns};
use crate::rule::Action;
use std::borrow::Cow;
use std::fmt;

/// A list of patterns, and the action for the paths that they match.
///
/// Patterns work as in git: the last matching one decides, a match of a directory includes
/// everything below it, and `!` makes an exception, though not below a directory that matches.
pub struct List {
    /// The origin of the list, for people.
    name: Cow<'static, str>,
    action: Action,
    /// The action for exceptions. `None` leaves them to the other rules.
    exception_action: Option<Action>,
    text: Cow<'static, str>,
    /// The patterns as written. `None` if case never matters.
    exact: Option<LazyPatterns>,
    /// The folded patterns, for directories that are case-insensitive.
    folded: LazyPatterns,
    /// Whether copies of a file are also checked by the name of the original.
    includes_copies: bool,
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
    /// Returns the behavior of the usual file systems of this operating system.
    pub fn usual() -> Self {
        match cfg!(any(target_vendor = "apple", windows)) {
            true => Self::Insensitive,
            false => Self::Sensitive,
        }
    }

    /// Returns a name in the form used for comparison.
    pub fn folded(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Sensitive => Cow::Borrowed(name),
            Self::Insensitive => folded(name),
        }
    }
}

/// The kind of a checked path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A directory, to be listed or passed through.
    Directory,
    /// A file, another kind of entry, or nothing.
    Other,
}

/// Why a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The first line that is not a pattern, counted from 1. `None` if the list is too long.
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
    /// Compiles patterns, one per line. Fails at an invalid line, and if the text is larger than 16
    /// MiB.
    pub fn new(name: &str, text: &str, action: Action) -> Result<Self, ListError> {
        let text = text.trim_start_matches('\u{feff}');
        let patterns = Patterns::new(text, None)
            .and_then(|patterns| check_patterns(&patterns, text).map(|()| patterns))
            .map_err(|PatternError { line, reason }| ListError { line, reason })?;
        Ok(Self {
            exact: Some(LazyPatterns::compiled(patterns, None)),
            ..Self::compiled(name, Cow::Borrowed(text), action)
        })
    }

    /// Makes a list of patterns that are known to compile. They are compiled as far as paths need
    /// it.
    pub fn compiled(name: &str, text: Cow<'_, str>, action: Action) -> Self {
        let text = match text.starts_with('\u{feff}') {
            true => text.trim_start_matches('\u{feff}').into(),
            false => text.into_owned(),
        };
        Self {
            name: Cow::Owned(name.into()),
            action,
            exception_action: Some(Action::Allow),
            text: Cow::Owned(text),
            exact: Some(LazyPatterns::new(None)),
            folded: LazyPatterns::new(Some(folded)),
            includes_copies: false,
        }
    }

    /// Makes a list of folded patterns, for which case never matters, and which also match copies
    /// that editors and people make next to a file, by the name of the original. Their exceptions
    /// have no effect.
    pub(crate) fn secrets(
        name: &'static str,
        text: &'static str,
        patterns: Patterns,
        action: Action,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            action,
            exception_action: None,
            text: Cow::Borrowed(text),
            exact: None,
            folded: LazyPatterns::compiled(patterns, Some(folded)),
            includes_copies: true,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn action(&self) -> Action {
        self.action
    }

    /// Returns whether it is the list of names that look like secrets.
    pub(crate) fn is_of_secrets(&self) -> bool {
        self.includes_copies
    }

    /// Returns the action for a clean path relative to the directory of the list, and the deciding
    /// pattern as written. `None` if the list does not match it.
    pub fn find(&self, path: &str, kind: PathKind, case: Case) -> Option<(Action, &str)> {
        self.find_by(path, kind, case, Patterns::find)
    }

    /// Returns whether the list decides about a path below a directory that it does not match.
    pub(crate) fn matches_itself(&self, path: &str, kind: PathKind, case: Case) -> bool {
        self.find_by(path, kind, case, Patterns::find_itself).is_some()
    }

    fn find_by(
        &self,
        path: &str,
        kind: PathKind,
        case: Case,
        find: impl Fn(&Patterns, &str, bool) -> Option<Found>,
    ) -> Option<(Action, &str)> {
        let (patterns, case) = match &self.exact {
            Some(exact) if case == Case::Sensitive => (exact, Case::Sensitive),
            _ => (&self.folded, Case::Insensitive),
        };
        let mut path = Cow::Borrowed(path);
        loop {
            let folded = case.folded(&path);
            let Some(patterns) = patterns.for_path(&self.text, &folded) else {
                // It compiled once, so it compiles again. If not, it must open nothing.
                return match self.action {
                    Action::Allow => None,
                    Action::Ask => Some((Action::Ask, "")),
                    Action::Mask | Action::Deny => Some((Action::Deny, "")),
                };
            };
            let decided = find(patterns, &folded, kind == PathKind::Directory).and_then(|found| {
                let action = match found.is_exception {
                    true => self.exception_action?,
                    false => self.action,
                };
                Some((action, patterns.line(found.number, &self.text)))
            });
            if decided.is_some() || !self.includes_copies || kind == PathKind::Directory {
                return decided;
            }
            path = Cow::Owned(original(&path)?);
        }
    }

    /// Returns whether the list may allow something below a directory that does not match itself.
    /// The directory is a clean path, relative to that of the list.
    pub fn may_allow_below(&self, directory: &str, case: Case) -> bool {
        // Compiling all patterns takes longer than a small read.
        if !is_allowing(0, self.action) && !self.text.contains('!') {
            return false;
        }
        let Some(patterns) = self.exact.as_ref().and_then(|exact| exact.all(&self.text)) else {
            return false;
        };
        patterns.flags().zip(0..).any(|(flags, number)| {
            is_allowing(flags, self.action)
                && (flags & FLOATING != 0
                    || directory.is_empty()
                    || may_meet(beginning(patterns.line(number, &self.text)), directory, case))
        })
    }
}

fn is_allowing(flags: u8, action: Action) -> bool {
    flags & EXCEPTION != 0 || matches!(action, Action::Allow | Action::Mask)
}

/// Returns the literal prefix of a pattern.
fn beginning(line: &str) -> &str {
    let pattern = line.strip_prefix('!').unwrap_or(line).trim_start_matches('/');
    pattern.split(['*', '?', '[', '\\']).next().unwrap_or_default()
}

/// Returns whether a path with a given prefix may be below a directory, both absolute or both
/// relative to a common ancestor.
pub(crate) fn may_meet(beginning: &str, directory: &str, case: Case) -> bool {
    let (beginning, directory) = (case.folded(beginning), format!("{}/", case.folded(directory)));
    beginning.starts_with(&directory) || directory.starts_with(&*beginning)
}
