//! Runs components: engines, compiled components, the host's side of their imports, and the limits
//! of a call.

#[cfg(feature = "wasi-cli")]
mod cli_imports;
mod code;
pub(crate) mod component;
pub(crate) mod config;
pub(crate) mod engine;
pub(crate) mod exports;
pub(crate) mod runner;
pub(crate) mod slots;
pub(crate) mod state;
mod streams;
