//! Finds the id of a message that is not served, so that its client does not wait in vain.

use serde_json::{Value, json};

/// The maximum length of an id in bytes of JSON.
const MAX_BYTES: usize = 130;

/// The smallest integer that some parsers do not keep exactly.
const MAX_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Returns a number with a fraction of zero, such as `1.0`, as an integer.
pub(crate) fn whole(id: &Value) -> Option<Value> {
    let number = id.as_f64().filter(|_| id.is_f64())?;
    let integer: i64 = format!("{number:.0}").parse().ok()?;
    (number.fract() == 0.0 && number.abs() < MAX_INTEGER).then(|| json!(integer))
}

/// Returns the id of a message that may be invalid or end early: that of the only member `id` of
/// the object itself.
pub(crate) fn of_text(text: &[u8]) -> Option<Value> {
    let (mut depth, mut at, mut found) = (0_usize, 0, None);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = at + string_length(text.get(at..)?).unwrap_or(text.len() - at);
                let key = text.get(at..end)?;
                at = end;
                let rest = text.get(at..)?;
                if depth == 1
                    && key == b"\"id\""
                    && let Some(value) = rest.trim_ascii_start().strip_prefix(b":")
                {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(value);
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !byte.is_ascii_whitespace() => return None,
            _ => {}
        }
        at += 1;
    }
    value(found?)
}

/// Returns the id at the end of a message.
pub(crate) fn at_end(text: &[u8]) -> Option<Value> {
    let key = b"\"id\"";
    let at = text.windows(key.len()).rposition(|window| window == key)?;
    // Within a string, the quote would follow a backslash.
    let is_member = text.get(..at)?.trim_ascii_end().ends_with(b",");
    let rest = text.get(at + key.len()..)?.trim_ascii_start().strip_prefix(b":")?;
    let value = value(rest).filter(|_| is_member)?;
    // Nothing but the end of the message follows.
    let is_last = rest
        .trim_ascii_end()
        .strip_suffix(b"}")
        .is_some_and(|last| serde_json::from_slice::<Value>(last).is_ok_and(|last| last == value));
    is_last.then_some(value)
}

/// Returns the id at the start of a text. A number has to be followed by something: it may have
/// been cut.
fn value(text: &[u8]) -> Option<Value> {
    let text = text.trim_ascii_start();
    let length = match text.first()? {
        b'"' => string_length(text)?,
        _ => text
            .iter()
            .position(|byte| matches!(byte, b',' | b'}') || byte.is_ascii_whitespace())?,
    };
    let text = text.get(..length).filter(|text| text.len() <= MAX_BYTES)?;
    let id = serde_json::from_slice(text).ok()?;
    whole(&id).or(Some(id)).filter(|id| id.is_string() || id.is_number())
}

/// Returns the length of the JSON string at the start of a text, with its quotes.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut is_escaped = true;
    let end = text.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    })?;
    Some(end + 1)
}

#[cfg(test)]
mod tests;
