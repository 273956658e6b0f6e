//! Results whose form is not that of the contract.

use readroom::policy::Denied;
use readroom::{Content, Outcome, ReadFacts, Reply};
use serde::Serialize;
use serde_json::value::RawValue;

/// A reply of a tool.
#[derive(Serialize)]
pub(crate) struct ReplyAnswer {
    outcome: Outcome,
    content: Vec<Content>,
    facts: Vec<ReadFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<DeniedAnswer>,
    /// The native result, as the tool wrote it. It is the last member, so that a program which needs
    /// its text finds it without parsing it.
    value: Box<RawValue>,
}

/// What the policy denied.
#[derive(Serialize)]
struct DeniedAnswer {
    path: String,
    origin: String,
    pattern: String,
    action: &'static str,
    /// The same in words, without the path.
    message: String,
}

impl ReplyAnswer {
    /// Fails if the native result is not JSON.
    pub(crate) fn new(reply: Reply) -> serde_json::Result<Self> {
        let Reply { outcome, json, content, facts, denied } = reply;
        let denied = denied.map(DeniedAnswer::from);
        Ok(Self { outcome, content, facts, denied, value: RawValue::from_string(json)? })
    }
}

impl From<Denied> for DeniedAnswer {
    fn from(denied: Denied) -> Self {
        let message = denied.to_string();
        let Denied { path, rule, .. } = denied;
        Self {
            path,
            origin: rule.origin,
            pattern: rule.pattern,
            action: rule.action.name(),
            message,
        }
    }
}
