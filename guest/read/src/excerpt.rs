//! Lines of a text.

use crate::check::{Begun, Checked};
use crate::error::{ArgumentError, ReadError};
use crate::index::Index;
use crate::request::Ask;
use crate::stop::Stop;
use crate::{cursor, facts};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use readroom_core::structure::{BlockError, BlockFinder, Found};
use readroom_core::tokens::{self, Fitting};
use readroom_core::{
    ByteCap, File, FileError, Finding, LineIndex, LineNumber, MediaType, Page, Rules, Start,
    Stopped, Tree,
};

/// Lines of a text, and why they are these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines, and where the next ones are.
    pub page: Page,
    /// Why they end where they do.
    pub stop: Stop,
    /// The block that was asked for.
    pub block: Option<Found>,
    /// What is suspicious in them.
    pub suspicious: Vec<Finding>,
}

/// Why no lines were read.
pub(crate) enum Unread {
    Failed(ReadError),
    /// The file is no text, but this.
    Media(MediaType),
}

pub(crate) fn excerpt<T: Tree>(
    file: &File<'_, T>,
    ask: &Ask<'_>,
    checked: &Checked<'_>,
    index: Option<&Index<'_>>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Excerpt, Unread> {
    let unread = |error| match error {
        FileError::Media(media) => Unread::Media(media),
        error => Unread::Failed(failed(error)),
    };
    let rules = &checked.rules;
    let (start, lines, block) = match checked.start {
        Begun::At(start) => (start, checked.lines, None),
        Begun::Cursor(text) => {
            let invalid =
                || ArgumentError::InvalidCursor { cursor: text.into(), path: ask.path.into() };
            let (of, cursor) = cursor::read(&file.location.to_string(), text)
                .ok_or_else(|| Unread::Failed(invalid().into()))?;
            if of != facts::version(&file.metadata) {
                return Err(unread(FileError::Stale));
            }
            (Start::At(cursor), checked.lines, None)
        }
        Begun::Block(line, around) => {
            let begin = || BlockFinder::new(line, around.levels, around.siblings);
            let scanned = file.scan(rules, begin, |finder, text| {
                finder.push(text);
                if finder.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let (finder, _) = scanned.map_err(unread)?;
            let block = finder
                .finish()
                .map_err(|BlockError::PastEnd { total }| unread(FileError::PastEnd { total }))?;
            let (first, lines) = around_line(&block, line, checked.lines);
            (Start::Line(first), lines, Some(block))
        }
    };
    let read = |index: Option<&mut LineIndex>| file.page(start, lines, rules, index);
    let page = match index {
        Some(index) => index.with(file, rules, read),
        None => read(None),
    };
    let (page, stop) =
        page.and_then(|page| within_tokens(file, start, page, checked)).map_err(unread)?;
    let has_ended = |block: &Found| stop != Stop::AtEnd && page.text.next() > block.last;
    let stop = if block.as_ref().is_some_and(has_ended) { Stop::AtBlockEnd } else { stop };
    let suspicious = page.text.suspicious();
    Ok(Excerpt { page, stop, block, suspicious })
}

/// Where to begin in a block, and how many lines to read: all, or so many around a line.
fn around_line(block: &Found, line: LineNumber, most: u64) -> (LineNumber, u64) {
    let length = block.last.get() - block.first.get() + 1;
    let before = (line.get().saturating_sub(block.first.get())).saturating_sub(most / 2);
    (block.first.after(before.min(length.saturating_sub(most))), length.min(most))
}

/// As much of a page as so many tokens hold, and why that ends where it does. Where that is less, the page is read once
/// more: what it is in bytes of the file is not known.
fn within_tokens<T: Tree>(
    file: &File<'_, T>,
    start: Start,
    page: Page,
    checked: &Checked<'_>,
) -> Result<(Page, Stop), FileError> {
    let rules = checked.rules;
    let fitting =
        checked.tokens.map_or(Fitting::Whole, |most| tokens::fitting(&page.text.content, most));
    let (lines, bytes) = match fitting {
        Fitting::Whole => {
            let stop = Stop::of(&page);
            return Ok((page, stop));
        }
        Fitting::Lines(lines) => (lines, rules.byte_cap.most),
        Fitting::Bytes(bytes) => (1, bytes as u64),
    };
    let byte_cap = ByteCap { most: bytes, ..rules.byte_cap };
    let less = file.page(start, lines, &Rules { byte_cap, ..rules }, None)?;
    let stop = if less.text.stopped == Stopped::AtEnd { Stop::AtEnd } else { Stop::AtTokenLimit };
    Ok((less, stop))
}
