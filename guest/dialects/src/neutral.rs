//! The neutral read and its limits.

mod check;
mod excerpt;
mod list;
mod many;
mod media;
mod notebook;
mod outline;
mod refusal;

pub use excerpt::Excerpt;
pub use list::{DirectoryEntry, FileStat, ListRequest, Listing, list, stat};
pub use many::{Limits, MOST_FILES, read_many};
pub use media::Image;
pub use notebook::{Notebook, ShownCell};
pub use outline::Outline;
pub use readroom_core::structure::Siblings;
pub use refusal::{Code, Refusal};

use crate::{Facts, Index, cursor, facts};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use check::{Checked, check};
use readroom_core::{
    File, Found, LineNumber, Location, Metadata, Ordinal, Page, ReadError, Since, Stopped,
    TrailingSlash, Tree, find, tokens,
};
use refusal::explain;

/// How many lines are returned unless another number is asked for.
pub const DEFAULT_LINES: u64 = 2000;

/// The most lines that are returned, whatever number is asked for: line numbers cost bytes too.
pub const MOST_LINES: u64 = 10_000;

/// How many bytes are returned unless another number is asked for.
pub const DEFAULT_BYTES: u64 = 256 * 1024;

/// The most bytes that can be asked for.
pub const MOST_BYTES: u64 = 1024 * 1024;

/// How many characters of a line are returned unless another number is asked for.
pub const DEFAULT_COLUMNS: u32 = 2000;

/// How many entries of an outline are returned unless another number is asked for, and the most that are.
pub const OUTLINE_ENTRIES: (u64, u64) = (200, 1000);

/// The largest file of a format that is read as a whole.
pub const MOST_WHOLE_BYTES: usize = 4 * 1024 * 1024;

/// How often a file is read that changes meanwhile.
const MOST_TRIES: u32 = 3;

/// What to read. Ranges are checked by [`read`].
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The file.
    pub path: &'a str,
    /// How to read it.
    pub view: View,
    /// Where to start. None is line 1.
    pub start: Option<Begin<'a>>,
    /// The most lines.
    pub lines: Option<u64>,
    /// The most bytes.
    pub bytes: Option<u64>,
    /// The most tokens, by an estimate.
    pub tokens: Option<u64>,
    /// The first character of each line.
    pub column: Option<u64>,
    /// The most characters of each line.
    pub columns: Option<u64>,
    /// The name of the encoding that the file is in.
    pub encoding: Option<&'a str>,
    /// Whether to count lines.
    pub totals: Count,
    /// The version that the caller knows.
    pub known: Option<&'a str>,
}

impl<'a> Ask<'a> {
    /// For a file from its first line on, with the default limits.
    pub fn new(path: &'a str) -> Self {
        Self {
            path,
            view: View::Auto,
            start: None,
            lines: None,
            bytes: None,
            tokens: None,
            column: None,
            columns: None,
            encoding: None,
            totals: Count::Auto,
            known: None,
        }
    }
}

/// How to read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// As what it is.
    Auto,
    /// As text.
    Text,
    /// As text, of which an outline is made.
    Outline,
}

/// Where to start, before it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin<'a> {
    /// At this line, counted from 1.
    Line(u64),
    /// This many lines before the end.
    End(u64),
    /// Where the cursor says that came with an earlier page.
    Cursor(&'a str),
    /// Where the block around a line begins. It also ends with the block.
    Block(Around),
}

/// The block around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// The line, counted from 1.
    pub line: u64,
    /// How many headers further out the block begins.
    pub levels: u32,
    /// Whether the lines beside it are wanted.
    pub siblings: Siblings,
}

/// Whether to count the lines of the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// If the file is not too large for that.
    Auto,
    /// Always.
    Always,
    /// Not if it means to read on.
    Never,
}

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

/// Why a page ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The last line of the file is in it.
    AtEnd,
    /// There are more lines than were asked for.
    AtLineLimit,
    /// The next line would be too many bytes.
    AtByteLimit,
    /// The next line would be too many tokens.
    AtTokenLimit,
    /// The block that was asked for ends.
    AtBlockEnd,
}

impl Stop {
    /// Why a page ends, where tokens do not count.
    fn of(page: &Page) -> Self {
        match page.text.stopped {
            Stopped::AtEnd => Self::AtEnd,
            Stopped::AtLineLimit | Stopped::AtLineCap => Self::AtLineLimit,
            Stopped::AtByteLimit => Self::AtByteLimit,
        }
    }

