//! The reading order of a line with Hebrew, Arabic or the like, from its visual order: the Unicode
//! bidirectional algorithm (UAX #9) in reverse.
//!
//! Different texts can look the same. Numbers next to Latin words are then read with them, as in
//! `Chapter 3`.

use super::brackets::pair_of;
use std::ops::Range;

/// The bidirectional class of a character according to UAX #9, or a gap between words or cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BidiClass {
    /// A left-to-right letter.
    Left,
    /// A right-to-left letter.
    Right,
    /// An Arabic letter: numbers after it do not include dashes and signs.
    ArabicLetter,
    Number,
    /// A digit that is Arabic wherever it is.
    ArabicNumber,
    /// A separator within a number, such as a comma.
    Separator,
    /// A separator within a number that is not Arabic.
    Dash,
    /// A sign before or after a number that is not Arabic.
    Sign,
    /// A bracket of the pair with this index.
    Bracket(usize),
    Space,
    /// A gap between two cells of a table. Nothing is read across it.
    Cell,
    Other,
}

use BidiClass::{ArabicLetter, ArabicNumber, Bracket, Cell, Dash, Left, Number, Other, Right};
use BidiClass::{Separator, Sign, Space};

impl BidiClass {
    /// Returns the class of the first character other than a space.
    pub(super) fn of(text: &str) -> Self {
        let mut classes = text.chars().map(of_character);
        let first = classes.next().unwrap_or(Other);
        if !matches!(first, Other | Space) {
            return first;
        }
        classes.find(|class| !matches!(class, Other | Space)).unwrap_or(first)
    }

    fn is_right(self) -> bool {
        matches!(self, Right | ArabicLetter)
    }

    fn is_number(self) -> bool {
        matches!(self, Number | ArabicNumber)
    }

    /// Returns whether it is always read left to right.
    fn is_word(self) -> bool {
        self == Left || self.is_number()
    }
}

fn of_character(character: char) -> BidiClass {
    match character {
        '0'..='9' | '\u{6f0}'..='\u{6f9}' => Number,
        '\u{660}'..='\u{669}' | '\u{66b}' | '\u{66c}' => ArabicNumber,
        ',' | '.' | ':' | '/' | '\u{60c}' => Separator,
        '+' | '-' | '\u{2212}' => Dash,
        '#'..='%' | '\u{a2}'..='\u{a5}' | '\u{b0}' | '\u{66a}' | '\u{20a0}'..='\u{20cf}' => Sign,
        '\u{590}'..='\u{5ff}'
        | '\u{7c0}'..='\u{85f}'
        | '\u{200f}'
        | '\u{fb1d}'..='\u{fb4f}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => Right,
        '\u{600}'..='\u{7bf}'
        | '\u{860}'..='\u{8ff}'
        | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefe}' => ArabicLetter,
        _ if character.is_whitespace() => Space,
        _ if character.is_alphabetic() => Left,
        _ => pair_of(character).map_or(Other, Bracket),
    }
}

/// Returns whether the text has a right-to-left letter.
pub(super) fn is_right_to_left(text: &str) -> bool {
    // Most text has no character at or after the first of these letters.
    text.chars().any(|character| character >= '\u{590}' && of_character(character).is_right())
}

/// Returns whether the text is a mark above or below a letter.
pub(super) fn is_diacritic(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|character| {
            matches!(
                character,
                '\u{300}'..='\u{36f}'
                    | '\u{591}'..='\u{5bd}'
                    | '\u{5bf}'
                    | '\u{5c1}'
                    | '\u{5c2}'
                    | '\u{5c4}'
                    | '\u{5c5}'
                    | '\u{5c7}'
                    | '\u{610}'..='\u{61a}'
                    | '\u{64b}'..='\u{65f}'
                    | '\u{670}'
                    | '\u{6d6}'..='\u{6dc}'
                    | '\u{6df}'..='\u{6e4}'
            )
        })
}

/// The directions of the page's lines with right-to-left letters, where their ends are conclusive.
#[derive(Default)]
pub(super) struct Directions {
    right: usize,
    left: usize,
}

impl Directions {
    /// Returns whether a line starts at its right end, and counts it. If its ends are inconclusive,
    /// the majority of the previous lines decides, or else of its letters.
    pub(super) fn begins_right(&mut self, classes: &[BidiClass]) -> bool {
        let of_ends = direction_of_ends(classes);
        self.right += usize::from(of_ends == Some(true));
        self.left += usize::from(of_ends == Some(false));
        of_ends.unwrap_or_else(|| {
            if self.right != self.left {
                return self.right > self.left;
            }
            let right = classes.iter().filter(|class| class.is_right()).count();
            right >= classes.iter().filter(|class| **class == Left).count()
        })
    }
}

/// Returns whether both the first and the last letter are right-to-left. `None` if only one is.
fn direction_of_ends(classes: &[BidiClass]) -> Option<bool> {
    let is_letter = |class: &&BidiClass| **class == Left || class.is_right();
    let first = classes.iter().find(is_letter)?.is_right();
    let last = classes.iter().rfind(is_letter)?.is_right();
    (first == last).then_some(first)
}

/// A step of the reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The index in left-to-right order.
    pub(super) index: usize,
    /// Whether the text continues to the left of it.
    pub(super) is_right_to_left: bool,
}

/// Returns the reading order of a line whose classes are given from left to right.
pub(super) fn read_order(classes: &[BidiClass], begins_right: bool) -> Vec<Step> {
    let mut order = ReadOrder { classes, steps: Vec::with_capacity(classes.len()) };
    let mut cells = cells_of(classes);
    if begins_right {
        cells.reverse();
    }
    for cell in cells {
        order.cell(cell, begins_right);
    }
    order.steps
}

