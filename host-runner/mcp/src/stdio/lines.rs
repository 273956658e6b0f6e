//! Messages as lines of standard input and output.

use crate::incoming::MAX_BYTES;
use std::io::{self, BufRead, Read, Write};

/// A line from the client.
pub(crate) enum InputLine {
    Whole(Vec<u8>),
    /// The line was longer than [`MAX_BYTES`] and was discarded.
    TooLong,
}

/// The unused bytes of a line that are not worth a copy.
const SPARE_BYTES: usize = 64 * 1024;

/// Encodes a message as a line. Compact JSON contains no line feed.
pub(super) fn encode_line(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    // It may wait for long.
    if line.capacity() - line.len() > SPARE_BYTES {
        line.shrink_to_fit();
    }
    Ok(line)
}

/// Writes a line, whole and at once.
pub(super) fn write(line: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(line)?;
    output.flush()
}

/// Reads the next line, without its line feed. The last line may lack one. Returns `None` at the
/// end of input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    if input.take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() > MAX_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::{InputLine, MAX_BYTES, next_line};

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_not_kept() {
        let (most, more) = ("x".repeat(MAX_BYTES), "x".repeat(MAX_BYTES + 1));
        let text = format!("one\n\n{most}\n{more}\n{more}{more}\nlast");
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lengths.push(match line {
                InputLine::Whole(line) => Some(line.len()),
                InputLine::TooLong => None,
            });
        }
        assert_eq!(lengths, [Some(3), Some(0), Some(MAX_BYTES), None, None, Some(4)]);
    }
}
