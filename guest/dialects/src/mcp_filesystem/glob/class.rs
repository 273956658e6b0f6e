//! Classes in globs, such as `[a-z]`, `[!a]` and `[[:alpha:]]`.

use super::name::character;
use regex_syntax::hir::{Class as HirClass, HirKind};

/// A class of units, or of characters.
pub(super) struct Class {
    items: Vec<Item>,
    /// Names of properties that a unit must not have to match.
    excluded: Vec<Vec<(u32, u32)>>,
    is_negated: bool,
}

/// What a class contains.
enum Item {
    Range(u32, u32),
    Property(Vec<(u32, u32)>),
}

/// What is at an opening bracket.
pub(super) enum Parsed {
    /// One unit.
    Unit(u16),
    Class(Class),
    /// A class that matches nothing, and takes the rest of the text with it.
    Nothing,
}

/// A class by its name.
struct Named {
    name: &'static str,
    /// As a class of regular expressions.
    properties: &'static str,
    /// Whether a pattern with it is about characters and not about units.
    is_unicode: bool,
    is_negated: bool,
}

const fn named(name: &'static str, properties: &'static str) -> Named {
    Named { name, properties, is_unicode: true, is_negated: false }
}

/// In the order in which they are tried.
const NAMED: [Named; 14] = [
    named("[:alnum:]", r"[\p{L}\p{Nl}\p{Nd}]"),
    named("[:alpha:]", r"[\p{L}\p{Nl}]"),
    Named { is_unicode: false, ..named("[:ascii:]", r"[\x00-\x7f]") },
    named("[:blank:]", r"[\p{Zs}\t]"),
    named("[:cntrl:]", r"[\p{Cc}]"),
    named("[:digit:]", r"[\p{Nd}]"),
    Named { is_negated: true, ..named("[:graph:]", r"[\p{Z}\p{C}]") },
    named("[:lower:]", r"[\p{Ll}]"),
    Named { is_negated: true, ..named("[:print:]", r"[\p{C}]") },
    named("[:punct:]", r"[\p{P}]"),
    named("[:space:]", r"[\p{Z}\t\r\n\x0b\x0c]"),
    named("[:upper:]", r"[\p{Lu}]"),
    named("[:word:]", r"[\p{L}\p{Nl}\p{Nd}\p{Pc}]"),
    Named { is_unicode: false, ..named("[:xdigit:]", "[A-Fa-f0-9]") },
];

/// What was parsed, how many units it has, and whether the pattern is about characters.
pub(super) struct Bracket {
    pub(super) parsed: Parsed,
    pub(super) length: usize,
    pub(super) is_unicode: bool,
}

impl Class {
    /// Parses a class at an opening bracket. `None` if it is not closed.
    pub(super) fn parse(text: &[u16]) -> Option<Bracket> {
        let nothing = || Bracket { parsed: Parsed::Nothing, length: text.len(), is_unicode: false };
        let is = |at: usize, byte: u8| text.get(at) == Some(&u16::from(byte));
        let mut class = Self { items: Vec::new(), excluded: Vec::new(), is_negated: false };
        // How many units were written for each item: a class of one is that unit.
        let mut single = None;
        let (mut is_unicode, mut has_started, mut is_escaped) = (false, false, false);
        let mut range_start: Option<u16> = None;
        let mut at = 1;
        let length = loop {
            let unit = *text.get(at)?;
            if at == 1 && (is(at, b'!') || is(at, b'^')) {
                class.is_negated = true;
                at += 1;
                continue;
            }
            if is(at, b']') && has_started && !is_escaped {
                break at + 1;
            }
            has_started = true;
            if is(at, b'\\') && !is_escaped {
                is_escaped = true;
                at += 1;
                continue;
            }
            if is(at, b'[')
                && !is_escaped
                && let Some(named) = NAMED.iter().find(|named| starts_with(text, at, named.name))
            {
                if range_start.is_some() {
                    return Some(nothing());
                }
                at += named.name.len();
                let ranges = ranges(named.properties);
                match named.is_negated {
                    true => class.excluded.push(ranges),
                    false => class.items.push(Item::Property(ranges)),
                }
                is_unicode |= named.is_unicode;
                continue;
            }
            is_escaped = false;
            if let Some(start) = range_start.take() {
                if unit >= start {
                    single = Some(unit).filter(|_| unit == start);
                    class.items.push(Item::Range(start.into(), unit.into()));
                }
                at += 1;
            } else if is(at + 1, b'-') && is(at + 2, b']') {
                class.items.push(Item::Range(unit.into(), unit.into()));
                class.items.push(Item::Range(u32::from(b'-'), u32::from(b'-')));
                at += 2;
            } else if is(at + 1, b'-') {
                range_start = Some(unit);
                at += 2;
            } else {
                single = Some(unit);
                class.items.push(Item::Range(unit.into(), unit.into()));
                at += 1;
            }
        };
        let parsed = match (class.items.as_slice(), single) {
            ([], _) if class.excluded.is_empty() => return Some(nothing()),
            ([Item::Range(..)], Some(unit)) if class.excluded.is_empty() && !class.is_negated => {
                Parsed::Unit(unit)
            }
            _ => Parsed::Class(class),
        };
        Some(Bracket { parsed, length, is_unicode })
    }

    /// Returns whether a unit or a character is in the class.
    pub(super) fn has(&self, unit: u32) -> bool {
        let is_in = |ranges: &[(u32, u32)]| {
            let at = ranges.partition_point(|(_, last)| *last < unit);
            ranges.get(at).is_some_and(|(first, _)| *first <= unit)
        };
        let is_item = |item: &Item| match item {
            Item::Range(first, last) => (*first..=*last).contains(&unit),
            Item::Property(ranges) => is_in(ranges),
        };
        (!self.items.is_empty() && self.items.iter().any(is_item) != self.is_negated)
            || (!self.excluded.is_empty()
                && self.excluded.iter().any(|ranges| is_in(ranges)) == self.is_negated)
    }

    /// Makes characters of the surrogates that are beside each other.
    pub(super) fn join_surrogates(&mut self) {
        let mut items: Vec<Item> = Vec::new();
        for item in self.items.drain(..) {
            if let Item::Range(low, same) = item
                && low == same
                && let Some(Item::Range(high, other)) = items.last_mut()
                && high == other
                && let Some(character) = character(*high, low)
            {
                (*high, *other) = (character, character);
                continue;
            }
            items.push(item);
        }
        self.items = items;
    }

    /// Returns how much memory the class takes, in units.
    pub(super) fn cost(&self) -> usize {
        let items = self.items.iter().map(|item| match item {
            Item::Range(..) => 4,
            Item::Property(ranges) => 2 * ranges.len(),
        });
        items.sum::<usize>() + self.excluded.iter().map(|ranges| 2 * ranges.len()).sum::<usize>()
    }
}

fn starts_with(text: &[u16], at: usize, name: &str) -> bool {
    let here = text.get(at..at + name.len()).unwrap_or_default();
    here.len() == name.len()
        && here.iter().zip(name.bytes()).all(|(unit, byte)| *unit == u16::from(byte))
}

/// Returns the characters of a class of regular expressions.
fn ranges(properties: &str) -> Vec<(u32, u32)> {
    let Ok(parsed) = regex_syntax::parse(properties) else { return Vec::new() };
    match parsed.into_kind() {
        HirKind::Class(HirClass::Unicode(class)) => {
            class.iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
        _ => Vec::new(),
    }
}
