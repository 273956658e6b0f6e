//! The JSON Schema of what the tool of the dialect `readroom` returns as structured content: the members that its
//! documentation lists but `text`, which is the text beside it, or an error.

use readroom::ErrorCode;
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// The schema, without references, which not every client resolves.
pub(crate) fn of_readroom() -> JsonObject {
    let line = || json!({ "type": "integer", "not": { "const": 0 } });
    let positive = || json!({ "type": "integer", "minimum": 1 });
    let or_null = |schema: Value| json!({ "anyOf": [schema, { "type": "null" }] });
    let count = |about: &str| json!({ "type": "integer", "minimum": 0, "description": about });
    let answer = closed(json!({
        "path": { "type": "string", "description": "The file, links resolved, relative to the root." },
        "size": count("Bytes of the file."),
        "modified": or_null(count("Milliseconds since 1970.")),
        "version": { "type": "string", "description": "Changes when the file does." },
        "kind": { "const": "text" },
        "content": { "type": "string", "description": "The lines as they stand in the file, without numbers." },
        "first": described(line(), "The number of the first line; negative if counted from the end."),
        "lines": count("How many lines were returned."),
        "tokens": count("An estimate of the tokens in content."),
        "stopped": { "enum": ["at-end", "at-line-limit", "at-byte-limit", "at-token-limit"] },
        "total": or_null(count("Lines in the file, unless they were not counted.")),
        "next": described(or_null(line()), "The start of the next page."),
        "cursor": described(or_null(json!({ "type": "string" })), "The same as a cursor."),
        "clipped": {
            "type": "array",
            "items": closed(json!({
                "line": line(),
                "next": described(positive(), "The column to go on at."),
                "characters": count("Characters in the whole line."),
            })),
            "description": "The lines whose ends were left out."
        },
        "encoding": { "type": "string", "description": "A name of the Encoding Standard, in small letters." },
        "evidence": { "enum": ["given", "mark", "content"] },
        "byte_order_mark": { "type": "boolean" },
        "replacements": { "type": "boolean" },
        "line_endings": { "enum": ["none", "lf", "crlf", "cr", "mixed"] },
        "suspicious": {
            "type": "array",
            "items": closed(json!({
                "line": line(),
                "kind": { "enum": ["bidirectional", "invisible", "terminal"] },
                "characters": positive(),
            })),
            "maxItems": 100,
            "description": "Characters that hide or forge what people see."
        },
    }));
    let unchanged = closed(json!({
        "path": { "type": "string" },
        "size": count("Bytes of the file."),
        "modified": or_null(count("Milliseconds since 1970.")),
        "version": { "type": "string", "description": "The version that was given." },
        "kind": { "const": "unchanged" },
    }));
    let codes = ErrorCode::ALL.map(ErrorCode::name);
    let error = closed(json!({
        "code": { "enum": codes },
        "message": { "type": "string" },
        "hint": { "type": "string", "description": "What to do next." },
        "total": count("Lines in the file, for offset-past-end."),
        "suggestions": {
            "type": "array",
            "items": { "type": "string" },
            "maxItems": 20,
            "description": "Files that may be meant, for not-found; what is in it, for is-a-directory."
        },
        "limit": { "type": "string", "description": "The limit of the host that the call reached." },
    }));
    let error = optional(error, &["total", "suggestions", "limit"]);
    let refusal = closed(json!({ "error": error }));
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("oneOf".into(), json!([answer, unchanged, refusal]));
    schema
}

/// An object with these members, all of them, and no others.
fn closed(properties: Value) -> Value {
    let required: Vec<_> = properties.as_object().into_iter().flat_map(Map::keys).cloned().collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The same object, where some members may be missing.
fn optional(mut object: Value, names: &[&str]) -> Value {
    if let Some(Value::Array(required)) = object.get_mut("required") {
        required.retain(|name| !names.iter().any(|optional| name == optional));
    }
    object
}

fn described(mut schema: Value, about: &str) -> Value {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".into(), about.into());
    }
    schema
}
