//! `read_file`: an older name of `read_text_file`.

use super::{argument_names, identity, read_text_file};
use crate::shared::environment::Environment;
use crate::shared::render::ArgumentNames;
use crate::shared::reply::Reply;
use crate::shared::tool::{Definition, Identity};
use readroom_core::Tree;

const NAME: &str = "read_file";

pub(crate) const IDENTITY: Identity = identity(NAME);
pub(crate) const ARGUMENT_NAMES: ArgumentNames = argument_names(NAME, "path");
pub(crate) use super::read_text_file::{arguments_for, requested_path};
pub(crate) use super::view;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    read_text_file::run(env, NAME, arguments)
}

pub(crate) fn definition() -> Definition {
    Definition {
        name: NAME,
        description: "The same as read_text_file, by its older name of 2025.".into(),
        snippet: "read_file: the same as read_text_file",
        ..read_text_file::definition()
    }
}
