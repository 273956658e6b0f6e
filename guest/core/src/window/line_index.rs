//! Remembers where lines of a large file begin, so that a later read need not count them again.

use crate::{LineNumber, LineStart};

/// The offsets of some lines of a file: one line per `spacing` bytes, and the line after the last
/// window. Valid for one version of the file and the rules about line breaks that it was made with,
/// and only for the part that is valid UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    spacing: u64,
    /// In file order, at least `spacing` bytes apart.
    landmarks: Vec<LineStart>,
    /// The line after the window that was read last.
    next: Option<LineStart>,
    total: Option<u64>,
}

/// The maximum number of landmarks. The spacing follows from it.
const MAX_LANDMARKS: u64 = 1000;

/// The minimum distance between landmarks in bytes: counting the lines between two takes no longer
/// than a call.
const MIN_SPACING: u64 = 256 * 1024;

impl LineIndex {
    /// Returns an empty index for a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self::with_spacing(MIN_SPACING.max(size.div_ceil(MAX_LANDMARKS)))
    }

    /// Returns an empty index with landmarks at another distance.
    pub fn with_spacing(spacing: u64) -> Self {
        Self { spacing, landmarks: Vec::new(), next: None, total: None }
    }

    /// Returns the remembered landmarks, in file order.
    pub fn landmarks(&self) -> &[LineStart] {
        &self.landmarks
    }

    /// Returns the start of the line after the last window.
    pub fn next(&self) -> Option<LineStart> {
        self.next
    }

    /// Returns the number of lines in the file, if all of it was read.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Remembers the start of a line, if it is far enough from the last landmark.
    pub fn add(&mut self, landmark: LineStart) {
        if landmark.offset >= self.due() && (self.landmarks.len() as u64) < MAX_LANDMARKS {
            self.landmarks.push(landmark);
        }
    }

    /// Remembers the line after a window.
    pub fn set_next(&mut self, next: LineStart) {
        self.next = Some(next);
    }

    /// Remembers the number of lines in the file.
    pub fn set_total(&mut self, total: u64) {
        self.total = Some(total);
    }

    pub(crate) fn forget(&mut self) {
        *self = Self::with_spacing(self.spacing);
    }

    /// Returns the offset from which a landmark is due.
    pub(crate) fn due(&self) -> u64 {
        self.landmarks.last().map_or(0, |last| last.offset).saturating_add(self.spacing)
    }

    /// Returns the last known line start that is not after `line`.
    pub(crate) fn before(&self, line: LineNumber) -> LineStart {
        let after = self.landmarks.partition_point(|landmark| landmark.line <= line);
        let landmark = after.checked_sub(1).and_then(|last| self.landmarks.get(last)).copied();
        let next = self.next.filter(|next| next.line <= line);
        let nearest = landmark.into_iter().chain(next).max_by_key(|place| place.offset);
        nearest.unwrap_or(LineStart::FIRST)
    }
}
