//! Serves files as resources. Every access goes through the room, as for tools.
//!
//! The list has the files directly in the root, not those in its subdirectories: some clients read
//! a list to its end, and a project can have a million files. A template covers all others. A text
//! that is longer than a page ends early, and a note that says so follows it.

use crate::sanitize::shortened;
use crate::uri;
use readroom::terminal::one_line;
use readroom::{
    BasicRequest, Body, Content, DirectoryEntry, EncodedMedia, Error, ErrorCode, FileKind,
    FileStat, ListRequest, ReadError, ReadRequest, Room, StopReason, Totals, View,
};
use rmcp::model::{
    ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::json;

/// The number of directory entries that a page of the list covers.
const PAGE_ENTRIES: u32 = 100;

/// The maximum length of a URI in bytes. That of the longest path has 12 KiB, if each of its bytes
/// is encoded.
pub(crate) const MAX_URI_BYTES: usize = 16 * 1024;

/// The start of a cursor; the last name of the page before follows.
const CURSOR_PREFIX: &str = "after-";

/// The maximum length in bytes of the text in one answer. The line that exceeds it is left out.
const MAX_TEXT_BYTES: u32 = 1024 * 1024;

/// Returns the resource templates: one for each granted directory.
pub(crate) fn templates(grants: &[String]) -> Vec<ResourceTemplate> {
    let template = |(index, path): (usize, &String)| {
        let (name, title) = match index {
            0 => ("project", "A file of the project"),
            _ => ("granted", "A file of a granted directory"),
        };
        ResourceTemplate::new(
            format!("{}/{{+path}}", uri::from_path(path.trim_end_matches('/'))),
            name,
        )
        .with_title(title)
        .with_description("A text file, a document such as PDF or Word as its text, or an image.")
    };
    grants.iter().enumerate().map(template).collect()
}

/// Returns a page of the sorted list of files directly in the root. The cursor has the name after
/// which the page starts.
pub(crate) fn list(
    room: &Room,
    root: &str,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ResourceError> {
    let mut request = ListRequest::new(root).entries(PAGE_ENTRIES).details(true);
    if let Some(cursor) = cursor {
        request = request.after(cursor.strip_prefix(CURSOR_PREFIX).ok_or(ResourceError::Cursor)?);
    }
    let listing = room.list(&request)?;
    let mut resources = Vec::new();
    for DirectoryEntry { name, kind, size, .. } in &listing.entries {
        let path = format!("{}/{name}", root.trim_end_matches('/'));
        let size = match (kind, size) {
            // A link may lead to a directory or outside; entries that cannot be read are left out.
            (FileKind::Link, _) => match room.stat(&path) {
                Ok(FileStat { kind: FileKind::File, size, .. }) => size,
                Ok(_) | Err(Error::Read(_)) => continue,
                Err(error) => return Err(error.into()),
            },
            (FileKind::File, Some(size)) => *size,
            _ => continue,
        };
        let mut resource = Resource::new(uri::from_path(&path), one_line(name)).with_size(size);
        resource.mime_type = mime(name).map(Into::into);
        resources.push(resource);
    }
    let mut result = ListResourcesResult::with_all_items(resources);
    result.next_cursor = listing
        .entries
        .last()
        .filter(|_| listing.more)
        .map(|last| format!("{CURSOR_PREFIX}{}", last.name));
    Ok(result)
}

/// Reads the text of a file. Fails if one of its lines would be cut. The error then names `tool`,
/// which shows at least the start of the line, and so does a note after a text that ends early.
pub(crate) fn read_text(
    room: &Room,
    uri: &str,
    tool: &str,
) -> Result<ReadResourceResult, ResourceError> {
    let path = uri::parse(uri).map_err(ResourceError::Uri)?;
    // A notebook is read as its JSON text, and any other file by its kind.
    let is_notebook = path.to_ascii_lowercase().ends_with(".ipynb");
    let request = ReadRequest::new(&path)
        .view(if is_notebook { View::Text } else { View::Auto })
        .lines(u32::MAX)
        .bytes(MAX_TEXT_BYTES)
        .totals(Totals::Never);
    let page = match room.read(&request).map(|document| document.body) {
        Ok(Body::Text(page)) => page,
        Ok(Body::Document(document)) => document.text,
        Ok(Body::Image(image)) => {
            return Err(ResourceError::NotText(not_text(&path, &image.mime)));
        }
        Ok(Body::Directory(_)) => {
            return Err(ResourceError::NotText(not_text(&path, "a directory")));
        }
        Ok(_) => return Err(Error::Call("it returned no text".into()).into()),
        Err(Error::Read(error))
            if matches!(error.code, ErrorCode::BinaryFile | ErrorCode::Unsupported) =>
        {
            return Err(ResourceError::NotText(error));
        }
        Err(error) => return Err(error.into()),
    };
    if page.content.len() > MAX_TEXT_BYTES as usize {
        return Err(Error::Call("it returned more text than requested".into()).into());
    }
    if let Some(clip) = page.clipped.first() {
        return Err(ResourceError::LongLine { line: clip.line, tool: tool.into() });
    }
    let mime = mime(&path).filter(|mime| is_text(mime)).unwrap_or("text/plain");
    let mut contents = vec![ResourceContents::text(page.content, uri).with_mime_type(mime)];
    if page.stopped != StopReason::End {
        let next = page.lines.saturating_add(1);
        let note =
            format!("[The text goes on in line {next}. Read the rest with the tool '{tool}'.]");
        contents.push(ResourceContents::text(note, uri));
    }
    Ok(ReadResourceResult::new(contents))
}

/// Returns the error for a file that is not text, but of this type.
fn not_text(path: &str, what: &str) -> ReadError {
    ReadError {
        code: ErrorCode::Unsupported,
        message: format!("'{}' is {what}, not text", one_line(path)),
        hint: "Look at it with a tool of this server.".into(),
        total: None,
        suggestions: Vec::new(),
    }
}

/// The tool that attaches the original bytes of a file.
const ATTACHING_TOOL: &str = "opencode@1.1";

/// Reads the complete bytes of an image or PDF. Fails with `not_text`, the error from reading it as
/// text, if the file is neither.
pub(crate) fn read_media(
    room: &Room,
    uri: &str,
    not_text: ReadError,
) -> Result<ReadResourceResult, ResourceError> {
    let path = uri::parse(uri).map_err(ResourceError::Uri)?;
    let request = BasicRequest { path, start: None, lines: None };
    let call = || match room.arguments_for(ATTACHING_TOOL, &request)? {
        Some(arguments) => room.call(ATTACHING_TOOL, &arguments).map(|reply| reply.content),
        None => Ok(Vec::new()),
    };
    let content = match call() {
        // A third-party component may lack this tool.
        Err(Error::UnknownTool(_)) => Vec::new(),
        content => content?,
    };
    let attached = content.into_iter().find_map(|content| match content {
        Content::Text(_) => None,
        Content::Image(media) | Content::File(media) => Some(media),
    });
    let Some(EncodedMedia { mime, data }) = attached else {
        return Err(Error::Read(not_text).into());
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::blob(data, uri).with_mime_type(mime)]))
}

