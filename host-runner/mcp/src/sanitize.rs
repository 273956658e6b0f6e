//! Removes from messages everything that the server does not read, and limits the size of the rest.
//!
//! Parsed JSON takes up to forty times the memory of its text, and the protocol's library keeps the
//! metadata of a request until it is answered.

use serde_json::{Map, Value};

/// The maximum number of values in a message, each element and member counted. The largest
/// meaningful message has some dozens.
pub(crate) const MAX_VALUES: usize = 10_000;

/// The maximum length of the parameters of a request, in bytes of JSON, without the arguments of a
/// tool and the URI of a resource, which have their own limits.
pub(crate) const MAX_METADATA: usize = 16 * 1024;

/// The prefix of the keys in `_meta` that the protocol itself defines.
const PROTOCOL_PREFIX: &str = "io.modelcontextprotocol/";

/// Returns the start of a name, for an error message: a name may have up to a megabyte.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}

/// The remaining metadata has more than [`MAX_METADATA`] bytes.
#[derive(Debug)]
pub(crate) struct MetadataTooLarge;

/// Removes from a message everything that the server does not read. Fails if the rest is too large.
pub(crate) fn sanitize(message: &mut Map<String, Value>) -> Result<(), MetadataTooLarge> {
    let Some(Value::Object(params)) = message.get_mut("params") else { return Ok(()) };
    remove_nulls(params);
    if let Some(Value::Object(meta)) = params.get_mut("_meta") {
        meta.retain(|name, _| name == "progressToken" || name.starts_with(PROTOCOL_PREFIX));
    }
    let kept = params.iter().filter(|(name, _)| !matches!(name.as_str(), "arguments" | "uri"));
    let bytes: usize = kept.map(|(name, value)| name.len() + value.to_string().len()).sum();
    if bytes > MAX_METADATA { Err(MetadataTooLarge) } else { Ok(()) }
}

/// Removes members that are null, which clients send for absent ones, at any depth. A tool's
/// arguments stay unchanged.
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

#[cfg(test)]
mod tests {
    use super::{MAX_METADATA, sanitize};
    use serde_json::{Value, json};

    /// Returns the parameters that remain, or `None` if they are too large.
    fn left(params: Value) -> Option<Value> {
        let mut message = json!({ "params": params });
        sanitize(message.as_object_mut().unwrap()).ok()?;
        Some(message["params"].take())
    }

    #[test]
    fn little_of_a_requests_metadata_is_kept() {
        let given = json!({
            "name": "read",
            "arguments": { "path": "a", "_meta": ["x".repeat(100_000)] },
            "_meta": { "progressToken": 7, "somebody.example/trace": vec![0; 9000] },
        });
        let mut kept = given.clone();
        kept["_meta"] = json!({ "progressToken": 7 });
        assert_eq!(left(given), Some(kept));
        let token = |length| json!({ "_meta": { "progressToken": "x".repeat(length) } });
        assert!(left(token(MAX_METADATA - 100)).is_some());
        assert_eq!(left(token(MAX_METADATA)), None);
        assert_eq!(left(json!({ "requestState": "x".repeat(MAX_METADATA) })), None);
        assert_eq!(left(json!([1])), Some(json!([1])));
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
            },
        });
        let kept = json!({
            "name": "read",
            "arguments": { "path": "a", "start": null },
            "_meta": { "io.modelcontextprotocol/clientInfo": { "name": "a", "version": "1" } },
        });
        assert_eq!(left(given), Some(kept));
        assert_eq!(left(json!({ "cursor": null, "_meta": null })), Some(json!({})));
    }
}
