//! The buffer through which ripgrep reads a file: a buffer with a NUL is not searched.

use readroom_search::{FoundLine, Searcher};
use std::ops::ControlFlow;

/// The size of the first buffer in bytes.
const CAPACITY: usize = 64 * 1024;

/// The size of the first read, which detects a byte-order mark.
const MARK: usize = 3;

/// The growth factor of a buffer without a line feed.
const GROWTH: usize = 3;

/// The maximum size of a buffer: a longer line is searched in parts.
const MAX_CAPACITY: usize = CAPACITY * GROWTH.pow(5);

/// The meaning of a NUL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nuls {
    /// It ends the search.
    End,
    /// It ends a line.
    EndLines,
    Ordinary,
}

/// A search of a file.
pub(super) struct Buffer<'m> {
    searcher: Searcher<'m>,
    nuls: Nuls,
    capacity: usize,
    /// The bytes read since the last search.
    new: Vec<u8>,
    /// Whether the next read is to detect a byte-order mark.
    pub(super) is_first: bool,
}

impl<'m> Buffer<'m> {
    pub(super) fn new(searcher: Searcher<'m>, nuls: Nuls) -> Self {
        Self { searcher, nuls, capacity: CAPACITY, new: Vec::new(), is_first: true }
    }

    /// Returns the buffer for the next file, which is as large.
    pub(super) fn next(self, searcher: Searcher<'m>) -> Self {
        Self { capacity: self.capacity, ..Self::new(searcher, self.nuls) }
    }

    /// Takes the next bytes of the file, and passes found lines to `take`. An empty piece ends the
    /// file.
    pub(super) fn push(
        &mut self,
        mut piece: &[u8],
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if piece.is_empty() {
            self.search(take)?;
            return self.searcher.push(&[], take);
        }
        while !piece.is_empty() {
            let kept = self.searcher.kept();
            if kept >= self.capacity && self.capacity < MAX_CAPACITY {
                self.capacity *= GROWTH;
            }
            let capacity = if self.is_first { MARK } else { self.capacity };
            let room = capacity.saturating_sub(kept + self.new.len()).max(1);
            let (now, later) = piece.split_at(room.min(piece.len()));
            self.new.extend_from_slice(now);
            piece = later;
            let is_full = kept + self.new.len() >= capacity;
            // Whole lines in the first read are searched before the next one.
            if is_full && (!self.is_first || self.new.contains(&b'\n')) {
                self.search(take)?;
            }
            self.is_first &= !is_full;
        }
        ControlFlow::Continue(())
    }

    fn search(
        &mut self,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut new = std::mem::take(&mut self.new);
        match self.nuls {
            Nuls::End if new.contains(&0) => return ControlFlow::Break(()),
            Nuls::EndLines => {
                new.iter_mut().filter(|byte| **byte == 0).for_each(|nul| *nul = b'\n');
            }
            Nuls::End | Nuls::Ordinary => {}
        }
        // An empty piece would end the file.
        if new.is_empty() {
            return ControlFlow::Continue(());
        }
        self.searcher.push(&new, take)
    }
}
