//! Loads `tests/dialects.json`: facts about each tool, for tests that run with all tools.

use super::data;
use readroom::{Outcome, Reply};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The facts about a tool. `tests/README.md` specifies the members.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTool {
    pub id: &'static str,
    pub arguments: [&'static str; 3],
    #[serde(default)]
    pub takes_a_list: bool,
    #[serde(default = "yes")]
    pub any_line: bool,
    pub answer: Members,
    pub error: Members,
    pub is_error: ErrorMark,
    pub thousand_instructions: u64,
    pub requirements: Option<Requirements>,
}

/// The members of a JSON object.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Members {
    #[serde(borrow)]
    pub required: Vec<&'static str>,
    pub optional: Vec<&'static str>,
    pub texts: Vec<&'static str>,
}

/// How an object marks an error: by the presence of a member, or by its value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorMark {
    pub at: &'static str,
    pub equals: Option<Value>,
}

impl ErrorMark {
    fn is_in(&self, object: &Value) -> bool {
        let found = object.pointer(self.at);
        self.equals.as_ref().map_or(found.is_some(), |value| found == Some(value))
    }
}

/// The requirements of a tool, as its file in `guest/dialects/src` lists them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    pub letter: char,
    pub count: usize,
    pub file: &'static str,
}

/// All tools that read, in the order of [`readroom::tools`].
pub static TOOLS: LazyLock<Vec<KnownTool>> = LazyLock::new(|| {
    let text = std::fs::read_to_string(data().join("dialects.json")).unwrap();
    serde_json::from_str(text.leak()).unwrap_or_else(|error| panic!("dialects.json: {error}"))
});

/// The ids of the tools that list, find and search.
pub static LOOKING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let text = std::fs::read_to_string(data().join("looking.json")).unwrap();
    serde_json::from_str(text.leak()).unwrap_or_else(|error| panic!("looking.json: {error}"))
});

/// The tool `readroom`.
pub static READROOM: LazyLock<&KnownTool> = LazyLock::new(|| &TOOLS[0]);

/// Returns the schema of the answers of `readroom`, as MCP clients get it.
pub fn output_schema() -> jsonschema::Validator {
    let schema = include_str!("../../../host-runner/mcp/src/output_schema.json");
    jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap()
}

fn yes() -> bool {
    true
}

/// Returns the ids of the tools that read from any line on.
pub fn paging() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().filter(|tool| tool.any_line).map(|tool| tool.id)
}

/// Returns the ids of the tools that read.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.id)
}

impl KnownTool {
    /// Returns the id without the revision, which means the newest one.
    pub fn newest(&self) -> String {
        let (dialect, rest) = self.id.split_once('@').unwrap();
        rest.split_once(':').map_or(dialect.into(), |(_, tool)| format!("{dialect}:{tool}"))
    }

    /// Returns arguments with only a path.
    pub fn path(&self, path: &str) -> String {
        let path = if self.takes_a_list { json!([path]) } else { json!(path) };
        json!({ self.arguments[0]: path }).to_string()
    }

    /// Checks that a reply has exactly the members that the tool returns, and that an error has a
    /// message.
    pub fn check(&self, reply: &Reply, value: &Value) -> Result<(), String> {
        let is_refused = reply.outcome == Outcome::Refused;
        if self.is_error.is_in(value) != is_refused {
            return Err(format!("it is {:?} and does not look so", reply.outcome));
        }
        let Members { required, optional, texts } =
            if is_refused { &self.error } else { &self.answer };
        let members = value.as_object().ok_or("it is not an object")?;
        if let Some(missing) = required.iter().find(|name| !members.contains_key(**name)) {
            return Err(format!("there is no '{missing}'"));
        }
        let is_known = |name: &str| required.contains(&name) || optional.contains(&name);
        if let Some(other) = members.keys().find(|name| !is_known(name)) {
            return Err(format!("'{other}' does not belong there"));
        }
        for pointer in texts {
            match value.pointer(pointer).and_then(Value::as_str) {
                None | Some("") => return Err(format!("there is no text at {pointer}")),
                // There is room for a path of the maximum length, twice.
                Some(text) if is_refused && text.len() > 10_000 => {
                    return Err(format!("{pointer} has {} bytes", text.len()));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
