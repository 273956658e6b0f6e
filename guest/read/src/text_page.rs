//! Reads lines of a text.

use crate::check::{CheckedRequest, CheckedStart};
use crate::definition::{Defined, MAX_DEFINED_BYTES, defined};
use crate::error::{ArgumentError, ReadError};
use crate::index::Index;
use crate::request::{BlockSelector, Purpose, ReadRequest, Start};
use crate::{cursor, facts};
use readroom_core::{
    ByteCap, File, FileError, LineEndings, LineIndex, LineNumber, MediaType, Page, PageStart,
    Rules, Stopped, SuspiciousLine, Text, Tree,
};
use readroom_documents::Facts;
use readroom_structure::{
    Basis, BlockError, BlockFinder, BlockSpan, DefiningFile, Heading, OutlineEntry, Outliner,
    has_sections, is_code, section,
};
use readroom_tokens::{self as tokens, Fitting};
use readroom_types::{StopReason, count};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Lines of a text, and how they were selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPage {
    /// The lines, and where the next page begins.
    pub page: Page,
    /// Why they end where they do.
    pub stopped: StopReason,
    /// The requested block.
    pub block: Option<BlockSpan>,
    /// Further definitions of the requested name.
    pub same_name: Vec<Heading>,
    /// The headers that the first line is under, if they are to be shown.
    pub headers: Vec<Heading>,
    /// Suspicious characters in them.
    pub suspicious: Vec<SuspiciousLine>,
    /// The digest of the bytes before the next page, or 0 for the last page.
    pub(crate) digest: u32,
    /// The number of CRs in a file of one line without other line endings, if it is to be shown and
    /// has several.
    pub returns: Option<u64>,
    /// What is known of the document that the text was made of.
    pub document: Option<Rc<Facts>>,
}

/// Why no lines were read.
pub(crate) enum Unread {
    Failed(ReadError),
    /// The file is not text, but this.
    Media(MediaType),
}

pub(crate) fn text_page<T: Tree>(
    file: &File<'_, T>,
    request: &ReadRequest<'_>,
    checked: &CheckedRequest<'_>,
    index: Option<&Index<'_>>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<TextPage, Unread> {
    let unread = |error| match error {
        FileError::Media(media) => Unread::Media(media),
        error => Unread::Failed(failed(error)),
    };
    let rules = &checked.rules;
    let mut same_name = Vec::new();
    let (start, lines, block) = match checked.start {
        CheckedStart::At(start) => (start, checked.lines, None),
        CheckedStart::Cursor(text) => {
            let invalid =
                || ArgumentError::InvalidCursor { cursor: text.into(), path: request.path.into() };
            let (of, cursor) = cursor::read(&file.location.to_string(), text)
                .ok_or_else(|| Unread::Failed(invalid().into()))?;
            let is_same = of.version == facts::copied_version(&file.metadata)
                && file.digest_before(cursor.offset).map_err(unread)? == of.digest;
            if !is_same {
                return Err(unread(FileError::Stale));
            }
            (PageStart::Cursor(cursor), checked.lines, None)
        }
        CheckedStart::Block(line, around) => {
            let block = block(file, line, around, rules).map_err(unread)?;
            let (first, lines) = around_line(&block, line, checked.lines);
            (PageStart::Line(first), lines, Some(block))
        }
        CheckedStart::Definition(name) => {
            let found = defined(file, name, request.path, rules, failed);
            let Defined { span, same_name: others } = found.map_err(Unread::Failed)?;
            same_name = others;
            let (first, lines) = around_line(&span, span.first, checked.lines);
            (PageStart::Line(first), lines, Some(span))
        }
    };
    let read = |index: Option<&mut LineIndex>| file.page(start, lines, rules, index);
    let page = match index {
        Some(index) => index.with(file, rules, read),
        None => read(None),
    };
    let (page, stopped) =
        page.and_then(|page| within_tokens(file, start, page, checked)).map_err(unread)?;
    let has_ended = |block: &BlockSpan| stopped != StopReason::End && page.text.next() > block.last;
    let stopped =
        if block.as_ref().is_some_and(has_ended) { StopReason::BlockEnd } else { stopped };
    let suspicious = page.text.suspicious();
    let headers = match (checked.purpose, request.start) {
        (Purpose::Showing, Some(Start::Line(2..))) => {
            headers(file, page.text.first, rules).map_err(unread)?
        }
        _ => Vec::new(),
    };
    let digest = match &page.next {
        Some(next) => file.digest_before(next.offset).map_err(unread)?,
        None => 0,
    };
    let returns = match checked.purpose {
        Purpose::Showing => returns(file, &page.text, rules).map_err(unread)?,
        Purpose::Facts => None,
    };
    Ok(TextPage {
        page,
        stopped,
        block,
        same_name,
        headers,
        suspicious,
        digest,
        returns,
        document: None,
    })
}

