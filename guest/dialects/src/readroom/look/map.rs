//! The map that `readroom:read` returns as the outline of a directory.

use super::spellings::Understood;
use super::{Looked, notes};
use crate::readroom::model_text::push_entry;
use crate::readroom::{Budget, InWords, counted, understood};
use crate::shared::{Environment, Reply, listed, to_json};
use readroom_core::{Opened, TrailingSlash, Tree, find};
use readroom_read::{ReadRequest, Start, View};
use readroom_search::{DEFAULT_MAP_BYTES, DirectoryMap, MapLimits, Scope, Skipped};
use readroom_types::{MapPage, ReadError as ErrorReport};
use std::fmt::Write as _;

/// Returns whether a request is for the map of a directory.
pub(in crate::readroom) fn is_wanted<T: Tree>(
    env: &Environment<'_, T>,
    request: &ReadRequest<'_>,
) -> bool {
    let opened = || find(env.tree, env.cwd, request.path, TrailingSlash::Ignored);
    request.view == View::Outline
        && matches!(request.start, None | Some(Start::Cursor(_)))
        && matches!(opened(), Ok(Opened::Directory(_)))
}

/// Returns the page that a request is for: as much of it as fits.
pub(in crate::readroom) fn answer<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &str,
    request: &ReadRequest<'_>,
) -> Result<Reply, ErrorReport> {
    let arguments = Understood(understood(arguments)?);
    let cursor = match request.start {
        Some(Start::Cursor(cursor)) => Some(cursor),
        _ => None,
    };
    let (scope, deadline) = (Scope::new(request.path), super::deadline(env));
    let map = DirectoryMap::new(env.tree, env.cwd, &scope, cursor, deadline);
    let map = map.map_err(InWords::in_words)?;
    let bytes = request.bytes.or(Some(DEFAULT_MAP_BYTES));
    let budget = Budget::of(&ReadRequest { bytes, ..*request }, env.max_tokens);
    let (page, text) = super::fitted(budget, |Budget { bytes, tokens }| {
        let limits = MapLimits { definitions: request.lines, bytes: Some(bytes), tokens };
        let page = map.page(limits).map_err(InWords::in_words)?;
        let text = [text(&page), note(&page, &map.skipped, &arguments)].concat();
        Ok((page, text))
    })?;
    let (lines, json) = (definitions(&page), env.native(|| to_json(&page)));
    Ok(super::reply(env, Looked { json, text, path: request.path.into(), lines }))
}

/// Returns the files with the lines of their definitions, and the names of others: those of a
/// directory are on one line.
fn text(page: &MapPage) -> String {
    let mut text = String::new();
    for file in &page.files {
        let lines = counted(file.lines.into(), "line");
        let more = match file.omitted {
            0 => String::new(),
            omitted => format!(", {}", counted(omitted.into(), "more definition")),
        };
        // Writing into memory does not fail.
        let _ = writeln!(text, "{} ({lines}{more})", listed(&file.path));
        for entry in &file.definitions {
            let short = entry.text.trim_end_matches([' ', '{', ':']);
            push_entry(&mut text, (entry.line.into(), entry.last.into(), entry.depth), short);
        }
    }
    for names in page.names.chunk_by(|one, other| split(one).0 == split(other).0) {
        let own: Vec<_> = names.iter().map(|path| split(path).1).collect();
        let line = match names {
            [first, _, ..] => format!("{}{{{}}}", split(first).0, own.join(",")),
            _ => names.concat(),
        };
        text.push_str(&listed(&line));
        text.push('\n');
    }
    text
}

/// Splits a path into its directory, with a slash at the end, and its last name.
fn split(path: &str) -> (&str, &str) {
    path.split_at_checked(path.rfind('/').map_or(0, |slash| slash + 1)).unwrap_or_default()
}

fn definitions(page: &MapPage) -> u64 {
    page.files.iter().map(|file| file.definitions.len() as u64).sum()
}

fn note(page: &MapPage, skipped: &Skipped, arguments: &Understood<'_>) -> String {
    let mut notes = notes::begin(arguments, None);
    let of = |shown: u64, all: u32, what: &str| match shown == u64::from(all) {
        true => counted(shown, what),
        false => format!("{shown} of {}", counted(all.into(), what)),
    };
    let files = of(page.files.len() as u64, page.mapped, "file");
    let all = of(definitions(page), page.definitions, "definition");
    let order = if page.next.is_some() { ", those used in most files first" } else { "" };
    notes.add(format_args!("{files}; {all}{order}."));
    let not_mapped: Vec<_> = [
        (page.tests, "test file"),
        (page.generated, "generated file"),
        (page.others, "other file"),
        (page.unread, "unread file"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| counted(count.into(), what))
    .collect();
    if !not_mapped.is_empty() {
        notes.add(format_args!("Not mapped: {}.", not_mapped.join(", ")));
    }
    notes::skipped("Left out", skipped, false, &mut notes);
    notes::next(arguments, page.next.as_deref(), page.out_of_time, &mut notes);
    notes.in_brackets()
}
