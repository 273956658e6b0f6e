//! Sequences in braces.

use crate::shared::javascript;

/// A body such as `1..9..2` or `a..e`.
#[derive(Clone, Copy)]
pub(super) struct Sequence {
    pub(super) first: f64,
    pub(super) last: f64,
    pub(super) step: f64,
    pub(super) width: usize,
    pub(super) is_padded: bool,
    pub(super) is_alphabetic: bool,
}

impl Sequence {
    pub(super) fn of(body: &[u16]) -> Option<Self> {
        let body = String::from_utf16(body).ok()?;
        let parts: Vec<&str> = body.split("..").collect();
        let (first, last, step) = match *parts.as_slice() {
            [first, last] => (first, last, "1"),
            [first, last, step] => (first, last, step),
            _ => return None,
        };
        let is_letter =
            |text: &str| text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_alphabetic = is_letter(first) && is_letter(last);
        if !is_number(step) || !(is_alphabetic || (is_number(first) && is_number(last))) {
            return None;
        }
        let value = |text: &str| match text.as_bytes() {
            [letter] if is_alphabetic => Some(f64::from(*letter)),
            _ => text.parse().ok(),
        };
        Some(Self {
            first: value(first)?,
            last: value(last)?,
            step: step.parse::<f64>().ok()?.abs().max(1.0),
            width: first.len().max(last.len()),
            is_padded: parts.iter().any(|part| {
                let digits = part.strip_prefix('-').unwrap_or(part);
                digits.len() > 1 && digits.starts_with('0')
            }),
            is_alphabetic,
        })
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns a number with the zeros of its sequence.
pub(super) fn padded(value: f64, width: usize, is_padded: bool) -> String {
    let text = javascript::number(value);
    let zeros = if is_padded { width.saturating_sub(text.len()) } else { 0 };
    match text.strip_prefix('-') {
        Some(digits) => ["-", &"0".repeat(zeros), digits].concat(),
        None => ["0".repeat(zeros), text].concat(),
    }
}
