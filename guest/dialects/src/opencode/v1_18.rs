//! opencode's `read`, in release 1.18.33 of the npm package `opencode-ai`.
//!
//! Source: recordings of the tool. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | E1 | arguments `filePath`, `offset` (from 1, default 1), `limit` (default 2000), never converted; the first fault |
//! | E2 | which file a path means: absolute as given, relative without dots; `title` |
//! | E3 | the order of checks; paths that cannot be accessed |
//! | E4 | a missing file: up to three similar names in the same directory |
//! | E5 | a directory: a page of its entries in the order of `localeCompare`, in a frame |
//! | E6 | images and PDFs, by the first bytes or the name: attached unchanged |
//! | E7 | binary: by the name's extension, a NUL or too many control characters in the first 4096 bytes |
//! | E8 | lines by LF, CR LF and CR; 2000 UTF-16 units of a line; 50 KiB of text |
//! | E9 | numbered lines in a frame, three notices, an offset past the end |
//! | E10 | `metadata`: the first 20 lines, and what a display needs |
//!
//! An attached file has at most 20 MiB here, and a page of a directory 4 MiB of names.

mod entries;

use crate::opencode::{
    BINARY_EXTENSIONS, BYTE_CAP, DEFAULT_LIMIT, LINE_CAP, LINE_UNITS, MAX_ATTACHED, MAX_BYTES,
    attached_reply, invalid_arguments, signature, title, too_large,
};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, Reply, ToolException,
    javascript, lines_of, mime_types, numbers, paths, suggest, titled,
};
use readroom_core::{
    Binary, Breaks, File, FileError, IncompleteEnd, LineNumber, Mark, Opened, Rules, Stopped, Text,
    Totals, Tree, find_strictly,
};
use readroom_read::facts_of_text;
use std::fmt::Write as _;

const MAX_INTEGER: u64 = (1 << 53) - 1;

const RULES: Rules = Rules {
    breaks: Breaks::Universal,
    line_cap: Some(LINE_CAP),
    byte_cap: BYTE_CAP,
    incomplete_end: IncompleteEnd::Dropped,
    mark: Mark::Dropped,
    totals: Totals::UnlessFull,
    binary: Binary::NulOrControlsWithin(4096),
    ..Rules::PLAIN
};

/// The types of files that are attached.
const ATTACHED: [&str; 5] =
    ["image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf"];

/// The number of bytes examined to determine the type of a file.
const SAMPLE_BYTES: usize = 4096;

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "opencode",
    revision: "1.18",
    tool: "",
    release: "opencode 1.18.33",
    basis: "By recordings of the npm package opencode-ai 1.18.33.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(env, arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

/// The requested lines or entries.
struct RequestedPage {
    /// The absolute name of the file, unchanged if it was given as one.
    path: String,
    /// From 1.
    offset: u64,
    limit: u64,
}

