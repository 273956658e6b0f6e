//! Parses the arguments of the tool.

use super::given::{Given, wrong};
use crate::shared::{Integer, Json, Members};
use readroom_read::{BlockSelector, ReadRequest, SharedLimits, Siblings, Start, Totals, View};
use readroom_types::ReadError as ErrorReport;

/// A parsed call.
pub(super) struct ToolCall<'a> {
    pub(super) request: ToolRequest<'a>,
    /// Whether to show again what the conversation already has.
    pub(super) again: bool,
    /// Whether to show the commits that the lines of a file come from.
    pub(super) blame: bool,
}

/// What is to be read.
pub(super) enum ToolRequest<'a> {
    One(ReadRequest<'a>),
    Many(Vec<ReadRequest<'a>>, SharedLimits),
}

/// The arguments for one file.
pub(super) const NAMES: [&str; 18] = [
    "path",
    "view",
    "start",
    "cursor",
    "block",
    "unit",
    "levels",
    "siblings",
    "lines",
    "bytes",
    "tokens",
    "column",
    "columns",
    "encoding",
    "totals",
    "known_version",
    "again",
    "at",
];

/// The arguments for several files.
const NAMES_OF_MANY: [&str; 4] = ["files", "bytes", "tokens", "again"];

/// The names of the views. `None` is no view of a file alone.
pub(super) const VIEWS: [(&str, Option<View>); 4] = [
    ("auto", Some(View::Auto)),
    ("text", Some(View::Text)),
    ("outline", Some(View::Outline)),
    ("blame", None),
];

/// The names of the ways to count lines.
pub(super) const TOTALS: [(&str, Totals); 3] =
    [("auto", Totals::Auto), ("always", Totals::Always), ("never", Totals::Never)];

/// Parses the arguments.
pub(super) fn parse<'a>(arguments: &'a Members<'_>) -> Result<ToolCall<'a>, ErrorReport> {
    let given = Given(arguments);
    let again = given.flag("again")?;
    let Some(files) = given.get("files") else {
        let blame = given.choice("view", &VIEWS)?.is_none();
        return Ok(ToolCall { request: ToolRequest::One(one(given)?), again, blame });
    };
    given.refuse_others(
        &NAMES_OF_MANY,
        "With files, give where one of them begins with its path, as in \
         {\"files\": [{\"path\": \"a.txt\", \"start\": 20}]}.",
    )?;
    let Json::List(files) = files else { return Err(wrong("files", "an array", files.kind())) };
    let requests = files.iter().map(|file| match file {
        Json::Text(path) => Ok(ReadRequest::new(path)),
        Json::Object(members) if Given(members).choice("view", &VIEWS)?.is_none() => {
            let hint = "Give path and view for one file in a call.";
            Err(ErrorReport::argument("blame is of one file".into(), hint.into()))
        }
        Json::Object(members) => one(Given(members)),
        other => Err(wrong("each of files", "a path or an object with one", other.kind())),
    });
    let requests = requests.collect::<Result<_, _>>()?;
    let limits = SharedLimits { bytes: given.natural("bytes")?, tokens: given.natural("tokens")? };
    Ok(ToolCall { request: ToolRequest::Many(requests, limits), again, blame: false })
}

fn one<'a>(given: Given<'a, '_>) -> Result<ReadRequest<'a>, ErrorReport> {
    given.refuse_others(&NAMES, &format!("The arguments are {}, or files.", NAMES.join(", ")))?;
    let view = given.choice("view", &VIEWS)?.unwrap_or(View::Auto);
    // The error for a directory says how a name is found in it.
    let is_named = matches!(given.get("block"), Some(Json::Text(_)));
    let root = (view == View::Outline || is_named).then_some(".");
    let Some(path) = given.text("path")?.or(root) else {
        return Err(ErrorReport::argument(
            "path is missing".into(),
            r#"Name a file, as in {"path": "src/main.rs"}."#.into(),
        ));
    };
    Ok(ReadRequest {
        view,
        start: start(given)?,
        lines: given.natural("lines")?,
        bytes: given.natural("bytes")?,
        tokens: given.natural("tokens")?,
        column: given.natural("column")?,
        columns: given.natural("columns")?,
        encoding: given.text("encoding")?,
        totals: given.choice("totals", &TOTALS)?,
        known_version: given.text("known_version")?,
        at: given.text("at")?,
        ..ReadRequest::new(path)
    })
}

fn start<'a>(given: Given<'a, '_>) -> Result<Option<Start<'a>>, ErrorReport> {
    let starts =
        ["start", "cursor", "block", "unit"].into_iter().filter(|name| given.get(name).is_some());
    let starts: Vec<_> = starts.collect();
    if let [first, second, ..] = *starts {
        return Err(ErrorReport::argument(
            format!("{first} and {second} both say where to start"),
            "Give one of them.".into(),
        ));
    }
    let block = given.get("block");
    if let (None | Some(Json::Text(_)), Some(only)) =
        (block, ["levels", "siblings"].into_iter().find(|name| given.get(name).is_some()))
    {
        return Err(ErrorReport::argument(
            format!("{only} needs block"),
            format!("Give block, a line number, or leave {only} out."),
        ));
    }
    match block {
        Some(Json::Text(name)) => return Ok(Some(Start::Definition(name))),
        None | Some(Json::Number(_)) => {}
        Some(other) => return Err(wrong("block", "a string or an integer", other.kind())),
    }
    if let Some(line) = given.natural("block")? {
        let levels = given.natural("levels")?.unwrap_or_default();
        let siblings = match given.flag("siblings")? {
            false => Siblings::Excluded,
            true => Siblings::Included,
        };
        return Ok(Some(Start::Block(BlockSelector { line, levels, siblings })));
    }
    match given.get("unit") {
        None => {}
        Some(Json::Text(unit) | Json::Number(unit)) => return Ok(Some(Start::Unit(unit))),
        Some(other) => return Err(wrong("unit", "a string or an integer", other.kind())),
    }
    if let Some(cursor) = given.text("cursor")? {
        return Ok(Some(Start::Cursor(cursor)));
    }
    Ok(given.integer("start")?.map(|start| match start {
        Integer::Natural(line) => Start::Line(line),
        Integer::Negative(lines) => Start::FromEnd(lines),
    }))
}
