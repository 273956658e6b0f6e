//! Which lines two texts have in common: Myers' algorithm in linear space, with git's choices
//! among matches that are equally long.

use imara_diff::Token;
use std::ops::Range;

/// The maximum number of steps of one search. Beyond, what is left counts as changed.
const MAX_STEPS: usize = 100_000_000;

/// The number of edits after which a search takes the best split so far, if the texts are short.
const MIN_MAX_COST: usize = 256;

/// The number of occurrences from which on a line says little, if the text is long.
const MAX_COMMON: usize = 1024;

/// How far around a line is looked for lines that occur in both texts.
const WINDOW: usize = 100;

/// Returns which lines are removed, and which are added.
pub(crate) fn changed_lines(before: &[Token], after: &[Token]) -> (Vec<bool>, Vec<bool>) {
    let (mut removed, mut added) = (vec![false; before.len()], vec![false; after.len()]);
    let pairs = before.iter().zip(after);
    let start = pairs.take_while(|(one, other)| one == other).count();
    let most = before.len().min(after.len()) - start;
    let pairs = before.iter().rev().zip(after.iter().rev()).take(most);
    let end = pairs.take_while(|(one, other)| one == other).count();
    let (one, other) = (start..before.len() - end, start..after.len() - end);
    if one.is_empty() || other.is_empty() {
        mark(&mut removed, one);
        mark(&mut added, other);
        return (removed, added);
    }
    let one = Side::new(before, after, one, &mut removed);
    let other = Side::new(after, before, other, &mut added);
    let mut search = Search::new(&one, &other);
    let whole = Area { one: 0..one.end(), other: 0..other.end(), is_minimal: false };
    let mut areas = vec![whole];
    while let Some(mut area) = areas.pop() {
        search.shrink(&mut area);
        if area.one.is_empty() || area.other.is_empty() || search.steps > MAX_STEPS {
            one.mark(&mut removed, area.one);
            other.mark(&mut added, area.other);
        } else {
            areas.extend(search.split(&area));
        }
    }
    (removed, added)
}

fn mark(changed: &mut [bool], range: Range<usize>) {
    changed.get_mut(range).into_iter().flatten().for_each(|is_changed| *is_changed = true);
}

/// Returns a power of two near the square root, as git does.
fn square_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}

/// The lines that are searched.
struct Side {
    lines: Vec<Token>,
    /// Their places in the text.
    places: Vec<usize>,
}

/// How often a line occurs in the other text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occurrence {
    Never,
    Some,
    /// So often that it says little.
    Often,
}

impl Side {
    /// Takes the lines of a range. Those that the other text does not have, and frequent ones
    /// among these, are marked as changed.
    fn new(text: &[Token], other: &[Token], range: Range<usize>, changed: &mut [bool]) -> Self {
        let often = square_root(text.len()).min(MAX_COMMON);
        let end = other.iter().map(|line| line.0 as usize + 1).max().unwrap_or(0);
        let mut counts = vec![0; end];
        for line in other {
            if let Some(count) = counts.get_mut(line.0 as usize) {
                *count += 1;
            }
        }
        let lines = text.get(range.clone()).unwrap_or_default();
        let occurrences = lines.iter().map(|line| match counts.get(line.0 as usize) {
            None | Some(0) => Occurrence::Never,
            Some(count) if *count >= often => Occurrence::Often,
            Some(_) => Occurrence::Some,
        });
        let occurrences: Vec<_> = occurrences.collect();
        let mut side = Self { lines: Vec::new(), places: Vec::new() };
        let places = range.zip(lines).zip(&occurrences).enumerate();
        for (number, ((place, line), occurrence)) in places {
            let is_dropped = match occurrence {
                Occurrence::Never => true,
                Occurrence::Some => false,
                Occurrence::Often => is_among_changes(&occurrences, number),
            };
            if is_dropped {
                mark(changed, place..place + 1);
            } else {
                side.lines.push(*line);
                side.places.push(place);
            }
        }
        side
    }

