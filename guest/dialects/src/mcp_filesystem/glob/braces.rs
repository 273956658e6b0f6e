//! Braces in globs, as bash and the package brace-expansion 5.0.13 expand them: `{a,b}`, `{1..3}`.
//!
//! Patterns are UTF-16. While they are expanded, lone surrogates, which no pattern has, stand for
//! escaped characters.

use super::name::units;
use super::sequence::{Sequence, padded};

/// The maximum number of patterns, and of their units together.
const MAX_PATTERNS: usize = 100_000;
const MAX_UNITS: usize = 4_000_000;

/// The maximum depth of nested braces. The package stops at 1000, which takes more stack.
const MAX_DEPTH: usize = 100;

/// How often a scan begins again behind a brace that does not end a group.
const MAX_REWRITES: usize = 1_000;

/// The maximum number of steps: each unit that is scanned, and each pattern that is made. Long
/// patterns count for more than in the package.
const MAX_STEPS: i64 = 20_000_000;

/// What a group costs in addition.
const GROUP_STEPS: i64 = 16;

const OPEN: u16 = b'{' as u16;
const CLOSE: u16 = b'}' as u16;
const COMMA: u16 = b',' as u16;
const DOT: u16 = b'.' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// Escaped characters, and what stands for each.
const ESCAPES: [(u16, u16); 5] =
    [(BACKSLASH, 0xdc00), (OPEN, 0xdc01), (CLOSE, 0xdc02), (COMMA, 0xdc03), (DOT, 0xdc04)];
const ESCAPED_CLOSE: u16 = 0xdc02;

/// Returns the patterns that a pattern stands for, and the steps that it took.
pub(super) fn expand(pattern: &[u16]) -> (Vec<Vec<u16>>, u64) {
    if !has_group(pattern) {
        return (vec![pattern.to_vec()], 0);
    }
    // A group without members at the very beginning stays as it is.
    let pattern = match pattern {
        [OPEN, CLOSE, rest @ ..] => [&[BACKSLASH, OPEN, BACKSLASH, CLOSE], rest].concat(),
        _ => pattern.to_vec(),
    };
    let mut expansion = Expansion { steps: MAX_STEPS };
    let expanded = expansion.of(escaped(&pattern), 0, true);
    let taken = MAX_STEPS.saturating_sub(expansion.steps);
    (expanded.iter().map(|pattern| unescaped(pattern)).collect(), taken.unsigned_abs())
}

/// Returns whether a brace is opened and closed on a line, with none opened between.
fn has_group(pattern: &[u16]) -> bool {
    let mut is_open = false;
    pattern.iter().any(|unit| {
        match *unit {
            OPEN => is_open = true,
            CLOSE => return is_open,
            other if ends_line(other) => is_open = false,
            _ => {}
        }
        false
    })
}

fn ends_line(unit: u16) -> bool {
    matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029)
}

fn escaped(pattern: &[u16]) -> Vec<u16> {
    let mut text = Vec::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((first, after)) = rest.split_first() {
        let next = after.first().filter(|_| *first == BACKSLASH);
        let escape = next.and_then(|next| ESCAPES.iter().find(|(unit, _)| unit == next));
        text.push(escape.map_or(*first, |(_, escape)| *escape));
        rest = if escape.is_some() { after.get(1..).unwrap_or_default() } else { after };
    }
    text
}

fn unescaped(text: &[u16]) -> Vec<u16> {
    let mut is_in_pair = false;
    let unescape = |unit: &u16| {
        let escape = ESCAPES.iter().find(|(_, escape)| escape == unit).filter(|_| !is_in_pair);
        is_in_pair = (0xd800..0xdc00).contains(unit);
        escape.map_or(*unit, |(unit, _)| *unit)
    };
    text.iter().map(unescape).collect()
}

/// A group in a text: the places of its braces.
struct Group {
    open: usize,
    close: usize,
    /// Whether braces before it have no partner.
    is_behind_unmatched: bool,
}

struct Expansion {
    steps: i64,
}

