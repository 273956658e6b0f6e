//! pi's read-only tools, in release 1.5.2 of the npm package `@earendil-works/pi-coding-agent`:
//! `read`, which is here, `ls`, `find` and `grep`.
//!
//! Source: recordings of the tools, with fd 10.5.0 and ripgrep 15.2.0. The requirements that the
//! cases refer to:
//!
//! | id | what |
//! |---|---|
//! | P1 | arguments `path`, `offset` (a line from 1), `limit`, converted as JavaScript does, all faults at once |
//! | P2 | which name a path means: spaces, `@`, `~`, `file://`, and other spellings of a missing name |
//! | P3 | the order of checks: path, access, image, text |
//! | P4 | unmodified text, at most 2000 lines or 50 KiB, and a notice; `details` if a limit was reached |
//! | P5 | fractions and negative numbers, as `slice` takes them |
//! | P6 | images by their first bytes, made to fit 2000 x 2000 and 4.5 MiB of base64; BMP as PNG |
//! | P7 | `ls`, `find`, `grep`: arguments, including booleans, and `null` for optional ones |
//! | P8 | `ls`, `grep`: which path is meant, and errors if nothing usable is there |
//! | P9 | `ls`: names in their order, with a slash after directories, and what is left out |
//! | P10 | limits on results, and 50 KiB of whole lines; notices and `details` |
//! | P11 | `find`: patterns of names, or of absolute names if they have a slash; smart case |
//! | P12 | globs of fd and ripgrep: of bytes, with braces; syntax errors |
//! | P13 | ignore files: which kinds, where they apply, and what their lines mean |
//! | P14 | `find`: wrong starts; links; names that are several lines |
//! | P15 | `grep`: rows, context lines, the limit, what is cut and what is lost |
//! | P16 | `grep`: expressions, and their syntax errors |
//! | P17 | `grep`: encodings, and files with a NUL |
//! | P18 | `grep`: the glob of the files to search |
//! | P19 | `grep`: unreadable paths |
//!
//! An image of more than 20 MiB, 50 megapixels or 16384 pixels on a side is not decoded here: it
//! counts as one that cannot be resized. So does a truncated JPEG, whose missing pixels the tool
//! shows in gray.
//!
//! `ls` lists up to 200,000 names of 8 MiB. `grep` accepts a pattern of up to 8 KiB, and 4 MiB
//! compiled, searches a line of more than 16 MiB in parts, and shows up to 1 MiB before a match.
//! Ignore files of more than 2 MiB, or of more than 12 MiB in total, are not applied.

mod arguments;
mod buffer;
pub(crate) mod find;
mod glob;
pub(crate) mod grep;
mod ignore_file;
mod located;
pub(crate) mod ls;
mod picture;
mod report;
mod selection;

use crate::pi::{Size, open};
use crate::shared::schema::{self, Range};
use crate::shared::{
    BasicRequest, Definition, Environment, Identity, Json, Members, NodeError, Reply,
    ToolException, encoded, javascript, numbers, uri,
};
use arguments::Given;
use picture::{Kind, Shown};
use readroom_core::{
    Binary, BreakCost, ByteCap, File, FileError, FinalBreak, LastLine, LineNumber, Measure,
    PastEnd, Rules, Text, Tree,
};
use readroom_read::{ReadFacts, facts_of_file, facts_of_text};
use readroom_types::Content;

const MAX_LINES: u64 = 2000;
const MAX_BYTES: u64 = 50 * 1024;
const MAX_IMAGE_BYTES: usize = 20 * 1024 * 1024;

const RULES: Rules = Rules {
    final_break: FinalBreak::OpensLine,
    // A last line without text does not count, so one more line is needed to know.
    max_lines: Some(MAX_LINES + 1),
    byte_cap: ByteCap::whole_lines(MAX_BYTES, BreakCost::EachJoin),
    extent: Measure::Wanted,
    past_end: PastEnd::Empty,
    binary: Binary::Never,
    ..Rules::PLAIN
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "pi",
    revision: "1.5",
    tool: "read",
    release: "pi 1.5.2",
    basis: "By recordings of the npm package @earendil-works/pi-coding-agent 1.5.2.",
};

pub(crate) use crate::pi::arguments_for;

/// The other read-only tools do not read files.
pub(crate) fn no_arguments_for(_: &BasicRequest<'_>) -> Option<String> {
    None
}

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

struct RequestedPage {
    path: String,
    /// A line from 1, as given.
    offset: Option<f64>,
    limit: Option<f64>,
}

fn parse(text: &str) -> Result<RequestedPage, ToolException> {
    let mut given = Given::parse(IDENTITY.tool, text)?;
    let page = RequestedPage {
        path: given.text("path"),
        offset: given.number("offset"),
        limit: given.number("limit"),
    };
    given.check()?;
    Ok(page)
}

