//! pi's `grep`: lines that match a regular expression, as found by ripgrep.
//!
//! A line of more than 16 MiB is searched in parts, and lines before a match are shown up to 1 MiB.

use super::arguments::Given;
use super::buffer::{Buffer, Nuls};
use super::glob::Unclosed;
use super::ignore_file::{Line, trimmed};
use super::located::{absolute, at, kind_of_denied, not_found, without_nul};
use super::report::{Reached, Rows, answer, limit};
use super::selection::{Errors, Unignored};
use crate::shared::schema::{self, Range};
use crate::shared::{Definition, Environment, Identity, NodeError, Reply, ToolException, paths};
use readroom_core::{
    Binary, Decoding, Encoding, File, FileError, FileKind, Media, Opened, READ_CHUNK, Rules, Tree,
    Validity,
};
use readroom_read::{facts_of_directory, facts_of_file};
use readroom_search::{
    Context, FoundLine, LetterCase, LineEnds, LineStart, MAX_PATTERN_BYTES, Matcher, Pattern,
    PatternError, PatternSyntax, Searcher, Walk,
};
use std::ops::ControlFlow;

const DEFAULT_LIMIT: u64 = 100;

/// The maximum number of UTF-16 units of a line.
const MAX_UNITS: usize = 500;

pub(crate) const IDENTITY: Identity = Identity { tool: "grep", ..super::IDENTITY };

pub(crate) use super::no_arguments_for as arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|request| grep(env, &request)).unwrap_or_else(Reply::from)
}

struct Request {
    pattern: String,
    path: Option<String>,
    glob: Option<String>,
    ignores_case: bool,
    is_literal: bool,
    context: f64,
    limit: f64,
}

fn parse(arguments: &str) -> Result<Request, ToolException> {
    let mut given = Given::parse(IDENTITY.tool, arguments)?;
    let request = Request {
        pattern: given.text("pattern"),
        path: given.optional_text("path"),
        glob: given.optional_text("glob"),
        ignores_case: given.flag("ignoreCase"),
        is_literal: given.flag("literal"),
        context: given.number("context").unwrap_or_default(),
        limit: limit(given.number("limit"), DEFAULT_LIMIT as f64),
    };
    given.check()?;
    Ok(request)
}

fn grep<T: Tree>(env: &Environment<'_, T>, request: &Request) -> Result<Reply, ToolException> {
    let start = absolute(env, request.path.as_deref())?;
    let opened = at(env, &start);
    match opened {
        Ok(_) | Err(FileError::NotAFile) => {}
        Err(FileError::Denied) if kind_of_denied(env, &start).is_some() => {}
        Err(_) => return Err(not_found(&start)),
    }
    without_nul(request.glob.as_deref().unwrap_or_default())?;
    without_nul(&request.pattern)?;
    let glob = glob(request.glob.as_deref().unwrap_or_default())?;
    let matcher = matcher(request)?;
    let lines = request.context.max(0.0) as usize;
    let context = Context { before: lines, after: lines };
    let mut found = Found { limit: request.limit, after: context.after as u64, ..Found::default() };
    let (facts, errors) = match opened.map_err(|error| unreadable(error, &start))? {
        Opened::File(file) => {
            let (_, name) = paths::split(&start);
            found.path = name.into();
            // With a byte-order mark, ripgrep does not map it into memory, and changes its NULs.
            let head = file.head().map_err(|error| unreadable(error, &start))?;
            let nuls = if mark(head).1 == 0 { Nuls::Ordinary } else { Nuls::EndLines };
            let mut buffer = Buffer::new(Searcher::new(&matcher, context, LineStart::FIRST), nuls);
            if let Err(error) = search(&file, &mut buffer, &mut found) {
                return Err(unreadable(error, &start));
            }
            (facts_of_file(&file, found.rows.count(), 0), None)
        }
        Opened::Directory(directory) => {
            let location = directory.location().clone();
            let errors = Errors::of(env.tree, &location);
            let selection = Unignored::by_ripgrep().with_glob(glob).with_errors(&errors);
            let mut walk = Walk::through(env.tree, directory, Box::new(selection));
            let searcher = || Searcher::new(&matcher, context, LineStart::FIRST);
            let mut buffer = Buffer::new(searcher(), Nuls::End);
            while let Some(entry) = walk.next() {
                if found.is_over() {
                    break;
                }
                if entry.kind != FileKind::File || has_separators(entry.path.as_bytes()) {
                    continue;
                }
                found.begin_file(&entry.path);
                buffer = buffer.next(searcher());
                let searched =
                    walk.open(&|_| true).and_then(|file| search(&file, &mut buffer, &mut found));
                if searched == Err(FileError::Denied) {
                    let path = &entry.path;
                    let why = format!("rg: ./{path}: Permission denied (os error 13)");
                    errors.push(&why, false);
                }
            }
            drop(walk);
            (facts_of_directory(&location, found.rows.count()), errors.joined())
        }
    };
    if let Some(lines) = errors.filter(|_| !found.has_more) {
        return Err(ToolException::error(lines));
    }
    let (name, what) = ("matchLimitReached", "matches");
    let advice = ", or refine pattern";
    let reached = Reached { name, what, limit: request.limit, advice };
    let reached = Some(&reached).filter(|_| found.has_more);
    // Context lines of lost matches are not shown alone.
    let no_rows = Rows::default();
    let (rows, has_cut_lines) = match found.matches {
        0 => (&no_rows, false),
        _ => (&found.rows, found.has_cut_lines),
    };
    Ok(answer(rows, "No matches found", reached, has_cut_lines, facts))
}

