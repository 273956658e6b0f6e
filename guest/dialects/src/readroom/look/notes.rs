//! What is said below an answer, in brackets: how much it is, what was left out, the next call.

use super::arguments::GIT;
use super::spellings::Understood;
use crate::readroom::{Sentences, counted};
use crate::shared::{Environment, Json, quotable};
use readroom_core::{FileKind, TrailingSlash, Tree, find};
use readroom_search::{FoundEntry, Scope, Skipped};

/// Returns sentences that begin with the arguments as they were understood, if they were written
/// otherwise or other globs were used.
pub(super) fn begin(arguments: &Understood<'_>, globs: Option<&[String]>) -> Sentences {
    let mut notes = Sentences::default();
    let with_globs = |globs: &[String]| {
        let globs: Vec<_> = globs.iter().filter(|glob| *glob != GIT).collect();
        let texts = globs.iter().map(|glob| Json::text(glob.as_str()));
        arguments.with([(
            "glob",
            match &*globs {
                [glob] => Json::text(glob.as_str()),
                _ => Json::List(texts.collect()),
            },
        )])
    };
    if let Some(taken_as) = globs.map(with_globs).or_else(|| arguments.taken_as()) {
        notes.add(format_args!("Taken as {taken_as}."));
    }
    notes
}

/// Returns sentences that begin with the arguments as they were understood, if they were written
/// otherwise.
pub(in crate::readroom) fn begin_plain(arguments: &Understood<'_>) -> Sentences {
    begin(arguments, None)
}

/// Says what was left out, after these words, and how to include it if nothing else was found.
pub(super) fn skipped(words: &str, skipped: &Skipped, found_nothing: bool, notes: &mut Sentences) {
    let by: Vec<_> = skipped.ignored_by().collect();
    let ignored = format!("ignored by {}", by.join(", "));
    let things = |count, one: &str, more: &str| (count > 0).then(|| counted(count, one) + more);
    let number = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let left_out: Vec<_> = [
        things(skipped.binary, "binary file", ""),
        things(skipped.documents, "document", " without readable text"),
        things(skipped.large, "file", " too large"),
        number(skipped.hidden, "hidden"),
        number(skipped.ignored(), &ignored),
        things(skipped.links, "link", ""),
        things(skipped.directories, "unreadable directory", ""),
        things(skipped.files, "unreadable file", ""),
        things(skipped.names, "name", " not in Unicode"),
        things(skipped.paths, "path", " too long"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !left_out.is_empty() {
        notes.add(format_args!("{words}: {}.", left_out.join(", ")));
    }
    if skipped.ignore_files > 0 {
        let files = counted(skipped.ignore_files, "ignore file");
        notes.add(format_args!("{files}: too large or unreadable: not applied."));
    }
    let arguments = [("hidden", skipped.hidden), ("ignored", skipped.ignored())];
    let names: Vec<_> =
        arguments.into_iter().filter_map(|(name, count)| (count > 0).then_some(name)).collect();
    match &*names {
        [] => {}
        _ if !found_nothing => {}
        [name] => notes.add(format_args!("Set {name} to include them.")),
        [names @ .., last] => {
            notes.add(format_args!("Set {} or {last} to include them.", names.join(", ")));
        }
    }
    if found_nothing && skipped.links > 0 {
        notes.add(format_args!("Give a link as path to follow it."));
    }
}

/// Says what globs that match nothing may mean. Returns whether it names what leads to it, so that
/// other ways need not be.
pub(super) fn near<T: Tree>(
    env: &Environment<'_, T>,
    scope: &Scope<'_>,
    wanted: &[FileKind],
    notes: &mut Sentences,
) -> bool {
    let near = readroom_search::near(env.tree, env.cwd, scope, super::deadline(env));
    let is_regex =
        |glob: &&str| glob.contains("\\.") || glob.starts_with('^') || glob.ends_with('$');
    if near.is_empty() && scope.globs.iter().any(is_regex) {
        notes.add(format_args!("A glob is not a regular expression: *.rs is what ends in .rs."));
    }
    let wanted = if wanted.is_empty() { &[FileKind::File] } else { wanted };
    let known = near.iter().find(|entry| wanted.contains(&entry.kind)).or(near.first());
    let Some(FoundEntry { path, kind, .. }) = known else { return false };
    let same = near.iter().filter(|entry| entry.kind == *kind);
    let names: Vec<_> = same.map(|entry| format!("'{}'", quotable(&entry.path))).collect();
    let names = names.join(" or ");
    let is_followed = || find(env.tree, env.cwd, path, TrailingSlash::Ignored).is_ok();
    match kind {
        _ if wanted.contains(kind) => notes.add(format_args!("Did you mean {names}?")),
        FileKind::Directory => notes.add(format_args!("{names} is a directory: give it as path.")),
        FileKind::Link if is_followed() => {
            notes.add(format_args!("{names} is a link: give it as path."));
        }
        FileKind::Link => notes.add(format_args!("{names} is a link that leads nowhere here.")),
        _ => return false,
    }
    !wanted.contains(kind)
}

/// Says how to go on.
pub(in crate::readroom) fn next(
    arguments: &Understood<'_>,
    next: Option<&str>,
    out_of_time: bool,
    notes: &mut Sentences,
) {
    if out_of_time {
        notes.add(format_args!("The time was up."));
    }
    if let Some(cursor) = next {
        notes.add(format_args!("Next: {}", arguments.next(cursor)));
    }
}
