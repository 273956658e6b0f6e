//! The read-only tools of MCP's reference server for files, the npm package
//! `@modelcontextprotocol/server-filesystem`.
//!
//! [`v2_0`] and [`v2026_8`] are its releases, and say what their tools do. Each tool is a file, for
//! both releases if both have it.

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
mod search_files;
mod text;
pub(crate) mod v2026_8;
pub(crate) mod v2_0;

use crate::shared::arguments::Arguments;
use crate::shared::content::Content;
use crate::shared::environment::Environment;
use crate::shared::json::Json;
use crate::shared::render::{self, ArgumentNames, ResultView};
use crate::shared::reply::{MAX_ANSWER, Outcome, Reply};
use crate::shared::tool::Identity;
use faults::FaultStyle;
use readroom_core::Tree;
use readroom_read::ReadFacts;

/// What differs between releases.
struct Release {
    revision: &'static str,
    /// The release, for people.
    name: &'static str,
    basis: &'static str,
    faults: FaultStyle,
    /// Whether a name that is not there may be one that has other spaces.
    has_equal_spaces: bool,
}

impl Release {
    /// Returns the identity of one of the tools.
    const fn identity(&self, tool: &'static str) -> Identity {
        let Self { revision, name, basis, .. } = *self;
        Identity { dialect: "mcp-filesystem", revision, tool, release: name, basis }
    }
}

/// Returns the argument names of one of the tools. None of them names a line.
const fn argument_names(tool: &'static str, path: &'static str) -> ArgumentNames {
    ArgumentNames { tool, path, first: "", lines: "head", base: 1 }
}

/// Makes a tool of the release in whose module it is: its name, its argument for the path, and its
/// definition.
macro_rules! tool {
    ($tool:ident, $path:literal, $definition:expr) => {
        pub(crate) mod $tool {
            use super::RELEASE;
            use crate::mcp_filesystem::{Release, argument_names, $tool as tool};
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
            pub(crate) use crate::mcp_filesystem::view;

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

/// Returns the absolute name of what the argument `path` means, without looking at it.
fn requested_path<T: Tree>(
    env: &Environment<'_, T>,
    release: &Release,
    arguments: &str,
) -> Option<String> {
    let arguments = Arguments::parse(arguments).ok()?;
    match arguments.get("path")? {
        Json::Text(path) => Some(located::absolute(env, release, path)),
        _ => None,
    }
}

/// Returns a result that is a text.
fn answered(text: String, facts: Vec<ReadFacts>) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&text)])),
        ("structuredContent", Json::object([("content", Json::text(&*text))])),
    ]);
    if json.length() + text.len() > MAX_ANSWER {
        return refused(text::TOO_LARGE.into());
    }
    let json = json.write();
    Reply { outcome: Outcome::Answered, json, content: vec![Content::Text(text)], facts }
}

/// Returns a result that is an error.
fn refused(message: String) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&message)])),
        ("isError", Json::Bool(true)),
    ]);
    let json = json.write();
    let content = vec![Content::Text(message)];
    Reply { outcome: Outcome::Refused, json, content, facts: Vec::new() }
}

fn text_block(text: &str) -> Json<'_> {
    Json::object([("type", Json::text("text")), ("text", Json::text(text))])
}

/// Returns what is drawn of a result.
pub(crate) fn view(_: &str, result: &str, _: &[Content]) -> Option<ResultView<'static>> {
    let mut view = ResultView::default();
    for block in render::elements(render::member(result, "content")?) {
        if let Some(text) = render::text(block, "text") {
            view.text = text.into();
            continue;
        }
        let media = render::member(block, "resource").unwrap_or(block);
        let data = render::member(media, "data").or_else(|| render::member(media, "blob"))?;
        let mime = render::text(media, "mimeType")?;
        view.notes.push(render::attachment(&mime, data.trim_matches(['"', '=']).len()).into());
    }
    Some(view)
}
