//! The LZW filter.

use super::Output;
use crate::error::Outcome;

const CLEAR: usize = 256;
const END: usize = 257;
const MAX_CODES: usize = 4096;

/// Decodes up to the end code, the end of the input, or an unknown code.
pub(super) fn decode(data: &[u8], early: bool, output: &mut Output) -> Outcome {
    // An entry is its predecessor and one more byte: its end in the output, and its length.
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut bits = 0_u32;
    let mut count = 0;
    let mut width = 9;
    let mut previous: Option<(usize, usize)> = None;
    let mut bytes = data.iter();
    loop {
        while count < width {
            let Some(byte) = bytes.next() else { return Ok(()) };
            bits = bits << 8 | u32::from(*byte);
            count += 8;
        }
        count -= width;
        let code = (bits >> count) as usize & ((1 << width) - 1);
        bits &= (1 << count) - 1;
        if code == END {
            return Ok(());
        }
        if code == CLEAR {
            entries.clear();
            (width, previous) = (9, None);
            continue;
        }
        let start = output.bytes.len();
        if let Ok(byte) = u8::try_from(code) {
            output.push(&[byte])?;
        } else if let Some((from, length)) = entries.get(code - 258).copied() {
            copy(output, from, length)?;
        } else if let Some((from, length)) = previous
            && code - 258 == entries.len()
        {
            copy(output, from, length)?;
            copy(output, from, 1)?;
        } else {
            output.is_damaged = true;
            return Ok(());
        }
        if let Some((from, length)) = previous
            && entries.len() < MAX_CODES - 258
        {
            // The byte after the previous output is the first byte of this one.
            entries.push((from, length + 1));
        }
        previous = Some((start, output.bytes.len() - start));
        width = match entries.len() + 258 + usize::from(early) {
            0..512 => 9,
            512..1024 => 10,
            1024..2048 => 11,
            _ => 12,
        };
    }
}

fn copy(output: &mut Output, from: usize, length: usize) -> Outcome {
    let mut chunk = [0; 256];
    let mut done = 0;
    while done < length {
        let size = (length - done).min(chunk.len());
        let Some(source) = output.bytes.get(from + done..from + done + size) else { break };
        let Some(target) = chunk.get_mut(..size) else { break };
        target.copy_from_slice(source);
        output.push(target)?;
        done += size;
    }
    Ok(())
}
