//! Puts errors into words: what happened, and what to do next.
//!
//! The only place with sentences for errors, both of the tool and of the component's typed
//! interface.
//!
//! One file: a sentence for an error is written beside those of the others.

use super::counted::counted;
use crate::shared::quotable;
use readroom_core::{FileError, MAX_NAME_BYTES, MAX_PATH_BYTES, MediaType, OtherKind};
use readroom_read::{
    Argument, ArgumentError, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_ENTRIES, DEFAULT_LINES,
    DocumentError, FirstEntries, MAX_FILES, PathError, PathPart, ReadError, SizeLimit, Suggestions,
    alike,
};
use readroom_types::{ReadError as ErrorReport, count};
use std::fmt::{self, Write as _};

/// The maximum length of the names of a directory's entries in a hint, in characters.
const MAX_ENTRY_CHARACTERS: usize = 1000;

/// An error that is put into words.
pub trait InWords {
    /// Returns it as the contract has it.
    fn in_words(self) -> ErrorReport;
}

impl InWords for ErrorReport {
    fn in_words(self) -> ErrorReport {
        self
    }
}

impl InWords for ReadError {
    fn in_words(self) -> ErrorReport {
        let (code, total) = (self.code(), self.total().map(count));
        let (message, hint) = match &self {
            Self::Argument(error) => argument_error(error),
            Self::Path { path, error } => path_error(path, error),
        };
        ErrorReport { code, message, hint, total, suggestions: self.into_suggestions() }
    }
}

/// A message and a hint.
pub(super) type Words = (String, String);

fn argument_error(error: &ArgumentError) -> Words {
    match error {
        ArgumentError::OutOfRange { argument, range, given } => {
            out_of_range(*argument, *range.start(), *range.end(), *given)
        }
        ArgumentError::StartAtZero => (
            "start must not be 0".into(),
            "Lines are counted from 1; a negative start counts from the end.".into(),
        ),
        ArgumentError::StartOfOutline => (
            "an outline always covers the whole file".into(),
            "Leave out start, cursor and block, or read text instead of an outline.".into(),
        ),
        ArgumentError::UnknownEncoding(name) => (
            format!("unknown encoding '{}'", quotable(name)),
            "Leave encoding out, or give a name such as utf-8, utf-16le, gb18030, big5, shift_jis, \
             iso-2022-jp, euc-kr or windows-1252."
                .into(),
        ),
        ArgumentError::NoUnit { path, titles, .. } if titles.is_empty() => (
            format!("'{}' has no sheets, slides, chapters or pages", quotable(path)),
            "Leave unit out, or start at a line.".into(),
        ),
        ArgumentError::NoUnit { unit, path, titles } => (
            format!("'{}' has no '{}'", quotable(path), quotable(unit)),
            format!("Give one of these, by number or title: {}.", Titles(titles, true)),
        ),
        ArgumentError::NoDefinition { name, path, names } => (
            format!("'{}' has no definition of '{}'", quotable(path), quotable(name)),
            match &names[..] {
                [] => "Read it with the view 'outline', or search for the name.".into(),
                names => format!("Similar names in it: {}.", Titles(names, false)),
            },
        ),
        ArgumentError::InvalidCursor { cursor, path } => (
            format!("'{}' is not a cursor for '{}'", quotable(cursor), quotable(path)),
            "Copy the cursor of an earlier answer for this file as it is, or start at a \
             line.".into(),
        ),
    }
}

fn out_of_range(argument: Argument, minimum: u64, maximum: u64, given: u64) -> Words {
    let at_least_1 = |name: &str, hint: &str| (format!("{name} must be at least 1"), hint.into());
    match argument {
        Argument::Block => at_least_1("block", "Lines are counted from 1."),
        Argument::Lines => {
            at_least_1("lines", &format!("Leave lines out to read {DEFAULT_LINES} lines."))
        }
        Argument::Bytes => (
            format!("bytes must be between {minimum} and {maximum}"),
            format!(
                "Leave bytes out to read {DEFAULT_BYTES} bytes, and continue where the answer \
                 stops."
            ),
        ),
        Argument::Tokens => {
            at_least_1("tokens", "Leave tokens out to read as much as lines and bytes allow.")
        }
        Argument::Column => at_least_1("column", "Characters of a line are counted from 1."),
        Argument::Columns => at_least_1(
            "columns",
            &format!("Leave columns out to read {DEFAULT_COLUMNS} characters of each line."),
        ),
        Argument::Entries => {
            at_least_1("entries", &format!("Leave entries out to list {DEFAULT_ENTRIES} entries."))
        }
        Argument::Files => (
            format!("files must be between {minimum} and {MAX_FILES}, not {given}"),
            match given {
                0 => "Name at least one file.".into(),
                _ => "Read the rest in another call.".into(),
            },
        ),
        Argument::Depth => at_least_1("depth", "Depth 1 is what is in the directory itself."),
        Argument::Matches => at_least_1("matches", "Leave matches out for the default."),
        Argument::MatchesPerFile => {
            at_least_1("matches_per_file", "Leave matches_per_file out for the default.")
        }
        Argument::Definitions => {
            at_least_1("definitions", "Leave definitions out for the default.")
        }
        Argument::SharedBytes => (
            format!("bytes must be between {minimum} (one for each file) and {maximum}"),
            format!("Leave bytes out to read {DEFAULT_BYTES} bytes of all files together."),
        ),
        Argument::SharedTokens => (
            format!("tokens must be at least {minimum}: one for each file"),
            "Leave tokens out to read as much as bytes allow.".into(),
        ),
    }
}

