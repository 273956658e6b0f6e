//! `readroom:find`.

use super::arguments::{
    FIND_NAMES, FIND_ORDERS, GIT, ScopeArguments, number, page_properties, refuse_others,
    scope_properties,
};
use super::spellings::{self, Understood};
use super::{Looked, MAX_TRIES, at_path, notes};
use crate::readroom::{Budget, Given, Sentences, counted, directory_text};
use crate::shared::{Definition, Environment, Identity, Reply, schema, to_json};
use readroom_core::{FileKind, Tree};
use readroom_history::Historic;
use readroom_search::{
    DEFAULT_ENTRIES, FindOrder, FindRequest, FoundEntry, FoundFiles, Scope, find,
};
use readroom_types as types;
use readroom_types::ReadError as ErrorReport;

pub(crate) const IDENTITY: Identity = super::identity("find");

pub(crate) use super::arguments_for;

const KINDS: [(&str, &[FileKind]); 4] = [
    ("file", &[FileKind::File]),
    ("directory", &[FileKind::Directory]),
    ("link", &[FileKind::Link]),
    ("any", &ANY),
];

/// The maximum number of entries of an answer; larger numbers act as this one. All are also JSON.
pub(super) const MAX_ENTRIES: u64 = 10_000;

/// All kinds.
pub(super) const ANY: [FileKind; 4] =
    [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];

/// The default number of entries in another order than by path: the first ones are wanted.
const TOP_ENTRIES: u64 = 20;

/// The description of `entries`.
pub(super) const ENTRIES: &str =
    "The maximum number of entries: 1000 by default, and 20 if order is not path.";

/// The description of `details`.
pub(super) const DETAILS: &str = "Whether to return the bytes, lines and tokens of files.";

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = scope_properties();
    properties.extend([
        schema::one_of("kind", &KINDS.map(|(name, _)| name), "What to find."),
        schema::one_of(
            "order",
            &FIND_ORDERS.map(|(name, _)| name),
            "By path, or the newest, largest or longest first.",
        ),
        schema::boolean("details", DETAILS),
        number("entries", None, ENTRIES),
    ]);
    properties.extend(page_properties());
    Definition {
        name: "find",
        description: "Finds files by name.".into(),
        parameters: schema::short(
            &[("glob", "string", "Such as src/**/*.rs"), ("path", "string", "")],
            &["glob"],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "find: find files by their names",
        guidelines: vec!["Find files with find rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    super::call(env, arguments, spellings::find, answer)
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    super::requested_path(env, arguments, spellings::find)
}

fn answer<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    let names: Vec<_> = [&ScopeArguments::NAMES[..], &FIND_NAMES, &["bytes", "tokens"]].concat();
    refuse_others(given, &names)?;
    let scope = ScopeArguments::parse(given)?;
    let request = request(given, scope.at(scope.path), given.choice("kind", &KINDS)?)?;
    let note = |found: &FoundFiles| {
        let mut notes = notes::begin(arguments, found.globs.as_deref());
        let mut found_nothing = is_nothing(found, &request);
        match found.entries.len() as u64 {
            0 if found_nothing => {
                notes.add(format_args!("Nothing was found."));
                found_nothing = !notes::near(env, &request.scope, request.kinds, &mut notes);
            }
            0 => notes.add(format_args!("Nothing was found yet{}.", more(found))),
            count => notes.add(format_args!("{} found{}.", counted(count, "entry"), more(found))),
        }
        ending(found, &request, found_nothing, arguments, notes)
    };
    fitted(env, arguments, &request, note, |found| Ok(paths(found, &request)))
}

/// Returns a request with the arguments that say what to return.
pub(super) fn request<'a>(
    given: Given<'a, '_>,
    scope: Scope<'a>,
    kinds: &'a [FileKind],
) -> Result<FindRequest<'a>, ErrorReport> {
    let order = given.choice("order", &FIND_ORDERS)?;
    let details = given.flag("details")?;
    let default = if order == FindOrder::Path { DEFAULT_ENTRIES } else { TOP_ENTRIES };
    let entries = given.natural("entries")?.unwrap_or(default);
    Ok(FindRequest {
        scope,
        kinds,
        order,
        details: details || order == FindOrder::Size,
        lines: details || order == FindOrder::Lines,
        cursor: given.text("cursor")?,
        entries: Some(entries.min(MAX_ENTRIES)),
    })
}

