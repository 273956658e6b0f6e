//! The tools that are served, in the form that MCP presents them.

use crate::error::Error;
use readroom::{Room, UnknownToolError};
use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::Value;
use std::sync::Arc;

/// The JSON Schema of the structured content of the tool `readroom`.
const OUTPUT_SCHEMA: &str = include_str!("output_schema.json");

/// The dialect whose native results are MCP results: that of a server.
const SERVER: &str = "mcp-filesystem";

/// Whether a tool's result has structured content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Structured {
    Wanted,
    Unwanted,
    /// As in the native result, which is an MCP result.
    Native,
}

/// The maximum that clients accept as the size of a result, in characters.
const MAX_CHARACTERS: u32 = 500_000;

/// The maximum number of characters of text, of the tools that have less than [`MAX_CHARACTERS`].
/// The others accept requests for more, or have no limit that counts characters.
const MAX_OF_TOOLS: [(&str, u32); 5] = [
    // The text, and a notice after it.
    ("pi@1.5:read", 50 * 1024 + 200),
    ("pi@0", 256 * 1024 + 200),
    // Numbers before 1000 lines; the line that crosses the limit on bytes is shown.
    ("kimi-cli@1.52", 100 * 1024 + 14_000),
    ("kimi-cli@1.0", 100 * 1024 + 14_000),
    // Media; a text explains their absence, with the path.
    ("mcp-filesystem@2.0:read_media_file", 20_000),
];

/// How tools are presented.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Definitions {
    /// With the arguments that most calls need.
    Short,
    /// With all arguments.
    Full,
}

/// A tool that clients can call.
#[derive(Clone)]
pub(crate) struct ExposedTool {
    /// The id by which the room knows the tool.
    pub(crate) id: String,
    pub(crate) structured: Structured,
    pub(crate) tool: Tool,
}

/// Returns the tools with these ids as the room's component defines them, each once and in this
/// order. `structured` is whether the embedded component's own tool adds structured content.
///
/// A tool has the name that its agent gives it. Tools whose names are equal, ignoring case, are
/// called `<dialect>_<name>`; if these names are equal too, the revision is added.
pub(crate) fn exposed_tools(
    room: &Room,
    ids: &[String],
    structured: Structured,
    definitions: Definitions,
) -> Result<Vec<ExposedTool>, Error> {
    let known = room.tools()?;
    let mut wanted: Vec<&readroom::Tool> = Vec::new();
    for id in ids {
        for tool in find(&known, id)? {
            if wanted.iter().all(|other| other.id != tool.id) {
                wanted.push(tool);
            }
        }
    }
    let is_shared = |name: fn(&readroom::Tool) -> String, tool: &readroom::Tool| {
        wanted.iter().filter(|other| name(other).eq_ignore_ascii_case(&name(tool))).count() > 1
    };
    let expose = |tool: &&readroom::Tool| {
        let name = match tool {
            tool if !is_shared(plain_name, tool) => plain_name(tool),
            tool if !is_shared(name_with_dialect, tool) => name_with_dialect(tool),
            tool => name_with_revision(tool),
        };
        let structured = match tool.dialect() {
            readroom::internal::OWN_TOOL if tool.has_id(readroom::internal::OWN_READ) => structured,
            readroom::internal::OWN_TOOL => Structured::Unwanted,
            SERVER => Structured::Native,
            _ => Structured::Unwanted,
        };
        let parameters = match (definitions, &tool.full_parameters) {
            (Definitions::Full, Some(full)) => full,
            _ => &tool.parameters,
        };
        let presented = present(tool, parameters, structured, name)?;
        Ok(ExposedTool { id: tool.id.clone(), structured, tool: presented })
    };
    wanted.iter().map(expose).collect()
}

