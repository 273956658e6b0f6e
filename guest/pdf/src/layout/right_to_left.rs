//! The order in which a line with Hebrew, Arabic or the like is read, from the order in which it is
//! seen from left to right: the bidirectional algorithm of Unicode (UAX #9), backwards.
//!
//! More than one text can look the same. Then numbers beside Latin words are read with them, as in
//! `Chapter 3`.

use std::ops::Range;

/// What matters of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A letter that is read from left to right.
    Left,
    /// A letter that is read from right to left.
    Right,
    /// As `Right`, and numbers beside it do without dashes and signs.
    Arabic,
    Number,
    /// What may stand within a number, such as a comma.
    Separator,
    /// What may stand within a number, but not beside Arabic.
    Dash,
    /// What may stand before a number or behind it, but not beside Arabic.
    Sign,
    /// Spaces and all other marks.
    Neutral,
}

impl Kind {
    /// Returns the kind of a text: that of its first character that has one.
    pub(super) fn of(text: &str) -> Self {
        let kinds = text.chars().map(of_character);
        kinds.into_iter().find(|kind| *kind != Self::Neutral).unwrap_or(Self::Neutral)
    }

    fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::Arabic)
    }

    fn is_strong(self) -> bool {
        self == Self::Left || self.is_right()
    }
}

fn of_character(character: char) -> Kind {
    match character {
        '0'..='9' | '\u{660}'..='\u{669}' | '\u{66b}' | '\u{66c}' | '\u{6f0}'..='\u{6f9}' => {
            Kind::Number
        }
        ',' | '.' | ':' | '/' | '\u{60c}' => Kind::Separator,
        '+' | '-' | '\u{2212}' => Kind::Dash,
        '#'..='%' | '\u{a2}'..='\u{a5}' | '\u{b0}' | '\u{66a}' | '\u{20a0}'..='\u{20cf}' => {
            Kind::Sign
        }
        '\u{590}'..='\u{5ff}'
        | '\u{7c0}'..='\u{85f}'
        | '\u{200f}'
        | '\u{fb1d}'..='\u{fb4f}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => Kind::Right,
        '\u{600}'..='\u{7bf}'
        | '\u{860}'..='\u{8ff}'
        | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefe}' => Kind::Arabic,
        _ if character.is_alphabetic() => Kind::Left,
        _ => Kind::Neutral,
    }
}

/// Returns whether a text has a letter that is read from right to left.
pub(super) fn is_right_to_left(text: &str) -> bool {
    // Most text has no letter from the first of these on.
    text.chars().any(|character| character >= '\u{590}' && of_character(character).is_right())
}

/// Returns whether a text is a mark above or below a letter.
pub(super) fn is_mark(text: &str) -> bool {
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

/// What is read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The index in the order from left to right.
    pub(super) index: usize,
    /// Whether what follows it in the text is to the left of it.
    pub(super) is_right_to_left: bool,
}

/// Returns the order in which a line is read whose kinds are given from left to right.
/// `begins_right` is whether the line before begins at its right end, and then whether this one
/// does.
pub(super) fn read_order(kinds: &[Kind], begins_right: &mut bool) -> Vec<Step> {
    let mut line = Line { kinds, order: Vec::with_capacity(kinds.len()) };
    *begins_right = line.begins_right(*begins_right);
    if *begins_right {
        line.backwards(0..kinds.len());
        return line.order;
    }
    let mut index = 0;
    while let Some(kind) = kinds.get(index) {
        let end = if kind.is_right() { line.end_of_right(index) } else { index + 1 };
        if kind.is_right() {
            line.backwards(index..end);
        } else {
            line.forwards(index..end);
        }
        index = end;
    }
    line.order
}

struct Line<'a> {
    kinds: &'a [Kind],
    order: Vec<Step>,
}

impl Line<'_> {
    /// Returns whether the line begins at its right end. Where its two ends do not tell, most of
    /// its letters do, or else the line before.
    fn begins_right(&self, last_began_right: bool) -> bool {
        let mut strong = self.kinds.iter().filter(|kind| kind.is_strong());
        let first = strong.next().is_some_and(|kind| kind.is_right());
        if strong.next_back().is_none_or(|last| last.is_right() == first) {
            return first;
        }
        let right = self.kinds.iter().filter(|kind| kind.is_right()).count();
        let left = self.kinds.iter().filter(|kind| **kind == Kind::Left).count();
        if right > 2 * left || left > 2 * right { right > left } else { last_began_right }
    }

    fn forwards(&mut self, range: Range<usize>) {
        self.order.extend(range.map(|index| Step { index, is_right_to_left: false }));
    }

    /// Reads a range from its end to its start, except for the words and numbers in it that are
    /// read from left to right.
    fn backwards(&mut self, range: Range<usize>) {
        let mut end = range.end;
        while end > range.start {
            let start = self.start_of_left(range.start, end).unwrap_or(end);
            if start < end {
                self.forwards(start..end);
                end = start;
            } else {
                end -= 1;
                self.order.push(Step { index: end, is_right_to_left: true });
            }
        }
    }

    /// Returns where a part that is read from right to left ends: behind its last letter.
    fn end_of_right(&self, start: usize) -> usize {
        let mut end = start;
        for (index, kind) in self.kinds.iter().enumerate().skip(start) {
            match kind {
                Kind::Left => break,
                Kind::Right | Kind::Arabic => end = index + 1,
                _ => {}
            }
        }
        end
    }

    /// Returns where a part begins that is read from left to right, if one ends here.
    fn start_of_left(&self, low: usize, end: usize) -> Option<usize> {
        let is_arabic =
            self.kinds.get(end..)?.iter().find(|kind| kind.is_strong()) == Some(&Kind::Arabic);
        let before = self.kinds.get(low..end)?;
        let (last, rest) = before.split_last()?;
        // A sign behind a number.
        let is_sign = *last == Kind::Sign && rest.last() == Some(&Kind::Number) && !is_arabic;
        if !(is_sign || matches!(last, Kind::Left | Kind::Number)) {
            return None;
        }
        let mut start = before.len() - 1 - usize::from(is_sign);
        for (index, kind) in before.iter().enumerate().take(start).rev() {
            let next = before.get(start)?;
            let is_joined = match (kind, next) {
                (Kind::Left, Kind::Left | Kind::Number) | (Kind::Number, Kind::Left) => true,
                (Kind::Number, Kind::Number) => match before.get(index + 1..start)? {
                    [] | [Kind::Separator] => true,
                    [Kind::Dash] => !is_arabic,
                    _ => false,
                },
                (Kind::Right | Kind::Arabic, _) => break,
                _ => continue,
            };
            if !is_joined {
                break;
            }
            start = index;
        }
        let has_sign = start > 0 && before.get(start - 1) == Some(&Kind::Sign);
        if has_sign && before.get(start) == Some(&Kind::Number) && !is_arabic {
            start -= 1;
        }
        Some(low + start)
    }
}
