//! Formats values as Python does.

use super::json::{Json, Members};
use std::fmt::Write as _;

/// Returns the name of the Python type of a JSON value.
pub(crate) fn type_of(value: &Json<'_>) -> &'static str {
    match value {
        Json::Null => "NoneType",
        Json::Bool(_) => "bool",
        Json::Number(digits) if is_float(digits) => "float",
        Json::Number(_) => "int",
        Json::Text(_) | Json::Rendered(_) | Json::Base64 { .. } => "str",
        Json::List(_) => "list",
        Json::Object(_) => "dict",
    }
}

pub(crate) fn repr(value: &Json<'_>) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// Returns the `repr()` of an object as a `dict`.
pub(crate) fn repr_of_dict(members: &Members<'_>) -> String {
    let mut text = String::new();
    write_dict(members, &mut text);
    text
}

fn is_float(digits: &str) -> bool {
    digits.contains(['.', 'e', 'E'])
}

fn write(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Null => out.push_str("None"),
        Json::Bool(true) => out.push_str("True"),
        Json::Bool(false) => out.push_str("False"),
        Json::Number(digits) if is_float(digits) => out.push_str(&float(digits)),
        Json::Number(digits) => out.push_str(if digits == "-0" { "0" } else { digits }),
        Json::Text(text) => quote(text, out),
        Json::Rendered(_) | Json::Base64 { .. } => quote("", out),
        Json::List(values) => {
            out.push('[');
            for (at, value) in values.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                write(value, out);
            }
            out.push(']');
        }
        Json::Object(members) => write_dict(members, out),
    }
}

fn write_dict(members: &Members<'_>, out: &mut String) {
    out.push('{');
    for (at, (name, value)) in members.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        quote(name, out);
        out.push_str(": ");
        write(value, out);
    }
    out.push('}');
}

fn float(digits: &str) -> String {
    let number = digits.parse::<f64>().unwrap_or_default();
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.into();
    }
    // The library writes the shortest digits too, but other exponents.
    let shortest = serde_json::to_string(&number).unwrap_or_default();
    let Some((mantissa, exponent)) = shortest.split_once('e') else { return shortest };
    let exponent = exponent.parse::<i32>().unwrap_or_default();
    let sign = if exponent < 0 { '-' } else { '+' };
    let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

fn quote(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if character == quote => out.extend(['\\', quote]),
            ' '..='~' => out.push(character),
            _ if is_printable(character) => out.push(character),
            // Writing to a string cannot fail.
            '\0'..='\u{ff}' => drop(write!(out, "\\x{:02x}", u32::from(character))),
            '\u{100}'..='\u{ffff}' => drop(write!(out, "\\u{:04x}", u32::from(character))),
            _ => drop(write!(out, "\\U{:08x}", u32::from(character))),
        }
    }
    out.push(quote);
}

/// Returns whether `repr()` writes a non-ASCII character unescaped: not controls, separators or
/// unassigned characters.
fn is_printable(character: char) -> bool {
    !character.is_control()
        && !character.is_whitespace()
        && !matches!(
            character,
            '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{e000}'..='\u{f8ff}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..
        )
}

#[cfg(test)]
mod tests;