/// Returns whether a MIME type is a text format.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/")
        || matches!(mime, "application/json" | "application/xml" | "image/svg+xml")
}

/// Returns the MIME type for a file's extension, or `None` if the extension is not known: the
/// client then decides.
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

/// Why a request for resources failed.
pub(crate) enum ResourceError {
    /// The cursor was not issued for this list.
    Cursor,
    /// The URI does not name a local file, for this reason.
    Uri(String),
    /// The line with this number exceeds the length of a line in an answer; this tool shows its
    /// start.
    LongLine { line: u32, tool: String },
    /// The file is not text: the error from reading it as text.
    NotText(ReadError),
    /// The room failed.
    Room(Error),
}

impl From<Error> for ResourceError {
    fn from(error: Error) -> Self {
        Self::Room(error)
    }
}

impl ResourceError {
    /// Returns the error in the protocol's form. `not-found` has its own code; a file outside the
    /// grants gets the same one, so that it does not reveal whether the file exists.
    pub(crate) fn into_error(self, uri: &str) -> ErrorData {
        let uri = shortened(uri);
        match self {
            Self::Cursor => ErrorData::invalid_params(
                "the cursor is not one of this list; list again without a cursor",
                None,
            ),
            Self::Uri(why) => ErrorData::invalid_params(why, Some(json!({ "uri": uri }))),
            Self::LongLine { line, tool } => {
                let message = format!(
                    "line {line} has more than 2000 characters, and a resource never cuts lines"
                );
                let hint = format!(
                    "Use the tool '{tool}', which shows at least the beginning of the line."
                );
                let data = json!({ "uri": uri, "code": ErrorCode::TooLarge.name(), "hint": hint });
                ErrorData::invalid_params(message, Some(data))
            }
            Self::NotText(error) | Self::Room(Error::Read(error)) => {
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
