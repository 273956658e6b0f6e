//! Rules in the JSON format that users of agents write.

use crate::entry::Wildcard;
use crate::error::PolicyError;
use crate::json::Json;
use crate::pattern::fits;
use crate::rule::{Action, Permission};
use readroom_names::PathStyle;

/// Permissions in the same configuration for tools other than a reader.
const OTHER_PERMISSIONS: &str = "$schema patch apply_patch edit write glob grep list bash task \
    todowrite todoread question webfetch websearch codesearch lsp doom_loop skill plan";

/// Returns the rules of a configuration, in their order.
pub(crate) fn rules(configuration: &Json<'_>) -> Result<Vec<Wildcard>, PolicyError> {
    let mut rules = Vec::new();
    match configuration {
        Json::Object(permissions) => {
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

/// Returns the permissions that a name denotes: itself, several for a wildcard, and none for one of
/// another tool.
fn permissions_named(name: &str) -> Result<Vec<Permission>, PolicyError> {
    let permissions: Vec<_> =
        Permission::ALL.into_iter().filter(|known| fits(name, known.name())).collect();
    if permissions.is_empty()
        && !name.contains(['*', '?'])
        && !OTHER_PERMISSIONS.split(' ').any(|other| other == name)
    {
        return Err(PolicyError::UnknownPermission { name: name.into() });
    }
    Ok(permissions)
}

fn add(
    rules: &mut Vec<Wildcard>,
    permission: Permission,
    name: &str,
    value: &Json<'_>,
) -> Result<(), PolicyError> {
    match value {
        Json::Text(_) => {
            rules.push(Wildcard { permission, pattern: "*".into(), action: action(name, value)? })
        }
        Json::Object(patterns) => {
            for (pattern, value) in patterns {
                rules.push(Wildcard {
                    permission,
                    // File names use slashes here.
                    pattern: PathStyle::NATIVE.with_slashes(pattern).into_owned(),
                    action: action(name, value)?,
                });
            }
        }
        _ => return Err(PolicyError::NoRule { permission: name.into() }),
    }
    Ok(())
}

fn action(permission: &str, value: &Json<'_>) -> Result<Action, PolicyError> {
    let written = match value {
        Json::Text(name) => return action_named(permission, name),
        Json::Object(_) => "{…}",
        Json::List(_) => "[…]",
        Json::Bool(true) => "true",
        Json::Bool(false) => "false",
        Json::Other(json) => json,
    };
    Err(PolicyError::UnknownAction { permission: permission.into(), action: written.into() })
}

pub(crate) fn action_named(permission: &str, name: &str) -> Result<Action, PolicyError> {
    match name {
        "allow" => Ok(Action::Allow),
        "mask" => Ok(Action::Mask),
        "ask" => Ok(Action::Ask),
        "deny" => Ok(Action::Deny),
        other => Err(PolicyError::UnknownAction {
            permission: permission.into(),
            action: format!("{other:?}"),
        }),
    }
}
