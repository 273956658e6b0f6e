//! Splits text into lines with their number, indentation and beginning.

use readroom_core::LineNumber;

/// The distance of tab stops in columns.
pub const TAB_WIDTH: u32 = 4;

/// The maximum number of bytes of a line that are classified: results show less.
pub const MAX_TEXT_BYTES: usize = 256;

/// The maximum number of bytes of a line in which comments and strings are followed.
const MAX_LINE_BYTES: usize = 1 << 20;

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
    /// The whole line without white space at its ends. `None` if it is too long.
    pub(crate) whole: Option<&'t str>,
    /// Known once the lines before it have been followed.
    pub(crate) inside: Inside,
}

/// Whether a line is inside a comment or a string that started on an earlier line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inside {
    /// Whether the line starts inside one.
    pub(crate) starts: bool,
    /// Whether the next line does.
    pub(crate) ends: bool,
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
    /// At most [`MAX_LINE_BYTES`] of it.
    text: String,
    is_cut: bool,
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
            each(line(number, part));
        }
    }
}

/// Returns a line that lies within one piece, as most do.
fn line(number: LineNumber, line: &str) -> Line<'_> {
    let line = line.trim_end_matches(WHITE);
    let last = line.chars().next_back();
    let kept = line.get(..line.floor_char_boundary(MAX_LINE_BYTES)).unwrap_or_default();
    let is_cut = kept.len() < line.len();
    let (indentation, whole) = indentation(kept);
    let text = whole.get(..whole.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or_default();
    Line {
        number,
        indentation: last.map(|_| indentation),
        text: text.trim_end_matches(WHITE),
        clipped: text.len() < whole.len() || is_cut,
        last,
        whole: Some(whole).filter(|_| !is_cut),
        inside: Inside::default(),
    }
}

impl Partial {
    fn add(&mut self, part: &str) {
        self.last = part.trim_end_matches(WHITE).chars().next_back().or(self.last);
        let room = if self.is_cut { 0 } else { MAX_LINE_BYTES - self.text.len() };
        let (fits, over) =
            part.split_at_checked(part.floor_char_boundary(room)).unwrap_or_default();
        self.text.push_str(fits);
        self.is_cut |= !over.is_empty();
    }

    fn line(&self, number: LineNumber) -> Line<'_> {
        let line = line(number, &self.text);
        if !self.is_cut {
            return line;
        }
        Line { last: self.last.or(line.last), clipped: true, whole: None, ..line }
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
fn indentation(text: &str) -> (u32, &str) {
    let mut column: u32 = 0;
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