impl Expansion {
    /// Expands a text whose escapes are replaced. Where steps or depth run out, the rest stays as
    /// it is.
    fn of(&mut self, mut text: Vec<u16>, depth: usize, mut is_top: bool) -> Vec<Vec<u16>> {
        self.steps -= GROUP_STEPS;
        if depth > MAX_DEPTH {
            return vec![text];
        }
        let mut all = vec![Vec::new()];
        let mut rewrites = 0;
        let mut drops_empty = false;
        let mut is_first = true;
        let mut masked = text.clone();
        loop {
            let Some(group) = self.find(&text, &masked) else {
                return self.combined(&all, &text, &[Vec::new()], drops_empty);
            };
            if group.is_behind_unmatched {
                masked = self.without_unmatched(&masked);
            }
            let before = slice(&text, 0, group.open).to_vec();
            let body = slice(&text, group.open + 1, group.close).to_vec();
            let after = slice(&text, group.close + 1, text.len()).to_vec();
            let whole = [&*before, &[OPEN], &*body, &[CLOSE]].concat();
            let ends_here = after.is_empty();
            if before.last() == Some(&u16::from(b'$')) {
                all = self.combined(&all, &whole, &[Vec::new()], drops_empty && ends_here);
                is_first = false;
            } else {
                let sequence = Sequence::of(&body);
                if sequence.is_none() && !body.contains(&COMMA) {
                    if rewrites < MAX_REWRITES && self.set_follows(&after) {
                        rewrites += 1;
                        if let Some(close) = text.get_mut(group.close) {
                            *close = ESCAPED_CLOSE;
                        }
                        if let Some(close) = masked.get_mut(group.close) {
                            *close = ESCAPED_CLOSE;
                        }
                        is_top = true;
                        continue;
                    }
                    let literal = [&*whole, &*after].concat();
                    return self.combined(&all, &literal, &[Vec::new()], drops_empty);
                }
                if std::mem::take(&mut is_first) {
                    drops_empty = is_top && sequence.is_none();
                }
                let drops = drops_empty && ends_here;
                let has_all_empty = before.is_empty() && all.iter().all(Vec::is_empty);
                let values = match sequence {
                    Some(sequence) => self.sequence(&sequence),
                    None => self.members(&body, depth, drops && has_all_empty),
                };
                let next = values.map(|values| self.combined(&all, &before, &values, drops));
                match next.filter(|_| self.steps >= 0) {
                    Some(next) => all = next,
                    None => {
                        let literal = [&*whole, &*after].concat();
                        return self.combined(&all, &literal, &[Vec::new()], drops_empty);
                    }
                }
            }
            if ends_here {
                return all;
            }
            text = after;
            masked.drain(..=group.close.min(masked.len().saturating_sub(1)));
        }
    }

    /// Finds the first group.
    fn find(&mut self, text: &[u16], masked: &[u16]) -> Option<Group> {
        if self.steps < 0 {
            return None;
        }
        let group = first_group(masked);
        self.steps -= match &group {
            Some(group) if !group.is_behind_unmatched => group.close + 1,
            _ => text.len(),
        } as i64;
        group.filter(|_| self.steps >= 0)
    }

    /// Returns a text with the opening braces that have no partner replaced.
    fn without_unmatched(&mut self, text: &[u16]) -> Vec<u16> {
        self.steps -= text.len() as i64;
        let mut open = Vec::new();
        for (at, unit) in text.iter().enumerate() {
            match *unit {
                OPEN => open.push(at),
                CLOSE => drop(open.pop()),
                _ => {}
            }
        }
        let mut text = text.to_vec();
        for at in open {
            if let Some(unit) = text.get_mut(at) {
                *unit = 0;
            }
        }
        text
    }

    /// Returns whether a comma and a closing brace follow on a line.
    fn set_follows(&mut self, text: &[u16]) -> bool {
        self.steps -= text.len() as i64;
        if self.steps < 0 {
            return false;
        }
        let mut is_closed = false;
        for (at, unit) in text.iter().enumerate().rev() {
            match *unit {
                CLOSE => is_closed = true,
                COMMA if is_closed && text.get(at + 1) != Some(&COMMA) => return true,
                other if ends_line(other) => is_closed = false,
                _ => {}
            }
        }
        false
    }

