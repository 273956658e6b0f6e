//! kimi-cli's `ReadFile`, in two releases, and the code they share.

mod file_type;
pub(crate) mod v1_0;
pub(crate) mod v1_52;

use crate::shared::schema::{self, Property, Range};
use crate::shared::{
    BasicRequest, Definition, Environment, Json, LineNumbers, Reply, lines_of, paths,
};
use file_type::{FileType, SystemMedia};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, ClippedLine, Counted, Crossing, File, FileError, LastLine,
    LineCap, Opened, PastEnd, Rules, Text, TrailingSlash, Tree, Units, find,
};
use readroom_read::facts_of_text;
use readroom_types::Content;
use std::fmt;

const MAX_LINES: u64 = 1000;
const LINE_CHARACTERS: u32 = 2000;
const MAX_BYTES: u64 = 100 * 1024;

/// The number of bytes examined to recognize the type of a file.
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
    past_end: PastEnd::Empty,
    binary: Binary::Never,
    trailing_slash: TrailingSlash::Ignored,
    ..Rules::PLAIN
};

/// An error in the wording of the tool.
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
        Reply::refused(json, shown)
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

struct RequestedPath {
    given: String,
    /// Its spelling in errors about the working directory.
    written: String,
    is_absolute: bool,
    /// Whether the tool first checks that the file exists: a name that is too long does not.
    is_looked_for: bool,
    /// The absolute name.
    canonical: String,
}

impl RequestedPath {
    /// Fails if the path leads out of the working directory without being absolute.
    fn check_directory<T: Tree>(&self, env: &Environment<'_, T>) -> Result<(), ToolError> {
        if self.is_absolute || paths::is_inside(env.working_directory(), &self.canonical) {
            Ok(())
        } else {
            Err(self.outside())
        }
    }

    fn outside(&self) -> ToolError {
        ToolError::invalid_path(if self.is_absolute {
            format!("`{}` is outside the granted directories.", paths::for_message(&self.given))
        } else {
            format!(
                "`{}` is not an absolute path. You must provide an absolute path to read a file \
                 outside the working directory.",
                paths::for_message(&self.written)
            )
        })
    }

    fn failed(&self, error: FileError) -> ToolError {
        match error {
            FileError::OutsideRoot => self.outside(),
            FileError::NameTooLong | FileError::PathTooLong if self.is_looked_for => {
                tool_error(FileError::NotFound, &self.given, &self.canonical)
            }
            error => tool_error(error, &self.given, &self.canonical),
        }
    }

    /// Opens the file. Fails if it is not text.
    fn open<'t, T: Tree>(
        &self,
        env: &Environment<'t, T>,
        system: &SystemMedia,
    ) -> Result<File<'t, T>, ToolError> {
        let found = find(env.tree, None, &self.canonical, TrailingSlash::Ignored);
        let file = match found.map_err(|failure| self.failed(failure.error))? {
            Opened::File(file) => file,
            Opened::Directory(_) => return Err(self.failed(FileError::IsDirectory)),
        };
        let head = file.head().map_err(|error| self.failed(error))?;
        let path = paths::for_message(&self.given);
        let head = head.get(..SNIFFED_BYTES).unwrap_or(head);
        let kind = match file_type::of(&self.canonical, head, system) {
            FileType::Text => return Ok(file),
            FileType::Image => "image",
            FileType::Video => "video",
            FileType::Unknown => {
                let message = format!(
                    "`{path}` seems not readable. You may need to read it with proper shell \
                     commands, Python tools or MCP tools if available. If you read/operate it with \
                     Python, you MUST ensure that any third-party packages are installed in a \
                     virtual environment (venv)."
                );
                return Err(ToolError::new("File not readable", message));
            }
        };
        let message = format!(
            "`{path}` is a {kind} file. Use other appropriate tools to read image or video files."
        );
        Err(ToolError::new("Unsupported file type", message))
    }
}

/// The facts that a message states about the lines shown.
struct Shown<'a> {
    text: &'a Text,
    /// The number of lines of the text that are not shown, because later ones are.
    skipped: u64,
    /// The number of the first line, in the tool's numbering.
    first: u64,
    /// The requested number of lines.
    wanted: u64,
    /// Whether the message states the number of lines of the file.
    with_total: bool,
}

