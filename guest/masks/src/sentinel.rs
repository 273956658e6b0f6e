//! What stands for a secret.

use crate::rules::RULES;

/// Appends the sentinel of a rule.
pub(crate) fn push_sentinel(rule: usize, out: &mut String) {
    out.push_str(SENTINEL_START);
    out.push_str(RULES.get(rule).map_or("secret", |rule| rule.name));
    out.push(SENTINEL_END);
}

pub(crate) const SENTINEL_START: &str = "«redacted: ";
const SENTINEL_END: char = '»';

/// What stands for a sentinel in a line that was masked before.
pub(crate) const MASKED: char = '\u{1a}';

/// Returns a text with [`MASKED`] for each sentinel. `None` if it has none.
pub(crate) fn without_sentinels(text: &str) -> Option<String> {
    let mut without = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(SENTINEL_START) {
        without.push_str(before);
        let names = RULES.iter().filter_map(|rule| after.strip_prefix(rule.name));
        let after_sentinel = names.filter_map(|after| after.strip_prefix(SENTINEL_END)).next();
        match after_sentinel {
            Some(_) => without.push(MASKED),
            None => without.push_str(SENTINEL_START),
        }
        rest = after_sentinel.unwrap_or(after);
    }
    without.push_str(rest);
    (without != text).then_some(without)
}