    /// Returns the expanded members of a set. `None` if steps run out.
    fn members(&mut self, body: &[u16], depth: usize, drops_empty: bool) -> Option<Vec<Vec<u16>>> {
        let mut members = self.split(body)?;
        if let [only] = members.as_mut_slice() {
            let inner = self.of(std::mem::take(only), depth + 1, false);
            if self.steps < 0 {
                return None;
            }
            members = inner.iter().map(|text| [&[OPEN], &**text, &[CLOSE]].concat()).collect();
            if members.len() == 1 {
                return Some(members);
            }
        }
        let (mut values, mut length) = (Vec::new(), 0);
        for member in members {
            let expanded = self.of(member, depth + 1, false);
            if self.steps < 0 {
                return None;
            }
            for value in expanded {
                if drops_empty && value.is_empty() {
                    continue;
                }
                if values.len() >= MAX_PATTERNS || length + value.len() > MAX_UNITS {
                    return Some(values);
                }
                length += value.len();
                values.push(value);
            }
        }
        Some(values)
    }

    /// Splits the body of a set at the commas outside of the groups in it.
    fn split(&mut self, body: &[u16]) -> Option<Vec<Vec<u16>>> {
        let mut parts: Vec<Vec<u16>> = vec![Vec::new()];
        let mut text = body;
        let add = |parts: &mut Vec<Vec<u16>>, text: &[u16]| {
            for (at, part) in text.split(|unit| *unit == COMMA).enumerate() {
                match parts.last_mut().filter(|_| at == 0) {
                    Some(last) => last.extend_from_slice(part),
                    None => parts.push(part.to_vec()),
                }
            }
        };
        loop {
            let group = self.find(text, text);
            if self.steps < 0 {
                return None;
            }
            let Some(Group { open, close, .. }) = group else {
                add(&mut parts, text);
                return Some(parts);
            };
            add(&mut parts, slice(text, 0, open));
            if let Some(last) = parts.last_mut() {
                last.extend_from_slice(slice(text, open, close + 1));
            }
            text = slice(text, close + 1, text.len());
            if text.is_empty() {
                return Some(parts);
            }
        }
    }

    /// Returns the values of a sequence. `None` if steps run out.
    fn sequence(&mut self, sequence: &Sequence) -> Option<Vec<Vec<u16>>> {
        let Sequence { first, last, step, width, is_padded, is_alphabetic } = *sequence;
        let step = if last < first { -step } else { step };
        let cost = if is_padded { width as i64 } else { 1 };
        let (mut values, mut length) = (Vec::new(), 0);
        let mut value = first;
        while (if step < 0.0 { value >= last } else { value <= last })
            && values.len() < MAX_PATTERNS
        {
            self.steps -= cost;
            if self.steps < 0 {
                return None;
            }
            let text = match is_alphabetic {
                true if value as u16 == BACKSLASH => Vec::new(),
                true => vec![value as u16],
                false => units(&padded(value, width, is_padded)),
            };
            if length + text.len() > MAX_UNITS {
                break;
            }
            length += text.len();
            values.push(text);
            value += step;
        }
        Some(values)
    }

    /// Returns each text with each value behind it.
    fn combined(
        &mut self,
        all: &[Vec<u16>],
        between: &[u16],
        values: &[Vec<u16>],
        drops_empty: bool,
    ) -> Vec<Vec<u16>> {
        let (mut combined, mut length) = (Vec::new(), 0);
        'all: for text in all {
            let is_empty = text.is_empty() && between.is_empty();
            for value in values {
                if drops_empty && is_empty && value.is_empty() {
                    continue;
                }
                let size = text.len() + between.len() + value.len();
                if combined.len() >= MAX_PATTERNS || length + size > MAX_UNITS {
                    break 'all;
                }
                length += size;
                combined.push([&**text, between, &**value].concat());
            }
        }
        // A pattern is copied whole.
        self.steps -= (combined.len() + length / 8) as i64;
        combined
    }
}

fn slice(text: &[u16], from: usize, to: usize) -> &[u16] {
    text.get(from..to).unwrap_or_default()
}

/// Finds the first outermost pair of braces; if one is never closed, the first pair within.
fn first_group(text: &[u16]) -> Option<Group> {
    let mut open = Vec::new();
    let mut first: Option<(usize, usize)> = None;
    for (at, unit) in text.iter().enumerate() {
        match *unit {
            OPEN => open.push(at),
            CLOSE => {
                let Some(begin) = open.pop() else { continue };
                if open.is_empty() {
                    return Some(Group { open: begin, close: at, is_behind_unmatched: false });
                }
                if first.is_none_or(|(known, _)| begin < known) {
                    first = Some((begin, at));
                }
            }
            _ => {}
        }
    }
    first.map(|(open, close)| Group { open, close, is_behind_unmatched: true })
}
