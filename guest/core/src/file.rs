//! An open file: its text, or its bytes.

use crate::document::{Page, Presence, Stopped, Text};
use crate::encoding::Encoding;
use crate::pass::{Interrupted, Pass, Reading};
use crate::rules::{Breaks, FinalBreak, Rules, Totals, Undecodable};
use crate::tail::last_lines;
use crate::{
    Cursor, FileError, LineIndex, LineNumber, LineStart, Location, Metadata, Ordinal, Tree, sniff,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// Where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At this line.
    Line(LineNumber),
    /// This many lines before the end, or at line 1 if there are fewer.
    FromEnd(u64),
    /// Where an earlier read of the same version of the file ended.
    At(Cursor),
}

/// What became of a file since it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// It is as it was, as far as its size and its time tell.
    Same,
    /// It is longer now. What it had may be as it was.
    Grown,
    /// Something else happened to it.
    Changed,
}

/// How many bytes are read at a time. Hosts hand out no more at once.
pub const READ_CHUNK: u32 = 64 * 1024;

/// How much is read of a file that says it is empty and is not, as those of `/proc` do.
const UNSIZED_MOST: u64 = 16 * 1024 * 1024;

/// A regular file that was found and opened.
///
/// It is read as it was then: what is appended later is not seen, so that a writer cannot keep a reader busy.
pub struct File<'t, T: Tree> {
    tree: &'t T,
    handle: T::File,
    /// Where it lies.
    pub location: Location,
    /// What it was when it was opened.
    pub metadata: Metadata,
    /// Where it ended then.
    pub(crate) end: u64,
    /// How many bytes are read at a time.
    pub(crate) chunk: u32,
    head: OnceCell<Vec<u8>>,
    beginning: OnceCell<Vec<u8>>,
    pub(crate) detected: OnceCell<Encoding>,
}

impl<'t, T: Tree> File<'t, T> {
    pub(crate) fn new(
        tree: &'t T,
        handle: T::File,
        location: Location,
        metadata: Metadata,
    ) -> Self {
        let end = if metadata.size == 0 { UNSIZED_MOST } else { metadata.size };
        Self {
            tree,
            handle,
            location,
            metadata,
            end,
            chunk: READ_CHUNK,
            head: OnceCell::new(),
            beginning: OnceCell::new(),
            detected: OnceCell::new(),
        }
    }

    /// What became of it since it was opened.
    pub fn since_opened(&self) -> Result<Since, FileError> {
        let now = self.tree.metadata(&self.handle)?;
        Ok(match (self.metadata.size, now.size) {
            _ if now == self.metadata => Since::Same,
            // Such files are made while they are read, and their time says nothing.
            (0, 0) => Since::Same,
            (before, now) if now > before => Since::Grown,
            _ => Since::Changed,
        })
    }

    /// Keeps nothing of what was read, so that it is read again.
    pub fn forget(&mut self) {
        (self.head, self.beginning) = (OnceCell::new(), OnceCell::new());
        self.detected = OnceCell::new();
    }

    /// The same file, read in pieces of at most so many bytes.
    #[must_use]
    pub fn in_pieces(self, bytes: u32) -> Self {
        Self { chunk: bytes.clamp(1, READ_CHUNK), ..self }
    }

    /// The first [`READ_CHUNK`] bytes, or all if there are fewer. They are read once.
    pub fn head(&self) -> Result<&[u8], FileError> {
        if let Some(head) = self.head.get() {
            return Ok(head);
        }
        let head = self.up_to(0, u64::from(READ_CHUNK))?;
        Ok(self.head.get_or_init(|| head))
    }

    /// At most so many bytes from an offset on, and no more than [`READ_CHUNK`]; none at the end.
    pub fn part(&self, offset: u64, length: u32) -> Result<Vec<u8>, FileError> {
        self.read_at(offset, length.into())
    }

    /// The first bytes of the file, as many as rules look at. Where the text is read from elsewhere, no more are read.
    pub(crate) fn beginning(&self, rules: &Rules) -> Result<&[u8], FileError> {
        if let Some(known) = self.head.get().or_else(|| self.beginning.get()) {
            return Ok(known);
        }
        let beginning = self.up_to(0, sniff::needed(rules) as u64)?;
        Ok(self.beginning.get_or_init(|| beginning))
    }

