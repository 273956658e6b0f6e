//! Globs relative to an ancestor of the searched directory.
//!
//! Paths in responses are relative to the root, and models copy them into globs while also passing
//! the path of a directory. Globs that exclude apply relative to either, as in ripgrep. If the
//! globs match nothing as written, those that start with the names of the directory, or with the
//! last of them, are tried without these names, and with backslashes as slashes; then those with a
//! `*` are tried in any case.

use crate::globs::{expand, split_mark};
use crate::{Scope, SearchError, Walk};
use readroom_core::Tree;
use readroom_policy::IgnoreFile;

/// The maximum number of directory names that globs are compared with, and of globs made from one.
const MAX_NAMES: usize = 64;
const MAX_GLOBS: usize = 64;

/// Placeholders that clients write for a missing glob.
const ABSENT: [&str; 5] = ["null", "none", "None", "nil", "undefined"];

/// Searches a scope, and if it is empty, again with globs relative to an ancestor of its directory,
/// and in any case.
/// `look` gets globs that differ from those of the scope a second time. A cursor continues with the
/// globs it belongs to.
pub(crate) fn looked_at<T: Tree, R>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    cursor: Option<&str>,
    is_empty: impl Fn(&R) -> bool,
    look: impl Fn(Scope<'_>, Option<Vec<String>>) -> Result<R, SearchError>,
) -> Result<R, SearchError> {
    let look_with = |globs: Option<Vec<String>>| match &globs {
        None => look(*scope, None),
        Some(texts) => {
            let texts: Vec<_> = texts.iter().map(String::as_str).collect();
            look(Scope { globs: &texts, ..*scope }, globs.clone())
        }
    };
    let mut start = None;
    if scope.globs.iter().any(|glob| glob.starts_with('!') && glob.contains(['/', '\\'])) {
        start = Some(Start::of(tree, cwd, scope)?);
    }
    let looked = look_with(start.as_ref().and_then(|start| start.taken_as(scope.globs, true)));
    let is_tried_again = match &looked {
        Ok(result) => cursor.is_none() && is_empty(result),
        Err(SearchError::Cursor(_)) => true,
        Err(_) => false,
    };
    if !is_tried_again || scope.globs.is_empty() {
        return looked;
    }
    let start = start.map_or_else(|| Start::of(tree, cwd, scope), Ok)?;
    for globs in start.others(scope.globs) {
        match look_with(Some(globs)) {
            Ok(result) if !is_empty(&result) || cursor.is_some() => return Ok(result),
            _ => {}
        }
    }
    looked
}

/// Returns globs of which those such as `*.pdf` match in any case. `None` if none changes.
fn in_any_case(globs: Vec<String>) -> Option<Vec<String>> {
    let folded = |glob: &String| {
        if glob.starts_with('!') || !glob.contains('*') || glob.contains(['[', '\\']) {
            return glob.clone();
        }
        let mut folded = String::new();
        for c in glob.chars() {
            match c.is_ascii_alphabetic() {
                true => folded.extend(['[', c.to_ascii_lowercase(), c.to_ascii_uppercase(), ']']),
                false => folded.push(c),
            }
        }
        folded
    };
    let in_any_case: Vec<_> = globs.iter().map(folded).collect();
    (in_any_case != globs).then_some(in_any_case)
}

/// The directory that globs are relative to.
pub(crate) struct Start {
    /// Its absolute name, with a slash at its end. Empty if it is a file.
    absolute: String,
    /// The number of its components below the root.
    below_root: usize,
}

impl Start {
    pub(crate) fn of<T: Tree>(
        tree: &T,
        cwd: Option<&str>,
        scope: &Scope<'_>,
    ) -> Result<Self, SearchError> {
        let walk = Walk::new(tree, cwd, &Scope { globs: &[], ..*scope }, &[])?;
        let absolute = if walk.is_one_file() { String::new() } else { walk.absolute() };
        Ok(Self { absolute, below_root: names(&walk.base()).count() })
    }

    /// Returns what globs that match nothing may mean: relative to an ancestor, and in any case.
    fn others(&self, globs: &[&str]) -> impl Iterator<Item = Vec<String>> + use<> {
        let relative = self.taken_as(globs, false);
        let own = || globs.iter().map(|glob| (*glob).into()).collect();
        let in_any_case = in_any_case(relative.clone().unwrap_or_else(own));
        relative.into_iter().chain(in_any_case)
    }

