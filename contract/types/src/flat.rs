//! Requests as JSON has them: flat, with the members of a start next to the others.

use crate::{BlockSelector, ReadRequest, Scope, Siblings, Start};
use std::fmt;

impl ReadRequest {
    /// Selects the block around a line, by indentation, with `levels` more of its enclosing
    /// headers.
    #[must_use]
    pub fn block(self, line: u32, levels: u32) -> Self {
        self.start(Start::Block(BlockSelector { line, levels, siblings: Siblings::Excluded }))
    }
}

impl Start {
    pub(crate) fn truncated(&self, max: usize) -> Self {
        match self {
            Self::Cursor(text) => Self::Cursor(cut(text, max)),
            Self::Definition(text) => Self::Definition(cut(text, max)),
            Self::Unit(text) => Self::Unit(cut(text, max)),
            Self::Line(_) | Self::FromEnd(_) | Self::Block(_) => self.clone(),
        }
    }
}

/// Everything at a path that a search usually looks at.
impl From<&str> for Scope {
    fn from(path: &str) -> Self {
        Self::new(path)
    }
}

/// Returns at most so many bytes of a string.
pub(crate) fn cut(text: &str, max: usize) -> String {
    text[..text.floor_char_boundary(max)].into()
}

/// Where a read starts.
#[derive(Default)]
pub(crate) struct FlatStart {
    pub(crate) start: Option<i64>,
    pub(crate) cursor: Option<String>,
    pub(crate) block: Option<u32>,
    pub(crate) definition: Option<String>,
    pub(crate) unit: Option<String>,
    pub(crate) levels: Option<u32>,
    pub(crate) siblings: Option<bool>,
}

impl FlatStart {
    pub(crate) fn of(given: Option<&Start>) -> Self {
        let none = Self::default();
        match given {
            None => none,
            Some(Start::Line(line)) => Self { start: Some((*line).into()), ..none },
            Some(Start::FromEnd(lines)) => Self { start: Some(-i64::from(*lines)), ..none },
            Some(Start::Cursor(cursor)) => Self { cursor: Some(cursor.clone()), ..none },
            Some(Start::Definition(name)) => Self { definition: Some(name.clone()), ..none },
            Some(Start::Unit(unit)) => Self { unit: Some(unit.clone()), ..none },
            Some(Start::Block(BlockSelector { line, levels, siblings })) => Self {
                block: Some(*line),
                levels: Some(*levels),
                siblings: Some(*siblings == Siblings::Included),
                ..none
            },
        }
    }

    /// Returns the start. A number below 0 counts from the end; one that is too large is the
    /// largest.
    pub(crate) fn start(self) -> Result<Option<Start>, StartError> {
        let Self { start, cursor, block, definition, unit, levels, siblings } = self;
        if block.is_none() && (levels.is_some() || siblings.is_some()) {
            return Err(StartError(
                "levels and siblings need block; give block, a line number, or leave them out",
            ));
        }
        let numbered = |line: i64| {
            let number = u32::try_from(line.unsigned_abs()).unwrap_or(u32::MAX);
            if line < 0 { Start::FromEnd(number) } else { Start::Line(number) }
        };
        let around = |line| {
            let is_included = siblings == Some(true);
            let siblings = if is_included { Siblings::Included } else { Siblings::Excluded };
            Start::Block(BlockSelector { line, levels: levels.unwrap_or(0), siblings })
        };
        let mut starts = [
            start.map(numbered),
            cursor.map(Start::Cursor),
            block.map(around),
            definition.map(Start::Definition),
            unit.map(Start::Unit),
        ]
        .into_iter()
        .flatten();
        match (starts.next(), starts.next()) {
            (_, Some(_)) => Err(StartError(
                "start, cursor, block, definition and unit all say where to start; give one of \
                 them",
            )),
            (start, None) => Ok(start),
        }
    }
}

/// The error for a flat request that has more than one start, or part of one.
#[derive(Clone, Copy, Debug)]
pub struct StartError(&'static str);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for StartError {}