fn unreadable(error: FileError, path: &str) -> ToolException {
    ToolException::error(match error {
        FileError::Denied => {
            format!("rg: {}: Permission denied (os error 13)", paths::for_message(path))
        }
        error => NodeError { error, call: "open", path }.to_string(),
    })
}

/// Compiles the glob of the files to search. `None` for all.
fn glob(glob: &str) -> Result<Option<Line>, ToolException> {
    let (mark, glob) = match glob.strip_prefix('!') {
        Some(glob) => ("!", glob),
        None => ("", glob),
    };
    let glob = [mark, glob.trim_start_matches("./")].concat();
    let glob = trimmed(&glob);
    Line::parse(glob, Unclosed::IsWrong)
        .map_err(|why| ToolException::error(format!("rg: error parsing glob '{glob}': {why}")))
}

fn matcher(request: &Request) -> Result<Matcher, ToolException> {
    // The program puts each pattern into a group.
    let text = match request.is_literal {
        true => request.pattern.clone(),
        false => format!("(?:{})", request.pattern),
    };
    let pattern = Pattern {
        text: &text,
        syntax: if request.is_literal { PatternSyntax::Literal } else { PatternSyntax::Regex },
        case: match request.ignores_case {
            true => LetterCase::Insensitive,
            false => LetterCase::Sensitive,
        },
        words: false,
    };
    Matcher::new(&pattern, LineEnds::Lf).map_err(|error| {
        let why = match error {
            PatternError::Syntax { report: why, .. } => {
                let advice = "\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle \
                              backreferences\nand look-around.";
                let could_help = ["backreferences", "look-around"].iter().any(|w| why.contains(w));
                if could_help { why + advice } else { why }
            }
            PatternError::LineFeed => "the literal \"\\n\" is not allowed in a regex\n\nConsider \
                                       enabling multiline mode with the --multiline flag (or -U \
                                       for short).\nWhen multiline mode is enabled, new line \
                                       characters can be matched."
                .into(),
            PatternError::Nul => "pattern contains \"\\0\" but it is impossible to match\n\n\
                                  Consider enabling text mode with the --text flag (or -a for \
                                  short). Otherwise,\nbinary detection is enabled and matching a \
                                  NUL byte is impossible."
                .into(),
            PatternError::TooLong => {
                format!("the pattern is longer than {MAX_PATTERN_BYTES} bytes")
            }
            PatternError::TooLarge => "the pattern is too large when its repetitions are written \
                                       out; write smaller numbers in {…}, or * and +"
                .into(),
        };
        ToolException::error(format!("rg: {why}"))
    })
}

/// Searches a file: with a UTF-16 byte-order mark it is decoded, otherwise it is searched as bytes.
fn search<T: Tree>(
    file: &File<'_, T>,
    buffer: &mut Buffer<'_>,
    found: &mut Found,
) -> Result<(), FileError> {
    let mut take = |line: FoundLine<'_>| found.take(&line);
    let (encoding, start) = mark(file.head()?);
    // A mark is detected already.
    buffer.is_first = start == 0;
    if let Some(encoding) = encoding {
        let encoding = Decoding::Given(encoding);
        let rules =
            Rules { encoding, binary: Binary::Never, media: Media::Unknown, ..Rules::PLAIN };
        return file
            .scan_bytes(
                &rules,
                0,
                Validity::Checked,
                |_| (),
                |(), bytes| buffer.push(bytes, &mut take),
            )
            .map(drop);
    }
    let mut offset = start;
    loop {
        let bytes = file.part(offset, READ_CHUNK)?;
        offset += bytes.len() as u64;
        if buffer.push(&bytes, &mut take).is_break() || bytes.is_empty() {
            return Ok(());
        }
    }
}

