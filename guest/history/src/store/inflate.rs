//! Inflates the zlib streams of objects.

use crate::error::HistoryError;
use crate::object_id::ObjectId;
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use zlib_rs::{Inflate, InflateFlush, Status};

/// The maximum number of compressed bytes that may have no output: a stream can consist of empty
/// blocks.
const MAX_WASTE: u64 = 1 << 20;

/// Returns bytes that contain an offset, and its position in them, after which there are no bytes
/// only at the end.
pub(crate) type Input<'a> = &'a dyn Fn(u64) -> Result<(Rc<[u8]>, usize), HistoryError>;

/// The size of the window of a stream, as a power of two: the largest there is.
const WINDOW_BITS: u8 = 15;

/// The state of a decompressor. It is large, and used again.
pub(crate) struct Inflater(RefCell<Inflate>);

impl Default for Inflater {
    fn default() -> Self {
        Self(RefCell::new(Inflate::new(true, WINDOW_BITS)))
    }
}

/// A zlib stream that is inflated into one buffer.
pub(crate) struct Stream<'a> {
    state: RefMut<'a, Inflate>,
    input: Input<'a>,
    /// The object, for errors.
    id: ObjectId,
    start: u64,
    has_ended: bool,
}

impl Inflater {
    /// Begins to inflate at an offset of the input.
    pub(crate) fn stream<'a>(&'a self, id: ObjectId, input: Input<'a>, start: u64) -> Stream<'a> {
        let mut state = self.0.borrow_mut();
        state.reset(true);
        Stream { state, input, id, start, has_ended: false }
    }
}

impl Stream<'_> {
    /// Inflates until `output` is full or the stream ends. The first bytes of `output` belong to
    /// what was inflated before, and stay as they are. Returns the number of bytes in `output`.
    pub(crate) fn fill(&mut self, output: &mut [u8]) -> Result<usize, HistoryError> {
        while !self.has_ended {
            let used = self.state.total_in();
            let (bytes, position) = (self.input)(self.start.saturating_add(used))?;
            let bytes = bytes.get(position..).unwrap_or_default();
            let rest = output.get_mut(self.filled()..).unwrap_or_default();
            let status = self.state.decompress(bytes, rest, InflateFlush::NoFlush);
            match status {
                Ok(Status::StreamEnd) => self.has_ended = true,
                Err(_) => return Err(self.damaged("its compressed data is malformed")),
                Ok(_) if bytes.is_empty() => {
                    return Err(self.damaged("its compressed data ends early"));
                }
                Ok(_) if self.state.total_in() - used < bytes.len() as u64 => break,
                Ok(_) => self.check_waste()?,
            }
        }
        Ok(self.filled())
    }

    fn filled(&self) -> usize {
        self.state.total_out() as usize
    }

    fn check_waste(&self) -> Result<(), HistoryError> {
        let useful = self.state.total_out().saturating_mul(2).saturating_add(MAX_WASTE);
        if self.state.total_in() <= useful {
            return Ok(());
        }
        Err(self.damaged("its compressed data has hardly any content"))
    }

    /// Same as [`Self::fill`], for a stream that must end where `output` does.
    pub(crate) fn finish(mut self, output: &mut [u8]) -> Result<(), HistoryError> {
        let filled = self.fill(output)?;
        if !self.has_ended {
            return Err(self.damaged("its content is larger than its size"));
        }
        if filled < output.len() {
            return Err(self.damaged("its content is smaller than its size"));
        }
        Ok(())
    }

    /// Inflates a stream of `size` bytes. The caller bounds `size`.
    pub(crate) fn all(self, size: usize) -> Result<Rc<[u8]>, HistoryError> {
        let mut data = zeros(size);
        self.finish(Rc::get_mut(&mut data).unwrap_or_default())?;
        Ok(data)
    }

    fn damaged(&self, why: &str) -> HistoryError {
        HistoryError::damaged(self.id, why)
    }
}

/// Returns `size` zeros, which can be changed in place.
pub(crate) fn zeros(size: usize) -> Rc<[u8]> {
    vec![0; size].into()
}
