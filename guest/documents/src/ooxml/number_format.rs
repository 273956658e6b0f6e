//! Numbers as a workbook displays them: `1,234.50`, `12%`, `2024-02-29`.
//!
//! Dates and times are always ISO: the display of a cell depends on the locale, and `03/04/05` is
//! ambiguous. A format that is not understood, or has no section for the number, leaves the number
//! as stored.

use super::number_fraction::Fraction;
use super::number_pattern::{
    DATE_UNITS, Part, Pattern, general, is_digit, is_name, parts, push_literals, signed,
    whole_digits,
};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A number format, with sections for positive and negative numbers and for zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberFormat {
    sections: Vec<Section>,
    /// The parts before and after the text of a cell, if its section adds any.
    text: Option<(Vec<Part>, Vec<Part>)>,
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
    /// The number as it is stored.
    Stored,
    /// The text of the cell, with the parts before and after it.
    Text(Vec<Part>, Vec<Part>),
    Date(DateForm),
    /// Elapsed hours, minutes and seconds, beyond a day.
    Duration(Vec<Part>),
    Number(Pattern),
    Fraction(Fraction),
}

impl NumberFormat {
    /// Parses a format code, such as `#,##0.00;[Red]-#,##0.00`.
    pub(crate) fn parse(code: &str) -> Self {
        /// The maximum number of characters, as in Excel.
        const MAX_CODE: usize = 255;
        if code.is_empty() || code.chars().nth(MAX_CODE).is_some() {
            return Self::default();
        }
        let sections: Option<Vec<Section>> = split_sections(code).take(4).map(section).collect();
        let mut sections = sections.unwrap_or_default();
        // The fourth is for text, which it displays with `@`, and so is the last one that has it.
        let is_last = sections.len() == 4
            || sections.last().is_some_and(|last| matches!(last.form, Form::Text(..)));
        let text = if is_last { sections.pop().map(|text| text.form) } else { None };
        let (text, hides_text) = match text {
            Some(Form::Text(before, after)) => (Some((before, after)), false),
            Some(Form::Number(pattern)) => (None, !pattern.parts.contains(&Part::General)),
            other => (None, other.is_some_and(|form| form != Form::Stored)),
        };
        let text = text.filter(|(before, after)| !before.is_empty() || !after.is_empty());
        Self { sections, text, hides_text }
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
            5 | 6 => "\"$\"#,##0_);(\"$\"#,##0)",
            7 | 8 => "\"$\"#,##0.00_);(\"$\"#,##0.00)",
            11 => "0.00E+00",
            12 => "# ?/?",
            13 => "# ??/??",
            14..=17 | 27..=31 | 34..=36 | 50..=54 | 57 | 58 => "yyyy-mm-dd",
            18..=21 | 32 | 33 | 45 | 55 | 56 => "hh:mm:ss",
            22 => "yyyy-mm-dd hh:mm",
            37 | 38 => "#,##0_);(#,##0)",
            39 | 40 => "#,##0.00_);(#,##0.00)",
            41 => "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)",
            42 => "_(\"$\"* #,##0_);_(\"$\"* (#,##0);_(\"$\"* \"-\"_);_(@_)",
            43 => "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)",
            44 => "_(\"$\"* #,##0.00_);_(\"$\"* (#,##0.00);_(\"$\"* \"-\"??_);_(@_)",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            48 => "##0.0E+0",
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
        let Some((section, is_unsigned)) = self.section(number) else { return unformatted(stored) };
        let size = if is_unsigned { -number } else { number };
        let shown = match &section.form {
            Form::Stored | Form::Text(..) => None,
            Form::Date(form) => form.write(size, is_1904),
            Form::Duration(parts) => duration(size, parts),
            Form::Number(pattern) => pattern.write(size, stored),
            Form::Fraction(fraction) => fraction.write(size),
        };
        shown.unwrap_or_else(|| unformatted(stored))
    }

    /// Formats a number as [`Self::show`] does, unless this would round it.
    pub(super) fn show_exact(&self, stored: &str) -> String {
        let number = stored.trim().parse().unwrap_or_default();
        match self.section(number).map(|(section, _)| &section.form) {
            Some(Form::Number(pattern)) if !pattern.is_exact(number) => unformatted(stored),
            Some(Form::Fraction(_)) => unformatted(stored),
            _ => self.show(stored, false),
        }
    }

    /// Formats the text of a cell, as `"No. "@` does.
    pub(crate) fn show_text<'a>(&self, stored: Cow<'a, str>) -> Cow<'a, str> {
        let Some((before, after)) = &self.text else { return stored };
        let mut text = String::new();
        push_literals(&mut text, before);
        text.push_str(&stored);
        push_literals(&mut text, after);
        Cow::Owned(text)
    }
}

impl Form {
    /// Returns whether it writes a sign itself.
    fn is_signed(&self) -> bool {
        let Self::Number(pattern) = self else { return false };
        let prefix = pattern.parts.iter().take_while(|part| !is_digit(part));
        prefix.into_iter().any(|part| matches!(part, Part::Literal('-' | '(')))
    }

    /// Returns whether it shows nothing.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Number(pattern) if pattern.is_empty())
    }
}

