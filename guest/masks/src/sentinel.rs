//! Sentinels, which replace secrets.

use crate::rules::{RULES, VALUE};

pub(crate) fn push_sentinel(rule: usize, out: &mut String) {
    out.push_str(SENTINEL_START);
    out.push_str(RULES.get(rule).map_or("secret", |rule| rule.name));
    out.push(SENTINEL_END);
}

const SENTINEL_START: &str = "«redacted: ";
const SENTINEL_END: char = '»';

/// The first of the characters that stand for a sentinel in a line that was masked before, one for
/// each rule.
const FIRST: char = '\u{10f800}';
/// The character for the sentinel of a value.
pub(crate) const MASKED: char = '\u{10f805}';
const _: () = assert!(MASKED as u32 == FIRST as u32 + VALUE as u32, "the rule of values");

/// Returns the rule of the sentinel that a character stands for.
fn rule_of(character: char) -> Option<usize> {
    let rule = u32::from(character).checked_sub(FIRST.into())? as usize;
    (rule < RULES.len()).then_some(rule)
}

/// Returns whether a character stands for a token in text that is kept, such as a name.
pub(crate) fn is_token(character: char) -> bool {
    character != MASKED && rule_of(character).is_some()
}

/// Puts a character in place of each sentinel of a text. `None` if it has none.
pub(crate) fn without_sentinels(text: &str) -> Option<String> {
    let mut rest = text;
    let mut without = String::new();
    while let Some((before, after)) = rest.split_once(SENTINEL_START) {
        without.push_str(before);
        let sentinel = RULES.iter().zip(FIRST..).find_map(|(rule, character)| {
            Some((character, after.strip_prefix(rule.name)?.strip_prefix(SENTINEL_END)?))
        });
        match sentinel {
            Some((character, _)) => without.push(character),
            None => without.push_str(SENTINEL_START),
        }
        rest = sentinel.map_or(after, |(_, after)| after);
    }
    without.push_str(rest);
    (without != text).then_some(without)
}

/// Appends a text, with the sentinels that its characters stand for.
pub(crate) fn push_with_sentinels(text: &str, out: &mut String) {
    for character in text.chars() {
        match rule_of(character) {
            Some(rule) => push_sentinel(rule, out),
            None => out.push(character),
        }
    }
}
