//! Readroom's own tool: the neutral read for a model.
//!
//! Arguments are those of `read-request` in `wit/types.wit`, flat: `path`; `start`, a line from 1
//! or, if negative, counted from the end; instead of `start`, `cursor` of an earlier answer, or
//! `block`, a line, with `levels` and `siblings` (a boolean); `lines`, `bytes`, `tokens`, `column`,
//! `columns`, `encoding`, `view`, `totals`, `known_version`; `again`, which shows what the
//! conversation already has. Or instead of all these `files`, a list of paths or of objects with
//! them, with `bytes` and `tokens` for all files together. Other spellings that models use are
//! understood: see `argument_aliases.rs` and `spellings.rs`.
//!
//! With the view `outline`, a directory is answered with a map of its files, a `map-page`.
//!
//! The result is a `document` as JSON, or `documents` for several files, or `{"error":
//! read-error}`: see `docs/json.md` for the mapping from the contract. A model gets text instead:
//! numbered lines, each number followed by a tab, and a last line in brackets if there is more to
//! know; and an image as an image. `bytes` and `tokens` count that text. A file that does not fit,
//! read without saying which part, comes with its outline. In the text for a model, a file may
//! contain characters that look like the start of another line.
//!
//! The end of a file of over 32 MiB is found without counting the lines before it. Then the lines
//! have no numbers: in the text for a model they are counted from the end as in `start`, the last
//! line being -1.

mod argument_aliases;
mod arguments;
mod budget;
mod cells;
mod counted;
mod definition;
mod directory_text;
mod document_notes;
mod given;
mod history_wording;
mod line_ranges;
pub(crate) mod look;
mod model_text;
mod next_call;
mod notes;
mod other_path;
pub(crate) mod past;
mod sentences;
mod show;
mod spellings;
mod wording;

use crate::shared::{
    Arguments, BasicRequest, Environment, Identity, Json, Reply, on_one_line, to_json,
};
use arguments::{ToolCall, ToolRequest};
use model_text::image_in_text;
use readroom_core::{Ordinal, Tree};
use readroom_history::Historic;
use readroom_read::{
    BlockSelector, Body, DEFAULT_BYTES, Document, Index, MAX_BYTES, Purpose, ReadRequest,
    SharedLimits, Siblings, Size, Start, View, share,
};
use readroom_tokens as tokens;
use readroom_types::{self as types, Content};
use show::{Reading, Shown};
use spellings::{Spelled, spelled};
use std::fmt::Write as _;

pub(in crate::readroom) use budget::{Budget, MIN_BYTES, MIN_TOKENS, lower};
pub(in crate::readroom) use counted::counted;
pub(crate) use definition::definition;
pub(in crate::readroom) use given::{Given, wrong};
pub(in crate::readroom) use notes::with_note;
pub use readroom_types::ReadError as ErrorReport;
pub(in crate::readroom) use sentences::Sentences;
pub use wording::InWords;
pub(in crate::readroom) use wording::Words;

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "readroom",
    revision: "0.4",
    tool: "read",
    release: "Readroom 0.4",
    basis: "It is defined here.",
};

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    answer(env, arguments).unwrap_or_else(|report| {
        let understood = understood(arguments).ok();
        let given = understood.as_ref().map(|understood| Given(&understood.members));
        refused(env, &look::with_hint(report, given))
    })
}

/// Returns an error as the reply of a tool.
fn refused<T: Tree>(env: &Environment<'_, T>, report: &ErrorReport) -> Reply {
    Reply::refused(env.native(|| to_json(&types::Refusal(report))), report.to_string())
}

fn answer<T: Historic>(env: &Environment<'_, T>, written: &str) -> Result<Reply, ErrorReport> {
    let arguments = understood(written)?;
    let call = arguments::parse(&arguments.members)?;
    match &call.request {
        ToolRequest::One(request) if call.blame => past::blame::answer(env, written, request),
        ToolRequest::One(ReadRequest { at: Some(revision), path, .. }) => {
            look::in_the_past(env, path, revision, |env| {
                answer_call(env, written, &arguments, call)
            })
        }
        _ => answer_call(env, written, &arguments, call),
    }
}

