//! The parts of a number format, and numbers written by them.

/// The maximum number of decimals.
const MAX_DECIMALS: usize = 30;

/// A part of a section of a number format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    Literal(char),
    /// Space as wide as a character, or a character that fills the cell.
    Gap,
    /// `0`, `#` or `?`.
    Digit(char),
    /// A digit of a fraction of a second.
    SecondDigit,
    Point,
    Comma,
    Percent,
    /// `E+` or `E-`, by its sign.
    Exponent(char),
    Slash,
    General,
    /// The text of the cell: `@`.
    Text,
    /// A unit of a date or time, and its number of repetitions: none for `AM/PM`.
    Unit(char, u8),
    /// The same for elapsed time: `[h]`.
    Elapsed(char, u8),
}

/// Splits a section into its parts. Colors, conditions and locales are left out.
pub(super) fn parts(code: &str) -> Vec<Part> {
    /// The general format, also in Chinese, Japanese and Korean, and the halves of the day.
    const WORDS: [&str; 6] = ["general", "G/通用格式", "G/標準", "G/표준", "am/pm", "a/p"];
    let mut parts = Vec::new();
    let mut rest = code.chars();
    loop {
        let begins = |word: &str| {
            rest.as_str().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if let Some(word) = WORDS.into_iter().find(|word| begins(word)) {
            let is_general = word.starts_with(['g', 'G']);
            parts.push(if is_general { Part::General } else { Part::Unit('h', 0) });
            rest = rest.as_str().get(word.len()..).unwrap_or_default().chars();
            continue;
        }
        let Some(character) = rest.next() else { return parts };
        let part = match character {
            '"' => {
                parts.extend(rest.by_ref().take_while(|quoted| *quoted != '"').map(Part::Literal));
                continue;
            }
            '[' => {
                let inner: String = rest.by_ref().take_while(|inner| *inner != ']').collect();
                bracket(&inner, &mut parts);
                continue;
            }
            '\\' => rest.next().map_or(Part::Gap, Part::Literal),
            '_' | '*' => {
                rest.next();
                Part::Gap
            }
            '0' | '#' | '?' => match *parts {
                // After a point that follows seconds.
                [.., Part::Unit('s' | 'S', _) | Part::Elapsed('s' | 'S', _), Part::Point]
                | [.., Part::SecondDigit] => Part::SecondDigit,
                _ => Part::Digit(character),
            },
            '.' => Part::Point,
            ',' => Part::Comma,
            '%' => Part::Percent,
            '/' => Part::Slash,
            '@' => Part::Text,
            'E' | 'e' if rest.as_str().starts_with(['+', '-']) && parts.iter().any(is_digit) => {
                Part::Exponent(rest.next().unwrap_or('+'))
            }
            unit if is_unit(unit) => {
                if let Some(Part::Unit(last, count)) = parts.last_mut()
                    && last.eq_ignore_ascii_case(&unit)
                {
                    *count = count.saturating_add(1);
                    continue;
                }
                Part::Unit(unit, 1)
            }
            literal => Part::Literal(literal),
        };
        parts.push(part);
    }
}

/// Adds what brackets write: a currency, as in `[$€-407]`, or elapsed time.
fn bracket(inner: &str, parts: &mut Vec<Part>) {
    if let Some(currency) = inner.strip_prefix('$') {
        let currency = currency.split('-').next().unwrap_or_default();
        parts.extend(currency.chars().map(Part::Literal));
    }
    if let Some(unit @ ('h' | 'm' | 's' | 'H' | 'M' | 'S')) = inner.chars().next()
        && inner.chars().all(|other| other.eq_ignore_ascii_case(&unit))
    {
        parts.push(Part::Elapsed(unit, inner.len().min(9) as u8));
    }
}

/// The units of dates, among them those of German and Romance languages and of Russian.
pub(super) const DATE_UNITS: &str = "ydegajtгдYDEGAJTГД";

/// Returns whether a letter is a unit of dates or times.
fn is_unit(letter: char) -> bool {
    DATE_UNITS.contains(letter) || "mhsMHS".contains(letter)
}

/// Returns whether a section is a word, which no valid one is: the name of the general format in
/// another language, such as `Standard`.
pub(super) fn is_name(code: &str) -> bool {
    let is_cased = |c: char| c.is_lowercase() || c.is_uppercase();
    code.contains(char::is_alphabetic)
        && code.chars().all(|c| c == ' ' || c.is_alphabetic())
        && (code.contains(|c| is_cased(c) && !is_unit(c)) || !code.contains(is_unit))
}

pub(super) fn is_digit(part: &Part) -> bool {
    matches!(part, Part::Digit(_))
}

/// Writes parts that stand for themselves.
pub(super) fn push_literals(text: &mut String, parts: &[Part]) {
    for part in parts {
        match *part {
            Part::Literal(literal) => text.push(literal),
            Part::Gap if text.ends_with(char::is_alphanumeric) => text.push(' '),
            Part::Unit(letter, count) => text.extend((0..count).map(|_| letter)),
            Part::Point => text.push('.'),
            Part::Comma => text.push(','),
            Part::Percent => text.push('%'),
            Part::Slash => text.push('/'),
            _ => {}
        }
    }
}

/// The form of a number in decimal digits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pattern {
    pub(super) parts: Vec<Part>,
    /// The number of digits before the point, after it, and in the exponent.
    integers: usize,
    decimals: usize,
    min_decimals: usize,
    exponents: usize,
    has_thousands: bool,
    percents: i32,
    /// The number of times the value is divided by a thousand.
    scale: i32,
}

