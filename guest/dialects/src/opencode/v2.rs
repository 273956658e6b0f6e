//! opencode's `read`, in version 2.
//!
//! Source: recordings of the tool, run from its source. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | V1 | arguments `path`, `offset` (from 1), `limit` (at most 2000), never converted; 0 acts as absent |
//! | V2 | which file a path means: `~`, dots without looking, other spellings of a missing name |
//! | V3 | a missing file: up to three similar names next to it; any other failure |
//! | V4 | a directory: a page of its entries, directories first, in the order of `localeCompare` |
//! | V5 | images and PDFs by their first bytes, unchanged, up to 20 MiB |
//! | V6 | a file of at most 50 KiB is read whole, with its carriage returns |
//! | V7 | else a page: 2000 lines and 50 KiB; its notice, and an offset past the end |
//! | V8 | lines of 2000 UTF-16 units; a NUL up to the last line shown makes a file binary |
//! | V9 | the native result: a file, a page of text or a page of entries, with its MIME type |

mod entries;
mod target;

use crate::opencode::{BYTE_CAP, LINE_CAP, MAX_ATTACHED, MAX_BYTES, attached_content, signature};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, Members, Reply,
    ToolException, encoded, lines_of, mime_types, numbers, paths, uri,
};
use readroom_core::{
    Binary, Breaks, ByteCap, File, FileError, LineNumber, Mark, Opened, Rules, Stopped, Text,
    Totals, Tree,
};
use readroom_read::{ReadFacts, facts_of_file, facts_of_text};
use std::fmt::Write as _;
use target::{Target, unreadable};

const MAX_LIMIT: u64 = 2000;

const PAGE: Rules = Rules {
    breaks: Breaks::LfDroppingCr,
    line_cap: Some(LINE_CAP),
    byte_cap: BYTE_CAP,
    mark: Mark::Dropped,
    totals: Totals::Unwanted,
    binary: Binary::NulBeforeEnd,
    ..Rules::PLAIN
};

const WHOLE: Rules = Rules {
    breaks: Breaks::Lf,
    byte_cap: ByteCap { max: 1024 * 1024, ..BYTE_CAP },
    // Only if the file is shown whole.
    binary: Binary::Never,
    ..PAGE
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "opencode",
    revision: "2",
    tool: "",
    release: "opencode 2",
    basis: "By recordings of the tool, run from its source.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

/// The requested lines or entries.
struct RequestedPage {
    path: String,
    offset: Option<u64>,
    limit: Option<u64>,
}

impl RequestedPage {
    fn first(&self) -> u64 {
        self.offset.unwrap_or_default().max(1)
    }

    fn count(&self) -> u64 {
        self.limit.filter(|limit| *limit > 0).unwrap_or(MAX_LIMIT).min(MAX_LIMIT)
    }
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolException> {
    let invalid = |what: &str| ToolException::message(format!("Invalid tool input: {what}"));
    let arguments = Arguments::parse(arguments).map_err(|error| invalid(&error.to_string()))?;
    let Some(Json::Text(path)) = arguments.get("path") else {
        return Err(invalid("path must be a string"));
    };
    let number = |name: &str| match arguments.get(name) {
        None => Ok(None),
        Some(value) => match from_zero(value) {
            Some(number) => Ok(Some(number)),
            None => Err(invalid(&format!("{name} must be an integer of at least 0"))),
        },
    };
    let (offset, limit) = (number("offset")?, number("limit")?);
    Ok(RequestedPage { path: path.to_string(), offset, limit })
}

fn from_zero(value: &Json<'_>) -> Option<u64> {
    let Json::Number(number) = value else { return None };
    u64::try_from(numbers::safe_integer(number.parse().ok()?)?).ok()
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    let target = Target::find(env, &page.path)?;
    match &target.opened {
        Opened::File(file) => read(env, page, &target, file),
        Opened::Directory(directory) => entries::list(page, directory),
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    page: &RequestedPage,
    target: &Target<'_, T>,
    file: &File<'_, T>,
) -> Result<Reply, ToolException> {
    let failed = |error| unreadable(error, &page.path);
    if let Some(mime) = signature::mime(file.head().map_err(failed)?) {
        let Some(bytes) = file.bytes(MAX_ATTACHED).map_err(failed)? else {
            let resource = paths::for_message(&target.resource);
            return Err(ToolException::message(format!(
                "Media exceeds {MAX_ATTACHED} byte ingestion limit: {resource}"
            )));
        };
        return Ok(attach(target, file, bytes, mime));
    }
    let binary = || {
        let resource = paths::for_message(&target.resource);
        Err(ToolException::message(format!("Cannot read binary file: {resource}")))
    };
    if page.offset.is_none() && page.limit.is_none() && file.metadata.size <= MAX_BYTES {
        let text = env.text(file, LineNumber::FIRST, u64::MAX, &WHOLE).map_err(failed)?;
        // A file that does not report its size may have more.
        if text.stopped == Stopped::AtEnd {
            if file.has_nul(0..u64::MAX).map_err(failed)? {
                return binary();
            }
            let content = text.content.as_str();
            return Ok(show(target, file, &text, content, output_file(target, content)));
        }
    }
    let first = LineNumber::new(page.first()).unwrap_or(LineNumber::FIRST);
    let text = match env.text(file, first, page.count(), &PAGE) {
        Ok(text) => text,
        Err(FileError::Binary) => return binary(),
        Err(FileError::PastEnd { total }) => {
            // A byte order mark alone is a line to the tool.
            let total = total.max(file.metadata.size.min(1));
            let lines = if total == 1 { "line" } else { "lines" };
            return Err(ToolException::message(format!(
                "Offset {first} is out of range for this file ({total} {lines})"
            )));
        }
        Err(error) => return Err(failed(error)),
    };
    let content = text.numbered().map(|(_, line)| line).collect::<Vec<_>>().join("\n");
    let mut output = vec![
        ("type".into(), Json::text("text-page")),
        ("content".into(), Json::text(&*content)),
        ("mime".into(), Json::text(mime_types::of(&target.absolute))),
        ("offset".into(), Json::number(text.first.get())),
    ];
    push_next(&mut output, next(&text));
    Ok(show(target, file, &text, &content, output))
}

/// Returns the offset of the next page, if there is one.
fn next(text: &Text) -> Option<u64> {
    (text.stopped != Stopped::AtEnd).then(|| text.next().get())
}

/// Adds to a page whether and where it continues.
fn push_next(output: &mut Members<'_>, next: Option<u64>) {
    output.push(("truncated".into(), Json::Bool(next.is_some())));
    output.extend(next.map(|next| ("next".into(), Json::number(next))));
}

/// Returns the last line of a page that continues at `next`.
fn notice(next: Option<u64>) -> String {
    next.map(|next| format!("\n[Output truncated. Continue reading with offset: {next}]"))
        .unwrap_or_default()
}

/// Returns a whole text file as the tool's output.
fn output_file<'a, T: Tree>(target: &Target<'_, T>, content: &'a str) -> Members<'a> {
    let mime = mime_types::of(&target.absolute);
    named_file(target, Json::text(content), "utf8", mime)
}

fn named_file<'a, T: Tree>(
    target: &Target<'_, T>,
    content: Json<'a>,
    encoding: &'static str,
    mime: &'static str,
) -> Members<'a> {
    let (_, name) = paths::split(&target.absolute);
    vec![
        ("type".into(), Json::text("file")),
        ("uri".into(), Json::text(uri::of_file(&target.absolute))),
        ("name".into(), Json::text(name.to_string())),
        ("content".into(), content),
        ("encoding".into(), Json::text(encoding)),
        ("mime".into(), Json::text(mime)),
    ]
}

fn show<T: Tree>(
    target: &Target<'_, T>,
    file: &File<'_, T>,
    text: &Text,
    content: &str,
    output: Members<'_>,
) -> Reply {
    let path = paths::for_message(&target.shown);
    // A page of one empty line shows none.
    let last = text.last().filter(|_| !content.is_empty());
    let mut shown = match last {
        Some(last) => format!("Read file {path}, lines {}-{last}", text.first),
        None => format!("Read file {path}, 0 lines"),
    };
    for (number, line) in text.numbered().take_while(|_| last.is_some()) {
        // Writing to a string cannot fail.
        let _ = write!(shown, "\n{number}: {line}");
    }
    let next = next(text);
    shown.push_str(&notice(next));
    let facts = vec![facts_of_text(file, text)];
    reply(shown, output, next.is_some(), facts)
}

/// Returns the text reply for the model.
fn reply(shown: String, output: Members<'_>, truncated: bool, facts: Vec<ReadFacts>) -> Reply {
    let result = Json::object([
        ("output", Json::Object(output)),
        ("content", Json::List(vec![text_block(&shown)])),
        ("metadata", Json::object([("truncated", Json::Bool(truncated))])),
    ]);
    Reply::text(result.write(), shown, facts)
}

fn text_block(text: &str) -> Json<'_> {
    Json::object([("type", Json::text("text")), ("text", Json::text(text))])
}

