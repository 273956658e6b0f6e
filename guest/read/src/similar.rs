//! Finds names in a directory that are similar to a missing one.
//!
//! Covers common mistakes of people and models: case, composed characters, the extension, letters
//! left out, added, exchanged or swapped.

use readroom_core::{Directory, FileError, Tree};
use readroom_names::nfd;
use std::ops::ControlFlow;

/// The maximum number of suggested names.
const MAX_NAMES: usize = 3;

/// The maximum number of entries of a directory that are compared.
const MAX_COMPARED: usize = 10_000;

/// The maximum number of characters of names that are compared letter by letter.
const MAX_CHARACTERS: usize = 64;

/// Returns the entries whose names are closest to the missing one, the best first. In a very large
/// directory only some are compared.
pub(crate) fn closest<T: Tree>(
    directory: &Directory<'_, T>,
    missing: &str,
) -> Result<Vec<String>, FileError> {
    let mut closest = Closest::to(missing);
    directory.each_entry(&mut |name, _| closest.compare(name))?;
    let names = closest.names();
    Ok(names.filter(|name| !directory.is_denied(name)).collect())
}

/// Returns the names that are closest to the missing one, the best first. Of very many, only some
/// are compared.
pub fn closest_of<'n>(missing: &str, mut names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut closest = Closest::to(missing);
    let _ = names.try_for_each(|name| closest.compare(name));
    closest.names().collect()
}

/// The names that are closest to one.
struct Closest<'m> {
    exact: &'m str,
    missing: Folded,
    found: Vec<(u32, String)>,
    compared: usize,
}

impl<'m> Closest<'m> {
    fn to(missing: &'m str) -> Self {
        let (found, compared) = (Vec::new(), 0);
        Self { exact: missing, missing: Folded::of(missing), found, compared }
    }

    fn compare(&mut self, name: &str) -> ControlFlow<()> {
        // A broken link has the very name that is missing.
        if name != self.exact
            && let Some(distance) = self.missing.distance(&Folded::of(name))
        {
            let is_closer = |(known, other): &(u32, String)| (*known, &**other) < (distance, name);
            let at = self.found.partition_point(is_closer);
            let is_new = self.found.get(at).is_none_or(|(_, other)| other != name);
            if at < MAX_NAMES && is_new {
                self.found.insert(at, (distance, name.into()));
                self.found.truncate(MAX_NAMES);
            }
        }
        self.compared += 1;
        if self.compared < MAX_COMPARED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn names(self) -> impl Iterator<Item = String> {
        self.found.into_iter().map(|(_, name)| name)
    }
}

/// Returns the plain character that another resembles: typographic, full-width and look-alike forms
/// of ASCII.
pub(crate) fn plain(character: char) -> char {
    match character {
        '\u{2018}'..='\u{201b}' | '\u{2032}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0)
            .map_or(character, |plain| plain.to_ascii_lowercase()),
        'а' | 'α' => 'a',
        'е' | 'ε' => 'e',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'с' => 'c',
        'ѕ' => 's',
        'у' => 'y',
        'х' | 'χ' => 'x',
        'ν' => 'v',
        other => other,
    }
}

/// A name in the form that is compared: decomposed, in lower case, look-alikes replaced.
struct Folded(Vec<char>);

impl Folded {
    fn of(name: &str) -> Self {
        Self(if name.is_ascii() {
            name.chars().map(|character| character.to_ascii_lowercase()).collect()
        } else {
            nfd(name).chars().flat_map(char::to_lowercase).map(plain).collect()
        })
    }

    /// Returns the name without its extension.
    fn stem(&self) -> &[char] {
        match self.0.iter().rposition(|character| *character == '.') {
            Some(at @ 1..) => self.0.get(..at).unwrap_or_default(),
            _ => &self.0,
        }
    }

    /// Returns the distance to another name, if it is similar: 0 for the same letters, then few
    /// differences, another extension, and a common beginning.
    fn distance(&self, other: &Self) -> Option<u32> {
        if self.0 == other.0 {
            return Some(0);
        }
        // One difference in a short name, three in a long one.
        let max = (self.0.len() / 4).clamp(1, 3);
        let edits = edits(&self.0, &other.0, max);
        let same_stem = (self.stem() == other.stem()).then_some(1);
        let begins = || other.0.starts_with(self.stem()) && self.stem().len() > 2;
        edits
            .map(|edits| edits as u32)
            .into_iter()
            .chain(same_stem)
            .min()
            .or(begins().then_some(10))
    }
}

/// Returns how many letters have to be added, left out, exchanged or swapped with their neighbour
/// to turn one name into the other, if not more than `max`.
fn edits(one: &[char], other: &[char], max: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > max || one.len().max(other.len()) > MAX_CHARACTERS {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, &letter) in one.iter().enumerate() {
        let mut current = Vec::with_capacity(last.len());
        current.push(row + 1);
        for (column, &against) in other.iter().enumerate() {
            let at = |cells: &[usize], column: usize| {
                cells.get(column).copied().unwrap_or(usize::MAX / 2)
            };
            let exchanged = at(&last, column) + usize::from(letter != against);
            let mut best = exchanged.min(at(&last, column + 1) + 1).min(at(&current, column) + 1);
            let swapped = row > 0
                && column > 0
                && one.get(row - 1) == Some(&against)
                && other.get(column - 1) == Some(&letter);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            current.push(best);
        }
        if current.iter().min().is_none_or(|best| *best > max) {
            return None;
        }
        before = std::mem::replace(&mut last, current);
    }
    last.last().copied().filter(|edits| *edits <= max)
}

#[cfg(test)]
mod tests;