/// Finds the tools that an id means: without a tool's name the whole release, without a revision
/// the newest one, which comes first.
fn find<'a>(
    known: &'a [readroom::Tool],
    id: &str,
) -> Result<impl Iterator<Item = &'a readroom::Tool>, Error> {
    let mut tools = known.iter().filter(move |tool| tool.has_id(id)).peekable();
    let Some(first) = tools.peek() else {
        return Err(readroom::Error::UnknownTool(UnknownToolError::new(id, known)).into());
    };
    let release = first.release_id();
    Ok(tools.filter(move |tool| tool.release_id() == release))
}

fn plain_name(tool: &readroom::Tool) -> String {
    tool.name.clone()
}

fn name_with_dialect(tool: &readroom::Tool) -> String {
    format!("{}_{}", tool.dialect(), tool.name)
}

/// Returns the name with the revision, without characters that clients do not accept in a name.
fn name_with_revision(tool: &readroom::Tool) -> String {
    format!("{}_{}", tool.release_id().replace(['@', '.'], "-"), tool.name)
}

fn present(
    tool: &readroom::Tool,
    parameters: &str,
    structured: Structured,
    name: String,
) -> Result<Tool, Error> {
    let unusable = |why: &dyn std::fmt::Display| {
        Error::Configuration(format!("the schema of the tool '{}' is not usable: {why}", tool.name))
    };
    let mut parameters: Value =
        serde_json::from_str(parameters).map_err(|error| unusable(&error))?;
    without_closed_objects(&mut parameters);
    let parameters: JsonObject =
        serde_json::from_value(parameters).map_err(|error| unusable(&error))?;
    // Clients reject the whole list if one of its tools has another type.
    if parameters.get("type").and_then(Value::as_str) != Some("object") {
        return Err(unusable(&"it has no \"type\": \"object\""));
    }
    let annotations = ToolAnnotations::new()
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    let presented = Tool::new(name, tool.description.clone(), Arc::new(parameters))
        .with_title(title(tool))
        .with_annotations(annotations)
        .with_meta(meta(&tool.id));
    Ok(match structured {
        Structured::Wanted => {
            let schema: JsonObject =
                serde_json::from_str(OUTPUT_SCHEMA).map_err(|error| unusable(&error))?;
            presented.with_raw_output_schema(Arc::new(schema))
        }
        Structured::Unwanted | Structured::Native => presented,
    })
}

/// Returns the title for people: what the tool does and, unless it is this program's, whose it is.
fn title(tool: &readroom::Tool) -> String {
    let does = match &*tool.name {
        "list" | "list_directory" | "ls" => "List a directory",
        "list_directory_with_sizes" => "List a directory with sizes",
        "directory_tree" => "List a directory and all below it",
        "find" | "search_files" => "Find files",
        "search" | "grep" => "Search files",
        "diff" => "Show what changed in git",
        "log" => "Show the commits of git",
        "get_file_info" => "Get information about a file",
        "list_allowed_directories" => "List the allowed directories",
        "read_multiple_files" => "Read several files",
        _ => "Read a file",
    };
    match tool.dialect() {
        readroom::internal::OWN_TOOL => does.into(),
        _ => format!("{does} ({})", tool.release),
    }
}

/// Removes `additionalProperties: false` from a schema. Converters of other providers fail on it,
/// and a tool refuses unknown arguments in any case.
fn without_closed_objects(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|name, value| name != "additionalProperties" || !value.is_boolean());
            members.values_mut().for_each(without_closed_objects);
        }
        Value::Array(values) => values.iter_mut().for_each(without_closed_objects),
        _ => {}
    }
}

/// Returns Claude Code's metadata for a tool: how long its results can be, so that it shows them
/// instead of keeping them in a file, and that its definition is loaded from the start.
fn meta(id: &str) -> MetaObject {
    let of_tool = MAX_OF_TOOLS.iter().find(|(known, _)| *known == id);
    let characters = of_tool.map_or(MAX_CHARACTERS, |(_, characters)| *characters);
    let mut meta = JsonObject::new();
    meta.insert("anthropic/maxResultSizeChars".into(), characters.into());
    meta.insert("anthropic/alwaysLoad".into(), true.into());
    MetaObject(meta)
}

#[cfg(test)]
mod tests;
