//! Rules in the JSON form that agents' users write.

use crate::entry::Wildcard;
use crate::pattern::fits;
use crate::rule::{Action, Permission};
use std::fmt;

/// Permissions in the same configuration that concern other tools than a reader.
const OTHER_PERMISSIONS: [&str; 20] = [
    "$schema",
    "patch",
    "apply_patch",
    "edit",
    "write",
    "glob",
    "grep",
    "list",
    "bash",
    "task",
    "todowrite",
    "todoread",
    "question",
    "webfetch",
    "websearch",
    "codesearch",
    "lsp",
    "doom_loop",
    "skill",
    "plan",
];

/// What is wrong with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The text is not JSON.
    NotJson {
        /// The message of the parser, with the position.
        reason: String,
    },
    /// A name occurs twice in the same object, so that it is not clear which rule comes last.
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
        /// The value instead of an action, as JSON; the content of an object or array is left out.
        action: String,
    },
    /// A member of a policy has a value that cannot be used.
    BadMember {
        /// The name of the member.
        name: String,
        /// What it has to be, for people.
        expected: &'static str,
    },
    /// A pattern matches nothing.
    BadPattern {
        /// The pattern, as it was written.
        pattern: String,
        /// Why it cannot be used, for people.
        reason: String,
    },
    /// A list of patterns cannot be used.
    BadList {
        /// The name in the configuration.
        list: String,
        /// The line that is wrong, counted from 1, if it is one line.
        line: Option<usize>,
        /// Why it cannot be used, for people.
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
                 \"ask\" or \"deny\", or an object of patterns with one of these each"
            ),
            Self::UnknownPermission { name } => write!(
                f,
                "there is no permission '{name}'; a reader asks for 'read' and \
                 'external_directory'"
            ),
            Self::UnknownAction { permission, action } => write!(
                f,
                "the permission '{permission}' has the action {action}; write \"allow\", \
                 \"ask\" or \"deny\""
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

/// Returns the rules of a configuration, in their order.
pub(crate) fn rules(configuration: &ConfigValue) -> Result<Vec<Wildcard>, PolicyError> {
    if let Some(name) = configuration.duplicate() {
        return Err(PolicyError::Duplicate { name: name.into() });
    }
    let mut rules = Vec::new();
    match configuration {
        ConfigValue::Object(permissions) => {
            for (name, value) in permissions {
                for permission in permissions_named(name)? {
                    add(&mut rules, permission, name, value)?;
                }
            }
        }
        everything => {
            for permission in Permission::ALL {
                add(&mut rules, permission, "", everything)?;
            }
        }
    }
    Ok(rules)
}

/// Returns the permissions that a name means: itself, several for one with a wildcard, and none for
/// one of another tool.
fn permissions_named(name: &str) -> Result<Vec<Permission>, PolicyError> {
    let permissions: Vec<_> =
        Permission::ALL.into_iter().filter(|known| fits(name, known.name())).collect();
    if permissions.is_empty() && !name.contains(['*', '?']) && !OTHER_PERMISSIONS.contains(&name) {
        return Err(PolicyError::UnknownPermission { name: name.into() });
    }
    Ok(permissions)
}

fn add(
    rules: &mut Vec<Wildcard>,
    permission: Permission,
    name: &str,
    value: &ConfigValue,
) -> Result<(), PolicyError> {
    match value {
        ConfigValue::Text(_) => {
            rules.push(Wildcard { permission, pattern: "*".into(), action: action(name, value)? })
        }
        ConfigValue::Object(patterns) => {
            for (pattern, value) in patterns {
                rules.push(Wildcard {
                    permission,
                    pattern: pattern.clone(),
                    action: action(name, value)?,
                });
            }
        }
        _ => return Err(PolicyError::NoRule { permission: name.into() }),
    }
    Ok(())
}

pub(crate) fn action(permission: &str, value: &ConfigValue) -> Result<Action, PolicyError> {
    let unknown =
        |action: String| PolicyError::UnknownAction { permission: permission.into(), action };
    match value {
        ConfigValue::Text(text) => match text.as_str() {
            "allow" => Ok(Action::Allow),
            "ask" => Ok(Action::Ask),
            "deny" => Ok(Action::Deny),
            other => Err(unknown(format!("{other:?}"))),
        },
        ConfigValue::Object(_) => Err(unknown("{…}".into())),
        ConfigValue::List(_) => Err(unknown("[…]".into())),
        ConfigValue::Other(json) => Err(unknown(json.clone())),
    }
}

/// A configuration as written: in order, and with duplicate names, which a map would lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigValue {
    /// A text.
    Text(String),
    /// An object: its members in order.
    Object(Vec<(String, ConfigValue)>),
    /// An array.
    List(Vec<ConfigValue>),
    /// Any other value, as JSON.
    Other(String),
}

impl ConfigValue {
    /// Returns the text of a member of an object.
    pub(crate) fn text(&self, wanted: &str) -> Option<&str> {
        let Self::Object(members) = self else { return None };
        match members.iter().find(|(name, _)| name == wanted) {
            Some((_, Self::Text(text))) => Some(text),
            _ => None,
        }
    }

    /// Returns a name that occurs twice in an object.
    pub(crate) fn duplicate(&self) -> Option<&str> {
        let members = match self {
            Self::Object(members) => members,
            Self::List(values) => return values.iter().find_map(Self::duplicate),
            Self::Text(_) | Self::Other(_) => return None,
        };
        let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair.first() == pair.last());
        let twice = twice.and_then(|pair| pair.first().copied());
        twice.or_else(|| members.iter().find_map(|(_, value)| value.duplicate()))
    }
}
