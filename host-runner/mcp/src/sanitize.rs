//! Removes from messages everything that the server does not read, and limits the size of the rest.
//!
//! Parsed JSON takes up to forty times the memory of its text, and the protocol's library keeps the
//! metadata of a request until it is answered.

use serde_json::{Map, Value};

/// The maximum number of values in a message, each element and member counted. The largest
/// meaningful message has some dozens.
pub(crate) const MAX_VALUES: usize = 10_000;

/// The maximum length of the parameters of a request, in bytes of JSON, without the arguments of a
/// tool and the URI of a resource, which have their own limits.
pub(crate) const MAX_METADATA: usize = 16 * 1024;

/// The prefix of the keys in `_meta` that the protocol itself defines.
const PROTOCOL_PREFIX: &str = "io.modelcontextprotocol/";

/// Returns the start of a name, for an error message: a name may have up to a megabyte.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}

/// The remaining metadata has more than [`MAX_METADATA`] bytes.
#[derive(Debug)]
pub(crate) struct MetadataTooLarge;

/// Removes from a message everything that the server does not read. Fails if the rest is too large.
pub(crate) fn sanitize(message: &mut Map<String, Value>) -> Result<(), MetadataTooLarge> {
    let Some(Value::Object(params)) = message.get_mut("params") else { return Ok(()) };
    remove_nulls(params);
    if let Some(Value::Object(meta)) = params.get_mut("_meta") {
        meta.retain(|name, _| name == "progressToken" || name.starts_with(PROTOCOL_PREFIX));
    }
    let kept = params.iter().filter(|(name, _)| !matches!(name.as_str(), "arguments" | "uri"));
    let bytes: usize = kept.map(|(name, value)| name.len() + value.to_string().len()).sum();
    if bytes > MAX_METADATA { Err(MetadataTooLarge) } else { Ok(()) }
}

/// Removes members that are null, which clients send for absent ones, at any depth. A tool's
/// arguments stay unchanged.
fn remove_nulls(members: &mut Map<String, Value>) {
    members.retain(|_, value| !value.is_null());
    for (name, value) in members {
        if let Value::Object(members) = value
            && name != "arguments"
        {
            remove_nulls(members);
        }
    }
}

#[cfg(test)]
mod tests;
