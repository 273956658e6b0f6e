//! The tools that there are, by their ids.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a tool is: which release of which agent's tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The agent.
    pub(crate) dialect: &'static str,
    /// The release, as short as tells it from others.
    pub(crate) revision: &'static str,
    /// The tool, where the release has several. Empty if it has one.
    pub(crate) tool: &'static str,
    /// The release that is equalled, for people.
    pub release: &'static str,
    /// How it was established that it is, in one sentence.
    pub basis: &'static str,
}

impl Identity {
    /// Returns the id: `dialect@revision` or `dialect@revision:tool`.
    pub fn id(&self) -> String {
        let Self { dialect, revision, tool, .. } = self;
        if tool.is_empty() {
            format!("{dialect}@{revision}")
        } else {
            format!("{dialect}@{revision}:{tool}")
        }
    }

    /// Whether an id means this tool: one without a revision means any, and one without a tool any tool.
    pub(crate) fn has_id(&self, id: &str) -> bool {
        let (id, tool) = match id.split_once(':') {
            Some((id, tool)) => (id, Some(tool)),
            None => (id, None),
        };
        let (dialect, revision) = match id.split_once('@') {
            Some((dialect, revision)) => (dialect, Some(revision)),
            None => (id, None),
        };
        self.dialect == dialect
            && revision.is_none_or(|revision| self.revision == revision)
            && tool.is_none_or(|tool| !tool.is_empty() && self.tool == tool)
    }
}

/// How a tool is presented to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name that the model calls.
    pub name: &'static str,
    /// What it does.
    pub description: String,
    /// The JSON Schema of the arguments.
    pub parameters: String,
    /// One line for a system prompt.
    pub snippet: &'static str,
    /// Advice for a system prompt.
    pub guidelines: Vec<String>,
}

/// Makes of a list of modules the enum [`Tool`], and what calls their functions.
///
/// The first tool of a list that an id fits is meant: the newest revision of a dialect stands first, and the first
/// tool of a revision before its others.
macro_rules! tools {
    ($($tool:ident = $module:ident),* $(,)?) => {
        /// A tool: a release of an agent's tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is documented in its file")]
        pub enum Tool {
            $($tool),*
        }

        impl Tool {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$tool),*];

            /// Returns the tool with this id.
            pub fn find(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|tool| tool.identity().has_id(id))
            }

            /// Says what it is.
            pub fn identity(self) -> &'static Identity {
                match self {
                    $(Self::$tool => &$module::IDENTITY),*
                }
            }

            /// Returns how it is presented to a model.
            pub fn definition(self) -> Definition {
                match self {
                    $(Self::$tool => $module::definition()),*
                }
            }

            /// Calls it with the JSON text that a model wrote.
            pub fn call<T: Tree>(self, scene: &Scene<'_, T>, arguments: &str) -> Reply {
                match self {
                    $(Self::$tool => $module::call(scene, arguments)),*
                }
            }

            /// Writes a read as its arguments. `None` if it cannot express it.
            pub fn arguments_for(self, request: &BasicRequest<'_>) -> Option<String> {
                match self {
                    $(Self::$tool => $module::arguments_for(request)),*
                }
            }

            /// Returns the absolute name of what a call would read, without looking at it.
            pub fn requested_path<T: Tree>(self, scene: &Scene<'_, T>, arguments: &str) -> Option<String> {
                match self {
                    $(Self::$tool => $module::requested_path(scene, arguments)),*
                }
            }

            /// Draws a call as one line for a terminal.
            pub fn render_call(self, arguments: &str) -> String {
                let names = match self {
                    $(Self::$tool => &$module::SPELLING),*
                };
                render::call(names, arguments)
            }

            /// Draws the result of a call for a terminal: the native result object, and what a model is shown.
            pub fn render_result(
                self,
                arguments: &str,
                json: &str,
                content: &[Content],
                fold: Fold,
            ) -> String {
                let picture = || match self {
                    $(Self::$tool => $module::picture(arguments, json, content)),*
                };
                let picture = render::error(json).or_else(picture);
                render::result(&picture.unwrap_or_default(), fold)
            }
        }
    };
}

pub(crate) use tools;

#[cfg(test)]
mod tests {
    use super::Identity;
    use crate::Tool;

    #[test]
    fn an_id_may_leave_out_the_revision_and_the_tool() {
        let identity = Identity {
            dialect: "agent",
            revision: "1.5",
            tool: "read_file",
            release: "",
            basis: "",
        };
        for id in ["agent", "agent@1.5", "agent:read_file", "agent@1.5:read_file"] {
            assert!(identity.has_id(id), "{id}");
        }
        for id in [
            "",
            "agent@",
            "agent@1",
            "agent:",
            "agent@1.5:",
            "agent:read",
            "Agent",
            "agent@1.5:read_file:",
        ] {
            assert!(!identity.has_id(id), "{id}");
        }
    }

    #[test]
    fn each_tool_is_found_by_its_id() {
        for tool in Tool::ALL {
            assert_eq!(Tool::find(&tool.identity().id()), Some(*tool));
        }
        assert_eq!(Tool::find("nobody"), None);
    }
}
