//! The call of a case.

use crate::entry::bytes_of;
use crate::scene::Scene;
use readroom::{Error, Reply, Room};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A call of a tool, and what it sends.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Written")]
pub struct Call {
    /// The id of the tool.
    pub tool: String,
    sends: Sends,
}

/// How arguments are written in a case.
#[derive(Debug)]
enum Sends {
    Arguments(Value),
    Raw(String),
    Bytes(Vec<u8>),
    Parts(Vec<(String, usize)>),
}

/// The most bytes that the parts of a call make together: some more than any tool looks at.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A call as it is written. Exactly one of those after the tool is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    tool: String,
    arguments: Option<Value>,
    raw: Option<String>,
    raw_base64: Option<String>,
    raw_parts: Option<Vec<(String, usize)>>,
}

impl TryFrom<Written> for Call {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let sends = match written {
            Written {
                arguments: Some(value),
                raw: None,
                raw_base64: None,
                raw_parts: None,
                ..
            } => Sends::Arguments(value),
            Written {
                arguments: None, raw: Some(raw), raw_base64: None, raw_parts: None, ..
            } => Sends::Raw(raw),
            Written {
                arguments: None, raw: None, raw_base64: Some(raw), raw_parts: None, ..
            } => Sends::Bytes(bytes_of(&raw)?),
            Written {
                arguments: None,
                raw: None,
                raw_base64: None,
                raw_parts: Some(parts),
                ..
            } => {
                // A number of a repetition has at most 20 digits; an empty text takes time at least.
                let bytes = |(text, times): &(String, usize)| {
                    let each = text.len().saturating_add(text.matches("{i}").count() * 20);
                    each.max(1).saturating_mul(*times)
                };
                if parts.iter().map(bytes).fold(0, usize::saturating_add) > MAX_BYTES {
                    return Err(format!("the parts are more than {MAX_BYTES} bytes"));
                }
                Sends::Parts(parts)
            }
            _ => {
                return Err(
                    "a call has exactly one of arguments, raw, raw_base64 and raw_parts".into()
                );
            }
        };
        Ok(Self { tool: written.tool, sends })
    }
}

impl Call {
    /// The arguments, unless they are raw.
    pub fn structured(&self) -> Option<&Map<String, Value>> {
        match &self.sends {
            Sends::Arguments(value) => value.as_object(),
            _ => None,
        }
    }

    /// The bytes that the call sends.
    pub fn arguments(&self, scene: &Scene) -> Vec<u8> {
        match &self.sends {
            Sends::Arguments(value) => scene.fill_in_all(value).to_string().into_bytes(),
            Sends::Raw(raw) => scene.fill_in(raw).into_bytes(),
            Sends::Bytes(bytes) => bytes.clone(),
            Sends::Parts(parts) => {
                let repeated = |(text, times): &(String, usize)| {
                    (0..*times).map(|i| text.replace("{i}", &i.to_string())).collect::<String>()
                };
                parts.iter().map(repeated).collect::<String>().into_bytes()
            }
        }
    }

    /// Makes the call in a room.
    pub fn make(&self, scene: &Scene, room: &Room) -> Result<Reply, Error> {
        room.call(&self.tool, &readroom::arguments(&self.arguments(scene)))
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
            (json!({"tool": "pi@0"}), "exactly one of"),
            (json!({"tool": "pi@0", "raw": "", "arguments": {}}), "exactly one of"),
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
