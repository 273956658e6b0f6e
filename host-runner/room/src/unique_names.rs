//! Parses JSON, and detects a name that occurs twice in an object.
//!
//! `serde_json` alone keeps the last of them. A proxy in front of the server that keeps the first
//! would check a different request from the one that is served.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::fmt;

/// A parsed JSON text.
#[derive(Debug)]
pub struct ParsedJson {
    /// The value. A member that occurs more than once is null: none of its values counts.
    pub value: Value,
    /// The first name that occurs twice in an object, at any depth.
    pub duplicate: Option<String>,
}

/// Parses JSON as `serde_json` does, with its limit of 128 levels.
pub fn parse_json(text: &[u8]) -> serde_json::Result<ParsedJson> {
    let duplicate = OnceCell::new();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = ValueVisitor { duplicate: &duplicate }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(ParsedJson { value, duplicate: duplicate.into_inner() })
}

#[derive(Clone, Copy)]
struct ValueVisitor<'a> {
    duplicate: &'a OnceCell<String>,
}

impl<'de> DeserializeSeed<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($visit:ident $scalar:ty),*) => {$(
        fn $visit<E>(self, value: $scalar) -> Result<Value, E> {
            Ok(value.into())
        }
    )*};
}

impl<'de> Visitor<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value_seed(self)?;
            match members.entry(name) {
                Entry::Vacant(vacant) => drop(vacant.insert(value)),
                Entry::Occupied(mut occupied) => {
                    self.duplicate.get_or_init(|| occupied.key().clone());
                    occupied.insert(Value::Null);
                }
            }
        }
        Ok(Value::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element_seed(self)? {
            list.push(element);
        }
        Ok(Value::Array(list))
    }

    scalars!(visit_str &str, visit_bool bool, visit_i64 i64, visit_u64 u64, visit_f64 f64);

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}

#[cfg(test)]
mod tests;
