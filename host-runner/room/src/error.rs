//! The errors of the host library.

use crate::contract::{ErrorCode, ReadError, UnknownToolError};
use crate::limits::{Limit, Reached};
use serde_json::json;
use std::path::PathBuf;
use std::{fmt, io};

/// Why a room could not be made, or a call was not answered.
#[derive(Debug)]
pub enum Error {
    /// Nothing was read, listed or searched. A tool reports the same in a reply, in its own words.
    Read(ReadError),
    /// There is no tool with this id.
    UnknownTool(UnknownToolError),
    /// A directory to grant cannot be opened.
    Open {
        /// The directory.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// A path to grant is not that of a directory.
    NotADirectory {
        /// The path that is not a directory.
        path: PathBuf,
    },
    /// The path of a directory to grant is not Unicode, so that no agent could name it.
    NotUnicode {
        /// The directory.
        path: PathBuf,
    },
    /// The path of a tree to grant is not absolute, or not clean.
    BadName {
        /// The path.
        name: String,
    },
    /// The path of the home directory is not absolute.
    BadHome {
        /// The path.
        name: String,
    },
    /// A rule of the policy refers to the home directory, but there is none.
    NoHome,
    /// A tree to grant has a path that is granted already, or a directory that of a tree.
    NameTaken {
        /// The path.
        name: String,
    },
    /// The working directory lies in none of the granted directories.
    OutsideRoot {
        /// The working directory.
        path: PathBuf,
    },
    /// The component could not be loaded.
    Component(String),
    /// The component failed instead of answering.
    Call(String),
    /// The call reached a limit, and was ended or not started.
    Limit(Reached),
    /// The call could not be recorded, so that its answer is withheld; or the log cannot be opened.
    Audit {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        reason: String,
    },
    /// The call was ended by [`crate::Cancel`].
    Cancelled,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{}. {}", error.message, error.hint),
            Self::UnknownTool(UnknownToolError { tool, known }) => {
                write!(f, "there is no tool '{tool}'; the tools are {}", known.join(", "))
            }
            Self::Open { path, reason } => write!(
                f,
                "cannot open the directory '{}': {}; name one that exists and can be read",
                path.display(),
                reason_of(reason)
            ),
            Self::NotADirectory { path } => {
                write!(f, "'{}' is not a directory; grant the directory it is in", path.display())
            }
            Self::NotUnicode { path } => write!(
                f,
                "the name of the directory '{}' is not Unicode; rename it, or grant another one",
                path.display()
            ),
            Self::BadName { name } => write!(
                f,
                "a tree cannot be granted as '{name}'; choose an absolute path without '.', '..' \
                 or empty names, such as '/project'"
            ),
            Self::BadHome { name } => {
                write!(
                    f,
                    "'{name}' cannot be the home directory; give an absolute path, such as \
                     '/home/agent'"
                )
            }
            Self::NoHome => f.write_str(
                "a rule of the policy begins with '~' or '$HOME'; set the home directory, or write \
                 its path there",
            ),
            Self::NameTaken { name } => {
                write!(f, "'{name}' is already granted; grant the tree under another path")
            }
            Self::OutsideRoot { path } => write!(
                f,
                "the working directory '{}' is outside the granted directories; name one \
                 inside the root",
                path.display()
            ),
            Self::Component(reason) => write!(f, "cannot load the component: {reason}"),
            Self::Call(reason) => write!(f, "the component failed: {reason}"),
            Self::Limit(reached) => write!(f, "{reached}"),
            Self::Audit { path, reason } => {
                write!(f, "the audit log '{}' cannot be written: {reason}", path.display())
            }
            Self::Cancelled => f.write_str("the call was cancelled"),
        }
    }
}

/// `source` is `None`: the message includes the cause, which would be printed twice.
impl std::error::Error for Error {}

/// Returns the reason of an error of the operating system, in the middle of a sentence and without
/// its number, as every host writes it.
pub(crate) fn reason_of(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error ").map_or(&*text, |(reason, _)| reason);
    // On Windows it is a whole sentence.
    let text = text.trim_end_matches('.');
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(characters).collect()
}

impl Error {
    /// Returns the error code of a failed call, as in the contract. `None` if no room could be
    /// made.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Read(error) => Some(error.code),
            Self::Limit(reached) => Some(reached.code()),
            Self::UnknownTool(_) => Some(ErrorCode::InvalidArgument),
            Self::Call(_) | Self::Cancelled | Self::Audit { .. } => Some(ErrorCode::Other),
            _ => None,
        }
    }

    /// Returns what to do next after a failed call.
    pub fn hint(&self) -> &str {
        match self {
            Self::Read(error) => &error.hint,
            Self::UnknownTool(_) => "Use one of the existing tools.",
            Self::Limit(reached) => reached.hint(),
            Self::Audit { .. } => "Call again when the host's audit log can be written.",
            Self::Cancelled => "Call again if the answer is still wanted.",
            _ => "Try another call.",
        }
    }

    /// Returns the error as a JSON object on one line, `{"error": read-error}` as the tool
    /// `readroom` answers, for hosts whose answers are JSON.
    pub fn to_json(&self) -> String {
        let error = match self {
            Self::Read(error) => error.clone(),
            error => ReadError {
                code: self.code().unwrap_or(ErrorCode::Other),
                message: error.to_string(),
                hint: self.hint().into(),
                suggestions: Vec::new(),
                total: None,
            },
        };
        json!({ "error": error }).to_string()
    }

    /// Returns the same error, with one limit replaced by another.
    #[cfg(feature = "compiler")]
    pub(crate) fn with_limit_replaced(
        self,
        from: Limit,
        limit: Limit,
        limits: &crate::limits::Limits,
    ) -> Self {
        match self {
            Self::Limit(reached) if reached.limit == from => Self::Limit(limits.reached(limit)),
            other => other,
        }
    }

    /// Returns the limit that a call reached, if that is why it failed.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Limit(reached) => Some(reached.limit),
            _ => None,
        }
    }
}
