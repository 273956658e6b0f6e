//! What a client sent, before the protocol's library sees it.
//!
//! The library drops what it cannot read, and takes wrong parameters of a known method for an unknown method. Here both
//! get a clear answer: whoever sent a request is told why it will not be served.

use crate::sanitize::{self, MAX_ABOUT, MAX_VALUES};
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, ServerJsonRpcMessage,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The most bytes of a message. A dialect takes 64 KiB of arguments, of which JSON may spell each byte with six.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// What the server offers: parameters that do not fit these are wrong, and not those of a method it has not got.
const METHODS: [&str; 8] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// The first of the codes that JSON-RPC leaves to servers.
const BUSY: ErrorCode = ErrorCode(-32000);

/// What to do with a message.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// Serve it.
    Message(Box<ClientJsonRpcMessage>),
    /// Send this answer: it cannot be served.
    Refused(Value),
    /// Nothing: there is nobody to answer to, as for a notification or an answer.
    Ignored,
}

/// Reads one message, without its line end.
pub(crate) fn read(bytes: &[u8]) -> Incoming {
    // Some systems begin every stream with a byte-order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Incoming::Ignored;
    }
    if readroom::has_more_values(bytes, sanitize::MAX_VALUES) {
        let message = format!("a message has at most {MAX_VALUES} JSON values");
        return refused(None, ErrorCode::INVALID_REQUEST, &message);
    }
    // Of what is nested deeper than 128 levels, nothing is read.
    let members = match serde_json::from_slice(bytes) {
        Ok(Value::Object(members)) => members,
        Ok(Value::Array(_)) => {
            return refused(
                None,
                ErrorCode::INVALID_REQUEST,
                "send one message at a time, not an array",
            );
        }
        Ok(_) => return refused(None, ErrorCode::INVALID_REQUEST, "a message is a JSON object"),
        Err(error) => {
            return refused(
                None,
                ErrorCode::PARSE_ERROR,
                &format!("the message is not JSON: {error}"),
            );
        }
    };
    let id = match members.get("id") {
        None => None,
        Some(Value::String(id)) => Some(json!(id)),
        Some(Value::Number(id)) if id.is_i64() => Some(json!(id)),
        Some(_) => {
            return refused(
                None,
                ErrorCode::INVALID_REQUEST,
                "the id of a request is a string or an integer",
            );
        }
    };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refused(
            id,
            ErrorCode::INVALID_REQUEST,
            "a message has the member \"jsonrpc\": \"2.0\"",
        );
    }
    match members.get("method") {
        Some(Value::String(method)) => {
            let method = method.clone();
            called(id, &method, members)
        }
        Some(_) => refused(id, ErrorCode::INVALID_REQUEST, "the method is a string"),
        None if members.contains_key("result") || members.contains_key("error") => {
            // An answer to a request of ours. Nobody waits for an answer to an answer.
            parsed(members)
                .map_or(Incoming::Ignored, |message| Incoming::Message(Box::new(message)))
        }
        None => refused(id, ErrorCode::INVALID_REQUEST, "a request names its method"),
    }
}

/// A request or a notification.
fn called(id: Option<Value>, method: &str, mut members: Map<String, Value>) -> Incoming {
    if sanitize::sanitize(method, &mut members).is_err() {
        let message = format!(
            "what comes with a request, as '_meta' or about the client, has at most {MAX_ABOUT} bytes"
        );
        return match id {
            None => Incoming::Ignored,
            id => refused(id, ErrorCode::INVALID_PARAMS, &message),
        };
    }
    let known = METHODS.contains(&method);
    // The library takes a list for one without parameters if it cannot read them.
    let is_page =
        members.get("params").and_then(|params| params.get("cursor")).is_none_or(Value::is_string);
    if known && !is_page && id.is_some() {
        return refused(id, ErrorCode::INVALID_PARAMS, "a cursor is a string");
    }
    match (parsed(members), id) {
        (Some(ClientJsonRpcMessage::Request(request)), id)
            if known && matches!(request.request, ClientRequest::CustomRequest(_)) =>
        {
            refused(
                id,
                ErrorCode::INVALID_PARAMS,
                &format!("the parameters are not those that '{method}' takes"),
            )
        }
        (Some(message), _) => Incoming::Message(Box::new(message)),
        (None, None) => Incoming::Ignored,
        (None, id) => refused(
            id,
            ErrorCode::INVALID_PARAMS,
            &format!("the parameters of '{method}' are not a JSON object as the protocol has it"),
        ),
    }
}

fn parsed(members: Map<String, Value>) -> Option<ClientJsonRpcMessage> {
    ClientJsonRpcMessage::deserialize(Value::Object(members)).ok()
}

/// An answer that says why a message is not served. Without an id it is null, as JSON-RPC has it.
pub(crate) fn refusal(id: Option<Value>, error: &ErrorData) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

fn refused(id: Option<Value>, code: ErrorCode, message: &str) -> Incoming {
    Incoming::Refused(refusal(id, &ErrorData::new(code, message.to_string(), None)))
}

/// Why something is not done now, though it may be later.
pub(crate) fn busy(message: impl Into<Cow<'static, str>>, hint: &str) -> ErrorData {
    ErrorData::new(BUSY, message, Some(json!({ "code": "busy", "hint": hint })))
}

/// The answer to a message of more than [`MAX_BYTES`]: nothing of it is known.
pub(crate) fn too_large() -> Value {
    let message = format!("a message has at most {MAX_BYTES} bytes");
    refusal(None, &ErrorData::new(ErrorCode::INVALID_REQUEST, message, None))
}

/// Such an answer as a message of the library.
pub(crate) fn error(id: rmcp::model::RequestId, error: ErrorData) -> ServerJsonRpcMessage {
    ServerJsonRpcMessage::error(error, Some(id))
}

#[cfg(test)]
mod tests {
    use super::{Incoming, read};
    use rmcp::model::{ClientJsonRpcMessage, ClientRequest};
    use serde_json::{Value, json};

    fn refusal(text: &str) -> (Value, i64) {
        match read(text.as_bytes()) {
            Incoming::Refused(answer) => {
                (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap())
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_request_is_served() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"path":"a"}}}"#,
            r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"read"}}"#,
        ] {
            let Incoming::Message(message) = read(text.as_bytes()) else { panic!("{text}") };
            let ClientJsonRpcMessage::Request(request) = *message else { panic!("{text}") };
            assert!(matches!(request.request, ClientRequest::CallToolRequest(_)), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_served_is_answered_with_its_id() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for (text, id, code) in [
            ("{", Value::Null, -32700),
            ("nonsense", Value::Null, -32700),
            (deep.as_str(), Value::Null, -32700),
            ("[]", Value::Null, -32600),
            ("7", Value::Null, -32600),
            (r#"{"id":1,"method":"ping"}"#, json!(1), -32600),
            (r#"{"jsonrpc":"2.0","id":1}"#, json!(1), -32600),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, json!("a"), -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#,
                json!(1),
                -32602,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":"a"}}"#,
                json!(1),
                -32602,
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
            read(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"),
            Incoming::Refused(_)
        ));
    }

    #[test]
    fn where_nobody_waits_nothing_is_said() {
        for text in
            ["", " \r", r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#]
        {
            assert!(matches!(read(text.as_bytes()), Incoming::Ignored), "{text}");
        }
    }
}
