//! `directory_tree`: all that is below a directory, as JSON.

use super::answer::answered;
use super::directories::{Entries, Levels, text_fits};
use super::faults::Faults;
use super::glob::{Budget, Glob, GlobError, Name};
use super::located;
use super::release::Release;
use super::search_files::{any_matches, too_complex};
use crate::shared::environment::Environment;
use crate::shared::json::Json;
use crate::shared::reply::Reply;
use readroom_core::{FileKind, Tree};
use readroom_read::ReadFacts;

const NAME: &str = "directory_tree";

pub(super) use super::list_directory::arguments_for;
pub(super) use super::located::requested_path;

pub(super) fn call<T: Tree>(
    env: &Environment<'_, T>,
    release: &'static Release,
    arguments: &str,
) -> Reply {
    Faults::answer(release, NAME, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let excluded = faults.optional_texts(arguments, "excludePatterns");
        let path = path.filter(|_| faults.is_empty())?;
        Some(tree(env, release, path, &excluded))
    })
}

fn tree<T: Tree>(
    env: &Environment<'_, T>,
    release: &Release,
    path: &str,
    excluded: &[&str],
) -> Result<Reply, String> {
    let real = located::locate(env, release, path)?;
    let Entries { directory, entries } = Entries::list(env, &real)?;
    let start = directory.location().clone();
    drop(directory);
    let budget = Budget::new();
    let mut excludes = Excludes { budget: &budget, globs: Vec::new(), left: excluded.iter() };
    let mut levels = Levels::new(&real);
    levels.enter(None, entries)?;
    let mut names: Vec<Name> = Vec::new();
    let (mut text, mut count) = (String::from("["), 0);
    // Whether an entry was written at this level.
    let mut has_entries = false;
    loop {
        let Some((name, kind)) = levels.next() else {
            let depth = levels.depth();
            let is_inside = levels.leave();
            if has_entries {
                line(&mut text, 2 * (depth - 1));
            }
            text.push(']');
            if !is_inside {
                break;
            }
            names.pop();
            line(&mut text, 2 * (depth - 1) - 1);
            text.push('}');
            has_entries = true;
            continue;
        };
        names.push(Name::new(&name));
        if excludes.has(&names)? {
            names.pop();
            continue;
        }
        let depth = 2 * (levels.depth() - 1) + 1;
        text.push_str(if has_entries { "," } else { "" });
        line(&mut text, depth);
        text.push('{');
        line(&mut text, depth + 1);
        text.extend(["\"name\": ", &*Json::text(&*name).write(), ","]);
        line(&mut text, depth + 1);
        count += 1;
        text_fits(&text)?;
        if kind == FileKind::Directory {
            text.push_str("\"type\": \"directory\",");
            line(&mut text, depth + 1);
            text.push_str("\"children\": [");
            let Entries { entries, .. } = Entries::list(env, &levels.absolute(&name))?;
            levels.enter(Some(&name), entries)?;
            has_entries = false;
        } else {
            text.push_str("\"type\": \"file\"");
            line(&mut text, depth);
            text.push('}');
            has_entries = true;
            names.pop();
        }
    }
    text_fits(&text)?;
    Ok(answered(text, vec![ReadFacts::of_directory(&start, count)]))
}

/// Begins a line that is indented this deep.
fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Patterns, which are compiled when they are first needed: one that is invalid says so only then.
struct Excludes<'a> {
    budget: &'a Budget,
    globs: Vec<Glob>,
    left: std::slice::Iter<'a, &'a str>,
}

impl Excludes<'_> {
    /// Returns whether a pattern excludes a path.
    fn has(&mut self, path: &[Name]) -> Result<bool, String> {
        if any_matches(&self.globs, path, self.budget)? {
            return Ok(true);
        }
        for pattern in self.left.by_ref() {
            let first = self.globs.len();
            // A pattern without a star also means what has this name, and what is in it.
            let around: &[(&str, &str)] = match pattern.contains('*') {
                true => &[("", "")],
                false => &[("", ""), ("**/", ""), ("**/", "/**")],
            };
            for (before, behind) in around {
                let pattern = [before, *pattern, behind].concat();
                let glob = Glob::new(&pattern, self.budget).map_err(|error| match error {
                    GlobError::Invalid(why) => format!("Invalid regular expression: {why}"),
                    GlobError::TooLong => "pattern is too long".into(),
                    GlobError::TooComplex => too_complex(&pattern),
                })?;
                self.globs.push(glob);
            }
            let new = self.globs.get(first..).unwrap_or_default();
            if any_matches(new, path, self.budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
