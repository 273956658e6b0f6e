//! dm_cc's `read`.
//!
//! Source: the tool's design document, and its published code where the document is silent. The
//! requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | D1 | arguments `filePath`, `offset` (a line from 1, default 1), `limit` (default 2000) |
//! | D2 | `title`, `output`, `metadata` with `preview` (the first 20 lines) and `truncated` |
//! | D3 | the output of a file: its path, `file`, its lines as `N: line`, a notice |
//! | D4 | the output of a directory: its entries sorted without regard to case, directories with `/`, paged |
//! | D5 | errors are exceptions: `FileNotFoundError`, `ValueError`, `PermissionError` |
//! | D6 | a missing file: up to three similar names in the same directory |
//! | D7 | at most 2000 lines, 2000 characters of a line, 50 KiB of text |
//! | D8 | binary: by the name's extension, a NUL or too many control characters in the first 4096 bytes, not UTF-8 |
//! | D9 | three notices: cut by bytes, by lines, end of file |
//! | D10 | relative and absolute paths |
//!
//! Lines end with LF, CR LF or CR, and a break at the end of the file opens another line. A page of
//! a directory has at most 1 MiB of names here.

use crate::shared::schema::{self, Range};
use crate::shared::titled::{self, PREVIEW_LINES, metadata, notice, preview};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, LineNumbers, Reply,
    ToolException, lines_of, numbers, paths, suggest,
};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Directory, EntryPage, Failure, File, FileError,
    FileKind, FinalBreak, LineCap, LineNumber, Links, Location, Opened, Rules, Stopped, Text,
    TrailingSlash, Tree, Undecodable, Units, find,
};
use readroom_read::{facts_of_directory, facts_of_text};
use std::fmt;

const DEFAULT_LIMIT: u64 = 2000;
const LINE_CHARACTERS: u32 = 2000;
const MAX_BYTES: u64 = 50 * 1024;

/// The maximum size of the names of one page of a directory in bytes.
const MAX_NAME_BYTES: usize = 1024 * 1024;

const RULES: Rules = Rules {
    breaks: Breaks::Universal,
    final_break: FinalBreak::OpensLine,
    line_cap: Some(LineCap {
        max: LINE_CHARACTERS,
        units: Units::CodePoints,
        counts: Counted::Text,
        marker: "...",
    }),
    byte_cap: ByteCap::whole_lines(MAX_BYTES, BreakCost::EachJoin),
    undecodable: Undecodable::Refused,
    binary: Binary::NulOrControlsWithin(4096),
    trailing_slash: TrailingSlash::Ignored,
    ..Rules::PLAIN
};

/// Extensions of files that are never text.
const BINARY_EXTENSIONS: [&str; 49] = [
    ".zip", ".tar", ".gz", ".bz2", ".7z", ".rar", ".exe", ".dll", ".so", ".dylib", ".bin",
    ".class", ".jar", ".war", ".ear", ".pyc", ".pyo", ".pyd", ".obj", ".o", ".a", ".lib", ".wasm",
    ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".pdf", ".jpg",
    ".jpeg", ".png", ".gif", ".bmp", ".ico", ".webp", ".mp3", ".mp4", ".avi", ".mov", ".mkv",
    ".ttf", ".otf", ".woff", ".woff2",
];

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "dm-cc",
    revision: "1",
    tool: "",
    release: "dm_cc, aligned with opencode counting from 1",
    basis: "From the tool's design document, and its published source where the document is \
            silent.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