    fn end(&self) -> i32 {
        i32::try_from(self.lines.len()).unwrap_or(i32::MAX)
    }

    fn line(&self, number: i32) -> Option<Token> {
        self.lines.get(usize::try_from(number).ok()?).copied()
    }

    fn mark(&self, changed: &mut [bool], range: Range<i32>) {
        for number in range {
            let place = usize::try_from(number).ok().and_then(|number| self.places.get(number));
            mark(changed, place.map_or(0..0, |place| *place..place + 1));
        }
    }
}

/// Returns whether a frequent line lies between lines that the other text does not have, with few
/// frequent ones among them.
fn is_among_changes(occurrences: &[Occurrence], number: usize) -> bool {
    let (before, after) = occurrences.split_at_checked(number).unwrap_or_default();
    let count = |run: &mut dyn Iterator<Item = &Occurrence>| {
        let run = run.take(WINDOW).take_while(|occurrence| **occurrence != Occurrence::Some);
        run.fold((0, 1), |(never, often), occurrence| match occurrence {
            Occurrence::Never => (never + 1, often),
            _ => (never, often + 1),
        })
    };
    let (never_before, often_before) = count(&mut before.iter().rev());
    let (never_after, often_after) = count(&mut after.iter().skip(1));
    let often = often_before + often_after;
    never_before > 0 && never_after > 0 && never_before + never_after > 3 * often
}

/// A part of both sides that is still to be matched.
struct Area {
    one: Range<i32>,
    other: Range<i32>,
    /// Whether the search must not give up.
    is_minimal: bool,
}

/// The line of the one side that paths have reached, by diagonals.
struct Frontier {
    reached: Vec<i32>,
    /// The index of diagonal 0.
    zero: i32,
    diagonals: Range<i32>,
}

impl Frontier {
    fn new(one: &Side, other: &Side) -> Self {
        let zero = other.end().saturating_add(1);
        let size = one.lines.len() + other.lines.len() + 3;
        Self { reached: vec![0; size], zero, diagonals: 0..1 }
    }

    fn at(&self, diagonal: i32) -> i32 {
        let index = usize::try_from(self.zero.saturating_add(diagonal)).ok();
        index.and_then(|index| self.reached.get(index)).copied().unwrap_or(0)
    }

    fn set(&mut self, diagonal: i32, line: i32) {
        let index = usize::try_from(self.zero.saturating_add(diagonal)).ok();
        if let Some(reached) = index.and_then(|index| self.reached.get_mut(index)) {
            *reached = line;
        }
    }

    fn begin(&mut self, diagonal: i32, line: i32) {
        self.diagonals = diagonal..diagonal + 1;
        self.set(diagonal, line);
    }

    /// Prepares the diagonals of the next number of edits, and returns them. Diagonals outside of
    /// `bounds` leave the area.
    fn widen(&mut self, bounds: &Range<i32>, unreached: i32) -> impl Iterator<Item = i32> + use<> {
        if self.diagonals.start > bounds.start {
            self.diagonals.start -= 1;
            self.set(self.diagonals.start - 1, unreached);
        } else {
            self.diagonals.start += 1;
        }
        if self.diagonals.end < bounds.end {
            self.diagonals.end += 1;
            self.set(self.diagonals.end, unreached);
        } else {
            self.diagonals.end -= 1;
        }
        self.diagonals.clone().rev().step_by(2)
    }
}