fn parse<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &str,
) -> Result<RequestedPage, ToolException> {
    let arguments = Arguments::parse(arguments).map_err(invalid_arguments)?;
    let fault = |what: &str, name: &str| {
        invalid_arguments(format_args!("SchemaError({what}\n  at [\"{name}\"])"))
    };
    let path = match arguments.get("filePath") {
        Some(Json::Text(path)) => path,
        Some(other) => {
            let what = format!("Expected string, got {}", javascript::json(other));
            return Err(fault(&what, "filePath"));
        }
        None => return Err(fault("Missing key", "filePath")),
    };
    let number = |name: &str| {
        let Some(value) = arguments.get(name) else { return Ok(None) };
        let what = match (value, numbers::javascript(value)) {
            (Json::Number(_), Some(number)) => match numbers::safe_integer(number) {
                Some(whole) => match u64::try_from(whole) {
                    Ok(whole) => return Ok(Some(whole)),
                    Err(_) => "a value greater than or equal to 0",
                },
                None => "an integer",
            },
            _ => "number | undefined",
        };
        let value = javascript::json(value);
        Err(fault(&format!("Expected {what}, got {value}"), name))
    };
    let (offset, limit) = (number("offset")?, number("limit")?);
    let path = if env.is_absolute(path) { path.to_string() } else { env.absolute(path) };
    let offset = offset.filter(|offset| *offset > 0).unwrap_or(1);
    Ok(RequestedPage { path, offset, limit: limit.unwrap_or(DEFAULT_LIMIT) })
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    match find_strictly(env.tree, None, &page.path) {
        Ok(Opened::File(file)) => read(env, page, &file),
        Ok(Opened::Directory(directory)) => entries::list(env, page, &directory),
        Err(failure) if failure.error == FileError::NotFound => Err(missing(env, &page.path)),
        Err(failure) => Err(exception(failure.error, env, &page.path)),
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    page: &RequestedPage,
    file: &File<'_, T>,
) -> Result<Reply, ToolException> {
    let path = &page.path;
    let failed = |error| exception(error, env, path);
    let head = file.head().map_err(failed)?;
    if let Some(mime) = attached(head, path) {
        let bytes = file.bytes(MAX_ATTACHED).map_err(failed)?.ok_or_else(|| too_large(path))?;
        let message = signature::message(mime);
        let metadata = metadata(message, false, None);
        return Ok(attached_reply(file, bytes, mime, (&title(env, path), message), metadata));
    }
    if BINARY_EXTENSIONS.contains(&&*paths::extension(path)) {
        return Err(failed(FileError::Binary));
    }
    let first = LineNumber::new(page.offset).unwrap_or(LineNumber::FIRST);
    match env.text(file, first, page.limit, &RULES) {
        Ok(text) => Ok(encode(env, path, file, &text)),
        Err(FileError::PastEnd { total }) => Err(ToolException::error(format!(
            "Offset {first} is out of range for this file ({total} lines)"
        ))),
        Err(error) => Err(failed(error)),
    }
}

/// Returns the MIME type of a file that is attached rather than shown, by its first bytes or else
/// by its name.
fn attached(head: &[u8], path: &str) -> Option<&'static str> {
    let head = head.get(..SAMPLE_BYTES).unwrap_or(head);
    let mime = match signature::mime(head) {
        Some(mime) => mime,
        None if head.starts_with(b"BM") => return None,
        None => mime_types::of(path),
    };
    ATTACHED.into_iter().find(|known| *known == mime)
}

fn encode<T: Tree>(env: &Environment<'_, T>, path: &str, file: &File<'_, T>, text: &Text) -> Reply {
    let (first, next) = (text.first.get(), text.next().get());
    let last = next - 1;
    let seen = match text.stopped {
        // The line that does not fit is the last one that is read.
        Stopped::AtByteLimit => next,
        _ => text.total.unwrap_or_default(),
    };
    let notice = match text.stopped {
        Stopped::AtByteLimit => format!(
            "(Output capped at {} KB. Showing lines {first}-{last}. Use offset={next} to \
             continue.)",
            MAX_BYTES / 1024
        ),
        Stopped::AtLineLimit | Stopped::AtLineCap => {
            format!("(Showing lines {first}-{last} of {seen}. Use offset={next} to continue.)")
        }
        Stopped::AtEnd => format!("(End of file - total {seen} lines)"),
    };
    let truncated = text.stopped != Stopped::AtEnd;
    let shown = paths::for_message(path);
    let mut output = format!("<path>{shown}</path>\n<type>file</type>\n<content>");
    for (number, line) in text.numbered() {
        // Writing to a string cannot fail.
        let _ = write!(output, "\n{number}: {line}");
    }
    // Without lines, an empty one is written instead.
    output.push_str(if text.lines == 0 { "\n\n\n" } else { "\n\n" });
    output.push_str(&notice);
    output.push_str("\n</content>");
    let display = Json::object([
        ("type", Json::text("file")),
        ("path", Json::text(&*shown)),
        ("text", Json::text(text.content.strip_suffix('\n').unwrap_or(&text.content))),
        ("lineStart", Json::number(first)),
        ("lineEnd", Json::number(last)),
        ("totalLines", Json::number(seen)),
        ("truncated", Json::Bool(truncated)),
    ]);
    let metadata = metadata(&titled::preview(text), truncated, Some(display));
    titled::reply(&title(env, path), output, metadata, facts_of_text(file, text))
}

