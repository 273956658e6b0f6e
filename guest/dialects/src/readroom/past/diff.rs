//! `readroom:diff`.

use super::{
    commit_line, file_line, is_late, note_absent, note_repository, numbers, push_message, short,
    tag_names,
};
use crate::readroom::argument_aliases::STAGED;
use crate::readroom::look::{
    self, Looked, Understood, budget, fitted, natural, number, of_repository, page_properties,
    refuse_others,
};
use crate::readroom::{Budget, InWords, counted, with_note};
use crate::shared::{
    Definition, Environment, Identity, Json, Members, Reply, on_one_line, schema, to_json,
};
use readroom_core::Tree;
use readroom_history::Historic;
use readroom_types::{
    ChangeStatus, ChangedFile, DiffOutput, DiffPage, DiffRequest, ReadError as ErrorReport, count,
};
use std::fmt::Write as _;

pub(crate) const IDENTITY: Identity = look::identity("diff");

pub(crate) use look::arguments_for;

const NAMES: [&str; 11] =
    ["path", "glob", "at", "from", "to", "what", "context", "files", "cursor", "bytes", "tokens"];

const OUTPUTS: [(&str, DiffOutput); 3] =
    [("patch", DiffOutput::Patch), ("files", DiffOutput::Files), ("counts", DiffOutput::Counts)];

/// The part of a page for the list of all files, where the patches do not fit: one of this many.
const FILES_SHARE: u64 = 4;