/// Formats an ISO date with a time, such as `2024-02-29T13:45:30.000Z`, as the number of its days.
pub(super) fn iso_date(format: Option<&NumberFormat>, stored: &str) -> String {
    let Some((date, time)) = stored.trim().split_once('T') else { return stored.trim().to_owned() };
    let time = time.trim_end_matches('Z').trim_end_matches(".000");
    match format.and_then(|format| format.section(1.0)).map(|(section, _)| &section.form) {
        Some(Form::Date(form)) if !form.has_time => date.to_owned(),
        Some(Form::Date(form)) if !form.has_date => time.to_owned(),
        Some(Form::Date(_)) => format!("{date} {time}"),
        _ => format!("{date} {}", time.trim_start_matches("00:00:00")).trim_end().to_owned(),
    }
}

/// Formats a number without a format. A whole number stays as stored, of any length.
pub(super) fn unformatted(stored: &str) -> String {
    match stored.trim().parse() {
        Ok(number) if number == 0.0 || whole_digits(stored).is_none() => general(number),
        _ => stored.trim().to_owned(),
    }
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
    let form = if is_name(rest) { Form::Stored } else { form(parts(code)) };
    Some(Section { condition, form })
}

fn form(parts: Vec<Part>) -> Form {
    let has = |wanted: fn(&Part) -> bool| parts.iter().any(wanted);
    let has_unit = |units: &str| {
        let is_unit = |part: &Part| matches!(part, Part::Unit(unit, _) if units.contains(*unit));
        parts.iter().any(is_unit)
    };
    let has_number = has(|part| is_digit(part) || *part == Part::General);
    let has_elapsed = has(|part| matches!(part, Part::Elapsed(..)));
    if let Some(at) = parts.iter().position(|part| *part == Part::Text) {
        let after = parts.get(at + 1..).unwrap_or_default();
        let is_text = !has_number && !after.contains(&Part::Text);
        let before = parts.get(..at).unwrap_or_default().to_vec();
        return if is_text { Form::Text(before, after.to_vec()) } else { Form::Stored };
    }
    let has_date = has_unit(DATE_UNITS);
    if has_number {
        return match Fraction::parse(&parts) {
            _ if has_elapsed || *parts == [Part::General] => Form::Stored,
            Some(fraction) => Form::Fraction(fraction),
            None => Form::Number(Pattern::new(parts)),
        };
    }
    if has_elapsed && !has_date {
        return Form::Duration(parts);
    }
    let has_time = has_elapsed || has_unit("hHsS");
    // `m` is a month, or minutes next to hours or seconds.
    let has_date = has_date || has_unit("mM") && !has_time;
    if has_date || has_time {
        let has_fraction = parts.contains(&Part::SecondDigit);
        return Form::Date(DateForm { has_date, has_time, has_fraction });
    }
    Form::Number(Pattern::new(parts))
}

/// Formats a number of days as elapsed time. `None` if it is too long.
fn duration(days: f64, parts: &[Part]) -> Option<String> {
    let digits = parts.iter().filter(|part| **part == Part::SecondDigit).count().min(3);
    let per_second = 10_u64.pow(digits as u32);
    let size = (days.abs() * 86_400.0 * per_second as f64).round();
    let time = (size < 1e18).then_some(size as u64)?;
    let seconds = time / per_second;
    let mut fraction = format!("{:0digits$}", time % per_second).into_bytes().into_iter();
    let mut text = String::new();
    for part in parts {
        // Writing to a string does not fail.
        let _ = match *part {
            Part::Unit(_, 0) => Ok(()),
            Part::Elapsed(unit, width) | Part::Unit(unit, width) => {
                let is_elapsed = matches!(part, Part::Elapsed(..));
                let (value, limit) = match unit {
                    'h' | 'H' => (seconds / 3600, 24),
                    'm' | 'M' => (seconds / 60, 60),
                    _ => (seconds, 60),
                };
                let value = if is_elapsed { value } else { value % limit };
                write!(text, "{value:0width$}", width = usize::from(width.min(9)))
            }
            Part::SecondDigit => write!(text, "{}", fraction.next().map_or('0', char::from)),
            other => {
                push_literals(&mut text, &[other]);
                Ok(())
            }
        };
    }
    Some(signed(days < 0.0 && time > 0, &text))
}

/// The parts of a date or a time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DateForm {
    has_date: bool,
    has_time: bool,
    has_fraction: bool,
}

impl DateForm {
    /// Formats a number of days. `None` if there is no such date.
    fn write(self, days: f64, is_1904: bool) -> Option<String> {
        /// The day after 9999-12-31.
        const MAX_DAYS: f64 = 2_958_466.0;
        if !(0.0..MAX_DAYS).contains(&days) {
            return None;
        }
        let unit = if self.has_fraction { 1000 } else { 1 };
        let parts = (days * 86_400.0 * unit as f64).round() as u64;
        // A date without a time is not rounded up to the next day.
        let day = if self.has_time { parts / (86_400 * unit) } else { days as u64 };
        let part = parts % (86_400 * unit);
        let mut text = String::new();
        // Day 0 is a time without a date, in any format.
        if self.has_date && (day > 0 || is_1904) {
            let (year, month, day) = calendar(day, is_1904);
            let _ = write!(text, "{year:04}-{month:02}-{day:02}");
            if self.has_time {
                text.push(' ');
            }
        }
        if self.has_time || text.is_empty() {
            let seconds = part / unit;
            let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let _ = write!(text, "{hour:02}:{minute:02}:{second:02}");
            if self.has_fraction {
                let _ = write!(text, ".{:03}", part % unit);
            }
        }
        Some(text)
    }
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