impl Pattern {
    pub(super) fn new(parts: Vec<Part>) -> Self {
        let mut pattern = Self::default();
        let (mut has_point, mut is_exponent) = (false, false);
        for part in parts {
            match part {
                Part::Digit(_) if is_exponent => pattern.exponents += 1,
                Part::Digit(digit) if has_point => {
                    pattern.decimals = (pattern.decimals + 1).min(MAX_DECIMALS);
                    if digit == '0' {
                        pattern.min_decimals = pattern.decimals;
                    }
                }
                Part::Digit(_) => {
                    // A comma between digits separates thousands; one after them divides.
                    pattern.has_thousands |= std::mem::take(&mut pattern.scale) > 0;
                    pattern.integers += 1;
                }
                Part::Comma if pattern.integers + pattern.decimals > 0 => {
                    pattern.scale += 1;
                    continue;
                }
                Part::Percent => pattern.percents += 1,
                Part::Exponent(_) => is_exponent = true,
                Part::Point if has_point => {
                    pattern.parts.push(Part::Literal('.'));
                    continue;
                }
                Part::Point => has_point = true,
                _ => {}
            }
            pattern.parts.push(part);
        }
        pattern
    }

    /// Returns whether it shows nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Gap | Part::Literal(' ')))
    }

    /// Writes a number, given also as it is stored. `None` if it is too large, or nothing is left
    /// of it.
    pub(super) fn write(&self, number: f64, stored: &str) -> Option<String> {
        let number = number * 100_f64.powi(self.percents) / 1000_f64.powi(self.scale);
        let size = number.abs();
        if !size.is_finite() || size >= 1e21 && self.exponents == 0 {
            return None;
        }
        let (size, exponent) = match self.exponents {
            0 => (self.nudged(size), 0),
            _ => self.scientific(size)?,
        };
        let written = format!("{size:.*}", self.decimals);
        let (whole, decimals) = written.split_once('.').unwrap_or((&*written, ""));
        let is_unchanged = (self.exponents, self.percents, self.scale) == (0, 0, 0);
        let whole = whole_digits(stored).filter(|_| is_unchanged).unwrap_or(whole);
        let kept = decimals.trim_end_matches('0').len().max(self.min_decimals);
        // Only `0` shows it, except before decimals.
        let whole = if whole == "0" && kept == 0 { "" } else { whole };
        let exponent_digits = exponent.unsigned_abs().to_string();
        let mut text = String::new();
        let mut left = self.integers;
        let (mut decimal, mut has_point, mut is_exponent) = (0, false, false);
        for part in &self.parts {
            match *part {
                Part::Digit(digit) if has_point && !is_exponent => {
                    let shown = decimals.get(decimal..=decimal).filter(|_| decimal < kept);
                    text.push_str(shown.unwrap_or(if digit == '?' { " " } else { "" }));
                    decimal += 1;
                }
                Part::Digit(digit) => {
                    let (digits, count) = match is_exponent {
                        true => (&*exponent_digits, self.exponents),
                        false => (whole, self.integers),
                    };
                    let is_first = left == count;
                    left = left.saturating_sub(1);
                    push_digits(&mut text, digit, digits, left, is_first, self.has_thousands);
                }
                Part::Point => {
                    text.push_str(if self.integers == 0 { whole } else { "" });
                    text.push_str(if kept > 0 { "." } else { "" });
                    has_point = true;
                }
                Part::Exponent(sign) => {
                    (is_exponent, left) = (true, self.exponents);
                    text.push('E');
                    text.extend((exponent < 0).then_some('-').or((sign == '+').then_some('+')));
                }
                Part::General => text.push_str(&general(number.abs())),
                other => push_literals(&mut text, &[other]),
            }
        }
        let is_zero = self.integers + self.decimals > 0
            && !written.contains(|digit| matches!(digit, '1'..='9'));
        let is_lost = self.integers + self.decimals > 0 && text.trim().is_empty();
        (!is_lost).then(|| signed(number < 0.0 && !is_zero, &text))
    }

    /// Returns whether it writes all digits of a number that a person would.
    pub(super) fn is_exact(&self, number: f64) -> bool {
        let number = number * 100_f64.powi(self.percents) / 1000_f64.powi(self.scale);
        let shown = format!("{number:.*}", self.decimals).parse().unwrap_or(number);
        self.exponents == 0 && (number - shown).abs() <= number.abs() * 1e-12
    }

    /// Returns a size that is rounded half up in decimal notation, not by the binary value: a few
    /// of its last bits are added, and never what the last decimal would show.
    fn nudged(&self, size: f64) -> f64 {
        size + (size * 1e-15).min(10_f64.powi(-(self.decimals as i32)) / 64.0)
    }

    /// Returns a size as a mantissa and an exponent, which is a multiple of the number of digits
    /// before the point.
    fn scientific(&self, size: f64) -> Option<(f64, i32)> {
        let digits = self.integers.clamp(1, MAX_DECIMALS) as i32;
        let exponent: i32 = format!("{size:e}").split_once('e')?.1.parse().ok()?;
        let exponent = exponent.div_euclid(digits) * digits;
        let mantissa = self.nudged(size / 10_f64.powi(exponent));
        // Rounding may add a digit.
        let rounded: f64 = format!("{mantissa:.*}", self.decimals).parse().ok()?;
        let is_longer = rounded >= 10_f64.powi(digits);
        let found = if is_longer { (1.0, exponent + digits) } else { (mantissa, exponent) };
        mantissa.is_finite().then_some(found)
    }
}

