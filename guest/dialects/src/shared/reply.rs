//! The reply of a tool.

use super::content;
use readroom_read::ReadFacts;
use readroom_types::{Content, Outcome};

/// The reply of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the tool did what was requested.
    pub outcome: Outcome,
    /// The native result object, on one line.
    pub json: String,
    /// The result as the agent passes it to its model.
    pub content: Vec<Content>,
    /// Facts about what was read, one item per file or directory.
    pub facts: Vec<ReadFacts>,
}

impl Reply {
    /// Returns the reply of a tool that did what was requested.
    pub(crate) fn answered(json: String, content: Vec<Content>, facts: Vec<ReadFacts>) -> Self {
        Self { outcome: Outcome::Answered, json, content, facts }
    }

    /// Returns such a reply whose content is a text.
    pub(crate) fn text(json: String, text: String, facts: Vec<ReadFacts>) -> Self {
        Self::answered(json, vec![Content::Text(text)], facts)
    }

    /// Returns the reply of a tool that did not, with a text for the model.
    pub(crate) fn refused(json: String, text: String) -> Self {
        Self { outcome: Outcome::Refused, ..Self::text(json, text, Vec::new()) }
    }

    /// Returns the text of the content, or of the error.
    pub fn into_text(self) -> Result<String, String> {
        let text = content::text(&self.content).unwrap_or_default().to_owned();
        match self.outcome {
            Outcome::Answered => Ok(text),
            Outcome::Refused => Err(text),
        }
    }
}

/// The maximum size of a result and its content in bytes, for tools without their own limit:
/// slightly below what a host accepts by default.
pub(crate) const MAX_ANSWER: usize = 60 * 1024 * 1024;