    /// All bytes of the file, or none if there are more than `most`.
    pub fn bytes(&self, most: usize) -> Result<Option<Vec<u8>>, FileError> {
        let head = self.head()?;
        let size = usize::try_from(self.metadata.size).unwrap_or(usize::MAX).max(head.len());
        if size > most {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(size);
        bytes.extend_from_slice(head);
        loop {
            let more = self.read_at(bytes.len() as u64, u64::MAX)?;
            if more.is_empty() {
                return Ok(Some(bytes));
            }
            if bytes.len() + more.len() > most {
                return Ok(None);
            }
            bytes.extend_from_slice(&more);
        }
    }

    /// At most `lines` lines of the file from `first` on. An index of this version of the file, for the same rules about
    /// line breaks, shortens the way there, and remembers the way.
    pub fn text(
        &self,
        first: LineNumber,
        lines: u64,
        rules: &Rules,
        mut index: Option<&mut LineIndex>,
    ) -> Result<Text, FileError> {
        self.head()?;
        self.in_encoding(self.recognized(rules)?, rules, |reading| {
            let (mut from, mut total) = (LineStart::FIRST, None);
            let mut index =
                index.as_deref_mut().filter(|_| reading.recognized.encoding == Encoding::Utf8);
            if let Some(index) = index.as_deref_mut() {
                let known = index.before(first);
                if self.is_line_start(known.offset, Encoding::Utf8, rules.breaks)? {
                    (from, total) = (known, index.total());
                } else {
                    index.forget();
                }
            }
            Pass { from, total, index, ..self.whole(reading, rules) }.run(self, first, lines)
        })
    }

    /// At most `lines` lines of the file, and where to go on.
    ///
    /// The lines before the page are read only if their number is asked for: by a line number to start at, or by rules
    /// that want totals.
    pub fn page(
        &self,
        start: Start,
        lines: u64,
        rules: &Rules,
        index: Option<&mut LineIndex>,
    ) -> Result<Page, FileError> {
        let (text, first) = match start {
            Start::Line(line) => (self.text(line, lines, rules, index)?, Ordinal::FromStart(line)),
            Start::FromEnd(before) => {
                let reading = self.recognized_from_afar(rules)?;
                self.in_encoding(reading, rules, |reading| {
                    self.last(before, lines, reading, rules)
                })?
            }
            Start::At(cursor) => {
                let reading = self.recognized_from_afar(rules)?;
                self.in_encoding(reading, rules, |reading| {
                    let encoding = reading.recognized.encoding;
                    if !cursor.fits(self.end)
                        || !self.is_line_start(cursor.offset, encoding, rules.breaks)?
                    {
                        return Err(FileError::Stale.into());
                    }
                    let Cursor { total, replacements, .. } = cursor;
                    let pass = Pass { total, replacements, ..self.whole(reading, rules) };
                    let (text, first) = self.at_offset(cursor.offset, cursor.line, lines, pass)?;
                    Ok((Text { total: text.total.or(total), ..text }, first))
                })?
            }
        };
        let next = (text.stopped != Stopped::AtEnd).then(|| Cursor {
            offset: text.end,
            line: first.after(text.lines),
            total: text.total,
            replacements: text.replacements,
        });
        Ok(Page { text, first, next })
    }

    /// At most `lines` of the last lines, of which there are `before`.
    fn last(
        &self,
        before: u64,
        lines: u64,
        reading: Reading,
        rules: &Rules,
    ) -> Result<(Text, Ordinal), Interrupted> {
        let pass = || self.whole(reading, rules);
        if let Some(offset) = last_lines(self, before, reading.recognized.encoding, rules)? {
            let line = match offset {
                0 => Ordinal::FromStart(LineNumber::FIRST),
                _ => Ordinal::FromEnd(before),
            };
            return self.at_offset(offset, line, lines, pass());
        }
        // One pass to count, a second one to read.
        let all = Pass { totals: Totals::Wanted, ..pass() };
        let total = all.run(self, LineNumber::FIRST, 0)?.total.unwrap_or_default();
        let first = LineNumber::FIRST.after(total.saturating_sub(before));
        let text = Pass { totals: Totals::Wanted, ..pass() }.run(self, first, lines)?;
        Ok((text, Ordinal::FromStart(first)))
    }

    /// At most `lines` lines from an offset on where a line begins.
    fn at_offset(
        &self,
        offset: u64,
        line: Ordinal,
        lines: u64,
        pass: Pass<'_>,
    ) -> Result<(Text, Ordinal), Interrupted> {
        match line {
            Ordinal::FromStart(line) => {
                let pass = Pass { from: LineStart { offset, line }, ..pass };
                Ok((pass.run(self, line, lines)?, Ordinal::FromStart(line)))
            }
            Ordinal::FromEnd(_) if self.counts(pass.totals, pass.rules) => {
                let before = Pass {
                    until: offset,
                    totals: Totals::Wanted,
                    ..self.whole(pass.reading, pass.rules)
                };
                let counted = before.run(self, LineNumber::FIRST, 0)?;
                let lines_before = match pass.rules.final_break {
                    FinalBreak::EndsLine => counted.total.unwrap_or_default(),
                    FinalBreak::OpensLine => counted.total.unwrap_or_default().saturating_sub(1),
                };
                let line = LineNumber::FIRST.after(lines_before);
                let from = LineStart { offset, line };
                let pass = Pass { from, total: None, replacements: counted.replacements, ..pass };
                Ok((pass.run(self, line, lines)?, Ordinal::FromStart(line)))
            }
            Ordinal::FromEnd(_) => {
                let from = LineStart { offset, line: LineNumber::FIRST };
                let pass = Pass { from, total: None, totals: Totals::Unwanted, ..pass };
                let text = pass.run(self, LineNumber::FIRST, lines)?;
                // What was counted are the lines from the offset on.
                Ok((Text { total: None, ..text }, line))
            }
        }
    }

    /// Whether the file is read to its end.
    pub(crate) fn counts(&self, totals: Totals, rules: &Rules) -> bool {
        match totals {
            _ if rules.undecodable == Undecodable::Refused => true,
            Totals::Wanted => true,
            Totals::UpTo(bytes) => self.end <= bytes,
            Totals::Unwanted => false,
        }
    }

    /// A pass over all of the file.
    fn whole<'a>(&self, reading: Reading, rules: &'a Rules) -> Pass<'a> {
        Pass {
            rules,
            reading,
            from: LineStart::FIRST,
            until: self.end,
            totals: rules.totals,
            total: None,
            replacements: Presence::Absent,
            index: None,
        }
    }

    /// Whether a line begins at an offset.
    fn is_line_start(
        &self,
        offset: u64,
        encoding: Encoding,
        breaks: Breaks,
    ) -> Result<bool, FileError> {
        let unit = encoding.unit() as u64;
        if unit > 1 && offset > 0 {
            let Some(before) =
                offset.checked_sub(unit).filter(|before| before.is_multiple_of(unit))
            else {
                return Ok(false);
            };
            return Ok(encoding.is_line_feed(&self.up_to(before, offset)?));
        }
        let Some(before) = offset.checked_sub(1) else { return Ok(true) };
        Ok(match (self.piece(before, (offset + 1).min(self.end))?.as_ref(), breaks) {
            ([b'\n', ..], _) => true,
            ([b'\r'], Breaks::Universal) => true,
            ([b'\r', next, ..], Breaks::Universal) => *next != b'\n',
            _ => false,
        })
    }

    /// The next bytes from an offset on, at most so many as are read at a time, or none at the end. The beginning of the
    /// file is not read again.
    pub(crate) fn piece(&self, offset: u64, until: u64) -> Result<Cow<'_, [u8]>, FileError> {
        let left = until.saturating_sub(offset);
        let head = self.head.get().and_then(|head| head.get(usize::try_from(offset).ok()?..));
        if let Some(head) = head.filter(|head| !head.is_empty()) {
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(head.len());
            return Ok(Cow::Borrowed(head.get(..length).unwrap_or_default()));
        }
        self.read_at(offset, left).map(Cow::Owned)
    }

    /// The same without the beginning of a unit whose end is not in it, unless the file ends there.
    pub(crate) fn whole_units(
        &self,
        offset: u64,
        until: u64,
        unit: usize,
    ) -> Result<Cow<'_, [u8]>, FileError> {
        let mut bytes = self.piece(offset, until)?;
        let extra = bytes.len() % unit;
        if extra == 0 || offset + bytes.len() as u64 >= until.min(self.end) {
            return Ok(bytes);
        }
        if bytes.len() < unit {
            return self.up_to(offset, (offset + unit as u64).min(until)).map(Cow::Owned);
        }
        let length = bytes.len() - extra;
        match &mut bytes {
            Cow::Borrowed(bytes) => *bytes = bytes.get(..length).unwrap_or_default(),
            Cow::Owned(bytes) => bytes.truncate(length),
        }
        Ok(bytes)
    }

    /// The bytes from one offset to another. Fails if the file no longer has them.
    pub(crate) fn exactly(&self, begin: u64, end: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.up_to(begin, end)?;
        if begin + bytes.len() as u64 == end { Ok(bytes) } else { Err(FileError::Io) }
    }

    /// The bytes from one offset to another, or to the end of the file if that comes before.
    pub(crate) fn up_to(&self, begin: u64, end: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = self.read_at(begin, end.saturating_sub(begin))?;
        while !bytes.is_empty() {
            let at = begin + bytes.len() as u64;
            let more = self.read_at(at, end.saturating_sub(at))?;
            if more.is_empty() {
                break;
            }
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }

    /// At most `length` bytes, and no more than are read at a time.
    fn read_at(&self, offset: u64, length: u64) -> Result<Vec<u8>, FileError> {
        let left = self.end.saturating_sub(offset).min(length);
        if left == 0 {
            return Ok(Vec::new());
        }
        let length = u32::try_from(left).unwrap_or(u32::MAX).min(self.chunk);
        Ok(self.tree.read_at(&self.handle, offset, length)?)
    }
}
