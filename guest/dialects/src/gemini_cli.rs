//! gemini-cli's `read_file`, as release 0.61.0 of the npm package `@google/gemini-cli-core` has it.
//!
//! Source: recordings of the tool, and its published source. The requirements that the cases refer
//! to:
//!
//! | id | what |
//! |---|---|
//! | G1 | arguments `file_path`, `start_line`, `end_line` (from 1, inclusive), never converted; the first fault |
//! | G2 | which file a path means: NULs, `@`, percent signs; messages name the real path |
//! | G3 | names that cannot be intended, paths outside, and blocked names |
//! | G4 | missing files, directories, more than 20 MiB, any other failure |
//! | G5 | the kind of a file, by its name or its first 512 bytes |
//! | G6 | text: its byte-order mark decides the encoding; 2000 lines, 2000 UTF-16 units of a line; the frame of a part |
//! | G7 | SVG as text, binary files, and files sent unchanged: images, PDFs, audio, video |
//! | G8 | the display: a shortened name, a summary |
//!
//! Ignore files are left to the host. A text has at most 24 MiB here.
//!
//! One file: it is one release of an agent, with one table of requirements.

mod description;
mod kind;
mod path;

use crate::shared::javascript::{hundredths, is_space};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, MAX_ANSWER, Members,
    NodeError, Reply, ToolException, arguments_of, encoded, first_line_of, mime_types, numbers,
    paths,
};
use kind::{Kind, SAMPLE_BYTES};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, ByteOrder, Counted, Decoding, Encoding, File, FileError,
    FinalBreak, LastLine, LineCap, LineNumber, Mark, Opened, PastEnd, Rules, Stopped, Text,
    TrailingSlash, Tree, Units, find,
};
use readroom_read::{ReadFacts, facts_of_file, facts_of_text};
use readroom_types::Content;

const MAX_LINES: u64 = 2000;
const LINE_UNITS: u32 = 2000;
const MAX_FILE_BYTES: u64 = 20 * 1024 * 1024;
const MAX_SVG_BYTES: u64 = 1024 * 1024;
const MAX_TEXT: u64 = 24 * 1024 * 1024;

const RULES: Rules = Rules {
    breaks: Breaks::LfOrCrLf,
    final_break: FinalBreak::OpensLine,
    line_cap: Some(LineCap {
        max: LINE_UNITS,
        units: Units::Utf16,
        counts: Counted::Text,
        marker: "... [truncated]",
    }),
    byte_cap: ByteCap::whole_lines(MAX_TEXT, BreakCost::EachBreak),
    mark: Mark::Dropped,
    past_end: PastEnd::Empty,
    binary: Binary::Never,
    ..Rules::PLAIN
};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "gemini-cli",
    revision: "0.61",
    tool: "",
    release: "gemini-cli 0.61.0",
    basis: "By recordings of the npm package @google/gemini-cli-core 0.61.0.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

struct RequestedPage {
    path: String,
    start: Option<u64>,
    end: Option<u64>,
}

