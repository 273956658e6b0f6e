//! What was read.

use crate::cursor;
use crate::facts::{self, ReadFacts};
use crate::image::ImageInfo;
use crate::notebook::Notebook;
use crate::outline::Outline;
use crate::text_page::TextPage;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use readroom_core::{LineNumber, Location, Metadata, Ordinal, Page, tokens};

/// What was read, and from which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Where the file lies.
    pub location: Location,
    /// The file when it was opened.
    pub metadata: Metadata,
    /// What it holds.
    pub body: Body,
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Lines of it.
    Text(Box<TextPage>),
    /// Nothing: the caller knows this version.
    Unchanged,
    /// An outline of it.
    Outline(Outline),
    /// Cells of it.
    Notebook(Notebook),
    /// ReadFacts about it, because it is an image.
    Image(ImageInfo),
}

impl Body {
    /// How many lines of text, and bytes of them, there are in it.
    pub(crate) fn size(&self) -> (u64, u64) {
        match self {
            Self::Text(text) => (text.page.text.lines, text.page.text.content.len() as u64),
            Self::Unchanged | Self::Image(_) => (0, 0),
            Self::Outline(outline) => (outline.entries.len() as u64, outline.bytes()),
            Self::Notebook(notebook) => (notebook.cells.len() as u64, notebook.bytes()),
        }
    }

    /// How many tokens its texts have, as an estimate.
    pub fn tokens(&self) -> u64 {
        match self {
            Self::Text(text) => tokens::estimate(&text.page.text.content),
            Self::Unchanged | Self::Image(_) => 0,
            Self::Outline(outline) => outline.tokens(),
            Self::Notebook(notebook) => notebook.tokens(),
        }
    }
}

impl Document {
    /// What is said of it to hosts that keep records.
    pub fn facts(&self) -> ReadFacts {
        let (lines, bytes) = self.body.size();
        ReadFacts::of_file(&self.location, &self.metadata, lines, bytes)
    }

    /// The lines, if lines were read.
    pub fn page(&self) -> Option<&Page> {
        match &self.body {
            Body::Text(text) => Some(&text.page),
            _ => None,
        }
    }

    /// Where the next page begins, unless this is the last one.
    pub fn next(&self) -> Option<Position> {
        let next = self.page()?.next.as_ref()?;
        let cursor =
            cursor::write(&self.location.to_string(), &facts::version(&self.metadata), next);
        let line = match next.line {
            Ordinal::FromStart(line) => Some(line),
            Ordinal::FromEnd(_) => None,
        };
        Some(Position { line, cursor })
    }
}

/// Where a page begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its line, unless the lines before it were not counted.
    pub line: Option<LineNumber>,
    /// The same as a cursor.
    pub cursor: String,
}