fn path_error(requested: &str, error: &PathError) -> Words {
    let path = &*quotable(requested);
    match error {
        PathError::NotFound(suggestions) => (
            format!("'{path}' does not exist"),
            did_you_mean(requested, suggestions).unwrap_or_else(|| {
                "Check the spelling, or list the directory it should be in.".into()
            }),
        ),
        PathError::OutsideRoot(suggestions) => (
            format!("'{path}' is outside the granted directories"),
            did_you_mean(requested, suggestions).unwrap_or_else(|| {
                match requested.trim_matches(['/', '\\']) {
                    "" => "Write . for the project root.".into(),
                    _ => "Use a path inside the project root.".into(),
                }
            }),
        ),
        PathError::IsADirectory { entries } => (
            format!("'{path}' is a directory"),
            match entries {
                None => "Name a file in it, or list it.".into(),
                Some(entries) if entries.paths.is_empty() && entries.more == 0 => {
                    "It is empty; name a file in another directory.".into()
                }
                Some(entries) => format!("Name a file in it. {}.", Contents::of(entries)),
            },
        ),
        PathError::NotADirectory => (
            format!("'{path}' is a file, not a directory"),
            "Read it, or list the directory that it is in.".into(),
        ),
        PathError::NotACell => (
            format!("'{path}' is a notebook, which is read by its cells"),
            "Start at the number of a cell, or read it with the view 'text'.".into(),
        ),
        PathError::PastLastCell { total } => past_end(path, *total, ["notebook", "a", "cell"]),
        PathError::PastLastEntry { total } => past_end(path, *total, ["directory", "an", "entry"]),
        PathError::TooLarge(whole) => {
            let why = match whole {
                SizeLimit::Notebook(max) => {
                    format!("notebooks are limited to {}", mebibytes(*max))
                }
                SizeLimit::Outline(max) => {
                    format!("outlines are limited to files of {}", mebibytes(*max))
                }
                SizeLimit::Definition(max) => {
                    format!("names are looked for in files of up to {}", mebibytes(*max))
                }
            };
            (
                format!("'{path}' is too large: {why}"),
                "Read it with the view 'text', a part at a time.".into(),
            )
        }
        PathError::Document(error) => document_error(path, *error),
        PathError::File(error) => file_error(requested, *error),
    }
}

/// The titles of the sheets, slides, chapters or pages of a document, as many as a hint has room
/// for.
struct Titles<'a>(&'a [String], bool);

impl fmt::Display for Titles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = MAX_ENTRY_CHARACTERS;
        for (at, title) in self.0.iter().enumerate() {
            let title = quotable(title);
            let Some(less) = left.checked_sub(title.chars().count() + 8) else {
                return write!(f, " and {} more", self.0.len() - at);
            };
            left = less;
            f.write_str(if at == 0 { "" } else { ", " })?;
            match self.1 {
                true => write!(f, "{} '{title}'", at + 1)?,
                false => write!(f, "'{title}'")?,
            }
        }
        Ok(())
    }
}

fn document_error(path: &str, error: DocumentError) -> Words {
    match error {
        DocumentError::Unsupported(format) => (
            format!(
                "'{path}' is a document in an unsupported format: {}",
                format.unsupported_name()
            ),
            format!("Save it as {} in its application, and read that file.", format.successor()),
        ),
        DocumentError::Encrypted => (
            format!("'{path}' is an encrypted document"),
            "Save a copy without a password, and read that file.".into(),
        ),
        DocumentError::UnsupportedEncryption(what) => (
            format!("'{path}' is an encrypted document: {what}"),
            "Save a copy without encryption in its application, and read that file.".into(),
        ),
        DocumentError::TooLarge(limit) => (
            format!("'{path}' is too large: the {limit} exceeds its limit"),
            "Save the part that is needed as a document of its own, and read that file.".into(),
        ),
        DocumentError::Damaged(what) => (
            format!("'{path}' is a damaged document: {what}"),
            "Open it in its application and save it again.".into(),
        ),
        DocumentError::Source(never) => match never {},
    }
}

