//! Masks a file, line by line.

mod scan;

use crate::assign;
use crate::block::{self, Block, BlockLine};
use crate::colour::{self, Colours};
use crate::find::BEFORE;
use crate::format::ValueFormat;
use crate::found::Rest;
use crate::manifest::Manifest;
use crate::rule::Rule;
use crate::rules::{ASSIGNMENT, KEY_BLOCK, RULES, VALUE};
use crate::sentinel::{push_sentinel, without_sentinels};
use crate::values::Values;
use crate::{MAX_HELD, MAX_TOKEN};

/// Replaces the secrets of one file.
///
/// Lines are given in order, without their line feeds; a line is given as a whole
/// ([`Masker::line`]) or in pieces ([`Masker::piece`], [`Masker::end_line`]), with the same result.
#[derive(Debug)]
pub struct Masker {
    format: ValueFormat,
    block: Block,
    manifest: Manifest,
    /// Whether the line before ended with the name of a secret.
    is_named: bool,
    /// Whether the key is counted whose lines are read.
    is_counted: bool,
    values: Values,
    counts: [u64; RULES.len()],
    /// What is left to mask of a secret that was found in this line.
    rest: Rest,
    /// The bytes before the text that comes next.
    before: [u8; BEFORE],
    /// What was taken out of this line.
    colours: Colours,
    line: Line,
    /// How much of what is held was looked at before.
    seen: usize,
    /// How many layers of base64 are around the text.
    depth: u8,
    held: String,
    scratch: String,
}

/// How far a line has come that is given in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Its beginning is kept until it can be judged.
    Start,
    /// Tokens are looked for.
    Tokens,
    /// The rest of it is dropped.
    Skipped,
}

impl Masker {
    /// Returns a masker for a file that is read from its beginning.
    pub fn new(format: ValueFormat) -> Self {
        Self {
            format,
            block: Block::Outside,
            manifest: Manifest::default(),
            is_named: false,
            is_counted: false,
            values: Values::default(),
            counts: [0; RULES.len()],
            rest: Rest::Nothing,
            before: [0; BEFORE],
            colours: Colours::default(),
            line: Line::Start,
            seen: 0,
            depth: 0,
            held: String::new(),
            scratch: String::new(),
        }
    }

    /// Returns a masker for a file that is read from the beginning of another line.
    ///
    /// The marker of a key may be before it. Until the first line that is not like one of a key,
    /// lines of base64 are replaced. A caller that gives the lines before as well, and drops what
    /// comes out, needs [`Masker::new`].
    pub fn resumed(format: ValueFormat) -> Self {
        Self { block: Block::Unknown, ..Self::new(format) }
    }

    /// Returns how many values were replaced. A key in lines, or a value in several lines, is one.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the rules of which values were replaced, and how many each.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        RULES.iter().zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// Returns how many bytes at the end of the pieces of a line were not appended yet.
    pub fn held(&self) -> usize {
        self.held.len() + self.colours.held()
    }

    /// Returns how many bytes at the beginning of lines need not be given: whole lines in which
    /// nothing begins.
    pub fn skipped(&self, lines: &[u8]) -> usize {
        if !self.is_plain() {
            return 0;
        }
        let at = scan::next(lines).unwrap_or(lines.len());
        let before = lines.get(..at).unwrap_or_default();
        before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
    }

    /// Masks a line without its line feed. Returns whether anything was replaced; if not, `out` is
    /// as before, and the line may be used as it is.
    pub fn line(&mut self, line: &str, out: &mut String) -> bool {
        if self.line == Line::Start && self.held.is_empty() {
            return self.whole(line, out);
        }
        self.piece(line, out);
        self.end_line(out);
        true
    }

    /// Adds the next piece of a line, and appends to `out` what is certain of it.
    ///
    /// At most [`MAX_HELD`] bytes come out later.
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
            (self.block, self.is_named) = (Block::Outside, false);
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

    /// Ends a line that was given in pieces, and appends what is left of it.
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
        let is_named = std::mem::take(&mut self.is_named) && line.len() <= MAX_HELD;
        if let Some((start, end)) = is_named.then(|| assign::on_next_line(line)).flatten() {
            self.add(ASSIGNMENT, 1);
            out.push_str(line.get(..start).unwrap_or_default());
            push_sentinel(ASSIGNMENT, out);
            out.push_str(line.get(end..).unwrap_or_default());
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
                // What comes after a key, in the line of its end.
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
        let format = match self.format {
            ValueFormat::Plain => self.manifest.line(line).unwrap_or(ValueFormat::Plain),
            format => format,
        };
        if format == ValueFormat::Plain {
            self.values = Values::default();
        }
        // The marker of a key says more than a value would.
        let is_marker = || line.trim_start().starts_with("-----BEGIN ");
        if format == ValueFormat::Plain || format == ValueFormat::Lines && is_marker() {
            return self.tokens(line, out);
        }
        let mut masked = std::mem::take(&mut self.scratch);
        masked.clear();
        let count = self.values.line(format, line, &mut masked);
        self.add(VALUE, count);
        let mut is_changed = self.tokens(&masked, out);
        if !is_changed && masked != line {
            out.push_str(&masked);
            is_changed = true;
        }
        self.scratch = masked;
        is_changed
    }

    /// Masks the beginning of a line in a file that bears secrets, and drops the rest.
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
        if self.block != Block::Outside && without_sentinels(line).is_some() {
            // A line that was masked before.
            if line.contains("«redacted: private key»") && !line.contains("----") {
                return Some(line.to_owned());
            }
            self.block = Block::Outside;
        }
        let (start, end) = match self.block {
            Block::Outside => return None,
            Block::Unknown => match block::unknown(line) {
                Some(body) => body,
                None => {
                    self.block = Block::Outside;
                    return None;
                }
            },
            Block::Inside => match block::inside(line) {
                BlockLine::Blank => return Some(line.to_owned()),
                BlockLine::Body(start, end) => (start, end),
                BlockLine::End(Some(body)) => {
                    self.block = Block::Outside;
                    body
                }
                BlockLine::End(None) | BlockLine::Other => {
                    self.block = Block::Outside;
                    return None;
                }
            },
        };
        let is_counted = std::mem::replace(&mut self.is_counted, true);
        self.add(KEY_BLOCK, u64::from(!is_counted));
        let mut out = line.get(..start)?.to_owned();
        push_sentinel(KEY_BLOCK, &mut out);
        out.push_str(line.get(end..)?);
        Some(out)
    }

    /// Returns whether only tokens are looked for in the next line.
    fn is_plain(&self) -> bool {
        let is_plain = self.format == ValueFormat::Plain && self.block == Block::Outside;
        is_plain && !self.manifest.is_open && !self.is_named
    }

    fn add(&mut self, rule: usize, count: u64) {
        if let Some(sum) = self.counts.get_mut(rule) {
            *sum += count;
        }
    }
}

/// Returns the last boundary of a character at or before a place.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}
