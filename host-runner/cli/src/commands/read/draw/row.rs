//! The rows of a grid.

use crate::style::Tone;

/// A row of a grid. Its text is not escaped yet.
pub(super) struct Row {
    /// The label in the gutter.
    pub(super) label: String,
    /// The prefix of the text, such as branches: escaped, and dim.
    pub(super) lead: Lead,
    pub(super) text: String,
    pub(super) tone: Tone,
}

/// The prefix of a row's text: on its first line, and on those that it is wrapped to. Both are
/// equally wide.
#[derive(Default)]
pub(super) struct Lead {
    pub(super) first: String,
    pub(super) next: String,
}

impl Row {
    pub(super) fn new(label: impl ToString, text: &str) -> Self {
        let (label, text) = (label.to_string(), text.to_string());
        Self { label, lead: Lead::default(), text, tone: Tone::Plain }
    }

    pub(super) fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}
