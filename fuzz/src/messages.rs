//! A client of the MCP server may send any lines: each is served as it was sent, refused with a
//! short answer, or ignored.

use crate::arguments::Strict;
use crate::generated::several;
use arbitrary::{Result, Unstructured};
use readroom_mcp::fuzzing::{HandledLine, handle};
use serde_json::Value;

/// The maximum length of a message.
const MAX_BYTES: usize = 1 << 20;

/// The maximum length of an answer, without its id.
const MAX_ANSWER: usize = 2048;

/// The names of members, one of them spelled in two ways.
const NAMES: [&str; 20] = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "name",
    "arguments",
    "path",
    "p\\u0061th",
    "files",
    "uri",
    "cursor",
    "requestId",
    "_meta",
    "progressToken",
    "io.modelcontextprotocol/protocolVersion",
    "protocolVersion",
    "capabilities",
    "clientInfo",
];

const METHODS: [&str; 8] = [
    "ping",
    "initialize",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "notifications/cancelled",
    "nothing/of/ours",
];

const SCALARS: [&str; 12] = [
    "1",
    "-7",
    "1.5",
    "18446744073709551615",
    "1e999",
    "null",
    "true",
    "\"a\"",
    "\"2.0\"",
    "\"2025-11-25\"",
    "\"2026-07-28\"",
    "\"\\ud800\"",
];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut sent = several(input, 8, line)?.join(&b'\n');
    if input.ratio(1, 3)? {
        let at = input.int_in_range(0..=sent.len())?;
        let length = input.int_in_range(0..=20)?;
        sent.splice(at..at, input.bytes(length)?.iter().copied());
    }
    holds(&sent);
    holds(input.bytes(input.len())?);
    Ok(())
}

/// Makes a line: mostly a message, and sometimes one that is too long.
fn line(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if input.ratio(1, 1000)? {
        return Ok(vec![b' '; MAX_BYTES + input.int_in_range(0..=2)?]);
    }
    let mut members = several(input, 3, |input| member(input, 0))?;
    if input.ratio(3, 4)? {
        let method = input.choose(&METHODS)?;
        members.push(format!("\"jsonrpc\":\"2.0\",\"method\":\"{method}\""));
        if input.arbitrary()? {
            members.push(format!("\"id\":{}", input.choose(&SCALARS)?));
        }
        if input.arbitrary()? {
            members.push(format!("\"params\":{}", object(input, 1)?));
        }
    }
    let mark = if input.ratio(1, 20)? { "\u{feff}" } else { "" };
    Ok(format!("{mark}{{{}}}", members.join(",")).into_bytes())
}

fn member(input: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    Ok(format!("\"{}\":{}", input.choose(&NAMES)?, value(input, depth)?))
}

fn object(input: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    let members = several(input, 4, |input| member(input, depth))?;
    Ok(format!("{{{}}}", members.join(",")))
}

fn value(input: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    Ok(match input.int_in_range(0..=3)? {
        0 if depth < 4 => object(input, depth + 1)?,
        1 if depth < 4 => {
            let elements = several(input, 3, |input| value(input, depth + 1))?;
            format!("[{}]", elements.join(","))
        }
        _ => input.choose(&SCALARS)?.to_string(),
    })
}

fn holds(sent: &[u8]) {
    let mut lines: Vec<_> = sent.split(|byte| *byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    let handled = handle(sent);
    assert_eq!(handled.len(), lines.len());
    for (line, handled) in lines.iter().zip(&handled) {
        let shown = String::from_utf8_lossy(&line[..line.len().min(1000)]);
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let value = serde_json::from_slice::<Value>(line);
        if value.is_ok() && serde_json::from_slice::<Strict>(line).is_err() {
            assert!(matches!(handled, HandledLine::Refused(_)), "a name occurs twice: {shown}");
        }
        match handled {
            HandledLine::Ignored => {}
            HandledLine::Refused(answer) => {
                let id = &answer["id"];
                let is_asked = match value {
                    // 1.0 is answered as 1.
                    Ok(sent) => {
                        sent["id"] == *id || id.is_number() && sent["id"].as_f64() == id.as_f64()
                    }
                    // The id is found in a message that is not JSON, too.
                    Err(_) => line.windows(4).any(|name| name == b"\"id\""),
                };
                assert!(id.is_null() || is_asked, "{shown}: {answer}");
                let error = &answer["error"];
                assert!(answer["jsonrpc"] == "2.0" && error["code"].is_i64(), "{shown}: {answer}");
                assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
                let text = answer.to_string();
                assert!(text.len() <= id.to_string().len() + MAX_ANSWER, "{shown}");
                assert!(!text.contains('\n'), "{shown}");
            }
            HandledLine::Served(message) => {
                assert!(line.len() <= MAX_BYTES, "{shown}");
                let sent = value.unwrap_or_else(|error| panic!("{shown}: {error}"));
                for name in ["jsonrpc", "id", "method"] {
                    assert_eq!(message.get(name), sent.get(name), "{shown}");
                }
                for name in ["name", "arguments", "uri", "cursor"] {
                    let (served, sent) = (&message["params"][name], &sent["params"][name]);
                    // An object or array in place of a string loses its null members.
                    let is_wrong = name != "arguments" && (sent.is_object() || sent.is_array());
                    assert!(served.is_null() || is_wrong || served == sent, "{shown}: {message}");
                }
                // Over HTTP the message is written and parsed again.
                let again = handle(message.to_string().as_bytes());
                assert_eq!(again, [HandledLine::Served(message.clone())], "{shown}");
            }
        }
    }
}