    /// Returns it with its name in lower case.
    pub(crate) fn folded(self) -> Self {
        Self { absolute: self.absolute.to_lowercase(), ..self }
    }

    /// Returns the globs reinterpreted in the directory, or only those that exclude. `None` if none
    /// changes.
    pub(crate) fn taken_as(&self, globs: &[&str], only_excluding: bool) -> Option<Vec<String>> {
        let directory: Vec<_> = names(&self.absolute).collect();
        let mut taken_as = Vec::new();
        for glob in globs {
            let (mark, text) = split_mark(glob);
            match self.of_one(mark, text, &directory).filter(|_| mark == "!" || !only_excluding) {
                Some(own) => taken_as.extend(own.iter().map(|text| [mark, text].concat())),
                None => taken_as.push((*glob).into()),
            }
        }
        (taken_as != globs).then_some(taken_as)
    }

    /// Reinterprets one glob. `None` if it does not change.
    fn of_one(&self, mark: &str, text: &str, directory: &[&str]) -> Option<Vec<String>> {
        if directory.is_empty() {
            return None;
        }
        if mark.is_empty() && ABSENT.contains(&text) {
            return Some(Vec::new());
        }
        let plain = plain(text, mark.is_empty());
        let mut expanded = Vec::new();
        let mut add = |text: &str| {
            expanded.push(text.to_string());
            expanded.len() < MAX_GLOBS
        };
        // Braces without a comma are part of a name, such as `{id}`.
        let _ = if plain.contains(',') { expand(&plain, &mut add).is_ok() } else { add(&plain) };
        let (mut own, mut differs) = (Vec::new(), plain != text);
        for text in expanded {
            let glob: Vec<_> = text.trim_start_matches('/').split('/').collect();
            let root = directory.len().saturating_sub(self.below_root);
            let around = |at: usize| {
                let (around, mut rests) = (directory.get(at..)?, Vec::new());
                let is_from_top = at == root || at == 0 && text.starts_with('/');
                // A glob that may match anywhere needs no other prefix.
                if (mark.is_empty() || is_from_top) && glob.first() == around.first() {
                    push_rests(&glob, around, &mut rests);
                }
                (!rests.is_empty()).then_some(rests)
            };
            let first = directory.len().saturating_sub(MAX_NAMES);
            let rests = (first..directory.len()).find_map(around);
            differs |= rests.is_some();
            if rests.is_none() || !mark.is_empty() {
                own.push(text.clone());
            }
            own.extend(rests.into_iter().flatten());
        }
        differs.then_some(own)
    }
}

fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|name| !name.is_empty())
}

/// Returns a glob with slashes between its components and without `.` and `..`. A backslash before
/// a character that needs no escape is a separator, and so are all others if `all_separate`.
fn plain(glob: &str, all_separate: bool) -> String {
    let glob = glob.strip_prefix("file://").unwrap_or(glob);
    let mut bytes = glob.bytes().zip(glob.bytes().skip(1));
    let separates =
        all_separate || bytes.any(|pair| matches!(pair, (b'\\', b) if b.is_ascii_alphanumeric()));
    let slashed = if separates { glob.replace('\\', "/") } else { glob.into() };
    let mut plain: Vec<&str> = Vec::new();
    for name in slashed.split('/') {
        match name {
            "." => {}
            "" if !plain.is_empty() && !slashed.ends_with('/') => {}
            ".." if plain.last().is_some_and(|last| !last.is_empty()) => drop(plain.pop()),
            name => plain.push(name),
        }
    }
    plain.join("/")
}

/// Adds the rest of a glob below a directory: several if `**` may match some of the names of the
/// directory or none.
fn push_rests(glob: &[&str], directory: &[&str], rests: &mut Vec<String>) {
    let Some((name, glob_rest)) = glob.split_first() else { return };
    let Some((first, directory_rest)) = directory.split_first() else {
        if rests.len() < MAX_GLOBS && *glob != [""] {
            rests.push(["/", &glob.join("/")].concat());
        }
        return;
    };
    if *name == "**" {
        push_rests(glob_rest, directory, rests);
        push_rests(glob, directory_rest, rests);
    } else if name == first || matches_name(name, first) {
        push_rests(glob_rest, directory_rest, rests);
    }
}

fn matches_name(glob: &str, name: &str) -> bool {
    let glob = IgnoreFile::new(&["/", glob].concat());
    glob.is_ok_and(|glob| glob.ignores(name, true) == Some(true))
}

#[cfg(test)]
mod tests;