/// Returns the block around a line: a section of a document, or lines by their indentation.
fn block<T: Tree>(
    file: &File<'_, T>,
    line: LineNumber,
    around: BlockSelector,
    rules: &Rules,
) -> Result<BlockSpan, FileError> {
    let (name, levels) = (file.text_name(), count(around.levels));
    if has_sections(&name) && file.text_bytes() <= MAX_DEFINED_BYTES {
        let text = file.whole_text(rules)?;
        let document = DefiningFile { path: &name, text: &text };
        if let Some(block) = section(document, line, levels, around.siblings) {
            return Ok(block);
        }
    }
    let begin = || BlockFinder::new(&name, line, levels, around.siblings);
    let (finder, _) = file.scan(rules, begin, |finder, text| {
        finder.push(text);
        if finder.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    finder.finish().map_err(|BlockError::PastEnd { total }| FileError::PastEnd { total })
}

/// Returns the number of CRs in a file of one line that has no other line endings, if there are
/// several: a single one may stand there for another reason.
fn returns<T: Tree>(
    file: &File<'_, T>,
    text: &Text,
    rules: &Rules,
) -> Result<Option<u64>, FileError> {
    if text.total != Some(1) || text.line_endings() != LineEndings::Cr {
        return Ok(None);
    }
    let (count, _) = file.scan(
        rules,
        || 0,
        |count, text| {
            *count += text.matches('\r').count() as u64;
            ControlFlow::Continue(())
        },
    )?;
    Ok((count > 1).then_some(count))
}

/// The distance from the beginning of a file up to which headers are searched, in bytes: that takes
/// about ten times as long as counting lines.
const MAX_HEADER_BYTES: usize = 1024 * 1024;

/// The maximum number of declarations among which they are searched.
const MAX_HEADER_ENTRIES: usize = 10_000;

/// The number of lines, the first of a page among them, in which what it is inside of must not end:
/// the end of something tells little about the rest of the page.
const HEADED_LINES: u64 = 4;

/// Returns the declarations and sections that a line of a program is inside of, outermost first,
/// if they continue after it.
fn headers<T: Tree>(
    file: &File<'_, T>,
    line: LineNumber,
    rules: &Rules,
) -> Result<Vec<Heading>, FileError> {
    let name = file.location.to_string();
    if !is_code(&name) {
        return Ok(Vec::new());
    }
    let last = line.after(HEADED_LINES - 1);
    let begin = || (Outliner::new(&name, MAX_HEADER_ENTRIES), 0, 0);
    let scanned = file.scan(rules, begin, |(outliner, lines, bytes), mut text| {
        *bytes += text.len();
        // What is declared after the last of them does not matter.
        let left = usize::try_from(last.get() - *lines).unwrap_or(usize::MAX);
        if let Some((end, _)) = text.match_indices('\n').nth(left.saturating_sub(1)) {
            text = text.get(..=end).unwrap_or_default();
        }
        *lines += text.matches('\n').count() as u64;
        outliner.push(text);
        if *lines >= last.get() || *bytes > MAX_HEADER_BYTES {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let ((outliner, _, bytes), _) = scanned?;
    let outline = outliner.finish();
    if bytes > MAX_HEADER_BYTES || outline.basis != Basis::Declarations {
        return Ok(Vec::new());
    }
    let is_around = |entry: &OutlineEntry| entry.line < line && entry.last.get() + 1 >= last.get();
    let around = outline.entries.into_iter().filter(is_around);
    Ok(around.map(|OutlineEntry { line, text, .. }| Heading { line, text }).collect())
}

/// Returns the first line of a block to read, and how many: all, or `max` around a line.
fn around_line(block: &BlockSpan, line: LineNumber, max: u64) -> (LineNumber, u64) {
    let length = block.last.get() - block.first.get() + 1;
    let before = (line.get().saturating_sub(block.first.get())).saturating_sub(max / 2);
    (block.first.after(before.min(length.saturating_sub(max))), length.min(max))
}

/// Shortens a page to the limit on tokens, and returns why it ends. A shortened page is read again,
/// because its length in bytes of the file is unknown.
fn within_tokens<T: Tree>(
    file: &File<'_, T>,
    start: PageStart,
    page: Page,
    checked: &CheckedRequest<'_>,
) -> Result<(Page, StopReason), FileError> {
    let rules = checked.rules;
    let fitting =
        checked.tokens.map_or(Fitting::Whole, |max| tokens::fitting(&page.text.content, max));
    let (lines, bytes) = match fitting {
        Fitting::Whole => {
            let stopped = stop_reason(&page);
            return Ok((page, stopped));
        }
        Fitting::Lines(lines) => (lines, rules.byte_cap.max),
        Fitting::Bytes(bytes) => (1, bytes as u64),
    };
    let byte_cap = ByteCap { max: bytes, ..rules.byte_cap };
    let less = file.page(start, lines, &Rules { byte_cap, ..rules }, None)?;
    let stopped =
        if less.text.stopped == Stopped::AtEnd { StopReason::End } else { StopReason::TokenLimit };
    Ok((less, stopped))
}

/// Returns why a page ends without a limit on tokens.
fn stop_reason(page: &Page) -> StopReason {
    match page.text.stopped {
        Stopped::AtEnd => StopReason::End,
        Stopped::AtLineLimit | Stopped::AtLineCap => StopReason::LineLimit,
        Stopped::AtByteLimit => StopReason::ByteLimit,
    }
}
