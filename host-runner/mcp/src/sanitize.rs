//! What of a message is kept, and how much it may be.
//!
//! Parsed JSON takes up to forty times what it has as text. The protocol's library keeps what a client says about itself
//! as long as the session lasts, and what else came with a request until that is answered. So a message has only so
//! many values, and all that nobody reads here is taken out of it.

use serde_json::{Map, Value};

/// The most values of a message, each element and member counted. The largest that means something has some dozens.
pub(crate) const MAX_VALUES: usize = 10_000;

/// The most bytes, as JSON, of what is kept beside the parameters of a request, and of a client's introduction.
pub(crate) const MAX_ABOUT: usize = 16 * 1024;

/// What our own keys in `_meta` begin with, as the protocol has them.
const OURS: &str = "io.modelcontextprotocol/";

/// What is kept is more than [`MAX_ABOUT`].
#[derive(Debug)]
pub(crate) struct TooMuch;

/// Takes out of a message what the server does not read.
pub(crate) fn sanitize(method: &str, message: &mut Map<String, Value>) -> Result<(), TooMuch> {
    let Some(Value::Object(params)) = message.get_mut("params") else { return Ok(()) };
    if let Some(names) = parameters(method) {
        params.retain(|name, _| name == "_meta" || names.contains(&name.as_str()));
    }
    if let Some(Value::Object(meta)) = params.get_mut("_meta") {
        meta.retain(|name, _| name == "progressToken" || name.starts_with(OURS));
        sanitize_client(meta, &format!("{OURS}clientInfo"), &format!("{OURS}clientCapabilities"));
    }
    if method == "initialize" {
        sanitize_client(params, "clientInfo", "capabilities");
        return fits(params);
    }
    match params.get("_meta") {
        Some(meta) => fits(meta),
        None => Ok(()),
    }
}

/// The parameters of a method that is served. Of others it is not known who reads what.
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

/// Of what a client is, its name; of what it can, what the protocol itself knows.
fn sanitize_client(members: &mut Map<String, Value>, info: &str, capabilities: &str) {
    if let Some(Value::Object(info)) = members.get_mut(info) {
        info.retain(|name, _| matches!(name.as_str(), "name" | "title" | "version"));
    }
    if let Some(Value::Object(capabilities)) = members.get_mut(capabilities) {
        capabilities.retain(|name, _| !matches!(name.as_str(), "experimental" | "extensions"));
    }
}

fn fits(kept: &impl serde::Serialize) -> Result<(), TooMuch> {
    match serde_json::to_vec(kept) {
        Ok(text) if text.len() <= MAX_ABOUT => Ok(()),
        _ => Err(TooMuch),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_ABOUT, sanitize};
    use serde_json::{Value, json};

    /// The parameters that are left, if they are not too much.
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
                "io.modelcontextprotocol/clientInfo": { "name": "a", "version": "1", "icons": ["x".repeat(100_000)] },
                "io.modelcontextprotocol/clientCapabilities": { "roots": {}, "extensions": { "a/b": vec![0; 9000] } },
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
        assert!(left("tools/list", token(MAX_ABOUT - 100)).is_some());
        assert_eq!(left("tools/list", token(MAX_ABOUT)), None);
    }

    #[test]
    fn of_a_client_its_name_is_kept() {
        let hello = |sampling: Value| {
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "experimental": { "a": vec![0; 9000] }, "sampling": sampling },
                "clientInfo": { "name": "a", "title": "A", "version": "1", "websiteUrl": "x".repeat(100_000) },
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
    fn what_is_not_ours_to_know_stays() {
        assert_eq!(
            left("some/method", json!({ "a": 1, "_meta": { "b": 2 } })),
            Some(json!({ "a": 1, "_meta": {} }))
        );
        assert_eq!(left("ping", json!([1])), Some(json!([1])));
    }
}
