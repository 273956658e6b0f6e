//! Globs that are relative to a directory around the one that is looked in.
//!
//! Paths in answers are relative to the root, and models copy them into globs together with the
//! path of a directory. If globs match nothing there as they are written, those that begin with the
//! names of the directory, or with the last of them, are taken without these names.

use crate::error::SearchError;
use crate::globs::{expand, split_mark};
use crate::walk::{Scope, Walk};
use readroom_core::Tree;
use readroom_policy::IgnoreFile;

/// The maximum number of names of the directory that globs are compared with, and of globs that
/// come of one.
const MAX_NAMES: usize = 64;
const MAX_GLOBS: usize = 64;

/// Looks in a scope, and if nothing was there, with globs relative to a directory around it, which
/// `look` gets once more. A cursor goes on with the globs that it belongs to.
pub(crate) fn looked_at<T: Tree, R>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    cursor: Option<&str>,
    is_empty: impl Fn(&R) -> bool,
    look: impl Fn(Scope<'_>, Option<Vec<String>>) -> Result<R, SearchError>,
) -> Result<R, SearchError> {
    let looked = look(*scope, None);
    let is_tried_again = match &looked {
        Ok(result) => cursor.is_none() && is_empty(result),
        Err(SearchError::Cursor(_)) => true,
        Err(_) => false,
    };
    if !is_tried_again || scope.globs.is_empty() {
        return looked;
    }
    let start = Walk::new(tree, cwd, &Scope { globs: &[], ..*scope }, &[])?;
    let Some(globs) = below(scope.globs, &start.absolute()).filter(|_| !start.is_one_file()) else {
        return looked;
    };
    let texts: Vec<_> = globs.iter().map(String::as_str).collect();
    match look(Scope { globs: &texts, ..*scope }, Some(globs.clone())) {
        Ok(result) if !is_empty(&result) || cursor.is_some() => Ok(result),
        _ => looked,
    }
}

/// Returns globs relative to a directory, given its absolute name. `None` if none is relative to
/// another one.
fn below(globs: &[&str], directory: &str) -> Option<Vec<String>> {
    let directory: Vec<_> = directory.split('/').filter(|name| !name.is_empty()).collect();
    let (mut relative, mut differs) = (Vec::new(), false);
    for glob in globs {
        let (mark, text) = split_mark(glob);
        let mut expanded = Vec::new();
        let _ = expand(text, &mut |text: &str| {
            expanded.push(text.to_string());
            expanded.len() < MAX_GLOBS
        });
        let mut own = Vec::new();
        for text in &expanded {
            let names: Vec<_> = text.trim_start_matches('/').split('/').collect();
            let first = directory.len().saturating_sub(MAX_NAMES);
            let mut ways = (first..directory.len()).filter_map(|at| directory.get(at..));
            let found = ways.find_map(|around| {
                let mut rest = Vec::new();
                // A glob that may match anywhere needs no other beginning.
                if names.first() == around.first() {
                    push_rests(&names, around, &mut rest);
                }
                (!rest.is_empty()).then_some(rest)
            });
            differs |= found.is_some();
            own.extend(found.unwrap_or_else(|| vec![text.clone()]));
        }
        relative.extend(own.into_iter().map(|text| [mark, &*text].concat()));
    }
    differs.then_some(relative)
}

/// Adds what is left of a glob below a directory: more than one if `**` may stand for some of the
/// names of the directory or for none.
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
