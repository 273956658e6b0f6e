//! The order of names in JavaScript's `localeCompare` for English.
//!
//! This is the root collation of Unicode's CLDR: the first difference between two characters
//! decides, then accents, then case; punctuation counts. The table has Latin, Greek, Cyrillic and
//! Japanese letters and most signs; other characters are sorted by their code points, ideographs
//! last.

use readroom_core::sort_by;
use readroom_names::nfd;

/// Three parts with an empty line between them, generated with ICU 78. The first has characters in
/// order: `~` precedes one that differs only in an accent, `=` one that differs in less. The second
/// has accents in order. The third has characters that expand to several; `!` marks one that
/// differs from these by more than case. `*` is the position of all other characters. All are code
/// points in hexadecimal.
const TABLE: &str = include_str!("collation.txt");

/// Separates the levels of a key. No weight is lower.
const LEVEL: char = '\u{1}';

/// The weight of a character without anything special. No other is lower.
const COMMON: u32 = 2;

/// The weight of the first accent: more than any difference within a character.
const ACCENTS: u32 = 0x100;

/// The weight of the first character of the order.
const PRIMARY: u32 = 0x100;

/// How much higher an expanded character is than its expansion: more than any difference of case.
const FORM: u32 = 0x40;

/// Precedes ideographs.
const IDEOGRAPH: char = '\u{f0000}';
const RARE_IDEOGRAPH: char = '\u{f0001}';

/// An order of names.
pub(crate) struct Collation {
    /// Sorted by character.
    ranges: Vec<Range>,
    expansions: Vec<Expansion>,
    /// Precedes characters that are not in the table.
    others: char,
}

/// Characters with consecutive weights.
struct Range {
    first: u32,
    last: u32,
    weight: Weight,
}

/// The weight of the first character of a range.
#[derive(Clone, Copy)]
enum Weight {
    Character { primary: u32, secondary: u32, tertiary: u32 },
    Accent(u32),
}

/// A character that expands to several.
struct Expansion {
    character: u32,
    /// Whether it differs from these by more than case.
    is_accented: bool,
    parts: Vec<u32>,
}

impl Collation {
    pub(crate) fn new() -> Self {
        let mut parts = TABLE.split("\n\n");
        let mut part = || parts.next().unwrap_or_default().split_ascii_whitespace();
        let mut ranges = Vec::new();
        let mut primary = PRIMARY;
        let mut others = IDEOGRAPH;
        for token in part() {
            if token == "*" {
                others = weight(primary);
            }
            primary += add_characters(token, primary, &mut ranges);
        }
        let mut accent = ACCENTS;
        for token in part() {
            if let Some((first, last)) = range(token) {
                ranges.push(Range { first, last, weight: Weight::Accent(accent) });
                accent += last - first + 1;
            }
        }
        let expansions = part().filter_map(expansion).collect();
        sort_by(&mut ranges, |a, b| a.first.cmp(&b.first));
        Self { ranges, expansions, others }
    }

    /// Sorts items by their names.
    pub(crate) fn sorted<T>(&self, items: Vec<T>, name: impl Fn(&T) -> String) -> Vec<T> {
        let keyed = items.into_iter().map(|item| (self.key(&name(&item)), item));
        let mut keyed: Vec<_> = keyed.collect();
        sort_by(&mut keyed, |(a, _), (b, _)| a.cmp(b));
        keyed.into_iter().map(|(_, item)| item).collect()
    }

    /// Returns a key that compares like the name.
    pub(crate) fn key(&self, name: &str) -> String {
        let mut key = Key::default();
        for character in nfd(name).chars() {
            self.add(character.into(), 0, 0, &mut key);
        }
        let Key { mut primary, secondary, tertiary } = key;
        for level in [&secondary, &tertiary] {
            primary.push(LEVEL);
            // Trailing common weights are redundant.
            primary.push_str(level.trim_end_matches(weight(COMMON)));
        }
        primary
    }

