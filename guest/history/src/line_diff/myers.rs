//! The shortest way from one text to another, or a short one where that would take too long.

use super::{Side, rough_root};
use std::ops::Range;

/// The number of equal lines that are worth stopping for.
const SNAKE: i32 = 20;

/// The number of edits after which a good way is enough.
const MIN_COST: i32 = 256;

/// A way is good if it is this many times longer than its edits.
const GOOD: i32 = 4;

/// Two ranges of lines that are compared.
#[derive(Clone)]
struct Area {
    from: Range<i32>,
    to: Range<i32>,
    /// Whether only the shortest way will do.
    is_exact: bool,
}

/// A point at which an area is split.
struct Split {
    from: i32,
    to: i32,
    is_exact_before: bool,
    is_exact_after: bool,
}

struct Myers<'a> {
    from: &'a [u32],
    to: &'a [u32],
    forward: Diagonals,
    backward: Diagonals,
    max_cost: i32,
    steps: &'a mut u64,
}

/// The furthest line of `from` that is reached on each diagonal, which has the number of the line
/// in `from` less the one in `to`.
struct Diagonals {
    lines: Vec<i32>,
    zero: i32,
    /// The first and the last diagonal in use, every second of which is.
    used: Range<i32>,
}

/// Marks the lines that differ among those that are kept.
pub(super) fn mark_changed(
    from: &mut Side<'_>,
    kept_from: &[usize],
    to: &mut Side<'_>,
    kept_to: &[usize],
    steps: &mut u64,
) {
    let ids = |side: &Side<'_>, kept: &[usize]| {
        kept.iter().filter_map(|line| side.ids.get(*line).copied()).collect::<Vec<_>>()
    };
    let (from_ids, to_ids) = (ids(from, kept_from), ids(to, kept_to));
    let number = from_ids.len() + to_ids.len() + 3;
    let diagonals =
        || Diagonals { lines: vec![0; number], zero: to_ids.len() as i32 + 1, used: 0..0 };
    let mut myers = Myers {
        from: &from_ids,
        to: &to_ids,
        forward: diagonals(),
        backward: diagonals(),
        max_cost: (rough_root(number) as i32).max(MIN_COST),
        steps,
    };
    let whole =
        Area { from: 0..from_ids.len() as i32, to: 0..to_ids.len() as i32, is_exact: false };
    let mut pending = vec![whole];
    while let Some(mut area) = pending.pop() {
        myers.shrink(&mut area);
        if !area.from.is_empty()
            && !area.to.is_empty()
            && let Some(split) = myers.split(&area)
        {
            pending.push(Area {
                from: split.from..area.from.end,
                to: split.to..area.to.end,
                is_exact: split.is_exact_after,
            });
            pending.push(Area {
                from: area.from.start..split.from,
                to: area.to.start..split.to,
                is_exact: split.is_exact_before,
            });
            continue;
        }
        mark(from, kept_from, area.from);
        mark(to, kept_to, area.to);
    }
}

fn mark(side: &mut Side<'_>, kept: &[usize], lines: Range<i32>) {
    for line in kept.get(lines.start as usize..lines.end as usize).unwrap_or_default() {
        if let Some(changed) = side.changed.get_mut(*line) {
            *changed = true;
        }
    }
}

