//! `list_allowed_directories`: the grants.

use super::answer::answered;
use super::faults::Faults;
use super::release::Release;
use crate::shared::environment::Environment;
use crate::shared::reply::Reply;
use readroom_core::Tree;

const NAME: &str = "list_allowed_directories";

pub(super) use super::list_directory::arguments_for;

pub(super) fn call<T: Tree>(
    env: &Environment<'_, T>,
    release: &'static Release,
    arguments: &str,
) -> Reply {
    Faults::answer(release, NAME, arguments, |_, _| {
        let names: Vec<&str> = env.tree.grants().iter().map(|grant| &*grant.name).collect();
        Some(Ok(answered(format!("Allowed directories:\n{}", names.join("\n")), Vec::new())))
    })
}

pub(super) fn requested_path<T: Tree>(
    _: &Environment<'_, T>,
    _: &Release,
    _: &str,
) -> Option<String> {
    None
}
