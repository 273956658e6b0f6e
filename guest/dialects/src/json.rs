//! JSON as the dialects read and write it: members stay in order, numbers stay as they were written.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use serde::ser::{Error, Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

/// A JSON value.
#[derive(Clone)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    /// The text of a number, as JSON spells it.
    Number(Cow<'a, str>),
    Text(Cow<'a, str>),
    /// Text that is spelled out only when it is written.
    Rendered(&'a dyn Display),
    List(Vec<Json<'a>>),
    Object(Members<'a>),
}

/// The members of an object, in order.
pub(crate) type Members<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

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

    /// What kind of value it is, for a message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) | Self::Rendered(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The value as JSON text on one line.
    pub(crate) fn write(&self) -> String {
        // Writing into memory fails only if a value's own text does not spell a value, which none here can.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(text) => {
                let number: &RawValue = serde_json::from_str(text).map_err(S::Error::custom)?;
                number.serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
            Self::Rendered(text) => serializer.collect_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

/// An integer as JSON spells it: digits, perhaps after a `-`. Anything with a fraction or an exponent is none.
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
        // The digits are digits, so it can only be too large.
        let size = digits.parse().unwrap_or(u64::MAX);
        Some(if negative && size > 0 { Self::Negative(size) } else { Self::Natural(size) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Integer, Json};
    use alloc::vec;

    #[test]
    fn values_are_written_on_one_line_in_order() {
        let value = Json::object([
            ("b", Json::number(1)),
            ("a", Json::List(vec![Json::Null, Json::Bool(true), Json::Number("1e400".into())])),
            ("text", Json::text("é\n\u{1}\"")),
            ("rendered", Json::Rendered(&"a\nb")),
        ]);
        assert_eq!(value.write(), r#"{"b":1,"a":[null,true,1e400],"text":"é\n\u0001\"","rendered":"a\nb"}"#);
    }

    #[test]
    fn an_integer_is_spelled_as_one() {
        let of = |text: &'static str| Integer::of(&Json::Number(text.into()));
        assert_eq!(of("0"), Some(Integer::Natural(0)));
        assert_eq!(of("-0"), Some(Integer::Natural(0)));
        assert_eq!(of("-5"), Some(Integer::Negative(5)));
        assert_eq!(of("18446744073709551616"), Some(Integer::Natural(u64::MAX)));
        for other in ["1.5", "2.0", "1e2", "1E400", "-1e0"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(Integer::of(&Json::Bool(true)), None);
        assert_eq!(Integer::of(&Json::text("7")), None);
    }
}