impl Shown<'_> {
    fn lines(&self) -> u64 {
        self.text.lines - self.skipped
    }

    fn clipped(&self) -> impl Iterator<Item = &ClippedLine> {
        let first = self.text.first.after(self.skipped);
        self.text.clipped.iter().filter(move |clip| clip.line >= first)
    }

    /// Returns the number of lines read and why reading ended. Limits are checked in the tool's
    /// order.
    fn message(&self) -> String {
        let mut message = match self.lines() {
            0 => "No lines read from file.".to_string(),
            lines => format!("{lines} lines read from file starting from line {}.", self.first),
        };
        if self.with_total {
            let total = self.text.total.unwrap_or_default();
            message += &format!(" Total lines in file: {total}.");
        }
        let is_full = self.skipped > 0 || self.text.content.len() as u64 >= MAX_BYTES;
        message += &match self.lines() {
            lines if lines >= self.wanted => String::new(),
            MAX_LINES.. => format!(" Max {MAX_LINES} lines reached."),
            _ if is_full => format!(" Max {MAX_BYTES} bytes reached."),
            _ => " End of file reached.".into(),
        };
        let clipped: Vec<String> = self.clipped().map(|clip| clip.line.to_string()).collect();
        if !clipped.is_empty() {
            message += &format!(" Lines [{}] were truncated.", clipped.join(", "));
        }
        message
    }

    fn reply<T: Tree>(&self, file: &File<'_, T>) -> Reply {
        let (output, message) = (self.to_string(), self.message());
        let json = result(false, &output, &message, "");
        let mut content = vec![Content::Text(format!("<system>{message}</system>"))];
        if !output.is_empty() {
            content.push(Content::Text(output));
        }
        Reply::answered(json, content, vec![facts_of_text(file, self.text)])
    }
}

/// The lines with the tool's numbering.
impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text;
        let skipped = usize::try_from(self.skipped).unwrap_or(usize::MAX);
        let mut numbers = LineNumbers::new(text.first.after(self.skipped).get(), 6, ' ', "\t");
        for (number, line) in text.numbered().skip(skipped) {
            numbers.write_next(f)?;
            f.write_str(line)?;
            let open = text.last_line == LastLine::Open && Some(number) == text.last();
            f.write_str(if open { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// Returns the error for a failure. `path` is the path as given, `canonical` the one passed to the
/// system.
fn tool_error(error: FileError, path: &str, canonical: &str) -> ToolError {
    let (path, canonical) = (paths::for_message(path), paths::for_message(canonical));
    let system = |number: u32, what: &str| {
        let message =
            format!("Failed to read {path}. Error: [Errno {number}] {what}: '{canonical}'");
        ToolError::new("Failed to read file", message)
    };
    match error {
        // Python reports all of these as nonexistent.
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
        | FileError::TooManySecrets
        | FileError::Binary
        | FileError::Media(_)
        | FileError::NotUtf8
        | FileError::PastEnd { .. } => system(5, "Input/output error"),
    }
}

/// Returns the definition of a release: its start, what its message tells after the number of
/// lines, and its advice about large files.
fn definition(line_offset: Property, told: &str, advice: &str) -> Definition {
    let parameters = schema::lenient_arguments(
        "path",
        vec![
            schema::text("path", "The file. Absolute if it lies outside the working directory."),
            line_offset,
            schema::integer(
                "n_lines",
                Range::at_least(1).with_default(MAX_LINES),
                format!("The most lines to read. More than {MAX_LINES} act as {MAX_LINES}."),
            ),
        ],
    );
    Definition {
        name: "ReadFile",
        description: format!(
            "Reads a text file and numbers its lines. At most {MAX_LINES} lines or {} KB come at \
             once, and lines longer than {LINE_CHARACTERS} characters are cut; a message tells how \
             many lines were read, {told}",
            MAX_BYTES / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "ReadFile: read a text file with line numbers",
        guidelines: vec![
            advice.into(),
            "Give an absolute path for a file outside the working directory.".into(),
            "Read several files at once when you know that you need them.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "line_offset", "n_lines"])
}
