//! A tool `Read` with the names, arguments and structured results of Claude Code's.
//!
//! It claims less than the other dialects: only names, the schema of the arguments and the shape of
//! the results are those of the typings that the npm package `@anthropic-ai/claude-agent-sdk`
//! 0.3.330 publishes. The text shown to the model has the documented form, a number, a tab and the
//! line; the wording of every notice and error is our own. The requirements that the cases refer
//! to:
//!
//! | id | what |
//! |---|---|
//! | C1 | arguments `file_path`, `offset`, `limit`, `pages`, `allow_large`, and no others; never converted |
//! | C2 | which file a path means; missing paths, paths that are not files, paths outside |
//! | C3 | text: numbered lines, 2000 of them unless asked otherwise |
//! | C4 | at most 256 KiB and 25,000 estimated tokens, unless `allow_large` |
//! | C5 | pictures, made to fit |
//! | C6 | notebooks: their cells with outputs |
//! | C7 | PDFs as they are; pages of one cannot be drawn |
//! | C8 | the native result: a union by `type` |

mod notebook;
mod page;
mod picture;

use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, Reply, ToolException,
    encoded, lines_of, numbers, paths, suggest,
};
use readroom_core::{File, FileError, LineNumber, Opened, TrailingSlash, Tree, find};
use readroom_images::Format;
use readroom_read::facts_of_file;
use readroom_types::Content;

/// The usual limits of text.
const DEFAULT_LINES: u64 = 2000;
const MAX_BYTES: u64 = 256 * 1024;
const MAX_TOKENS: u64 = 25_000;

/// The maximum size of a PDF. Its bytes are in the result once, and in the content once.
const MAX_PDF_BYTES: usize = 20 * 1024 * 1024;

/// The release whose typings this tool follows.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "claude-code",
    revision: "2.1",
    tool: "",
    release: "Claude Code 2.1 (names, schema and results)",
    basis: "By the typings of the npm package @anthropic-ai/claude-agent-sdk 0.3.330; texts are \
            our own.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|request| run(env, &request)).unwrap_or_else(Reply::from)
}

struct Request {
    path: String,
    offset: Option<u64>,
    limit: Option<u64>,
    allow_large: bool,
}

fn error(message: impl Into<String>) -> ToolException {
    ToolException::message(message)
}

fn parse(arguments: &str) -> Result<Request, ToolException> {
    const NAMES: [&str; 5] = ["file_path", "offset", "limit", "pages", "allow_large"];
    let arguments = Arguments::parse(arguments).map_err(|what| error(format!("{what}.")))?;
    if let Some((unknown, _)) = arguments.0.iter().find(|(name, _)| !NAMES.contains(&&**name)) {
        return Err(error(format!(
            "There is no argument '{}': use {}.",
            paths::for_message(unknown),
            NAMES.join(", ")
        )));
    }
    let path = match arguments.get("file_path") {
        Some(Json::Text(path)) if !path.is_empty() => path.to_string(),
        _ => return Err(error("file_path must be the path of a file, as text.")),
    };
    let number = |name: &str| {
        let Some(value) = arguments.get(name) else { return Ok(None) };
        match (value, numbers::javascript(value).and_then(numbers::safe_integer)) {
            (Json::Number(_), Some(number @ 0..)) => Ok(Some(number.unsigned_abs())),
            _ => Err(error(format!("{name} must be a whole number of at least 0."))),
        }
    };
    let (offset, limit) = (number("offset")?, number("limit")?);
    let allow_large = match arguments.get("allow_large") {
        None => false,
        Some(Json::Bool(allowed)) => *allowed,
        Some(_) => return Err(error("allow_large must be true or false.")),
    };
    match arguments.get("pages") {
        None => Ok(Request { path, offset, limit, allow_large }),
        Some(Json::Text(_)) => {
            Err(error("Pages cannot be drawn here: leave out pages to get the whole PDF."))
        }
        Some(_) => Err(error("pages must be text, such as \"1-5\".")),
    }
}

