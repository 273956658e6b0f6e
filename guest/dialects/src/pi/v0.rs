//! pi's `read` before its first release.
//!
//! Source: the chapter about the tool in a book on pi, and its published code where the book is
//! silent. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | P1 | arguments `path`, `offset` (a line from 1), `limit` |
//! | P2 | the order of checks: path, access, image, text |
//! | P3 | unmodified text, at most 2000 lines or 256 KiB, and a notice; `details` if a limit was reached |
//! | P4 | images by their first bytes, in base64, made to fit 2000 x 2000 |
//! | P5 | other file systems instead of the local one (the host's) |
//! | P6 | a line and advice for the system prompt |
//!
//! An image has at most 20 MiB here, and one that has to be resized at most 50 megapixels and 16384
//! pixels on each side. One that cannot be resized, because it is broken or takes too much memory,
//! is returned unchanged, as by the tool; above 4.5 MiB it is an error.

use crate::pi::{Size, dimensions, open};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, Definition, Environment, Identity, Json, NodeError, Reply, ToolException, encoded,
    numbers, paths,
};
use readroom_core::{
    Binary, BreakCost, ByteCap, Extent, File, FileError, FinalBreak, LastLine, LineNumber, Measure,
    Rules, Stopped, Text, Tree,
};
use readroom_images::{Fit, Format, Limits, Opacity, Refusal, SNIFFED_BYTES};
use readroom_read::{facts_of_file, facts_of_text};
use readroom_types::Content;

const MAX_LINES: u64 = 2000;
const MAX_BYTES: u64 = 256 * 1024;
const MAX_IMAGE_BYTES: usize = 20 * 1024 * 1024;

const RULES: Rules = Rules {
    final_break: FinalBreak::OpensLine,
    max_lines: Some(MAX_LINES),
    byte_cap: ByteCap::whole_lines(MAX_BYTES, BreakCost::EachJoin),
    extent: Measure::Wanted,
    binary: Binary::Never,
    ..Rules::PLAIN
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "pi",
    revision: "0",
    tool: "",
    release: "pi 0",
    basis: "From the chapter about the tool in a book on pi, and its published source where the \
            book is silent.",
};

pub(crate) use crate::pi::arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

struct RequestedPage {
    path: String,
    first: LineNumber,
    limit: Option<u64>,
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolException> {
    let invalid = |what: String| {
        ToolException::error(format!("Validation failed for tool \"read\":\n  - {what}"))
    };
    let arguments =
        Arguments::parse(arguments).map_err(|error| invalid(format!("root: {error}")))?;
    let path = match arguments.get("path") {
        Some(Json::Text(path)) => path.to_string(),
        Some(_) => return Err(invalid("path: must be string".into())),
        None => return Err(invalid("path: must have required property 'path'".into())),
    };
    let number = |name: &str| match arguments.get(name) {
        None | Some(Json::Null) => Ok(None),
        // The validator converts blank strings to 0, but not an empty string.
        Some(Json::Text(text)) if text.is_empty() => {
            Err(invalid(format!("{name}: must be number")))
        }
        Some(value) => match numbers::javascript(value) {
            Some(number) => Ok(Some(numbers::truncated(number))),
            None => Err(invalid(format!("{name}: must be number"))),
        },
    };
    let (offset, limit) = (number("offset")?.unwrap_or(1), number("limit")?);
    if limit.is_some_and(|limit| limit < 1) {
        return Err(ToolException::error("limit must be at least 1"));
    }
    // A smaller offset means the first line.
    let first = LineNumber::new(offset.max(1).unsigned_abs()).unwrap_or(LineNumber::FIRST);
    Ok(RequestedPage { path, first, limit: limit.map(i64::unsigned_abs) })
}

/// Returns the absolute name of a path, without accessing files.
fn resolved<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    let path = path.strip_prefix('@').unwrap_or(path);
    let path = path.replace(
        [
            '\u{a0}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}',
            '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{202f}', '\u{205f}',
            '\u{3000}',
        ],
        " ",
    );
    match env.at_home(&path) {
        path if env.is_absolute(&path) => path.into_owned(),
        path => env.absolute(&path),
    }
}

/// Replaces the space before `AM.` and `PM.`.
fn narrow(path: &str) -> String {
    path.replace(" AM.", "\u{202f}AM.").replace(" PM.", "\u{202f}PM.")
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    let path = resolved(env, &page.path);
    let is_missing = |error| matches!(error, FileError::NotFound | FileError::NotDirectory);
    let file = open(env, &path, narrow, is_missing).map_err(|error| exception(error, &path))?;
    read(env, &file, page, &path)
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    file: &File<'_, T>,
    page: &RequestedPage,
    path: &str,
) -> Result<Reply, ToolException> {
    let failed = |error| match error {
        FileError::PastEnd { total } => ToolException::error(format!(
            "Offset {} is beyond end of file ({total} lines total)",
            page.first
        )),
        error => exception(error, path),
    };
    let head = file.head().map_err(failed)?;
    if let Some(format) = Format::of_still(head.get(..SNIFFED_BYTES).unwrap_or(head)) {
        return show(file, format, path);
    }
    let lines = page.limit.unwrap_or(u64::MAX);
    let text = env.text(file, page.first, lines, &RULES).map_err(failed)?;
    let facts = vec![facts_of_text(file, &text)];
    let (json, shown) = encode(&text);
    Ok(Reply::text(json, shown, facts))
}

