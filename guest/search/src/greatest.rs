//! Numbers of matches, greatest first.

use crate::cursor::{Cursor, Inside};
use crate::results::{FileMatches, SearchStop};
use crate::room::PageRoom;
use readroom_core::sort_by;
use std::cmp::Ordering;

/// The files with the most matches: as many as fit on a page, whatever the number of files.
pub(crate) struct Greatest {
    /// The limits of the page.
    page: PageRoom,
    /// The last file of the page before, and its number of matches.
    after: Option<(u64, String)>,
    files: Vec<FileMatches>,
    /// The number of bytes of their paths.
    bytes: u64,
    /// Why files were left out, if some were.
    stopped: Option<SearchStop>,
}

impl Greatest {
    pub(crate) fn new(page: PageRoom, cursor: Option<&Cursor>) -> Self {
        let after = cursor.and_then(|cursor| Some((cursor.inside?.matches, cursor.path.clone())));
        Self { page, after, files: Vec::new(), bytes: 0, stopped: None }
    }

    pub(crate) fn add(&mut self, file: FileMatches) {
        let after = self.after.as_ref();
        if after.is_some_and(|(matches, path)| order(&file, *matches, path).is_le()) {
            return;
        }
        self.bytes += file.path.len() as u64;
        self.files.push(file);
        let max_files = self.page.matches.saturating_mul(2);
        if self.files.len() as u64 > max_files || self.bytes > self.page.bytes.saturating_mul(2) {
            self.leave_out();
        }
    }

    /// Sorts the files, and leaves out those that do not fit on the page.
    fn leave_out(&mut self) {
        sort_by(&mut self.files, |a, b| order(a, b.matches, &b.path));
        let mut page = self.page.clone();
        let fits = |file: &FileMatches| page.take_file(&file.path);
        let stop =
            self.files.iter().map(fits).enumerate().find_map(|(at, fits)| Some((at, fits.err()?)));
        if let Some((at, stopped)) = stop {
            self.files.truncate(at);
            self.stopped = Some(stopped);
        }
        self.bytes = self.files.iter().map(|file| file.path.len() as u64).sum();
    }

    /// Returns the files and, if some are left out, why, and the cursor of the next page.
    pub(crate) fn finish(mut self) -> (Vec<FileMatches>, Option<(SearchStop, Cursor)>) {
        self.leave_out();
        let cursor = self.files.last().map(|last| Cursor {
            path: last.path.clone(),
            modified: None,
            inside: Some(Inside { line: Inside::BY_COUNT, offset: 0, matches: last.matches }),
        });
        (self.files, self.stopped.zip(cursor))
    }
}

/// Compares a file with a number of matches and a path.
fn order(file: &FileMatches, matches: u64, path: &str) -> Ordering {
    matches.cmp(&file.matches).then_with(|| (*file.path).cmp(path))
}
