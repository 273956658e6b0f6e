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

mod claude_code;
mod dm_cc;
mod gemini_cli;
mod kimi_cli;
mod kimi_code;
mod mcp_filesystem;
mod mycodeagent;
mod opencode;
mod pi;
mod readroom;
mod shared;
mod tools;

pub use readroom::{ErrorReport, InWords, outline_file, read_file, text_arguments};
pub use shared::basic_request::BasicRequest;
pub use shared::environment::Environment;
pub use shared::memory::Memory;
pub use shared::reply::Reply;
pub use shared::tool::{Definition, Identity};
pub use tools::Tool;
