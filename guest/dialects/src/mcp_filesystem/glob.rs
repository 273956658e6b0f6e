//! Globs as minimatch 10.2.6 matches them, with names that begin with a dot like any other.
//!
//! Names are UTF-16. What is too long or too complex is refused, and all matching of a call has a
//! budget, so no pattern takes long.

mod braces;
mod budget;
mod class;
mod joins;
mod name;
mod part;
mod places;
mod sequence;
mod syntax;

pub(super) use budget::{Budget, GlobError};
pub(super) use name::Name;
use name::units;
use part::Part;
use std::collections::BTreeSet;

/// The maximum length of a pattern in units.
const MAX_UNITS: usize = 65_536;

/// The maximum number of runs of parts between one `**` and the next.
const MAX_SECTIONS: usize = 200;

const SLASH: u16 = b'/' as u16;

/// A compiled pattern.
pub(super) struct Glob {
    is_negated: bool,
    /// What braces expand to.
    patterns: Vec<Vec<Step>>,
}

/// A part of a pattern between slashes.
enum Step {
    /// `**`.
    Globstar,
    /// Only text.
    Text(Box<[u16]>),
    /// Stars before a text, which is taken as it stands.
    Ends(Box<[u16]>),
    /// Question marks before a text, which is taken as it stands: the length of both.
    Marks(usize, Box<[u16]>),
    Other(Box<Part>),
}

impl Glob {
    /// Compiles a pattern.
    pub(super) fn new(pattern: &str, budget: &Budget) -> Result<Self, GlobError> {
        let pattern = units(pattern);
        if pattern.len() > MAX_UNITS {
            return Err(GlobError::TooLong);
        }
        let nothing = Self { is_negated: false, patterns: Vec::new() };
        if pattern.first().is_none_or(|first| *first == u16::from(b'#')) {
            return Ok(nothing);
        }
        let marks = pattern.iter().take_while(|unit| **unit == u16::from(b'!')).count();
        let mut seen = BTreeSet::new();
        let mut patterns = Vec::new();
        let (expanded, steps) = braces::expand(pattern.get(marks..).unwrap_or_default());
        budget.spend(steps)?;
        for expanded in expanded {
            budget.spend(expanded.len() as u64)?;
            if seen.contains(&expanded) {
                continue;
            }
            let mut steps = Vec::new();
            let mut slashed = expanded.clone();
            slashed.dedup_by(|unit, before| *unit == SLASH && *before == SLASH);
            for part in parts(&slashed) {
                let step = Step::new(part)?;
                budget.take(step.cost())?;
                steps.push(step);
            }
            patterns.push(steps);
            seen.insert(expanded);
        }
        Ok(Self { is_negated: marks % 2 == 1, patterns })
    }

    /// Returns whether a path matches.
    pub(super) fn matches(&self, path: &[Name], budget: &Budget) -> Result<bool, GlobError> {
        for pattern in &self.patterns {
            budget.spend(1)?;
            if is_match(pattern, path, budget)? {
                return Ok(!self.is_negated);
            }
        }
        Ok(self.is_negated)
    }
}

/// Splits a pattern at its slashes, none of which follow each other. `name/..` is nothing, and
/// neither is a `**` behind another.
fn parts(pattern: &[u16]) -> Vec<&[u16]> {
    let [stars, up, here] = ["**", "..", "."].map(units);
    let mut parts: Vec<&[u16]> = Vec::new();
    for part in pattern.split(|unit| *unit == SLASH) {
        let last = parts.last().copied();
        if part == stars && last == Some(part) {
            continue;
        }
        if part == up
            && last
                .is_some_and(|last| !last.is_empty() && last != up && last != here && last != stars)
        {
            parts.pop();
            continue;
        }
        parts.push(part);
    }
    if parts.is_empty() {
        parts.push(&[]);
    }
    parts
}

/// Returns whether the parts of a pattern match the names of a path.
fn is_match(pattern: &[Step], path: &[Name], budget: &Budget) -> Result<bool, GlobError> {
    let mut sections = pattern.split(|step| matches!(step, Step::Globstar));
    let (Some(head), count) = (sections.next(), sections.clone().count()) else {
        return Ok(false);
    };
    if count == 0 {
        return Ok(head.len() == path.len() && fits(head, path, 0, budget)?);
    }
    let tail = sections.next_back().unwrap_or_default();
    let Some(end) = path.len().checked_sub(tail.len()).filter(|end| head.len() <= *end) else {
        return Ok(false);
    };
    if count > MAX_SECTIONS + 1 || !fits(head, path, 0, budget)? || !fits(tail, path, end, budget)?
    {
        return Ok(false);
    }
    // The first place where each section fits leaves most for those behind it.
    let mut at = head.len();
    for section in sections {
        while at + section.len() <= end && !fits(section, path, at, budget)? {
            at += 1;
        }
        at += section.len();
        if at > end {
            return Ok(false);
        }
    }
    // At the end, `**` stands for at least one name.
    Ok(!tail.is_empty() || at < path.len())
}

/// Returns whether parts match the names from a place on.
fn fits(parts: &[Step], path: &[Name], at: usize, budget: &Budget) -> Result<bool, GlobError> {
    for (at, part) in (at..).zip(parts) {
        match path.get(at) {
            Some(name) if part.matches(name, budget)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

impl Step {
    fn new(part: &[u16]) -> Result<Self, GlobError> {
        let is_plain = |rest: &[u16]| !rest.iter().any(|unit| is_one_of(*unit, b"+@!?*[("));
        let behind = |mark: u8| {
            let count = part.iter().take_while(|unit| **unit == u16::from(mark)).count();
            part.get(count..).filter(|rest| count > 0 && is_plain(rest))
        };
        if part == units("**") {
            return Ok(Self::Globstar);
        }
        if let Some(text) = behind(b'*') {
            return Ok(Self::Ends(text.into()));
        }
        if let Some(text) = behind(b'?') {
            return Ok(Self::Marks(part.len(), text.into()));
        }
        if !part.iter().any(|unit| is_one_of(*unit, b"?*[(\\")) {
            return Ok(Self::Text(part.into()));
        }
        Ok(Self::Other(Box::new(Part::compile(part)?)))
    }

    /// Returns how much memory it takes, in units of four bytes.
    fn cost(&self) -> usize {
        8 + match self {
            Self::Globstar => 0,
            Self::Text(text) | Self::Ends(text) | Self::Marks(_, text) => 4 + text.len() / 2,
            Self::Other(part) => part.cost,
        }
    }

    fn matches(&self, name: &Name, budget: &Budget) -> Result<bool, GlobError> {
        let ends_with = |text: &[u16]| {
            let at = name.units.len().checked_sub(text.len());
            let end = at.and_then(|at| name.units.get(at..));
            end.is_some_and(|end| {
                end.iter().zip(text).all(|(unit, other)| *unit == u32::from(*other))
            })
        };
        Ok(match self {
            Self::Globstar => false,
            Self::Text(text) => name.units.len() == text.len() && ends_with(text),
            Self::Ends(text) => ends_with(text),
            Self::Marks(length, text) => name.units.len() == *length && ends_with(text),
            Self::Other(part) => part.matches(name, budget)?,
        })
    }
}

fn is_one_of(unit: u16, bytes: &[u8]) -> bool {
    u8::try_from(unit).is_ok_and(|byte| bytes.contains(&byte))
}

#[cfg(test)]
mod tests;