/// Returns the absolute name of a path, without accessing files.
fn resolved<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<String, ToolException> {
    let path = path.replace(
        |space| {
            matches!(
                space,
                '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
            )
        },
        " ",
    );
    let path = path.strip_prefix('@').unwrap_or(&path);
    let path = env.at_home(path);
    let path = match path.strip_prefix("file://") {
        Some(rest) => uri::file_path(rest).map_err(ToolException::error)?.into(),
        None => path,
    };
    Ok(env.absolute(&path))
}

/// Replaces the space before `AM.` and `PM.`, in any case.
fn narrow(path: &str) -> String {
    let mut narrow = String::with_capacity(path.len());
    for (at, character) in path.char_indices() {
        let is_before =
            |end: &[u8]| matches!(end, [b' ', b'a' | b'A' | b'p' | b'P', b'm' | b'M', b'.', ..]);
        let end = path.as_bytes().get(at..).unwrap_or_default();
        narrow.push(if is_before(end) { '\u{202f}' } else { character });
    }
    narrow
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    let path = resolved(env, &page.path)?;
    let is_missing = |error| {
        matches!(error, FileError::NotFound | FileError::NotDirectory | FileError::TooManyLinks)
    };
    let file = open(env, &path, narrow, is_missing).map_err(|error| exception(error, &path))?;
    read(env, &file, page, &path)
}

fn exception(error: FileError, path: &str) -> ToolException {
    ToolException::error(NodeError { error, call: "access", path }.to_string())
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    file: &File<'_, T>,
    page: &RequestedPage,
    path: &str,
) -> Result<Reply, ToolException> {
    let failed = |error| exception(error, path);
    if let Some(kind) = Kind::of(file.head().map_err(failed)?) {
        let bytes = file.bytes(MAX_IMAGE_BYTES).map_err(failed)?;
        let facts = vec![facts_of_file(file, 0, file.metadata.size)];
        return Ok(show(&picture::shown(kind, bytes), facts));
    }
    let text = |first: u64, lines: u64| {
        let first = LineNumber::new(first + 1).unwrap_or(LineNumber::FIRST);
        env.text(file, first, lines, &RULES).map_err(failed)
    };
    let start =
        page.offset.filter(|offset| *offset != 0.0).map_or(0.0, |offset| (offset - 1.0).max(0.0));
    let end = page.limit.map(|limit| start + limit);
    let first = start as u64;
    let total = || Ok(text(0, 0)?.total.unwrap_or_default());
    let count = match end {
        None => u64::MAX,
        Some(end) if end > -1.0 => (end as u64).saturating_sub(first),
        // Counted from the end.
        Some(end) => total()?.saturating_sub((-end) as u64).saturating_sub(first),
    };
    let selected = text(first, count)?;
    let total = selected.total.unwrap_or_default();
    if start >= total as f64 {
        let offset = javascript::number(page.offset.unwrap_or_default());
        return Err(ToolException::error(format!(
            "Offset {offset} is beyond end of file ({total} lines total)"
        )));
    }
    let requested = selected.requested.unwrap_or_default();
    // A last line without text does not count.
    let counted = match requested.lines {
        1 => u64::from(requested.first_line > 0),
        lines if lines > selected.lines || selected.lines > MAX_LINES => {
            let last = text(first + lines - 1, 1)?;
            lines - u64::from(last.lines == 1 && last.content.trim_end_matches('\n').is_empty())
        }
        lines => lines,
    };
    // The tool has the size of a line that is too long only by a whole number.
    if selected.lines < requested.lines.min(1) && !numbers::is_whole(start) {
        return Err(ToolException::error(
            "The \"string\" argument must be of type string or an instance of Buffer or \
             ArrayBuffer. Received undefined",
        ));
    }
    let facts = vec![facts_of_text(file, &selected)];
    let view = Selection { start, end, path: &page.path, text: &selected, counted };
    let (json, shown) = view.encode();
    Ok(Reply::text(json, shown, facts))
}

/// The requested lines, and the shown part of them.
struct Selection<'a> {
    /// The number of lines before them, possibly fractional.
    start: f64,
    /// Their end, if a limit was given.
    end: Option<f64>,
    path: &'a str,
    text: &'a Text,
    /// The requested number of lines, not counting a last one without text.
    counted: u64,
}

