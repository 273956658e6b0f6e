//! A policy as passed by a host to the component, in the environment: as JSON.

use crate::agentignore::AgentignoreState;
use crate::configuration::action_named;
use crate::definition::Policy;
use crate::entry::{PolicyEntry, Wildcard};
use crate::error::PolicyError;
use crate::json::{Json, quoted, take};
use crate::list::List;
use crate::rule::Action;

/// The environment variable of the policy. If it is absent, the default applies.
pub const VARIABLE: &str = "READROOM_POLICY";

/// The default policy in a host that checks names as listed in directories and has found no
/// `.agentignore`. It is recognized without parsing, like the next one: nearly every call has it.
pub const DEFAULT: &str = r#"{"agentignore":false,"case_sensitive":true,"judged":true}"#;

/// The policy that allows everything, in such a host.
pub const EVERYTHING: &str =
    r#"{"rules":"everything","agentignore":false,"case_sensitive":true,"judged":true}"#;

/// The members of an object that has more than permissions.
const MEMBERS: [&str; 9] =
    ["rules", "allow", "mask", "ask", "deny", "agentignore", "asks", "case_sensitive", "judged"];

/// A policy and facts about its host.
#[derive(Debug, Default)]
pub struct HandedPolicy {
    /// The rules. Questions are denied unless the host asks them.
    pub policy: Policy,
    /// The state of `.agentignore` in the root. `None` if the component has to read it.
    pub agentignore: Option<AgentignoreState>,
    /// Whether `a` and `A` are two names in every directory, or the host itself checks names as
    /// listed in directories. Otherwise a pattern denies names in any case.
    pub is_case_sensitive: bool,
    /// Whether the host has checked the requested path, so that the component need not.
    pub is_judged: bool,
}

impl HandedPolicy {
    /// Parses permissions, or an object with any of these members.
    ///
    /// - `rules`: `"default"`, `"opencode"`, `"everything"`, `"secrets"`, `"mask-secrets"`,
    ///   permissions, `{"list": {"name", "text", "action"}}`, or an array of these, the last of
    ///   which takes precedence.
    /// - `allow`, `mask`, `ask`, `deny`: arrays of patterns, which take precedence in this order.
    ///   `"secrets"` in `mask` is [`Policy::mask_secrets`].
    /// - `agentignore`: `false`, the text of the file, or `{"unusable": reason}`.
    /// - `asks`: whether the host asks the questions, so that the component does not deny them.
    /// - `case_sensitive`: see [`HandedPolicy::is_case_sensitive`].
    /// - `judged`: see [`HandedPolicy::is_judged`].
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
        let is_known = |name: &str| MEMBERS.contains(&name);
        let mut members = match Json::parse(text)? {
            Json::Object(members) if members.iter().any(|(name, _)| is_known(name)) => members,
            permissions => {
                return Ok(Self { policy: layers(permissions, false)?, ..Self::default() });
            }
        };
        if let Some((name, _)) = members.iter().find(|(name, _)| !is_known(name)) {
            return Err(PolicyError::UnknownPermission { name: name.to_string() });
        }
        let mut is_set = |name| match take(&mut members, name) {
            None => Ok(false),
            Some(Json::Bool(is_set)) => Ok(is_set),
            Some(_) => Err(bad(name, "true or false")),
        };
        let (is_case_sensitive, is_judged) = (is_set("case_sensitive")?, is_set("judged")?);
        let asks = is_set("asks")?;
        let mut policy = match take(&mut members, "rules") {
            Some(rules) => layers(rules, is_judged)?,
            None => Policy::default(),
        };
        for action in [Action::Allow, Action::Mask, Action::Ask, Action::Deny] {
            let wrong = || bad(action.name(), "an array of patterns");
            let patterns = match take(&mut members, action.name()) {
                None => continue,
                Some(Json::List(patterns)) => patterns,
                Some(_) => return Err(wrong()),
            };
            for pattern in patterns {
                let Json::Text(pattern) = pattern else { return Err(wrong()) };
                policy = match action {
                    Action::Mask => policy.mask(&pattern)?,
                    _ => policy.pattern(&pattern, action)?,
                };
            }
        }
        if asks {
            policy = policy.leaving_questions();
        }
        let agentignore = match take(&mut members, "agentignore") {
            None | Some(Json::Bool(true)) => None,
            Some(Json::Bool(false)) => Some(AgentignoreState::Absent),
            Some(Json::Text(text)) if is_judged => Some(AgentignoreState::compiled(text)),
            Some(Json::Text(text)) => Some(AgentignoreState::parse(text.as_bytes())),
            Some(Json::Object(mut members)) => match take(&mut members, "unusable") {
                Some(Json::Text(why)) => Some(AgentignoreState::Unusable(why.into())),
                _ => return Err(bad("agentignore", "the reason, as {\"unusable\": reason}")),
            },
            Some(_) => return Err(bad("agentignore", "true or false")),
        };
        Ok(Self { policy, agentignore, is_case_sensitive, is_judged })
    }
}

