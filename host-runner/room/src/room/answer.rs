//! Bounds on what a component answers, checked before anything else uses the answer.

use crate::contract::{
    Body, CellOutput, Content, DirectoryEntry, Document, FileStat, Listing, Notebook, NotebookCell,
    Outline, ReadError, ReadFacts, Text, Tool, UnknownToolError,
};
use crate::contract::{ComponentReply, Documents};
use crate::error::Error;
use crate::json_values::has_more_values;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};

/// The maximum length of a version, in bytes. Those of the embedded component have 33.
const VERSION_BYTES: usize = 256;

/// The maximum number of values in the JSON text of an answer, such as a list of 100 000 and the
/// list itself. A parser takes about 70 bytes for each. The largest answers of the embedded
/// component have a few thousand.
const JSON_VALUES: usize = 100_001;

/// An answer of a component.
pub(super) trait Answer {
    /// Returns the bytes of all texts in it.
    fn bytes(&self) -> usize;

    /// Returns the path and the version of what was read, as the component gives them.
    fn facts(&self) -> Option<(&str, &str)> {
        None
    }

    /// Returns the text in it that is supposed to be JSON.
    fn json(&self) -> &str {
        ""
    }
}

/// Fails if an answer, a path, a version or the number of JSON values in it is too large.
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
                let output = |output: &CellOutput| {
                    output.text.len() + all(&output.media, |media| media.mime.len())
                };
                let cell = |cell: &NotebookCell| cell.source.len() + all(&cell.outputs, output);
                language.as_ref().map_or(0, String::len) + all(cells, cell)
            }
            Self::Image(image) => image.mime.len(),
        }
    }
}

/// Returns the bytes of a list, and of the texts in it.
fn all<T>(list: &[T], texts: impl Fn(&T) -> usize) -> usize {
    size_of_val(list) + list.iter().map(texts).sum::<usize>()
}

/// Returns the longest of the paths and versions in an answer, which is the one too long, if any
/// is.
fn longest<'a>(facts: impl Iterator<Item = (&'a str, &'a str)>) -> Option<(&'a str, &'a str)> {
    facts.max_by_key(|(path, version)| path.len().max(version.len()))
}

impl Answer for Documents {
    fn bytes(&self) -> usize {
        all(&self.files, Answer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.files.iter().filter_map(Answer::facts))
    }
}

impl Answer for Listing {
    fn bytes(&self) -> usize {
        self.path.len() + all(&self.entries, |entry: &DirectoryEntry| entry.name.len())
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, ""))
    }
}

impl Answer for Text {
    fn bytes(&self) -> usize {
        let Self { content, encoding, next, clipped, suspicious, block, .. } = self;
        let lists = size_of_val(&**clipped) + size_of_val(&**suspicious);
        let headers =
            block.as_ref().map_or(0, |block| all(&block.headers, |header| header.text.len()));
        content.len()
            + encoding.len()
            + next.as_ref().map_or(0, |next| next.cursor.len())
            + lists
            + headers
    }
}

impl Answer for FileStat {
    fn bytes(&self) -> usize {
        self.path.len() + self.real_path.len() + self.version.as_ref().map_or(0, String::len)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        let path = [&self.path, &self.real_path].into_iter().max_by_key(|path| path.len())?;
        Some((path, self.version.as_deref().unwrap_or_default()))
    }
}

impl Answer for ReadFacts {
    fn bytes(&self) -> usize {
        self.real_path.len() + self.version.as_ref().map_or(0, String::len)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.real_path, self.version.as_deref().unwrap_or_default()))
    }
}

impl Answer for ReadError {
    fn bytes(&self) -> usize {
        self.message.len() + self.hint.len() + all(&self.suggestions, String::len)
    }
}

impl Answer for UnknownToolError {
    fn bytes(&self) -> usize {
        self.tool.len() + all(&self.known, String::len)
    }
}

impl<T: Answer, E: Answer> Answer for Result<T, E> {
    fn bytes(&self) -> usize {
        match self {
            Ok(answer) => answer.bytes(),
            Err(error) => error.bytes(),
        }
    }

    fn facts(&self) -> Option<(&str, &str)> {
        self.as_ref().ok().and_then(Answer::facts)
    }

    fn json(&self) -> &str {
        self.as_ref().map_or("", Answer::json)
    }
}

impl Answer for ComponentReply {
    fn bytes(&self) -> usize {
        let index = self.index.as_ref().map_or(0, String::len);
        let content = all(&self.content, |content| match content {
            Content::Text(text) => text.len(),
            Content::Image(media) | Content::File(media) => media.mime.len() + media.data.len(),
        });
        self.json.len() + content + index + all(&self.facts, Answer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.facts.iter().filter_map(Answer::facts))
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
            let Tool { id, name, description, parameters, snippet, release, basis, .. } = tool;
            let texts =
                [id, name, description, parameters, snippet, release, basis].map(String::len);
            size_of::<Tool>() + texts.into_iter().sum::<usize>() + guidelines.sum::<usize>()
        };
        self.iter().map(texts).sum()
    }
}
