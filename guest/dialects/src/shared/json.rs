//! JSON as parsed and written by dialects: members keep their order, and numbers their form.

use super::json_output::{Escaped, EscapedLength, Output, SHORT, escaped_length};
use readroom_types::JsonOutput as _;
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::{self, Display, Write};

pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    /// A number as JSON text.
    Number(Cow<'a, str>),
    Text(Cow<'a, str>),
    /// Text that is formatted only when written.
    Rendered(&'a dyn Display),
    /// Bytes in base64 after a prefix. Neither needs escaping.
    Base64 {
        prefix: String,
        data: &'a str,
    },
    List(Vec<Json<'a>>),
    Object(Members<'a>),
}

/// The members of an object, in order.
pub(crate) type Members<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

/// Returns the members of an object in JSON text, each value unparsed.
pub(crate) fn members(object: &str) -> Result<Vec<(String, &RawValue)>, serde_json::Error> {
    struct Take;

    impl<'de> Visitor<'de> for Take {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }

    serde_json::Deserializer::from_str(object).deserialize_map(Take)
}

impl<'a> Json<'a> {
    pub(crate) fn number(number: u64) -> Self {
        Self::Number(number.to_string().into())
    }

    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn object<const N: usize>(members: [(&'a str, Self); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// Returns the type of the value, for a message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) | Self::Rendered(_) | Self::Base64 { .. } => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// Returns the value as JSON text on one line.
    pub(crate) fn write(&self) -> String {
        self.write_up_to(SHORT, SHORT)
            // A large result is measured first, so that it takes its own size in memory and not up
            // to three times that.
            .or_else(|_| self.write_up_to(self.length(), usize::MAX))
            // Writing to a string cannot fail.
            .unwrap_or_default()
    }

    fn write_up_to(&self, capacity: usize, max: usize) -> Result<String, fmt::Error> {
        let mut out = Output::new(capacity, max);
        self.write_to(&mut out)?;
        out.finish()
    }

    fn write_to(&self, out: &mut Output) -> fmt::Result {
        match self {
            Self::Null => out.push("null"),
            Self::Bool(true) => out.push("true"),
            Self::Bool(false) => out.push("false"),
            Self::Number(text) => out.push(text),
            Self::Text(text) => out.string(text),
            Self::Rendered(text) => {
                out.push("\"")?;
                write!(Escaped(out), "{text}")?;
                out.push("\"")
            }
            Self::Base64 { prefix, data } => {
                out.push("\"")?;
                out.push(prefix)?;
                out.push(data)?;
                out.push("\"")
            }
            Self::List(values) => {
                out.push("[")?;
                for (index, value) in values.iter().enumerate() {
                    out.push(if index == 0 { "" } else { "," })?;
                    value.write_to(out)?;
                }
                out.push("]")
            }
            Self::Object(members) => {
                out.push("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    out.push(if index == 0 { "\"" } else { ",\"" })?;
                    out.push_escaped(name)?;
                    out.push("\":")?;
                    value.write_to(out)?;
                }
                out.push("}")
            }
        }
    }

    /// Returns the number of bytes that [`Json::write`] writes.
    pub(crate) fn length(&self) -> usize {
        match self {
            Self::Null | Self::Bool(true) => 4,
            Self::Bool(false) => 5,
            Self::Number(text) => text.len(),
            Self::Text(text) => 2 + escaped_length(text),
            Self::Rendered(text) => {
                let mut length = EscapedLength(2);
                // Adding up cannot fail.
                let _ = write!(length, "{text}");
                length.0
            }
            Self::Base64 { prefix, data } => 2 + prefix.len() + data.len(),
            Self::List(values) => 2 + values.iter().map(|value| value.length() + 1).sum::<usize>(),
            Self::Object(members) => {
                2 + members
                    .iter()
                    .map(|(name, value)| 4 + escaped_length(name) + value.length())
                    .sum::<usize>()
            }
        }
    }
}

/// An integer in JSON: digits, with an optional `-`. A number with a fraction or an exponent is not
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integer {
    /// Zero or more. A number too large for the type is its largest value.
    Natural(u64),
    /// Below zero, without the sign. A number too large for the type is its largest value.
    Negative(u64),
}

impl Integer {
    pub(crate) fn of(value: &Json<'_>) -> Option<Self> {
        let Json::Number(text) = value else { return None };
        let (digits, negative) = match text.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (&**text, false),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // It consists of digits, so it can only be too large.
        let size = digits.parse().unwrap_or(u64::MAX);
        Some(if negative && size > 0 { Self::Negative(size) } else { Self::Natural(size) })
    }

    /// Parses an integer as defined by JSON Schema, in any JSON notation: `1`, `1.0`, `1e3`,
    /// `1500e-2`.
    pub(crate) fn in_any_form(text: &str) -> Option<Self> {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let (whole, sign) = whole.strip_prefix('-').map_or((whole, ""), |whole| (whole, "-"));
        let (power, is_small) = match exponent.strip_prefix('-') {
            Some(power) => (power, true),
            None => (exponent.strip_prefix('+').unwrap_or(exponent), false),
        };
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if ![whole, fraction, power].into_iter().all(is_number) {
            return None;
        }
        let digits = [whole, fraction].concat();
        let significant = digits.trim_end_matches('0');
        if significant.trim_start_matches('0').is_empty() {
            return Some(Self::Natural(0));
        }
        // The number of zeros after the significant digits.
        let power = power.parse().unwrap_or(i64::MAX / 2);
        let zeros = (if is_small { -power } else { power })
            .saturating_sub_unsigned(fraction.len() as u64)
            .saturating_add_unsigned((digits.len() - significant.len()) as u64);
        // More than 20 digits are too large in any case.
        let zeros = usize::try_from(zeros).ok()?.min(20);
        let written = format!("{sign}{significant}{}", "0".repeat(zeros));
        Self::of(&Json::Number(written.into()))
    }
}

impl From<Integer> for Json<'_> {
    fn from(integer: Integer) -> Self {
        match integer {
            Integer::Natural(size) => Self::number(size),
            Integer::Negative(size) => Self::Number(format!("-{size}").into()),
        }
    }
}

#[cfg(test)]
mod tests;
