//! Sentinels, which replace secrets.

use crate::rules::{RULES, VALUE};

pub(crate) fn push_sentinel(rule: usize, out: &mut String) {
    out.push_str(SENTINEL_START);
    out.push_str(RULES.get(rule).map_or("secret", |rule| rule.name));
    out.push(SENTINEL_END);
}

pub(crate) const SENTINEL_START: &str = "«redacted: ";
const SENTINEL_END: char = '»';

/// The placeholder for a value's sentinel in a line that was masked before.
pub(crate) const MASKED: char = '\u{1a}';
/// The placeholder for any other sentinel: a token in text that is kept, such as a name.
const TOKEN: char = 'x';

/// Removes the sentinels from text. `None` if it has none.
pub(crate) fn without_sentinels(text: &str) -> Option<String> {
    let mut without = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(SENTINEL_START) {
        without.push_str(before);
        let sentinel = RULES.iter().enumerate().find_map(|(rule, known)| {
            Some((rule, after.strip_prefix(known.name)?.strip_prefix(SENTINEL_END)?))
        });
        match sentinel {
            Some((VALUE, _)) => without.push(MASKED),
            Some(_) => without.push(TOKEN),
            None => without.push_str(SENTINEL_START),
        }
        rest = sentinel.map_or(after, |(_, after)| after);
    }
    without.push_str(rest);
    (without != text).then_some(without)
}