/// Returns an image, resized for a model.
fn show<T: Tree>(file: &File<'_, T>, format: Format, path: &str) -> Result<Reply, ToolException> {
    let too_large = |what: String| {
        Err(ToolException::error(format!(
            "Image is {what}. Use another tool to make it smaller first."
        )))
    };
    let Some(original) = file.bytes(MAX_IMAGE_BYTES).map_err(|error| exception(error, path))?
    else {
        return too_large(format!(
            "{}, exceeds {} limit",
            Size(file.metadata.size),
            Size(MAX_IMAGE_BYTES as u64)
        ));
    };
    let limits = Limits { opacity: Opacity::Dropped, ..Limits::default() };
    let (mime, bytes, note) = match readroom_images::fit(&original, &limits) {
        Err(Refusal::TooManyPixels { width, height }) => {
            return too_large(format!(
                "{width}x{height}, exceeds limit of {} megapixels and {} pixels a side",
                Limits::PIXELS / 1_000_000,
                Limits::SIDE
            ));
        }
        Ok(Fit::Undecodable) if original.len() > Limits::BYTES => {
            return too_large(format!(
                "{}, exceeds {} limit, and could not be resized",
                Size(original.len() as u64),
                Size(Limits::BYTES as u64)
            ));
        }
        Ok(Fit::Original | Fit::Undecodable) => (format.mime(), original, String::new()),
        Ok(Fit::Resized { bytes, format, original, shown }) => {
            (format.mime(), bytes, dimensions(original, shown))
        }
    };
    let message = format!("Read image file [{mime}]{note}");
    let media = encoded(mime, &bytes);
    let text = Json::object([("type", Json::text("text")), ("text", Json::text(&*message))]);
    let data = Json::Base64 { prefix: String::new(), data: &media.data };
    let image = Json::object([
        ("type", Json::text("image")),
        ("data", data),
        ("mimeType", Json::text(mime)),
    ]);
    let json = Json::object([("content", Json::List(vec![text, image]))]).write();
    let content = vec![Content::Text(message), Content::Image(media)];
    let facts = vec![facts_of_file(file, 0, file.metadata.size)];
    Ok(Reply::answered(json, content, facts))
}

/// Returns the native result and its text.
fn encode(text: &Text) -> (String, String) {
    let Extent { lines, bytes, first_line } = text.requested.unwrap_or_default();
    let total = text.total.unwrap_or_default();
    let next = text.next();
    // Without the break after the last line: the tool joins lines.
    let content = match text.last_line {
        LastLine::Ended => text.content.strip_suffix('\n').unwrap_or(&text.content),
        LastLine::Open => &text.content,
    };
    let truncated_by = match text.stopped {
        Stopped::AtEnd | Stopped::AtLineLimit => None,
        Stopped::AtLineCap => Some("lines"),
        Stopped::AtByteLimit => Some("bytes"),
    };
    let notice = match (text.stopped, text.last()) {
        (Stopped::AtEnd, _) => String::new(),
        (Stopped::AtLineLimit, _) => {
            let rest = total.saturating_sub(next.get() - 1);
            format!("\n\n[{rest} more lines in file. Use offset={next} to continue.]")
        }
        (_, Some(last)) => {
            format!("\n\n[Showing lines {}-{last}, use offset={next} to continue]", text.first)
        }
        (_, None) => format!(
            "[Line {} is {}, exceeds {} limit. Use offset={} to skip it.]",
            text.first,
            Size(first_line),
            Size(MAX_BYTES),
            text.first.after(1)
        ),
    };
    let shown = [content, &*notice].concat();
    let block = Json::object([("type", Json::text("text")), ("text", Json::text(&*shown))]);
    let mut result = vec![("content".into(), Json::List(vec![block]))];
    if let Some(by) = truncated_by {
        // The break after the last requested line joins it to the next.
        let joins = u64::from(text.first.get() + lines <= total);
        let truncation = Json::object([
            ("content", Json::text(content)),
            ("truncated", Json::Bool(true)),
            ("truncatedBy", Json::text(by)),
            ("totalLines", Json::number(lines)),
            ("totalBytes", Json::number(bytes.saturating_sub(joins))),
            ("outputLines", Json::number(text.lines)),
            ("outputBytes", Json::number(content.len() as u64)),
            ("lastLinePartial", Json::Bool(false)),
            ("firstLineExceedsLimit", Json::Bool(text.lines == 0)),
            ("maxLines", Json::number(MAX_LINES)),
            ("maxBytes", Json::number(MAX_BYTES)),
        ]);
        result.push(("details".into(), Json::object([("truncation", truncation)])));
    }
    let json = Json::Object(result).write();
    (json, shown)
}

/// Returns the exception for a failure, in the wording of Node.js.
fn exception(error: FileError, path: &str) -> ToolException {
    ToolException::error(match error {
        FileError::NotAFile => format!("Not a regular file: '{}'", paths::for_message(path)),
        error => NodeError { error, call: "access", path }.to_string(),
    })
}

pub(crate) fn definition() -> Definition {
    let parameters = schema::lenient_arguments(
        "path",
        vec![
            schema::text("path", "The file: relative to the working directory, or absolute."),
            schema::number(
                "offset",
                Range::at_least(1).with_default(1),
                "The first line to read, counted from 1.",
            ),
            schema::number(
                "limit",
                Range::at_least(1),
                format!("The most lines to read. There are never more than {MAX_LINES}."),
            ),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a file. Text comes as it stands, at most {MAX_LINES} lines or {} KB at once, \
             whichever comes first; a notice at the end says where to continue with offset. Images \
             (jpg, png, gif, webp) are attached.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "Read file contents",
        guidelines: vec!["Use read instead of cat.".into()],
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let page = parse(arguments).ok()?;
    Some(env.absolute(&resolved(env, &page.path)))
}
