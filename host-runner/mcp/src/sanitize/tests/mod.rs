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
