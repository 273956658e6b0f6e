//! Tests of messages that are parsed and checked.

use super::{ParsedMessage, parse};
use serde_json::{Value, json};

fn refusal(text: &str) -> (Value, i64) {
    match parse(text.as_bytes(), false) {
        ParsedMessage::Refused(answer) => {
            (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap())
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_message_that_cannot_be_served_is_answered_with_its_id() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let [longest_id, longer_id] = [128, 129]
        .map(|length| format!(r#"{{"jsonrpc":"2.0","id":"{}","method":7}}"#, "x".repeat(length)));
    for (text, id, code) in [
        ("{", Value::Null, -32700),
        ("nonsense", Value::Null, -32700),
        (deep.as_str(), Value::Null, -32700),
        ("[]", Value::Null, -32600),
        ("7", Value::Null, -32600),
        (r#"{"id":1,"method":"ping"}"#, json!(1), -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, json!(1), -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5), -32600),
        (r#"{"jsonrpc":"2.0","id":1.0,"method":7}"#, json!(1), -32600),
        (r#"{"jsonrpc":"2.0","method":"\ud83d","id":3}"#, json!(3), -32700),
        (r#"{"jsonrpc":"2.0","id":4,"method":"ping","params":{"id":5,"#, json!(4), -32700),
        (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, json!("a"), -32600),
        (longest_id.as_str(), json!("x".repeat(128)), -32600),
        (longer_id.as_str(), Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#, json!(1), -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":"a"}}"#,
            json!(1),
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":"{\"a\":1,\"a\":2}"}}"#,
            json!(1),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":1}}"#,
            json!(1),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#, json!(1), -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":7}}"#,
            json!(1),
            -32602,
        ),
    ] {
        assert_eq!(refusal(text), (id, code), "{text}");
    }
    assert!(matches!(
        parse(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", false),
        ParsedMessage::Refused(_)
    ));
}

#[test]
fn the_member_that_is_wrong_is_named() {
    for (method, params, wrong) in [
        ("initialize", "{}", r#"protocolVersion must be a string, such as "2025-11-25""#),
        ("initialize", r#"{"protocolVersion":"2025-11-25"}"#, "capabilities must be an object"),
        ("tools/call", r#"{"name":"read","arguments":"path"}"#, "arguments must be an object"),
        ("tools/call", r#"{"arguments":{}}"#, "name must be the name of a tool"),
        ("resources/read", "{}", "uri must be a string"),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let ParsedMessage::Refused(answer) = parse(text.as_bytes(), false) else {
            panic!("{text}")
        };
        let expected = format!("the parameters are not valid for '{method}': {wrong}");
        assert_eq!(answer["error"]["message"], expected, "{text}");
    }
}

#[test]
fn a_newer_version_has_no_methods_of_sessions() {
    let version = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
    for method in ["initialize", "ping"] {
        for (params, is_newer) in [(version, false), ("{}", true)] {
            let text =
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let parsed = parse(text.as_bytes(), is_newer);
            let ParsedMessage::Refused(answer) = parsed else { panic!("{text}") };
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32601)));
        }
    }
}

#[test]
fn arguments_in_a_string_are_an_object() {
    let text = r#"{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"read","arguments":"{\"path\":\"a\"}"}}"#;
    let ParsedMessage::Message(message) = parse(text.as_bytes(), false) else { panic!("{text}") };
    let message = serde_json::to_value(message).unwrap();
    assert_eq!(message["params"]["arguments"], json!({ "path": "a" }));
    assert_eq!(message["id"], 1);
}

#[test]
fn a_name_that_occurs_twice_is_refused() {
    let id = || json!(1);
    for (text, id, name) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"path":".env","path":"a"}}}"#,
            id(),
            "path",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"files":[{"path":"a","p\u0061th":"b"}]}}}"#,
            id(),
            "path",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a/b":1,"a/b":1}}}"#,
            id(),
            "a/b",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","name":"write"}}"#,
            id(),
            "name",
        ),
        (r#"{"jsonrpc":"2.0","method":"ping","id":1,"method":"ping"}"#, id(), "method"),
        (r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#, Value::Null, "id"),
        (r#"{"jsonrpc":"2.0","method":"ping","a":{"":1,"":1},"id":[]}"#, Value::Null, ""),
        (r#"[{"id":1,"id":1}]"#, Value::Null, "id"),
    ] {
        let ParsedMessage::Refused(answer) = parse(text.as_bytes(), false) else {
            panic!("{text}")
        };
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32600)), "{text}");
        let data = json!({ "code": "invalid-argument", "name": name });
        assert_eq!(answer["error"]["data"], data, "{text}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(&format!("'{name}'")));
    }
    let long = "x".repeat(100_000);
    let twice = format!(r#"{{"jsonrpc":"2.0","id":1,"{long}":1,"{long}":2}}"#);
    let ParsedMessage::Refused(answer) = parse(twice.as_bytes(), false) else { panic!("{twice}") };
    assert_eq!(answer["error"]["data"]["name"], long[..100]);
}

#[test]
fn notifications_and_responses_get_no_answer() {
    for text in ["", " \r", r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#] {
        assert!(matches!(parse(text.as_bytes(), false), ParsedMessage::Ignored), "{text}");
    }
}
