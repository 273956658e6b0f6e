//! The tools, as tests that go through all of them need to know them: the one place in the tests that a new tool touches.

use readroom::{Outcome, Reply};
use serde_json::{Value, json};

/// What tests know of a tool.
#[derive(Debug)]
pub struct KnownTool {
    pub id: &'static str,
    /// What it calls the path, the first line and the number of lines of a basic request.
    pub arguments: [&'static str; 3],
    /// The members of an answer.
    pub answer: Members,
    /// The members of an error.
    pub error: Members,
    /// Whether an answer is an error, by the answer itself.
    pub is_error: fn(&Value) -> bool,
    /// How many thousand WebAssembly instructions it takes for a file of 200 lines.
    pub thousand_instructions: u64,
    /// The requirements that its cases show, where they are listed.
    pub requirements: Option<Requirements>,
}

/// The members of a JSON object.
#[derive(Debug)]
pub struct Members {
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
    /// JSON pointers to texts that are never empty.
    pub texts: &'static [&'static str],
}

/// The requirements of a tool, as the file of the guest lists them that meets them.
#[derive(Debug)]
pub struct Requirements {
    /// What their names begin with.
    pub letter: char,
    pub count: usize,
    /// The file in `guest/dialects/src`.
    pub file: &'static str,
}

/// The tool `readroom`.
pub const READROOM: &KnownTool = &TOOLS[0];

/// All of them, in the order of [`readroom::tools`].
pub const TOOLS: &[KnownTool] = &[
    KnownTool {
        id: "readroom@0.2",
        arguments: ["path", "start", "lines"],
        // Its schema says which of them belong together.
        answer: Members {
            required: &[],
            optional: &["path", "size", "modified", "version", "body", "files"],
            texts: &[],
        },
        error: Members {
            required: &["error"],
            optional: &[],
            texts: &["/error/message", "/error/code", "/error/hint"],
        },
        is_error: |reply| reply.get("error").is_some(),
        thousand_instructions: 460,
        requirements: None,
    },
    KnownTool {
        id: "mycodeagent@1",
        arguments: ["path", "start_line", "limit"],
        answer: Members {
            required: &["status", "data", "text", "stats", "context"],
            optional: &[],
            texts: &["/text"],
        },
        error: Members {
            required: &["status", "data", "text", "error", "stats", "context"],
            optional: &[],
            texts: &["/text", "/error/code", "/error/message"],
        },
        is_error: |reply| reply["status"] == "error",
        thousand_instructions: 510,
        requirements: Some(Requirements { letter: 'M', count: 13, file: "mycodeagent.rs" }),
    },
    KnownTool {
        id: "dm-cc@1",
        arguments: ["filePath", "offset", "limit"],
        answer: Members {
            required: &["title", "output", "metadata"],
            optional: &["attachments"],
            texts: &[],
        },
        error: Members {
            required: &["error"],
            optional: &[],
            texts: &["/error/message", "/error/type"],
        },
        is_error: |reply| reply.get("error").is_some(),
        thousand_instructions: 570,
        requirements: Some(Requirements { letter: 'D', count: 10, file: "dm_cc.rs" }),
    },
    KnownTool {
        id: "opencode@1.1",
        arguments: ["filePath", "offset", "limit"],
        answer: Members {
            required: &["title", "output", "metadata"],
            optional: &["attachments"],
            texts: &[],
        },
        error: Members {
            required: &["error"],
            optional: &[],
            texts: &["/error/message", "/error/type"],
        },
        is_error: |reply| reply.get("error").is_some(),
        thousand_instructions: 600,
        requirements: Some(Requirements { letter: 'O', count: 11, file: "opencode.rs" }),
    },
    KnownTool {
        id: "kimi-cli@1.0",
        arguments: ["path", "line_offset", "n_lines"],
        answer: Members {
            required: &["is_error", "output", "message", "brief"],
            optional: &[],
            texts: &["/message"],
        },
        error: Members {
            required: &["is_error", "output", "message", "brief"],
            optional: &[],
            texts: &["/message", "/brief"],
        },
        is_error: |reply| reply["is_error"] == true,
        thousand_instructions: 500,
        requirements: Some(Requirements { letter: 'K', count: 11, file: "kimi_cli.rs" }),
    },
    KnownTool {
        id: "pi@0",
        arguments: ["path", "offset", "limit"],
        answer: Members { required: &["content"], optional: &["details"], texts: &[] },
        error: Members {
            required: &["error"],
            optional: &[],
            texts: &["/error/message", "/error/type"],
        },
        is_error: |reply| reply.get("error").is_some(),
        thousand_instructions: 230,
        requirements: Some(Requirements { letter: 'P', count: 7, file: "pi.rs" }),
    },
];

/// The schema of the answers of `readroom`, as MCP clients get it.
pub fn output_schema() -> jsonschema::Validator {
    let schema = include_str!("../../mcp/src/output_schema.json");
    jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap()
}

/// Their ids.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.id)
}

impl KnownTool {
    /// The id without the revision, which means the newest one.
    pub fn newest(&self) -> String {
        let (dialect, rest) = self.id.split_once('@').unwrap();
        rest.split_once(':').map_or(dialect.into(), |(_, tool)| format!("{dialect}:{tool}"))
    }

    /// The arguments that name nothing but a path.
    pub fn path(&self, path: &str) -> String {
        json!({ self.arguments[0]: path }).to_string()
    }

    /// Checks that a reply has the members that the tool returns and no others, and that an error says something.
    pub fn check(&self, reply: &Reply, value: &Value) -> Result<(), String> {
        let is_refused = reply.outcome == Outcome::Refused;
        if (self.is_error)(value) != is_refused {
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
        for pointer in *texts {
            match value.pointer(pointer).and_then(Value::as_str) {
                None | Some("") => return Err(format!("there is no text at {pointer}")),
                // Room for a path of the greatest length, said twice.
                Some(text) if is_refused && text.len() > 10_000 => {
                    return Err(format!("{pointer} has {} bytes", text.len()));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
