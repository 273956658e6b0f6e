//! The tools of agents: their arguments, results and wording.
//!
//! A tool of a dialect is one file with three jobs: it parses its agent's arguments into a request
//! and rules for [`readroom_core`], it encodes the resulting facts as its agent's own tool does,
//! and it defines the tool for a model. Dialects do not depend on each other. Common code is in
//! [`shared`].
//!
//! The tool [`Tool::ReadroomRead`] exposes the neutral read, [`readroom_read`], to a model, and
//! those next to it the crate `readroom-search`. Their wording of errors, an [`ErrorReport`], is
//! also that of the component's typed interface.

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
pub use shared::memory::Memory;
pub use shared::{BasicRequest, Definition, Environment, Identity, Reply};
pub use tools::Tool;
