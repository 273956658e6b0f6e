//! Parses and checks what a client sent, before the protocol's library sees it.
//!
//! The library drops messages that it cannot parse, and treats wrong parameters of a known method
//! as an unknown method. Here the sender of such a request gets an error that explains the fault.

use crate::message_id;
use crate::sanitize::{self, MAX_METADATA, MAX_VALUES, shortened};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, ProtocolVersion};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The maximum length of a message in bytes. A tool takes 64 KiB of arguments, and JSON may escape
/// each byte as six characters.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// The maximum length of a request's id in bytes: every answer repeats it.
const MAX_ID_BYTES: usize = 128;

/// The methods that the server implements: for these, parameters that do not parse are wrong,
/// rather than belonging to an unknown method.
pub(crate) const METHODS: [&str; 8] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// Where the parameters of a request name the version of the protocol.
const VERSION: &str = "/_meta/io.modelcontextprotocol~1protocolVersion";

/// The first error code that JSON-RPC leaves to servers.
const SERVER_BUSY: ErrorCode = ErrorCode(-32000);

/// The outcome of parsing a message.
#[derive(Debug)]
pub(crate) enum ParsedMessage {
    /// A valid message, to be served.
    Message(Box<ClientJsonRpcMessage>),
    /// The error response to a message that cannot be served.
    Refused(Value),
    /// A message that must not be answered, such as a malformed notification or response.
    Ignored,
}

/// Parses one message, without its line ending. `is_newer` is whether its headers name a version of
/// the protocol without sessions.
pub(crate) fn parse(bytes: &[u8], is_newer: bool) -> ParsedMessage {
    let bytes = without_mark(bytes);
    if is_blank(bytes) {
        return ParsedMessage::Ignored;
    }
    if readroom::internal::has_more_values(bytes, sanitize::MAX_VALUES) {
        let message = format!("a message must have at most {MAX_VALUES} JSON values");
        return refused(message_id::of_text(bytes), ErrorCode::INVALID_REQUEST, &message);
    }
    // `serde_json` refuses more than 128 levels of nesting.
    let json = match readroom::internal::parse_json(bytes) {
        Ok(json) => json,
        Err(error) => {
            return refused(
                message_id::of_text(bytes),
                ErrorCode::PARSE_ERROR,
                &format!("the message is not JSON: {error}"),
            );
        }
    };
    if let Some(name) = &json.duplicate {
        return ParsedMessage::Refused(duplicate_response(&json.value, &shortened(name)));
    }
    let mut members = match json.value {
        Value::Object(members) => members,
        Value::Array(_) => {
            return refused(
                None,
                ErrorCode::INVALID_REQUEST,
                "send one message at a time, not an array",
            );
        }
        _ => return refused(None, ErrorCode::INVALID_REQUEST, "a message must be a JSON object"),
    };
    // Some languages write whole numbers with a fraction.
    if let Some(id) = members.get("id").and_then(message_id::whole) {
        members.insert("id".into(), id);
    }
    let id = match members.get("id") {
        None => None,
        Some(Value::String(id)) if id.len() > MAX_ID_BYTES => {
            let message = format!("the id of a request must have at most {MAX_ID_BYTES} bytes");
            return refused(None, ErrorCode::INVALID_REQUEST, &message);
        }
        Some(id) if is_id(id) => Some(id.clone()),
        Some(id) => {
            return refused(
                id.as_number().map(|id| json!(id)),
                ErrorCode::INVALID_REQUEST,
                "the id of a request must be a string or an integer",
            );
        }
    };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refused(
            id,
            ErrorCode::INVALID_REQUEST,
            "a message must have the member \"jsonrpc\": \"2.0\"",
        );
    }
    match members.get("method") {
        Some(Value::String(method)) => {
            let method = method.clone();
            parse_call(id, &method, members, is_newer)
        }
        Some(_) => refused(id, ErrorCode::INVALID_REQUEST, "the method must be a string"),
        None if members.contains_key("result") || members.contains_key("error") => {
            // A response to a request of the server. A response is never answered.
            deserialize(members)
                .map_or(ParsedMessage::Ignored, |message| ParsedMessage::Message(Box::new(message)))
        }
        None => refused(id, ErrorCode::INVALID_REQUEST, "a request must have a method"),
    }
}

/// Returns whether nothing but white space was sent.
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    without_mark(bytes).trim_ascii().is_empty()
}

/// Some systems begin every stream with a byte-order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}

/// Returns the response to a message in which a name occurs twice in an object.
fn duplicate_response(message: &Value, name: &str) -> Value {
    let error = ErrorData::new(
        ErrorCode::INVALID_REQUEST,
        format!("the name '{name}' occurs twice in an object of the message"),
        Some(json!({ "code": readroom::ErrorCode::InvalidArgument.name(), "name": name })),
    );
    error_response(message.get("id").filter(|id| is_id(id)).cloned(), &error)
}

