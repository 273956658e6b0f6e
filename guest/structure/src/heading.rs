//! The headers of open statements, as reported to a reader.

use super::indentation::Line;
use super::nesting::{Nesting, Placement};
use super::role::Shape;
use readroom_core::LineNumber;

/// The maximum number of headers that are returned: the innermost ones.
pub const MAX_HEADERS: usize = 16;

/// A line that begins a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its number.
    pub line: LineNumber,
    /// The beginning of its text, as in [`Line::text`].
    pub text: String,
}

impl Default for Heading {
    fn default() -> Self {
        Self { line: LineNumber::FIRST, text: String::new() }
    }
}

impl Nesting<Heading> {
    /// Adds a line at its position, and remembers it if it is a header.
    pub(super) fn add_remembering(&mut self, line: &Line<'_>, shape: Shape, placement: Placement) {
        self.add(line, shape, placement);
        if let Placement::Begins(at, _) | Placement::Heads(at) = placement
            && let Some(statement) = self.get_mut(at)
        {
            statement.memory.line = line.number;
            statement.memory.text.clear();
            statement.memory.text.push_str(line.text);
        }
    }

    /// Returns the headers of the outermost `count` statements, at most the innermost
    /// [`MAX_HEADERS`].
    pub(super) fn headings(&self, count: usize) -> Vec<Heading> {
        let outer = self.open().get(..count).unwrap_or(self.open());
        let inner = outer.iter().skip(outer.len().saturating_sub(MAX_HEADERS));
        inner.map(|statement| statement.memory.clone()).collect()
    }
}