    /// Adds the weights of a character to a key, higher by this much.
    fn add(&self, character: u32, more_secondary: u32, more_tertiary: u32, key: &mut Key) {
        let at = self.ranges.partition_point(|range| range.first <= character);
        let known = at.checked_sub(1).and_then(|at| self.ranges.get(at));
        if let Some(range) = known.filter(|range| character <= range.last) {
            let further = character - range.first;
            match range.weight {
                Weight::Character { primary, secondary, tertiary } => {
                    key.primary.push(weight(primary + further));
                    key.secondary.push(weight(secondary + more_secondary));
                    key.tertiary.push(weight(tertiary + more_tertiary));
                }
                Weight::Accent(accent) => {
                    key.secondary.push(weight(accent + further));
                    key.tertiary.push(weight(COMMON));
                }
            }
            return;
        }
        if let Some(found) = self.expansions.iter().find(|known| known.character == character) {
            let secondary = if found.is_accented { FORM } else { 0 };
            found.parts.iter().for_each(|part| self.add(*part, secondary, FORM, key));
            return;
        }
        match character {
            // Controls and formatting characters are ignored.
            ..=0x1f
            | 0x7f..=0x9f
            | 0xad
            | 0x200b..=0x200f
            | 0x202a..=0x202e
            | 0x2060..=0x206f
            | 0xfe00..=0xfe0f
            | 0xfeff
            | 0xfff9..=0xfffb
            | 0xe_0000..=0xe_0fff => {}
            _ => {
                let group = match character {
                    0x4e00..=0x9fff | 0xf900..=0xfaff => IDEOGRAPH,
                    0x3400..=0x4dbf | 0x2_0000..=0x3_ffff => RARE_IDEOGRAPH,
                    _ => self.others,
                };
                key.primary.push(group);
                key.primary.extend(char::from_u32(character));
                key.secondary.push(weight(COMMON));
                key.tertiary.push(weight(COMMON));
            }
        }
    }
}

#[derive(Default)]
struct Key {
    primary: String,
    secondary: String,
    tertiary: String,
}

/// Returns a weight as a character, because keys are compared as text. Weights are below the
/// surrogates.
fn weight(weight: u32) -> char {
    char::from_u32(weight).unwrap_or(char::MAX)
}

/// Adds the characters of a token of the first part, and returns the number of weights they take.
fn add_characters(token: &str, primary: u32, ranges: &mut Vec<Range>) -> u32 {
    if let Some((first, last)) = range(token) {
        let weight = Weight::Character { primary, secondary: COMMON, tertiary: COMMON };
        ranges.push(Range { first, last, weight });
        return last - first + 1;
    }
    let (mut secondary, mut tertiary) = (COMMON, COMMON);
    for part in token.split_inclusive(['=', '~']) {
        let (digits, next) = match part.strip_suffix('=') {
            Some(digits) => (digits, Some((secondary, tertiary + 1))),
            None => match part.strip_suffix('~') {
                Some(digits) => (digits, Some((secondary + 1, COMMON))),
                None => (part, None),
            },
        };
        if let Some(first) = code_point(digits) {
            let weight = Weight::Character { primary, secondary, tertiary };
            ranges.push(Range { first, last: first, weight });
        }
        (secondary, tertiary) = next.unwrap_or((secondary, tertiary));
    }
    1
}

/// Parses a character or a range of them.
fn range(token: &str) -> Option<(u32, u32)> {
    let (first, last) = token.split_once('-').unwrap_or((token, token));
    Some((code_point(first)?, code_point(last)?))
}

fn expansion(token: &str) -> Option<Expansion> {
    let (character, parts) = token.split_once(':')?;
    let (character, is_accented) = match character.strip_suffix('!') {
        Some(character) => (character, true),
        None => (character, false),
    };
    let parts = parts.split('+').map(code_point).collect::<Option<_>>()?;
    Some(Expansion { character: code_point(character)?, is_accented, parts })
}

fn code_point(digits: &str) -> Option<u32> {
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests;
