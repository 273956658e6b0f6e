//! The list of tools, and their ids.

#[cfg(feature = "agents")]
use crate::kimi_cli::{v1_0 as kimi_cli_1_0, v1_52 as kimi_cli_1_52};
#[cfg(feature = "agents")]
use crate::mcp_filesystem::v2_0::{
    directory_tree, get_file_info, list_allowed_directories, list_directory,
    list_directory_with_sizes, read_file, read_media_file, read_multiple_files, read_text_file,
    search_files,
};
#[cfg(feature = "agents")]
use crate::mcp_filesystem::v2026_8::{
    read_file as read_file_2026_8, read_media_file as read_media_file_2026_8,
    read_multiple_files as read_multiple_files_2026_8, read_text_file as read_text_file_2026_8,
};
#[cfg(feature = "agents")]
use crate::opencode::{v1_1 as opencode_1_1, v1_18 as opencode_1_18, v2 as opencode_2};
#[cfg(feature = "agents")]
use crate::pi::v1_5::ls as pi_ls;
#[cfg(all(feature = "agents", feature = "search"))]
use crate::pi::v1_5::{find as pi_find, grep as pi_grep};
#[cfg(feature = "agents")]
use crate::pi::{v0 as pi_0, v1_5 as pi_1_5};
use crate::readroom;
#[cfg(feature = "search")]
use crate::readroom::look::{find, list, search};
use crate::shared::basic_request::BasicRequest;
use crate::shared::content::Content;
use crate::shared::environment::Environment;
use crate::shared::render::{self, Fold};
use crate::shared::reply::Reply;
use crate::shared::tool::{Definition, Identity};
#[cfg(feature = "agents")]
use crate::{claude_code, dm_cc, gemini_cli, kimi_code, mycodeagent};
use readroom_core::Tree;
#[cfg(feature = "search")]
use readroom_search::SearchRequest;

#[cfg(feature = "search")]
impl Tool {
    /// Calls `take` with what a call would search for. `None` if the tool does not search as the
    /// crate `readroom-search` does, or if its arguments are wrong.
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
    ($($(#[$feature:meta])? $tool:ident = $module:ident),* $(,)?) => {
        /// A tool: a release of an agent's tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is documented in its file")]
        pub enum Tool {
            $($(#[$feature])? $tool),*
        }

        impl Tool {
            /// All tools.
            pub const ALL: &'static [Self] = &[$($(#[$feature])? Self::$tool),*];

            /// Returns the tool with this id.
            pub fn find(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|tool| tool.identity().has_id(id))
            }

            /// Returns its id, and the release that it equals.
            pub fn identity(self) -> &'static Identity {
                match self {
                    $($(#[$feature])? Self::$tool => &$module::IDENTITY),*
                }
            }

            /// Returns how it is presented to a model.
            pub fn definition(self) -> Definition {
                match self {
                    $($(#[$feature])? Self::$tool => $module::definition()),*
                }
            }

            /// Calls it with the JSON text that a model wrote.
            pub fn call<T: Tree>(self, env: &Environment<'_, T>, arguments: &str) -> Reply {
                match self {
                    $($(#[$feature])? Self::$tool => $module::call(env, arguments)),*
                }
            }

            /// Encodes a read as its arguments. `None` if it cannot express the read.
            pub fn arguments_for(self, request: &BasicRequest<'_>) -> Option<String> {
                match self {
                    $($(#[$feature])? Self::$tool => $module::arguments_for(request)),*
                }
            }

            /// Returns the absolute name of what a call would read, without looking at it.
            pub fn requested_path<T: Tree>(
                self,
                env: &Environment<'_, T>,
                arguments: &str,
            ) -> Option<String> {
                match self {
                    $($(#[$feature])? Self::$tool => $module::requested_path(env, arguments)),*
                }
            }

            /// Draws a call as one line for a terminal.
            pub fn render_call(self, arguments: &str) -> String {
                let names = match self {
                    $($(#[$feature])? Self::$tool => &$module::ARGUMENT_NAMES),*
                };
                render::call(names, arguments)
            }

            /// Draws the result of a call for a terminal, from the native result object and what a
            /// model gets.
            pub fn render_result(
                self,
                arguments: &str,
                json: &str,
                content: &[Content],
                fold: Fold,
            ) -> String {
                let view = || match self {
                    $($(#[$feature])? Self::$tool => $module::view(arguments, json, content)),*
                };
                let view = render::error(json).or_else(view);
                render::result(&view.unwrap_or_default(), fold)
            }
        }
    };
}

tools! {
    ReadroomRead = readroom,
    #[cfg(feature = "search")]
    ReadroomList = list,
    #[cfg(feature = "search")]
    ReadroomFind = find,
    #[cfg(feature = "search")]
    ReadroomSearch = search,
    #[cfg(feature = "agents")]
    Mycodeagent = mycodeagent,
    #[cfg(feature = "agents")]
    DmCc = dm_cc,
    #[cfg(feature = "agents")]
    Opencode2 = opencode_2,
    #[cfg(feature = "agents")]
    Opencode118 = opencode_1_18,
    #[cfg(feature = "agents")]
    Opencode11 = opencode_1_1,
    #[cfg(feature = "agents")]
    KimiCode = kimi_code,
    #[cfg(feature = "agents")]
    KimiCli152 = kimi_cli_1_52,
    #[cfg(feature = "agents")]
    KimiCli10 = kimi_cli_1_0,
    #[cfg(feature = "agents")]
    Pi15Read = pi_1_5,
    #[cfg(feature = "agents")]
    Pi15Ls = pi_ls,
    #[cfg(all(feature = "agents", feature = "search"))]
    Pi15Find = pi_find,
    #[cfg(all(feature = "agents", feature = "search"))]
    Pi15Grep = pi_grep,
    #[cfg(feature = "agents")]
    Pi0 = pi_0,
    #[cfg(feature = "agents")]
    Mcp20ReadTextFile = read_text_file,
    #[cfg(feature = "agents")]
    Mcp20ReadFile = read_file,
    #[cfg(feature = "agents")]
    Mcp20ReadMultipleFiles = read_multiple_files,
    #[cfg(feature = "agents")]
    Mcp20ReadMediaFile = read_media_file,
    #[cfg(feature = "agents")]
    Mcp20ListDirectory = list_directory,
    #[cfg(feature = "agents")]
    Mcp20ListDirectoryWithSizes = list_directory_with_sizes,
    #[cfg(feature = "agents")]
    Mcp20DirectoryTree = directory_tree,
    #[cfg(feature = "agents")]
    Mcp20SearchFiles = search_files,
    #[cfg(feature = "agents")]
    Mcp20GetFileInfo = get_file_info,
    #[cfg(feature = "agents")]
    Mcp20ListAllowedDirectories = list_allowed_directories,
    #[cfg(feature = "agents")]
    Mcp20268ReadTextFile = read_text_file_2026_8,
    #[cfg(feature = "agents")]
    Mcp20268ReadFile = read_file_2026_8,
    #[cfg(feature = "agents")]
    Mcp20268ReadMultipleFiles = read_multiple_files_2026_8,
    #[cfg(feature = "agents")]
    Mcp20268ReadMediaFile = read_media_file_2026_8,
    #[cfg(feature = "agents")]
    GeminiCli = gemini_cli,
    #[cfg(feature = "agents")]
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
