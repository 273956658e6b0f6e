//! One read, from a request to a document.

use crate::decode::{Piece, Utf8Decoder};
use crate::document::{Document, Presence};
use crate::rules::{Rules, Totals, Undecodable};
use crate::walk::{self, Found};
use crate::window::{Followed, Window};
use crate::{Failure, LineNumber, ReadError, Tree, sniff};
use alloc::vec::Vec;

/// How many bytes are read at a time. Hosts hand out no more at once.
pub const READ_CHUNK: u32 = 64 * 1024;

/// How much is read of a file that says it is empty and is not, as those of `/proc` do.
const UNSIZED_MOST: u64 = 16 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The file.
    pub path: &'a str,
    /// The absolute name where a relative path starts. None means the root.
    pub cwd: Option<&'a str>,
    /// The first line.
    pub start: Start,
    /// The most lines.
    pub lines: u64,
}

/// Where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At this line.
    Line(LineNumber),
    /// This many lines before the end, or at line 1 if there are fewer.
    FromEnd(u64),
}

/// Reads part of one file.
///
/// The file is read as it was when it was opened: what is appended later is not seen, so that a writer cannot keep a
/// reader busy.
pub fn read<T: Tree>(tree: &T, request: &Request<'_>, rules: &Rules) -> Result<Document, Failure> {
    let cwd = request.cwd.unwrap_or_else(|| walk::root_name(tree.grants()));
    let Found { location, file, metadata } = walk::open(tree, cwd, request.path, rules.trailing_slash)?;
    let source =
        Source { tree, file: &file, end: if metadata.size == 0 { UNSIZED_MOST } else { metadata.size } };
    match source.window(request, rules) {
        Ok(text) => Ok(Document { location, metadata, text }),
        Err(error) => Err(Failure { error, location: Some(location) }),
    }
}

/// An open file up to where it ended when it was opened.
struct Source<'t, T: Tree> {
    tree: &'t T,
    file: &'t T::File,
    end: u64,
}

impl<T: Tree> Source<'_, T> {
    fn window(&self, request: &Request<'_>, rules: &Rules) -> Result<crate::Text, ReadError> {
        let head = self.head(sniff::head_length(rules).max(BYTE_ORDER_MARK.len()))?;
        sniff::refuse(&head, rules)?;
        match request.start {
            Start::Line(line) => {
                self.scan(&head, Window::new(rules, line, request.lines), rules, rules.totals)
            }
            Start::FromEnd(lines) => {
                // One pass to count, a second one to read: nothing has to be remembered in between but the counts.
                let counted =
                    self.scan(&head, Window::new(rules, LineNumber::FIRST, 0), rules, Totals::Wanted)?;
                let total = counted.total.unwrap_or_default();
                let first = LineNumber::FIRST.after(total.saturating_sub(lines));
                let text =
                    self.scan(&head, Window::new(rules, first, request.lines), rules, Totals::Unwanted)?;
                Ok(crate::Text { total: Some(total), replacements: counted.replacements, ..text })
            }
        }
    }

    fn scan(
        &self,
        head: &[u8],
        mut window: Window<'_>,
        rules: &Rules,
        totals: Totals,
    ) -> Result<crate::Text, ReadError> {
        let to_end = match totals {
            _ if rules.undecodable == Undecodable::Refused => true,
            Totals::Wanted => true,
            Totals::UpTo(bytes) => self.end <= bytes,
            Totals::Unwanted => false,
        };
        let mark = if head.starts_with(BYTE_ORDER_MARK) { Presence::Present } else { Presence::Absent };
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
        decoder.decode(head, &mut |piece| take(piece, &mut window));
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

    /// The first bytes of the file: at least so many, unless it is shorter.
    fn head(&self, wanted: usize) -> Result<Vec<u8>, ReadError> {
        let mut head = self.read_at(0)?;
        while !head.is_empty() && head.len() < wanted {
            let more = self.read_at(head.len() as u64)?;
            if more.is_empty() {
                break;
            }
            head.extend_from_slice(&more);
        }
        Ok(head)
    }

    fn read_at(&self, offset: u64) -> Result<Vec<u8>, ReadError> {
        let left = self.end.saturating_sub(offset);
        if left == 0 {
            return Ok(Vec::new());
        }
        let length = u32::try_from(left).unwrap_or(u32::MAX).min(READ_CHUNK);
        Ok(self.tree.read_at(self.file, offset, length)?)
    }
}
