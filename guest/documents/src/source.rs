//! The source of a document's bytes.

use crate::error::{Error, Fault, Outcome};
use std::convert::Infallible;

/// A file that is read at any offset. It is never held as a whole.
pub trait Source {
    /// Why bytes could not be read. It is passed on unchanged.
    type Error;

    /// Returns the number of bytes of the file.
    fn size(&self) -> u64;

    /// Returns whether the file name is that of a document, so that a damaged one is not taken for
    /// another kind of file.
    fn is_named(&self) -> bool {
        false
    }

    /// Reads bytes at an offset into the buffer, and returns their number. It may be less than the
    /// buffer's length; 0 means end of file.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<usize, Self::Error>;
}

impl Source for &[u8] {
    type Error = Infallible;

    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let rest = rest.unwrap_or_default();
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        Ok(length)
    }
}

/// A type-erased source, so that the readers are compiled once.
pub(crate) struct Input<'s> {
    pub(crate) size: u64,
    read: &'s mut dyn FnMut(u64, &mut [u8]) -> Option<usize>,
}

impl Input<'_> {
    /// Reads bytes at the offset until the buffer is full or the file ends.
    pub(crate) fn read(&mut self, mut offset: u64, buffer: &mut [u8]) -> Outcome<usize> {
        let length = buffer.len();
        let mut rest = buffer;
        while !rest.is_empty() {
            let read = (self.read)(offset, rest).ok_or(Fault::Source(()))?;
            if read == 0 {
                break;
            }
            offset = offset.saturating_add(read as u64);
            rest = rest.get_mut(read..).ok_or(Fault::Damaged("a read beyond its buffer"))?;
        }
        Ok(length - rest.len())
    }

    /// Fills the buffer.
    pub(crate) fn read_exact(&mut self, offset: u64, buffer: &mut [u8]) -> Outcome {
        if self.read(offset, buffer)? < buffer.len() {
            return Err(Fault::Damaged("the file ends too early"));
        }
        Ok(())
    }
}

/// Runs a function on the bytes of a source, and maps its fault to an error of the source.
pub(crate) fn with_input<S: Source, R>(
    source: &mut S,
    run: impl FnOnce(Input<'_>) -> Outcome<R>,
) -> Result<R, Error<S::Error>> {
    let mut error = None;
    let size = source.size();
    let mut read = |offset, buffer: &mut [u8]| match source.read_at(offset, buffer) {
        Ok(read) => Some(read),
        Err(why) => {
            error = Some(why);
            None
        }
    };
    run(Input { size, read: &mut read }).map_err(|fault| fault.of_source(error))
}
