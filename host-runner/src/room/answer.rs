//! What a component may answer: it is the component's own, and kept within bounds before anybody works on it.

use crate::contract::Told;
use crate::json_values::has_more_values;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};
use crate::{Body, Document, Error, Facts, ReadError, Text, Tool};

/// The most bytes of a version. Ours has 33.
const VERSION_BYTES: usize = 256;

/// The most values that the JSON text of an answer may hold, such as a list of 100 000 and itself: whoever parses it takes some 70 bytes for each. The largest
/// answers of ours have a few thousand.
const JSON_VALUES: usize = 100_001;

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
    if has_more_values(answer.json().as_bytes(), JSON_VALUES) {
        return Err(Error::Call(format!("it answers with more than {JSON_VALUES} values of JSON")));
    }
    Ok(())
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
