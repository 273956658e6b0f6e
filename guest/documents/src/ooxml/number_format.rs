//! Numbers as a workbook displays them: `1,234.50`, `12%`, `2024-02-29`.
//!
//! Dates and times are always ISO: the display of a cell depends on the locale, and `03/04/05` is
//! ambiguous. A format that is not understood, or has no section for the number, leaves the number
//! as stored.
//!
//! One file: parsing a format and applying it belong together.

use std::fmt::Write as _;

/// The maximum number of decimals.
const MAX_DECIMALS: usize = 30;

/// A number format, with sections for positive and negative numbers and for zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberFormat {
    sections: Vec<Section>,
    /// Whether it hides text, like `;;;`.
    pub(crate) hides_text: bool,
}

/// A section of a format, and the numbers it applies to.
#[derive(Clone, Debug, PartialEq)]
struct Section {
    condition: Option<Condition>,
    form: Form,
}

/// The condition of a section: `[>=100]`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Condition {
    is_less: bool,
    is_equal: bool,
    is_greater: bool,
    limit: f64,
}

impl Condition {
    fn parse(text: &str) -> Option<Self> {
        let limit = text.trim_start_matches(['<', '=', '>']);
        let operator = text.strip_suffix(limit)?;
        let has = |sign| operator.contains(sign);
        let (is_less, is_equal, is_greater) = (has('<'), has('='), has('>'));
        Some(Self { is_less, is_equal, is_greater, limit: limit.trim().parse().ok()? })
    }

    fn holds(&self, number: f64) -> bool {
        self.is_less && number < self.limit
            || self.is_equal && number == self.limit
            || self.is_greater && number > self.limit
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    General,
    Date {
        has_date: bool,
        has_time: bool,
        has_fraction: bool,
    },
    /// Elapsed hours, minutes and seconds, beyond a day.
    Duration,
    Number(Pattern),
}

/// The form of a number.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pattern {
    prefix: String,
    suffix: String,
    has_digits: bool,
    min_digits: usize,
    min_decimals: usize,
    max_decimals: usize,
    has_point: bool,
    has_thousands: bool,
    percents: u32,
    /// The number of times the value is divided by a thousand.
    scale: i32,
    is_scientific: bool,
}

impl NumberFormat {
    /// Parses a format code, such as `#,##0.00;[Red]-#,##0.00`.
    pub(super) fn parse(code: &str) -> Self {
        let sections: Option<Vec<Section>> = split_sections(code).take(4).map(section).collect();
        let mut sections = sections.unwrap_or_default();
        // The fourth is for text, which it displays with `@`.
        let text = if sections.len() == 4 { sections.pop() } else { None };
        Self { sections, hides_text: text.is_some_and(|text| text.form != Form::General) }
    }

    /// Returns a format built into Office, by its number.
    pub(crate) fn built_in(id: u64) -> Option<Self> {
        let code = match id {
            1 => "0",
            2 => "0.00",
            3 => "#,##0",
            4 => "#,##0.00",
            9 => "0%",
            10 => "0.00%",
            11 | 48 => "0.00E+00",
            14..=17 | 27..=31 | 34..=36 | 50..=54 | 57 | 58 => "yyyy-mm-dd",
            18..=21 | 32 | 33 | 45 | 55 | 56 => "hh:mm:ss",
            22 => "yyyy-mm-dd hh:mm",
            37 | 38 => "#,##0;-#,##0",
            39 | 40 | 43 => "#,##0.00;-#,##0.00",
            41 => "#,##0",
            42 => "$#,##0",
            44 => "$#,##0.00",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            _ => return None,
        };
        Some(Self::parse(code))
    }

    /// Returns the section for a number, and whether it is the section for negative numbers, which
    /// are written without their sign.
    ///
    /// Without conditions, the sections are for positive numbers, negative numbers and zero; one
    /// with a condition takes its numbers from the sections after it.
    fn section(&self, number: f64) -> Option<(&Section, bool)> {
        let is_for = |at: usize, section: &Section| match (section.condition, at) {
            (Some(condition), _) => condition.holds(number),
            (None, 0) if self.sections.len() > 2 => number > 0.0,
            (None, 0) if self.sections.len() == 2 => number >= 0.0,
            (None, 1) if self.sections.len() > 2 => number < 0.0,
            (None, _) => true,
        };
        let mut all = self.sections.iter().enumerate();
        let (at, section) = all.find(|(at, section)| is_for(*at, section))?;
        let is_conditional = |section: &Section| section.condition.is_some();
        let is_other =
            self.sections.len() == 2 && self.sections.first().is_some_and(is_conditional);
        let is_negative = at == 1 && !is_conditional(section) && !is_other;
        // The section then writes the sign.
        let is_signed = self.sections.len() > 1 && section.form.is_signed();
        Some((section, number < 0.0 && (is_negative || is_signed)))
    }

