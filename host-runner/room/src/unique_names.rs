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
mod tests {
    use super::parse_json;
    use serde_json::{Value, json};

    #[test]
    fn the_first_name_that_occurs_twice_is_found() {
        for (text, name) in [
            (r#"{"a":1,"b":[{"a":1}]}"#, None),
            (r#"[{"a":1},{"a":1}]"#, None),
            (r#"{"a":1,"a":1}"#, Some("a")),
            (r#"{"a":{"b":{"c":1,"d":2,"c":3}},"a":1}"#, Some("c")),
            (r#"[[{"":1,"":2}]]"#, Some("")),
            (r#"{"path":1,"p\u0061th":1}"#, Some("path")),
            (r#"{"a":1,"A":1}"#, None),
        ] {
            assert_eq!(parse_json(text.as_bytes()).unwrap().duplicate.as_deref(), name, "{text}");
        }
        let twice = parse_json(br#"{"id":1,"a":{"b":2,"b":3},"id":4,"id":5}"#).unwrap();
        assert_eq!(twice.value, json!({ "id": null, "a": { "b": null } }));
    }

    #[test]
    fn everything_else_is_as_the_library_parses_it() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for text in [
            r#" {"a":[null,true,-1,18446744073709551615,1e300,1.5,"\u00e9\ud83d\ude00"],"b":{}} "#,
            "1 2",
            "{\"a\":1,}",
            "{\"a\"",
            "1e999",
            "\"\\ud800\"",
            "",
            &deep(127),
            &deep(128),
            &deep(100_000),
        ] {
            let expected = serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
            let parsed = parse_json(text.as_bytes()).map_err(|error| error.to_string());
            let shown = &text[..text.len().min(40)];
            assert_eq!(parsed.map(|parsed| parsed.value), expected, "{shown}");
        }
    }
}
