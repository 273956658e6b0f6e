//! What a component may answer: it is the component's own, and kept within bounds before anybody works on it.

use crate::contract::Told;
use crate::json_values::has_more_values;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};
use crate::{Body, Cell, Document, Error, Facts, Notebook, Outline, Output, ReadError, Text, Tool};

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
        path.len() + version.len() + body.bytes()
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, &self.version))
    }
}

impl Answer for Body {
    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.bytes(),
            Self::Unchanged => 0,
            Self::Outline(Outline { entries, encoding, .. }) => {
                encoding.len() + all(entries, |entry| entry.text.len())
            }
            Self::Notebook(Notebook { cells, language, .. }) => {
                let output =
                    |output: &Output| output.text.len() + all(&output.media, |media| media.mime.len());
                let cell = |cell: &Cell| cell.source.len() + all(&cell.outputs, output);
                language.as_ref().map_or(0, String::len) + all(cells, cell)
            }
            Self::Image(image) => image.mime.len(),
        }
    }
}

/// The bytes of a list, and of the texts in it.
fn all<T>(list: &[T], texts: impl Fn(&T) -> usize) -> usize {
    size_of_val(list) + list.iter().map(texts).sum::<usize>()
}

impl Answer for Vec<Result<Document, ReadError>> {
    fn bytes(&self) -> usize {
        all(self, Answer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        // The one that is too long, if any is.
        self.iter().filter_map(Answer::facts).max_by_key(|(path, version)| path.len().max(version.len()))
    }
}

impl Answer for Text {
    fn bytes(&self) -> usize {
        let Self { content, encoding, next, clipped, suspicious, block, .. } = self;
        let lists = size_of_val(&**clipped) + size_of_val(&**suspicious);
        let headers = block.as_ref().map_or(0, |block| all(&block.headers, |header| header.text.len()));
        content.len() + encoding.len() + next.as_ref().map_or(0, String::len) + lists + headers
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
        self.message.len() + self.hint.len() + all(&self.suggestions, String::len)
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
