//! Numbers in arguments, as accepted by the validators of the agents' own tools.
//!
//! Some accept more than JSON numbers: a model that writes `"10"` for 10 is understood there, and
//! so here. Numbers too large for the type saturate.

use super::javascript::trimmed;
use super::json::Json;

/// Converts a value to an integer as pydantic does for an `int`: from an integer, a number without
/// a fraction, a string of one, or a boolean.
pub(crate) fn pydantic(value: &Json<'_>) -> Option<i128> {
    match value {
        Json::Number(text) => integer(text).or_else(|| whole(text.parse().ok()?)),
        Json::Text(text) => {
            let text = text.trim();
            let text = match text.split_once('.') {
                Some((text, fraction))
                    if !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0') =>
                {
                    text
                }
                Some(_) => return None,
                None => text,
            };
            let (sign, digits) = match text.strip_prefix(['+', '-']) {
                Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
                None => ("", text),
            };
            // An underscore may separate digits, as in Python.
            let is_digits =
                |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
            if !digits.split('_').all(is_digits) {
                return None;
            }
            integer(&[sign, &digits.replace('_', "")].concat())
        }
        Json::Bool(value) => Some((*value).into()),
        _ => None,
    }
}

/// Returns a value converted by JavaScript's `Number()`, if it is a finite number.
pub(crate) fn javascript(value: &Json<'_>) -> Option<f64> {
    let number = match value {
        Json::Number(text) => text.parse().ok()?,
        Json::Text(text) => {
            let text = trimmed(text);
            let plain = |byte: u8| {
                byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')
            };
            match text.get(..2) {
                Some("0x" | "0X") => u64::from_str_radix(text.get(2..)?, 16).ok()? as f64,
                Some("0o" | "0O") => u64::from_str_radix(text.get(2..)?, 8).ok()? as f64,
                Some("0b" | "0B") => u64::from_str_radix(text.get(2..)?, 2).ok()? as f64,
                _ if text.is_empty() => 0.0,
                _ if text.bytes().all(plain) => text.parse().ok()?,
                _ => return None,
            }
        }
        Json::Bool(value) => f64::from(u8::from(*value)),
        Json::Null => 0.0,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// Returns a number as an integer, if JavaScript's `Number.isSafeInteger` accepts it.
pub(crate) fn safe_integer(number: f64) -> Option<i64> {
    const MAX: f64 = ((1_u64 << 53) - 1) as f64;
    (is_whole(number) && number.abs() <= MAX).then(|| truncated(number))
}

/// Returns the number without its fraction.
pub(crate) fn truncated(number: f64) -> i64 {
    number as i64
}

/// Returns the smallest integer that is at least the number.
pub(crate) fn rounded_up(number: f64) -> i64 {
    let below = number as i64;
    if (below as f64) < number { below.saturating_add(1) } else { below }
}

/// Returns whether a number has no fraction.
pub(crate) fn is_whole(number: f64) -> bool {
    // Starting at 2^53 there are no fractions.
    number.abs() >= 9_007_199_254_740_992.0 || truncated(number) as f64 == number
}

/// Returns a number without a fraction, if it is within the range of such a field.
fn whole(number: f64) -> Option<i128> {
    (number.abs() < i64::MAX as f64 && is_whole(number)).then(|| truncated(number).into())
}

/// Parses digits with an optional `-`.
fn integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // It consists of digits, so it can only be too large.
    Some(text.parse().unwrap_or(if text.starts_with('-') { i128::MIN } else { i128::MAX }))
}

#[cfg(test)]
mod tests;
