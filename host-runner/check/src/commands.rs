//! The commands.

pub(crate) mod call;
pub(crate) mod cases;
pub(crate) mod compile;
mod component;
mod report;
