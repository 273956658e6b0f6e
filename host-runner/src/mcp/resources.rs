//! Files as resources. Everything here asks the room, as the tools do, and looks at nothing itself.
//!
//! Listed are the files of the root's own directory, not those below its directories: some clients read a list to its
//! end, and a project can have a million files. A template names all others. A text that is longer than an answer ends
//! early, and a note behind it has the URI of the rest.

use super::uri;
use super::waiting::Kind;
use readroom::{
    Body, Dialect, Error, ErrorCode, Outcome, ReadError, Request, Room, Start, Stopped, Totals, View,
};
use rmcp::model::{
    ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use serde_json::{Value, json};

/// The files of a page of the list.
const PAGE: usize = 100;

/// The most bytes of a text in one answer. The line that crosses it is left out.
const MOST_TEXT: usize = 1024 * 1024;

/// More bytes than a line has that is cut at 2000 characters. With less room, its beginning alone might fit.
const LONGEST_LINE: usize = 16 * 1024;

/// The most pages of a text in one answer. One of empty lines has 105, of the 10000 lines that a page has at most;
/// somebody else's component may have no end of them.
const MOST_PAGES: usize = 128;

/// The templates: one for each directory that was granted.
pub(crate) fn templates(grants: &[String]) -> Vec<ResourceTemplate> {
    let template = |(at, name): (usize, &String)| {
        let (what, title) = match at {
            0 => ("project", "A file of the project"),
            _ => ("granted", "A file of a granted directory"),
        };
        ResourceTemplate::new(format!("{}/{{+path}}", uri::of_file(name.trim_end_matches('/'))), what)
            .with_title(title)
            .with_description("A text file, or an image or PDF. A fragment such as #line=20, skips 20 lines.")
    };
    grants.iter().enumerate().map(template).collect()
}

/// A page of the files in the root's directory, sorted. The cursor is where it begins.
pub(crate) fn list(room: &Room, root: &str, cursor: Option<&str>) -> Result<ListResourcesResult, Failed> {
    let begin = match cursor {
        None => 1,
        Some(cursor) => cursor.strip_prefix("entry-").and_then(canonical).ok_or(Failed::Cursor)?,
    };
    // The one dialect that lists directories, sorted and paged.
    let question = json!({ "filePath": root, "offset": begin, "limit": PAGE });
    let reply = room.call(Dialect::DmCc, &question.to_string())?;
    let answer: Value = serde_json::from_str(&reply.json).unwrap_or_default();
    if reply.outcome == Outcome::Refused {
        let why = answer.pointer("/error/message").and_then(Value::as_str);
        return Err(match cursor {
            Some(_) => Failed::Cursor,
            None => Failed::Other(why.unwrap_or("the root cannot be listed").into()),
        });
    }
    let output = answer.get("output").and_then(Value::as_str).unwrap_or_default();
    let entries = output
        .split_once("<entries>\n")
        .and_then(|(_, entries)| entries.rsplit_once("\n\n("))
        .map_or("", |(entries, _)| entries);
    let mut resources = Vec::new();
    for name in entries.split('\n').filter(|name| !name.is_empty() && !name.ends_with('/')) {
        let path = format!("{}/{name}", root.trim_end_matches('/'));
        // Of a name with a line feed in it, the halves are no files; links may lead to directories, or out.
        match room.look(&path) {
            Ok(facts) => {
                let mut resource = Resource::new(uri::of_file(&path), name).with_size(facts.size);
                resource.mime_type = mime(name).map(Into::into);
                resources.push(resource);
            }
            Err(Error::Read(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let listed = reply.facts.map_or(0, |facts| u64::from(facts.lines));
    if cursor.is_some() && listed == 0 {
        return Err(Failed::Cursor);
    }
    let more = answer.pointer("/metadata/truncated").and_then(Value::as_bool) == Some(true);
    let mut result = ListResourcesResult::with_all_items(resources);
    // A page with fewer names than were asked for reached the dialect's own limit on bytes; the next goes on there.
    result.next_cursor = (more && listed > 0).then(|| format!("entry-{}", begin + listed));
    Ok(result)
}

/// The number of a cursor, if it is spelled as ours are.
fn canonical(number: &str) -> Option<u64> {
    number.parse().ok().filter(|at: &u64| *at > 1 && *at <= 1 << 53 && at.to_string() == number)
}

/// Reads the text of a file. Fails if one of its lines would not come whole; `tool` shows at least its beginning.
pub(crate) fn text(room: &Room, uri: &str, tool: &str) -> Result<ReadResourceResult, Failed> {
    let named = uri::read(uri).map_err(Failed::Uri)?;
    let Shown { text, rest } = match shown(room, &named.path, named.line) {
        Err(Unread::Room(Error::Read(error)))
            if matches!(error.code, ErrorCode::BinaryFile | ErrorCode::Unsupported) =>
        {
            return Err(Failed::NoText(error));
        }
        Err(Unread::Room(error)) => return Err(error.into()),
        Err(Unread::LongLine(line)) => return Err(Failed::LongLine { line, tool: tool.into() }),
        Ok(shown) => shown,
    };
    let mime = mime(&named.path).filter(|mime| is_text(mime)).unwrap_or("text/plain");
    let mut contents = vec![ResourceContents::text(text, uri).with_mime_type(mime)];
    if let Some(line) = rest {
        let next = uri::from_line(&uri::of_file(&named.path), line);
        let note = format!("[The text goes on in line {line}. Read {next} for the rest.]");
        contents.push(ResourceContents::text(note, next));
    }
    Ok(ReadResourceResult::new(contents))
}

/// A text as far as an answer holds it.
struct Shown {
    text: String,
    /// The line where the rest begins.
    rest: Option<u32>,
}

/// Why a text was not read.
enum Unread {
    /// The line with this number is cut.
    LongLine(u32),
    Room(Error),
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Self::Room(error)
    }
}

fn shown(room: &Room, path: &str, line: Option<u32>) -> Result<Shown, Unread> {
    let mut start = line.map_or(Start::Line(1), Start::Line);
    let mut shown = Shown { text: String::new(), rest: None };
    let mut number = line.unwrap_or(1);
    for _ in 0..MOST_PAGES {
        let left = MOST_TEXT.saturating_sub(shown.text.len());
        if left < LONGEST_LINE {
            shown.rest = Some(number);
            return Ok(shown);
        }
        let request = Request::new(path)
            .view(View::Text)
            .start(start)
            .lines(u32::MAX)
            .bytes(u32::try_from(left).unwrap_or(u32::MAX))
            .totals(Totals::Never);
        let Body::Text(page) = room.read(&request)?.body else { break };
        if let Some(clip) = page.clipped.first() {
            return Err(Unread::LongLine(clip.line));
        }
        shown.text.push_str(&page.content);
        number = number.saturating_add(page.lines);
        match (page.stopped, page.next) {
            (Stopped::AtEnd, _) | (_, None) => return Ok(shown),
            (_, Some(_)) if page.lines == 0 => break,
            (Stopped::AtByteLimit | Stopped::AtTokenLimit | Stopped::AtBlockEnd, Some(_)) => {
                shown.rest = Some(number);
                return Ok(shown);
            }
            (Stopped::AtLineLimit, Some(next)) => start = Start::Cursor(next),
        }
    }
    Err(Error::Call("its pages come to no end".into()).into())
}

/// Reads the bytes of an image or PDF, whole: what the dialect takes for one that attaches files as they are. Fails with
/// what was said of its text if it is none.
pub(crate) fn media(room: &Room, uri: &str, no_text: ReadError) -> Result<ReadResourceResult, Failed> {
    let named = uri::read(uri).map_err(Failed::Uri)?;
    let reply = room.call(Dialect::Opencode, &json!({ "filePath": named.path }).to_string())?;
    let mut answer: Value = serde_json::from_str(&reply.json).unwrap_or_default();
    drop(reply);
    let attached = answer.pointer_mut("/attachments/0/url").map(Value::take);
    let Some(Value::String(mut data)) = attached else { return Err(Error::Read(no_text).into()) };
    let Some((head, _)) = data.split_once(";base64,") else { return Err(Error::Read(no_text).into()) };
    let mime = head.trim_start_matches("data:").to_string();
    // In its place: it can be large.
    data.drain(..head.len() + ";base64,".len());
    Ok(ReadResourceResult::new(vec![ResourceContents::blob(data, uri).with_mime_type(mime)]))
}

/// The bytes of what was read.
pub(crate) fn bytes(contents: &ResourceContents) -> usize {
    match contents {
        ResourceContents::TextResourceContents { text, .. } => text.len(),
        ResourceContents::BlobResourceContents { blob, .. } => blob.len(),
        _ => 0,
    }
}

/// Whether a type is one of text.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/") || matches!(mime, "application/json" | "application/xml" | "image/svg+xml")
}

/// What a file is by its name.
pub(crate) fn kind(name: &str) -> Kind {
    match mime(name) {
        Some(mime) if !is_text(mime) => Kind::Media,
        _ => Kind::Text,
    }
}

/// What a name says about a file. What it does not is left to the client.
fn mime(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit('/').next()?.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "txt" => "text/plain",
        "md" | "markdown" => "text/markdown",
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "csv" => "text/csv",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "xml" => "application/xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "tif" | "tiff" => "image/tiff",
        "heic" => "image/heic",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        _ => return None,
    })
}

/// Why a resource was not served.
pub(crate) enum Failed {
    /// The cursor is none of ours, or is past the end.
    Cursor,
    /// The URI names no file.
    Uri(String),
    /// The line of this number is longer than the room gives lines; this tool shows its beginning.
    LongLine { line: u32, tool: String },
    /// It is no text; this was said of it.
    NoText(ReadError),
    /// What the room says.
    Room(Error),
    /// What a dialect says.
    Other(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Room(error)
    }
}

impl Failed {
    /// The error of the protocol. `not-found` has its own code; a file outside the grants has the same, so that it
    /// tells nothing.
    pub(crate) fn into_error(self, uri: &str) -> ErrorData {
        match self {
            Self::Cursor => ErrorData::invalid_params(
                "the cursor is not one of this list; list again without a cursor",
                None,
            ),
            Self::Uri(why) => ErrorData::invalid_params(why, Some(json!({ "uri": uri }))),
            Self::Other(why) => ErrorData::invalid_params(why, Some(json!({ "uri": uri }))),
            Self::LongLine { line, tool } => {
                let message = format!("line {line} has more than 2000 characters, and a resource is whole");
                let hint = format!("Use the tool '{tool}': it shows at least the beginning of such a line.");
                let data = json!({ "uri": uri, "code": ErrorCode::TooLarge.name(), "hint": hint });
                ErrorData::invalid_params(message, Some(data))
            }
            Self::NoText(error) | Self::Room(Error::Read(error)) => {
                let data = json!({ "uri": uri, "code": error.code.name(), "hint": error.hint });
                match error.code {
                    ErrorCode::NotFound | ErrorCode::OutsideRoot => {
                        ErrorData::resource_not_found(error.message, Some(data))
                    }
                    _ => ErrorData::invalid_params(error.message, Some(data)),
                }
            }
            Self::Room(error) => {
                let code = error.code().map(ErrorCode::name);
                let data = json!({ "uri": uri, "code": code, "hint": error.hint() });
                ErrorData::internal_error(error.to_string(), Some(data))
            }
        }
    }
}