struct Search<'a> {
    one: &'a Side,
    other: &'a Side,
    forward: Frontier,
    backward: Frontier,
    max_cost: usize,
    /// The number of diagonals that were followed.
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(one: &'a Side, other: &'a Side) -> Self {
        let diagonals = one.lines.len() + other.lines.len() + 3;
        let (forward, backward) = (Frontier::new(one, other), Frontier::new(one, other));
        let max_cost = square_root(diagonals).max(MIN_MAX_COST);
        Self { one, other, forward, backward, max_cost, steps: 0 }
    }

    /// Leaves out equal lines at both ends.
    fn shrink(&self, area: &mut Area) {
        let is_equal = |one, other| self.one.line(one) == self.other.line(other);
        let Area { one, other, .. } = area;
        while one.start < one.end && other.start < other.end && is_equal(one.start, other.start) {
            (one.start, other.start) = (one.start + 1, other.start + 1);
        }
        while one.start < one.end && other.start < other.end && is_equal(one.end - 1, other.end - 1)
        {
            (one.end, other.end) = (one.end - 1, other.end - 1);
        }
    }

    /// Splits an area where a shortest path from its start meets one from its end.
    fn split(&mut self, area: &Area) -> [Area; 2] {
        let Area { one, other, is_minimal } = area;
        let bounds = one.start - other.end..one.end - other.start + 1;
        let (first, last) = (one.start - other.start, one.end - other.end);
        let is_odd = (first - last) % 2 != 0;
        self.forward.begin(first, one.start);
        self.backward.begin(last, one.end);
        for cost in 1.. {
            for diagonal in self.forward.widen(&bounds, -1) {
                let mut line = self.forward.at(diagonal + 1).max(self.forward.at(diagonal - 1) + 1);
                while line < one.end
                    && line - diagonal < other.end
                    && self.one.line(line) == self.other.line(line - diagonal)
                {
                    line += 1;
                }
                self.forward.set(diagonal, line);
                let meets = is_odd && self.backward.diagonals.contains(&diagonal);
                if meets && self.backward.at(diagonal) <= line {
                    return area.split(line, line - diagonal, [true, true]);
                }
                self.steps += 1;
            }
            for diagonal in self.backward.widen(&bounds, i32::MAX) {
                let mut line =
                    self.backward.at(diagonal - 1).min(self.backward.at(diagonal + 1) - 1);
                while line > one.start
                    && line - diagonal > other.start
                    && self.one.line(line - 1) == self.other.line(line - diagonal - 1)
                {
                    line -= 1;
                }
                self.backward.set(diagonal, line);
                let meets = !is_odd && self.forward.diagonals.contains(&diagonal);
                if meets && line <= self.forward.at(diagonal) {
                    return area.split(line, line - diagonal, [true, true]);
                }
                self.steps += 1;
            }
            if (cost >= self.max_cost && !is_minimal) || self.steps > MAX_STEPS {
                break;
            }
        }
        self.best_split(area)
    }

    /// Splits an area at the path that went furthest.
    fn best_split(&self, area: &Area) -> [Area; 2] {
        let Area { one, other, .. } = area;
        let forward = self.forward.diagonals.clone().rev().step_by(2).map(|diagonal| {
            let line = self.forward.at(diagonal).min(one.end).min(other.end + diagonal);
            (line + line - diagonal, line)
        });
        let backward = self.backward.diagonals.clone().rev().step_by(2).map(|diagonal| {
            let line = self.backward.at(diagonal).max(one.start).max(other.start + diagonal);
            (line + line - diagonal, line)
        });
        // Of equally far ones, the first counts.
        let begin = (one.start + other.start, one.start);
        let end = (one.end + other.end, one.end);
        let forward = forward.fold(begin, |best, next| if next.0 > best.0 { next } else { best });
        let backward = backward.fold(end, |best, next| if next.0 < best.0 { next } else { best });
        if end.0 - backward.0 < forward.0 - begin.0 {
            area.split(forward.1, forward.0 - forward.1, [true, false])
        } else {
            area.split(backward.1, backward.0 - backward.1, [false, true])
        }
    }
}

impl Area {
    fn split(&self, one: i32, other: i32, is_minimal: [bool; 2]) -> [Self; 2] {
        let [low, high] = is_minimal;
        [
            Self { one: self.one.start..one, other: self.other.start..other, is_minimal: low },
            Self { one: one..self.one.end, other: other..self.other.end, is_minimal: high },
        ]
    }
}
