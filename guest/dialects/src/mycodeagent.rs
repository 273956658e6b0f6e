//! MyCodeAgent's `Read`, in its Standard Envelope v1.0.
//!
//! Source: the tool's design document (version 2.0.0), and its published code where the document is
//! silent. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | M1 | arguments `path`, `start_line` (from 1, default 1), `limit` (default 500, at most 2000) |
//! | M2 | the envelope: `status`, `data`, `text`, `stats`, `context`, and `error` if there is one |
//! | M3 | `data.content`: every line as `%4d \| %s` with a line feed, also the last; `data` is empty on errors |
//! | M4 | `context`: `cwd`, the arguments as they came, the resolved path |
//! | M5 | `stats` |
//! | M6 | `status`: `success`, `partial` if lines are left out or characters replaced, `error` |
//! | M7 | error codes and messages |
//! | M8 | a start past the end is an error with the number of lines |
//! | M9 | a limit outside 1 to 2000 is an error, never adjusted |
//! | M10 | UTF-8, else with replacements; judged on the whole file |
//! | M11 | a NUL in the first 8192 bytes makes a file binary; no cap on a line's length |
//! | M12 | `text`: what was read, how long it took, how to continue |
//! | M13 | an empty file |
//!
//! M11 has no cap on bytes, but memory is bounded. A window has at most 4 MiB here: a larger one
//! stops early and is returned as truncated; a single larger line is an invalid parameter.
//!
//! One file: it is one release of an agent, with one table of requirements.

use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Integer, Json, LineNumbers,
    Members, Reply, clipped, lines_of,
};
use readroom_core::{
    BreakCost, Breaks, ByteCap, Failure, File, FileError, LastLine, LineNumber, Location,
    MAX_NAME_BYTES, MAX_PATH_BYTES, Opened, Rules, Stopped, Text, Timestamp, TrailingSlash, Tree,
    find,
};
use readroom_read::facts_of_text;
use std::borrow::Cow;
use std::fmt;

const NAMES: [&str; 3] = ["path", "start_line", "limit"];
const PATH_REQUIRED: &str = "Parameter 'path' is required.";
const DEFAULT_LIMIT: u64 = 500;
const MAX_LINES: u64 = 2000;
const MAX_BYTES: u64 = 4 * 1024 * 1024;

const RULES: Rules = Rules {
    breaks: Breaks::Universal,
    byte_cap: ByteCap::whole_lines(MAX_BYTES, BreakCost::EachBreak),
    trailing_slash: TrailingSlash::Ignored,
    ..Rules::PLAIN
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "mycodeagent",
    revision: "1",
    tool: "",
    release: "MyCodeAgent 1, tool design 2.0.0, Standard Envelope v1.0",
    basis: "From the tool's design document, and its published source where the document is \
            silent.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    let started = (env.clock)();
    let elapsed = || (env.clock)().saturating_sub(started);
    let cwd = working_directory(env);
    let arguments = match Arguments::parse(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let problem = ToolError::invalid(format!("Bad arguments: {error}."));
            return refuse(problem, elapsed(), context(cwd, Vec::new(), None));
        }
    };
    let page = match parse(&arguments) {
        Ok(page) => page,
        Err(problem) => return refuse(problem, elapsed(), context(cwd, arguments.0, None)),
    };
    match read(env, &page) {
        Ok((file, text)) if text.stopped == Stopped::AtByteLimit && text.lines == 0 => {
            let problem = ToolError::too_long(&page, text.total.unwrap_or_default());
            refuse(problem, elapsed(), context(cwd, arguments.0, Some(&file.location)))
        }
        Ok((file, text)) => {
            encode(&file, &text, elapsed(), context(cwd, arguments.0, Some(&file.location)))
        }
        Err(Failure { error, location }) => {
            let mut context = context(cwd, arguments.0, location.as_ref());
            if let FileError::PastEnd { total } = error {
                context.push(("total_lines".into(), Json::number(total)));
            }
            refuse(ToolError::of(error, &page), elapsed(), context)
        }
    }
}

fn read<'t, T: Tree>(
    env: &Environment<'t, T>,
    page: &RequestedPage,
) -> Result<(File<'t, T>, Text), Failure> {
    match find(env.tree, env.cwd, &page.path, RULES.trailing_slash)? {
        Opened::File(file) => match env.text(&file, page.first, page.limit, &RULES) {
            Ok(text) => Ok((file, text)),
            Err(error) => Err(Failure { error, location: Some(file.location) }),
        },
        Opened::Directory(directory) => Err(directory.refuse(FileError::IsDirectory)),
    }
}

/// The requested lines, in range.
struct RequestedPage {
    path: String,
    first: LineNumber,
    /// The first line as given.
    first_as_given: String,
    limit: u64,
}

