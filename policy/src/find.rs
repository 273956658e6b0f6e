//! Finds the pattern in a list that decides about a path.

use crate::git_pattern::{DIRECTORY, EXCEPTION};
use crate::patterns::{EMPTY, MAX_KEY, NAME, PARENT, Patterns, add, beginning, end, key};
use crate::wildmatch::{find_beginnings, is_match};

/// The pattern that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) number: u32,
    /// Whether it starts with `!`.
    pub(crate) is_exception: bool,
}

impl Patterns {
    /// Returns the last pattern that matches a clean path relative to the directory of the list. A
    /// pattern that matches an ancestor takes precedence, unless it is an exception.
    pub(crate) fn find(&self, path: &str, is_directory: bool) -> Option<Found> {
        // The list never matches its own directory.
        if path.is_empty() {
            return None;
        }
        let path = path.as_bytes();
        let deep = self.find_deep(path, is_directory);
        let (mut start, mut parent, mut around) = (0, EMPTY, None);
        loop {
            let (mut end, mut hash) = (start, EMPTY);
            while let Some(byte) = path.get(end).filter(|byte| **byte != b'/') {
                hash = add(hash, byte);
                end += 1;
            }
            let is_last = end == path.len();
            let mut last = Last {
                patterns: self,
                path: path.get(..end)?,
                name: path.get(start..end)?,
                is_directory: is_directory || !is_last,
                end: deep.get(end).copied().unwrap_or_default(),
            };
            let found = last.find(hash, parent);
            if is_last {
                return found.or(around);
            }
            match found {
                Some(Found { is_exception: false, .. }) => return found,
                Some(_) => around = found,
                None => {}
            }
            (start, parent) = (end + 1, hash);
        }
    }

    /// Returns the last pattern that matches a path itself, regardless of its ancestors.
    pub(crate) fn find_itself(&self, path: &str, is_directory: bool) -> Option<Found> {
        if path.is_empty() {
            return None;
        }
        let hash = |name: &str| name.as_bytes().iter().fold(EMPTY, add);
        let (around, name) = path.rsplit_once('/').unwrap_or(("", path));
        let parent = match self.kinds & PARENT {
            0 => "",
            _ => around.rsplit('/').next().unwrap_or_default(),
        };
        let path = path.as_bytes();
        let deep = self.find_deep(path, is_directory);
        let mut last = Last {
            patterns: self,
            path,
            name: name.as_bytes(),
            is_directory,
            end: deep.get(path.len()).copied().unwrap_or_default(),
        };
        last.find(hash(name), hash(parent))
    }

    /// Returns, for each length of a prefix of the path, the number of patterns up to the last one
    /// with `NAMES` that matches it. Empty if none matches any.
    fn find_deep(&self, path: &[u8], is_directory: bool) -> Vec<u32> {
        let mut last = Vec::new();
        for &number in &*self.deep {
            let (flags, code) = self.code(number);
            find_beginnings(code, flags, path, |length| {
                if length < path.len() || is_directory || flags & DIRECTORY == 0 {
                    last.resize(path.len() + 1, 0);
                    if let Some(last) = last.get_mut(length) {
                        *last = number + 1;
                    }
                }
            });
        }
        last
    }
}

/// The search for the last pattern that matches a path itself.
struct Last<'a> {
    patterns: &'a Patterns,
    path: &'a [u8],
    /// The last name of the path.
    name: &'a [u8],
    is_directory: bool,
    /// The number of patterns up to the last known match.
    end: u32,
}

impl Last<'_> {
    /// Returns the last pattern, given the hashes of the last and the second to last name.
    fn find(&mut self, name: u32, parent: u32) -> Option<Found> {
        let patterns = self.patterns;
        let [files, directories] = patterns.all;
        self.end = self.end.max(if self.is_directory { directories } else { files });
        for &number in patterns.unkeyed.iter().rev() {
            if !self.goes_on_after(number) {
                break;
            }
        }
        self.find_key(key(NAME, name));
        if patterns.kinds & PARENT != 0 {
            self.find_key(key(PARENT, parent));
        }
        for length in 1..=MAX_KEY.min(self.name.len()) {
            if patterns.kinds & beginning(length) != 0 {
                let (bytes, _) = self.name.split_at(length);
                self.find_key(key(beginning(length), bytes.iter().fold(EMPTY, add)));
            }
            if patterns.kinds & end(length) != 0 {
                let (_, bytes) = self.name.split_at(self.name.len() - length);
                self.find_key(key(end(length), bytes.iter().fold(EMPTY, add)));
            }
        }
        let number = self.end.checked_sub(1)?;
        Some(Found { number, is_exception: patterns.code(number).0 & EXCEPTION != 0 })
    }

    fn find_key(&mut self, hash: u32) {
        for &(_, number) in self.patterns.with_key(hash).iter().rev() {
            if !self.goes_on_after(number) {
                return;
            }
        }
    }

    /// Compares a pattern, and returns whether an earlier one may still be the last match.
    fn goes_on_after(&mut self, number: u32) -> bool {
        if number < self.end {
            return false;
        }
        let (flags, code) = self.patterns.code(number);
        let is_kind = self.is_directory || flags & DIRECTORY == 0;
        if is_kind && is_match(code, flags, self.path, self.name) {
            self.end = number + 1;
        }
        number >= self.end
    }
}

#[cfg(test)]
mod tests;