fn answer_call<T: Historic>(
    env: &Environment<'_, T>,
    written: &str,
    arguments: &Spelled<'_>,
    ToolCall { request, again, .. }: ToolCall<'_>,
) -> Result<Reply, ErrorReport> {
    let taken_as = arguments.differs.then(|| arguments.shown());
    let reading = Reading {
        tree: env.tree,
        cwd: env.cwd,
        index: Some(env.index),
        memory: Some(env.memory),
        again,
        max_tokens: env.max_tokens,
        taken_as: taken_as.as_deref(),
        purpose: Purpose::Facts,
    };
    match request {
        ToolRequest::One(request) if look::map::is_wanted(env, &request) => {
            look::map::answer(env, written, &request)
        }
        ToolRequest::One(request) => {
            let reading = Reading { purpose: Purpose::Showing, ..reading };
            let Shown { document, text, picture } = other_path::show(&reading, &request, &request)?;
            let mut content = vec![Content::Text(text)];
            content.extend(picture.map(Content::Image));
            let facts = vec![document.facts()];
            let json = env.native(|| to_json(&types::Document::from(document)));
            Ok(Reply::answered(json, content, facts))
        }
        ToolRequest::Many(requests, limits) => {
            // Of another file for each: only what one read needs several times is kept.
            let index = Index::default();
            let reading = Reading { index: Some(&index), memory: None, taken_as: None, ..reading };
            several(env, &reading, &requests, limits, taken_as.as_deref())
        }
    }
}

/// Parses arguments, and returns them with the names and types of the tool.
fn understood(arguments: &str) -> Result<Spelled<'_>, ErrorReport> {
    let arguments = Arguments::parse(arguments).map_err(|error| {
        let hint = r#"Send an object such as {"path": "src/main.rs"}."#;
        ErrorReport::argument(format!("{error}"), hint.into())
    })?;
    spelled(arguments.0)
}

