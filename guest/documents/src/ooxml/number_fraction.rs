//! Numbers written as fractions.

use super::number_pattern::{Part, is_digit, push_literals, signed};
use std::fmt::Write as _;

/// The maximum number of digits of a denominator.
const MAX_DENOMINATOR_DIGITS: usize = 7;

/// The form of a number as a fraction: `# ?/?`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fraction {
    before: Vec<Part>,
    after: Vec<Part>,
    has_whole: bool,
    /// The denominator, or the maximum.
    denominator: u64,
    is_fixed: bool,
}

impl Fraction {
    /// Parses a section. `None` if it is another form.
    pub(super) fn parse(parts: &[Part]) -> Option<Self> {
        let slash = parts.iter().position(|part| *part == Part::Slash)?;
        let (before, after) = (parts.get(..slash)?, parts.get(slash + 1..)?);
        let numerator = before.iter().rev().take_while(|part| is_digit(part)).count();
        let whole = before.get(..before.len() - numerator)?;
        let digit = |part: &Part| match part {
            Part::Digit(_) => Some('0'),
            Part::Literal(digit @ '0'..='9') => Some(*digit),
            _ => None,
        };
        let digits: String = after.iter().map_while(digit).take(MAX_DENOMINATOR_DIGITS).collect();
        if numerator == 0 || digits.is_empty() {
            return None;
        }
        let after = after.get(digits.len()..)?;
        let is_fixed = !digits.starts_with('0');
        let fixed = digits.parse().ok().filter(|_| is_fixed);
        let first = whole.iter().position(is_digit);
        Some(Self {
            before: whole.get(..first.unwrap_or(whole.len()))?.to_vec(),
            after: after.to_vec(),
            has_whole: first.is_some(),
            denominator: fixed.unwrap_or_else(|| 10_u64.pow(digits.len() as u32) - 1),
            is_fixed,
        })
    }

    /// Writes a number. `None` if it is too large.
    pub(super) fn write(&self, number: f64) -> Option<String> {
        let size = number.abs();
        if size >= 1e12 {
            return None;
        }
        let (mut whole, part) =
            if self.has_whole { (size.trunc(), size.fract()) } else { (0.0, size) };
        let (mut numerator, denominator) = if self.is_fixed {
            ((part * self.denominator as f64).round() as u64, self.denominator)
        } else {
            nearest(part, self.denominator)
        };
        if self.has_whole && numerator == denominator {
            (whole, numerator) = (whole + 1.0, 0);
        }
        let mut text = String::new();
        push_literals(&mut text, &self.before);
        // Writing to a string does not fail.
        let _ = match (self.has_whole && whole > 0.0, !self.has_whole || numerator > 0) {
            (true, true) => write!(text, "{whole} {numerator}/{denominator}"),
            (false, true) => write!(text, "{numerator}/{denominator}"),
            (_, false) => write!(text, "{whole}"),
        };
        push_literals(&mut text, &self.after);
        Some(signed(number < 0.0 && (whole > 0.0 || numerator > 0), &text))
    }
}

/// Returns the fraction nearest to a size, below a maximum of the denominator: the last convergent
/// of its continued fraction, or the one between it and the next.
fn nearest(size: f64, most: u64) -> (u64, u64) {
    let ((mut p0, mut q0), (mut p1, mut q1)) = ((0_u64, 1_u64), (1_u64, 0_u64));
    let mut rest = size;
    loop {
        let digit = rest.floor() as u64;
        let (p2, q2) = (
            digit.saturating_mul(p1).saturating_add(p0),
            digit.saturating_mul(q1).saturating_add(q0),
        );
        if q2 > most {
            break;
        }
        (p0, q0, p1, q1) = (p1, q1, p2, q2);
        if rest.fract() < 1e-9 {
            return (p1, q1);
        }
        rest = 1.0 / rest.fract();
    }
    let between = (most - q0) / q1.max(1);
    let (p, q) = (p0 + between * p1, q0 + between * q1);
    let error = |p: u64, q: u64| (size - p as f64 / q as f64).abs();
    if q1 > 0 && error(p1, q1) <= error(p, q) { (p1, q1) } else { (p, q) }
}
