//! Inflates the zlib streams of objects.

use crate::error::HistoryError;
use crate::object_id::ObjectId;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_PARSE_ZLIB_HEADER,
    TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

const FLAGS: u32 = TINFL_FLAG_PARSE_ZLIB_HEADER
    | TINFL_FLAG_HAS_MORE_INPUT
    | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;

/// The maximum number of compressed bytes that may have no output: a stream can consist of empty
/// blocks.
const MAX_WASTE: u64 = 1 << 20;

/// Returns bytes that contain an offset, and its position in them, after which there are no bytes
/// only at the end.
pub(crate) type Input<'a> = &'a dyn Fn(u64) -> Result<(Rc<[u8]>, usize), HistoryError>;

/// The state of a decompressor. It is large, and used again.
#[derive(Default)]
pub(crate) struct Inflater(RefCell<Box<DecompressorOxide>>);

/// A zlib stream that is inflated into one buffer.
pub(crate) struct Stream<'a> {
    state: RefMut<'a, Box<DecompressorOxide>>,
    input: Input<'a>,
    /// The object, for errors.
    id: ObjectId,
    start: u64,
    /// The offset of the input that has not been used.
    offset: u64,
    has_ended: bool,
}

impl Inflater {
    /// Begins to inflate at an offset of the input.
    pub(crate) fn stream<'a>(&'a self, id: ObjectId, input: Input<'a>, start: u64) -> Stream<'a> {
        let mut state = self.0.borrow_mut();
        state.init();
        Stream { state, input, id, start, offset: start, has_ended: false }
    }
}

impl Stream<'_> {
    /// Inflates until `output` is full or the stream ends. The first `filled` bytes must be what
    /// was inflated before. Returns the number of bytes in `output`.
    pub(crate) fn fill(
        &mut self,
        output: &mut [u8],
        mut filled: usize,
    ) -> Result<usize, HistoryError> {
        while !self.has_ended {
            let (bytes, position) = (self.input)(self.offset)?;
            let bytes = bytes.get(position..).unwrap_or_default();
            let (status, used, written) = decompress(&mut self.state, bytes, output, filled, FLAGS);
            self.offset = self.offset.saturating_add(used as u64);
            filled = filled.saturating_add(written);
            match status {
                TINFLStatus::Done => self.has_ended = true,
                // If the output is full, the end of the input is also reported like this.
                TINFLStatus::HasMoreOutput if used < bytes.len() => break,
                TINFLStatus::HasMoreOutput | TINFLStatus::NeedsMoreInput if used == 0 => {
                    return Err(self.damaged("its compressed data ends early"));
                }
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::NeedsMoreInput => self.check_waste(filled)?,
                _ => return Err(self.damaged("its compressed data is malformed")),
            }
        }
        Ok(filled)
    }

    fn check_waste(&self, filled: usize) -> Result<(), HistoryError> {
        let useful = (filled as u64).saturating_mul(2).saturating_add(MAX_WASTE);
        if self.offset.saturating_sub(self.start) <= useful {
            return Ok(());
        }
        Err(self.damaged("its compressed data has hardly any content"))
    }

    /// Same as [`Self::fill`], for a stream that must end where `output` does.
    pub(crate) fn finish(mut self, output: &mut [u8], filled: usize) -> Result<(), HistoryError> {
        let filled = self.fill(output, filled)?;
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
        self.finish(Rc::get_mut(&mut data).unwrap_or_default(), 0)?;
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
