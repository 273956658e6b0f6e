//! Numbers in arguments, as accepted by the validators of the agents' own tools.
//!
//! Some accept more than JSON numbers: a model that writes `"10"` for 10 is understood there, and
//! so here. Numbers too large for the type saturate.

use super::javascript::is_space;
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
            if digits.split('_').any(str::is_empty) {
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
            let text = text.trim_matches(is_space);
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
mod tests {
    use super::{is_whole, javascript, pydantic, rounded_up, safe_integer, truncated};
    use crate::shared::json::Json;

    fn number(text: &'static str) -> Json<'static> {
        Json::Number(text.into())
    }

    #[test]
    fn pydantic_accepts_integers_in_any_spelling() {
        for (value, expected) in [
            (number("3"), Some(3)),
            (number("-3"), Some(-3)),
            (number("3.0"), Some(3)),
            (number("1e2"), Some(100)),
            (number("2.5"), None),
            (number("1e400"), None),
            (number("99999999999999999999"), Some(99_999_999_999_999_999_999)),
            (number("1e20"), None),
            (Json::text("3"), Some(3)),
            (Json::text(" +1_000 "), Some(1000)),
            (Json::text("-3.00"), Some(-3)),
            (Json::text("2.5"), None),
            (Json::text("3."), None),
            (Json::text("1e2"), None),
            (Json::text("1__0"), None),
            (Json::text("_1"), None),
            (Json::text("--1"), None),
            (Json::text(""), None),
            (Json::Bool(true), Some(1)),
            (Json::Null, None),
        ] {
            assert_eq!(pydantic(&value), expected, "{}", value.write());
        }
    }

    #[test]
    fn javascript_converts_nearly_everything_to_a_number() {
        for (value, expected) in [
            (number("2.5"), Some(2.5)),
            (number("1e400"), None),
            (Json::text(" 12\u{feff}"), Some(12.0)),
            (Json::text("12\u{85}"), None),
            (Json::text("0x10"), Some(16.0)),
            (Json::text("1e2"), Some(100.0)),
            (Json::text(""), Some(0.0)),
            (Json::text("ten"), None),
            (Json::text("Infinity"), None),
            (Json::text("nan"), None),
            (Json::Bool(true), Some(1.0)),
            (Json::Null, Some(0.0)),
            (Json::List(vec![]), None),
        ] {
            assert_eq!(javascript(&value), expected, "{}", value.write());
        }
    }

    #[test]
    fn safe_integers_are_exact() {
        for (number, expected) in [
            (0.0, Some(0)),
            (-3.0, Some(-3)),
            (0.5, None),
            (9_007_199_254_740_991.0, Some((1 << 53) - 1)),
            (9_007_199_254_740_992.0, None),
            (1e300, None),
        ] {
            assert_eq!(safe_integer(number), expected, "{number}");
        }
    }

    #[test]
    fn fractions_go_where_they_are_sent() {
        assert_eq!((truncated(2.7), truncated(-2.7), truncated(1e300)), (2, -2, i64::MAX));
        assert_eq!((rounded_up(2.1), rounded_up(2.0), rounded_up(-2.7)), (3, 2, -2));
        assert!(is_whole(3.0) && is_whole(1e300) && !is_whole(0.5));
    }
}