/// Returns the question for the file that may be meant. Names that look the same are told apart.
fn did_you_mean(requested: &str, suggestions: &Suggestions) -> Option<String> {
    let Suggestions { paths, part, .. } = suggestions;
    let is_alike = |path: &&String| alike::difference(requested, path).is_some();
    let name = paths.first()?;
    if paths.iter().filter(is_alike).count() > 1 {
        let names: Vec<_> = paths.iter().map(|path| format!("'{}'", quotable(path))).collect();
        return Some(format!("Several names look like it: {}.", names.join(", ")));
    }
    let revision = requested.strip_suffix(&**name).and_then(|before| before.strip_suffix(':'));
    if let Some(revision) = revision.filter(|revision| !revision.is_empty()) {
        let [revision, name] = [revision, name].map(quotable);
        return Some(format!("Did you mean '{name}', with '{revision}' as at?"));
    }
    let place = match part {
        None => String::new(),
        Some(PathPart::Lines { first, last: None }) => format!(", line {first}"),
        Some(PathPart::Lines { first, last: Some(last) }) => format!(", lines {first}-{last}"),
        Some(PathPart::Definition(part) | PathPart::Unit(part)) => {
            format!(", '{}'", quotable(part))
        }
    };
    // Others with its name are as likely.
    let last = |path: &str| path.rsplit('/').next().map(str::to_lowercase);
    let others = paths.iter().skip(1).filter(|other| last(other) == last(name) && part.is_none());
    let others: String = others.map(|other| format!(" or '{}'", quotable(other))).collect();
    let mut question = format!("Did you mean '{}'{others}{place}?", quotable(name));
    if let Some((wrong, right)) = alike::difference(requested, name) {
        // Writing into memory does not fail.
        let _ = match (wrong, right) {
            ("", right) => write!(question, " It also has {}.", CodePoints(right)),
            (wrong, "") => write!(question, " It does not have {}.", CodePoints(wrong)),
            (wrong, right) => {
                write!(question, " It has {} for {}.", CodePoints(right), CodePoints(wrong))
            }
        };
    }
    Some(question)
}

/// Characters by their numbers.
struct CodePoints<'a>(&'a str);

impl fmt::Display for CodePoints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of characters that are named.
        const MAX: usize = 4;
        for (at, character) in self.0.chars().take(MAX).enumerate() {
            write!(f, "{}U+{:04X}", if at == 0 { "" } else { " " }, u32::from(character))?;
        }
        f.write_str(if self.0.chars().nth(MAX).is_some() { " …" } else { "" })
    }
}

/// The names in a directory, as many as a hint has room for.
struct Contents {
    names: Vec<String>,
    more: u64,
    is_open_ended: bool,
}

impl Contents {
    fn of(entries: &FirstEntries) -> Self {
        let mut left = MAX_ENTRY_CHARACTERS;
        let names = entries.paths.iter().map_while(|path| {
            let name = format!("'{}'", quotable(path.get(entries.prefix..)?));
            left = left.checked_sub(name.chars().count())?;
            Some(name)
        });
        let names: Vec<_> = names.collect();
        let more = entries.more + (entries.paths.len() - names.len()) as u64;
        Self { names, more, is_open_ended: entries.is_open_ended }
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "It contains {}", self.names.join(", "))?;
        if self.more > 0 {
            let and = if self.names.is_empty() { "" } else { " and " };
            let at_least = if self.is_open_ended { "at least " } else { "" };
            write!(f, "{and}{at_least}{} more", self.more)?;
        }
        Ok(())
    }
}

/// Returns what to do instead of reading a file that is not text.
fn instead_of(kind: OtherKind) -> &'static str {
    match kind {
        OtherKind::Archive => "List or unpack it with a tool for archives, and read its files.",
        OtherKind::Compressed => "Decompress it with another tool, and read what was in it.",
        OtherKind::Data => "Query it with a tool for this format, or export it as text.",
        OtherKind::Program => "It is compiled: read its source instead.",
        OtherKind::Recording => "It is a recording: read a transcript of it, if there is one.",
        OtherKind::Font => "It is a font, and has no text.",
        OtherKind::Application => "Open it in its application, and save it in another format.",
    }
}