/// Answers a call for several files.
fn several<T: Historic>(
    env: &Environment<'_, T>,
    reading: &Reading<'_, T>,
    requests: &[ReadRequest<'_>],
    limits: SharedLimits,
    taken_as: Option<&str>,
) -> Result<Reply, ErrorReport> {
    let note = taken_as.map(|taken_as| format!("[Taken as {taken_as}.]"));
    let tokens = lower(limits.tokens, reading.max_tokens);
    let limits = SharedLimits { tokens, ..limits };
    let limits = at_least_for(requests, limits, note.as_deref().unwrap_or_default());
    let answers = share(reading.tree, reading.cwd, requests, limits, |request, limited| {
        let mut text = format!("==> {} <==\n", on_one_line(request.path));
        let bytes = left(request.bytes, limited.bytes, text.len() as u64);
        let tokens = left(request.tokens, limited.tokens, tokens::estimate(&text));
        let limited = ReadRequest { bytes, tokens, ..*limited };
        let shown = match request.at {
            None => other_path::show(reading, request, &limited),
            Some(revision) => look::in_the_past(env, request.path, revision, |env| {
                other_path::show(&Reading { tree: env.tree, ..*reading }, request, &limited)
            }),
        };
        let answer = match shown {
            Ok(shown) => {
                text += &shown.text;
                Ok(shown.document)
            }
            Err(report) => {
                // Writing into memory does not fail.
                let _ = write!(text, "[{report}]");
                Err(report)
            }
        };
        let size = Size {
            lines: answer.as_ref().map_or(0, |document| document.facts().lines.into()),
            bytes: text.len() as u64,
            tokens: tokens::estimate(&text),
        };
        ((answer, text), size)
    });
    let answers = answers.map_err(InWords::in_words)?;
    let (answers, texts): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    let mut all = String::new();
    for text in texts.iter().chain(&note) {
        if !all.is_empty() {
            all.push_str(if all.ends_with('\n') { "\n" } else { "\n\n" });
        }
        all.push_str(text);
    }
    let facts = answers.iter().flatten().map(Document::facts).collect();
    let json = env.native(|| {
        let files = answers.into_iter().map(|answer| answer.map(Into::into)).collect();
        to_json(&types::Documents { files })
    });
    Ok(Reply::text(json, all, facts))
}

/// Returns limits for several files without what stands around them: empty lines, and `note`. Each
/// file can have the smallest budget. Numbers that are refused stay as they are.
fn at_least_for(requests: &[ReadRequest<'_>], limits: SharedLimits, note: &str) -> SharedLimits {
    let files = requests.len() as u64;
    let without = |given: u64, max: u64, around: u64, min: u64| match given {
        given if (files..=max).contains(&given) => {
            given.saturating_sub(around).max(min.saturating_mul(files))
        }
        refused => refused,
    };
    let bytes = limits.bytes.unwrap_or(DEFAULT_BYTES);
    let (breaks, around) = (2 * files, note.len() as u64);
    SharedLimits {
        bytes: Some(without(bytes, MAX_BYTES, breaks + around, MIN_BYTES)),
        tokens: limits
            .tokens
            .map(|tokens| without(tokens, u64::MAX, breaks + tokens::estimate(note), MIN_TOKENS)),
    }
}

/// Returns what is left of a file's share after its heading.
fn left(requested: Option<u64>, share: Option<u64>, heading: u64) -> Option<u64> {
    if requested == Some(0) {
        return requested;
    }
    share.map(|share| share.saturating_sub(heading).max(1))
}

/// Reads part of a text file and returns it, or the error, as a model is shown it. A negative start
/// counts from the end. Relative paths start at the root: a host that knows nothing of agents may
/// name a working directory that is not granted.
pub fn read_file<T: Tree>(
    tree: &T,
    path: &str,
    start: Option<i64>,
    lines: Option<u32>,
) -> Result<String, ErrorReport> {
    let start = start.map(|start| match start {
        ..0 => Start::FromEnd(start.unsigned_abs()),
        0.. => Start::Line(start.unsigned_abs()),
    });
    for_model(tree, &ReadRequest { start, lines: lines.map(u64::from), ..ReadRequest::new(path) })
}

/// Returns the outline of a text file, or the error, as a model is shown it.
pub fn outline_file<T: Tree>(tree: &T, path: &str) -> Result<String, ErrorReport> {
    for_model(tree, &ReadRequest { view: View::Outline, ..ReadRequest::new(path) })
}

fn for_model<T: Tree>(tree: &T, request: &ReadRequest<'_>) -> Result<String, ErrorReport> {
    let reading = Reading {
        tree,
        cwd: None,
        index: None,
        memory: None,
        again: false,
        max_tokens: None,
        taken_as: None,
        purpose: Purpose::Facts,
    };
    Ok(match other_path::show(&reading, request, request)? {
        Shown { document: Document { body: Body::Image(image), .. }, .. } => image_in_text(&image),
        shown => shown.text,
    })
}

/// Writes arguments that are text as JSON. Those that are `None` are left out.
pub fn text_arguments(arguments: &[(&str, Option<String>)]) -> String {
    let given = arguments.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
    Json::Object(given.map(|(name, value)| (name.into(), Json::text(value))).collect()).write()
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let mut members = vec![("path".into(), Json::text(request.path))];
    if let Some(Start::Block(BlockSelector { levels, siblings, .. })) = request.start {
        members.push(("levels".into(), Json::number(levels)));
        members.push(("siblings".into(), Json::Bool(siblings == Siblings::Included)));
    }
    members.extend(request.start.map(|start| match start {
        Start::Line(line) => ("start".into(), Json::number(line)),
        Start::FromEnd(lines) => {
            ("start".into(), Json::Number(Ordinal::FromEnd(lines).to_string().into()))
        }
        Start::Cursor(cursor) => ("cursor".into(), Json::text(cursor)),
        Start::Block(around) => ("block".into(), Json::number(around.line)),
        Start::Definition(name) => ("block".into(), Json::text(name)),
        Start::Unit(unit) => ("unit".into(), Json::text(unit)),
    }));
    members.extend(request.lines.map(|lines| ("lines".into(), Json::number(lines))));
    Some(Json::Object(members).write())
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let arguments = understood(arguments).ok()?;
    let call = arguments::parse(&arguments.members).ok()?;
    let ToolRequest::One(request) = call.request else { return None };
    Some(env.absolute(request.path))
}