/// Returns the cells, and the gaps between them.
fn cells_of(classes: &[BidiClass]) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in classes.iter().enumerate().filter(|(_, class)| **class == Cell) {
        cells.extend([start..at, at..at + 1]);
        start = at + 1;
    }
    cells.push(start..classes.len());
    cells
}

struct ReadOrder<'a> {
    classes: &'a [BidiClass],
    steps: Vec<Step>,
}

impl ReadOrder<'_> {
    fn classes(&self, range: &Range<usize>) -> &[BidiClass] {
        self.classes.get(range.clone()).unwrap_or_default()
    }

    fn forwards(&mut self, range: Range<usize>) {
        self.steps.extend(range.map(|index| Step { index, is_right_to_left: false }));
    }

    fn backwards(&mut self, range: Range<usize>) {
        self.steps.extend(range.rev().map(|index| Step { index, is_right_to_left: true }));
    }

    fn cell(&mut self, cell: Range<usize>, begins_right: bool) {
        if direction_of_ends(self.classes(&cell)).unwrap_or(begins_right) {
            return self.right_to_left(cell);
        }
        let mut start = cell.start;
        while let Some(part) = self.right_part(start..cell.end) {
            self.forwards(start..part.start);
            start = part.end;
            self.right_to_left(part);
        }
        self.forwards(start..cell.end);
    }

    /// Returns the first right-to-left part of a range: up to the last such letter before a
    /// left-to-right one.
    fn right_part(&self, range: Range<usize>) -> Option<Range<usize>> {
        let classes = self.classes(&range);
        let first = classes.iter().position(|class| class.is_right())?;
        let rest = classes.get(first..)?;
        let left = rest.iter().position(|class| *class == Left).unwrap_or(rest.len());
        let last = rest.get(..left)?.iter().rposition(|class| class.is_right())?;
        let first = range.start + first;
        Some(first..first + last + 1)
    }

    /// Reads a range right to left, except for the left-to-right words and numbers in it.
    fn right_to_left(&mut self, range: Range<usize>) {
        let mut end = range.end;
        let mut is_arabic = false;
        loop {
            let before = self.classes(&(range.start..end));
            let letter = before.iter().rposition(|class| class.is_right());
            let start = letter.map_or(range.start, |at| range.start + at + 1);
            self.between_letters(start..end, is_arabic);
            if letter.is_none() {
                return;
            }
            end = start - 1;
            is_arabic = self.classes.get(end) == Some(&ArabicLetter);
            self.backwards(end..start);
        }
    }

    /// Reads a range without right-to-left letters. If it has others, everything from its first
    /// word to its last is read left to right.
    fn between_letters(&mut self, range: Range<usize>, is_arabic: bool) {
        let classes = self.classes(&range);
        let Some(letter) = classes.iter().rposition(|class| *class == Left) else {
            return self.numbers(range, is_arabic);
        };
        let first = classes.iter().position(|class| class.is_word()).unwrap_or(letter);
        let after = classes.get(letter + 1..).unwrap_or_default();
        // The number of a list item, which is before its text: `1. Text`.
        let is_item = |three: &[BidiClass]| match three {
            [Space, Separator, number] => number.is_number(),
            _ => false,
        };
        let limit = after.windows(3).position(is_item).unwrap_or(after.len());
        let after = after.get(..limit).unwrap_or_default();
        let mut end =
            after.iter().rposition(|class| class.is_number()).map_or(letter, |at| letter + 1 + at)
                + 1;
        // A bracket belongs to the words if its counterpart is among them.
        while let Some(Bracket(pair)) = classes.get(end) {
            let words = classes.get(first..end).unwrap_or_default();
            if words.iter().filter(|class| **class == Bracket(*pair)).count() % 2 == 0 {
                break;
            }
            end += 1;
        }
        let (first, end) = (range.start + first, range.start + end);
        self.numbers(end..range.end, is_arabic);
        self.forwards(first..end);
        self.backwards(range.start..first);
    }

    /// Reads a range without letters: each number left to right.
    fn numbers(&mut self, range: Range<usize>, is_arabic: bool) {
        let mut end = range.end;
        while end > range.start {
            let start = self.start_of_number(range.start..end, is_arabic);
            if start < end {
                self.forwards(start..end);
                end = start;
            } else {
                end -= 1;
                self.backwards(end..end + 1);
            }
        }
    }

    /// Returns the start of the number at the end of a range, or the end of the range.
    fn start_of_number(&self, range: Range<usize>, is_arabic: bool) -> usize {
        let has_signs = |class: BidiClass| class == Number && !is_arabic;
        let mut before = self.classes(&range);
        if let [rest @ .., Sign] = before
            && rest.last().is_some_and(|last| has_signs(*last))
        {
            before = rest;
        } else if !before.last().is_some_and(|last| last.is_number()) {
            return range.end;
        }
        let ends = |rest: &[BidiClass], is: &dyn Fn(BidiClass) -> bool| {
            rest.last().is_some_and(|last| is(*last))
        };
        loop {
            before = match before {
                [rest @ .., Separator, _] if ends(rest, &BidiClass::is_number) => rest,
                [rest @ .., Dash, digit] if has_signs(*digit) && ends(rest, &has_signs) => rest,
                [rest @ .., Sign, digit] if has_signs(*digit) => return range.start + rest.len(),
                [rest @ .., _] if ends(rest, &BidiClass::is_number) => rest,
                _ => return range.start + before.len().saturating_sub(1),
            };
        }
    }
}
