//! The filters of streams, within limits.

mod ascii;
mod lzw;
mod predictor;

use crate::error::{Outcome, PdfError};
use crate::limits::{Limit, MAX_FILTERS};
use crate::object::Dict;
use std::borrow::Cow;
use std::rc::Rc;
use zlib_rs::{Inflate, InflateFlush, Status};

/// A filter with its parameters.
pub(crate) type Filter = (Rc<[u8]>, Option<Rc<Dict>>);

/// The size of the window of a stream, as a power of two: the largest there is.
const WINDOW_BITS: u8 = 15;

/// The output of a filter, which must not exceed a limit.
pub(crate) struct Output {
    bytes: Vec<u8>,
    limit: usize,
    /// Whether the input ends too early, or has an error.
    is_damaged: bool,
}

impl Output {
    fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit, is_damaged: false }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) -> Outcome {
        let length = self.bytes.len() + bytes.len();
        if length > self.limit {
            return Err(PdfError::TooLarge(Limit::Stream));
        }
        // It doubles while small; large ones are not copied again.
        if length > self.bytes.capacity() && length > self.limit / 8 {
            self.bytes.reserve_exact(self.limit - self.bytes.len());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

/// Applies filters. Returns the output up to the first error in the bytes, and whether there is
/// one. `None` if a filter is an image filter or unknown.
///
/// # Errors
///
/// [`Limit::Stream`] if the output of a filter and its input together exceed the limit.
pub(crate) fn decode<'a>(
    raw: Cow<'a, [u8]>,
    filters: &[Filter],
    limit: usize,
) -> Outcome<Option<(Cow<'a, [u8]>, bool)>> {
    if filters.len() > MAX_FILTERS {
        return Ok(None);
    }
    let (mut data, mut is_damaged) = (raw, false);
    for (name, parameters) in filters {
        // The bytes of the file are in memory in any case.
        let held = if let Cow::Owned(data) = &data { data.len() } else { 0 };
        let mut output = Output::new(limit.saturating_sub(held));
        let is_compressed = match &**name {
            b"FlateDecode" | b"Fl" => {
                flate(&data, &mut output)?;
                true
            }
            b"LZWDecode" | b"LZW" => {
                let early = parameters.as_ref().and_then(|dict| dict.get("EarlyChange").as_int());
                lzw::decode(&data, early != Some(0), &mut output)?;
                true
            }
            b"ASCII85Decode" | b"A85" => ascii::decode_85(&data, &mut output).map(|()| false)?,
            b"ASCIIHexDecode" | b"AHx" => ascii::decode_hex(&data, &mut output).map(|()| false)?,
            b"RunLengthDecode" | b"RL" => run_length(&data, &mut output).map(|()| false)?,
            b"Crypt" => continue,
            _ => return Ok(None),
        };
        is_damaged |= output.is_damaged;
        let mut bytes = output.bytes;
        if is_compressed && let Some(parameters) = parameters {
            predictor::undo(parameters, &mut bytes);
        }
        data = Cow::Owned(bytes);
    }
    Ok(Some((data, is_damaged)))
}

/// Inflates data after a zlib header, or from the start if the header is invalid. If that yields
/// nothing, tries the other one. The checksum at the end is often missing or wrong: it is not read.
fn flate(data: &[u8], output: &mut Output) -> Outcome {
    // Its method and the size of its window, no dictionary, and a checksum of both.
    let is_header = |header: &[u8; 2]| {
        let header = u16::from_be_bytes(*header);
        header & 0x8f20 == 0x0800 && header.is_multiple_of(31)
    };
    let has_header = data.first_chunk().is_some_and(is_header);
    output.is_damaged = !data.is_empty();
    for start in if has_header { [2, 0] } else { [0, 2] } {
        if output.bytes.is_empty() && output.is_damaged && data.len() > start {
            inflate(data.get(start..).unwrap_or_default(), output)?;
        }
    }
    Ok(())
}

fn inflate(data: &[u8], output: &mut Output) -> Outcome {
    let mut state = Inflate::new(false, WINDOW_BITS);
    let mut window = vec![0; 1 << WINDOW_BITS];
    loop {
        let rest = data.get(state.total_in() as usize..).unwrap_or_default();
        let before = state.total_out();
        let status = state.decompress(rest, &mut window, InflateFlush::NoFlush);
        let written = (state.total_out() - before) as usize;
        output.push(window.get(..written).unwrap_or_default())?;
        output.is_damaged = status != Ok(Status::StreamEnd);
        // The other status without an error means that nothing was read or written.
        if status != Ok(Status::Ok) {
            return Ok(());
        }
    }
}

fn run_length(data: &[u8], output: &mut Output) -> Outcome {
    let mut rest = data;
    while let Some((length, after)) = rest.split_first() {
        match length {
            0..=127 => {
                let length = (usize::from(*length) + 1).min(after.len());
                let (run, after) = after.split_at_checked(length).unwrap_or_default();
                output.push(run)?;
                rest = after;
            }
            128 => break,
            129.. => {
                let Some((byte, after)) = after.split_first() else { break };
                let run = [*byte; 128];
                output.push(run.get(..257 - usize::from(*length)).unwrap_or_default())?;
                rest = after;
            }
        }
    }
    Ok(())
}