fn metadata<'a>(preview: &str, truncated: bool, display: Option<Json<'a>>) -> Json<'a> {
    let mut members = vec![
        ("preview".into(), Json::text(preview.to_string())),
        ("truncated".into(), Json::Bool(truncated)),
        ("loaded".into(), Json::List(Vec::new())),
    ];
    members.extend(display.map(|display| ("display".into(), display)));
    Json::Object(members)
}

fn exception<T: Tree>(error: FileError, env: &Environment<'_, T>, path: &str) -> ToolException {
    let shown = paths::for_message(path);
    ToolException::error(match error {
        FileError::OutsideRoot => {
            format!("Access denied: {shown} is outside the granted directories")
        }
        FileError::Binary | FileError::Media(_) | FileError::NotUtf8 => {
            format!("Cannot read binary file: {shown}")
        }
        FileError::NotAFile => {
            let resource = resource(env, path);
            format!("Path is not a file or directory: {}", paths::for_message(&resource))
        }
        FileError::NotFound | FileError::EmptyPath => {
            format!("NotFound: FileSystem.stat ({shown})")
        }
        FileError::NotDirectory | FileError::TooManyLinks | FileError::IsDirectory => {
            format!("BadResource: FileSystem.stat ({shown})")
        }
        FileError::Denied => format!("PermissionDenied: FileSystem.stat ({shown})"),
        FileError::NulInPath => format!("filePath must hold no NUL: {shown}"),
        FileError::PathTooLong
        | FileError::NameTooLong
        | FileError::NotUnicode
        | FileError::Io
        | FileError::Stale
        | FileError::Unsteady
        | FileError::TooManySecrets
        | FileError::PastEnd { .. } => format!("Unknown: FileSystem.stat ({shown})"),
    })
}

/// Returns a path relative to the working directory, if it is in there.
fn resource<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    let path = env.absolute(path);
    let cwd = env.absolute("");
    if paths::is_inside(&cwd, &path) { paths::relative(&cwd, &path) } else { path }
}

/// Returns the exception for a missing file, with similar names in its directory.
fn missing<T: Tree>(env: &Environment<'_, T>, path: &str) -> ToolException {
    let (parent, name) = paths::split(path);
    let opened = find_strictly(env.tree, None, parent);
    let similar = suggest::similar(opened, &env.absolute(parent), name, None);
    ToolException::error(suggest::not_found(path, &similar))
}

pub(crate) fn definition() -> Definition {
    let range = Range::at_least(0).at_most(MAX_INTEGER);
    let parameters = schema::lenient_arguments(
        "filePath",
        vec![
            schema::text("filePath", "The file or directory, best as an absolute path."),
            schema::integer("offset", range, "The first line or entry, counted from 1."),
            schema::integer(
                "limit",
                range,
                format!("The most lines or entries: {DEFAULT_LIMIT} by default."),
            ),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a file or lists a directory. Lines come with their numbers, up to \
             {DEFAULT_LIMIT} of them and {} KB at once, and are cut after {LINE_UNITS} characters; \
             the last line of an answer says where to continue with offset. The entries of a \
             directory come one a line, directories with a slash. Pictures and PDFs are attached.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "read: read a file with line numbers, list a directory, or look at a picture or \
                  PDF",
        guidelines: vec![
            "Prefer one larger read to many small slices of a file.".into(),
            "When a notice says that there is more, use the number in it as the next offset."
                .into(),
            "Read several files at once when you know that you need them.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["filePath", "offset", "limit"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    parse(env, arguments).ok().map(|page| env.absolute(&page.path))
}