fn invalid(message: impl Into<String>) -> ToolException {
    ToolException::new("invalid_tool_params", message)
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolException> {
    let arguments =
        Arguments::parse(arguments).map_err(|error| invalid(format!("params: {error}")))?;
    let path = match arguments.get("file_path") {
        Some(Json::Text(path)) => path.to_string(),
        Some(_) => return Err(invalid("params/file_path must be string")),
        None => return Err(invalid("params must have required property 'file_path'")),
    };
    let line = |name: &str| {
        let Some(value) = arguments.get(name) else { return Ok(None) };
        match (value, numbers::javascript(value)) {
            (Json::Number(_), Some(number)) if numbers::is_whole(number) => {
                match u64::try_from(numbers::truncated(number)) {
                    Ok(line @ 1..) => Ok(Some(line)),
                    _ => Err(invalid(format!("params/{name} must be >= 1"))),
                }
            }
            _ => Err(invalid(format!("params/{name} must be integer"))),
        }
    };
    let (start, end) = (line("start_line")?, line("end_line")?);
    if path.chars().all(is_space) {
        return Err(invalid("The 'file_path' parameter must be non-empty."));
    }
    Ok(RequestedPage { path, start, end })
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    let real = path::resolved(env, &page.path).map_err(invalid)?;
    path::check(env, &real).map_err(invalid)?;
    if let (Some(start), Some(end)) = (page.start, page.end)
        && start > end
    {
        return Err(invalid("start_line cannot be greater than end_line"));
    }
    let named = Named::new(env, real);
    Ok(match find(env.tree, None, &named.real, TrailingSlash::Ignored) {
        Ok(Opened::File(mut file)) => {
            named.read(env, page, &mut file).unwrap_or_else(Failure::reply)
        }
        Ok(Opened::Directory(_)) => named.directory().reply(),
        Err(failure) => named.failed(failure.error).reply(),
    })
}

/// A file and its names.
struct Named {
    real: String,
    /// The description: the path relative to the working directory.
    relative: String,
    /// The same, as written in messages.
    shown: String,
}

/// A result that is an error.
struct Failure {
    content: String,
    display: String,
    message: String,
    kind: &'static str,
}

impl Failure {
    fn reply(self) -> Reply {
        let error = Json::object([
            ("message", Json::text(&*self.message)),
            ("type", Json::text(self.kind)),
        ]);
        let json = Json::object([
            ("llmContent", Json::text(&*self.content)),
            ("returnDisplay", Json::text(&*self.display)),
            ("error", error),
        ]);
        Reply::refused(json.write(), self.content)
    }
}

impl Named {
    fn new<T: Tree>(env: &Environment<'_, T>, real: String) -> Self {
        let cwd = env.absolute("");
        let relative = paths::for_message(&paths::relative(&cwd, &real)).into_owned();
        let shown = relative.replace('\\', "/");
        Self { real, relative, shown }
    }

    fn directory(&self) -> Failure {
        Failure {
            content: "Could not read file because the provided path is a directory, not a file."
                .into(),
            display: "Path is a directory.".into(),
            message: format!("Path is a directory, not a file: {}", paths::for_message(&self.real)),
            kind: "target_is_directory",
        }
    }

    fn failed(&self, error: FileError) -> Failure {
        match error {
            FileError::NotFound | FileError::NotDirectory | FileError::NameTooLong => Failure {
                content: "Could not read file because no file was found at the specified path."
                    .into(),
                display: "File not found.".into(),
                message: format!("File not found: {}", paths::for_message(&self.real)),
                kind: "file_not_found",
            },
            FileError::NotAFile => self.unreadable("not a regular file"),
            error => {
                let error = NodeError { error, call: "open", path: &self.real };
                self.unreadable(&error.to_string())
            }
        }
    }

    fn unreadable(&self, why: &str) -> Failure {
        let content = format!("Error reading file {}: {why}", self.shown);
        Failure {
            display: content.clone(),
            content,
            message: format!("Error reading file {}: {why}", paths::for_message(&self.real)),
            kind: "read_content_failure",
        }
    }

    fn too_much(&self) -> Failure {
        self.unreadable("more text than an answer can hold: use start_line and end_line")
    }

    fn read<T: Tree>(
        &self,
        env: &Environment<'_, T>,
        page: &RequestedPage,
        file: &mut File<'_, T>,
    ) -> Result<Reply, Failure> {
        let failed = |error| self.failed(error);
        let size = file.metadata.size;
        if size > MAX_FILE_BYTES {
            let content = format!("File size exceeds the {}MB limit.", MAX_FILE_BYTES >> 20);
            let size = hundredths(size as f64 / f64::from(1 << 20));
            let path = paths::for_message(&self.real);
            return Err(Failure {
                message: format!(
                    "{}: {path} ({}.{:02}MB)",
                    content.trim_end_matches('.'),
                    size / 100,
                    size % 100
                ),
                display: content.clone(),
                content,
                kind: "file_too_large",
            });
        }
        let head = file.head().map_err(failed)?;
        let kind = kind::of(&self.real, head.get(..SAMPLE_BYTES).unwrap_or(head));
        let shown = &self.shown;
        match kind {
            Kind::Text => self.text(env, page, file),
            Kind::Svg if size > MAX_SVG_BYTES => self.told(
                format!("Cannot display content of SVG file larger than 1MB: {shown}"),
                format!("Skipped large SVG file (>1MB): {shown}"),
            ),
            Kind::Svg => {
                let rules = Rules { line_cap: None, breaks: Breaks::Lf, ..RULES };
                let text = self.lines(env, file, (LineNumber::FIRST, u64::MAX), &rules)?;
                let facts = vec![facts_of_text(file, &text)];
                let display = format!("Read SVG as text: {shown}");
                self.answer(text.content, None, display, facts)
            }
            Kind::Binary => self.told(
                format!("Cannot display content of binary file: {shown}"),
                format!("Skipped binary file: {shown}"),
            ),
            Kind::Image => self.media(file, "image", mime_types::of(&self.real)),
            Kind::Pdf => self.media(file, "pdf", "application/pdf"),
            Kind::Video => self.media(file, "video", mime_types::of(&self.real)),
            Kind::Audio => match kind::supported_audio(&self.real) {
                Some(mime) => self.media(file, "audio", mime),
                None => {
                    let formats = "Supported audio formats are MP3, WAV, AIFF, AAC, OGG, and FLAC.";
                    let path = paths::for_message(&self.real);
                    Err(Failure {
                        content: format!(
                            "Could not read audio file because its format is not supported. \
                             {formats}"
                        ),
                        display: format!("Unsupported audio file format: {shown}"),
                        message: format!("Unsupported audio file format for {path}. {formats}"),
                        kind: "read_content_failure",
                    })
                }
            },
        }
    }

    /// Reads lines of text, joined by LF, in the encoding of the file's byte-order mark.
    fn lines<T: Tree>(
        &self,
        env: &Environment<'_, T>,
        file: &mut File<'_, T>,
        (first, lines): (LineNumber, u64),
        rules: &Rules,
    ) -> Result<Text, Failure> {
        let failed = |error| self.failed(error);
        let encoding = marked(file.head().map_err(failed)?);
        let unit = match encoding {
            Some(Encoding::Utf32(_)) => 4,
            Some(Encoding::Utf16(_)) => 2,
            _ => 1,
        };
        let incomplete = file.text_bytes() % unit;
        if incomplete > 0 && encoding == Some(Encoding::Utf16(ByteOrder::Big)) {
            return Err(self.unreadable("Buffer size must be a multiple of 16-bits"));
        }
        if incomplete > 0 {
            file.end_at(file.text_bytes() - incomplete);
        }
        let rules = Rules { encoding: encoding.map_or(Decoding::Utf8, Decoding::Given), ..*rules };
        let text = env.text(file, first, lines, &rules).map_err(failed)?;
        if text.stopped == Stopped::AtByteLimit {
            return Err(self.too_much());
        }
        Ok(text)
    }

    fn text<T: Tree>(
        &self,
        env: &Environment<'_, T>,
        page: &RequestedPage,
        file: &mut File<'_, T>,
    ) -> Result<Reply, Failure> {
        let first = LineNumber::new(page.start.unwrap_or(1)).unwrap_or(LineNumber::FIRST);
        let count = match page.end {
            Some(end) => end - (first.get() - 1).min(end),
            None => MAX_LINES,
        };
        let text = self.lines(env, file, (first, count), &RULES)?;
        let total = text.total.unwrap_or_default();
        let before = (first.get() - 1).min(total);
        let last = match page.end {
            Some(end) => end.min(total),
            None => (first.get() - 1).saturating_add(MAX_LINES).min(total),
        };
        let facts = vec![facts_of_text(file, &text)];
        let is_part = before > 0 || last < total;
        let is_cut = !text.clipped.is_empty();
        let mut content = text.content;
        if content.contains("\r\n") {
            content = content.replace("\r\n", "\n");
        }
        // The tool joins lines with LF.
        if text.last_line == LastLine::Ended && text.lines > 0 {
            content.pop();
        }
        let shown = &self.shown;
        let display = match (is_part, is_cut) {
            (true, _) => {
                let cut = if is_cut { " (some lines were shortened)" } else { "" };
                format!("Read lines {}-{last} of {total} from {shown}{cut}", before + 1)
            }
            (false, true) => {
                format!("Read all {total} lines from {shown} (some lines were shortened)")
            }
            (false, false) => String::new(),
        };
        let part = (is_part || is_cut).then_some((before + 1, last, total));
        self.answer(content, part, display, facts)
    }

    /// Returns a result that is only a message.
    fn told(&self, content: String, display: String) -> Result<Reply, Failure> {
        self.answer(content, None, display, Vec::new())
    }

    /// Returns a text result: possibly a part of a file, with its first and last line and the
    /// total.
    fn answer(
        &self,
        content: String,
        part: Option<(u64, u64, u64)>,
        display: String,
        facts: Vec<ReadFacts>,
    ) -> Result<Reply, Failure> {
        let (content, summary) = match part {
            None => {
                let lines = content.matches('\n').count() + 1;
                (content, format!("{lines} lines"))
            }
            Some((first, last, total)) => (
                format!(
                    "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines \
                     {first}-{last} of {total} total lines.\nAction: To read more of the file, you \
                     can use the 'start_line' and 'end_line' parameters in a subsequent \
                     'read_file' call. For example, to read the next section of the file, use \
                     start_line: {}.\n\n--- FILE CONTENT (truncated) ---\n{content}",
                    last + 1
                ),
                format!("{first}-{last} of {total}"),
            ),
        };
        let length = content.len() + Json::text(&*content).length();
        if length > MAX_ANSWER {
            return Err(self.too_much());
        }
        let json = self.result(Json::text(&*content), Some(&summary), &display);
        Ok(Reply::text(json, content, facts))
    }

    fn media<T: Tree>(
        &self,
        file: &File<'_, T>,
        kind: &str,
        mime: &'static str,
    ) -> Result<Reply, Failure> {
        let bytes = file.bytes(MAX_FILE_BYTES as usize).map_err(|error| self.failed(error))?;
        // It grew since it was opened.
        let bytes = bytes.ok_or_else(|| self.failed(FileError::Unsteady))?;
        let facts = vec![facts_of_file(file, 0, bytes.len() as u64)];
        let media = encoded(mime, &bytes);
        drop(bytes);
        let data = Json::Base64 { prefix: String::new(), data: &media.data };
        let inline = Json::object([("data", data), ("mimeType", Json::text(mime))]);
        let content = Json::object([("inlineData", inline)]);
        let display = format!("Read {kind} file: {}", self.shown);
        let json = self.result(content, None, &display);
        let content =
            vec![if kind == "image" { Content::Image(media) } else { Content::File(media) }];
        Ok(Reply::answered(json, content, facts))
    }

    fn result(&self, content: Json<'_>, summary: Option<&str>, display: &str) -> String {
        let mut shown: Members<'_> = vec![
            ("name".into(), Json::text("ReadFile")),
            ("description".into(), Json::text(description::of(&self.relative))),
        ];
        shown.extend(summary.map(|summary| ("resultSummary".into(), Json::text(summary))));
        let result = Json::object([("type", Json::text("text")), ("text", Json::text(display))]);
        shown.push(("result".into(), result));
        Json::object([
            ("llmContent", content),
            ("display", Json::Object(shown)),
            ("returnDisplay", Json::text(display)),
        ])
        .write()
    }
}

