//! Globs as in minimatch 10.2.6, treating names that start with a dot like any other.
//!
//! A glob is translated to a regular expression for whole paths. A name with `!(…)` has several,
//! because there is no look-around.

mod braces;
mod negated;

use crate::shared::clip::clipped;
use negated::Negated;
use readroom_search::{LetterCase, LineEnds, MAX_PATTERN_BYTES, Matcher, Pattern, PatternSyntax};

/// The expression of each POSIX class.
const CLASSES: [(&str, &str); 14] = [
    ("[:alnum:]", r"\p{L}\p{Nl}\p{Nd}"),
    ("[:alpha:]", r"\p{L}\p{Nl}"),
    ("[:ascii:]", r"\x00-\x7f"),
    ("[:blank:]", r"\p{Zs}\t"),
    ("[:cntrl:]", r"\p{Cc}"),
    ("[:digit:]", r"\p{Nd}"),
    ("[:graph:]", r"[^\p{Z}\p{C}]"),
    ("[:lower:]", r"\p{Ll}"),
    // Those that cannot be printed, as in the release.
    ("[:print:]", r"\p{C}"),
    ("[:punct:]", r"\p{P}"),
    ("[:space:]", r"\p{Z}\t\r\n\v\f"),
    ("[:upper:]", r"\p{Lu}"),
    ("[:word:]", r"\p{L}\p{Nl}\p{Nd}\p{Pc}"),
    ("[:xdigit:]", "A-Fa-f0-9"),
];

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

/// Compiles an expression for a whole text.
fn whole(expression: &str) -> Option<Matcher> {
    let pattern = Pattern {
        text: &format!(r"\A(?:{expression})\z"),
        syntax: PatternSyntax::Regex,
        case: LetterCase::Sensitive,
        words: false,
    };
    Matcher::new(&pattern, LineEnds::Lf).ok()
}

fn is_whole(matcher: &Matcher, text: &str) -> bool {
    !matcher.find_all(text.as_bytes(), 1).is_empty()
}

/// Maps each UTF-16 unit to a character, because `?` matches one unit. Private-use characters
/// represent surrogates, and the line feed, which no expression matches.
fn in_units(text: &str) -> String {
    let private = |unit: u16| char::from_u32(0x10_0000 + u32::from(unit));
    let character = |unit: u16| match char::from_u32(unit.into()) {
        None | Some('\n') => private(unit),
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

/// Returns the expression for a part between slashes.
fn of_name(part: &str) -> Option<String> {
    // Text after only stars, or only question marks, is literal.
    for mark in ['*', '?'] {
        let text = part.trim_start_matches(mark);
        let count = part.len() - text.len();
        if count > 0 && !text.contains(['+', '@', '!', '?', '*', '[', '(']) {
            let names = if mark == '*' { "[^/]*".into() } else { "[^/]".repeat(count) };
            return Some(text.chars().fold(names, |names, each| names + &escaped(each)));
        }
    }
    let mut expression = String::new();
    // The end of each group.
    let mut groups = Vec::new();
    let mut rest = part;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..)?;
        let group = rest.strip_prefix('(').filter(|inside| inside.contains(')'));
        match (character, group) {
            ('!', Some(_)) => return None,
            ('@' | '?' | '+' | '*', Some(inside)) => {
                expression.push_str("(?:");
                groups.push(if character == '@' { String::new() } else { character.into() });
                rest = inside;
            }
            ('*', None) => expression.push_str("[^/]*"),
            ('?', None) => expression.push_str("[^/]"),
            ('|', _) if !groups.is_empty() => expression.push('|'),
            (')', _) if let Some(end) = groups.pop() => expression.extend([")", &*end]),
            ('[', _) if let Some((class, length)) = class(rest) => {
                expression.push_str(&class);
                rest = rest.get(length..)?;
            }
            ('\\', _) if let Some(next) = rest.chars().next() => {
                expression.push_str(&escaped(next));
                rest = rest.get(next.len_utf8()..)?;
            }
            _ => expression.push_str(&escaped(character)),
        }
    }
    groups.is_empty().then_some(expression)
}

/// Returns the expression of a class after its opening bracket, and its length including the
/// closing one. `None` if there is none.
fn class(text: &str) -> Option<(String, usize)> {
    let is_negated = text.starts_with(['!', '^']);
    let start = text.get(usize::from(is_negated)..)?;
    let (mut members, mut rest) = (String::new(), start);
    while rest.len() == start.len() || !rest.starts_with(']') {
        if let Some((name, class)) = CLASSES.iter().find(|(name, _)| rest.starts_with(name)) {
            members.push_str(class);
            rest = rest.get(name.len()..)?;
            continue;
        }
        let first = member(&mut rest)?;
        let range = rest.strip_prefix('-').filter(|last| !last.starts_with(']'));
        let mut after = range.unwrap_or(rest);
        let last = if range.is_some() { member(&mut after)? } else { first };
        rest = after;
        if first <= last {
            members.extend([&*escaped(first), "-", &*escaped(last)]);
        }
    }
    let class = match (members.is_empty(), is_negated) {
        (true, _) => "[a&&b]".into(),
        (false, true) => format!("[^/{members}]"),
        (false, false) => format!("[{members}]"),
    };
    Some((class, text.len() - rest.len() + 1))
}

/// Takes a character of a class.
fn member(text: &mut &str) -> Option<char> {
    let plain = text.strip_prefix('\\').filter(|rest| !rest.is_empty()).unwrap_or(text);
    let character = plain.chars().next()?;
    *text = plain.get(character.len_utf8()..)?;
    Some(character)
}

/// Escapes a character for an expression.
fn escaped(character: char) -> String {
    match character.is_ascii_alphanumeric() {
        true => character.into(),
        false => format!("\\x{{{:x}}}", u32::from(character)),
    }
}

#[cfg(test)]
mod tests;
