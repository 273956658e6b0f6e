//! The read tools of release 2026.8.31 of the npm package
//! `@modelcontextprotocol/server-filesystem`.
//!
//! Source: recordings of the server. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | F1 | arguments are checked first, never converted, all faults at once |
//! | F2 | which file a path means: `~`, below the first allowed directory; what is refused before a look |
//! | F3 | links out, loops, files as parents, a name that is only composed differently |
//! | F4 | `read_text_file` and `read_file`: the whole file as it stands |
//! | F5 | `head` and `tail`, also negative ones and fractions |
//! | F6 | `read_multiple_files`: each path with its text or its error |
//! | F7 | `read_media_file`: an image, audio or a resource, by the extension of the real name |
//! | F8 | the result of MCP: `content` and `structuredContent`, or `content` and `isError` |
//!
//! The server has no limits. Here a text has at most 8 MiB, all texts of a call together, and
//! another file 15 MiB. The allowed directories are the grants.

use super::release::FaultStyle;
use super::release::Release;
use super::tool;

pub(super) const RELEASE: Release = Release {
    revision: "2026.8",
    name: "MCP's server-filesystem 2026.8.31",
    basis: "By recordings of the npm package @modelcontextprotocol/server-filesystem 2026.8.31.",
    faults: FaultStyle::PlaceLast,
    has_equal_spaces: false,
};

tool!(read_text_file, "path", crate::mcp_filesystem::read_text_file::definition());
tool!(read_file, "path", crate::mcp_filesystem::read_file::definition());
tool!(read_multiple_files, "paths", crate::mcp_filesystem::read_multiple_files::definition());
tool!(read_media_file, "path", crate::mcp_filesystem::read_media_file::definition());