/// Returns the encoding of a byte-order mark.
fn marked(head: &[u8]) -> Option<Encoding> {
    match head {
        [0xff, 0xfe, 0, 0, ..] => Some(Encoding::Utf32(ByteOrder::Little)),
        [0, 0, 0xfe, 0xff, ..] => Some(Encoding::Utf32(ByteOrder::Big)),
        [0xff, 0xfe, ..] => Some(Encoding::Utf16(ByteOrder::Little)),
        [0xfe, 0xff, ..] => Some(Encoding::Utf16(ByteOrder::Big)),
        _ => None,
    }
}

pub(crate) fn definition() -> Definition {
    let line = Range::at_least(1);
    let parameters = schema::lenient_arguments(
        "file_path",
        vec![
            schema::text("file_path", "The file: absolute, or relative to the project."),
            schema::integer("start_line", line, "The first line to read, counted from 1."),
            schema::integer("end_line", line, "The last line to read, itself included."),
        ],
    );
    Definition {
        name: "read_file",
        description: format!(
            "Reads a file of the project. Text comes without line numbers, at most {MAX_LINES} \
             lines at once unless end_line asks for more, and lines longer than {LINE_UNITS} \
             characters are cut; an answer that leaves something out says so and how to go on. \
             Images, audio (MP3, WAV, AIFF, AAC, OGG, FLAC), video and PDFs of up to {} MB are \
             attached.",
            MAX_FILE_BYTES >> 20
        ),
        parameters,
        full_parameters: None,
        snippet: "read_file: read a text file or a range of its lines, or attach a media file",
        guidelines: vec![
            "Ask for a range of lines when you know where to look, and for as much as you need at \
             once."
                .into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let start = first_line_of(request)?;
    let end = match request.lines {
        Some(lines) => Some(start.unwrap_or(1).checked_add(lines.checked_sub(1)?)?),
        None => None,
    };
    Some(arguments_of(["file_path", request.path], [("start_line", start), ("end_line", end)]))
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    Some(path::requested(env, &parse(arguments).ok()?.path))
}
