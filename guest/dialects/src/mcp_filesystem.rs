//! The read-only tools of MCP's reference server for files, the npm package
//! `@modelcontextprotocol/server-filesystem`.
//!
//! [`v2_0`] and [`v2026_8`] are its releases, and say what their tools do. Each tool is a file, for
//! both releases if both have it.

mod answer;
mod clock_text;
mod directories;
mod directory_tree;
mod faults;
mod get_file_info;
mod glob;
mod list_allowed_directories;
mod list_directory;
mod list_directory_with_sizes;
mod located;
mod read_file;
mod read_media_file;
mod read_multiple_files;
mod read_text_file;
mod release;
mod search_files;
mod text;
pub(crate) mod v2026_8;
pub(crate) mod v2_0;

/// Makes a tool of the release in whose module it is: its name, its argument for the path, and its
/// definition.
macro_rules! tool {
    ($tool:ident, $path:literal, $definition:expr) => {
        pub(crate) mod $tool {
            use super::RELEASE;
            use crate::mcp_filesystem::release::{Release, argument_names};
            use crate::mcp_filesystem::$tool as tool;
            use crate::shared::basic_request::BasicRequest;
            use crate::shared::environment::Environment;
            use crate::shared::render::ArgumentNames;
            use crate::shared::reply::Reply;
            use crate::shared::tool::{Definition, Identity};
            use readroom_core::Tree;

            const NAME: &str = stringify!($tool);
            const OF: &Release = &RELEASE;

            pub(crate) const IDENTITY: Identity = RELEASE.identity(NAME);
            pub(crate) const ARGUMENT_NAMES: ArgumentNames = argument_names(NAME, $path);
            pub(crate) use crate::mcp_filesystem::answer::view;

            pub(crate) fn definition() -> Definition {
                $definition
            }

            pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
                tool::call(env, OF, arguments)
            }

            pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
                tool::arguments_for(request)
            }

            pub(crate) fn requested_path<T: Tree>(
                env: &Environment<'_, T>,
                arguments: &str,
            ) -> Option<String> {
                tool::requested_path(env, OF, arguments)
            }
        }
    };
}
use tool;
