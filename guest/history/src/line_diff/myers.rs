//! The shortest way from one text to another, or a short one where that would take too long.

use super::side::{Side, equal, rough_root};
use std::ops::Range;

/// The number of equal lines that are worth stopping for.
const SNAKE: i32 = 20;

/// The number of edits after which a good way is enough.
const MIN_COST: i32 = 256;

/// A way is good if it is this many times longer than its edits.
const GOOD: i32 = 4;

/// A line that is never chosen.
const UNREACHED: i32 = i32::MIN / 2;

/// Two ranges of lines that are compared.
struct Area {
    from: Range<i32>,
    to: Range<i32>,
    /// Whether only the shortest way will do.
    is_exact: bool,
}

struct Myers<'s> {
    texts: [Vec<u32>; 2],
    /// The ways from the start and those from the end.
    fronts: [Front; 2],
    max_cost: i32,
    steps: &'s mut u64,
}

/// How far the ways from one corner of an area lead.
struct Front {
    is_backward: bool,
    /// The furthest line of `from` that is reached on each diagonal, negative from the end. A
    /// diagonal has the number of the line in `from` less the one in `to`.
    reached: Vec<i32>,
    zero: i32,
    /// The diagonal of the corner.
    middle: i32,
    /// The first and the last diagonal in use, every second of which is.
    used: (i32, i32),
}

/// Marks the lines that differ among those that are kept.
pub(super) fn mark_changed<'a>(from: &mut Side<'a>, to: &mut Side<'a>, steps: &mut u64) {
    let ids = |side: &Side<'_>| {
        side.kept.iter().filter_map(|line| side.ids.get(*line).copied()).collect::<Vec<_>>()
    };
    let texts = [ids(from), ids(to)];
    let number = from.kept.len() + to.kept.len() + 3;
    let (from_end, to_end) = (from.kept.len() as i32, to.kept.len() as i32);
    let fronts = [false, true].map(|is_backward| {
        let (reached, zero) = (vec![0; number], to_end + 1);
        Front { is_backward, reached, zero, middle: 0, used: (0, 0) }
    });
    let max_cost = (rough_root(number) as i32).max(MIN_COST);
    let mut myers = Myers { texts, fronts, max_cost, steps };
    let mut pending = vec![Area { from: 0..from_end, to: 0..to_end, is_exact: false }];
    while let Some(mut area) = pending.pop() {
        myers.shrink(&mut area);
        let is_split = !area.from.is_empty() && !area.to.is_empty();
        if let Some([before, after]) = is_split.then(|| myers.split(&area)).flatten() {
            pending.extend([after, before]);
            continue;
        }
        for (side, lines) in [(&mut *from, area.from), (&mut *to, area.to)] {
            for line in lines {
                if let Some(line) = side.kept.get(line as usize).copied() {
                    side.mark(line);
                }
            }
        }
    }
}

/// Returns the lines of two ranges. Those that are not in the texts are empty.
fn area_ids<'t>(
    [from_ids, to_ids]: &'t [Vec<u32>; 2],
    from: &Range<i32>,
    to: &Range<i32>,
) -> [&'t [u32]; 2] {
    // A negative number is larger than any index.
    let ids = |ids: &'t [u32], range: &Range<i32>| {
        ids.get(range.start as usize..range.end as usize).unwrap_or_default()
    };
    [ids(from_ids, from), ids(to_ids, to)]
}

impl Area {
    /// Splits it before a line of `from`, on a diagonal.
    fn split(&self, from: i32, diagonal: i32, is_exact: [bool; 2]) -> Option<[Self; 2]> {
        let (to, [before, after]) = (from - diagonal, is_exact);
        Some([
            Self { from: self.from.start..from, to: self.to.start..to, is_exact: before },
            Self { from: from..self.from.end, to: to..self.to.end, is_exact: after },
        ])
    }
}

impl Myers<'_> {
    /// Leaves out the equal lines at the start and at the end of an area.
    fn shrink(&self, Area { from, to, .. }: &mut Area) {
        let [from_ids, to_ids] = area_ids(&self.texts, from, to);
        let prefix = equal(from_ids.iter(), to_ids.iter()) as i32;
        (from.start, to.start) = (from.start + prefix, to.start + prefix);
        let [from_ids, to_ids] = area_ids(&self.texts, from, to);
        let suffix = equal(from_ids.iter().rev(), to_ids.iter().rev()) as i32;
        (from.end, to.end) = (from.end - suffix, to.end - suffix);
    }

    /// Searches from both corners of an area at once for a point on a short way. `None` if that
    /// takes too many steps.
    fn split(&mut self, area: &Area) -> Option<[Area; 2]> {
        let Self { texts, fronts: [forward, backward], max_cost, steps } = self;
        forward.start(area.from.start, area.to.start);
        backward.start(area.from.end, area.to.end);
        let is_odd = (forward.middle - backward.middle) % 2 != 0;
        for cost in 1.. {
            let mut has_snake = false;
            for is_backward in [false, true] {
                let (front, other) = if is_backward {
                    (&mut *backward, &*forward)
                } else {
                    (&mut *forward, &*backward)
                };
                front.widen(area);
                for diagonal in front.descending() {
                    let snake = front.extend(area, texts, diagonal);
                    has_snake |= snake > SNAKE;
                    **steps = steps.saturating_sub(1 + u64::from(snake.unsigned_abs()));
                    if is_odd != is_backward && front.meets(other, diagonal) {
                        return area.split(front.line(diagonal), diagonal, [true, true]);
                    }
                }
            }
            **steps = steps.saturating_sub(1);
            if **steps == 0 {
                return None;
            }
            if area.is_exact {
                continue;
            }
            if has_snake && cost > MIN_COST {
                if let Some((from, diagonal)) = forward.good(area, texts, cost) {
                    return area.split(from, diagonal, [true, false]);
                }
                if let Some((from, diagonal)) = backward.good(area, texts, cost) {
                    return area.split(from, diagonal, [false, true]);
                }
            }
            if cost >= *max_cost {
                let (forward, backward) = (forward.furthest(area)?, backward.furthest(area)?);
                let is_forward = area.from.end + area.to.end + backward.0
                    < forward.0 - (area.from.start + area.to.start);
                let (_, from, diagonal) = if is_forward { forward } else { backward };
                return area.split(from, diagonal, [is_forward, !is_forward]);
            }
        }
        None
    }
}

