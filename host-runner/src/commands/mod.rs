//! The commands.

pub(crate) mod call;
pub(crate) mod check;
#[cfg(feature = "compiler")]
pub(crate) mod compile;
pub(crate) mod component;
pub(crate) mod read;
pub(crate) mod tools;
