//! The names of files that usually contain secrets.

use crate::copies::original;
use crate::list::{Case, List, PathKind};
use crate::patterns::Patterns;
use crate::rule::Action;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

pub(crate) const TEXT: &str = include_str!("secrets.gitignore");

pub(crate) const NAME: &str = "secrets";

// The lines of the list without comments, and its compiled patterns: an instance of the component
// that serves one call has no time to compile them.
include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// Returns the list as a rule that asks.
pub(crate) fn list() -> &'static Arc<List> {
    static LIST: LazyLock<Arc<List>> =
        LazyLock::new(|| List::secrets(NAME, LINES, PATTERNS, Action::Ask).into());
    &LIST
}

/// Returns whether a path, relative to its grant, is on the list.
pub(crate) fn is_secret(path: &str, kind: PathKind) -> bool {
    list().find(path, kind, Case::Sensitive).is_some()
}

/// Same as [`is_secret`], for a path below a directory that is not on the list.
pub(crate) fn is_secret_itself(path: &str, kind: PathKind) -> bool {
    list().matches_itself(path, kind, Case::Sensitive)
}

/// Returns the path of a file that usually contains secrets, relative to its grant, or that of the
/// original if it is a copy. `None` for other files.
pub fn secret_name(path: &str) -> Option<Cow<'_, str>> {
    if !is_secret(path, PathKind::Other) {
        return None;
    }
    let mut name = Cow::Borrowed(path);
    while let Some(original) = original(&name) {
        name = Cow::Owned(original);
    }
    Some(name)
}

#[cfg(test)]
mod tests;
