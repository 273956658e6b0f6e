//! What a tool returns.

use super::content::{self};
use readroom_read::ReadFacts;
use readroom_types::{Content, Outcome};

/// What a tool returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the tool did what it was asked.
    pub outcome: Outcome,
    /// The native result object, on one line.
    pub json: String,
    /// The result as the agent puts it before its model.
    pub content: Vec<Content>,
    /// What was read, one item per file or directory.
    pub facts: Vec<ReadFacts>,
}

impl Reply {
    /// Returns the text that a model is shown, or that of the error.
    pub fn into_text(self) -> Result<String, String> {
        let text = content::text(&self.content).unwrap_or_default().to_owned();
        match self.outcome {
            Outcome::Answered => Ok(text),
            Outcome::Refused => Err(text),
        }
    }
}

/// The maximum number of bytes of an answer and what a model is shown of it, for tools without a
/// limit of their own: what a host takes by default, with some room.
pub(crate) const MAX_ANSWER: usize = 60 * 1024 * 1024;
