//! Formats values as JavaScript does.

use super::json::Json;
use readroom_core::sort_by;
use std::fmt::Write as _;

/// Returns a number as `String()` does: the shortest digits that parse to the same number.
pub(crate) fn number(number: f64) -> String {
    // The library writes the shortest digits too, in another notation.
    let shortest = serde_json::to_string(&number.abs()).unwrap_or_default();
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let written = [whole, fraction].concat();
    let significant = written.trim_start_matches('0');
    let leading = written.len() - significant.len();
    let digits = significant.trim_end_matches('0');
    if digits.is_empty() {
        return "0".into();
    }
    // The position of the point, counted from the first digit.
    let point = exponent.parse::<i64>().unwrap_or_default() + whole.len() as i64 - leading as i64;
    let sign = if number < 0.0 { "-" } else { "" };
    let count = digits.len() as i64;
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or_default());
    let split = |at: i64| digits.split_at(usize::try_from(at).unwrap_or_default());
    match point {
        _ if count <= point && point <= 21 => format!("{sign}{digits}{}", zeros(point - count)),
        1..=21 => {
            let (whole, fraction) = split(point);
            format!("{sign}{whole}.{fraction}")
        }
        -5..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = split(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let plus = if point > 0 { "+" } else { "" };
            format!("{sign}{first}{dot}{rest}e{plus}{}", point - 1)
        }
    }
}

/// Rounds a number of at least 1 to hundredths, halves up, as JavaScript's `toFixed` does: by the
/// exact value, not by its decimal form. (Rust's number formatting is correct, too, but takes 30
/// KiB.)
pub(crate) fn hundredths(number: f64) -> u64 {
    const FRACTION_BITS: u64 = 52;
    let bits = number.to_bits();
    let exponent = (bits >> FRACTION_BITS).saturating_sub(1023).min(FRACTION_BITS - 1);
    let digits = (bits & ((1 << FRACTION_BITS) - 1)) | (1 << FRACTION_BITS);
    let shift = FRACTION_BITS - exponent;
    ((u128::from(digits) * 100 + (1 << (shift - 1))) >> shift) as u64
}

/// Returns JSON text as `JSON.stringify(value)` does.
pub(crate) fn json(value: &Json<'_>) -> String {
    let mut text = String::new();
    write(value, None, &mut text);
    text
}

/// Returns JSON text as `JSON.stringify(value, null, 2)` does.
pub(crate) fn stringify(value: &Json<'_>) -> String {
    let mut text = String::new();
    write(value, Some(0), &mut text);
    text
}

/// Writes a value, indented this deep if at all.
fn write(value: &Json<'_>, depth: Option<usize>, text: &mut String) {
    let line = |text: &mut String, depth: Option<usize>| {
        if let Some(depth) = depth {
            text.push('\n');
            text.extend(std::iter::repeat_n("  ", depth));
        }
    };
    let inner = depth.map(|depth| depth + 1);
    match value {
        Json::Number(digits) => match digits.parse::<f64>() {
            Ok(finite) if finite.is_finite() => text.push_str(&number(finite)),
            _ => text.push_str("null"),
        },
        Json::List(values) if !values.is_empty() => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                line(text, inner);
                write(value, inner, text);
            }
            line(text, depth);
            text.push(']');
        }
        Json::Object(members) if !members.is_empty() => {
            // Names that are indices come first, in numerical order.
            let mut members: Vec<_> = members.iter().collect();
            let place = |name: &str| index(name).unwrap_or(u32::MAX);
            sort_by(&mut members, |(a, _), (b, _)| place(a).cmp(&place(b)));
            text.push('{');
            for (at, (name, value)) in members.into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                line(text, inner);
                // Writing to a string cannot fail.
                let space = if depth.is_some() { " " } else { "" };
                let _ = write!(text, "{}:{space}", Json::text(&**name).write());
                write(value, inner, text);
            }
            line(text, depth);
            text.push('}');
        }
        other => text.push_str(&other.write()),
    }
}

/// Trims white space, as `trim` does.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// White space in JavaScript includes a byte-order mark, but not a next line (U+0085).
pub(crate) fn is_space(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}

/// Returns the index that a name represents in JavaScript, if any.
fn index(name: &str) -> Option<u32> {
    let index = name.parse::<u32>().ok().filter(|index| *index < u32::MAX)?;
    (index.to_string() == name).then_some(index)
}

/// Returns the result of `typeof`, except for `null` and arrays, which have their own names.
pub(crate) fn type_of(value: &Json<'_>) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::Text(_) | Json::Rendered(_) | Json::Base64 { .. } => "string",
        Json::List(_) => "array",
        Json::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests;