/// Returns the policy that `rules` describes. A host that judges has compiled its lists.
fn layers(value: Json<'_>, is_judged: bool) -> Result<Policy, PolicyError> {
    match value {
        Json::List(layers) => {
            layers.into_iter().try_fold(Policy::new(), |policy, one| layer(policy, one, is_judged))
        }
        one => layer(Policy::new(), one, is_judged),
    }
}

fn layer(policy: Policy, mut value: Json<'_>, is_judged: bool) -> Result<Policy, PolicyError> {
    match &mut value {
        Json::Text(name) => match &**name {
            "default" => return Ok(policy.everywhere().secrets()),
            "everything" => return Ok(policy.everywhere()),
            "opencode" => return Ok(policy.and(Policy::opencode())),
            "secrets" => return Ok(policy.secrets()),
            "mask-secrets" => return Ok(policy.mask_secrets()),
            _ => {}
        },
        Json::Object(members) if members.len() == 1 => {
            if let Some(Json::Object(mut list)) = take(members, "list") {
                let mut text = |name| match take(&mut list, name) {
                    Some(Json::Text(text)) => Ok(text),
                    _ => Err(bad("list", "an object with 'name', 'text' and 'action'")),
                };
                let action = action_named("list", &text("action")?)?;
                let (name, text) = (text("name")?, text("text")?);
                return match is_judged {
                    true => Ok(policy.with_list(List::compiled(&name, text, action))),
                    false => policy.list(&name, &text, action),
                };
            }
        }
        _ => {}
    }
    policy.rules_from(&value)
}

fn bad(name: &str, expected: &'static str) -> PolicyError {
    PolicyError::BadMember { name: name.into(), expected }
}

impl Policy {
    /// Returns the policy in the form that [`HandedPolicy`] parses, for a component whose host
    /// checks requested paths, and names as listed in directories.
    pub fn to_json(&self, agentignore: &AgentignoreState) -> String {
        let layers = |policy: &Self| -> Vec<String> {
            policy.rules.iter().map(PolicyEntry::to_json).collect()
        };
        let mut json = String::from("{");
        match layers(self) {
            rules if rules == layers(&Self::default()) => {}
            rules if rules == layers(&Self::everything()) => {
                json.push_str("\"rules\":\"everything\",");
            }
            rules => json.push_str(&format!("\"rules\":[{}],", rules.join(","))),
        }
        if self.asks() {
            json.push_str("\"asks\":true,");
        }
        let agentignore = match agentignore {
            AgentignoreState::Absent => "false".into(),
            AgentignoreState::List(list) => quoted(list.text()),
            AgentignoreState::Unusable(why) => format!("{{\"unusable\":{}}}", quoted(why)),
        };
        json.push_str(&format!("\"agentignore\":{agentignore},"));
        json.push_str("\"case_sensitive\":true,\"judged\":true}");
        json
    }
}

impl PolicyEntry {
    fn to_json(&self) -> String {
        match self {
            Self::Wildcard(Wildcard { permission, pattern, action }) => {
                format!("{{\"{permission}\":{{{}:\"{action}\"}}}}", quoted(pattern))
            }
            Self::List(list) if list.is_of_secrets() => "\"secrets\"".into(),
            Self::MaskSecrets => "\"mask-secrets\"".into(),
            Self::List(list) => format!(
                "{{\"list\":{{\"name\":{},\"text\":{},\"action\":\"{}\"}}}}",
                quoted(list.name()),
                quoted(list.text()),
                list.action()
            ),
        }
    }
}
