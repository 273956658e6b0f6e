//! The neutral read and its limits.

mod refusal;

pub use refusal::{Code, Refusal};

use crate::{Facts, Index, cursor, facts};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use readroom_core::tokens::{self, Fitting};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, Encoding, File, FinalBreak, FirstLine,
    Found, LineCap, LineIndex, LineNumber, Location, Mark, Measure, Media, Metadata, Page, PastEnd,
    ReadError, Rules, Since, Start, Stopped, Totals, TrailingSlash, Tree, Undecodable, Units, find,
};
use refusal::{explain, no_cursor, no_encoding};

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

/// How often a file is read that changes meanwhile.
const MOST_TRIES: u32 = 3;

/// The largest file whose lines are counted without being asked for.
const COUNTED_BYTES: u64 = 32 * 1024 * 1024;

/// What to read. Ranges are checked by [`read`].
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The file.
    pub path: &'a str,
    /// Where to start.
    pub start: Begin<'a>,
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

/// Where to start, before it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin<'a> {
    /// At this line, counted from 1.
    Line(u64),
    /// This many lines before the end.
    End(u64),
    /// Where the cursor says that came with an earlier page.
    Cursor(&'a str),
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
            Self::AtEnd => "at-end",
            Self::AtLineLimit => "at-line-limit",
            Self::AtByteLimit => "at-byte-limit",
            Self::AtTokenLimit => "at-token-limit",
        }
    }
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// The lines and where the next ones are, and why they end where they do.
    Text(Box<Page>, Stop),
    /// Nothing: the caller knows this version.
    Unchanged,
}

impl Document {
    /// What is said of it to hosts that keep records.
    pub(crate) fn facts(&self) -> Facts {
        match &self.body {
            Body::Text(page, _) => Facts::of_text(&self.location, &self.metadata, &page.text),
            Body::Unchanged => Facts::of_file(&self.location, &self.metadata, 0, 0),
        }
    }

    /// The lines, if lines were read.
    pub fn page(&self) -> Option<&Page> {
        match &self.body {
            Body::Text(page, _) => Some(page),
            Body::Unchanged => None,
        }
    }

    /// Where the next page begins, unless this is the last one.
    pub fn next(&self) -> Option<String> {
        let next = self.page()?.next.as_ref()?;
        Some(cursor::write(&self.location.to_string(), &facts::version(&self.metadata), next))
    }
}

/// Reads what was asked for.
pub fn read<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    ask: &Ask<'_>,
    index: Option<&Index<'_>>,
) -> Result<Document, Refusal> {
    let Checked { start, lines, bytes, columns_before, columns, encoding } = check(ask)?;
    let rules = Rules {
        breaks: Breaks::LfOrCrLf,
        final_break: FinalBreak::EndsLine,
        columns_before,
        long_lines: Measure::Wanted,
        encoding,
        line_cap: Some(LineCap {
            most: columns,
            units: Units::CodePoints,
            counts: Counted::Text,
            marker: "",
        }),
        most_lines: None,
        byte_cap: ByteCap {
            most: bytes,
            crossing: Crossing::Excluded(FirstLine::Clipped),
            breaks: BreakCost::EachBreak,
        },
        undecodable: Undecodable::Replaced,
        mark: Mark::Kept,
        extent: Measure::Unwanted,
        totals: match ask.totals {
            Count::Auto => Totals::UpTo(COUNTED_BYTES),
            Count::Always => Totals::Wanted,
            Count::Never => Totals::Unwanted,
        },
        past_end: PastEnd::Refused,
        binary: Binary::NulWithin(8192),
        media: Media::Refused,
        trailing_slash: TrailingSlash::WantsDirectory,
    };
    let failed = |error| explain(tree, cwd, error, ask.path);
    for _ in 0..MOST_TRIES {
        let mut file = match find(tree, cwd, ask.path, rules.trailing_slash) {
            Ok(Found::File(file)) => file,
            Ok(Found::Directory(_)) => return Err(failed(ReadError::IsDirectory)),
            Err(failure) => return Err(failed(failure.error)),
        };
        let version = facts::version(&file.metadata);
        if ask.known == Some(&*version) {
            let (location, metadata) = (file.location, file.metadata);
            return Ok(Document { location, metadata, body: Body::Unchanged });
        }
        let start = match start {
            Begun::At(start) => start,
            Begun::Cursor(text) => {
                let (of, cursor) = cursor::read(&file.location.to_string(), text)
                    .ok_or_else(|| no_cursor(text, ask.path))?;
                if of != version {
                    return Err(failed(ReadError::Stale));
                }
                Start::At(cursor)
            }
        };
        let pass = |file: &File<'_, T>, index: Option<&Index<'_>>| {
            let read = |index: Option<&mut LineIndex>| file.page(start, lines, &rules, index);
            let page = match index {
                Some(index) => index.with(file, &rules, read)?,
                None => read(None)?,
            };
            within_tokens(file, start, page, ask.tokens, &rules)
        };
        let told = pass(&file, index).map_err(failed)?;
        let is_of_one_piece = match file.since_opened().map_err(failed)? {
            Since::Same => true,
            Since::Changed => false,
            // What it held before is read a second time to see.
            Since::Grown => {
                file.forget();
                pass(&file, None).map_err(failed)? == told
            }
        };
        if is_of_one_piece {
            let ((page, stop), location, metadata) = (told, file.location, file.metadata);
            return Ok(Document { location, metadata, body: Body::Text(Box::new(page), stop) });
        }
    }
    Err(failed(ReadError::Unsteady))
}