/// Parses a request or a notification.
fn parse_call(
    id: Option<Value>,
    method: &str,
    mut members: Map<String, Value>,
    is_newer: bool,
) -> ParsedMessage {
    if sanitize::sanitize(&mut members).is_err() {
        let message = format!(
            "the parameters of a request, but for the arguments of a tool, must have at most \
             {MAX_METADATA} bytes"
        );
        return match id {
            None => ParsedMessage::Ignored,
            id => refused(id, ErrorCode::INVALID_PARAMS, &message),
        };
    }
    let named = members.get("params").and_then(|params| params.pointer(VERSION)?.as_str());
    let is_newer = is_newer || named.is_some_and(is_newer_version);
    // These are of the versions with sessions.
    if is_newer && id.is_some() && matches!(method, "initialize" | "ping") {
        return refused(id, ErrorCode::METHOD_NOT_FOUND, &format!("there is no method '{method}'"));
    }
    // Some models write the arguments as a string with JSON.
    if method == "tools/call"
        && let Some(arguments) = members.get_mut("params").and_then(|it| it.get_mut("arguments"))
        && let Some(text) = arguments.as_str()
        && !readroom::internal::has_more_values(text.as_bytes(), MAX_VALUES)
        && let Ok(json) = readroom::internal::parse_json(text.as_bytes())
        && json.value.is_object()
    {
        if let Some(name) = &json.duplicate {
            let message = json!({ "id": id });
            return ParsedMessage::Refused(duplicate_response(&message, &shortened(name)));
        }
        *arguments = json.value;
    }
    let known = METHODS.contains(&method);
    // If the library cannot parse the parameters of a list request, it treats it as one without
    // any.
    let has_valid_cursor =
        members.get("params").and_then(|params| params.get("cursor")).is_none_or(Value::is_string);
    if known && !has_valid_cursor && id.is_some() {
        return refused(id, ErrorCode::INVALID_PARAMS, "the cursor must be a string");
    }
    let wrong = wrong_member(method, members.get("params"));
    let is_unparsed = |message: &ClientJsonRpcMessage| {
        let ClientJsonRpcMessage::Request(request) = message else { return false };
        known && matches!(request.request, ClientRequest::CustomRequest(_))
    };
    match (deserialize(members), id) {
        (Some(message), id) if is_unparsed(&message) => refused(
            id,
            ErrorCode::INVALID_PARAMS,
            &format!("the parameters are not valid for '{method}'{wrong}"),
        ),
        (Some(message), _) => ParsedMessage::Message(Box::new(message)),
        (None, None) => ParsedMessage::Ignored,
        (None, id) => refused(
            id,
            ErrorCode::INVALID_PARAMS,
            &format!(
                "the parameters of '{}' are not a JSON object as the protocol defines it",
                shortened(method)
            ),
        ),
    }
}

/// A required member of a method's parameters: the method, the member's name, whether a value is
/// valid, and which ones are.
type Needed = (&'static str, &'static str, fn(&Value) -> bool, &'static str);

const NEEDED: [Needed; 6] = [
    ("initialize", "protocolVersion", Value::is_string, "a string, such as \"2025-11-25\""),
    ("initialize", "capabilities", Value::is_object, "an object"),
    ("initialize", "clientInfo", Value::is_object, "an object with name and version"),
    ("tools/call", "name", Value::is_string, "the name of a tool"),
    ("tools/call", "arguments", Value::is_object, "an object"),
    ("resources/read", "uri", Value::is_string, "a string"),
];

/// Returns which member of the parameters is wrong or missing, for a message.
fn wrong_member(method: &str, params: Option<&Value>) -> String {
    let is_wrong = |(of, name, is_valid, _): &&Needed| {
        let value = params.and_then(|params| params.get(name));
        *of == method && value.map_or(*name != "arguments", |value| !is_valid(value))
    };
    let wrong = NEEDED.iter().find(is_wrong);
    wrong.map_or_else(String::new, |(_, name, _, wanted)| format!(": {name} must be {wanted}"))
}

fn deserialize(members: Map<String, Value>) -> Option<ClientJsonRpcMessage> {
    ClientJsonRpcMessage::deserialize(Value::Object(members)).ok()
}

/// Returns the response to a request of a method that the server does not offer: an unknown one, or
/// one of a capability that it does not have.
pub(crate) fn not_offered(message: &ClientJsonRpcMessage) -> Option<Value> {
    let ClientJsonRpcMessage::Request(request) = message else { return None };
    let method = request.request.method();
    (!METHODS.contains(&method)).then(|| {
        let message = format!("there is no method '{}'", shortened(method));
        let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None);
        error_response(Some(json!(request.id)), &error)
    })
}

/// Returns whether a request names a version of the protocol without sessions.
#[cfg(feature = "http")]
pub(crate) fn has_newer_version(message: &ClientJsonRpcMessage) -> bool {
    use rmcp::model::GetMeta;
    let ClientJsonRpcMessage::Request(request) = message else { return false };
    let version = request.request.get_meta().protocol_version();
    version.is_some_and(|version| is_newer_version(version.as_str()))
}

/// Returns whether a version of the protocol is one without sessions.
pub(crate) fn is_newer_version(version: &str) -> bool {
    version >= ProtocolVersion::V_2026_07_28.as_str()
}

/// Returns an error response. Without a known id, the id is null, as JSON-RPC requires.
pub(crate) fn error_response(id: Option<Value>, error: &ErrorData) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

fn refused(id: Option<Value>, code: ErrorCode, message: &str) -> ParsedMessage {
    ParsedMessage::Refused(error_response(id, &ErrorData::new(code, message.to_string(), None)))
}

/// Returns the error for a request that cannot be served now, but may succeed later.
pub(crate) fn busy(message: impl Into<Cow<'static, str>>, hint: &str) -> ErrorData {
    ErrorData::new(SERVER_BUSY, message, Some(json!({ "code": "busy", "hint": hint })))
}

/// Returns the response to a message of more than [`MAX_BYTES`], of which only the start and the
/// end are known.
pub(crate) fn too_large_response(beginning: &[u8], end: &[u8]) -> Value {
    let message = format!("a message must have at most {MAX_BYTES} bytes");
    let id = message_id::of_text(beginning).or_else(|| message_id::at_end(end));
    error_response(id, &ErrorData::new(ErrorCode::INVALID_REQUEST, message, None))
}

#[cfg(test)]
mod tests;