/// Parses the arguments in the order in which the tool checks them: path, start_line, limit.
fn parse(arguments: &Arguments<'_>) -> Result<RequestedPage, ToolError> {
    if let Some(name) = arguments.unknown(&NAMES) {
        return Err(ToolError::invalid(format!(
            "Unknown parameter '{name}'. Use {}.",
            NAMES.join(", ")
        )));
    }
    let path = match arguments.get("path") {
        Some(Json::Text(path)) if !path.is_empty() => path.to_string(),
        None | Some(Json::Null | Json::Text(_)) => {
            return Err(ToolError::invalid(PATH_REQUIRED.into()));
        }
        Some(other) => {
            return Err(ToolError::invalid(format!(
                "Parameter 'path' must be a string, not {}.",
                other.kind()
            )));
        }
    };
    let (first, first_as_given) = match arguments.get("start_line") {
        None => (Some(LineNumber::FIRST), "1".to_string()),
        Some(value) => match (Integer::of(value), value) {
            (Some(Integer::Natural(line)), Json::Number(spelled)) => {
                (LineNumber::new(line), spelled.to_string())
            }
            _ => (None, String::new()),
        },
    };
    let Some(first) = first else {
        return Err(ToolError::invalid("start_line must be a positive integer (>= 1).".into()));
    };
    let limit = match arguments.get("limit").map(Integer::of) {
        None => DEFAULT_LIMIT,
        Some(Some(Integer::Natural(limit @ 1..=MAX_LINES))) => limit,
        Some(_) => {
            return Err(ToolError::invalid(format!(
                "limit must be an integer between 1 and {MAX_LINES}."
            )));
        }
    };
    Ok(RequestedPage { path, first, first_as_given, limit })
}

/// An error in the wording of the tool.
struct ToolError {
    code: &'static str,
    message: String,
}

impl ToolError {
    fn invalid(message: String) -> Self {
        Self { code: "INVALID_PARAM", message }
    }

    fn too_long(page: &RequestedPage, total: u64) -> Self {
        let next = page.first.after(1);
        let advice = if next.get() <= total {
            format!("Use start_line={next} to continue after it.")
        } else {
            "It is the last line.".to_string()
        };
        Self::invalid(format!(
            "Line {} of '{}' is too long to return. {advice}",
            page.first, page.path
        ))
    }

    fn of(error: FileError, page: &RequestedPage) -> Self {
        let path = &*page.path;
        let (shown, given) = (clipped(path), clipped(&page.first_as_given));
        let invalid = |message: String| ("INVALID_PARAM", message);
        let (code, message) = match error {
            FileError::NotFound | FileError::NotDirectory => {
                ("NOT_FOUND", format!("File '{path}' does not exist."))
            }
            FileError::OutsideRoot | FileError::NulInPath => (
                "ACCESS_DENIED",
                format!(
                    "Access denied. Path must be within project root. '{path}' is outside project \
                     root."
                ),
            ),
            FileError::IsDirectory => {
                ("IS_DIRECTORY", format!("Path '{path}' is a directory. Use LS to explore it."))
            }
            FileError::Binary | FileError::Media(_) | FileError::NotUtf8 => {
                ("BINARY_FILE", format!("File '{path}' appears to be binary. Cannot read as text."))
            }
            FileError::NotAFile => invalid(format!("Path '{path}' is not a regular file.")),
            FileError::PastEnd { total: 0 } => invalid(
                "start_line exceeds file length (file is empty). Valid start_line is 1.".into(),
            ),
            FileError::PastEnd { total } => invalid(format!(
                "start_line ({given}) exceeds file length ({total} lines). Valid range: 1 to \
                 {total}."
            )),
            FileError::EmptyPath => invalid(PATH_REQUIRED.into()),
            FileError::PathTooLong => invalid(format!(
                "Path '{shown}' is longer than {MAX_PATH_BYTES} bytes. Use a shorter one."
            )),
            FileError::NameTooLong => invalid(format!(
                "Path '{shown}' has a name in it that is longer than {MAX_NAME_BYTES} bytes."
            )),
            FileError::NotUnicode => invalid(format!(
                "Path '{path}' leads to a name that is not Unicode. Use another path."
            )),
            FileError::Denied => (
                "PERMISSION_DENIED",
                format!("Permission denied: '{path}' cannot be read. Check its mode."),
            ),
            FileError::TooManyLinks => (
                "INTERNAL_ERROR",
                format!("Path '{path}' leads through too many symbolic links. Use another path."),
            ),
            FileError::Stale | FileError::Unsteady | FileError::TooManySecrets | FileError::Io => {
                ("INTERNAL_ERROR", format!("Failed to read '{path}'. Try again."))
            }
        };
        Self { code, message }
    }
}

