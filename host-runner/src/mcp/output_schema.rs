//! The JSON Schema of what the tool of the dialect `readroom` returns as structured content: the members that its
//! documentation lists but `text`, which is the text beside it, or an error.

use readroom::ErrorCode;
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// The schema, without references, which not every client resolves.
pub(crate) fn of_readroom() -> JsonObject {
    let documents = [text(), unchanged(), outline(), notebook(), image()];
    let refusal = closed(json!({ "error": error() }));
    let failed = closed(json!({
        "path": { "type": "string", "description": "As it was given." },
        "error": error(),
    }));
    let each = [&documents[..], &[failed]].concat();
    let file = json!({ "anyOf": each });
    let files = closed(json!({
        "kind": { "const": "files" },
        "files": { "type": "array", "items": file, "description": "What came of each file, in order." },
    }));
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("oneOf".into(), [documents.to_vec(), vec![files, refusal]].concat().into());
    schema
}

/// What is told of every file, and what is told of this kind of it.
fn document(kind: &str, more: Value) -> Value {
    let mut members = json!({
        "path": { "type": "string", "description": "The file, links resolved, relative to the root." },
        "size": count("Bytes of the file."),
        "modified": or_null(count("Milliseconds since 1970.")),
        "version": { "type": "string", "description": "Changes when the file does." },
        "kind": { "const": kind },
    });
    if let (Some(members), Value::Object(more)) = (members.as_object_mut(), more) {
        members.extend(more);
    }
    closed(members)
}

fn text() -> Value {
    let heading = closed(json!({ "line": positive(), "text": { "type": "string" } }));
    let block = closed(json!({
        "first": positive(),
        "last": positive(),
        "headers": { "type": "array", "items": heading, "maxItems": 16 },
    }));
    document(
        "text",
        json!({
            "content": { "type": "string", "description": "The lines as they stand in the file, without numbers." },
            "first": described(line(), "The number of the first line; negative if counted from the end."),
            "lines": count("How many lines were returned."),
            "block": described(or_null(block), "Where the block lies that was asked for, and under which lines."),
            "tokens": tokens(),
            "stopped": stopped(),
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
            "encoding": encoding(),
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
        }),
    )
}

fn unchanged() -> Value {
    document("unchanged", json!({}))
}

fn outline() -> Value {
    let entry = closed(json!({
        "line": positive(),
        "last": described(positive(), "The last line that belongs to it."),
        "depth": count("How many entries it lies under."),
        "text": { "type": "string" },
    }));
    document(
        "outline",
        json!({
            "entries": { "type": "array", "items": entry, "maxItems": 1000 },
            "left_out": count("How many more entries there are."),
            "tokens": tokens(),
            "total": count("Lines in the file."),
            "encoding": encoding(),
        }),
    )
}

fn notebook() -> Value {
    let media = closed(json!({ "mime": { "type": "string" }, "bytes": count("Its size in the file.") }));
    let output = closed(json!({
        "kind": { "enum": ["standard-output", "standard-error", "outcome", "display", "error"] },
        "text": { "type": "string" },
        "left_out": count("Characters of the text that were left out."),
        "media": { "type": "array", "items": media, "maxItems": 8 },
    }));
    let cell = closed(json!({
        "number": positive(),
        "kind": { "enum": ["code", "markdown", "raw"] },
        "run": or_null(count("How many cells had been run when this one was.")),
        "source": { "type": "string" },
        "left_out": count("Characters of the source that were left out."),
        "outputs": { "type": "array", "items": output, "maxItems": 20 },
        "outputs_left_out": count("How many more outputs there are."),
    }));
    document(
        "notebook",
        json!({
            "cells": { "type": "array", "items": cell },
            "tokens": tokens(),
            "stopped": stopped(),
            "total": count("Cells in the notebook."),
            "next": described(or_null(positive()), "The start of the next cells."),
            "unreadable": count("Cells or outputs that are none."),
            "language": or_null(json!({ "type": "string" })),
        }),
    )
}

fn image() -> Value {
    document(
        "image",
        json!({
            "mime": { "type": "string" },
            "width": count("Pixels, as it is to be shown."),
            "height": count("Pixels, as it is to be shown."),
        }),
    )
}

fn error() -> Value {
    let codes = ErrorCode::ALL.map(ErrorCode::name);
    let error = closed(json!({
        "code": { "enum": codes },
        "message": { "type": "string" },
        "hint": { "type": "string", "description": "What to do next." },
        "total": count("Lines or cells in the file, for offset-past-end; pages of a PDF, for unsupported."),
        "suggestions": {
            "type": "array",
            "items": { "type": "string" },
            "maxItems": 20,
            "description": "Files that may be meant, for not-found; what is in it, for is-a-directory."
        },
        "limit": { "type": "string", "description": "The limit of the host that the call reached." },
    }));
    optional(error, &["total", "suggestions", "limit"])
}

fn count(about: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": about })
}

fn line() -> Value {
    json!({ "type": "integer", "not": { "const": 0 } })
}

fn positive() -> Value {
    json!({ "type": "integer", "minimum": 1 })
}

fn tokens() -> Value {
    count("An estimate of the tokens in what was returned.")
}

fn stopped() -> Value {
    json!({ "enum": ["at-end", "at-line-limit", "at-byte-limit", "at-token-limit", "at-block-end"] })
}

fn encoding() -> Value {
    json!({ "type": "string", "description": "A name of the Encoding Standard, in small letters." })
}

fn or_null(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
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
