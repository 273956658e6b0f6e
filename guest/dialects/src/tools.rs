//! The list of tools, and their ids.

use crate::kimi_cli::{v1_0 as kimi_cli_1_0, v1_52 as kimi_cli_1_52};
use crate::mcp_filesystem::{
    directory_tree, get_file_info, list_allowed_directories, list_directory,
    list_directory_with_sizes, read_file, read_media_file, read_multiple_files, read_text_file,
    search_files,
};
use crate::opencode::{v1_1 as opencode_1_1, v1_18 as opencode_1_18, v2 as opencode_2};
use crate::pi::v1_5::{find as pi_find, grep as pi_grep, ls as pi_ls};
use crate::pi::{v0 as pi_0, v1_5 as pi_1_5};
use crate::readroom;
use crate::readroom::look::{find, list, search};
use crate::readroom::past::{diff, log};
use crate::shared::{BasicRequest, Definition, Environment, Identity, Reply};
use crate::{claude_code, dm_cc, gemini_cli, kimi_code, mycodeagent};
use readroom_core::Tree;
use readroom_history::Historic;
use readroom_search::SearchRequest;

impl Tool {
    /// Calls `take` with the search of a call. `None` if the tool does not search as the crate
    /// `readroom-search` does, or if its arguments are wrong.
    pub fn with_search<R>(
        self,
        arguments: &str,
        take: impl FnOnce(&SearchRequest<'_>) -> R,
    ) -> Option<R> {
        match self {
            Self::ReadroomSearch => search::with_requested(arguments, take),
            _ => None,
        }
    }
}

/// Defines the enum [`Tool`] from a list of modules, and dispatches to their functions.
///
/// An id refers to the first matching tool: list the newest revision of a dialect first, and the
/// first tool of a revision before its others.
macro_rules! tools {
    ($($tool:ident = $module:ident),* $(,)?) => {
        /// A tool in a release of an agent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is documented in its file")]
        pub enum Tool {
            $($tool),*
        }

        impl Tool {
            /// All tools.
            pub const ALL: &'static [Self] = &[$(Self::$tool),*];

            /// Returns the tool with this id.
            pub fn find(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|tool| tool.identity().has_id(id))
            }

            /// Returns its id, and the release that it equals.
            pub fn identity(self) -> &'static Identity {
                match self {
                    $(Self::$tool => &$module::IDENTITY),*
                }
            }

            /// Returns its definition for a model.
            pub fn definition(self) -> Definition {
                match self {
                    $(Self::$tool => $module::definition()),*
                }
            }

            /// Calls it with the arguments in JSON that a model wrote.
            pub fn call<T: Historic>(self, env: &Environment<'_, T>, arguments: &str) -> Reply {
                match self {
                    $(Self::$tool => $module::call(env, arguments)),*
                }
            }

            /// Encodes a read as its arguments. `None` if it cannot express the read.
            pub fn arguments_for(self, request: &BasicRequest<'_>) -> Option<String> {
                match self {
                    $(Self::$tool => $module::arguments_for(request)),*
                }
            }

            /// Returns the absolute name of the path that a call would read, without accessing it.
            pub fn requested_path<T: Tree>(
                self,
                env: &Environment<'_, T>,
                arguments: &str,
            ) -> Option<String> {
                match self {
                    $(Self::$tool => $module::requested_path(env, arguments)),*
                }
            }
        }
    };
}

tools! {
    ReadroomRead = readroom,
    ReadroomList = list,
    ReadroomFind = find,
    ReadroomSearch = search,
    ReadroomDiff = diff,
    ReadroomLog = log,
    Mycodeagent = mycodeagent,
    DmCc = dm_cc,
    Opencode2 = opencode_2,
    Opencode118 = opencode_1_18,
    Opencode11 = opencode_1_1,
    KimiCode = kimi_code,
    KimiCli152 = kimi_cli_1_52,
    KimiCli10 = kimi_cli_1_0,
    Pi15Read = pi_1_5,
    Pi15Ls = pi_ls,
    Pi15Find = pi_find,
    Pi15Grep = pi_grep,
    Pi0 = pi_0,
    Mcp20ReadTextFile = read_text_file,
    Mcp20ReadFile = read_file,
    Mcp20ReadMultipleFiles = read_multiple_files,
    Mcp20ReadMediaFile = read_media_file,
    Mcp20ListDirectory = list_directory,
    Mcp20ListDirectoryWithSizes = list_directory_with_sizes,
    Mcp20DirectoryTree = directory_tree,
    Mcp20SearchFiles = search_files,
    Mcp20GetFileInfo = get_file_info,
    Mcp20ListAllowedDirectories = list_allowed_directories,
    GeminiCli = gemini_cli,
    ClaudeCode = claude_code,
}

#[cfg(test)]
mod tests {
    use super::Tool;

    #[test]
    fn each_tool_is_found_by_its_id() {
        for tool in Tool::ALL {
            assert_eq!(Tool::find(&tool.identity().id()), Some(*tool));
        }
        assert_eq!(Tool::find("nobody"), None);
    }
}
