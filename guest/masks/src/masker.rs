//! Masks a file, line by line.

mod scan;

use crate::block::{self, Block, BlockLine};
use crate::colour::{self, Colours};
use crate::columns::Columns;
use crate::format::ValueFormat;
use crate::found::Rest;
use crate::manifest::Manifest;
use crate::next_line::Expected;
use crate::rule::Rule;
use crate::rules::{ASSIGNMENT, KEY_BLOCK, RULES, VALUE};
use crate::sentinel::push_sentinel;
use crate::values::Values;
use crate::{MAX_HELD, MAX_TOKEN};

/// Replaces the secrets of one file.
///
/// Lines are passed in order, without their line feeds, either whole ([`Masker::line`]) or in
/// pieces ([`Masker::piece`], [`Masker::end_line`]), with the same result.
#[derive(Debug)]
pub struct Masker {
    format: ValueFormat,
    block: Block,
    manifest: Manifest,
    columns: Columns,
    /// Where the value of a secret named on a previous line is expected.
    expected: Option<Expected>,
    /// Whether the current key has been counted.
    is_counted: bool,
    values: Values,
    counts: [u64; RULES.len()],
    /// The rest of a secret in this line that is still to be masked.
    rest: Rest,
    /// The output of this line before the next text.
    before: Vec<u8>,
    /// The sequences removed from this line.
    colours: Colours,
    line: Line,
    /// The number of held bytes that were examined before.
    seen: usize,
    /// An offset in this line before which nothing starts.
    first: usize,
    /// The number of base64 layers around the text.
    depth: u8,
    held: String,
    scratch: String,
}

/// The state of a line that is passed in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Its start is held until it can be classified.
    Start,
    /// It is searched for tokens.
    Tokens,
    /// The rest of it is dropped.
    Skipped,
}

impl Masker {
    /// Returns a masker for a file that is read from the start.
    pub fn new(format: ValueFormat) -> Self {
        Self {
            format,
            block: Block::Outside,
            manifest: Manifest::default(),
            columns: Columns::default(),
            expected: None,
            is_counted: false,
            values: Values::default(),
            counts: [0; RULES.len()],
            rest: Rest::Nothing,
            before: Vec::new(),
            colours: Colours::default(),
            line: Line::Start,
            seen: 0,
            first: 0,
            depth: 0,
            held: String::new(),
            scratch: String::new(),
        }
    }

    /// Returns a masker for a file that is read from a later line.
    ///
    /// The marker of a key may be before that line, so lines of base64 are replaced up to the first
    /// line that is not like one of a key. A caller that passes the previous lines as well, and
    /// drops their output, needs [`Masker::new`].
    pub fn resumed(format: ValueFormat) -> Self {
        Self { block: Block::Unknown, ..Self::new(format) }
    }

    /// Returns the number of replaced values. A multi-line key or value counts once.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of replaced values by rule.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        RULES.iter().zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// Returns the number of bytes at the end of a line's pieces that have not been output.
    pub fn held(&self) -> usize {
        self.held.len() + self.colours.held()
    }

    /// Returns the number of leading bytes that may be skipped: whole lines in which nothing
    /// starts.
    pub fn skipped(&self, lines: &[u8]) -> usize {
        if !self.is_plain() {
            return 0;
        }
        let at = scan::next(lines).unwrap_or(lines.len());
        let before = lines.get(..at).unwrap_or_default();
        before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
    }

    /// Masks a line without its line feed. Returns whether anything was replaced; if not, `out` is
    /// unchanged, and the line may be used as it is.
    pub fn line(&mut self, line: &str, out: &mut String) -> bool {
        if self.line == Line::Start && self.held.is_empty() {
            return self.whole(line, out);
        }
        self.piece(line, out);
        self.end_line(out);
        true
    }

    /// Takes the next piece of a line, and appends the final part of the output to `out`.
    ///
    /// At most [`MAX_HELD`] bytes are held back.
    pub fn piece(&mut self, piece: &str, out: &mut String) {
        if self.line == Line::Skipped {
            return;
        }
        let mut held = std::mem::take(&mut self.held);
        if self.line == Line::Start && !self.is_plain() {
            held.push_str(piece);
            if held.len() <= MAX_HELD {
                self.held = held;
                return;
            }
            (self.block, self.expected) = (Block::Outside, None);
            if self.format != ValueFormat::Plain {
                self.long_line(&held, out);
                held.clear();
                self.held = held;
                self.line = Line::Skipped;
                return;
            }
            let line = std::mem::take(&mut held);
            self.colours.take(&line, &mut held);
        } else {
            self.colours.take(piece, &mut held);
        }
        self.line = Line::Tokens;
        if held.len() < 4 * MAX_TOKEN {
            self.held = held;
            return;
        }
        let scanned = self.scan(&held, true, true, out);
        held.drain(..scanned.over);
        self.held = held;
    }

    /// Ends a line that was passed in pieces, and appends the rest of the output.
    pub fn end_line(&mut self, out: &mut String) {
        let mut held = std::mem::take(&mut self.held);
        match self.line {
            Line::Start => {
                if !self.whole(&held, out) {
                    out.push_str(&held);
                }
            }
            Line::Tokens => {
                self.colours.end(&mut held);
                self.scan(&held, false, true, out);
                self.end_rest();
            }
            Line::Skipped => {}
        }
        self.line = Line::Start;
        held.clear();
        self.held = held;
    }

