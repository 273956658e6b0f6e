//! JSON, parsed a layer at a time: members keep their order, and no name may occur twice.

use crate::error::PolicyError;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;

/// A value whose elements and members are not parsed yet.
pub(crate) enum Json<'a> {
    Text(String),
    Object(Members<'a>),
    List(Vec<&'a RawValue>),
    /// Any other value, as written.
    Other(&'a str),
}

/// The members of an object, in order.
pub(crate) type Members<'a> = Vec<(String, &'a RawValue)>;

impl<'a> Json<'a> {
    /// Parses JSON text. Fails if it is malformed.
    pub(crate) fn parse(text: &'a str) -> Result<Self, PolicyError> {
        Self::of(serde_json::from_str(text).map_err(not_json)?)
    }

    /// Parses the outermost layer of a value. Fails if a name in it occurs twice.
    pub(crate) fn of(value: &'a RawValue) -> Result<Self, PolicyError> {
        let text = value.get();
        Ok(match text.as_bytes().first() {
            Some(b'"') => Self::Text(serde_json::from_str(text).map_err(not_json)?),
            Some(b'[') => Self::List(serde_json::from_str(text).map_err(not_json)?),
            Some(b'{') => {
                let mut parser = serde_json::Deserializer::from_str(text);
                let members = parser.deserialize_map(AllMembers).map_err(not_json)?;
                let mut seen = BTreeSet::new();
                if let Some((name, _)) = members.iter().find(|(name, _)| !seen.insert(name)) {
                    return Err(PolicyError::Duplicate { name: name.clone() });
                }
                Self::Object(members)
            }
            _ => Self::Other(text),
        })
    }
}

/// Returns the member of an object with this name.
pub(crate) fn member<'a>(
    members: &Members<'a>,
    wanted: &str,
) -> Result<Option<Json<'a>>, PolicyError> {
    let found = members.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| Json::of(value)).transpose()
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn not_json(error: serde_json::Error) -> PolicyError {
    PolicyError::NotJson { reason: error.to_string() }
}

struct AllMembers;

impl<'de> Visitor<'de> for AllMembers {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
