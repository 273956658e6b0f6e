//! Globs as in minimatch 10.2.6, treating names that start with a dot like any other.
//!
//! A glob is translated to a regular expression for whole paths. A name with `!(…)` has several,
//! because there is no look-around.

mod braces;
mod name;
mod negated;

use crate::shared::clipped;
use name::{is_whole, of_name, whole};
use negated::Negated;
use readroom_search::{MAX_PATTERN_BYTES, Matcher};

pub(super) struct Glob {
    is_negated: bool,
    /// `None` if it matches nothing.
    matcher: Option<Matcher>,
    /// The alternatives with a name that has `!(…)`.
    others: Vec<Negated>,
}

impl Glob {
    /// Compiles a pattern, or returns why that is impossible.
    pub(super) fn new(pattern: &str) -> Result<Self, String> {
        if pattern.is_empty() || pattern.starts_with('#') {
            return Ok(Self { is_negated: false, matcher: None, others: Vec::new() });
        }
        let too_complex = || format!("The pattern is too complex: {}", clipped(pattern));
        if pattern.len() > MAX_PATTERN_BYTES {
            return Err(too_complex());
        }
        let text = pattern.trim_start_matches('!');
        let paths = braces::expand(&in_units(text)).ok_or_else(too_complex)?;
        let (mut plain, mut others) = (Vec::new(), Vec::new());
        for path in &paths {
            match of_path(path).ok_or_else(|| unsupported(pattern))? {
                (path, None) => plain.push(path),
                (before, Some((name, after))) => {
                    let name = Negated::new(&before, name, &after);
                    others.push(name.ok_or_else(|| unsupported(pattern))?);
                }
            }
            if others.len() > MAX_OTHERS {
                return Err(too_complex());
            }
        }
        let matcher = match plain.is_empty() {
            true => None,
            false => Some(whole(&plain.join("|")).ok_or_else(too_complex)?),
        };
        let is_negated = (pattern.len() - text.len()) % 2 == 1;
        Ok(Self { is_negated, matcher, others })
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        let path = in_units(path);
        let is_plain = self.matcher.as_ref().is_some_and(|matcher| is_whole(matcher, &path));
        (is_plain || self.others.iter().any(|other| other.matches(&path))) != self.is_negated
    }
}

/// The maximum number of alternatives with `!(…)`.
const MAX_OTHERS: usize = 32;

fn unsupported(pattern: &str) -> String {
    let pattern = clipped(pattern);
    format!("A group such as !(a|b) is not supported here, exclude a|b instead: {pattern}")
}

/// Maps each UTF-16 unit to a character, because `?` matches one unit. Private-use characters
/// represent surrogates, and the line feed and NUL, which no expression matches.
fn in_units(text: &str) -> String {
    let private = |unit: u16| char::from_u32(0x10_0000 + u32::from(unit));
    let character = |unit: u16| match char::from_u32(unit.into()) {
        None | Some('\n' | '\0') => private(unit),
        character => character,
    };
    text.encode_utf16().filter_map(character).collect()
}

/// Returns the expression for a pattern without braces. If one of its names has `!(…)`, that ends
/// before the name, which follows with the expression after it.
fn of_path(pattern: &str) -> Option<(String, Option<(&str, String)>)> {
    let mut parts: Vec<&str> = Vec::new();
    let last = pattern.split('/').count() - 1;
    for (at, part) in pattern.split('/').enumerate() {
        let before = parts.last().copied();
        match part {
            "" if at > 0 && at < last => {}
            "**" if before == Some("**") => {}
            ".." if before.is_some_and(|before| !["", ".", "..", "**"].contains(&before)) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let mut expression = String::new();
    let mut negated = None;
    let mut slash = "";
    for (at, part) in parts.iter().enumerate() {
        expression.push_str(slash);
        slash = match *part {
            // At the end it matches at least one name.
            "**" if at + 1 == parts.len() => {
                expression.push_str(".+");
                ""
            }
            "**" => {
                expression.push_str("(?:.+/)?");
                ""
            }
            name if negated::is_in(name) => {
                let before = std::mem::take(&mut expression);
                if negated.replace((before, name)).is_some() {
                    return None;
                }
                "/"
            }
            name => {
                expression.push_str(&of_name(name)?);
                "/"
            }
        };
    }
    Some(match negated {
        Some((before, name)) => (before, Some((name, expression))),
        None => (expression, None),
    })
}

#[cfg(test)]
mod tests;
