//! `list_allowed_directories`: the grants.

use super::{Faults, answered};
use crate::shared::{Environment, Identity, Reply};
use readroom_core::Tree;

pub(crate) const IDENTITY: Identity = super::identity("list_allowed_directories");

pub(crate) use super::definitions::list_allowed_directories as definition;
pub(crate) use super::list_directory::arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |_, _| {
        let names: Vec<&str> = env.tree.grants().iter().map(|grant| &*grant.name).collect();
        Some(Ok(answered(format!("Allowed directories:\n{}", names.join("\n")), Vec::new())))
    })
}

pub(crate) fn requested_path<T: Tree>(_: &Environment<'_, T>, _: &str) -> Option<String> {
    None
}