    /// As the contract and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AtEnd => "end",
            Self::AtLineLimit => "line-limit",
            Self::AtByteLimit => "byte-limit",
            Self::AtTokenLimit => "token-limit",
            Self::AtBlockEnd => "block-end",
        }
    }
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Lines of it.
    Text(Box<Excerpt>),
    /// Nothing: the caller knows this version.
    Unchanged,
    /// An outline of it.
    Outline(Outline),
    /// Cells of it.
    Notebook(Notebook),
    /// Facts about it, because it is an image.
    Image(Image),
}

impl Body {
    /// How many lines of text, and bytes of them, there are in it.
    fn size(&self) -> (u64, u64) {
        match self {
            Self::Text(excerpt) => {
                (excerpt.page.text.lines, excerpt.page.text.content.len() as u64)
            }
            Self::Unchanged | Self::Image(_) => (0, 0),
            Self::Outline(outline) => (outline.entries.len() as u64, outline.bytes()),
            Self::Notebook(notebook) => (notebook.cells.len() as u64, notebook.bytes()),
        }
    }

    /// How many tokens its texts have, as an estimate.
    pub fn tokens(&self) -> u64 {
        match self {
            Self::Text(excerpt) => tokens::estimate(&excerpt.page.text.content),
            Self::Unchanged | Self::Image(_) => 0,
            Self::Outline(outline) => outline.tokens(),
            Self::Notebook(notebook) => notebook.tokens(),
        }
    }
}

impl Document {
    /// What is said of it to hosts that keep records.
    pub(crate) fn facts(&self) -> Facts {
        let (lines, bytes) = self.body.size();
        Facts::of_file(&self.location, &self.metadata, lines, bytes)
    }

    /// The lines, if lines were read.
    pub fn page(&self) -> Option<&Page> {
        match &self.body {
            Body::Text(excerpt) => Some(&excerpt.page),
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

/// Reads what was asked for.
pub fn read<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    ask: &Ask<'_>,
    index: Option<&Index<'_>>,
) -> Result<Document, Refusal> {
    let checked = check(ask)?;
    let failed = |error| explain(tree, cwd, error, ask.path);
    for _ in 0..MOST_TRIES {
        let mut file = match find(tree, cwd, ask.path, TrailingSlash::WantsDirectory) {
            Ok(Found::File(file)) => file,
            Ok(Found::Directory(_)) => return Err(failed(ReadError::IsDirectory)),
            Err(failure) => return Err(failed(failure.error)),
        };
        let document = |file: File<'_, T>, body| Document {
            location: file.location,
            metadata: file.metadata,
            body,
        };
        if ask.known == Some(&*facts::version(&file.metadata)) {
            return Ok(document(file, Body::Unchanged));
        }
        let told = body(&file, ask, &checked, index, &failed)?;
        let is_of_one_piece = match file.since_opened().map_err(failed)? {
            Since::Same => true,
            Since::Changed => false,
            // What it held before is read a second time to see.
            Since::Grown => {
                file.forget();
                body(&file, ask, &checked, None, &failed)? == told
            }
        };
        if is_of_one_piece {
            return Ok(document(file, told));
        }
    }
    Err(failed(ReadError::Unsteady))
}

/// What an open file holds of what was asked for.
fn body<T: Tree>(
    file: &File<'_, T>,
    ask: &Ask<'_>,
    checked: &Checked<'_>,
    index: Option<&Index<'_>>,
    failed: &dyn Fn(ReadError) -> Refusal,
) -> Result<Body, Refusal> {
    if ask.view == View::Outline {
        return outline::outline(file, ask.path, checked, failed).map(Body::Outline);
    }
    let is_notebook = ask.view == View::Auto && file.location.to_string().ends_with(".ipynb");
    if is_notebook && let Some(notebook) = notebook::notebook(file, ask.path, checked, failed)? {
        return Ok(Body::Notebook(notebook));
    }
    match excerpt::excerpt(file, ask, checked, index, failed) {
        Ok(excerpt) => Ok(Body::Text(Box::new(excerpt))),
        Err(excerpt::Unread::Media(media)) if ask.view == View::Text => {
            Err(failed(ReadError::Media(media)))
        }
        Err(excerpt::Unread::Media(media)) => media::facts(file, media, failed),
        Err(excerpt::Unread::Refused(refusal)) => Err(refusal),
    }
}
