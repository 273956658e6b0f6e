//! `readroom:list`.

use super::arguments::{FIND_ORDERS, LIST_NAMES, at, number, page_properties, path, refuse_others};
use super::find::{
    ANY, DETAILS, ENTRIES, ending, fitted, is_nothing, more, paths, push_entry, request,
};
use super::spellings::{self, Understood};
use super::{Looked, notes};
use crate::readroom::{InWords, counted, directory_text};
use crate::shared::{Definition, Environment, Identity, Reply, schema};
use readroom_core::{FileKind, Tree};
use readroom_history::Historic;
use readroom_read::{PathError, ReadError};
use readroom_search::{FindOrder, FindRequest, FoundFiles, Scope, Skipped};
use readroom_types::ReadError as ErrorReport;

pub(crate) const IDENTITY: Identity = super::identity("list");

pub(crate) use super::arguments_for;

/// What is not listed below the directory itself.
const GIT: [&str; 1] = ["!.git"];

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = vec![
        path("The directory. The root by default."),
        number("depth", Some(1), "How deep to list. From 2 on, without what .gitignore excludes."),
        schema::boolean("ignored", "Whether to list what .gitignore excludes at any depth."),
        schema::one_of(
            "order",
            &FIND_ORDERS.map(|(name, _)| name),
            "By path, or all files below by their paths, the newest, largest or longest first.",
        ),
        schema::boolean("details", DETAILS),
        number("entries", None, ENTRIES),
        at(),
    ];
    properties.extend(page_properties());
    Definition {
        name: "list",
        description: "Lists a directory.".into(),
        parameters: schema::short(
            &[
                ("path", "string", ""),
                ("depth", "integer", "1 by default"),
                ("order", "modified|size|lines", "20 files below, greatest first"),
            ],
            &[],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "list: list a directory",
        guidelines: vec!["List directories with list rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    super::call(env, arguments, spellings::list, answer)
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    super::requested_path(env, arguments, spellings::list)
}

fn answer<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    refuse_others(given, &LIST_NAMES)?;
    // The greatest files are wanted wherever they are.
    let is_by_path = given.choice("order", &FIND_ORDERS)? == FindOrder::Path;
    let depth = given.natural("depth")?.or(is_by_path.then_some(1));
    let scope = Scope {
        path: given.text("path")?.unwrap_or("."),
        globs: if depth == Some(1) { &[] } else { &GIT },
        hidden: true,
        ignored: depth == Some(1) || given.flag("ignored")?,
        depth,
    };
    let request = request(given, scope, if is_by_path { &ANY } else { &[FileKind::File] })?;
    let note = |found: &FoundFiles| {
        let mut notes = notes::begin(arguments, None);
        match found.entries.len() as u64 {
            0 if is_nothing(found, &request) => {
                let is_empty = is_by_path && found.skipped == Skipped::default();
                let what = if is_empty { "The directory is empty" } else { "Nothing is listed" };
                notes.add(format_args!("{what}."));
            }
            count => {
                let what = if is_by_path { "entry" } else { "file" };
                notes.add(format_args!("{}{}.", counted(count, what), more(found)));
            }
        }
        ending(found, &request, is_nothing(found, &request), arguments, notes)
    };
    fitted(env, arguments, &request, note, |found| match found.is_one_file {
        true => {
            let (path, error) = (scope.path.into(), PathError::NotADirectory);
            Err(ReadError::Path { path, error }.in_words())
        }
        false if is_by_path => Ok(tree(found, &request)),
        false => Ok(paths(found, &request)),
    })
}

/// Returns entries with a line each, indented below the directories that they are in.
fn tree(found: &FoundFiles, request: &FindRequest<'_>) -> String {
    let (mut text, mut around) = (String::new(), Vec::<&str>::new());
    for entry in &found.entries {
        let below = entry.path.get(found.base.len()..).unwrap_or_default();
        let (directories, name) = below.rsplit_once('/').unwrap_or(("", below));
        let directories = || directories.split('/').filter(|name| !name.is_empty());
        let same = around.iter().zip(directories()).take_while(|(one, other)| *one == other);
        let same = same.count();
        around.truncate(same);
        for directory in directories().skip(same) {
            indent(&mut text, around.len());
            directory_text::push_line(&mut text, directory, FileKind::Directory);
            around.push(directory);
        }
        indent(&mut text, around.len());
        push_entry(&mut text, entry, name, request);
        if entry.kind == FileKind::Directory {
            around.push(name);
        }
    }
    text
}

fn indent(text: &mut String, levels: usize) {
    (0..levels).for_each(|_| text.push_str("  "));
}
