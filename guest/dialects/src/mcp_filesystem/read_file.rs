//! `read_file`: the deprecated name of `read_text_file`.

use super::read_text_file;
use crate::shared::{Environment, Identity, Reply};
use readroom_core::Tree;

pub(crate) const IDENTITY: Identity = super::identity("read_file");

pub(crate) use super::definitions::read_file as definition;
pub(crate) use super::located::requested_path;
pub(crate) use super::read_text_file::arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    read_text_file::run(env, IDENTITY.tool, arguments)
}
