//! Removes from answers everything that depends on the time of the fixture or of the call.

use serde_json::Value;

/// Replaces elapsed times by 0, and removes from versions the time at which a file last changed in
/// any way, so that answers can be compared.
pub fn without_time(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let mut parts = text.split("(Took ");
            let mut out = parts.next().unwrap_or_default().to_string();
            for part in parts {
                let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
                let is_time = rest.len() < part.len() && rest.starts_with("ms)");
                out += &if is_time { format!("(Took 0{rest}") } else { format!("(Took {part}") };
            }
            out.into()
        }
        Value::Array(values) => values.into_iter().map(without_time).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| {
                let value = match (&*name, value) {
                    ("time_ms", _) => 0.into(),
                    ("version", Value::String(version)) => first_parts(&version).into(),
                    (_, value) => without_time(value),
                };
                (name, value)
            })
            .collect(),
        other => other,
    }
}

/// Returns the first three parts of a version: the size and the modification time of the file.
fn first_parts(version: &str) -> &str {
    match version.match_indices('-').nth(2) {
        Some((end, _)) => version.get(..end).unwrap_or_default(),
        None => version,
    }
}