fn run<T: Tree>(env: &Environment<'_, T>, request: &Request) -> Result<Reply, ToolException> {
    let path = env.absolute(&request.path);
    match find(env.tree, None, &path, TrailingSlash::WantsDirectory) {
        Ok(Opened::File(file)) => read(env, request, &file, &path),
        Ok(Opened::Directory(_)) => Err(failed(FileError::IsDirectory, &path)),
        Err(failure) if failure.error == FileError::NotFound => Err(missing(env, &path)),
        Err(failure) => Err(failed(failure.error, &path)),
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    request: &Request,
    file: &File<'_, T>,
    path: &str,
) -> Result<Reply, ToolException> {
    let head = file.head().map_err(|error| failed(error, path))?;
    if let Some(format) = Format::of(head) {
        return picture::show(file, format, path);
    }
    if head.starts_with(b"%PDF-") {
        return pdf(file, path);
    }
    if path.ends_with(".ipynb")
        && let Some(reply) = notebook::show(env, path)?
    {
        return Ok(reply);
    }
    page::show(env, request, file, path)
}

fn pdf<T: Tree>(file: &File<'_, T>, path: &str) -> Result<Reply, ToolException> {
    let bytes = file.bytes(MAX_PDF_BYTES).map_err(|error| failed(error, path))?;
    let Some(bytes) = bytes else {
        let name = paths::for_message(path);
        return Err(error(format!("{name} has more than {} MiB.", MAX_PDF_BYTES >> 20)));
    };
    let size = bytes.len() as u64;
    let media = encoded("application/pdf", &bytes);
    drop(bytes);
    let data = Json::Base64 { prefix: String::new(), data: &media.data };
    let json = native(
        "pdf",
        [("filePath", Json::text(path)), ("base64", data), ("originalSize", Json::number(size))],
    );
    let content = vec![Content::Text(format!("A PDF of {size} bytes.")), Content::File(media)];
    Ok(Reply::answered(json, content, vec![facts_of_file(file, 0, size)]))
}

/// Returns a result: one of the union's kinds, and its file.
fn native<const N: usize>(kind: &'static str, file: [(&'static str, Json<'_>); N]) -> String {
    Json::object([("type", Json::text(kind)), ("file", Json::object(file))]).write()
}

fn failed(what: FileError, path: &str) -> ToolException {
    let path = paths::for_message(path);
    error(match what {
        FileError::NotFound | FileError::NotDirectory | FileError::EmptyPath => {
            format!("{path} does not exist.")
        }
        FileError::IsDirectory => format!("{path} is a directory: name a file in it."),
        FileError::NotAFile => format!("{path} is not a regular file."),
        FileError::OutsideRoot => format!("{path} is outside the directories that may be read."),
        FileError::Denied => format!("There is no permission to read {path}."),
        FileError::Binary | FileError::NotUtf8 | FileError::Media(_) => {
            format!("{path} is a binary file, which cannot be shown as text.")
        }
        FileError::TooManyLinks => format!("{path} leads in a circle of links."),
        FileError::PathTooLong | FileError::NameTooLong => format!("{path} is too long."),
        FileError::NulInPath | FileError::NotUnicode => format!("{path} is not a valid file name."),
        FileError::Io
        | FileError::Stale
        | FileError::Unsteady
        | FileError::TooManySecrets
        | FileError::PastEnd { .. } => {
            format!("{path} could not be read: try again.")
        }
    })
}

/// Returns the exception for a missing file, with similar names in its directory.
fn missing<T: Tree>(env: &Environment<'_, T>, path: &str) -> ToolException {
    let (parent, name) = paths::split(path);
    let opened = find(env.tree, None, parent, TrailingSlash::Ignored);
    let similar = suggest::similar(opened, parent, name, Some(name));
    if similar.is_empty() {
        return failed(FileError::NotFound, path);
    }
    let similar: Vec<_> = similar.iter().map(|path| paths::for_message(path)).collect();
    let path = paths::for_message(path);
    error(format!("{path} does not exist. Similar names: {}.", similar.join(", ")))
}

pub(crate) fn definition() -> Definition {
    let from_zero = Range::at_least(0);
    let parameters = schema::closed_arguments(
        "file_path",
        vec![
            schema::text("file_path", "The file, as an absolute path."),
            schema::number("offset", from_zero, "The first line, counted from 1."),
            schema::number("limit", from_zero, "How many lines to read."),
            schema::text("pages", "A range of pages of a PDF, which this reader cannot draw."),
            schema::boolean("allow_large", "Whether to show more than the usual limits allow."),
        ],
    );
    Definition {
        name: "Read",
        description: format!(
            "Reads a file. Text comes as numbered lines, {DEFAULT_LINES} of them unless limit says \
             otherwise, up to {} KiB and about {MAX_TOKENS} tokens: ask for a range of lines of a \
             larger file. Pictures and PDFs are attached, and notebooks come cell by cell.",
            MAX_BYTES >> 10
        ),
        parameters,
        full_parameters: None,
        snippet: "Read: read a text file, a picture, a PDF or a notebook",
        guidelines: vec![
            "Read a file as a whole unless it is large; then give offset and limit.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["file_path", "offset", "limit"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    Some(env.absolute(&parse(arguments).ok()?.path))
}

fn first_line(request: &Request) -> LineNumber {
    LineNumber::new(request.offset.unwrap_or_default().max(1)).unwrap_or(LineNumber::FIRST)
}
