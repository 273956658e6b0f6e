//! kimi-cli's `ReadFile`.
//!
//! Source: the module's documentation, and its published code of that time where the documentation
//! is silent. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | K1 | arguments `path`, `line_offset` (a line from 1, default 1), `n_lines` (from 1, default 1000) |
//! | K2 | at most 1000 lines, 2000 characters of a line, 100 KiB of text |
//! | K3 | an empty path |
//! | K4 | `~`; a path out of the working directory has to be absolute |
//! | K5 | what does not exist, and what is no file |
//! | K6 | media by name or first bytes; other binary files by name or a NUL |
//! | K7 | characters that are no UTF-8 replaced; the order of the limits |
//! | K8 | lines as `%6d`, a tab, and the line with its own break |
//! | K9 | a message: lines read, the limit that ended it, the end of the file, lines that were cut |
//! | K10 | failures of the system |
//! | K11 | errors have a `brief` for programs and a `message` for readers |

mod file_type;

use crate::shared::arguments::Arguments;
use crate::shared::basic_request::BasicRequest;
use crate::shared::content::Content;
use crate::shared::environment::Environment;
use crate::shared::json::Json;
use crate::shared::line_numbers::LineNumbers;
use crate::shared::render::{self, ArgumentNames, ResultView};
use crate::shared::reply::{Outcome, Reply};
use crate::shared::schema::{self, Range};
use crate::shared::tool::{Definition, Identity};
use crate::shared::{numbers, paths};
use file_type::FileType;
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, File, FileError, LastLine, LineCap,
    LineNumber, Opened, PastEnd, Rules, Text, Totals, TrailingSlash, Tree, Units, find,
};
use readroom_read::ReadFacts;
use std::fmt;

const MAX_LINES: u64 = 1000;
const LINE_CHARACTERS: u32 = 2000;
const MAX_BYTES: u64 = 100 * 1024;

/// The number of bytes that are inspected to recognize the type of a file.
const SNIFFED_BYTES: usize = 512;

const RULES: Rules = Rules {
    breaks: Breaks::Universal,
    line_cap: Some(LineCap {
        max: LINE_CHARACTERS,
        units: Units::CodePoints,
        counts: Counted::Whole,
        marker: "...",
    }),
    max_lines: Some(MAX_LINES),
    byte_cap: ByteCap {
        max: MAX_BYTES,
        crossing: Crossing::Included,
        breaks: BreakCost::EachBreak,
    },
    totals: Totals::Unwanted,
    past_end: PastEnd::Empty,
    binary: Binary::Never,
    trailing_slash: TrailingSlash::Ignored,
    ..Rules::PLAIN
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "kimi-cli",
    revision: "1.0",
    tool: "",
    release: "kimi-cli 1.0",
    basis: "From the module's documentation, and its published source where the documentation is silent.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(ToolError::reply)
}

/// The requested lines.
struct RequestedPage {
    path: String,
    line_offset: LineNumber,
    n_lines: u64,
}

/// An error in the words of the tool.
struct ToolError {
    brief: &'static str,
    message: String,
}

impl ToolError {
    fn new(brief: &'static str, message: impl Into<String>) -> Self {
        Self { brief, message: message.into() }
    }

    fn invalid_arguments(what: impl fmt::Display) -> Self {
        Self::new("Invalid arguments", format!("Error validating JSON arguments: {what}"))
    }

    fn invalid_path(message: String) -> Self {
        Self::new("Invalid path", message)
    }

    fn reply(self) -> Reply {
        let json = result(true, "", &self.message, self.brief);
        let shown = format!("<system>ERROR: {}</system>", self.message);
        Reply {
            outcome: Outcome::Refused,
            json,
            content: vec![Content::Text(shown)],
            facts: Vec::new(),
        }
    }
}

