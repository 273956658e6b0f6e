//! The lines of an audit log.

use crate::observer::Event;
use crate::policy::{Denied, Rule};
use crate::terminal::escaped_json;
use crate::time::rfc3339;
use serde_json::{Map, Value, json};
use std::time::SystemTime;

/// The maximum length of the arguments in a record, in bytes.
const MAX_ARGUMENTS: usize = 4096;

/// Returns a read as a line.
pub(super) fn line(event: &Event) -> Vec<u8> {
    with_line_end(&value(event))
}

impl Event {
    /// Returns the event as a JSON object on one line, as [`crate::audit`] has it.
    pub fn to_json(&self) -> String {
        value(self).to_string()
    }
}

/// Returns the entry of the log for a read.
fn value(event: &Event) -> Value {
    // If there are several files, `opened` has their paths.
    let facts = if let [facts] = &*event.facts { Some(facts) } else { None };
    let members = [
        ("time", Some(rfc3339(event.started).into())),
        ("session", event.session.as_deref().map(Value::from)),
        ("tool", event.tool.as_deref().map(Value::from)),
        ("arguments", event.arguments.as_deref().map(arguments)),
        ("path", event.path.as_deref().map(Value::from)),
        ("opened", (!event.opened.is_empty()).then(|| event.opened.as_slice().into())),
        ("opened_more", (event.opened_more > 0).then(|| event.opened_more.into())),
        ("real", facts.map(|facts| facts.real_path.as_str().into())),
        ("size", facts.map(|facts| facts.size.into())),
        ("modified_ms", facts.and_then(|facts| facts.modified).map(Value::from)),
        ("version", facts.and_then(|facts| facts.version.as_deref()).map(Value::from)),
        ("lines", facts.map(|facts| facts.lines.into())),
        ("bytes", facts.map(|facts| facts.bytes.into())),
        ("masked", facts.and_then(|facts| facts.masked).map(Value::from)),
        ("outcome", Some(event.outcome.name().into())),
        ("denied", event.denied.as_ref().map(denied)),
        ("limit", event.limit.map(|limit| limit.name().into())),
        ("duration_us", Some(json!(u64::try_from(event.duration.as_micros()).unwrap_or(u64::MAX)))),
        ("host_calls", Some(event.cost.host_calls.into())),
        ("read_bytes", Some(event.cost.bytes.into())),
        ("memory", Some(event.cost.memory.into())),
    ];
    let known = members.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
    Value::Object(known.collect::<Map<_, _>>())
}

/// Returns the line that states how many records are missing.
pub(super) fn lost(number: u64) -> Vec<u8> {
    with_line_end(&json!({ "time": rfc3339(SystemTime::now()), "lost": number }))
}

fn with_line_end(record: &Value) -> Vec<u8> {
    // People read the log with programs that may interpret a file's name as a command.
    format!("{}\n", escaped_json(&record.to_string())).into_bytes()
}

fn denied(denied: &Denied) -> Value {
    let Rule { origin, pattern, action, .. } = &denied.rule;
    json!({ "path": denied.path, "origin": origin, "pattern": pattern, "action": action.name() })
}

fn arguments(text: &str) -> Value {
    let whole = (text.len() <= MAX_ARGUMENTS).then(|| serde_json::from_str(text).ok()).flatten();
    whole.unwrap_or_else(|| text[..text.floor_char_boundary(MAX_ARGUMENTS)].into())
}
