//! The size of an entry: its metadata, and the lines and tokens of its text.

use crate::Walk;
use readroom_core::{File, FileKind, Metadata, Tree};
use readroom_matcher::Deadline;
use readroom_read::documents::may_be_document;
use readroom_read::{TEXT_RULES, is_notebook_name};
use readroom_tokens::Estimate;
use std::ops::ControlFlow;

/// The measures of an entry, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) metadata: Option<Metadata>,
    pub(crate) length: Option<TextLength>,
}

/// The length of the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLength {
    /// The number of lines.
    pub lines: u64,
    /// The estimated number of tokens.
    pub tokens: u64,
}

/// Measures the last entry of a walk, and with `lines` its text, until a time.
pub(crate) fn measure<T: Tree>(
    walk: &mut Walk<'_, T>,
    kind: FileKind,
    lines: bool,
    deadline: Option<Deadline<'_>>,
) -> Measured {
    if lines
        && kind == FileKind::File
        && let Ok(file) = walk.open(&|read| deadline.is_none_or(|deadline| deadline.masks(read)))
    {
        return Measured { metadata: Some(file.metadata), length: text_length(&file, deadline) };
    }
    Measured { metadata: walk.metadata(), length: None }
}

/// Returns the length of the text of a file. `None` if a read does not return it as lines of text,
/// or if the time is up.
pub(crate) fn text_length<T: Tree>(
    file: &File<'_, T>,
    deadline: Option<Deadline<'_>>,
) -> Option<TextLength> {
    let is_document = may_be_document(file.head().ok()?);
    if is_document || is_notebook_name(&file.location.to_string()) {
        return None;
    }
    let mut is_late = false;
    let begin = || (0, Estimate::default(), true);
    let scanned = file.scan(&TEXT_RULES, begin, |(breaks, tokens, is_line_start), text| {
        *breaks += memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64;
        tokens.add(text);
        *is_line_start = text.chars().next_back().map_or(*is_line_start, |last| last == '\n');
        is_late = deadline.is_some_and(|deadline| deadline.has_passed());
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let ((breaks, tokens, is_line_start), _) = scanned.ok().filter(|_| !is_late)?;
    Some(TextLength { lines: breaks + u64::from(!is_line_start), tokens: tokens.tokens() })
}