impl Front {
    fn start(&mut self, from: i32, to: i32) {
        self.middle = from - to;
        self.used = (self.middle, self.middle);
        self.set(self.middle, self.signed(from));
    }

    fn signed(&self, number: i32) -> i32 {
        if self.is_backward { -number } else { number }
    }

    fn descending(&self) -> impl Iterator<Item = i32> + use<> {
        let (first, last) = self.used;
        (first..=last).rev().step_by(2)
    }

    fn reached(&self, diagonal: i32) -> i32 {
        // A negative number is larger than any index.
        self.reached.get((self.zero + diagonal) as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, diagonal: i32, reached: i32) {
        if let Some(to) = self.reached.get_mut((self.zero + diagonal) as usize) {
            *to = reached;
        }
    }

    fn line(&self, diagonal: i32) -> i32 {
        self.signed(self.reached(diagonal))
    }

    /// Adds a diagonal on each side. Outside of the area, one is left out instead, so that every
    /// second stays in use.
    fn widen(&mut self, area: &Area) {
        let (first, last) = self.used;
        let is_lower = first > area.from.start - area.to.end;
        let is_higher = last < area.from.end - area.to.start;
        self.used.0 = if is_lower { first - 1 } else { first + 1 };
        self.used.1 = if is_higher { last + 1 } else { last - 1 };
        if is_lower {
            self.set(first - 2, UNREACHED);
        }
        if is_higher {
            self.set(last + 2, UNREACHED);
        }
    }

    /// Makes one edit to reach a diagonal, and follows equal lines. Returns their number.
    fn extend(&mut self, area: &Area, texts: &[Vec<u32>; 2], diagonal: i32) -> i32 {
        let back = i32::from(self.is_backward);
        let start = (self.reached(diagonal - 1) + 1 - back).max(self.reached(diagonal + 1) + back);
        let from = self.signed(start);
        let to = from - diagonal;
        let snake = if self.is_backward {
            let [from, to] = area_ids(texts, &(area.from.start..from), &(area.to.start..to));
            equal(from.iter().rev(), to.iter().rev())
        } else {
            let [from, to] = area_ids(texts, &(from..area.from.end), &(to..area.to.end));
            equal(from.iter(), to.iter())
        } as i32;
        self.set(diagonal, start + snake);
        snake
    }

    /// Returns whether a way from the other corner has come as far on a diagonal.
    fn meets(&self, other: &Self, diagonal: i32) -> bool {
        (other.used.0..=other.used.1).contains(&diagonal)
            && self.reached(diagonal) + other.reached(diagonal) >= 0
    }

    /// Returns the line and the diagonal of the best way that is long for its edits, and ends with
    /// equal lines.
    fn good(&self, area: &Area, texts: &[Vec<u32>; 2], cost: i32) -> Option<(i32, i32)> {
        let (mut best, mut found) = (GOOD * cost, None);
        let (before, after) = if self.is_backward { (1, SNAKE - 1) } else { (SNAKE, 0) };
        let is_inside = |lines: &Range<i32>, line: i32| {
            (lines.start + before..lines.end - after).contains(&line)
        };
        let corner = match self.is_backward {
            false => area.from.start + area.to.start,
            true => area.from.end + area.to.end,
        };
        for diagonal in self.descending() {
            let from = self.line(diagonal);
            let to = from - diagonal;
            let score = self.signed(from + to - corner) - (diagonal - self.middle).abs();
            let (start, end) = if self.is_backward { (0, SNAKE) } else { (-SNAKE, 0) };
            let ends_equal = || {
                let (from, to) = (from + start..from + end, to + start..to + end);
                let [from, to] = area_ids(texts, &from, &to);
                from == to
            };
            let is_good = score > best && is_inside(&area.from, from) && is_inside(&area.to, to);
            if is_good && ends_equal() {
                (best, found) = (score, Some((from, diagonal)));
            }
        }
        found
    }

    /// Returns how far the longest way leads, and the line and the diagonal of its end.
    fn furthest(&self, area: &Area) -> Option<(i32, i32, i32)> {
        let ends = self.descending().map(|diagonal| {
            let (from, to) = match self.is_backward {
                false => (area.from.end, area.to.end),
                true => (-area.from.start, -area.to.start),
            };
            let reached = self.reached(diagonal).min(from).min(to + self.signed(diagonal));
            (2 * reached - self.signed(diagonal), self.signed(reached), diagonal)
        });
        ends.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }
}