/// The maximum number of characters of a line of a patch.
const MAX_COLUMNS: usize = 2000;

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = vec![
        look::path(
            "The file or directory whose changes are shown. The whole repository by default.",
        ),
        look::globs(),
        schema::text(
            "from",
            "The older revision, HEAD by default. a..b is both, a...b from where b left a.",
        ),
        schema::text(
            "to",
            "The newer revision, index for what is staged; the files as they are by default.",
        ),
        schema::text("at", "A commit, instead of from and to: what it changed."),
        schema::one_of(
            "what",
            &OUTPUTS.map(|(name, _)| name),
            "What to show: patches, the changed files, or the numbers of their lines.",
        ),
        number("context", Some(3), "The number of unchanged lines around changed ones."),
        number("files", None, "The maximum number of files. 1000 by default."),
    ];
    properties.extend(page_properties());
    Definition {
        name: "diff",
        description: "Shows git changes, since HEAD by default.".into(),
        parameters: schema::short(
            &[
                ("path", "string", ""),
                ("glob", "string", ""),
                ("from", "string", "Such as main...HEAD"),
                ("to", "string", ""),
                ("at", "string", "One commit instead"),
                ("what", "patch|files|counts", ""),
            ],
            &[],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "diff: show what changed in git",
        guidelines: vec!["Show changes with diff rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    look::call_now(env, arguments, understand, answer)
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    look::requested_path(env, arguments, understand)
}

fn understand(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    let mut arguments = super::understood(written, &[&NAMES[..], &[STAGED]].concat())?;
    arguments.default_by(STAGED, "to", |staged| staged.then(|| Json::text("index")));
    Ok(arguments)
}

fn answer<T: Historic>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    refuse_others(given, &NAMES)?;
    let text = |name| Ok::<_, ErrorReport>(given.text(name)?.map(String::from));
    let request = DiffRequest {
        globs: given.texts("glob")?.into_iter().map(String::from).collect(),
        at: text("at")?,
        from: text("from")?,
        to: text("to")?,
        output: given.choice("what", &OUTPUTS)?,
        context: natural(given, "context")?,
        cursor: text("cursor")?,
        files: natural(given, "files")?,
        path: given.text("path")?.unwrap_or(".").into(),
        bytes: None,
        tokens: None,
        milliseconds: None,
    };
    let within = |Budget { bytes, tokens }| DiffRequest {
        bytes: Some(count(bytes)),
        tokens: tokens.map(count),
        ..request.clone()
    };
    let (budget, deadline) = (budget(env, arguments)?, look::deadline(env));
    let comparison = env.tree.compare(env.cwd, &request);
    let comparison = comparison.map_err(|error| of_repository(env, &request.path, error))?;
    let statuses = comparison.statuses();
    let note = |page: &DiffPage| note(env, page, &request, &statuses, arguments);
    let diff =
        |request: &DiffRequest| comparison.page(request, deadline).map_err(InWords::in_words);
    let (page, text) = fitted(budget, |budget| {
        let page = diff(&within(budget))?;
        let is_part = page.next.is_some() && request.cursor.is_none();
        if request.output != DiffOutput::Patch || !is_part {
            let text = with_note(&text_of(&page), &note(&page));
            return Ok((page, text));
        }
        // Patches that do not fit come after the list of all files.
        let share = budget.divided_by(FILES_SHARE);
        let counts = DiffRequest { output: DiffOutput::Counts, ..within(share) };
        let files = diff(&counts)?;
        let page = diff(&within(budget.less(share)))?;
        let more = match files.next {
            Some(_) => format!("… {} files in all\n", files.total),
            None => String::new(),
        };
        let patches = with_note(&text_of(&page), &note(&page));
        let text = [&*lines_of(&files), &more, "\n", &patches].concat();
        Ok((page, text))
    })?;
    let lines = page.files.len() as u64;
    let json = env.native(|| to_json(&page));
    Ok(Looked { json, text, path: request.path, lines })
}

/// Returns a line for each file.
fn lines_of(page: &DiffPage) -> String {
    page.files.iter().map(|file| file_line(file) + "\n").collect()
}

fn text_of(page: &DiffPage) -> String {
    let mut text = String::new();
    if let Some(commit) = &page.commit {
        text += &commit_line(commit);
        text.push('\n');
        push_message(&mut text, commit);
        text.push('\n');
    }
    for file in &page.files {
        match &file.patch {
            Some(patch) => patch.split_inclusive('\n').for_each(|line| push_line(&mut text, line)),
            None => text += &(file_line(file) + "\n"),
        }
    }
    text
}

/// Adds a line of a patch, cut as a read cuts lines.
fn push_line(text: &mut String, line: &str) {
    match line.char_indices().nth(MAX_COLUMNS) {
        None => text.push_str(line),
        Some((end, _)) => {
            let (shown, rest) = line.split_at_checked(end).unwrap_or_default();
            // Writing into memory does not fail.
            let _ = writeln!(text, "{shown}… [{} more]", counted(rest.len() as u64, "byte"));
        }
    }
}

/// Adds up the added and removed lines of the files on a page.
fn line_totals(page: &DiffPage) -> String {
    let sum = |lines: fn(&ChangedFile) -> Option<u32>| -> u64 {
        page.files.iter().filter_map(lines).map(u64::from).sum()
    };
    format!("+{} -{}", sum(|file| file.added), sum(|file| file.removed))
}

/// Returns the name of a revision as it was requested, or its hash.
fn side<'a>(requested: &'a Option<String>, id: &'a str) -> &'a str {
    let is_name =
        |name: &&str| !name.is_empty() && !name.contains("..") && *name == on_one_line(name);
    requested.as_deref().filter(is_name).unwrap_or_else(|| short(id))
}

fn note<T: Historic>(
    env: &Environment<'_, T>,
    page: &DiffPage,
    request: &DiffRequest,
    statuses: &[(ChangeStatus, usize)],
    arguments: &Understood<'_>,
) -> String {
    let mut notes = look::begin(arguments);
    note_repository(env, &request.path, &mut notes);
    let from = if page.from.is_empty() { "nothing" } else { side(&request.from, &page.from) };
    let between = format!("from {from} to {}", side(&request.to, &page.to));
    let shown = page.files.len() as u64;
    match page.total {
        0 => {
            let matched = if request.globs.is_empty() { "" } else { "matches glob and " };
            notes.add(format_args!("Nothing that {matched}may be read changed {between}."));
            note_absent(env, &request.path, "give them as glob", &mut notes);
        }
        total => {
            let is_all = request.cursor.is_none() && shown == u64::from(total);
            let files = counted(total.into(), "file");
            let lines = (request.output == DiffOutput::Counts).then(|| line_totals(page));
            let sorts = numbers(statuses);
            if is_all && (request.output != DiffOutput::Files || statuses.len() < 2) {
                let lines = lines.map(|lines| format!(", {lines},")).unwrap_or_default();
                notes.add(format_args!("{files} changed{lines} {between}."));
            } else if is_all {
                notes.add(format_args!("{files} changed {between}: {sorts}."));
            } else {
                notes.add(format_args!("{shown} of {files} changed {between}: {sorts}."));
                if let Some(lines) = lines {
                    notes.add(format_args!("Those shown: {lines}."));
                }
            }
        }
    }
    if page.commit.as_ref().is_some_and(|commit| commit.parents.len() > 1) {
        notes.add(format_args!("It is a merge, compared with its first parent."));
    }
    let is_tagged = page.commit.as_ref().is_some_and(|commit| !commit.tags.is_empty());
    if !page.first_tags.is_empty() && !is_tagged {
        let plural = if page.first_tags.len() > 1 { "s" } else { "" };
        let names = tag_names(&page.first_tags);
        notes.add(format_args!("The first tag{plural} with it: {names}."));
    }
    let has_parents = page.commit.as_ref().is_some_and(|commit| !commit.parents.is_empty());
    if has_parents && page.from.is_empty() {
        let end = short(&page.to);
        notes.add(format_args!(
            "The clone is shallow: it ends at {end}, where all that is older counts as added."
        ));
    }
    let converted: Vec<_> =
        page.files.iter().filter(|file| file.converted).map(|file| &*file.path).collect();
    if !converted.is_empty() && request.output == DiffOutput::Patch {
        notes.add(format_args!("Compared as text: {}.", converted.join(", ")));
    }
    if page.unnamed > 0 {
        notes.add(format_args!("{} not in Unicode.", counted(page.unnamed.into(), "name")));
    }
    look::next(arguments, page.next.as_deref(), is_late(page.stopped), &mut notes);
    notes.in_brackets()
}