    fn whole(&mut self, line: &str, out: &mut String) -> bool {
        if self.is_plain() {
            return self.tokens(line, out);
        }
        if line.trim_ascii().is_empty() {
            self.columns = Columns::default();
        }
        let expected = self.expected.take();
        let is_judged = line.len() <= MAX_HELD && self.block == Block::Outside;
        let expected = expected.filter(|_| is_judged);
        let values = expected.map_or_else(Vec::new, |expected| expected.values(line));
        self.expected = expected.and_then(|expected| expected.after(line, !values.is_empty()));
        if !values.is_empty() {
            self.add(ASSIGNMENT, values.len() as u64);
            let mut at = 0;
            for (start, end) in values {
                out.push_str(line.get(at..start).unwrap_or_default());
                push_sentinel(ASSIGNMENT, out);
                at = end;
            }
            out.push_str(line.get(at..).unwrap_or_default());
            return true;
        }
        if line.len() > MAX_HELD {
            self.block = Block::Outside;
            if self.format != ValueFormat::Plain {
                self.long_line(line, out);
                return true;
            }
        }
        let uncoloured =
            (self.block != Block::Outside && colour::has(line)).then(|| colour::without(line));
        let judged = uncoloured.as_deref().unwrap_or(line);
        match self.block_line(judged) {
            Some(masked) if self.block == Block::Outside => {
                // The rest of the line in which a key ends.
                let mut all = String::new();
                let is_changed = self.whole(&masked, &mut all);
                out.push_str(if is_changed { &all } else { &masked });
                return true;
            }
            Some(masked) => {
                let is_changed = masked != judged;
                out.push_str(if is_changed { &masked } else { "" });
                return is_changed;
            }
            None => {}
        }
        if self.manifest.is_hash(line) {
            return false;
        }
        let format = match self.format {
            ValueFormat::Plain => self.manifest.line(line).unwrap_or(ValueFormat::Plain),
            format => format,
        };
        if format == ValueFormat::Plain {
            self.values = Values::default();
        }
        // The marker of a key is more specific than a value.
        let is_marker = || line.trim_start().starts_with("-----BEGIN ");
        if format == ValueFormat::Plain || format == ValueFormat::Lines && is_marker() {
            return self.tokens(line, out);
        }
        let mut masked = std::mem::take(&mut self.scratch);
        masked.clear();
        let before = self.values.clone();
        let count = self.values.line(format, line, &mut masked);
        self.add(VALUE, count);
        let start = out.len();
        let mut is_changed = self.tokens(&masked, out);
        if is_changed {
            let line = out.split_off(start);
            self.repeat_values(format, before, &line, out);
        } else if masked != line {
            out.push_str(&masked);
            is_changed = true;
        }
        self.scratch = masked;
        is_changed
    }

    /// Replaces the values of a line whose tokens were replaced, which may have left no name to its
    /// value.
    fn repeat_values(&mut self, format: ValueFormat, before: Values, line: &str, out: &mut String) {
        let start = out.len();
        self.values = before;
        self.values.line(format, line, out);
        if out.get(start..) != Some(line) {
            self.block = Block::Outside;
        }
    }

    /// Masks the start of a line in a file that holds secrets, and drops the rest.
    fn long_line(&mut self, line: &str, out: &mut String) {
        let head = line.get(..floor(line, MAX_HELD)).unwrap_or_default();
        let mut masked = std::mem::take(&mut self.scratch);
        masked.clear();
        let count = self.values.line(self.format, head, &mut masked);
        self.add(VALUE, count.max(1));
        self.values = Values::default();
        if !masked.ends_with('»') {
            push_sentinel(VALUE, &mut masked);
        }
        if !self.tokens(&masked, out) {
            out.push_str(&masked);
        }
        self.scratch = masked;
    }

    /// Returns a masked line of a key. `None` if it is not one.
    fn block_line(&mut self, line: &str) -> Option<String> {
        let found = match self.block {
            Block::Outside => return None,
            Block::Unknown => block::unknown(line),
            Block::Inside(lines) => {
                let role = block::inside(line, lines);
                self.block = lines.then(&role);
                match role {
                    BlockLine::Blank => return Some(line.to_owned()),
                    BlockLine::Other => return None,
                    BlockLine::End(range) => range,
                    BlockLine::Body(range, _) => Some(range),
                }
            }
        };
        let Some((start, end)) = found else {
            self.block = Block::Outside;
            return None;
        };
        let mut out = line.get(..start)?.to_owned();
        push_sentinel(KEY_BLOCK, &mut out);
        out.push_str(line.get(end..)?);
        if out != line {
            let is_counted = std::mem::replace(&mut self.is_counted, true);
            self.add(KEY_BLOCK, u64::from(!is_counted));
        }
        Some(out)
    }

    /// Returns whether the next line is searched for tokens only.
    fn is_plain(&self) -> bool {
        let is_plain = self.format == ValueFormat::Plain && self.block == Block::Outside;
        is_plain && !self.manifest.is_open && self.expected.is_none() && !self.columns.is_open()
    }

    fn add(&mut self, rule: usize, count: u64) {
        if let Some(sum) = self.counts.get_mut(rule) {
            *sum += count;
        }
    }
}

/// Returns the last character boundary at or before an offset.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}
