//! Serves the tools and files of a room to clients of the Model Context Protocol (MCP).
//!
//! The protocol is `rmcp`'s, the SDK of the protocol's authors. It changes often, so it is not part
//! of this crate's interface.

mod calls;
mod client;
mod error;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "http")]
mod http;
mod incoming;
mod log;
mod message_id;
#[cfg(not(feature = "http"))]
mod no_http;
mod progress;
mod reservation;
mod resources;
mod sanitize;
mod serve;
mod server;
mod signals;
mod stdio;
mod tool_result;
mod tools;
mod uri;

/// Whether this build serves HTTP.
pub const HAS_HTTP: bool = cfg!(feature = "http");

pub use error::Error;
#[cfg(feature = "http")]
pub use http::serve_http;
pub use log::{Log, LogLevel};
#[cfg(not(feature = "http"))]
pub use no_http::serve_http;
pub use serve::{HttpOptions, Options, serve_stdio};
