//! What can go wrong in the host library.

use crate::contract::{ErrorCode, ReadError, UnknownToolError};
use crate::limits::{Limit, Reached};
use serde_json::json;
use std::path::PathBuf;
use std::{fmt, io};

/// Why a room could not be made, or a call not answered.
#[derive(Debug)]
pub enum Error {
    /// Nothing was read: the component's answer to [`crate::Room::read`]. Errors of a tool are not errors here but
    /// replies.
    Read(ReadError),
    /// There is no tool with this id.
    UnknownTool(UnknownToolError),
    /// A directory that was to be granted cannot be opened.
    Open {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        reason: io::Error,
    },
    /// What was to be granted is no directory.
    NotADirectory {
        /// What is none.
        path: PathBuf,
    },
    /// The name of a directory that was to be granted is not Unicode, so that no agent could name it.
    NotUnicode {
        /// The directory.
        path: PathBuf,
    },
    /// The name of a tree that was to be granted is not absolute, or not clean.
    BadName {
        /// The name.
        name: String,
    },
    /// The name of the home directory is not absolute.
    BadHome {
        /// The name.
        name: String,
    },
    /// A rule of the policy speaks of the home directory, and there is none.
    NoHome,
    /// A tree was to be granted by a name that something else has, or the other way round.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The working directory is in none of the granted directories.
    OutsideRoot {
        /// The working directory.
        path: PathBuf,
    },
    /// The component could not be loaded.
    Component(String),
    /// The component did not answer: it failed.
    Call(String),
    /// The call reached a limit, and was ended or not begun.
    Limit(Reached),
    /// The call was made and could not be recorded, so that its answer is withheld; or the log cannot be opened.
    Audit {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
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
                write!(f, "there is no tool '{tool}'; there are {}", known.join(", "))
            }
            Self::Open { path, reason } => {
                write!(f, "cannot open the directory '{}': {reason}", path.display())
            }
            Self::NotADirectory { path } => {
                write!(f, "'{}' is not a directory; grant the directory it is in", path.display())
            }
            Self::NotUnicode { path } => {
                write!(f, "the name of the directory '{}' is not Unicode", path.display())
            }
            Self::BadName { name } => write!(
                f,
                "a tree cannot be granted by the name '{name}'; choose an absolute one without '.', '..' or empty \
                 names, such as '/project'"
            ),
            Self::BadHome { name } => {
                write!(
                    f,
                    "'{name}' cannot be the home directory; give an absolute name, such as '/home/agent'"
                )
            }
            Self::NoHome => f.write_str(
                "a rule of the policy begins with '~' or '$HOME'; name the home directory, or write its name there",
            ),
            Self::NameTaken { name } => {
                write!(f, "'{name}' is granted already; grant the tree by another name")
            }
            Self::OutsideRoot { path } => write!(
                f,
                "the working directory '{}' is outside the granted directories; name one inside the root",
                path.display()
            ),
            Self::Component(reason) => write!(f, "cannot load the component: {reason}"),
            Self::Call(reason) => write!(f, "the component did not answer: {reason}"),
            Self::Limit(reached) => write!(f, "{reached}"),
            Self::Audit { path, reason } => {
                write!(f, "the audit log '{}' cannot be written: {reason}", path.display())
            }
            Self::Cancelled => f.write_str("the call was cancelled"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open { reason, .. } => Some(reason),
            Self::UnknownTool(error) => Some(error),
            _ => None,
        }
    }
}

impl Error {
    /// What went wrong with a call, in the words of the contract. None if there was no room to make it in.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Read(error) => Some(error.code),
            Self::Limit(reached) => Some(reached.limit.code()),
            Self::UnknownTool(_) => Some(ErrorCode::InvalidArgument),
            Self::Call(_) | Self::Cancelled | Self::Audit { .. } => Some(ErrorCode::Other),
            _ => None,
        }
    }

    /// What to do next after a call that went wrong.
    pub fn hint(&self) -> &str {
        match self {
            Self::Read(error) => &error.hint,
            Self::UnknownTool(_) => "Name one of the tools that there are.",
            Self::Limit(reached) => reached.hint(),
            Self::Audit { .. } => "Call again when the host's audit log can be written.",
            Self::Cancelled => "Call again if the answer is still wanted.",
            _ => "Try another call.",
        }
    }

    /// The error as a JSON object on one line, `{"error": read-error}` as the tool `readroom` answers. For hosts whose
    /// answers are JSON.
    pub fn to_json(&self) -> String {
        let (message, suggestions) = match self {
            Self::Read(error) => (error.message.clone(), &*error.suggestions),
            error => (error.to_string(), &[][..]),
        };
        let mut error = json!({
            "code": self.code().unwrap_or(ErrorCode::Other).name(),
            "message": message,
            "hint": self.hint(),
            "suggestions": suggestions,
        });
        if let (Self::Read(ReadError { total: Some(total), .. }), Some(members)) =
            (self, error.as_object_mut())
        {
            members.insert("total".into(), (*total).into());
        }
        json!({ "error": error }).to_string()
    }

    /// The same error, with another limit in the place of the one that it names.
    #[cfg(feature = "compiler")]
    pub(crate) fn in_place_of(
        self,
        named: Limit,
        limit: Limit,
        limits: &crate::limits::Limits,
    ) -> Self {
        match self {
            Self::Limit(reached) if reached.limit == named => Self::Limit(limits.reached(limit)),
            other => other,
        }
    }

    /// The limit that a call reached, if that is what went wrong.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Limit(reached) => Some(reached.limit),
            _ => None,
        }
    }
}
