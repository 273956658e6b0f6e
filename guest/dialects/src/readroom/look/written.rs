//! How documents write numbers and formulas that are searched for without their marks.

/// The maximum number of bytes of a number or a formula.
const MAX_BYTES: usize = 32;

/// The number of digits from which thousands are separated.
const MIN_DIGITS: usize = 4;

/// A separator of thousands, or none.
const SEPARATOR: &str = "[,.'’ \u{a0}\u{202f}]?";

/// The marks of raised and lowered figures.
const MARK: &str = "[_^]?";

/// Returns an expression that also matches a number with separated thousands, as `12553` is
/// `12,553` in a sheet, or a word with raised or lowered figures, as `H2O` is `H_2O`. `None` if the
/// text is neither.
pub(super) fn as_written(text: &str) -> Option<String> {
    if text.len() > MAX_BYTES || !text.chars().all(char::is_alphanumeric) {
        return None;
    }
    let kind = char::is_numeric;
    let digits = text.chars().filter(|c| kind(*c)).count();
    let count = text.chars().count();
    let mut written = String::new();
    let mut before = None;
    for (at, character) in text.chars().enumerate() {
        let is_digit = kind(character);
        if digits == count && at > 0 && (count - at).is_multiple_of(3) {
            written += SEPARATOR;
        } else if before.is_some_and(|before| before != is_digit) {
            written += MARK;
        }
        written.push(character);
        before = Some(is_digit);
    }
    let is_other = if digits == count { digits >= MIN_DIGITS } else { digits > 0 };
    is_other.then_some(written)
}

#[cfg(test)]
mod tests;