fn attach<T: Tree>(
    target: &Target<'_, T>,
    file: &File<'_, T>,
    bytes: Vec<u8>,
    mime: &'static str,
) -> Reply {
    let media = encoded(mime, &bytes);
    let length = bytes.len() as u64;
    // The three base64 copies of it take enough memory.
    drop(bytes);
    let message = signature::message(mime);
    let data = || Json::Base64 { prefix: String::new(), data: &media.data };
    let block = Json::object([
        ("type", Json::text("file")),
        ("uri", Json::Base64 { prefix: format!("data:{mime};base64,"), data: &media.data }),
        ("mime", Json::text(mime)),
        ("name", Json::text(&*target.shown)),
    ]);
    let result = Json::object([
        ("output", Json::Object(named_file(target, data(), "base64", mime))),
        ("content", Json::List(vec![text_block(message), block])),
        ("metadata", Json::object([("truncated", Json::Bool(false))])),
    ]);
    let json = result.write();
    let facts = vec![facts_of_file(file, 0, length)];
    Reply::answered(json, attached_content(message, media), facts)
}

pub(crate) fn definition() -> Definition {
    let range = Range::at_least(0);
    let parameters = schema::lenient_arguments(
        "path",
        vec![
            schema::text(
                "path",
                "The file or directory: absolute, or relative to the working directory.",
            ),
            schema::integer("offset", range, "The first line or entry to read, counted from 1."),
            schema::integer(
                "limit",
                range,
                format!("The most lines or entries to read: {MAX_LIMIT}, unless it is less."),
            ),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a file or lists a directory. Lines come with their numbers, which are not part \
             of the file; longer files come in pages of up to {MAX_LIMIT} lines and {} KB. \
             Pictures and PDFs are attached. One large page serves better than many small ones; \
             find a place in a large file with grep first.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "read: read a file with line numbers, list a directory, or look at a picture or \
                  PDF",
        guidelines: vec![
            "Prefer one larger read to many small slices of a file.".into(),
            "When a page is truncated, continue with the offset that its last line names.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "offset", "limit"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    Some(target::absolute(env, &parse(arguments).ok()?.path))
}
