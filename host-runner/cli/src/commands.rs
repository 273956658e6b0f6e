//! The commands.

pub(crate) mod call;
pub(crate) mod component;
pub(crate) mod doctor;
pub(crate) mod generate;
pub(crate) mod mcp;
pub(crate) mod read;
pub(crate) mod serve;
pub(crate) mod tools;