/// As much of a page as so many tokens hold, and why that ends where it does. Where that is less, the page is read once
/// more: what it is in bytes of the file is not known.
fn within_tokens<T: Tree>(
    file: &File<'_, T>,
    start: Start,
    page: Page,
    most: Option<u64>,
    rules: &Rules,
) -> Result<(Page, Stop), ReadError> {
    let fitting = most.map_or(Fitting::Whole, |most| tokens::fitting(&page.text.content, most));
    let (lines, bytes) = match fitting {
        Fitting::Whole => {
            let stop = Stop::of(&page);
            return Ok((page, stop));
        }
        Fitting::Lines(lines) => (lines, rules.byte_cap.most),
        Fitting::Bytes(bytes) => (1, bytes as u64),
    };
    let byte_cap = ByteCap { most: bytes, ..rules.byte_cap };
    let less = file.page(start, lines, &Rules { byte_cap, ..*rules }, None)?;
    let stop = if less.text.stopped == Stopped::AtEnd { Stop::AtEnd } else { Stop::AtTokenLimit };
    Ok((less, stop))
}

/// What is at a path, without reading it.
pub fn look<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Result<Facts, Refusal> {
    let error = match find(tree, cwd, path, TrailingSlash::WantsDirectory) {
        Ok(Found::File(file)) => return Ok(Facts::of_file(&file.location, &file.metadata, 0, 0)),
        Ok(Found::Directory(_)) => ReadError::IsDirectory,
        Err(failure) => failure.error,
    };
    Err(explain(tree, cwd, error, path))
}

/// Where to start, as far as that can be checked without the file.
#[derive(Clone, Copy)]
enum Begun<'a> {
    At(Start),
    Cursor(&'a str),
}

/// What to read, as far as that can be checked without the file.
struct Checked<'a> {
    start: Begun<'a>,
    lines: u64,
    bytes: u64,
    columns_before: u32,
    columns: u32,
    encoding: Decoding,
}

fn check<'a>(ask: &Ask<'a>) -> Result<Checked<'a>, Refusal> {
    let refuse = |message: &str, hint: &str| Err(Refusal::argument(message.into(), hint.into()));
    let start = match ask.start {
        Begin::Line(line) => LineNumber::new(line).map(|line| Begun::At(Start::Line(line))),
        Begin::End(lines) => (lines > 0).then_some(Begun::At(Start::FromEnd(lines))),
        Begin::Cursor(cursor) => Some(Begun::Cursor(cursor)),
    };
    let Some(start) = start else {
        return refuse(
            "start must not be 0",
            "Lines are counted from 1; a negative start counts from the end.",
        );
    };
    let lines = ask.lines.unwrap_or(DEFAULT_LINES);
    if lines == 0 {
        return refuse("lines must be at least 1", "Leave lines out to read 2000 lines.");
    }
    let bytes = ask.bytes.unwrap_or(DEFAULT_BYTES);
    if bytes == 0 || bytes > MOST_BYTES {
        return refuse(
            &format!("bytes must be between 1 and {MOST_BYTES}"),
            "Leave bytes out to read 262144 bytes, and go on where the answer stops.",
        );
    }
    if ask.tokens == Some(0) {
        return refuse(
            "tokens must be at least 1",
            "Leave tokens out to read as much as lines and bytes allow.",
        );
    }
    let Some(columns_before) = ask.column.unwrap_or(1).checked_sub(1) else {
        return refuse("column must be at least 1", "Characters of a line are counted from 1.");
    };
    let columns = ask.columns.unwrap_or(DEFAULT_COLUMNS.into());
    if columns == 0 {
        return refuse(
            "columns must be at least 1",
            &format!("Leave columns out to read {DEFAULT_COLUMNS} characters of each line."),
        );
    }
    let encoding = match ask.encoding {
        None => Decoding::Detected,
        Some(name) => Decoding::Given(Encoding::named(name).ok_or_else(|| no_encoding(name))?),
    };
    let most = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Checked {
        start,
        lines: lines.min(MOST_LINES),
        bytes,
        columns_before: most(columns_before),
        columns: most(columns),
        encoding,
    })
}
