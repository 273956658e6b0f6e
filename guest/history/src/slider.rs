//! Where a block of added or removed lines lies that could lie elsewhere: git's indent heuristic.
//!
//! `imara-diff` has it too, but counts blank lines at the end of a text otherwise.

use std::ops::Range;

/// The indentation of a blank line, and of the ends of a text.
pub(crate) const BLANK: i32 = -1;

/// The width above which indentations are the same.
const MAX_INDENT: i32 = 200;

/// The number of bytes of a line that are looked at.
const MAX_INDENT_BYTES: usize = 4096;

/// The number of blank lines after which the next line does not count.
const MAX_BLANKS: i32 = 20;

/// The maximum number of places that are compared.
const MAX_SLIDING: u32 = 100;

/// How much a smaller indentation is worth.
const INDENT_WEIGHT: i32 = 60;

/// Returns the indentation of a line in columns, or [`BLANK`].
pub(crate) fn indent(line: &[u8]) -> i32 {
    let mut columns = 0;
    for byte in line.iter().take(MAX_INDENT_BYTES) {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 8 - columns % 8,
            b'\n' | b'\r' | 0x0b | 0x0c => {}
            _ => return columns,
        }
        if columns >= MAX_INDENT {
            return MAX_INDENT;
        }
    }
    BLANK
}

/// Returns where a block best ends that may end anywhere from `earliest` to where it does.
pub(crate) fn best_end(
    block: Range<u32>,
    earliest: u32,
    count: u32,
    indent: &dyn Fn(u32) -> i32,
) -> u32 {
    let first = earliest.max(block.start.saturating_sub(1));
    let first = first.max(block.end.saturating_sub(MAX_SLIDING));
    let length = block.end.saturating_sub(block.start);
    let mut best: Option<(u32, (i32, i32))> = None;
    for end in first..=block.end {
        let (one, other) = (score(end, count, indent), score(end - length, count, indent));
        let score = (one.0 + other.0, one.1 + other.1);
        let is_better = best.is_none_or(|(_, (columns, penalty))| {
            let order = score.0.cmp(&columns) as i32;
            INDENT_WEIGHT * order + score.1 - penalty <= 0
        });
        if is_better {
            best = Some((end, score));
        }
    }
    best.map_or(block.end, |(end, _)| end)
}

/// Returns the indentation and the penalty of a boundary before a line.
fn score(line: u32, count: u32, indent: &dyn Fn(u32) -> i32) -> (i32, i32) {
    let own = if line < count { indent(line) } else { BLANK };
    let (before, blanks_before) = neighbor(&mut (0..line).rev(), indent);
    let (after, blanks_after) = neighbor(&mut (line.saturating_add(1)..count), indent);
    let blanks_after = if own == BLANK { blanks_after + 1 } else { 0 };
    let blanks = blanks_before + blanks_after;
    let mut penalty = 6 * blanks_after - 30 * blanks;
    if before == BLANK && blanks_before == 0 {
        penalty += 1;
    }
    if line >= count {
        penalty += 21;
    }
    let columns = if own == BLANK { after } else { own };
    let (with_blanks, without) = match columns {
        _ if columns == BLANK || before == BLANK || columns == before => (0, 0),
        _ if columns > before => (10, -4),
        _ if after > columns => (17, 24),
        _ => (17, 23),
    };
    (columns, penalty + if blanks > 0 { with_blanks } else { without })
}

/// Returns the indentation of the first line that is not blank, and the number of blank ones.
fn neighbor(lines: &mut dyn Iterator<Item = u32>, indent: &dyn Fn(u32) -> i32) -> (i32, i32) {
    let mut blanks = 0;
    for line in lines {
        let columns = indent(line);
        if columns != BLANK {
            return (columns, blanks);
        }
        blanks += 1;
        if blanks == MAX_BLANKS {
            return (0, blanks);
        }
    }
    (BLANK, blanks)
}