    /// Returns whether the number is hidden, as by `;;;`. Many formats that display other numbers
    /// leave out a zero, which then counts as nothing.
    pub(crate) fn hides(&self, stored: &str) -> bool {
        let Ok(number) = stored.trim().parse() else { return false };
        let is_empty = |section: &Section| section.form.is_empty();
        let hides_all = self.sections.len() > 1 && self.sections.iter().all(is_empty);
        hides_all || number != 0.0 && self.section(number).is_some_and(|(found, _)| is_empty(found))
    }

    /// Formats a number for display; anything else is returned unchanged.
    pub(crate) fn show(&self, stored: &str, is_1904: bool) -> String {
        let Some(number) = stored.trim().parse().ok().filter(|number: &f64| number.is_finite())
        else {
            return stored.to_owned();
        };
        let Some((section, is_unsigned)) = self.section(number) else { return general(number) };
        let size = if is_unsigned { -number } else { number };
        let shown = match &section.form {
            Form::General => None,
            Form::Date { has_date, has_time, has_fraction } => {
                date(size, *has_date, *has_time, *has_fraction, is_1904)
            }
            Form::Duration => Some(duration(size)),
            Form::Number(pattern) => Some(pattern.write(size)),
        };
        shown.unwrap_or_else(|| general(number))
    }
}

impl Form {
    /// Returns whether it writes a sign itself.
    fn is_signed(&self) -> bool {
        matches!(self, Self::Number(pattern) if pattern.prefix.contains(['-', '(']))
    }

    /// Returns whether it shows nothing.
    fn is_empty(&self) -> bool {
        let is_blank = |pattern: &Pattern| !pattern.has_digits && pattern.prefix.trim().is_empty();
        matches!(self, Self::Number(pattern) if is_blank(pattern))
    }
}

/// Formats a number with as many digits as it needs.
pub(super) fn general(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-7..1e21).contains(&size) {
        return format!("{number:e}");
    }
    // Not `-0`.
    format!("{}", number + 0.0)
}

fn split_sections(code: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    code.split(move |character| {
        let is_end = character == ';' && !is_quoted && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        is_quoted ^= character == '"';
        is_end
    })
}

