//! The read tools of MCP's reference server for files, as release 2026.8.31 of the npm package
//! `@modelcontextprotocol/server-filesystem` has them.
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

mod located;
pub(crate) mod read_file;
pub(crate) mod read_media_file;
pub(crate) mod read_multiple_files;
pub(crate) mod read_text_file;
mod text;

use crate::shared::arguments::Arguments;
use crate::shared::content::Content;
use crate::shared::javascript;
use crate::shared::json::Json;
use crate::shared::render::{self, ArgumentNames, ResultView};
use crate::shared::reply::{MAX_ANSWER, Outcome, Reply};
use crate::shared::tool::Identity;
use readroom_read::ReadFacts;

/// Returns the identity of one of the tools.
const fn identity(tool: &'static str) -> Identity {
    Identity {
        dialect: "mcp-filesystem",
        revision: "2026.8",
        tool,
        release: "MCP's server-filesystem 2026.8.31",
        basis: "By recordings of the npm package @modelcontextprotocol/server-filesystem \
                2026.8.31.",
    }
}

/// Returns the argument names of one of the tools. None of them names a line.
const fn argument_names(tool: &'static str, path: &'static str) -> ArgumentNames {
    ArgumentNames { tool, path, first: "", lines: "head", base: 1 }
}

/// Faults in the arguments of a tool.
struct Faults {
    tool: &'static str,
    faults: Vec<String>,
}

impl Faults {
    /// Parses arguments. Fails if they are not one JSON object.
    fn parse<'a>(tool: &'static str, text: &'a str) -> Result<(Arguments<'a>, Self), Reply> {
        let mut faults = Self { tool, faults: Vec::new() };
        match Arguments::parse(text) {
            Ok(arguments) => Ok((arguments, faults)),
            Err(error) => {
                faults.faults.push(error.to_string());
                Err(faults.refused())
            }
        }
    }

    /// Notes that a value is not of the expected kind. `None` stands for one that is not there.
    fn expected(&mut self, kind: &str, value: Option<&Json<'_>>, at: &str) {
        let received = value.map_or("undefined", javascript::type_of);
        self.faults.push(format!("Invalid input: expected {kind}, received {received} at {at}"));
    }

    /// Returns a member that must be a string.
    fn text<'a>(&mut self, arguments: &'a Arguments<'_>, name: &str) -> Option<&'a str> {
        match arguments.get(name) {
            Some(Json::Text(text)) => Some(text),
            other => {
                self.expected("string", other, name);
                None
            }
        }
    }

    fn refused(self) -> Reply {
        refused(format!(
            "MCP error -32602: Input validation error: Invalid arguments for tool {}: {}",
            self.tool,
            self.faults.join("\n")
        ))
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