/// The requested lines or entries.
struct RequestedPage {
    path: String,
    offset: u64,
    /// The offset as it was given, for messages.
    given_offset: i128,
    limit: u64,
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolException> {
    let invalid = |message: String| ToolException::new("ValueError", message);
    let arguments = Arguments::parse(arguments).map_err(|error| invalid(format!("{error}")))?;
    let Some(Json::Text(path)) = arguments.get("filePath") else {
        return Err(invalid("filePath must be a string".into()));
    };
    let integer = |name: &str, default: u64| match arguments.get(name) {
        None | Some(Json::Null) => Ok(default.into()),
        Some(value) => {
            numbers::pydantic(value).ok_or_else(|| invalid(format!("{name} must be an integer")))
        }
    };
    let (offset, limit) = (integer("offset", 1)?, integer("limit", DEFAULT_LIMIT)?);
    if offset < 1 {
        return Err(invalid("offset must be >= 1".into()));
    }
    // No file has enough lines for the limit of the type to matter.
    let clamped = |number: i128| u64::try_from(number.max(0)).unwrap_or(u64::MAX);
    Ok(RequestedPage {
        path: path.to_string(),
        offset: clamped(offset),
        given_offset: offset,
        limit: clamped(limit),
    })
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    // As in Python, an empty path is the working directory.
    let path = if page.path.is_empty() { "." } else { &page.path };
    match find(env.tree, env.cwd, path, TrailingSlash::Ignored) {
        Ok(Opened::File(file)) => read(env, &file, page).map_err(|error| {
            exception(Failure { error, location: Some(file.location.clone()) }, env, page)
        }),
        Ok(Opened::Directory(directory)) => list(env, &directory, page)
            .map_err(|error| exception(directory.refuse(error), env, page)),
        Err(failure) => Err(exception(failure, env, page)),
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    file: &File<'_, T>,
    page: &RequestedPage,
) -> Result<Reply, FileError> {
    let name = file.location.name().unwrap_or_default();
    if BINARY_EXTENSIONS.contains(&&*paths::extension(name)) {
        return Err(FileError::Binary);
    }
    let first = LineNumber::new(page.offset).unwrap_or(LineNumber::FIRST);
    let text = env.text(file, first, page.limit, &RULES)?;
    let output = FileOutput { path: file.location.absolute(), text: &text }.to_string();
    let metadata = metadata(preview(&text), text.stopped != Stopped::AtEnd);
    Ok(titled::reply(&title(env, &file.location), output, metadata, facts_of_text(file, &text)))
}

fn list<T: Tree>(
    env: &Environment<'_, T>,
    directory: &Directory<'_, T>,
    page: &RequestedPage,
) -> Result<Reply, FileError> {
    let skip = page.offset - 1;
    let key = |name: &str, kind| Some(entry_name(name, kind).to_lowercase());
    let listing = directory.page(key, Links::Followed, skip, page.limit, MAX_NAME_BYTES)?;
    let count = listing.entries.len() as u64;
    let truncated = skip.saturating_add(count) < listing.total;
    let notice = if truncated {
        // The next entry, whereas the notices of files name the last line.
        let next = page.offset.saturating_add(count);
        format!(
            "(Showing {count} of {} entries. Use 'offset' parameter to read beyond entry {next})",
            listing.total
        )
    } else {
        format!("({} entries)", listing.total)
    };
    let entries = listing.entries.iter().take(PREVIEW_LINES);
    let preview: Vec<String> = entries.map(|entry| entry_name(&entry.name, entry.kind)).collect();
    let output =
        DirectoryOutput { path: directory.location().absolute(), listing: &listing, notice };
    let facts = facts_of_directory(directory.location(), count);
    let metadata = metadata(preview.join("\n"), truncated);
    Ok(titled::reply(&title(env, directory.location()), output.to_string(), metadata, facts))
}

/// Returns the location relative to the working directory, or absolute if it is outside.
fn title<T: Tree>(env: &Environment<'_, T>, location: &Location) -> String {
    let cwd = match env.cwd.map(|cwd| find(env.tree, Some(cwd), ".", TrailingSlash::Ignored)) {
        Some(Ok(Opened::Directory(directory))) => Some(directory.location().clone()),
        _ => Location::of(env.tree.grants(), env.working_directory()),
    };
    cwd.and_then(|cwd| location.below(&cwd)).unwrap_or_else(|| location.absolute())
}

/// Returns the listed name of an entry.
fn entry_name(name: &str, kind: FileKind) -> String {
    let mark = if kind == FileKind::Directory { "/" } else { "" };
    format!("{name}{mark}")
}

struct FileOutput<'a> {
    path: String,
    text: &'a Text,
}

impl fmt::Display for FileOutput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<path>{}</path>\n<type>file</type>\n<content>\n", self.path)?;
        LineNumbers::new(self.text.first.get(), 0, ' ', ": ").write_lines(self.text, f)?;
        write!(f, "\n\n{}\n</content>", notice(self.text, MAX_BYTES))
    }
}

