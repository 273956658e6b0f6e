//! An open file: its text, or its bytes.

use crate::decode::{Piece, Utf8Decoder};
use crate::document::{Presence, Text};
use crate::rules::{Mark, Measure, Rules, Totals, Undecodable};
use crate::window::{Followed, Window};
use crate::{LineNumber, Location, Metadata, ReadError, Start, Tree, sniff};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// How many bytes are read at a time. Hosts hand out no more at once.
pub const READ_CHUNK: u32 = 64 * 1024;

/// How much is read of a file that says it is empty and is not, as those of `/proc` do.
const UNSIZED_MOST: u64 = 16 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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
    end: u64,
    head: OnceCell<Vec<u8>>,
}

impl<'t, T: Tree> File<'t, T> {
    pub(crate) fn new(tree: &'t T, handle: T::File, location: Location, metadata: Metadata) -> Self {
        let end = if metadata.size == 0 { UNSIZED_MOST } else { metadata.size };
        Self { tree, handle, location, metadata, end, head: OnceCell::new() }
    }

    /// The first [`READ_CHUNK`] bytes, or all if there are fewer. They are read once.
    pub fn head(&self) -> Result<&[u8], ReadError> {
        if let Some(head) = self.head.get() {
            return Ok(head);
        }
        let mut head = self.read_at(0)?;
        while !head.is_empty() && head.len() < READ_CHUNK as usize {
            let more = self.read_at(head.len() as u64)?;
            if more.is_empty() {
                break;
            }
            head.extend_from_slice(&more);
        }
        Ok(self.head.get_or_init(|| head))
    }

    /// All bytes of the file, or none if there are more than `most`.
    pub fn bytes(&self, most: usize) -> Result<Option<Vec<u8>>, ReadError> {
        let head = self.head()?;
        let size = usize::try_from(self.metadata.size).unwrap_or(usize::MAX).max(head.len());
        if size > most {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(size);
        bytes.extend_from_slice(head);
        loop {
            let more = self.read_at(bytes.len() as u64)?;
            if more.is_empty() {
                return Ok(Some(bytes));
            }
            if bytes.len() + more.len() > most {
                return Ok(None);
            }
            bytes.extend_from_slice(&more);
        }
    }

    /// At most `lines` lines of the file.
    pub fn text(&self, start: Start, lines: u64, rules: &Rules) -> Result<Text, ReadError> {
        sniff::refuse(self.head()?, rules)?;
        match start {
            Start::Line(line) => self.scan(Window::new(rules, line, lines), rules, rules.totals),
            Start::FromEnd(before) => {
                // One pass to count, a second one to read: nothing has to be remembered in between but the counts.
                let counted = self.scan(Window::new(rules, LineNumber::FIRST, 0), rules, Totals::Wanted)?;
                let total = counted.total.unwrap_or_default();
                let first = LineNumber::FIRST.after(total.saturating_sub(before));
                let again = if rules.extent == Measure::Wanted { Totals::Wanted } else { Totals::Unwanted };
                let text = self.scan(Window::new(rules, first, lines), rules, again)?;
                Ok(Text { total: Some(total), replacements: counted.replacements, ..text })
            }
        }
    }

    fn scan(&self, mut window: Window<'_>, rules: &Rules, totals: Totals) -> Result<Text, ReadError> {
        let to_end = match totals {
            _ if rules.undecodable == Undecodable::Refused => true,
            Totals::Wanted => true,
            Totals::UpTo(bytes) => self.end <= bytes,
            Totals::Unwanted => false,
        };
        let head = self.head()?;
        let (mark, unmarked) = match head.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (Presence::Present, if rules.mark == Mark::Dropped { rest } else { head }),
            None => (Presence::Absent, head),
        };
        let mut replacements = Presence::Absent;
        let mut take = |piece: Piece<'_>, window: &mut Window<'_>| match piece {
            Piece::Text(text) => window.push(text),
            Piece::Replacements(count) => {
                // What lies behind the window counts only if all of it is read, so that it does not depend on how much
                // happens to be read at once.
                if to_end || window.is_open() {
                    replacements = Presence::Present;
                }
                window.push_replacements(count);
            }
        };
        let mut decoder = Utf8Decoder::new();
        let mut offset = head.len() as u64;
        decoder.decode(unmarked, &mut |piece| take(piece, &mut window));
        let followed = loop {
            if window.has_enough() && !to_end {
                break Followed::Enough;
            }
            let chunk = self.read_at(offset)?;
            if chunk.is_empty() {
                break Followed::ToEnd;
            }
            offset += chunk.len() as u64;
            decoder.decode(&chunk, &mut |piece| take(piece, &mut window));
        };
        if followed == Followed::ToEnd {
            decoder.finish(&mut |piece| take(piece, &mut window));
        }
        if rules.undecodable == Undecodable::Refused && replacements == Presence::Present {
            return Err(ReadError::NotUtf8);
        }
        window.finish(followed, mark, replacements)
    }

    fn read_at(&self, offset: u64) -> Result<Vec<u8>, ReadError> {
        let left = self.end.saturating_sub(offset);
        if left == 0 {
            return Ok(Vec::new());
        }
        let length = u32::try_from(left).unwrap_or(u32::MAX).min(READ_CHUNK);
        Ok(self.tree.read_at(&self.handle, offset, length)?)
    }
}
