//! `directory_tree`: everything below a directory, as JSON.

use super::directories::Levels;
use super::{Entries, Faults, Glob, answered, located, text_fits};
use crate::shared::{Environment, Identity, Json, Reply};
use readroom_core::{FileKind, Tree};
use readroom_read::facts_of_directory;

pub(crate) const IDENTITY: Identity = super::identity("directory_tree");

pub(crate) use super::definitions::directory_tree as definition;
pub(crate) use super::list_directory::arguments_for;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let excluded = faults.optional_texts(arguments, "excludePatterns");
        let path = path.filter(|_| faults.is_empty())?;
        Some(tree(env, path, &excluded))
    })
}

fn tree<T: Tree>(env: &Environment<'_, T>, path: &str, excluded: &[&str]) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let Entries { directory, entries } = Entries::list(env, &real)?;
    let start = directory.location().clone();
    drop(directory);
    let excluded = excluded.iter().flat_map(|pattern| meant(pattern));
    let excluded = excluded.map(|pattern| Glob::new(&pattern)).collect::<Result<Vec<_>, _>>()?;
    let mut levels = Levels::new(&real);
    levels.enter(None, entries)?;
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
            line(&mut text, 2 * (depth - 1) - 1);
            text.push('}');
            has_entries = true;
            continue;
        };
        let path = [&*levels.path, &*name].concat();
        if excluded.iter().any(|glob| glob.matches(&path)) {
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
        }
    }
    text_fits(&text)?;
    Ok(answered(text, vec![facts_of_directory(&start, count)]))
}

/// Starts a line at this indentation.
fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Returns the meanings of a pattern. Without a star, it also matches entries with this name at any
/// depth, and their contents.
fn meant(pattern: &str) -> Vec<String> {
    match pattern.contains('*') {
        true => vec![pattern.into()],
        false => {
            vec![pattern.into(), format!("**/{pattern}"), format!("**/{pattern}/**")]
        }
    }
}
