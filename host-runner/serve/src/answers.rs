//! Results whose form is not that of the contract.

use readroom::policy::Denied;
use readroom::{Content, Outcome, ReadFacts, Reply};
use serde::Serialize;

/// A reply of a tool, but for the native result.
#[derive(Serialize)]
pub(crate) struct ReplyAnswer {
    outcome: Outcome,
    content: Vec<Content>,
    facts: Vec<ReadFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<DeniedAnswer>,
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
    /// Returns the answer, and the native result as the tool wrote it.
    pub(crate) fn of(reply: Reply) -> (Self, String) {
        let Reply { outcome, json, content, facts, denied } = reply;
        (Self { outcome, content, facts, denied: denied.map(DeniedAnswer::from) }, json)
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
