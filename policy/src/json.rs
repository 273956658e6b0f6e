//! Rules as JSON text.

use crate::configuration::{ConfigValue, PolicyError};
use crate::definition::Policy;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

impl Policy {
    /// Returns a policy with the rules of a configuration alone. See [`Policy::rules_from_json`].
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        Self::new().rules_from_json(text)
    }

    /// Adds the rules of a configuration in JSON, in its order. See [`Policy::rules_from`].
    pub fn rules_from_json(self, text: &str) -> Result<Self, PolicyError> {
        let configuration = serde_json::from_str(text)
            .map_err(|error| PolicyError::NotJson { reason: error.to_string() })?;
        self.rules_from(&configuration)
    }
}

impl<'de> Deserialize<'de> for ConfigValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ConfigVisitor)
    }
}

struct ConfigVisitor;

impl<'de> Visitor<'de> for ConfigVisitor {
    type Value = ConfigValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("permissions")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ConfigValue, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(ConfigValue::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<ConfigValue, A::Error> {
        while values.next_element::<IgnoredAny>()?.is_some() {}
        Ok(ConfigValue::Other("[…]".into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Text(text.into()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Other(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Other(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Other(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Other(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<ConfigValue, E> {
        Ok(ConfigValue::Other("null".into()))
    }
}
