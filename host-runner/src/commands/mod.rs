//! The commands.

pub(crate) mod call;
#[cfg(feature = "compiler")]
pub(crate) mod compile;
pub(crate) mod component;
pub(crate) mod read;
pub(crate) mod tools;
