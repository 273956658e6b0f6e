//! Files by number of matches, in descending order.

use crate::FileMatches;
use crate::cursor::{Cursor, FileCount};
use crate::page_budget::PageBudget;
use crate::results::Tally;
use readroom_core::sort_by;
use readroom_types::SearchStop;
use std::cmp::Ordering;

/// The files with the most matches that fit on a page, regardless of the number of files. The first
/// ones of the walk that fit are kept as well, for a page that ends because the time limit was
/// reached.
pub(crate) struct Greatest {
    /// The limits of the page.
    page: PageBudget,
    /// The budget left after those first files.
    left: PageBudget,
    /// The last file of the previous page, and its number of matches.
    after: Option<FileCount>,
    files: Vec<FileMatches>,
    /// The size of their paths in bytes.
    bytes: u64,
    /// Why files were left out, if some were.
    stopped: Option<SearchStop>,
    first: Vec<FileMatches>,
    /// The number of matches and of files, on all pages.
    pub(crate) totals: (u64, u64),
    /// The position of the first file after those first ones, and the entries passed before it.
    overflow: Option<(Cursor, Tally)>,
}

impl Greatest {
    pub(crate) fn new(page: PageBudget, after: Option<FileCount>) -> Self {
        let (left, files, first) = (page.clone(), Vec::new(), Vec::new());
        let totals = (0, 0);
        Self { page, left, after, files, bytes: 0, stopped: None, first, totals, overflow: None }
    }

    /// Adds a file at a position in the walk, with the entries passed before it.
    pub(crate) fn add(&mut self, file: FileMatches, place: &Cursor, passed: impl Fn() -> Tally) {
        self.totals = (self.totals.0 + file.matches, self.totals.1 + 1);
        let after = self.after.as_ref();
        if after.is_some_and(|(matches, path)| order(&file, *matches, path).is_le()) {
            return;
        }
        if self.overflow.is_none() {
            match self.left.take_file(&file.path) {
                Ok(()) => self.first.push(file.clone()),
                Err(_) => self.overflow = Some((place.clone(), passed())),
            }
        }
        self.bytes += file.path.len() as u64;
        self.files.push(file);
        let max_files = self.page.matches.saturating_mul(2);
        if self.files.len() as u64 > max_files || self.bytes > self.page.bytes.saturating_mul(2) {
            self.leave_out();
        }
    }

    /// Sorts the files, and drops those that do not fit on the page.
    fn leave_out(&mut self) {
        sort(&mut self.files);
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

    /// Returns the first files of the walk if they are not all, with the position of the next one
    /// and the entries passed before it.
    pub(crate) fn finish_early(&mut self) -> Option<(Vec<FileMatches>, Cursor, Tally)> {
        let (place, passed) = self.overflow.take()?;
        let mut first = std::mem::take(&mut self.first);
        sort(&mut first);
        Some((first, place, passed))
    }

    /// Returns the files and, if some were dropped, why, and the last one kept.
    pub(crate) fn finish(mut self) -> (Vec<FileMatches>, Option<(SearchStop, FileCount)>) {
        self.leave_out();
        let last = self.files.last().map(|last| (last.matches, last.path.clone()));
        (self.files, self.stopped.zip(last))
    }
}

fn sort(files: &mut Vec<FileMatches>) {
    sort_by(files, |a, b| order(a, b.matches, &b.path));
}

/// Compares a file with a number of matches and a path.
fn order(file: &FileMatches, matches: u64, path: &str) -> Ordering {
    matches.cmp(&file.matches).then_with(|| (*file.path).cmp(path))
}