fn result(is_error: bool, output: &str, message: &str, brief: &str) -> String {
    Json::object([
        ("is_error", Json::Bool(is_error)),
        ("output", Json::text(output)),
        ("message", Json::text(message)),
        ("brief", Json::text(brief)),
    ])
    .write()
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolError> {
    let arguments = Arguments::parse(arguments).map_err(ToolError::invalid_arguments)?;
    let path = match arguments.get("path") {
        Some(Json::Text(path)) => path.to_string(),
        Some(_) => {
            return Err(ToolError::invalid_arguments("path: Input should be a valid string"));
        }
        None => return Err(ToolError::invalid_arguments("path: Field required")),
    };
    let positive = |name: &str, default: u64| {
        let Some(value) = arguments.get(name) else { return Ok(default) };
        let wrong =
            |what| Err(ToolError::invalid_arguments(format!("{name}: Input should be {what}")));
        match numbers::pydantic(value) {
            Some(number @ 1..) => Ok(u64::try_from(number).unwrap_or(u64::MAX)),
            Some(_) => wrong("greater than or equal to 1"),
            None => wrong("a valid integer"),
        }
    };
    let line_offset = LineNumber::new(positive("line_offset", 1)?).unwrap_or(LineNumber::FIRST);
    let n_lines = positive("n_lines", MAX_LINES)?;
    if path.is_empty() {
        return Err(ToolError::new("Empty file path", "File path cannot be empty."));
    }
    Ok(RequestedPage { path, line_offset, n_lines })
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolError> {
    let path = env.at_home(&page.path);
    let canonical = paths::absolute(env.working_directory(), &path);
    let outside = || {
        ToolError::invalid_path(if path.starts_with('/') {
            format!("`{}` is outside the granted directories.", paths::for_message(&page.path))
        } else {
            format!(
                "`{}` is not an absolute path. You must provide an absolute path to read a file \
                 outside the working directory.",
                paths::for_message(&page.path)
            )
        })
    };
    if !path.starts_with('/') && !paths::is_inside(env.working_directory(), &canonical) {
        return Err(outside());
    }
    let fail = |error| match error {
        FileError::OutsideRoot => outside(),
        error => tool_error(error, &page.path, &canonical),
    };
    match find(env.tree, None, &canonical, TrailingSlash::Ignored)
        .map_err(|failure| fail(failure.error))?
    {
        Opened::File(file) => read(env, &file, page, &canonical, &fail),
        Opened::Directory(_) => Err(fail(FileError::IsDirectory)),
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    file: &File<'_, T>,
    page: &RequestedPage,
    canonical: &str,
    fail: &dyn Fn(FileError) -> ToolError,
) -> Result<Reply, ToolError> {
    let head = file.head().map_err(fail)?;
    let path = paths::for_message(&page.path);
    let kind = match file_type::of(canonical, head.get(..SNIFFED_BYTES).unwrap_or(head)) {
        FileType::Text => None,
        FileType::Image => Some("image"),
        FileType::Video => Some("video"),
        FileType::Unknown => {
            let message = format!(
                "`{path}` seems not readable. You may need to read it with proper shell commands, \
                 Python tools or MCP tools if available. If you read/operate it with Python, you \
                 MUST ensure that any third-party packages are installed in a virtual environment \
                 (venv)."
            );
            return Err(ToolError::new("File not readable", message));
        }
    };
    if let Some(kind) = kind {
        let message = format!(
            "`{path}` is a {kind} file. Use other appropriate tools to read image or video files."
        );
        return Err(ToolError::new("Unsupported file type", message));
    }
    let text = env.text(file, page.line_offset, page.n_lines, &RULES).map_err(fail)?;
    let (output, message) = (Numbered(&text).to_string(), message(&text, page));
    let json = result(false, &output, &message, "");
    let mut content = vec![Content::Text(format!("<system>{message}</system>"))];
    if !output.is_empty() {
        content.push(Content::Text(output));
    }
    let facts = vec![ReadFacts::of_text(&file.location, &file.metadata, &text)];
    Ok(Reply { outcome: Outcome::Answered, json, content, facts })
}

/// Returns what was read and why it ended. The limits are checked in the tool's order.
fn message(text: &Text, page: &RequestedPage) -> String {
    let mut message = match text.lines {
        0 => "No lines read from file.".to_string(),
        lines => format!("{lines} lines read from file starting from line {}.", page.line_offset),
    };
    let ended = if text.lines >= page.n_lines {
        ""
    } else if text.lines >= MAX_LINES {
        &format!(" Max {MAX_LINES} lines reached.")
    } else if text.content.len() as u64 >= MAX_BYTES {
        &format!(" Max {MAX_BYTES} bytes reached.")
    } else {
        " End of file reached."
    };
    message += ended;
    if !text.clipped.is_empty() {
        let lines: Vec<String> = text.clipped.iter().map(|clip| clip.line.to_string()).collect();
        message += &format!(" Lines [{}] were truncated.", lines.join(", "));
    }
    message
}

/// The lines as the tool numbers them.
struct Numbered<'a>(&'a Text);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = LineNumbers::new(self.0.first.get(), 6, ' ', "\t");
        for (number, line) in self.0.numbered() {
            f.write_str(numbers.text())?;
            numbers.advance();
            f.write_str(line)?;
            let open = self.0.last_line == LastLine::Open && Some(number) == self.0.last();
            f.write_str(if open { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// Returns the error for a failure. `path` is as it was given, `canonical` what the system was
/// asked for.
fn tool_error(error: FileError, path: &str, canonical: &str) -> ToolError {
    let (path, canonical) = (paths::for_message(path), paths::for_message(canonical));
    let system = |number: u32, what: &str| {
        let message =
            format!("Failed to read {path}. Error: [Errno {number}] {what}: '{canonical}'");
        ToolError::new("Failed to read file", message)
    };
    match error {
        // Python reports that all of these do not exist.
        FileError::NotFound
        | FileError::NotDirectory
        | FileError::TooManyLinks
        | FileError::EmptyPath => {
            ToolError::new("File not found", format!("`{path}` does not exist."))
        }
        FileError::IsDirectory | FileError::NotAFile => {
            ToolError::invalid_path(format!("`{path}` is not a file."))
        }
        FileError::OutsideRoot => {
            ToolError::invalid_path(format!("`{path}` is outside the granted directories."))
        }
        FileError::NulInPath => ToolError::new(
            "Failed to read file",
            format!("Failed to read {path}. Error: embedded null byte"),
        ),
        FileError::Denied => system(13, "Permission denied"),
        FileError::PathTooLong | FileError::NameTooLong => system(36, "File name too long"),
        FileError::NotUnicode => system(84, "Invalid or incomplete multibyte or wide character"),
        FileError::Io
        | FileError::Stale
        | FileError::Unsteady
        | FileError::Binary
        | FileError::Media(_)
        | FileError::NotUtf8
        | FileError::PastEnd { .. } => system(5, "Input/output error"),
    }
}

pub(crate) fn definition() -> Definition {
    let positive = |default| Range {
        minimum: Some(Json::number(1)),
        default: Some(default),
        ..Range::default()
    };
    let parameters = schema::lenient_arguments(
        "path",
        vec![
            schema::text("path", "The file. Absolute if it lies outside the working directory."),
            schema::integer("line_offset", positive(1), "The first line to read, counted from 1."),
            schema::integer(
                "n_lines",
                positive(MAX_LINES),
                format!("The most lines to read. More than {MAX_LINES} act as {MAX_LINES}."),
            ),
        ],
    );
    Definition {
        name: "ReadFile",
        description: format!(
            "Reads a text file and numbers its lines. At most {MAX_LINES} lines or {} KB come at \
             once, and lines longer than {LINE_CHARACTERS} characters are cut; a message tells how \
             many lines were read, why there are no more, and which were cut. Not for images, \
             videos and other binary files.",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "ReadFile: read a text file with line numbers",
        guidelines: vec![
            "Read large files in parts, with line_offset and n_lines.".into(),
            "Give an absolute path for a file outside the working directory.".into(),
            "Read several files at once when you know that you need them.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let line_offset = request.first_line()?;
    Some(request.encode("path", [("line_offset", line_offset), ("n_lines", request.lines)]))
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let page = parse(arguments).ok()?;
    Some(paths::absolute(env.working_directory(), &env.at_home(&page.path)))
}

pub(crate) const ARGUMENT_NAMES: ArgumentNames = ArgumentNames {
    tool: "ReadFile",
    path: "path",
    first: "line_offset",
    lines: "n_lines",
    base: 1,
};

/// Returns what is drawn of a result.
pub(crate) fn view(_: &str, result: &str, _: &[Content]) -> Option<ResultView<'static>> {
    let message = render::text(result, "message")?;
    Some(ResultView {
        text: render::text(result, "output")?.into(),
        notes: vec![message.into()],
        ..ResultView::default()
    })
}