/// What to do with a picture of a kind that is not decoded.
const CONVERT: &str = "Convert it to PNG, and read that file.";

/// Returns the words for a start past the last unit of something, with the article of the unit.
fn past_end(path: &str, total: u64, [whole, article, unit]: [&str; 3]) -> Words {
    let hint = match total {
        0 => format!("The {whole} is empty."),
        1 => format!("Start at {unit} 1."),
        total => format!("Start at {article} {unit} from 1 to {total}."),
    };
    (format!("the start is past the end of '{path}', which has {}", counted(total, unit)), hint)
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes / 1024 / 1024)
}

/// Returns the words for failures without details. Missing files and directories have suggestions,
/// and words of their own.
fn file_error(requested: &str, error: FileError) -> Words {
    let path = &*quotable(requested);
    match error {
        FileError::EmptyPath => {
            ("the path is empty".into(), "Name a file, such as src/main.rs.".into())
        }
        FileError::NulInPath => (
            format!("'{path}' contains a NUL character"),
            "Leave it out; no file name contains one.".into(),
        ),
        FileError::PathTooLong => (
            format!("'{path}' is longer than {MAX_PATH_BYTES} bytes"),
            "Give a shorter path, relative to the working directory.".into(),
        ),
        FileError::NameTooLong => (
            format!("a name in '{path}' is longer than {MAX_NAME_BYTES} bytes"),
            "Check the path; no file has such a name.".into(),
        ),
        FileError::NotDirectory => (
            format!("'{path}' uses a file as a directory"),
            "Leave out what comes after the file's name.".into(),
        ),
        FileError::NotAFile => (
            format!("'{path}' is a pipe, socket or device"),
            "Only regular files can be read.".into(),
        ),
        FileError::NotUnicode => (
            format!("'{path}' leads to a name that is not Unicode"),
            "Only files with Unicode names can be read.".into(),
        ),
        FileError::Denied => (
            format!("'{path}' may not be read: permission denied"),
            "Ask for permission to read it, or do without it.".into(),
        ),
        FileError::TooManyLinks => (
            format!("'{path}' leads through too many symbolic links"),
            "The links probably form a loop; use another path.".into(),
        ),
        FileError::Binary => (
            format!("'{path}' is a binary file"),
            "If it is text, give its encoding, such as utf-16le, or the view 'text'; otherwise use \
             a tool for this kind of file."
                .into(),
        ),
        FileError::Media(MediaType::Pdf) => (
            format!("'{path}' begins like a PDF, but no page of it can be read"),
            "If it is a PDF, save it again in its application; if it is text, give the view 'text'."
                .into(),
        ),
        FileError::Media(MediaType::CgBi) => (
            format!("'{path}' is a PNG in a form that only Apple's programs read (CgBI)"),
            CONVERT.into(),
        ),
        FileError::Media(
            media @ (MediaType::Bmp
            | MediaType::Ico
            | MediaType::Tiff
            | MediaType::Avif
            | MediaType::Heic
            | MediaType::JpegXl
            | MediaType::Jpeg2000
            | MediaType::Psd),
        ) => (
            format!("'{path}' is a picture, {}, which cannot be shown", media.mime()),
            CONVERT.into(),
        ),
        FileError::Media(MediaType::Other(kind, mime)) => {
            (format!("'{path}' is not text: {mime}"), instead_of(kind).into())
        }
        FileError::Media(media) => (
            format!("'{path}' is {}, not text", media.mime()),
            "Use a tool for this kind of file, or give the view 'text' if it is text.".into(),
        ),
        FileError::NotUtf8 => {
            (format!("'{path}' is not UTF-8"), "Read it with replacements.".into())
        }
        FileError::PastEnd { total } => past_end(path, total, ["file", "a", "line"]),
        FileError::TooManySecrets => (
            format!("'{path}' has more secrets than can be masked"),
            "Read another file, or ask for it to be read without masks.".into(),
        ),
        FileError::Unsteady => (
            format!("'{path}' kept changing while it was read"),
            "Read it again when nothing writes to it.".into(),
        ),
        FileError::Stale => (
            format!("'{path}' changed since the cursor was made"),
            "Read it again from a line, without the cursor.".into(),
        ),
        FileError::Io => (
            format!("'{path}' could not be read"),
            "It may have changed while it was opened; try again.".into(),
        ),
        FileError::NotFound => path_error(requested, &PathError::NotFound(Suggestions::default())),
        FileError::OutsideRoot => {
            path_error(requested, &PathError::OutsideRoot(Suggestions::default()))
        }
        FileError::IsDirectory => path_error(requested, &PathError::IsADirectory { entries: None }),
    }
}
