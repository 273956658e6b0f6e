//! The read-only tools of release 2.0.1 of the npm package
//! `@modelcontextprotocol/server-filesystem`.
//!
//! Source: recordings of the server. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | F1 | arguments are checked first, never converted, all faults at once, each after its path |
//! | F2 | which path is meant: `~`, below the first allowed directory; what is refused without access |
//! | F3 | links out, loops, files as parents; a name that differs in its composition or its spaces |
//! | F4 | `read_text_file` and `read_file`: the whole file, its first or its last lines |
//! | F5 | `read_multiple_files`: each path with its text or its error |
//! | F6 | `read_media_file`: an image, audio or a resource, by the extension of the real name |
//! | F7 | the result of MCP: `content` and `structuredContent`, or `content` and `isError` |
//! | F8 | `list_directory`: a line for each entry, in the order of bytes; every link is a file |
//! | F9 | `list_directory_with_sizes`: rows, sorted by name or size, and the sums |
//! | F10 | `directory_tree`: everything below a directory as JSON; one that cannot be listed fails the call |
//! | F11 | `directory_tree`: what patterns exclude, at any depth if they have no star |
//! | F12 | `search_files`: the paths below the real directory that match, whole |
//! | F13 | `search_files`: what is passed over: the excluded, links that lead nowhere or out |
//! | F14 | globs: negation, braces, `**`, and how a pattern is split |
//! | F15 | globs: stars, marks, classes, groups and backslashes in a name |
//! | F16 | `get_file_info`: seven lines, of a link's target; times in UTC |
//! | F17 | `list_allowed_directories`: the grants in their order |
//!
//! The server has no limits. Here the texts of a call have at most 8 MiB in total, and another file
//! 15 MiB; a directory has at most 200,000 entries, and matching is limited in steps. Hosts report
//! neither modes nor creation and access times: `get_file_info` shows the usual modes, and the
//! modification time for all three. A time before 1970 is unknown, and is displayed as 1970.

mod answer;
mod clock_text;
mod definitions;
mod directories;
pub(crate) mod directory_tree;
mod faults;
pub(crate) mod get_file_info;
mod glob;
pub(crate) mod list_allowed_directories;
pub(crate) mod list_directory;
pub(crate) mod list_directory_with_sizes;
mod located;
pub(crate) mod read_file;
pub(crate) mod read_media_file;
pub(crate) mod read_multiple_files;
pub(crate) mod read_text_file;
pub(crate) mod search_files;
mod text;

use crate::shared::Identity;

pub(in crate::mcp_filesystem) use answer::{answered, refused};
pub(in crate::mcp_filesystem) use directories::{Entries, text_fits};
pub(in crate::mcp_filesystem) use faults::Faults;
pub(in crate::mcp_filesystem) use glob::Glob;

/// Returns the identity of one of the tools.
const fn identity(tool: &'static str) -> Identity {
    Identity {
        dialect: "mcp-filesystem",
        revision: "2.0",
        tool,
        release: "MCP's server-filesystem 2.0.1",
        basis: "By recordings of the npm package @modelcontextprotocol/server-filesystem 2.0.1.",
    }
}