/// Formats a number with 15 digits, the precision of Excel. A whole number is exact.
pub(crate) fn general(number: f64) -> String {
    let precise = || format!("{number:.14e}").parse().ok();
    let number = if number.fract() == 0.0 { number } else { precise().unwrap_or(number) };
    let size = number.abs();
    if size != 0.0 && !(1e-7..1e21).contains(&size) {
        return format!("{number:e}");
    }
    // Not `-0`.
    format!("{}", number + 0.0)
}

/// Returns the digits of a whole number that may have more of them than a double keeps.
pub(super) fn whole_digits(stored: &str) -> Option<&str> {
    let digits = stored.trim().trim_start_matches('-');
    let is_whole = digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_whole && !digits.is_empty() && (digits == "0" || !digits.starts_with('0')))
        .then_some(digits)
}

/// Returns trimmed text after a sign.
pub(super) fn signed(is_negative: bool, text: &str) -> String {
    format!("{}{}", if is_negative { "-" } else { "" }, text.trim())
}

/// Writes the digits of an integer for one in a pattern, after which some are left. The first has
/// all that exceed the others.
fn push_digits(
    text: &mut String,
    digit: char,
    digits: &str,
    left: usize,
    is_first: bool,
    has_thousands: bool,
) {
    let end = digits.len().saturating_sub(left);
    let shown = match digit {
        _ if end > 0 => digits.get(if is_first { 0 } else { end - 1 }..end).unwrap_or_default(),
        '0' => "0",
        '?' => " ",
        _ => "",
    };
    for (at, digit) in shown.char_indices() {
        text.push(digit);
        let left = left + shown.len() - at - 1;
        if has_thousands && digit != ' ' && left > 0 && left.is_multiple_of(3) {
            text.push(',');
        }
    }
}
