//! The filters of streams, within limits.

mod ascii;
mod lzw;
mod predictor;

use crate::error::{Outcome, PdfError};
use crate::limits::{Limit, MAX_FILTERS};
use crate::object::Dict;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};
use std::borrow::Cow;
use std::rc::Rc;

/// A filter with its parameters.
pub(crate) type Filter = (Rc<[u8]>, Option<Rc<Dict>>);

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

/// Inflates bytes with a zlib header; if that yields nothing, without a header.
fn flate(data: &[u8], output: &mut Output) -> Outcome {
    inflate_as(DataFormat::ZLibIgnoreChecksum, data, output)?;
    for start in [0, 2] {
        if output.bytes.is_empty() && output.is_damaged && data.len() > start {
            inflate_as(DataFormat::Raw, data.get(start..).unwrap_or_default(), output)?;
        }
    }
    output.is_damaged &= !data.is_empty();
    Ok(())
}

fn inflate_as(format: DataFormat, data: &[u8], output: &mut Output) -> Outcome {
    const WINDOW: usize = 32 << 10;
    let mut state = InflateState::new_boxed(format);
    let mut window = vec![0; WINDOW];
    let mut rest = data;
    // In place of a checksum that is missing.
    let mut checksum = &[0; 4][..];
    loop {
        let result = inflate(&mut state, rest, &mut window, MZFlush::None);
        output.push(window.get(..result.bytes_written).unwrap_or_default())?;
        rest = rest.get(result.bytes_consumed..).unwrap_or_default();
        let is_stuck = result.bytes_consumed == 0 && result.bytes_written == 0;
        output.is_damaged = result.status != Ok(MZStatus::StreamEnd);
        if is_stuck && rest.is_empty() && !checksum.is_empty() {
            rest = std::mem::take(&mut checksum);
        } else if is_stuck || result.status != Ok(MZStatus::Ok) {
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
