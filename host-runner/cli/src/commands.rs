//! The commands.

pub(crate) mod call;
pub(crate) mod component;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod find;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod log;
pub(crate) mod map;
pub(crate) mod mcp;
pub(crate) mod read;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod tools;
