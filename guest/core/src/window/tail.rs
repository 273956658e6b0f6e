//! Finds the last lines of a file from its end.

use crate::{Breaks, Encoding, File, FileError, FinalBreak, Rules, Tree};

/// Returns the byte offset of the last `lines` lines: 0 if the file has no more. `None` if it can
/// only be found by counting from the start, also if the file ends before its reported size, like
/// those in `/sys`.
pub(crate) fn last_lines<T: Tree>(
    file: &File<'_, T>,
    lines: u64,
    encoding: Encoding,
    rules: &Rules,
) -> Result<Option<u64>, FileError> {
    // Half of a CR LF is ambiguous, and a file of unknown size has no known end.
    let size = file.text_bytes();
    if rules.breaks == Breaks::Universal || size == 0 {
        return Ok(None);
    }
    let mut end = size;
    let mut wanted = lines;
    let step = u64::from(file.chunk);
    while end > 0 {
        // A piece starts with a whole unit in any encoding.
        let begin = end.saturating_sub(step).next_multiple_of(4).min((end - 1) & !3);
        let bytes = file.up_to(begin, end)?;
        if begin + (bytes.len() as u64) < end {
            return Ok(None);
        }
        if end == size && rules.final_break == FinalBreak::EndsLine && encoding.ends_line(&bytes) {
            // The break at the end of the last line does not start another.
            wanted = wanted.saturating_add(1);
        }
        let breaks = encoding.count_lines(&bytes);
        if breaks >= wanted {
            let nth = usize::try_from(wanted.saturating_sub(1)).unwrap_or(usize::MAX);
            return Ok(encoding.line_ends(&bytes).nth_back(nth).map(|at| begin + at as u64));
        }
        wanted -= breaks;
        end = begin;
    }
    Ok(Some(0))
}
