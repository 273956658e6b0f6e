//! The part of a block that is shown, and what is left out before and after it.

use crate::MatchLine;
use std::ops::RangeInclusive;

/// The maximum number of lines of a block.
pub(crate) const MAX_BLOCK_LINES: u64 = 120;

/// A block on a page.
pub(crate) struct BlockWindow {
    pub(crate) block: RangeInclusive<u64>,
    /// The lines of it that are shown.
    pub(crate) shown: RangeInclusive<u64>,
    /// The index of the first of them.
    pub(crate) at: usize,
}

/// Returns at most `max` lines of a block: from its beginning if it is that of a definition, else
/// around the match in a line.
pub(crate) fn window(
    block: &RangeInclusive<u64>,
    line: u64,
    is_definition: bool,
    max: u64,
) -> RangeInclusive<u64> {
    let (first, last) = (*block.start(), *block.end());
    if last - first < max {
        return first..=last;
    }
    let before = if is_definition { max.saturating_sub(1) } else { max / 2 };
    let first = first.max(line.saturating_sub(before)).min(last + 1 - max);
    first..=first + max - 1
}

/// Records in the first and the last line of each window what is left out of its block there.
pub(crate) fn mark_left_out(windows: &[BlockWindow], lines: &mut [MatchLine]) {
    // The last line that is shown or said to be left out.
    let mut passed = 0;
    for (at, BlockWindow { block, shown, at: index }) in windows.iter().enumerate() {
        let (first, last) = (*shown.start(), *shown.end());
        if first <= passed {
            passed = 0;
        }
        let before = ((*block.start()).max(passed + 1), first.saturating_sub(1));
        let next = windows.get(at + 1).map(|next| *next.shown.start());
        let next = next.filter(|next| *next > last).unwrap_or(u64::MAX);
        let after = (last + 1, (*block.end()).min(next - 1));
        passed = after.1.max(last);
        let end = index.saturating_add(usize::try_from(last - first).unwrap_or(usize::MAX));
        for (place, index, lines_left_out) in [(0, *index, before), (1, end, after)] {
            if let Some(line) = lines.get_mut(index)
                && let Some(left_out) = line.left_out.get_mut(place)
                && lines_left_out.0 <= lines_left_out.1
            {
                *left_out = Some(lines_left_out);
            }
        }
    }
}
