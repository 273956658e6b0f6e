//! What a component may answer: it is the component's own, and kept within bounds before anybody works on it.

use crate::contract::Told;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};
use crate::{Body, Document, Error, Facts, ReadError, Text, Tool};

/// The most bytes of a version. Ours has 33.
const VERSION_BYTES: usize = 256;

/// The most values that the JSON text of an answer may hold: whoever parses it takes some 70 bytes for each. The largest
/// answers of ours have a few thousand.
const JSON_VALUES: usize = 100_000;

/// Something that a component answers.
pub(super) trait Answer {
    /// The bytes of all texts in it.
    fn bytes(&self) -> usize;

    /// What was read, as it tells it.
    fn facts(&self) -> Option<(&str, &str)> {
        None
    }

    /// A text in it that is said to be JSON.
    fn json(&self) -> &str {
        ""
    }
}

/// Fails if an answer is larger than it may be, or than what it means.
pub(super) fn within(limits: &Limits, answer: &impl Answer) -> Result<(), Error> {
    if answer.bytes() > limits.output {
        return Err(Error::Limit(limits.reached(Limit::Output)));
    }
    if answer
        .facts()
        .is_some_and(|(path, version)| path.len() > ABSOLUTE_BYTES || version.len() > VERSION_BYTES)
    {
        return Err(Error::Call("it tells a path or a version that no file can have".into()));
    }
    if has_more_values(answer.json(), JSON_VALUES) {
        return Err(Error::Call(format!("it answers with more than {JSON_VALUES} values of JSON")));
    }
    Ok(())
}

/// Whether a JSON text holds more values than so many. In a text that is none it does not matter.
fn has_more_values(json: &str, most: usize) -> bool {
    // Each value but the first comes after one of these bytes, and each takes two bytes at least.
    let (mut left, mut rest) = (most, json.as_bytes());
    while rest.len() / 2 > left {
        let Some(at) = rest.iter().position(|byte| matches!(byte, b',' | b'[' | b'{' | b'"')) else {
            return false;
        };
        rest = rest.get(at + 1..).unwrap_or_default();
        if json.as_bytes().get(json.len() - rest.len() - 1) == Some(&b'"') {
            rest = behind_string(rest);
        } else if left == 0 {
            return true;
        } else {
            left -= 1;
        }
    }
    false
}

/// What comes behind a string, from its inside on.
fn behind_string(mut inside: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', inside) {
        let length = if inside.get(at) == Some(&b'"') { 1 } else { 2 };
        inside = inside.get(at + length..).unwrap_or_default();
        if length == 1 {
            return inside;
        }
    }
    &[]
}

impl Answer for Document {
    fn bytes(&self) -> usize {
        let Self { path, version, body, .. } = self;
        path.len() + version.len() + if let Body::Text(text) = body { text.bytes() } else { 0 }
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, &self.version))
    }
}

impl Answer for Text {
    fn bytes(&self) -> usize {
        let Self { content, encoding, next, clipped, suspicious, .. } = self;
        let lists = size_of_val(&**clipped) + size_of_val(&**suspicious);
        content.len() + encoding.len() + next.as_ref().map_or(0, String::len) + lists
    }
}

impl Answer for Facts {
    fn bytes(&self) -> usize {
        self.path.len() + self.version.len()
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, &self.version))
    }
}

impl Answer for ReadError {
    fn bytes(&self) -> usize {
        let suggestions = self.suggestions.iter().map(|path| size_of::<String>() + path.len());
        self.message.len() + self.hint.len() + suggestions.sum::<usize>()
    }
}

impl<T: Answer> Answer for Result<T, ReadError> {
    fn bytes(&self) -> usize {
        match self {
            Ok(answer) => answer.bytes(),
            Err(error) => error.bytes(),
        }
    }

    fn facts(&self) -> Option<(&str, &str)> {
        self.as_ref().ok().and_then(Answer::facts)
    }
}

impl Answer for Told {
    fn bytes(&self) -> usize {
        let index = self.index.as_ref().map_or(0, String::len);
        self.json.len() + index + self.facts.as_ref().map_or(0, Answer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        self.facts.as_ref().and_then(Answer::facts)
    }

    fn json(&self) -> &str {
        &self.json
    }
}

impl Answer for String {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Answer for Option<String> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, String::len)
    }
}

impl Answer for Vec<Tool> {
    fn bytes(&self) -> usize {
        let texts = |tool: &Tool| {
            let guidelines = tool.guidelines.iter().map(|text| size_of::<String>() + text.len());
            let Tool { name, description, parameters, snippet, .. } = tool;
            let texts = [name, description, parameters, snippet].map(String::len);
            size_of::<Tool>() + texts.into_iter().sum::<usize>() + guidelines.sum::<usize>()
        };
        self.iter().map(texts).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::has_more_values;

    #[test]
    fn values_are_counted_and_not_what_strings_hold() {
        for (json, values) in [
            ("[0,0,0,0]", 5),
            (r#"{"a":0,"b":[0,0]}"#, 5),
            (r#"["a,,,,[[[[",1]"#, 3),
            (r#"["\",,\\",1,"\\",2]"#, 5),
            ("[[[[[]]]]]", 5),
            (r#"{"a":{},"b":[]}"#, 3),
        ] {
            // An opened one counts for what is in it: one more at most for each that is empty.
            let empty = json.matches("{}").count() + json.matches("[]").count();
            assert!(has_more_values(json, values - 2), "{json}");
            assert!(!has_more_values(json, values + empty), "{json}");
        }
        assert!(!has_more_values(&format!("[\"{}\"]", ",".repeat(1000)), 2));
        assert!(has_more_values(&format!("[0{}]", ",0".repeat(1000)), 1000));
    }
}