/// Returns what is said if there are more pages.
pub(super) fn more(found: &FoundFiles) -> &'static str {
    if found.next.is_some() { "; more follow" } else { "" }
}

/// Returns whether nothing was found on any page.
pub(super) fn is_nothing(found: &FoundFiles, request: &FindRequest<'_>) -> bool {
    found.entries.is_empty() && found.next.is_none() && request.cursor.is_none()
}

/// Returns notes with what was left out and the next call.
pub(super) fn ending(
    found: &FoundFiles,
    request: &FindRequest<'_>,
    found_nothing: bool,
    arguments: &Understood<'_>,
    mut notes: Sentences,
) -> String {
    let numbers = match (request.details, request.lines) {
        (true, true) => "bytes, lines, tokens",
        (true, false) => "bytes",
        (false, true) => "lines, tokens",
        (false, false) => "",
    };
    if !numbers.is_empty() && found.entries.iter().any(|entry| entry.kind == FileKind::File) {
        notes.add(format_args!("Before each file: {numbers}."));
    }
    // A directory that is left out may have what was not looked for.
    let has_globs = request.scope.globs.iter().any(|glob| *glob != GIT);
    let words = if has_globs { "Not looked at" } else { "Left out" };
    notes::skipped(words, &found.skipped, found_nothing, &mut notes);
    // The first few in an order are all that was asked for.
    let wanted = arguments.given().natural("entries").ok().flatten();
    let is_enough = request.order != FindOrder::Path
        && wanted.is_some_and(|wanted| found.entries.len() as u64 >= wanted);
    let next = found.next.as_deref().filter(|_| !is_enough);
    notes::next(arguments, next, found.out_of_time, &mut notes);
    notes.in_brackets()
}

/// Returns the paths of entries, one a line.
pub(super) fn paths(found: &FoundFiles, request: &FindRequest<'_>) -> String {
    let mut text = String::new();
    found.entries.iter().for_each(|entry| push_entry(&mut text, entry, &entry.path, request));
    text
}

/// Adds the line of an entry under a name, with the requested numbers of a file before it.
pub(super) fn push_entry(
    text: &mut String,
    entry: &FoundEntry,
    name: &str,
    request: &FindRequest<'_>,
) {
    let size = entry.metadata.map(|metadata| metadata.size);
    let (lines, tokens) = entry.length.map(|length| (length.lines, length.tokens)).unzip();
    let numbers = [(request.details, size), (request.lines, lines), (request.lines, tokens)];
    let is_file = entry.kind == FileKind::File;
    for (_, number) in numbers.into_iter().filter(|(is_wanted, _)| *is_wanted && is_file) {
        let number = number.map_or_else(|| "-".into(), |number| number.to_string());
        text.extend([&*number, "\t"]);
    }
    directory_text::push_line(text, name, entry.kind);
}

/// Finds what fits into the budget, and returns it with a note.
pub(super) fn fitted<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
    request: &FindRequest<'_>,
    note: impl Fn(&FoundFiles) -> String,
    lines: impl Fn(&FoundFiles) -> Result<String, ErrorReport>,
) -> Result<Looked, ErrorReport> {
    let budget: Budget = super::budget(env, arguments)?;
    let deadline = super::deadline(env);
    let mut attempt = *request;
    let mut tries = 0;
    loop {
        tries += 1;
        let (found, path) = at_path(request.scope.path, |path| {
            let request = FindRequest { scope: Scope { path, ..attempt.scope }, ..attempt };
            find(env.tree, env.cwd, &request, deadline)
        })?;
        let (lines, note) = (lines(&found)?, note(&found));
        let text = [&*lines, &*note].concat();
        let count = found.entries.len() as u64;
        if budget.exceeded_by(&text).is_none() || count <= 1 || tries >= MAX_TRIES {
            let json = env.native(|| to_json(&types::Found::from(found)));
            return Ok(Looked { json, text, path, lines: count });
        }
        let (fitting, _) = budget.without(&note).fitting(&lines);
        let fewer = fitting.min(count - 1).saturating_sub(u64::from(tries > 1) * count / 16);
        attempt.entries = Some(fewer.max(1));
    }
}
