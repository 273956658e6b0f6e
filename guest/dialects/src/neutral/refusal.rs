//! Why nothing was read, in the words of the neutral read.

use crate::arguments::clipped;
use crate::meant::{self, Meant};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use readroom_core::{MAX_NAME_BYTES, MAX_PATH_BYTES, MediaType, ReadError, Tree};

/// Why nothing was read, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of failure.
    pub code: Code,
    /// What happened, with the path as it was given.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// The number of lines in the file, where it matters.
    pub total: Option<u64>,
    /// Files that may be meant where there is none, or what is in a directory, in the form that was asked for.
    pub suggestions: Vec<String>,
}

/// The kinds of failure that a read can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are documented in the contract, wit/types.wit")]
pub enum Code {
    OutsideRoot,
    NotFound,
    NotAFile,
    IsADirectory,
    NotADirectory,
    PermissionDenied,
    InvalidPath,
    InvalidArgument,
    NameTooLong,
    SymlinkLoop,
    OffsetPastEnd,
    BinaryFile,
    NotUtf8,
    TooLarge,
    Unsupported,
    Stale,
    Io,
}

impl Code {
    /// The code as the contract and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutsideRoot => "outside-root",
            Self::NotFound => "not-found",
            Self::NotAFile => "not-a-file",
            Self::IsADirectory => "is-a-directory",
            Self::NotADirectory => "not-a-directory",
            Self::PermissionDenied => "permission-denied",
            Self::InvalidPath => "invalid-path",
            Self::InvalidArgument => "invalid-argument",
            Self::NameTooLong => "name-too-long",
            Self::SymlinkLoop => "symlink-loop",
            Self::OffsetPastEnd => "offset-past-end",
            Self::BinaryFile => "binary-file",
            Self::NotUtf8 => "not-utf8",
            Self::TooLarge => "too-large",
            Self::Unsupported => "unsupported",
            Self::Stale => "stale",
            Self::Io => "io",
        }
    }
}

impl Refusal {
    /// An argument that is wrong in its type or range.
    pub(crate) fn argument(message: String, hint: String) -> Self {
        Self::new(Code::InvalidArgument, message, hint)
    }

    /// One without a total and without suggestions.
    pub(super) fn new(code: Code, message: String, hint: String) -> Self {
        Self { code, message, hint, total: None, suggestions: Vec::new() }
    }
}

pub(super) fn no_cursor(text: &str, path: &str) -> Refusal {
    Refusal::argument(
        format!("'{}' is no cursor into '{}'", clipped(text), clipped(path)),
        "Copy the cursor of an earlier answer for this file as it is, or start at a line.".into(),
    )
}

/// For a notebook that begins elsewhere than a cell.
pub(super) fn no_way_to_start(path: &str) -> Refusal {
    Refusal::new(
        Code::Unsupported,
        format!("'{}' is a notebook, which is read by its cells", clipped(path)),
        "Start at the number of a cell, or read it with the view 'text'.".into(),
    )
}

pub(super) fn no_such_cell(path: &str, total: u64) -> Refusal {
    let message =
        format!("the start is past the end of '{}', which has {total} cells", clipped(path));
    let hint = match total {
        0 => "The notebook is empty.".into(),
        total => format!("Start at a cell from 1 to {total}."),
    };
    Refusal { total: Some(total), ..Refusal::new(Code::OffsetPastEnd, message, hint) }
}

/// For a file that is too large to be more than read a part at a time.
pub(super) fn too_large(path: &str, why: &str) -> Refusal {
    Refusal::new(
        Code::TooLarge,
        format!("'{}' is too large: {why}", clipped(path)),
        "Read it with the view 'text', a part at a time.".into(),
    )
}

pub(super) fn no_encoding(name: &str) -> Refusal {
    Refusal::argument(
        format!("there is no encoding '{}' to read in", clipped(name)),
        "Leave encoding out, or give a name such as utf-8, utf-16le, gb18030, big5, shift_jis, euc-jp, euc-kr or \
         windows-1252."
            .into(),
    )
}

