//! Splits text into lines with their number, indentation and beginning.

use readroom_core::LineNumber;

/// The distance of tab stops in columns.
pub const TAB_WIDTH: u32 = 4;

/// The maximum number of bytes kept of a line: results show less.
pub const MAX_TEXT_BYTES: usize = 256;

/// A line of a file, or the beginning of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// The number of the line in the file.
    pub number: LineNumber,
    /// The column of its first character other than white space, from 0. `None` for a blank line.
    ///
    /// A tab advances to the next multiple of [`TAB_WIDTH`], a form feed returns to column 0, and a
    /// carriage return or a vertical tab takes no column.
    pub indentation: Option<u32>,
    /// Its text without indentation and trailing white space: as many whole characters as fit into
    /// [`MAX_TEXT_BYTES`].
    pub text: &'t str,
    /// Whether the line has more text.
    pub clipped: bool,
    /// The last character of the whole line other than white space.
    pub last: Option<char>,
}

/// Splits text into lines, regardless of the size of its pieces.
///
/// A line ends with LF, or with the file. A byte-order mark before the first line is skipped.
#[derive(Debug, Default)]
pub struct Lines {
    /// The number of lines that have ended.
    ended: u64,
    position: LinePosition,
    partial: Partial,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinePosition {
    /// Before the first character of the file.
    #[default]
    Beginning,
    /// Before the first character of a line.
    BetweenLines,
    InLine,
}

/// The first part of a line that spans pieces.
#[derive(Debug, Default)]
struct Partial {
    indentation: u32,
    text: String,
    /// Whether characters did not fit into `text`, white space included.
    full: bool,
    clipped: bool,
    last: Option<char>,
}

impl Lines {
    /// Returns a splitter at the beginning of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next piece of the text and passes the lines that end in it to `each`.
    pub fn push(&mut self, piece: &str, mut each: impl FnMut(Line<'_>)) {
        let mut rest = piece;
        if self.position == LinePosition::Beginning && !rest.is_empty() {
            rest = rest.strip_prefix('\u{feff}').unwrap_or(rest);
            self.position = LinePosition::BetweenLines;
        }
        let mut begin = 0;
        for end in memchr::memchr_iter(b'\n', rest.as_bytes()) {
            self.end_line(rest.get(begin..end).unwrap_or_default(), &mut each);
            begin = end + 1;
        }
        rest = rest.get(begin..).unwrap_or_default();
        if !rest.is_empty() {
            self.position = LinePosition::InLine;
            self.partial.add(rest);
        }
    }

    /// Ends the file, passes a last line without LF to `each`, and returns the number of lines.
    pub fn finish(mut self, mut each: impl FnMut(Line<'_>)) -> u64 {
        if self.position == LinePosition::InLine {
            self.end_line("", &mut each);
        }
        self.ended
    }

    /// Takes the last part of a line.
    fn end_line(&mut self, part: &str, each: &mut impl FnMut(Line<'_>)) {
        let number = LineNumber::FIRST.after(self.ended);
        self.ended = self.ended.saturating_add(1);
        if self.position == LinePosition::InLine {
            self.partial.add(part);
            each(self.partial.line(number));
            self.partial.clear();
            self.position = LinePosition::BetweenLines;
        } else {
            each(whole(number, part));
        }
    }
}

/// Returns a line that lies within one piece, as most do.
fn whole(number: LineNumber, line: &str) -> Line<'_> {
    let (indentation, text) = indentation(0, line);
    let text = text.trim_end_matches(WHITE);
    let kept = text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or_default();
    Line {
        number,
        indentation: (!text.is_empty()).then_some(indentation),
        text: kept.trim_end_matches(WHITE),
        clipped: kept.len() < text.len(),
        last: text.chars().next_back(),
    }
}

impl Partial {
    fn add(&mut self, part: &str) {
        let mut part = part;
        if self.text.is_empty() {
            (self.indentation, part) = indentation(self.indentation, part);
        }
        let text = part.trim_end_matches(WHITE);
        self.last = text.chars().next_back().or(self.last);
        let room = if self.full { 0 } else { MAX_TEXT_BYTES - self.text.len() };
        let (fits, over) =
            part.split_at_checked(part.floor_char_boundary(room)).unwrap_or_default();
        self.text.push_str(fits);
        self.full |= !over.is_empty();
        self.clipped |= text.len() > fits.len();
    }

    fn line(&self, number: LineNumber) -> Line<'_> {
        Line {
            number,
            indentation: self.last.map(|_| self.indentation),
            text: self.text.trim_end_matches(WHITE),
            clipped: self.clipped,
            last: self.last,
        }
    }

    fn clear(&mut self) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        *self = Self { text, ..Self::default() };
    }
}

/// White space within a line.
const WHITE: [char; 5] = [' ', '\t', '\r', '\u{b}', '\u{c}'];

/// Returns the column after leading white space, and the rest of the text.
fn indentation(begin: u32, text: &str) -> (u32, &str) {
    let mut column = begin;
    for (at, byte) in text.bytes().enumerate() {
        column = match byte {
            b' ' => column.saturating_add(1),
            b'\t' => (column - column % TAB_WIDTH).saturating_add(TAB_WIDTH),
            b'\r' | 0xb => column,
            0xc => 0,
            _ => return (column, text.get(at..).unwrap_or_default()),
        };
    }
    (column, "")
}
