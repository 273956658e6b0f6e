//! The environment of a call.

use super::memory::Memory;
use super::paths;
use readroom_core::{File, FileError, GrantRole, LineNumber, PathStyle, Rules, Text, Tree};
use readroom_read::Index;
use std::borrow::Cow;

/// The environment of a call.
pub struct Environment<'a, T> {
    /// The files.
    pub tree: &'a T,
    /// The agent's working directory, an absolute name. `None` means the root.
    pub cwd: Option<&'a str>,
    /// Returns the name of the home directory, if there is one. Called only if a path begins with
    /// `~`.
    pub home: &'a dyn Fn() -> Option<String>,
    /// Returns a time in milliseconds. Only differences are used.
    pub clock: &'a dyn Fn() -> u64,
    /// Facts that earlier calls learned about the lines of the file.
    pub index: &'a Index<'a>,
    /// The parts of the file that the conversation already has.
    pub memory: &'a Memory<'a>,
    /// The maximum number of tokens in the content. Only the tool `readroom` has such a limit.
    pub max_tokens: Option<u64>,
    /// The time in milliseconds after which a page ends with the results so far. Only the find and
    /// search tools have such pages.
    pub page_time: Option<u64>,
    /// The results of scanning shards for the same call. They do not change the response.
    pub scans: &'a str,
    /// Whether the native result object is not needed. A tool may still produce it.
    pub content_only: bool,
}

impl<T: Tree> Environment<'_, T> {
    /// Returns the absolute name of the project root.
    pub(crate) fn root(&self) -> &str {
        self.tree
            .grants()
            .iter()
            .find(|grant| grant.role == GrantRole::Root)
            .map_or("/", |grant| &grant.name)
    }

    /// Returns the path style of the grants' system.
    pub(crate) fn style(&self) -> PathStyle {
        PathStyle::of(self.root())
    }

    /// Returns whether a path does not depend on the working directory.
    pub(crate) fn is_absolute(&self, path: &str) -> bool {
        self.style().is_absolute(path)
    }

    /// Returns the absolute name of a path, without accessing files.
    pub(crate) fn absolute(&self, path: &str) -> String {
        paths::absolute(self.style(), self.working_directory(), path)
    }

    /// Replaces a `~` at the beginning of a path with the home directory, if there is one.
    pub(crate) fn at_home<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let is_slash = |character| self.style().is_separator(character);
        let rest =
            path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_slash));
        let home = || (self.home)().filter(|home| self.is_absolute(home));
        let Some((rest, home)) = rest.and_then(|rest| Some((rest, home()?))) else {
            return Cow::Borrowed(path);
        };
        match (home.trim_end_matches(is_slash), rest) {
            ("", "") => Cow::Borrowed("/"),
            (home, rest) => Cow::Owned(format!("{home}{rest}")),
        }
    }

    /// Reads up to `lines` lines of a file starting at `first`.
    pub(crate) fn text(
        &self,
        file: &File<'_, T>,
        first: LineNumber,
        lines: u64,
        rules: &Rules,
    ) -> Result<Text, FileError> {
        self.index.with(file, rules, |index| file.text(first, lines, rules, index))
    }

    /// Returns the native result object as JSON, if it is needed.
    pub(crate) fn native(&self, encode: impl FnOnce() -> String) -> String {
        if self.content_only { String::new() } else { encode() }
    }

    /// Returns the absolute name of the working directory.
    pub(crate) fn working_directory(&self) -> &str {
        self.cwd.unwrap_or_else(|| self.root())
    }
}