impl Selection<'_> {
    /// Returns the native result, and its text.
    fn encode(&self) -> (String, String) {
        let Self { start, end, text, counted, .. } = *self;
        let requested = text.requested.unwrap_or_default();
        let total = text.total.unwrap_or_default();
        // Without the break after the last line: the tool joins lines.
        let mut content = match text.last_line {
            LastLine::Ended => text.content.strip_suffix('\n').unwrap_or(&text.content),
            LastLine::Open => &text.content,
        };
        let is_whole = text.lines == requested.lines && counted <= MAX_LINES;
        let mut lines = text.lines;
        if !is_whole && lines > MAX_LINES {
            lines = MAX_LINES;
            content = content.rsplit_once('\n').map_or("", |(before, _)| before);
        }
        let truncated_by = match () {
            () if is_whole => None,
            () if lines >= MAX_LINES.min(counted) => Some("lines"),
            () => Some("bytes"),
        };
        let number = javascript::number;
        // In the tool's order of additions, on which sums of fractions depend.
        let first = start + 1.0;
        let last = first + lines as f64 - 1.0;
        let end = end.map(|end| start + (end.min(total as f64) - start));
        let notice = match (truncated_by, end) {
            (Some(_), _) if lines == 0 => format!(
                "[Line {first} is {}, exceeds {} limit. Use bash: sed -n '{first}p' {} | head -c \
                 {MAX_BYTES}]",
                Size(requested.first_line),
                Size(MAX_BYTES),
                self.path,
                first = number(first),
            ),
            (Some(by), _) => {
                let limit = if by == "bytes" { " (50.0KB limit)" } else { "" };
                format!(
                    "\n\n[Showing lines {}-{} of {total}{limit}. Use offset={} to continue.]",
                    number(first),
                    number(last),
                    number(last + 1.0)
                )
            }
            (None, Some(end)) if end < total as f64 => format!(
                "\n\n[{} more lines in file. Use offset={} to continue.]",
                number(total as f64 - end),
                number(end + 1.0)
            ),
            (None, _) => String::new(),
        };
        let shown = [content, &*notice].concat();
        let block = Json::object([("type", Json::text("text")), ("text", Json::text(&*shown))]);
        let mut result: Members<'_> = vec![("content".into(), Json::List(vec![block]))];
        if let Some(by) = truncated_by {
            // The break after the last requested line joins it to the next.
            let joins = u64::from(text.first.get() + requested.lines <= total);
            let truncation = Json::object([
                ("content", Json::text(content)),
                ("truncated", Json::Bool(true)),
                ("truncatedBy", Json::text(by)),
                ("totalLines", Json::number(counted)),
                ("totalBytes", Json::number(requested.bytes.saturating_sub(joins))),
                ("outputLines", Json::number(lines)),
                ("outputBytes", Json::number(content.len() as u64)),
                ("lastLinePartial", Json::Bool(false)),
                ("firstLineExceedsLimit", Json::Bool(lines == 0)),
                ("maxLines", Json::number(MAX_LINES)),
                ("maxBytes", Json::number(MAX_BYTES)),
            ]);
            result.push(("details".into(), Json::object([("truncation", truncation)])));
        }
        result.push(("structuredContent".into(), Json::text(&*shown)));
        let json = Json::Object(result).write();
        (json, shown)
    }
}

/// Returns the reply that shows an image, or states why it does not.
fn show(shown: &Shown, facts: Vec<ReadFacts>) -> Reply {
    let text = Json::object([("type", Json::text("text")), ("text", Json::text(&*shown.note))]);
    let Some((mime, bytes)) = &shown.image else {
        let json = Json::object([
            ("content", Json::List(vec![text])),
            ("structuredContent", Json::text(&*shown.note)),
        ]);
        return Reply::text(json.write(), shown.note.clone(), facts);
    };
    let media = encoded(mime, bytes);
    let image = || {
        let data = Json::Base64 { prefix: String::new(), data: &media.data };
        vec![
            ("type".into(), Json::text("image")),
            ("data".into(), data),
            ("mimeType".into(), Json::text(*mime)),
        ]
    };
    let mut structured: Members<'_> = image();
    structured.push(("note".into(), Json::text(&*shown.note)));
    let json = Json::object([
        ("content", Json::List(vec![text, Json::Object(image())])),
        ("structuredContent", Json::Object(structured)),
    ]);
    let json = json.write();
    Reply::answered(json, vec![Content::Text(shown.note.clone()), Content::Image(media)], facts)
}

pub(crate) fn definition() -> Definition {
    let parameters = schema::lenient_arguments(
        "path",
        vec![
            schema::text("path", "The file: relative to the working directory, or absolute."),
            schema::number("offset", Range::default(), "The first line to read, counted from 1."),
            schema::number("limit", Range::default(), "The most lines to read."),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a file. Text comes as it stands, at most {MAX_LINES} lines or {} KB at once, \
             whichever comes first; a notice at the end says where to continue with offset. Images \
             (jpg, png, gif, webp, bmp) are attached.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "Read file contents",
        guidelines: vec!["Use read to examine files instead of cat or sed.".into()],
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    resolved(env, &parse(arguments).ok()?.path).ok()
}
