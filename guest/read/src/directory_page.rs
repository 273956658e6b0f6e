//! Reads the entries of a directory as if each were a line.

use crate::check::{CheckedRequest, CheckedStart};
use crate::error::{PathError, ReadError};
use crate::list::DirectoryEntry;
use crate::request::ReadRequest;
use readroom_core::{Directory, FileError, KeyedEntry, Links, MAX_PATH_BYTES, PageStart, Tree};
use readroom_tokens as tokens;
use readroom_types::{StopReason, View};

/// Consecutive entries of a directory, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryPage {
    /// The entries, without metadata.
    pub entries: Vec<DirectoryEntry>,
    /// The number of the first one, from 1.
    pub first: u64,
    /// The number of entries in the directory.
    pub total: u64,
    /// Why they end where they do.
    pub stopped: StopReason,
}

impl DirectoryPage {
    /// Returns the number of the entry where the next page begins. `None` after the last one.
    pub fn next(&self) -> Option<u64> {
        let next = self.first + self.entries.len() as u64;
        (next <= self.total).then_some(next)
    }

    /// Returns the size of the names in bytes, with a line feed each.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.name.len() as u64 + 1).sum()
    }

    /// Returns the estimated number of tokens in the names.
    pub fn tokens(&self) -> u64 {
        self.entries.iter().map(|entry| tokens::estimate(&entry.name)).sum()
    }

    /// Leaves out the last entries, because of a limit.
    pub fn keep_first(&mut self, entries: usize, stopped: StopReason) {
        if entries < self.entries.len() {
            self.entries.truncate(entries);
            self.stopped = stopped;
        }
    }
}

/// Reads a page of a directory.
pub(crate) fn directory_page<T: Tree>(
    directory: &Directory<'_, T>,
    request: &ReadRequest<'_>,
    checked: &CheckedRequest<'_>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<DirectoryPage, ReadError> {
    let page = |skip, count| {
        // A page has at least one entry, and no name is longer than a path.
        let max_bytes = usize::try_from(checked.bytes).unwrap_or(usize::MAX).max(MAX_PATH_BYTES);
        let key = |_: &str, _| Some(String::new());
        directory.page(key, Links::Kept, skip, count, max_bytes).map_err(failed)
    };
    let skip = match checked.start {
        _ if request.view != View::Auto => return Err(failed(FileError::IsDirectory)),
        CheckedStart::At(PageStart::Line(line)) => line.get() - 1,
        CheckedStart::At(PageStart::FromEnd(lines)) => page(0, 0)?.total.saturating_sub(lines),
        CheckedStart::At(PageStart::Cursor(_))
        | CheckedStart::Cursor(_)
        | CheckedStart::Block(..)
        | CheckedStart::Definition(_) => return Err(failed(FileError::IsDirectory)),
    };
    let page = page(skip, checked.lines)?;
    if skip > 0 && skip >= page.total {
        return Err(ReadError::about(request.path, PathError::PastLastEntry { total: page.total }));
    }
    let entry = |KeyedEntry { name, kind, .. }| DirectoryEntry { name, kind, metadata: None };
    let entries: Vec<_> = page.entries.into_iter().map(entry).collect();
    let is_last = skip + entries.len() as u64 == page.total;
    let stopped = match entries.len() as u64 {
        _ if is_last => StopReason::End,
        lines if lines == checked.lines => StopReason::LineLimit,
        _ => StopReason::ByteLimit,
    };
    let mut page = DirectoryPage { entries, first: skip + 1, total: page.total, stopped };
    let (fitting, scarce) = fitting(&page.entries, checked);
    page.keep_first(fitting, scarce);
    Ok(page)
}

/// Returns how many entries fit, at least one, and what there is too little of for more.
fn fitting(entries: &[DirectoryEntry], checked: &CheckedRequest<'_>) -> (usize, StopReason) {
    let (mut bytes, mut tokens) = (0, 0);
    for (count, entry) in entries.iter().enumerate() {
        bytes += entry.name.len() as u64 + 1;
        tokens += tokens::estimate(&entry.name);
        if count > 0 && bytes > checked.bytes {
            return (count, StopReason::ByteLimit);
        }
        if count > 0 && checked.tokens.is_some_and(|max| tokens > max) {
            return (count, StopReason::TokenLimit);
        }
    }
    (entries.len(), StopReason::End)
}
