//! Files as resources. Everything here asks the room, as the tools do, and looks at nothing itself.
//!
//! Listed are the files of the root's own directory, not those below its directories: some clients read a list to its
//! end, and a project can have a million files. A template names all others. A text that is longer than an answer ends
//! early, and a note behind it has the URI of the rest.

use crate::uri;
use crate::waiting::Kind;
use readroom::{
    BasicRequest, Body, Content, DirectoryEntry, EncodedMedia, Error, ErrorCode, FileKind,
    FileStat, ListRequest, ReadError, ReadRequest, Room, Start, StopReason, Totals, View,
};
use rmcp::model::{
    ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::json;

/// The files of a page of the list.
const PAGE: u32 = 100;

/// What a cursor begins with.
const AFTER: &str = "after-";

/// The most bytes of a text in one answer. The line that crosses it is left out.
const MAX_TEXT: usize = 1024 * 1024;

/// More bytes than a line has that is cut at 2000 characters. With less room, its beginning alone might fit.
const LONGEST_LINE: usize = 16 * 1024;

/// The most pages of a text in one answer. One of empty lines has 105, of the 10000 lines that a page has at most;
/// somebody else's component may have no end of them.
const MAX_PAGES: usize = 128;

/// The templates: one for each directory that was granted.
pub(crate) fn templates(grants: &[String]) -> Vec<ResourceTemplate> {
    let template = |(at, name): (usize, &String)| {
        let (what, title) = match at {
            0 => ("project", "A file of the project"),
            _ => ("granted", "A file of a granted directory"),
        };
        ResourceTemplate::new(
            format!("{}/{{+path}}", uri::of_file(name.trim_end_matches('/'))),
            what,
        )
        .with_title(title)
        .with_description(
            "A text file, or an image or PDF. A fragment such as #line=20, skips 20 lines.",
        )
    };
    grants.iter().enumerate().map(template).collect()
}

/// A page of the files in the root's directory, sorted. The cursor has the name that the page comes after.
pub(crate) fn list(
    room: &Room,
    root: &str,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, Failed> {
    let mut request = ListRequest::new(root).entries(PAGE);
    if let Some(cursor) = cursor {
        request = request.after(cursor.strip_prefix(AFTER).ok_or(Failed::Cursor)?);
    }
    let listing = room.list(&request)?;
    let mut resources = Vec::new();
    for DirectoryEntry { name, kind, size, .. } in &listing.entries {
        let path = format!("{}/{name}", root.trim_end_matches('/'));
        let size = match (kind, size) {
            // A link may lead to a directory, or out; nobody may read what cannot be looked at.
            (FileKind::Link, _) => match room.stat(&path) {
                Ok(FileStat { kind: FileKind::File, size, .. }) => size,
                Ok(_) | Err(Error::Read(_)) => continue,
                Err(error) => return Err(error.into()),
            },
            (FileKind::File, Some(size)) => *size,
            _ => continue,
        };
        let mut resource = Resource::new(uri::of_file(&path), name).with_size(size);
        resource.mime_type = mime(name).map(Into::into);
        resources.push(resource);
    }
    let mut result = ListResourcesResult::with_all_items(resources);
    result.next_cursor =
        listing.entries.last().filter(|_| listing.more).map(|last| format!("{AFTER}{}", last.name));
    Ok(result)
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
    for _ in 0..MAX_PAGES {
        let left = MAX_TEXT.saturating_sub(shown.text.len());
        if left < LONGEST_LINE {
            shown.rest = Some(number);
            return Ok(shown);
        }
        let request = ReadRequest::new(path)
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
            (StopReason::End, _) | (_, None) => return Ok(shown),
            (_, Some(_)) if page.lines == 0 => break,
            (StopReason::ByteLimit | StopReason::TokenLimit | StopReason::BlockEnd, Some(_)) => {
                shown.rest = Some(number);
                return Ok(shown);
            }
            (StopReason::LineLimit, Some(next)) => start = Start::Cursor(next.cursor),
        }
    }
    Err(Error::Call("its pages come to no end".into()).into())
}

/// The tool that attaches files as they are.
const ATTACHING_TOOL: &str = "opencode@1.1";

/// Reads the bytes of an image or PDF, whole. Fails with what was said of its text if it is neither.
pub(crate) fn media(
    room: &Room,
    uri: &str,
    no_text: ReadError,
) -> Result<ReadResourceResult, Failed> {
    let named = uri::read(uri).map_err(Failed::Uri)?;
    let request = BasicRequest { path: named.path, start: None, lines: None };
    let call = || match room.arguments_for(ATTACHING_TOOL, &request)? {
        Some(arguments) => room.call(ATTACHING_TOOL, &arguments).map(|reply| reply.content),
        None => Ok(Vec::new()),
    };
    let content = match call() {
        // Somebody else's component need not have it.
        Err(Error::UnknownTool(_)) => Vec::new(),
        content => content?,
    };
    let attached = content.into_iter().find_map(|content| match content {
        Content::Text(_) => None,
        Content::Image(media) | Content::File(media) => Some(media),
    });
    let Some(EncodedMedia { mime, data }) = attached else {
        return Err(Error::Read(no_text).into());
    };
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
    mime.starts_with("text/")
        || matches!(mime, "application/json" | "application/xml" | "image/svg+xml")
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
    /// The cursor is not one of this list.
    Cursor,
    /// The URI names no file.
    Uri(String),
    /// The line of this number is longer than the room gives lines; this tool shows its beginning.
    LongLine { line: u32, tool: String },
    /// It is no text; this was said of it.
    NoText(ReadError),
    /// What the room says.
    Room(Error),
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
            Self::LongLine { line, tool } => {
                let message =
                    format!("line {line} has more than 2000 characters, and a resource is whole");
                let hint = format!(
                    "Use the tool '{tool}': it shows at least the beginning of such a line."
                );
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