/// The words for a failure.
pub(super) fn explain<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    error: ReadError,
    path: &str,
) -> Refusal {
    let Meant { paths: suggestions, line } = match error {
        ReadError::NotFound => meant::meant(tree, cwd, path),
        _ => Meant::default(),
    };
    let inside =
        if error == ReadError::IsDirectory { meant::inside(tree, cwd, path) } else { None };
    let path = clipped(path);
    let (code, message, hint) = match error {
        ReadError::EmptyPath => (
            Code::InvalidPath,
            "the path is empty".into(),
            "Name a file, such as src/main.rs.".into(),
        ),
        ReadError::NulInPath => (
            Code::InvalidPath,
            format!("'{path}' holds a NUL character"),
            "Give the name without it; no file name has one.".into(),
        ),
        ReadError::PathTooLong => (
            Code::NameTooLong,
            format!("'{path}' is longer than {MAX_PATH_BYTES} bytes"),
            "Give a shorter path, relative to the working directory.".into(),
        ),
        ReadError::NameTooLong => (
            Code::NameTooLong,
            format!("'{path}' has a name in it that is longer than {MAX_NAME_BYTES} bytes"),
            "Check the path; no file has such a name.".into(),
        ),
        ReadError::OutsideRoot => (
            Code::OutsideRoot,
            format!("'{path}' is outside the granted directories"),
            "Use a path inside the project root.".into(),
        ),
        ReadError::NotFound => (
            Code::NotFound,
            format!("'{path}' does not exist"),
            match (suggestions.first(), line) {
                (Some(name), Some(line)) => {
                    format!("Did you mean '{}', line {line}?", clipped(name))
                }
                (Some(name), None) => format!("Did you mean '{}'?", clipped(name)),
                (None, _) => "Check the spelling, or list the directory it should be in.".into(),
            },
        ),
        ReadError::NotDirectory => (
            Code::NotADirectory,
            format!("'{path}' goes through a file as if it were a directory"),
            "Leave out what comes after the file's name.".into(),
        ),
        ReadError::IsDirectory => (
            Code::IsADirectory,
            format!("'{path}' is a directory"),
            match &inside {
                None => "Name a file in it; a listing tool shows which there are.".into(),
                Some(names) => {
                    match names.iter().find(|name| !name.ends_with('/')).or(names.first()) {
                        Some(name) => format!("Name a file in it, such as '{}'.", clipped(name)),
                        None => "It is empty; name a file.".into(),
                    }
                }
            },
        ),
        ReadError::NotAFile => (
            Code::NotAFile,
            format!("'{path}' is a pipe, socket or device"),
            "Only regular files can be read.".into(),
        ),
        ReadError::NotUnicode => (
            Code::InvalidPath,
            format!("'{path}' leads to a name that is not Unicode"),
            "Only files with Unicode names can be read.".into(),
        ),
        ReadError::Denied => (
            Code::PermissionDenied,
            format!("'{path}' may not be read: permission denied"),
            "Ask for permission to read it, or do without it.".into(),
        ),
        ReadError::TooManyLinks => (
            Code::SymlinkLoop,
            format!("'{path}' leads through too many symbolic links"),
            "The links probably go in a circle; use another path.".into(),
        ),
        ReadError::Binary => (
            Code::BinaryFile,
            format!("'{path}' is a binary file"),
            "Only text can be read; use a tool for this kind of file.".into(),
        ),
        ReadError::Media(MediaType::Pdf) => (
            Code::Unsupported,
            format!("'{path}' is a PDF, not text"),
            "Use a tool that extracts the text of its pages.".into(),
        ),
        ReadError::Media(media) => (
            Code::Unsupported,
            format!("'{path}' is {}, not text", media.mime()),
            "Use a tool for this kind of file.".into(),
        ),
        ReadError::NotUtf8 => {
            (Code::NotUtf8, format!("'{path}' is not UTF-8"), "Read it with replacements.".into())
        }
        ReadError::PastEnd { total } => (
            Code::OffsetPastEnd,
            format!("the start is past the end of '{path}', which has {total} lines"),
            match total {
                0 => "The file is empty.".into(),
                total => format!("Start at a line from 1 to {total}."),
            },
        ),
        ReadError::Unsteady => (
            Code::Stale,
            format!("'{path}' changed again and again while it was read"),
            "Read it once more when nothing writes to it.".into(),
        ),
        ReadError::Stale => (
            Code::Stale,
            format!("'{path}' changed since the cursor was made"),
            "Read it again from a line, without the cursor.".into(),
        ),
        ReadError::Io => (
            Code::Io,
            format!("'{path}' could not be read"),
            "It may have changed while it was opened; try once more.".into(),
        ),
    };
    let total = match error {
        ReadError::PastEnd { total } => Some(total),
        _ => None,
    };
    Refusal { code, message, hint, total, suggestions: inside.unwrap_or(suggestions) }
}
