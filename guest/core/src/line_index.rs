//! What is remembered of the lines of a large file, so that going back to it does not mean to count them again.

use crate::line_number::LineNumber;
use crate::position::LineStart;
use alloc::vec::Vec;

/// Where some lines of a file begin: one line every so many bytes, and the line after the last window. Holds for one
/// version of the file, for the rules about line breaks that it was made with, and only for what is UTF-8 throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    spacing: u64,
    /// In the order of the file, and at least `spacing` apart.
    landmarks: Vec<LineStart>,
    /// The line after the window that was read last.
    next: Option<LineStart>,
    total: Option<u64>,
}

/// The most landmarks. A file's spacing follows from it.
const MAX_LANDMARKS: u64 = 1000;

/// The least distance between two landmarks, in bytes: to count the lines in between takes no longer than a call.
const MIN_SPACING: u64 = 256 * 1024;

impl LineIndex {
    /// An index of a file of so many bytes, of which nothing is known yet.
    pub fn new(size: u64) -> Self {
        Self::with_spacing(MIN_SPACING.max(size.div_ceil(MAX_LANDMARKS)))
    }

    /// The same with landmarks at another distance.
    pub fn with_spacing(spacing: u64) -> Self {
        Self { spacing, landmarks: Vec::new(), next: None, total: None }
    }

    /// Where lines begin that are remembered, in the order of the file.
    pub fn landmarks(&self) -> &[LineStart] {
        &self.landmarks
    }

    /// Where the line begins after the window that was read last.
    pub fn next(&self) -> Option<LineStart> {
        self.next
    }

    /// How many lines the file has, if all of it was read.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Remembers where a line begins, if that is far enough behind what is remembered already.
    pub fn add(&mut self, landmark: LineStart) {
        if landmark.offset >= self.due() && (self.landmarks.len() as u64) < MAX_LANDMARKS {
            self.landmarks.push(landmark);
        }
    }

    /// Remembers the line after a window.
    pub fn set_next(&mut self, next: LineStart) {
        self.next = Some(next);
    }

    /// Remembers how many lines there are.
    pub fn set_total(&mut self, total: u64) {
        self.total = Some(total);
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        *self = Self::with_spacing(self.spacing);
    }

    /// From where on a landmark is wanted.
    pub(crate) fn due(&self) -> u64 {
        self.landmarks.last().map_or(0, |last| last.offset).saturating_add(self.spacing)
    }

    /// The last place that is known to be not behind a line.
    pub(crate) fn before(&self, line: LineNumber) -> LineStart {
        let behind = self.landmarks.partition_point(|landmark| landmark.line <= line);
        let landmark = behind.checked_sub(1).and_then(|last| self.landmarks.get(last)).copied();
        let next = self.next.filter(|next| next.line <= line);
        let nearest = landmark.into_iter().chain(next).max_by_key(|place| place.offset);
        nearest.unwrap_or(LineStart::FIRST)
    }
}
