//! `read_file`: an older name of `read_text_file`.

use super::read_text_file;
use super::release::Release;
use crate::shared::environment::Environment;
use crate::shared::reply::Reply;
use crate::shared::tool::Definition;
use readroom_core::Tree;

const NAME: &str = "read_file";

pub(super) use super::located::requested_path;
pub(super) use super::read_text_file::arguments_for;

pub(super) fn call<T: Tree>(
    env: &Environment<'_, T>,
    release: &'static Release,
    arguments: &str,
) -> Reply {
    read_text_file::run(env, release, NAME, arguments)
}

pub(super) fn definition() -> Definition {
    Definition {
        name: NAME,
        description: "The same as read_text_file, by its older name of 2025.".into(),
        snippet: "read_file: the same as read_text_file",
        ..read_text_file::definition()
    }
}
