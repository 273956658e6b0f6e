//! Rules as agents' users write them down.

use super::pattern::fits;
use super::{Action, Permission, Rule};
use serde_json::Value;
use std::fmt;

/// Permissions of the same configuration that are about other tools than a reader.
const OTHERS: [&str; 17] = [
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

/// What is wrong with a configuration of permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// The text is no JSON.
    NotJson {
        /// What the parser says, and where.
        reason: String,
    },
    /// What stands there is neither an action nor an object.
    NoRule {
        /// The permission it stands at; empty for the whole.
        permission: String,
    },
    /// There is no such permission.
    UnknownPermission {
        /// Its name.
        name: String,
    },
    /// There is no such action.
    UnknownAction {
        /// The permission it stands at; empty for the whole.
        permission: String,
        /// What stands in the place of an action, as JSON.
        action: String,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { reason } => write!(f, "the permissions are no JSON: {reason}"),
            Self::NoRule { permission } => write!(
                f,
                "the permission '{permission}' is no rule; write \"allow\", \"ask\" or \"deny\", or an object of \
                 patterns with one of these each"
            ),
            Self::UnknownPermission { name } => write!(
                f,
                "there is no permission '{name}'; those that a reader asks for are 'read' and 'external_directory'"
            ),
            Self::UnknownAction { permission, action } => write!(
                f,
                "the permission '{permission}' has the action {action}; write \"allow\", \"ask\" or \"deny\""
            ),
        }
    }
}

impl std::error::Error for PolicyError {}

/// The rules in a configuration, in their order.
pub(super) fn rules(text: &str) -> Result<Vec<Rule>, PolicyError> {
    let configuration: Value =
        serde_json::from_str(text).map_err(|error| PolicyError::NotJson { reason: error.to_string() })?;
    let mut rules = Vec::new();
    match &configuration {
        Value::Object(permissions) => {
            for (name, value) in permissions {
                for permission in named(name)? {
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

/// The permissions that a name means: itself, several for one with a wildcard, none for one of another tool's.
fn named(name: &str) -> Result<Vec<Permission>, PolicyError> {
    let meant: Vec<_> = Permission::ALL.into_iter().filter(|known| fits(name, known.name())).collect();
    if meant.is_empty() && !name.contains(['*', '?']) && !OTHERS.contains(&name) {
        return Err(PolicyError::UnknownPermission { name: name.into() });
    }
    Ok(meant)
}

fn add(rules: &mut Vec<Rule>, permission: Permission, name: &str, value: &Value) -> Result<(), PolicyError> {
    match value {
        Value::String(_) => {
            rules.push(Rule { permission, pattern: "*".into(), action: action(name, value)? })
        }
        Value::Object(patterns) => {
            for (pattern, value) in patterns {
                rules.push(Rule { permission, pattern: pattern.clone(), action: action(name, value)? });
            }
        }
        _ => return Err(PolicyError::NoRule { permission: name.into() }),
    }
    Ok(())
}

fn action(permission: &str, value: &Value) -> Result<Action, PolicyError> {
    match value.as_str() {
        Some("allow") => Ok(Action::Allow),
        Some("ask") => Ok(Action::Ask),
        Some("deny") => Ok(Action::Deny),
        _ => Err(PolicyError::UnknownAction { permission: permission.into(), action: value.to_string() }),
    }
}