struct DirectoryOutput<'a> {
    path: String,
    listing: &'a EntryPage,
    notice: String,
}

impl fmt::Display for DirectoryOutput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<path>{}</path>\n<type>directory</type>\n<entries>\n", self.path)?;
        for entry in &self.listing.entries {
            writeln!(f, "{}", entry_name(&entry.name, entry.kind))?;
        }
        write!(f, "\n{}\n</entries>", self.notice)
    }
}

fn exception<T: Tree>(
    failure: Failure,
    env: &Environment<'_, T>,
    page: &RequestedPage,
) -> ToolException {
    let path = paths::for_message(&page.path);
    let absolute = || match &failure.location {
        Some(location) => location.absolute(),
        None => paths::for_message(&env.absolute(&page.path)).into_owned(),
    };
    let value = |message: String| ToolException::new("ValueError", message);
    let system = |class, number: u32, what: &str| {
        ToolException::new(class, format!("[Errno {number}] {what}: '{}'", absolute()))
    };
    match failure.error {
        FileError::NotFound | FileError::NotDirectory | FileError::EmptyPath => missing(env, page),
        FileError::Binary | FileError::Media(_) | FileError::NotUtf8 => {
            value(format!("Cannot read binary file: {}", absolute()))
        }
        FileError::PastEnd { total } => value(format!(
            "Offset {} is out of range for this file ({total} lines)",
            page.given_offset
        )),
        FileError::OutsideRoot => ToolException::new(
            "PermissionError",
            format!("Access denied: {path} is outside the granted directories"),
        ),
        FileError::NulInPath => value("embedded null byte".into()),
        FileError::NotAFile | FileError::IsDirectory => value(format!("Not a file: {path}")),
        FileError::Denied => system("PermissionError", 13, "Permission denied"),
        FileError::PathTooLong | FileError::NameTooLong => {
            system("OSError", 36, "File name too long")
        }
        FileError::TooManyLinks => system("OSError", 40, "Too many levels of symbolic links"),
        FileError::NotUnicode => {
            system("OSError", 84, "Invalid or incomplete multibyte or wide character")
        }
        FileError::Stale | FileError::Unsteady | FileError::TooManySecrets | FileError::Io => {
            system("OSError", 5, "Input/output error")
        }
    }
}

/// Returns the exception for a missing file, with similar names in its directory.
fn missing<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> ToolException {
    // The name is searched for, even if the path requires a directory.
    let mut path = page.path.trim_end_matches('/');
    while let Some(shorter) = path.strip_suffix("/.") {
        path = shorter.trim_end_matches('/');
    }
    let (parent, name) = paths::split(path);
    let similar = match find(env.tree, env.cwd, parent, TrailingSlash::Ignored) {
        Ok(Opened::Directory(directory)) if !matches!(name, "" | "." | "..") => {
            let path = directory.location().absolute();
            suggest::containing(&directory, &path, name, Some(name)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    ToolException::new("FileNotFoundError", suggest::not_found(&page.path, &similar))
}

pub(crate) fn definition() -> Definition {
    let parameters = schema::lenient_arguments(
        "filePath",
        vec![
            schema::text(
                "filePath",
                "The file or directory: absolute, or relative to the working directory.",
            ),
            schema::integer(
                "offset",
                Range::at_least(1).with_default(1),
                "The first line of a file, or entry of a directory, counted from 1.",
            ),
            schema::integer(
                "limit",
                Range::default().with_default(DEFAULT_LIMIT),
                "The most lines or entries to return.",
            ),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a text file or lists a directory. A file comes with line numbers, \
             {DEFAULT_LIMIT} lines or {} KB at once unless limit says otherwise, and lines longer \
             than {LINE_CHARACTERS} characters are cut. The last line of an answer tells whether \
             there is more and where to continue.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "read: read a file with line numbers, or list a directory",
        guidelines: vec![
            "Read a file before you change it.".into(),
            "List a directory with read when you do not know the names in it.".into(),
            "When an answer ends with a notice that there is more, continue with offset.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["filePath", "offset", "limit"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    parse(arguments).ok().map(|page| env.absolute(&page.path))
}
