//! Readroom's own tool: the neutral read for a model.
//!
//! Arguments are those of `read-request` in `wit/types.wit`, flat: `path`; `start`, a line from 1
//! or, if negative, counted from the end; instead of `start`, `cursor` of an earlier answer, or
//! `block`, a line, with `levels` and `siblings` (a boolean); `lines`, `bytes`, `tokens`, `column`,
//! `columns`, `encoding`, `view`, `totals`, `known_version`. Or instead of all these `files`, a
//! list of paths or of objects with them, with `bytes` and `tokens` for all files together.
//!
//! The result is a `document` as JSON, or `documents` for several files, or `{"error":
//! read-error}`: see `docs/json.md` for the mapping from the contract. A model gets text instead:
//! numbered lines, each number followed by a tab, and a last line in brackets if there is more to
//! know. Only `content` is exact: in the text for a model, a file may contain characters that look
//! like the start of another line.
//!
//! The end of a file of over 32 MiB is found without counting the lines before it. Then the lines
//! have no numbers: in the text for a model they are counted from the end as in `start`, the last
//! line being -1.

mod arguments;
mod definition;
mod model_text;
mod names;
mod response;
mod wording;

use crate::shared::arguments::Arguments;
use crate::shared::basic_request::BasicRequest;
use crate::shared::content::{self, Content};
use crate::shared::environment::Environment;
use crate::shared::json::Json;
use crate::shared::paths;
use crate::shared::render::{ArgumentNames, ResultView};
use crate::shared::reply::{Outcome, Reply};
use crate::shared::tool::Identity;
use arguments::ToolRequest;
use model_text::{ErrorText, ModelText, ModelTexts};
use readroom_core::{Ordinal, Tree};
use readroom_read::{BlockSelector, Document, ReadRequest, Siblings, Start, View, read, read_many};

pub(crate) use definition::definition;
pub use wording::ErrorReport;

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "readroom",
    revision: "0.2",
    tool: "",
    release: "Readroom 0.2",
    basis: "It is defined here.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    answer(env, arguments).unwrap_or_else(|report| Reply {
        outcome: Outcome::Refused,
        json: response::refused(&report),
        content: vec![Content::Text(ErrorText(&report).to_string())],
        facts: Vec::new(),
    })
}

fn answer<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Result<Reply, ErrorReport> {
    let arguments = Arguments::parse(arguments).map_err(|error| {
        let hint = r#"Send an object such as {"path": "src/main.rs"}."#;
        ErrorReport::argument(format!("{error}"), hint.into())
    })?;
    let (json, text, facts) = match arguments::parse(&arguments)? {
        ToolRequest::One(request) => {
            let document = read(env.tree, env.cwd, &request, Some(env.index))?;
            let text = ModelText(&document).to_string();
            (response::document(&document), text, vec![document.facts()])
        }
        ToolRequest::Many(requests, limits) => {
            let answers = read_many(env.tree, env.cwd, &requests, limits)?;
            let worded = |answer: Result<_, _>| answer.map_err(ErrorReport::from);
            let answers: Vec<_> = answers.into_iter().map(worded).collect();
            let text = ModelTexts(&requests, &answers).to_string();
            let facts = answers.iter().flatten().map(Document::facts).collect();
            (response::documents(&answers), text, facts)
        }
    };
    Ok(Reply { outcome: Outcome::Answered, json, content: vec![Content::Text(text)], facts })
}

/// Reads part of a text file and returns it, or the error, as a model is shown it. A negative start
/// counts from the end. Relative paths start at the root: a host that knows nothing of agents may
/// name a working directory that is not granted.
pub fn read_file<T: Tree>(
    tree: &T,
    path: &str,
    start: Option<i64>,
    lines: Option<u32>,
) -> Result<String, String> {
    let start = start.map(|start| match start {
        ..0 => Start::FromEnd(start.unsigned_abs()),
        0.. => Start::Line(start.unsigned_abs()),
    });
    for_model(tree, &ReadRequest { start, lines: lines.map(u64::from), ..ReadRequest::new(path) })
}

/// Returns the outline of a text file, or the error, as a model is shown it.
pub fn outline_file<T: Tree>(tree: &T, path: &str) -> Result<String, String> {
    for_model(tree, &ReadRequest { view: View::Outline, ..ReadRequest::new(path) })
}

fn for_model<T: Tree>(tree: &T, request: &ReadRequest<'_>) -> Result<String, String> {
    match read(tree, None, request, None) {
        Ok(document) => Ok(ModelText(&document).to_string()),
        Err(error) => Err(ErrorText(&error.into()).to_string()),
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let mut members = vec![("path".into(), Json::text(request.path))];
    if let Some(Start::Block(BlockSelector { levels, siblings, .. })) = request.start {
        members.push(("levels".into(), Json::number(levels.into())));
        members.push(("siblings".into(), Json::Bool(siblings == Siblings::Included)));
    }
    members.extend(request.start.map(|start| match start {
        Start::Line(line) => ("start".into(), Json::number(line)),
        Start::FromEnd(lines) => {
            ("start".into(), Json::Number(Ordinal::FromEnd(lines).to_string().into()))
        }
        Start::Cursor(cursor) => ("cursor".into(), Json::text(cursor)),
        Start::Block(around) => ("block".into(), Json::number(around.line)),
    }));
    members.extend(request.lines.map(|lines| ("lines".into(), Json::number(lines))));
    Some(Json::Object(members).write())
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let arguments = Arguments::parse(arguments).ok()?;
    let ToolRequest::One(request) = arguments::parse(&arguments).ok()? else { return None };
    Some(paths::absolute(env.working_directory(), request.path))
}

pub(crate) const ARGUMENT_NAMES: ArgumentNames =
    ArgumentNames { tool: "read", path: "path", first: "start", lines: "lines", base: 1 };

/// Returns what is drawn of a result.
pub(crate) fn view(_: &str, _: &str, content: &[Content]) -> Option<ResultView<'static>> {
    Some(ResultView { text: content::text(content)?.to_string().into(), ..ResultView::default() })
}
