//! The labels of list items: `-`, or numbers, also of the levels around them.

use crate::numerals::Numerals;
use std::cmp::Ordering;

/// The maximum number of levels of a list.
pub(crate) const LEVELS: usize = 10;

/// The next number on each level, once it has one.
pub(crate) type Counters = [Option<u64>; LEVELS];

/// The labels of the items on one level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    pub(crate) start: u64,
    pub(crate) numerals: Numerals,
    /// The characters below [`LEVELS`] stand for the number of a level. For a bullet, its label.
    pub(crate) pattern: String,
    /// Whether all its numbers are decimal.
    pub(crate) is_legal: bool,
    /// The highest level after which it does not restart, from 1. 0 means that it never does.
    pub(crate) restart: Option<u64>,
}

/// Counts an item at a level, and returns its label. `None` if the list has no such level.
pub(crate) fn next_label<'l>(
    counters: &mut Counters,
    at: usize,
    level: &dyn Fn(usize) -> Option<&'l Level>,
) -> Option<String> {
    counters.get(at)?;
    let current = level(at)?;
    for (number, counter) in counters.iter_mut().enumerate() {
        let of = level(number);
        let start = of.map_or(1, |level| level.start);
        match number.cmp(&at) {
            Ordering::Less => *counter = counter.or(Some(start + 1)),
            Ordering::Equal => *counter = Some(counter.unwrap_or(start).saturating_add(1)),
            Ordering::Greater => {
                let restart = of.and_then(|level| level.restart);
                *counter = counter.filter(|_| restart.is_some_and(|restart| at as u64 >= restart));
            }
        }
    }
    if current.numerals == Numerals::Bullet {
        return Some(current.pattern.clone());
    }
    let mut label = String::new();
    for character in current.pattern.chars() {
        let at = character as usize;
        match (level(at), counters.get(at)) {
            (Some(level), Some(Some(next))) => {
                let is_decimal = current.is_legal && !matches!(level.numerals, Numerals::Padded(_));
                let numerals = if is_decimal { Numerals::Decimal } else { level.numerals };
                label.push_str(&numerals.write(next.saturating_sub(1)));
            }
            (_, Some(_)) => {}
            _ => label.push(character),
        }
    }
    Some(label.trim().into())
}
