//! The result of a read.

use crate::cursor::{self, Origin};
use crate::directory_page::DirectoryPage;
use crate::facts::facts_of_directory;
use crate::facts::facts_of_entry;
use crate::facts::{self};
use crate::image::ImageInfo;
use crate::notebook::Notebook;
use crate::outline::Outline;
use crate::size::Size;
use crate::text_page::TextPage;
use readroom_core::{FileKind, Location, Metadata, Ordinal, Page};
use readroom_tokens as tokens;
use readroom_types::{Position, ReadFacts, count};

/// What was read, and of which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Where the file is.
    pub location: Location,
    /// Its metadata at open.
    pub metadata: Metadata,
    /// Its content.
    pub body: Body,
    /// The number of values in the file that are masked. `None` if secrets are not masked.
    pub masked: Option<u64>,
}

/// The content of a file, or of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Lines of text.
    Text(Box<TextPage>),
    /// Nothing: the caller has this version.
    Unchanged,
    /// An outline of a text.
    Outline(Outline),
    /// Cells of a notebook.
    Notebook(Notebook),
    /// Facts about an image.
    Image(ImageInfo),
    /// Entries of a directory.
    Directory(DirectoryPage),
}

impl Body {
    /// Returns how much it is.
    pub fn size(&self) -> Size {
        let (lines, bytes) = self.lines_and_bytes();
        let tokens = match self {
            Self::Text(text) => tokens::estimate(&text.page.text.content),
            Self::Unchanged | Self::Image(_) => 0,
            Self::Outline(outline) => outline.tokens(),
            Self::Notebook(notebook) => notebook.tokens(),
            Self::Directory(page) => page.tokens(),
        };
        Size { lines, bytes, tokens }
    }

    fn lines_and_bytes(&self) -> (u64, u64) {
        match self {
            Self::Text(text) => (text.page.text.lines, text.page.text.content.len() as u64),
            Self::Unchanged | Self::Image(_) => (0, 0),
            Self::Outline(outline) => (outline.entries.len() as u64, outline.bytes()),
            Self::Notebook(notebook) => (notebook.cells.len() as u64, notebook.bytes()),
            Self::Directory(page) => (page.entries.len() as u64, page.bytes()),
        }
    }
}

impl Document {
    /// Returns a page of a directory.
    pub(crate) fn of_directory(location: Location, page: DirectoryPage) -> Self {
        let metadata =
            Metadata { kind: FileKind::Directory, size: 0, modified: None, changed: None };
        Self { location, metadata, body: Body::Directory(page), masked: None }
    }

    /// Returns the version. Empty for a directory.
    pub fn version(&self) -> String {
        match &self.body {
            Body::Directory(_) => String::new(),
            _ => facts::version(&self.metadata),
        }
    }

    /// Returns the facts for hosts that keep records.
    pub fn facts(&self) -> ReadFacts {
        if let Body::Directory(page) = &self.body {
            return facts_of_directory(&self.location, page.entries.len() as u64);
        }
        let (lines, bytes) = self.body.lines_and_bytes();
        let masked = self.masked;
        ReadFacts { masked, ..facts_of_entry(&self.location, &self.metadata, lines, bytes) }
    }

    /// Returns the lines, if it is text.
    pub fn page(&self) -> Option<&Page> {
        match &self.body {
            Body::Text(text) => Some(&text.page),
            _ => None,
        }
    }

    /// Returns where the next page begins. `None` for the last page.
    pub fn next(&self) -> Option<Position> {
        let next = self.page()?.next.as_ref()?;
        let Body::Text(text) = &self.body else { return None };
        let version = facts::copied_version(&self.metadata);
        let origin = Origin { version: &version, digest: text.digest };
        let cursor = cursor::write(&self.location.to_string(), origin, next);
        let line = match next.line {
            Ordinal::FromStart(line) => Some(count(line.get())),
            Ordinal::FromEnd(_) => None,
        };
        Some(Position { line, cursor })
    }
}