/// Returns the encoding by the byte-order mark at the start of a file, and the length of the mark.
fn mark(head: &[u8]) -> (Option<Encoding>, u64) {
    match head {
        [0xff, 0xfe, ..] => (Encoding::named("utf-16le"), 2),
        [0xfe, 0xff, ..] => (Encoding::named("utf-16be"), 2),
        [0xef, 0xbb, 0xbf, ..] => (None, 3),
        _ => (None, 0),
    }
}

/// The results of a search.
#[derive(Default)]
struct Found {
    rows: Rows,
    limit: f64,
    /// The number of context lines still to be shown after the last match.
    after: u64,
    /// The displayed path of the current file.
    path: String,
    matches: u64,
    /// The last context line of the current file after its last match.
    last_line: u64,
    /// Whether there are more matching lines than the limit allows.
    has_more: bool,
    has_cut_lines: bool,
}

impl Found {
    /// Starts a file, whose path is relative to the start.
    fn begin_file(&mut self, path: &str) {
        // One that seems to lead out is displayed as its last name.
        self.path = match path.starts_with("..") {
            true => paths::split(path).1.into(),
            false => path.replace('\\', "/"),
        };
        self.last_line = 0;
    }

    fn is_full(&self) -> bool {
        self.matches as f64 >= self.limit
    }

    /// Returns whether nothing that follows matters.
    fn is_over(&self) -> bool {
        self.is_full() && self.has_more
    }

    fn take(&mut self, line: &FoundLine<'_>) -> ControlFlow<()> {
        // Lines that are not UTF-8 reach the tool in another way.
        if has_separators(line.bytes) && std::str::from_utf8(line.bytes).is_ok() {
            return ControlFlow::Continue(());
        }
        let mark = match (line.is_match, self.is_full()) {
            (true, false) => {
                self.matches += 1;
                self.last_line = line.number.saturating_add(self.after);
                ':'
            }
            (is_match, true) => {
                self.has_more |= is_match;
                if line.number > self.last_line {
                    return match self.has_more {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                }
                '-'
            }
            (false, false) => '-',
        };
        let text = String::from_utf8_lossy(line.bytes);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let (text, is_cut) = cut(text);
        self.has_cut_lines |= is_cut;
        let end = if is_cut { "... [truncated]" } else { "" };
        self.rows.push(&format!("{}{mark}{}{mark} {text}{end}", self.path, line.number));
        ControlFlow::Continue(())
    }
}

/// Returns whether a line has a line or paragraph separator, at which the tool splits the program's
/// output: such a line is lost.
fn has_separators(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"\xe2\x80")
        .any(|at| matches!(bytes.get(at + 2), Some(0xa8 | 0xa9)))
}

/// Returns the shown part of a line, and whether the line is cut.
fn cut(line: &str) -> (&str, bool) {
    let mut units = 0;
    for (at, character) in line.char_indices() {
        units += character.len_utf16();
        if units > MAX_UNITS {
            return (line.get(..at).unwrap_or(line), true);
        }
    }
    (line, false)
}

pub(crate) fn definition() -> Definition {
    let default = |default| Range::default().with_default(default);
    Definition {
        name: "grep",
        description: format!(
            "Searches files for a pattern. Returns the lines that match with their paths and \
             numbers, without what .gitignore leaves out. At most {DEFAULT_LIMIT} matches or 50 \
             KB; lines are cut to {MAX_UNITS} characters."
        ),
        parameters: schema::lenient_arguments(
            "pattern",
            vec![
                schema::text("pattern", "A regular expression, or a text."),
                schema::text("path", "A directory or file. By default the working directory."),
                schema::text(
                    "glob",
                    "Which files, relative to path: *.ts, src/**/*.ts. Without a slash it is \
                     compared with names at any depth.",
                ),
                schema::boolean("ignoreCase", "Whether upper and lower case are equal."),
                schema::boolean("literal", "Whether the pattern is the text itself."),
                schema::number("context", default(0), "The number of lines around each match."),
                schema::number("limit", default(DEFAULT_LIMIT), "The maximum number of matches."),
            ],
        ),
        full_parameters: None,
        snippet: "Search file contents for patterns (respects .gitignore)",
        guidelines: Vec::new(),
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    absolute(env, parse(arguments).ok()?.path.as_deref()).ok()
}
