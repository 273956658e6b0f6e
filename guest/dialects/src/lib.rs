//! The tools of agents: their arguments, their answers and their words.
//!
//! A tool of a dialect is one file with three jobs: it parses its agent's arguments into a request
//! and rules for [`readroom_core`], it encodes the facts that come back as its agent's own tool
//! does, and it presents the tool to a model. Dialects do not know each other. What they share is
//! in [`shared`].
//!
//! The tool [`Tool::ReadroomRead`] presents the neutral read, [`readroom_read`], to a model, and
//! those beside it the crate `readroom-search`. Their words for errors, an [`ErrorReport`], are
//! also those of the component's typed interface.

#[cfg(feature = "agents")]
mod claude_code;
#[cfg(feature = "agents")]
mod dm_cc;
#[cfg(feature = "agents")]
mod gemini_cli;
#[cfg(feature = "agents")]
mod kimi_cli;
#[cfg(feature = "agents")]
mod kimi_code;
#[cfg(feature = "agents")]
mod mcp_filesystem;
#[cfg(feature = "agents")]
mod mycodeagent;
#[cfg(feature = "agents")]
mod opencode;
#[cfg(feature = "agents")]
mod pi;
mod readroom;
#[cfg_attr(
    not(feature = "agents"),
    expect(dead_code, reason = "the agents' tools need more of it")
)]
mod shared;
mod tools;

pub use readroom::{ErrorReport, outline_file, read_file, text_arguments};
pub use shared::basic_request::BasicRequest;
pub use shared::content::{Content, EncodedMedia};
pub use shared::environment::Environment;
pub use shared::memory::Memory;
pub use shared::render::Fold;
pub use shared::reply::{Outcome, Reply};
pub use shared::tool::{Definition, Identity};
pub use tools::Tool;
