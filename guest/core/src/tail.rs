//! Finds the last lines of a file from its end.

use crate::encoding::Encoding;
use crate::error::FileError;
use crate::file::File;
use crate::rules::{Breaks, FinalBreak, Rules};
use crate::tree::Tree;

/// Returns where the last `lines` lines begin, in bytes from the beginning: 0 if the file has no
/// more. `None` if that can only be found by counting from the beginning: also if the file ends
/// before its reported end, as those in `/sys` do.
pub(crate) fn last_lines<T: Tree>(
    file: &File<'_, T>,
    lines: u64,
    encoding: Encoding,
    rules: &Rules,
) -> Result<Option<u64>, FileError> {
    // Half of a CR LF is ambiguous, and a file of unknown size has no end.
    let size = file.text_bytes();
    if rules.breaks == Breaks::Universal || size == 0 {
        return Ok(None);
    }
    let mut end = size;
    let mut wanted = lines;
    let step = u64::from(file.chunk);
    while end > 0 {
        // A piece begins with a whole unit in any encoding.
        let begin = end.saturating_sub(step).next_multiple_of(4).min((end - 1) & !3);
        let bytes = file.up_to(begin, end)?;
        if begin + (bytes.len() as u64) < end {
            return Ok(None);
        }
        if end == size && rules.final_break == FinalBreak::EndsLine && encoding.ends_line(&bytes) {
            // The break that ends the last line does not begin another.
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
