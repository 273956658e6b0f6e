//! Rules as JSON text.

use crate::agentignore::AgentignoreState;
use crate::configuration::{ConfigValue, PolicyError};
use crate::definition::Policy;
use crate::entry::{ListSource, PolicyEntry, Wildcard};
use crate::handed::{DEFAULT, HandedPolicy};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

impl Policy {
    /// Returns a policy with the rules of a configuration alone. See [`Policy::rules_from_json`].
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        Self::new().rules_from_json(text)
    }

    /// Adds the rules of a configuration in JSON, in its order. See [`Policy::rules_from`].
    pub fn rules_from_json(self, text: &str) -> Result<Self, PolicyError> {
        self.rules_from(&parse(text)?)
    }

    /// Returns the policy as [`HandedPolicy`] reads it, for a component whose host judges requested
    /// paths, and names as directories list them.
    pub fn to_json(&self, agentignore: &AgentignoreState) -> String {
        let mut json = String::from("{");
        if let Some(rules) = self.rules_json() {
            json.push_str(&format!("\"rules\":{rules},"));
        }
        if self.asks() {
            json.push_str("\"asks\":true,");
        }
        let agentignore = match agentignore {
            AgentignoreState::Absent => "false".into(),
            AgentignoreState::List { text, .. } => quoted(text),
            AgentignoreState::Unusable(why) => format!("{{\"unusable\":{}}}", quoted(why)),
        };
        json.push_str(&format!("\"agentignore\":{agentignore},\"case_sensitive\":true,"));
        json.push_str("\"judged\":true}");
        json
    }

    /// Returns the rules. `None` for those of the default policy.
    fn rules_json(&self) -> Option<String> {
        let layers = |policy: &Self| -> Vec<String> {
            policy.rules.iter().map(PolicyEntry::to_json).collect()
        };
        match layers(self) {
            rules if rules == layers(&Self::default()) => None,
            rules if rules == layers(&Self::everything()) => Some("\"everything\"".into()),
            rules => Some(format!("[{}]", rules.join(","))),
        }
    }
}

impl PolicyEntry {
    fn to_json(&self) -> String {
        match self {
            Self::Wildcard(Wildcard { permission, pattern, action }) => {
                format!("{{\"{permission}\":{{{}:\"{action}\"}}}}", quoted(pattern))
            }
            Self::List(_, ListSource::Secrets) => "\"secrets\"".into(),
            Self::List(list, ListSource::Text(text, action)) => format!(
                "{{\"list\":{{\"name\":{},\"text\":{},\"action\":\"{action}\"}}}}",
                quoted(list.name()),
                quoted(text)
            ),
        }
    }
}

impl HandedPolicy {
    /// Parses what a host hands the component. See [`HandedPolicy::from_config`].
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or if a member cannot be used.
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        if text == DEFAULT {
            let agentignore = Some(AgentignoreState::Absent);
            let policy = Policy::default();
            return Ok(Self { policy, agentignore, is_case_sensitive: true, is_judged: true });
        }
        Self::from_config(&parse(text)?)
    }
}

fn parse(text: &str) -> Result<ConfigValue, PolicyError> {
    serde_json::from_str(text).map_err(|error| PolicyError::NotJson { reason: error.to_string() })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(ConfigValue::List(list))
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
