//! Errors in a policy, for people.

use std::fmt;

/// An error in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The configuration is not JSON.
    NotJson {
        /// The parser's message, with the position.
        reason: String,
    },
    /// A name occurs twice in the same object, so the order of rules is ambiguous.
    Duplicate {
        /// The name that occurs twice.
        name: String,
    },
    /// The value is neither an action nor an object.
    NoRule {
        /// Its permission; empty for the whole configuration.
        permission: String,
    },
    /// There is no such permission.
    UnknownPermission {
        /// The name in the configuration.
        name: String,
    },
    /// There is no such action.
    UnknownAction {
        /// Its permission; empty for the whole configuration.
        permission: String,
        /// The value in place of an action, as JSON; the content of an object or array is left out.
        action: String,
    },
    /// A member of a policy has an invalid value.
    BadMember {
        /// The name of the member.
        name: String,
        /// The expected value, for people.
        expected: &'static str,
    },
    /// A pattern matches nothing.
    BadPattern {
        /// The pattern as written.
        pattern: String,
        /// The reason, for people.
        reason: String,
    },
    /// A list of patterns cannot be used.
    BadList {
        /// The name in the configuration.
        list: String,
        /// The invalid line, counted from 1, if it is a single line.
        line: Option<usize>,
        /// The reason, for people.
        reason: String,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { reason } => write!(f, "the permissions are not JSON: {reason}"),
            Self::NoRule { permission } if permission.is_empty() => f.write_str(
                "the permissions are not an object; write one such as \
                 {\"read\": {\"*.env\": \"ask\"}}",
            ),
            Self::Duplicate { name } => {
                write!(
                    f,
                    "'{name}' occurs twice in the permissions; keep the one that should decide"
                )
            }
            Self::NoRule { permission } => write!(
                f,
                "the value of the permission '{permission}' is not a rule; write \"allow\", \
                 \"mask\", \"ask\" or \"deny\", or an object of patterns with one of these each"
            ),
            Self::UnknownPermission { name } => write!(
                f,
                "there is no permission '{name}'; a reader asks for 'read' and \
                 'external_directory'"
            ),
            Self::UnknownAction { permission, action } => write!(
                f,
                "the permission '{permission}' has the action {action}; write \"allow\", \
                 \"mask\", \"ask\" or \"deny\""
            ),
            Self::BadMember { name, expected } => {
                write!(f, "'{name}' in the policy is not {expected}; write it so, or leave it out")
            }
            Self::BadPattern { pattern, reason } => {
                write!(f, "the pattern '{pattern}' cannot be used: {reason}")
            }
            Self::BadList { list, line: Some(line), reason } => {
                write!(f, "line {line} of the list '{list}' cannot be used: {reason}")
            }
            Self::BadList { list, line: None, reason } => {
                write!(f, "the list '{list}' cannot be used: {reason}")
            }
        }
    }
}

impl std::error::Error for PolicyError {}
