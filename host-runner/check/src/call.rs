//! The calls of cases.

use crate::entry::decode_base64;
use crate::fixture::Fixture;
use readroom::{Error, Reply, Room};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Map, Value};

/// A call of a tool with its arguments.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The id of the tool.
    pub tool: String,
    #[serde(flatten)]
    arguments: CallArguments,
}

/// The arguments in the form that a case gives them: exactly one of these members.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum CallArguments {
    Arguments(Value),
    Raw(String),
    #[serde(deserialize_with = "bytes")]
    RawBase64(Vec<u8>),
    #[serde(deserialize_with = "parts")]
    RawParts(Vec<(String, usize)>),
}

/// The maximum length of a call's parts together in bytes: more than any tool reads.
const MAX_BYTES: usize = 16 * 1024 * 1024;

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    decode_base64(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn parts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, usize)>, D::Error> {
    let parts = Vec::deserialize(deserializer)?;
    // The number of a repetition has at most 20 digits; an empty string takes time as well.
    let bytes = |(text, times): &(String, usize)| {
        let each = text.len().saturating_add(text.matches("{i}").count() * 20);
        each.max(1).saturating_mul(*times)
    };
    if parts.iter().map(bytes).fold(0, usize::saturating_add) > MAX_BYTES {
        return Err(D::Error::custom(format_args!("the parts are more than {MAX_BYTES} bytes")));
    }
    Ok(parts)
}

impl Call {
    /// Returns the arguments, if they are a JSON object.
    pub fn structured(&self) -> Option<&Map<String, Value>> {
        match &self.arguments {
            CallArguments::Arguments(value) => value.as_object(),
            _ => None,
        }
    }

    /// Returns the bytes that the call sends.
    pub fn arguments(&self, fixture: &Fixture) -> Vec<u8> {
        match &self.arguments {
            CallArguments::Arguments(value) => fixture.fill_in_all(value).to_string().into_bytes(),
            CallArguments::Raw(raw) => fixture.fill_in(raw).into_bytes(),
            CallArguments::RawBase64(bytes) => bytes.clone(),
            CallArguments::RawParts(parts) => {
                let repeated = |(text, times): &(String, usize)| {
                    (0..*times).map(|i| text.replace("{i}", &i.to_string())).collect::<String>()
                };
                parts.iter().map(repeated).collect::<String>().into_bytes()
            }
        }
    }

    /// Makes the call in a room.
    pub fn make(&self, fixture: &Fixture, room: &Room) -> Result<Reply, Error> {
        room.call(&self.tool, &readroom::internal::arguments(&self.arguments(fixture)))
    }
}

#[cfg(test)]
mod tests {
    use super::Call;
    use serde_json::{Value, from_value, json};

    #[test]
    fn a_call_sends_one_thing_to_a_tool_and_not_without_end() {
        let call = |members: Value| from_value::<Call>(members).map_err(|error| error.to_string());
        assert!(
            call(json!({"tool": "pi@0", "raw_parts": [["x", 1_000_000], ["{i}", 100_000]]}))
                .is_ok()
        );
        for (written, why) in [
            (json!({"tool": "pi@0"}), "no variant"),
            (json!({"tool": "pi@0", "argument": {}}), "no variant"),
            (json!({"tool": "pi@0", "raw": "", "arguments": {}}), "unknown field"),
            (json!({"tool": "pi@0", "raw": "", "room": 1}), "unknown field"),
            (json!({"tool": "pi@0", "raw_base64": "?"}), "not base64"),
            (json!({"tool": "pi@0", "raw_parts": [["x", 17_000_000]]}), "more than"),
            (json!({"tool": "pi@0", "raw_parts": [["{i}", 1_000_000]]}), "more than"),
            (json!({"tool": "pi@0", "raw_parts": [["", usize::MAX], ["", 1]]}), "more than"),
        ] {
            let refused = call(written).expect_err("it is wrong");
            assert!(refused.contains(why), "{refused}");
        }
    }
}
