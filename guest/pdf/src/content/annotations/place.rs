//! The place of annotations among the lines of a page.

use crate::error::Outcome;
use crate::file::File;
use crate::layout::Glyph;
use crate::limits::MAX_PLACED;
use crate::matrix::Matrix;
use crate::object::Object;
use crate::rectangle::Rectangle;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// The maximum gap between a field and its label on the same line, and between a label and the
/// field below it, in parts of the font size.
const MAX_GAP: f64 = 12.0;
const MAX_LINE_GAP: f64 = 2.0;

/// The number of comparisons that are as much work as parsing a value.
const COMPARISONS: usize = 16;

/// The annotations of a page that are not shown yet.
#[derive(Default)]
pub(crate) struct Annotations {
    /// Those that are shown between the lines of the page, from top to bottom.
    pub(super) placed: VecDeque<Placed>,
    pub(super) notes: Vec<Object>,
    /// The rectangle of the last one that was shown in place of a line to write on.
    pub(super) filled: Option<Rectangle>,
}

/// An annotation and its rectangle on the page.
pub(super) struct Placed {
    pub(super) object: Object,
    pub(super) bounds: Rectangle,
    /// Its maximum height in place of a line to write on, in parts of the font size.
    pub(super) max_height: f64,
}

impl Placed {
    /// Returns whether it can be in place of the line to write on that a glyph is part of.
    pub(super) fn fills(&self, glyph: &Glyph) -> bool {
        let Rectangle { bottom, top, .. } =
            self.bounds.transformed(&Matrix::turns(glyph.direction).0);
        top - bottom <= self.max_height * glyph.size
    }

    /// From top to bottom, and from left to right.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let tops = other.bounds.top.total_cmp(&self.bounds.top);
        tops.then(self.bounds.left.total_cmp(&other.bounds.left))
    }
}

/// Returns a glyph on a line far below another one.
pub(super) fn far_below(glyph: Glyph) -> Glyph {
    const FAR: f64 = 1e6;
    let ((x, y), (along, across)) = (glyph.start, glyph.direction);
    Glyph { start: (x + across * FAR, y - along * FAR), ..glyph }
}

/// Moves the text of an annotation to the line of a glyph.
pub(crate) struct Alignment {
    line: Glyph,
    /// The distance, once the first glyph is known.
    shift: Option<f64>,
}

impl Alignment {
    pub(super) fn with(line: Glyph) -> Self {
        Self { line, shift: None }
    }

    pub(crate) fn is_first(&self) -> bool {
        self.shift.is_none()
    }

    pub(crate) fn moved(&mut self, glyph: Glyph) -> Glyph {
        let (turn, back) = Matrix::turns(self.line.direction);
        let base = |at: (f64, f64)| turn.point(at.0, at.1).1;
        let shift = *self.shift.get_or_insert(base(self.line.start) - base(glyph.start));
        let (x, y) = back.point(0.0, shift);
        let moved = |at: (f64, f64)| (at.0 + x, at.1 + y);
        Glyph { start: moved(glyph.start), end: moved(glyph.end), ..glyph }
    }
}

/// Removes the first annotation between two glyphs that are drawn one after the other. Returns it
/// with the glyph whose line it is on.
pub(super) fn take(
    file: &mut File<'_>,
    waiting: &mut VecDeque<Placed>,
    last: Option<Glyph>,
    next: &Glyph,
) -> Outcome<Option<(Placed, Option<Glyph>)>> {
    if waiting.is_empty() {
        return Ok(None);
    }
    let (turn, _) = Matrix::turns(next.direction);
    let at = |(x, y)| turn.point(x, y);
    let (start, base) = at(next.start);
    let last = last.filter(|last| at(last.direction).0 > 0.9).map(|last| (last, at(last.end)));
    let gap = last.filter(|(last, (_, other))| (base - other).abs() < last.size / 2.0);
    let gap = gap.map(|(last, (end, _))| (start - end) / last.size).filter(|gap| *gap > -1.0);
    if gap.is_some_and(|gap| gap < 1.0) {
        return Ok(None);
    }
    count_comparisons(file, waiting)?;
    // After the last line, between the lines, or before the next glyph on its line.
    let place = |placed: &Placed| {
        let Rectangle { left, bottom, right, top } = placed.bounds.transformed(&turn);
        let middle = base + next.size / 4.0;
        if let Some((last, (end, base))) = last {
            let (size, above) = (last.size, base + last.size / 4.0);
            let is_right = left > end - size;
            if gap.is_some() {
                let is_between = is_right && left < start && bottom < middle && middle < top;
                return is_between.then_some((2, left));
            }
            if is_right && left < end + MAX_GAP * size && bottom < above && above < top {
                return Some((0, left));
            }
            let is_below = top < above && top > base - MAX_LINE_GAP * size;
            if is_below && bottom > middle && left < end.max(start) {
                return Some((1, -top));
            }
        }
        let is_left = left < start && right > start - MAX_GAP * next.size;
        (is_left && bottom < middle && middle < top).then_some((2, left))
    };
    let places = waiting
        .iter()
        .take(MAX_PLACED)
        .enumerate()
        .filter_map(|(index, placed)| Some((place(placed)?, index)));
    let first = places.min_by(|((rank, along), _), ((other_rank, other), _)| {
        rank.cmp(other_rank).then(along.total_cmp(other))
    });
    let Some(((rank, _), index)) = first else { return Ok(None) };
    let near = match rank {
        0 => last.map(|(last, _)| last),
        1 => None,
        _ => Some(*next),
    };
    Ok(waiting.remove(index).map(|placed| (placed, near)))
}

/// Counts the work to compare a glyph with each annotation.
pub(super) fn count_comparisons(file: &mut File<'_>, waiting: &VecDeque<Placed>) -> Outcome {
    file.count_values(waiting.len().min(MAX_PLACED) / COMPARISONS)
}

pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
