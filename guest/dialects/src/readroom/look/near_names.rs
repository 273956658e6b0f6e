//! Names that are nearly another one.

use std::ops::RangeInclusive;

/// The numbers of letters of names that are compared: others would equal too much, or take long.
const LETTERS: RangeInclusive<usize> = 4..=32;

/// The text between the letters of a name in another style, and any letter or none.
const BETWEEN: &str = "_*";
const ANY: &str = "[a-z0-9]?";

/// Returns an expression for the names that differ from one in case, in `_` and `-`, and in one
/// letter that is wrong, missing, too many, or swapped with the next one. `None` if it is not a
/// name, or too short.
pub(super) fn nearly(name: &str) -> Option<String> {
    if !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
        return None;
    }
    let letters: Vec<_> = name.chars().filter(|c| c.is_alphanumeric()).map(String::from).collect();
    if !LETTERS.contains(&letters.len()) {
        return None;
    }
    let mut near = [&*letters.join(BETWEEN), BETWEEN, ANY].concat();
    for at in 0..letters.len() {
        let mut other = letters.clone();
        if let Some(letter) = other.get_mut(at) {
            *letter = [ANY, BETWEEN, letter, "?"].concat();
        }
        let mut swapped = letters.clone();
        swapped.swap(at, (at + 1).min(letters.len() - 1));
        for letters in [other, swapped] {
            near.extend(["|", &*letters.join(BETWEEN)]);
        }
    }
    Some(format!("(?i:_*(?:{near})_*)"))
}

#[cfg(test)]
mod tests;
