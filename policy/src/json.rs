//! JSON whose members keep their order, and where no name may occur twice.

use crate::error::PolicyError;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

pub(crate) enum Json<'a> {
    Text(Cow<'a, str>),
    Object(Members<'a>),
    List(Vec<Self>),
    Bool(bool),
    /// Any other value, in words.
    Other(&'static str),
}

/// The members of an object, in order.
pub(crate) type Members<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

impl<'a> Json<'a> {
    /// Parses JSON text. Fails if it is malformed, or if a name in an object occurs twice.
    pub(crate) fn parse(text: &'a str) -> Result<Self, PolicyError> {
        let json: Self = serde_json::from_str(text)
            .map_err(|error| PolicyError::NotJson { reason: error.to_string() })?;
        match json.duplicate() {
            Some(name) => Err(PolicyError::Duplicate { name: name.into() }),
            None => Ok(json),
        }
    }

    /// Returns a name that occurs twice in an object.
    fn duplicate(&self) -> Option<&str> {
        match self {
            Self::Object(members) => {
                let mut seen = BTreeSet::new();
                members.iter().find_map(|(name, value)| match seen.insert(name) {
                    true => value.duplicate(),
                    false => Some(name),
                })
            }
            Self::List(values) => values.iter().find_map(Self::duplicate),
            Self::Text(_) | Self::Bool(_) | Self::Other(_) => None,
        }
    }
}

/// Removes the member of an object with this name.
pub(crate) fn take<'a>(members: &mut Members<'a>, wanted: &str) -> Option<Json<'a>> {
    let place = members.iter().position(|(name, _)| name == wanted)?;
    Some(members.remove(place).1)
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(text.into())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((Json::Text(name), value)) = map.next_entry()? {
            members.push((name, value));
        }
        Ok(Json::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Json<'de>, E> {
        Ok(Json::Other("a number"))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Json<'de>, E> {
        Ok(Json::Other("a number"))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Json<'de>, E> {
        Ok(Json::Other("a number"))
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Other("null"))
    }
}