impl Myers<'_> {
    fn is_same(&self, from: i32, to: i32) -> bool {
        let id = |ids: &[u32], line: i32| ids.get(usize::try_from(line).ok()?).copied();
        let from = id(self.from, from);
        from.is_some() && from == id(self.to, to)
    }

    /// Leaves out the equal lines at the start and at the end of an area.
    fn shrink(&self, area: &mut Area) {
        let is_empty = |area: &Area| area.from.is_empty() || area.to.is_empty();
        while !is_empty(area) && self.is_same(area.from.start, area.to.start) {
            area.from.start += 1;
            area.to.start += 1;
        }
        while !is_empty(area) && self.is_same(area.from.end - 1, area.to.end - 1) {
            area.from.end -= 1;
            area.to.end -= 1;
        }
    }

    /// Searches from both corners of an area at once for a point on a short way. `None` if that
    /// takes too many steps.
    fn split(&mut self, area: &Area) -> Option<Split> {
        let (first, last) = (area.from.start - area.to.start, area.from.end - area.to.end);
        let is_odd = (first - last) % 2 != 0;
        self.forward.start(first, area.from.start);
        self.backward.start(last, area.from.end);
        let split = |from, diagonal, is_exact_before, is_exact_after| {
            Some(Split { from, to: from - diagonal, is_exact_before, is_exact_after })
        };
        for cost in 1.. {
            let mut has_snake = false;
            self.forward.widen(area, -1);
            for diagonal in self.forward.descending() {
                let start =
                    (self.forward.line(diagonal - 1) + 1).max(self.forward.line(diagonal + 1));
                let mut from = start;
                while from < area.from.end
                    && from - diagonal < area.to.end
                    && self.is_same(from, from - diagonal)
                {
                    from += 1;
                }
                self.step(from - start, &mut has_snake);
                self.forward.set(diagonal, from);
                if is_odd
                    && self.backward.contains(diagonal)
                    && self.backward.line(diagonal) <= from
                {
                    return split(from, diagonal, true, true);
                }
            }
            self.backward.widen(area, i32::MAX);
            for diagonal in self.backward.descending() {
                let above = self.backward.line(diagonal + 1) - 1;
                let start = self.backward.line(diagonal - 1).min(above);
                let mut from = start;
                while from > area.from.start
                    && from - diagonal > area.to.start
                    && self.is_same(from - 1, from - diagonal - 1)
                {
                    from -= 1;
                }
                self.step(start - from, &mut has_snake);
                self.backward.set(diagonal, from);
                if !is_odd && self.forward.contains(diagonal) && from <= self.forward.line(diagonal)
                {
                    return split(from, diagonal, true, true);
                }
            }
            self.step(0, &mut has_snake);
            if *self.steps == 0 {
                return None;
            }
            if area.is_exact {
                continue;
            }
            if has_snake && cost > MIN_COST {
                if let Some((from, diagonal)) = self.good_forward(area, first, cost) {
                    return split(from, diagonal, true, false);
                }
                if let Some((from, diagonal)) = self.good_backward(area, last, cost) {
                    return split(from, diagonal, false, true);
                }
            }
            if cost >= self.max_cost {
                return Some(self.furthest(area));
            }
        }
        None
    }

    fn step(&mut self, snake: i32, has_snake: &mut bool) {
        *has_snake |= snake > SNAKE;
        *self.steps = self.steps.saturating_sub(1 + u64::from(snake.unsigned_abs()));
    }

    /// Returns the best point on a way from the start that is long for its edits, and ends with
    /// equal lines.
    fn good_forward(&self, area: &Area, middle: i32, cost: i32) -> Option<(i32, i32)> {
        let (mut best, mut found) = (GOOD * cost, None);
        for diagonal in self.forward.descending() {
            let from = self.forward.line(diagonal);
            let to = from - diagonal;
            let length = (from - area.from.start) + (to - area.to.start);
            let score = length - (diagonal - middle).abs();
            if score > best
                && (area.from.start + SNAKE..area.from.end).contains(&from)
                && (area.to.start + SNAKE..area.to.end).contains(&to)
                && (1..=SNAKE).all(|back| self.is_same(from - back, to - back))
            {
                (best, found) = (score, Some((from, diagonal)));
            }
        }
        found
    }

    /// Same for a way from the end.
    fn good_backward(&self, area: &Area, middle: i32, cost: i32) -> Option<(i32, i32)> {
        let (mut best, mut found) = (GOOD * cost, None);
        for diagonal in self.backward.descending() {
            let from = self.backward.line(diagonal);
            let to = from.saturating_sub(diagonal);
            let length = i64::from(area.from.end) - i64::from(from) + i64::from(area.to.end - to);
            let score = length as i32 - (diagonal - middle).abs();
            if score > best
                && (area.from.start + 1..=area.from.end - SNAKE).contains(&from)
                && (area.to.start + 1..=area.to.end - SNAKE).contains(&to)
                && (0..SNAKE).all(|ahead| self.is_same(from + ahead, to + ahead))
            {
                (best, found) = (score, Some((from, diagonal)));
            }
        }
        found
    }

    /// Returns the point on all ways that is furthest from its corner.
    fn furthest(&self, area: &Area) -> Split {
        let (mut forward, mut forward_line) = (-1, -1);
        for diagonal in self.forward.descending() {
            let from = self.forward.line(diagonal).min(area.from.end);
            let from = from.min(area.to.end + diagonal);
            if forward < from + from - diagonal {
                (forward, forward_line) = (from + from - diagonal, from);
            }
        }
        let (mut backward, mut backward_line) = (i32::MAX, i32::MAX);
        for diagonal in self.backward.descending() {
            let from = self.backward.line(diagonal).max(area.from.start);
            let from = from.max(area.to.start + diagonal);
            if from + from - diagonal < backward {
                (backward, backward_line) = (from + from - diagonal, from);
            }
        }
        let is_forward =
            area.from.end + area.to.end - backward < forward - (area.from.start + area.to.start);
        let (sum, from) =
            if is_forward { (forward, forward_line) } else { (backward, backward_line) };
        Split { from, to: sum - from, is_exact_before: is_forward, is_exact_after: !is_forward }
    }
}

impl Diagonals {
    fn start(&mut self, diagonal: i32, line: i32) {
        self.used = diagonal..diagonal;
        self.set(diagonal, line);
    }

    fn contains(&self, diagonal: i32) -> bool {
        self.used.start <= diagonal && diagonal <= self.used.end
    }

    fn descending(&self) -> impl Iterator<Item = i32> + use<> {
        let Range { start, end } = self.used;
        (0..=(end - start) / 2).map(move |step| end - 2 * step).filter(move |_| start <= end)
    }

    fn line(&self, diagonal: i32) -> i32 {
        let index = usize::try_from(self.zero + diagonal).ok();
        index.and_then(|index| self.lines.get(index)).copied().unwrap_or_default()
    }

    fn set(&mut self, diagonal: i32, line: i32) {
        let index = usize::try_from(self.zero + diagonal).ok();
        if let Some(to) = index.and_then(|index| self.lines.get_mut(index)) {
            *to = line;
        }
    }

    /// Adds a diagonal on each side. Outside of the area, one is left out instead, so that every
    /// second stays in use. The diagonals next to them get a line that is never chosen.
    fn widen(&mut self, area: &Area, outside: i32) {
        if self.used.start > area.from.start - area.to.end {
            self.used.start -= 1;
            self.set(self.used.start - 1, outside);
        } else {
            self.used.start += 1;
        }
        if self.used.end < area.from.end - area.to.start {
            self.used.end += 1;
            self.set(self.used.end + 1, outside);
        } else {
            self.used.end -= 1;
        }
    }
}
