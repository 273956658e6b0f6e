//! The params of requests: as a model writes them for the tool `readroom`, with the names of the
//! contract.

use crate::failure::Failure;
use readroom::{
    BasicRequest, BlockSelector, ReadRequest, SharedLimits, Siblings, Start, Totals, View,
    parse_json,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

/// What every request about a room has.
pub(crate) struct Target {
    pub(crate) room: u64,
    /// Whether to tell how far the call is.
    pub(crate) progress: bool,
}

/// A read, flat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    path: String,
    #[serde(default)]
    view: Option<View>,
    start: Option<i64>,
    cursor: Option<String>,
    block: Option<u32>,
    levels: Option<u32>,
    siblings: Option<bool>,
    lines: Option<u32>,
    bytes: Option<u32>,
    tokens: Option<u32>,
    column: Option<u32>,
    columns: Option<u32>,
    encoding: Option<String>,
    totals: Option<Totals>,
    known_version: Option<String>,
}

/// Several reads.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadMany {
    files: Vec<Read>,
    bytes: Option<u32>,
    tokens: Option<u32>,
}

/// A page of a directory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    pub(crate) path: String,
    pub(crate) after: Option<String>,
    pub(crate) entries: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stat {
    pub(crate) path: String,
}

/// A read that every tool can be asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArgumentsFor {
    pub(crate) tool: String,
    path: String,
    start: Option<i64>,
    cursor: Option<String>,
    block: Option<u32>,
    levels: Option<u32>,
    siblings: Option<bool>,
    lines: Option<u32>,
}

/// A tool and its arguments: the text that a model wrote, or an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call<'a> {
    pub(crate) room: u64,
    #[serde(default)]
    pub(crate) progress: bool,
    #[serde(default)]
    pub(crate) content_only: bool,
    pub(crate) tool: String,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

/// A reply that is to be drawn, and the call that it answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenderResult {
    pub(crate) tool: String,
    pub(crate) arguments: String,
    pub(crate) json: String,
    #[serde(default)]
    pub(crate) content: Vec<Block>,
    pub(crate) fold: Option<readroom::Fold>,
}

/// A part of what a model gets.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Block {
    Text { text: String },
    Image { mime: String, data: String },
    File { mime: String, data: String },
}

/// Reads the params of a request, all of whose members must be known.
pub(crate) fn params<'a, T: Deserialize<'a>>(params: &'a RawValue) -> Result<T, Failure> {
    serde_json::from_str(params.get()).map_err(Failure::bad_params)
}

/// Parses the params of a request, in whose objects no name may occur twice.
pub(crate) fn unique(given: &RawValue) -> Result<Value, Failure> {
    let parsed = parse_json(given.get().as_bytes()).map_err(Failure::bad_params)?;
    match parsed.duplicate {
        None => Ok(parsed.value),
        Some(name) => {
            let name: String = name.chars().take(100).collect();
            Err(Failure::bad_params(format_args!("the name '{name}' occurs twice in an object")))
        }
    }
}

/// Reads the params of a request about a room.
pub(crate) fn about_room<T: DeserializeOwned>(given: &RawValue) -> Result<(Target, T), Failure> {
    let Value::Object(mut members) = unique(given)? else {
        return Err(Failure::bad_params("they must be an object"));
    };
    let room = members.shift_remove("room").and_then(|room| room.as_u64());
    let room = room.ok_or_else(|| {
        Failure::bad_params("room must be a number that 'open' or 'session' returned")
    })?;
    let progress = match members.shift_remove("progress") {
        None => false,
        Some(Value::Bool(progress)) => progress,
        Some(_) => return Err(Failure::bad_params("progress must be true or false")),
    };
    let rest = T::deserialize(Value::Object(members)).map_err(Failure::bad_params)?;
    Ok((Target { room, progress }, rest))
}

impl Call<'_> {
    /// Returns the text of the arguments: that of a string, and that of anything else as it stands.
    pub(crate) fn arguments(&self) -> Result<String, Failure> {
        let given = self.arguments.get();
        if given.starts_with('"') { params(self.arguments) } else { Ok(given.into()) }
    }
}

impl TryFrom<Read> for ReadRequest {
    type Error = Failure;

    fn try_from(given: Read) -> Result<Self, Failure> {
        let start = start(given.start, given.cursor, given.block, given.levels, given.siblings)?;
        Ok(Self {
            path: given.path,
            view: given.view.unwrap_or(View::Auto),
            start,
            lines: given.lines,
            bytes: given.bytes,
            tokens: given.tokens,
            column: given.column,
            columns: given.columns,
            encoding: given.encoding,
            totals: given.totals.unwrap_or(Totals::Auto),
            known_version: given.known_version,
        })
    }
}

impl ReadMany {
    /// Returns the requests, and the limits of all of them together.
    pub(crate) fn parts(self) -> Result<(Vec<ReadRequest>, SharedLimits), Failure> {
        let Self { files, bytes, tokens } = self;
        let requests = files.into_iter().map(ReadRequest::try_from).collect::<Result<_, _>>()?;
        Ok((requests, SharedLimits { bytes, tokens }))
    }
}

impl ArgumentsFor {
    pub(crate) fn request(self) -> Result<BasicRequest, Failure> {
        let start = start(self.start, self.cursor, self.block, self.levels, self.siblings)?;
        Ok(BasicRequest { path: self.path, start, lines: self.lines })
    }
}

/// Returns where a read starts. A number below 0 counts from the end; one that is too large is the
/// largest.
fn start(
    line: Option<i64>,
    cursor: Option<String>,
    block: Option<u32>,
    levels: Option<u32>,
    siblings: Option<bool>,
) -> Result<Option<Start>, Failure> {
    let number = |line: i64| u32::try_from(line.unsigned_abs()).unwrap_or(u32::MAX);
    if block.is_none() && (levels.is_some() || siblings.is_some()) {
        return Err(Failure::bad_params(
            "levels and siblings need block; give block, a line number, or leave them out",
        ));
    }
    match (line, cursor, block) {
        (None, None, None) => Ok(None),
        (Some(line), None, None) if line < 0 => Ok(Some(Start::FromEnd(number(line)))),
        (Some(line), None, None) => Ok(Some(Start::Line(number(line)))),
        (None, Some(cursor), None) => Ok(Some(Start::Cursor(cursor))),
        (None, None, Some(line)) => Ok(Some(Start::Block(BlockSelector {
            line,
            levels: levels.unwrap_or(0),
            siblings: if siblings == Some(true) { Siblings::Included } else { Siblings::Excluded },
        }))),
        _ => Err(Failure::bad_params(
            "start, cursor and block all say where to start; give one of them",
        )),
    }
}
