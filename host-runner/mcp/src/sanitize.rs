//! Removes from messages what the server does not read, and limits the size of the rest.
//!
//! Parsed JSON takes up to forty times the memory of its text. The protocol's library keeps what a
//! client says about itself for the whole session, and the metadata of a request until it is
//! answered. So the number of values in a message is limited, and unused members are removed.

use serde_json::{Map, Value};

/// The maximum number of values in a message, each element and member counted. The largest
/// meaningful message has some dozens.
pub(crate) const MAX_VALUES: usize = 10_000;

/// The maximum length, in bytes of JSON, of the metadata of a request and of the parameters of
/// `initialize`.
pub(crate) const MAX_METADATA: usize = 16 * 1024;

/// The prefix of the keys in `_meta` that the protocol itself defines.
const PROTOCOL_PREFIX: &str = "io.modelcontextprotocol/";

/// Returns the beginning of a name, for an error message: a name may have up to a megabyte.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}

/// The remaining metadata has more than [`MAX_METADATA`] bytes.
#[derive(Debug)]
pub(crate) struct MetadataTooLarge;

/// Removes from a message what the server does not read. Fails if the rest is too large.
pub(crate) fn sanitize(
    method: &str,
    message: &mut Map<String, Value>,
) -> Result<(), MetadataTooLarge> {
    let Some(Value::Object(params)) = message.get_mut("params") else { return Ok(()) };
    remove_nulls(params);
    if let Some(names) = parameters(method) {
        params.retain(|name, _| name == "_meta" || names.contains(&name.as_str()));
    }
    if let Some(Value::Object(meta)) = params.get_mut("_meta") {
        meta.retain(|name, _| name == "progressToken" || name.starts_with(PROTOCOL_PREFIX));
        sanitize_client(
            meta,
            &format!("{PROTOCOL_PREFIX}clientInfo"),
            &format!("{PROTOCOL_PREFIX}clientCapabilities"),
        );
    }
    if method == "initialize" {
        sanitize_client(params, "clientInfo", "capabilities");
        return check_size(params);
    }
    match params.get("_meta") {
        Some(meta) => check_size(meta),
        None => Ok(()),
    }
}

/// Removes members that are null, which clients send for absent ones, at any depth. What a tool
/// gets is its own.
fn remove_nulls(members: &mut Map<String, Value>) {
    members.retain(|_, value| !value.is_null());
    for (name, value) in members {
        if let Value::Object(members) = value
            && name != "arguments"
        {
            remove_nulls(members);
        }
    }
}

/// Returns the parameters of a method that is served, or `None` for other methods, whose parameters
/// stay.
fn parameters(method: &str) -> Option<&'static [&'static str]> {
    Some(match method {
        "initialize" => &["protocolVersion", "capabilities", "clientInfo"],
        "ping" | "server/discover" => &[],
        "tools/list" | "resources/list" | "resources/templates/list" => &["cursor"],
        "tools/call" => &["name", "arguments"],
        "resources/read" => &["uri"],
        _ => return None,
    })
}

/// Keeps the client's name, title and version, and the capabilities that the protocol itself
/// defines.
fn sanitize_client(members: &mut Map<String, Value>, info: &str, capabilities: &str) {
    if let Some(Value::Object(info)) = members.get_mut(info) {
        info.retain(|name, _| matches!(name.as_str(), "name" | "title" | "version"));
    }
    if let Some(Value::Object(capabilities)) = members.get_mut(capabilities) {
        capabilities.retain(|name, _| !matches!(name.as_str(), "experimental" | "extensions"));
    }
}

fn check_size(kept: &impl serde::Serialize) -> Result<(), MetadataTooLarge> {
    match serde_json::to_vec(kept) {
        Ok(text) if text.len() <= MAX_METADATA => Ok(()),
        _ => Err(MetadataTooLarge),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_METADATA, sanitize};
    use serde_json::{Value, json};

    /// Returns the parameters that remain, or `None` if they are too large.
    fn left(method: &str, params: Value) -> Option<Value> {
        let mut message = json!({ "params": params });
        sanitize(method, message.as_object_mut().unwrap()).ok()?;
        Some(message["params"].take())
    }

    #[test]
    fn of_what_comes_with_a_request_little_is_kept() {
        let given = json!({
            "name": "read",
            "arguments": { "path": "a", "_meta": [1] },
            "requestState": "x".repeat(100_000),
            "_meta": {
                "progressToken": 7,
                "somebody.example/trace": vec![0; 9000],
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo":
                    { "name": "a", "version": "1", "icons": ["x".repeat(100_000)] },
                "io.modelcontextprotocol/clientCapabilities":
                    { "roots": {}, "extensions": { "a/b": vec![0; 9000] } },
            },
        });
        let kept = json!({
            "name": "read",
            "arguments": { "path": "a", "_meta": [1] },
            "_meta": {
                "progressToken": 7,
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "a", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": { "roots": {} },
            },
        });
        assert_eq!(left("tools/call", given), Some(kept));
        let token = |length| json!({ "_meta": { "progressToken": "x".repeat(length) } });
        assert!(left("tools/list", token(MAX_METADATA - 100)).is_some());
        assert_eq!(left("tools/list", token(MAX_METADATA)), None);
    }

    #[test]
    fn of_a_client_its_name_is_kept() {
        let hello = |sampling: Value| {
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "experimental": { "a": vec![0; 9000] }, "sampling": sampling },
                "clientInfo": {
                    "name": "a", "title": "A", "version": "1", "websiteUrl": "x".repeat(100_000),
                },
            })
        };
        let kept = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "sampling": {} },
            "clientInfo": { "name": "a", "title": "A", "version": "1" },
        });
        assert_eq!(left("initialize", hello(json!({}))), Some(kept));
        assert_eq!(left("initialize", hello(json!({ "context": vec![0; 9000] }))), None);
    }

    #[test]
    fn a_member_that_is_null_is_absent() {
        let given = json!({
            "name": "read",
            "arguments": { "path": "a", "start": null },
            "cursor": null,
            "_meta": {
                "progressToken": null,
                "io.modelcontextprotocol/clientInfo":
                    { "name": "a", "title": null, "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": { "roots": null },
            },
        });
        let kept = json!({
            "name": "read",
            "arguments": { "path": "a", "start": null },
            "_meta": {
                "io.modelcontextprotocol/clientInfo": { "name": "a", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        });
        assert_eq!(left("tools/call", given), Some(kept));
        assert_eq!(left("tools/list", json!({ "cursor": null, "_meta": null })), Some(json!({})));
        let reason = json!({ "requestId": 1, "reason": null });
        assert_eq!(left("notifications/cancelled", reason), Some(json!({ "requestId": 1 })));
    }

    #[test]
    fn what_is_not_ours_to_know_stays() {
        assert_eq!(
            left("some/method", json!({ "a": 1, "_meta": { "b": 2 } })),
            Some(json!({ "a": 1, "_meta": {} }))
        );
        assert_eq!(left("ping", json!([1])), Some(json!([1])));
    }
}