fn encode<T: Tree>(file: &File<'_, T>, text: &Text, time: u64, context: Members<'_>) -> Reply {
    let File { location, metadata, .. } = file;
    let total = text.total.unwrap_or_default();
    let truncated = text.stopped != Stopped::AtEnd;
    let replaced = text.lossy;
    let numbered = Numbered(text);
    let mut data = vec![
        (Cow::Borrowed("content"), Json::Rendered(&numbered)),
        ("truncated".into(), Json::Bool(truncated)),
    ];
    if replaced {
        data.push(("fallback_encoding".into(), Json::text("replace")));
    }
    let mut summary = match text.last() {
        Some(last) => {
            format!(
                "Read {} lines from '{location}' (Lines {}-{last}).\n(Took {time}ms)",
                text.lines, text.first
            )
        }
        None => format!("Read 0 lines from '{location}' (file is empty)."),
    };
    if truncated {
        summary += &format!(
            "\n[Truncated: Showing first {} of {total} lines. Use start_line={} to continue.]",
            text.lines,
            text.next()
        );
    }
    if replaced {
        summary += "\n[Warning: Encoding issues detected. Some characters may be corrupted (using \
                    replacement).]";
    }
    let stats = Json::object([
        ("time_ms", Json::number(time)),
        ("lines_read", Json::number(text.lines)),
        ("chars_read", Json::number(numbered.characters())),
        ("total_lines", Json::number(total)),
        ("file_size_bytes", Json::number(metadata.size)),
        ("file_mtime_ms", Json::number(metadata.modified.map_or(0, Timestamp::milliseconds))),
        ("encoding", Json::text(if replaced { "utf-8 (replace)" } else { "utf-8" })),
    ]);
    let envelope = Json::object([
        ("status", Json::text(if truncated || replaced { "partial" } else { "success" })),
        ("data", Json::Object(data)),
        ("text", Json::text(summary)),
        ("stats", stats),
        ("context", Json::Object(context)),
    ]);
    // The model gets the envelope itself.
    let envelope = envelope.write();
    Reply::text(envelope.clone(), envelope, vec![facts_of_text(file, text)])
}

fn refuse(problem: ToolError, time: u64, context: Members<'_>) -> Reply {
    let error = Json::object([
        ("code", Json::text(problem.code)),
        ("message", Json::text(&*problem.message)),
    ]);
    let envelope = Json::object([
        ("status", Json::text("error")),
        ("data", Json::Object(Vec::new())),
        ("text", Json::text(&*problem.message)),
        ("error", error),
        ("stats", Json::object([("time_ms", Json::number(time))])),
        ("context", Json::Object(context)),
    ]);
    let envelope = envelope.write();
    Reply::refused(envelope.clone(), envelope)
}

fn context<'a>(cwd: String, arguments: Members<'a>, location: Option<&Location>) -> Members<'a> {
    let mut context =
        vec![("cwd".into(), Json::text(cwd)), ("params_input".into(), Json::Object(arguments))];
    if let Some(location) = location {
        context.push(("path_resolved".into(), Json::text(location.to_string())));
    }
    context
}

/// Returns the working directory relative to the root, or absolute if it is outside.
fn working_directory<T: Tree>(env: &Environment<'_, T>) -> String {
    let Some(cwd) = env.cwd else { return ".".into() };
    Location::of(env.tree.grants(), cwd).map_or_else(|| cwd.into(), |location| location.to_string())
}

/// The lines with the tool's numbering.
struct Numbered<'a>(&'a Text);

impl Numbered<'_> {
    /// Returns the number of characters written.
    fn characters(&self) -> u64 {
        let Self(text) = self;
        let frame = |number: u64| " | \n".len() as u64 + u64::from(number.ilog10() + 1).max(4);
        let frames: u64 = (text.first.get()..text.next().get()).map(frame).sum();
        let breaks = if text.last_line == LastLine::Open { text.lines - 1 } else { text.lines };
        frames + text.content.chars().count() as u64 - breaks
    }
}

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LineNumbers::new(self.0.first.get(), 4, ' ', " | ").write_lines(self.0, f)
    }
}

pub(crate) fn definition() -> Definition {
    let start_line = Range::at_least(1).with_default(1);
    let limit = Range::at_least(1).at_most(MAX_LINES).with_default(DEFAULT_LIMIT);
    let parameters = schema::arguments(vec![
        schema::path("The file, relative to the project root."),
        schema::integer("start_line", start_line, "The first line to read, counted from 1."),
        schema::integer("limit", limit, format!("The most lines to read, at most {MAX_LINES}.")),
    ]);
    Definition {
        name: "Read",
        description: format!(
            "Reads a text file of the project with line numbers, for editing. Returns \
             {DEFAULT_LIMIT} lines from start_line on unless limit says otherwise, and says where \
             to continue."
        ),
        parameters,
        full_parameters: None,
        snippet: "Read: read a file of the project with line numbers",
        guidelines: vec![
            "Read a file before you edit it.".into(),
            "When the status is partial and lines are left out, continue with the start_line that \
             the text names."
                .into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "start_line", "limit"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let page = parse(&Arguments::parse(arguments).ok()?).ok()?;
    Some(env.absolute(&page.path))
}