/// Parses a section. `None` if its condition is not understood.
fn section(code: &str) -> Option<Section> {
    let (mut condition, mut rest) = (None, code.trim_start());
    while let Some((inner, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if inner.starts_with(['<', '=', '>']) {
            condition = Some(Condition::parse(inner)?);
        }
        rest = after;
    }
    Some(Section { condition, form: form(code) })
}

fn form(code: &str) -> Form {
    if code.to_ascii_lowercase().contains("general") {
        return Form::General;
    }
    let mut pattern = Pattern::default();
    // Date and time codes so far: `m` is a month, or minutes next to hours or seconds.
    let (mut has_date, mut has_month, mut has_time) = (false, false, false);
    let (mut is_duration, mut is_odd) = (false, false);
    let mut has_fraction = false;
    let mut rest = code.chars();
    let mut before = '\0';
    while let Some(character) = rest.next() {
        match character {
            '"' => {
                let quoted = rest.by_ref().take_while(|quoted| *quoted != '"');
                quoted.for_each(|quoted| pattern.literal(quoted));
            }
            '\\' => rest.next().into_iter().for_each(|literal| pattern.literal(literal)),
            '_' | '*' => drop(rest.next()),
            '[' => {
                let inner: String = rest.by_ref().take_while(|inner| *inner != ']').collect();
                let lower = inner.to_ascii_lowercase();
                if let Some(currency) = inner.strip_prefix('$') {
                    let currency = currency.split('-').next().unwrap_or_default();
                    currency.chars().for_each(|sign| pattern.literal(sign));
                } else if !lower.is_empty()
                    && ["h", "m", "s"].iter().any(|unit| lower.replace(unit, "").is_empty())
                {
                    is_duration = true;
                }
            }
            '0' | '#' | '?' => {
                // After a point that follows seconds, these are fractions of them.
                has_fraction |= has_time && before == '.';
                is_odd |= pattern.digit(character);
            }
            '.' => pattern.has_point = true,
            ',' if pattern.has_digits => pattern.scale += 1,
            '%' => {
                pattern.percents += 1;
                pattern.literal('%');
            }
            'E' if pattern.has_digits => {
                pattern.is_scientific = true;
                break;
            }
            '@' | '/' if !has_date && !has_month => is_odd = true,
            'y' | 'Y' | 'd' | 'D' | 'e' | 'g' => has_date = true,
            'm' | 'M' => has_month = true,
            'h' | 'H' | 's' | 'S' => has_time = true,
            'A' | 'a' if has_time => {}
            literal => pattern.literal(literal),
        }
        before = character;
    }
    if is_duration {
        return Form::Duration;
    }
    if has_date || has_month || has_time {
        let has_date = has_date || has_month && !has_time;
        return Form::Date { has_date, has_time, has_fraction };
    }
    if is_odd { Form::General } else { Form::Number(pattern) }
}

impl Pattern {
    /// Adds a literal, before or after the digits.
    fn literal(&mut self, literal: char) {
        if self.has_digits { self.suffix.push(literal) } else { self.prefix.push(literal) }
    }

    /// Adds a digit. Returns whether a literal separates digits, as in telephone numbers.
    fn digit(&mut self, digit: char) -> bool {
        if self.has_digits && !self.suffix.is_empty() {
            return true;
        }
        self.has_digits = true;
        if self.has_point {
            self.max_decimals = (self.max_decimals + 1).min(MAX_DECIMALS);
            if digit == '0' {
                self.min_decimals = self.max_decimals;
            }
        } else {
            // A comma between digits separates thousands; one after them divides.
            self.has_thousands |= std::mem::take(&mut self.scale) > 0;
            self.min_digits = (self.min_digits + usize::from(digit == '0')).min(MAX_DECIMALS);
        }
        false
    }

    fn write(&self, number: f64) -> String {
        let Self { prefix, suffix, .. } = self;
        if !self.has_digits {
            return prefix.clone();
        }
        let number = number * 100_f64.powi(self.percents as i32) / 1000_f64.powi(self.scale);
        // Round half up in decimal notation, not by the binary value.
        let nudged = number + number * 1e-15;
        let sign = if number < 0.0 { "-" } else { "" };
        let size = nudged.abs();
        if self.is_scientific {
            let written = format!("{size:.*e}", self.max_decimals);
            let (digits, exponent) = written.split_once('e').unwrap_or((&*written, "0"));
            let exponent: i32 = exponent.parse().unwrap_or_default();
            return format!("{sign}{prefix}{digits}E{exponent:+03}{suffix}");
        }
        if !size.is_finite() || size >= 1e21 {
            return general(number);
        }
        let written = format!("{size:.*}", self.max_decimals);
        let (whole, decimals) = written.split_once('.').unwrap_or((&*written, ""));
        let optional = decimals.len() - decimals.trim_end_matches('0').len();
        let kept = decimals.len() - optional.min(decimals.len().saturating_sub(self.min_decimals));
        let decimals = decimals.get(..kept).unwrap_or_default();
        let mut text = format!("{sign}{prefix}");
        let whole = format!("{whole:0>width$}", width = self.min_digits);
        for (at, digit) in whole.chars().enumerate() {
            if self.has_thousands && at > 0 && (whole.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        if !decimals.is_empty() {
            text.push('.');
            text.push_str(decimals);
        }
        text.push_str(suffix);
        // Not `-0`.
        let is_zero = !text.contains(|digit: char| matches!(digit, '1'..='9'));
        if is_zero && !sign.is_empty() { text.split_off(1) } else { text }
    }
}

/// Formats a number of days as hours, minutes and seconds.
fn duration(days: f64) -> String {
    let seconds = (days.abs() * 86_400.0).round();
    let sign = if days < 0.0 && seconds > 0.0 { "-" } else { "" };
    // A number that is too large becomes the largest.
    let seconds = seconds as u64;
    format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Formats a number of days as a date or a time. `None` if there is no such date.
fn date(
    days: f64,
    has_date: bool,
    has_time: bool,
    has_fraction: bool,
    is_1904: bool,
) -> Option<String> {
    /// The day after 9999-12-31.
    const MAX_DAYS: f64 = 2_958_466.0;
    if !(0.0..MAX_DAYS).contains(&days) {
        return None;
    }
    let unit = if has_fraction { 1000 } else { 1 };
    let parts = (days * 86_400.0 * unit as f64).round() as u64;
    // A date without a time is not rounded up to the next day.
    let day = if has_time { parts / (86_400 * unit) } else { days as u64 };
    let part = parts % (86_400 * unit);
    let mut text = String::new();
    // Day 0 is a time without a date, in any format.
    if has_date && (day > 0 || is_1904) {
        let (year, month, day) = calendar(day, is_1904);
        let _ = write!(text, "{year:04}-{month:02}-{day:02}");
        if has_time {
            text.push(' ');
        }
    }
    if has_time || text.is_empty() {
        let seconds = part / unit;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let _ = write!(text, "{hour:02}:{minute:02}:{second:02}");
        if has_fraction {
            let _ = write!(text, ".{:03}", part % unit);
        }
    }
    Some(text)
}

/// Returns the year, month and day of a day number.
fn calendar(day: u64, is_1904: bool) -> (u64, u64, u64) {
    // Days since 0000-03-01. Day 60 of 1900 is a leap day that never existed, as in Lotus 1-2-3.
    let day = match day {
        day if is_1904 => day + 1462 + 693_899,
        60 => return (1900, 2, 29),
        day if day < 60 => day + 693_900,
        day => day + 693_899,
    };
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, date)
}
