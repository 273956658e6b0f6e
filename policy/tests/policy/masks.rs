//! Tests of reads allowed with their secrets masked.

use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{CallPermit, Gate, NameAccess};
use readroom_policy::handed::HandedPolicy;
use readroom_policy::list::{Case, PathKind};
use readroom_policy::{Action, Decision, Permission, Policy, PolicyAnswer, Target, secret_name};
use std::sync::Arc;

fn decide(policy: &Policy, path: &str) -> Decision {
    let project = ["/p".to_string()];
    policy.decide(&Target::new(path, &project))
}

fn permit(policy: Policy, agentignore: AgentignoreState) -> Option<CallPermit> {
    let grants = ["/p"];
    let gate = Gate::new(policy, grants.into_iter(), &[grants.into()], &grants, None);
    Gate::permit(&Arc::new(gate), agentignore, None, PathKind::Other)
}

#[test]
fn secrets_are_masked_wherever_they_are() {
    for policy in [Policy::default().mask_secrets(), Policy::default().mask("secrets").unwrap()] {
        for path in ["/p/a.txt", "/p/.env", "/p/sub/.ssh/id_rsa", "/p/.env.bak", "/elsewhere/a"] {
            assert_eq!(decide(&policy, path), Decision::Masked, "{path}");
        }
    }
}

#[test]
fn later_rules_take_precedence_over_masks() {
    let masked = Policy::default().mask_secrets();
    let policy = masked.clone().allow("/tests/").unwrap().deny("/tests/.env").unwrap();
    assert_eq!(decide(&policy, "/p/tests/a"), Decision::Allowed);
    assert!(decide(&policy, "/p/tests/.env").denied().is_some());
    assert_eq!(decide(&policy, "/p/.env"), Decision::Masked);
    let rules = masked.rules_from_json(r#"{"read": {"*.pem": "deny"}}"#).unwrap();
    assert!(decide(&rules, "/p/a.pem").denied().is_some());
    assert_eq!(decide(&rules, "/p/a"), Decision::Masked);
}

#[test]
fn earlier_questions_and_denials_are_kept() {
    let policy = Policy::opencode().deny("/drafts/").unwrap().mask_secrets();
    assert!(decide(&policy, "/p/.env").denied().is_some());
    assert!(decide(&policy, "/p/drafts/a").denied().is_some());
    assert_eq!(decide(&policy, "/p/a"), Decision::Masked);
    // A person has approved the name.
    let asked = policy.on_ask(|_| PolicyAnswer::Once);
    assert_eq!(decide(&asked, "/p/.env"), Decision::Allowed);
}

#[test]
fn a_rule_masks_what_it_matches() {
    let rules = Policy::from_json(r#"{"read": {"*": "allow", "*.log": "mask"}}"#).unwrap();
    let pattern = Policy::everything().mask("*.log").unwrap();
    let listed = Policy::everything().list("logs", "*.log\n!open.log\n", Action::Mask).unwrap();
    for policy in [&rules, &pattern, &listed] {
        assert_eq!(decide(policy, "/p/a.log"), Decision::Masked);
        assert_eq!(decide(policy, "/p/a.txt"), Decision::Allowed);
    }
    assert_eq!(decide(&listed, "/p/open.log"), Decision::Allowed);
    let outside = rules.rule(Permission::ExternalDirectory, "/logs/*", Action::Mask);
    assert_eq!(decide(&outside, "/logs/a"), Decision::Masked);
    let mine = Policy::everything().mask("/secrets").unwrap();
    assert_eq!(decide(&mine, "/p/secrets"), Decision::Masked);
    assert_eq!(decide(&mine, "/p/.env"), Decision::Allowed);
}

#[test]
fn a_permit_knows_what_is_masked() {
    for policy in [Policy::everything().mask_secrets(), Policy::default().mask_secrets()] {
        let mut permit = permit(policy, AgentignoreState::Absent).unwrap();
        for path in ["a", ".env", "sub/.ssh/id_rsa"] {
            assert!(permit.admits(0, path, Case::Sensitive, NameAccess::File), "{path}");
            assert!(permit.masks(0, path, Case::Sensitive), "{path}");
        }
        for directory in ["sub/.ssh", ".gnupg"] {
            let admits = permit.admits(0, directory, Case::Sensitive, NameAccess::Directory);
            assert!(admits, "{directory}");
        }
        assert!(!permit.masks(1, "a", Case::Sensitive));
    }
    let mut allowed = permit(Policy::default(), AgentignoreState::Absent).unwrap();
    assert!(!allowed.masks(0, "a", Case::Sensitive));
}

#[test]
fn files_hidden_by_the_project_stay_hidden() {
    let list = AgentignoreState::parse(b"/drafts/\n");
    let mut permit = permit(Policy::default().mask_secrets(), list).unwrap();
    assert!(!permit.admits(0, "drafts/a", Case::Sensitive, NameAccess::File));
    assert!(permit.admits(0, "a", Case::Sensitive, NameAccess::File));
}

#[test]
fn stricter_members_take_precedence() {
    let json = r#"{"deny": ["*.d"], "ask": ["*.q"], "allow": ["*"], "mask": ["secrets", "*.m"]}"#;
    let HandedPolicy { policy, .. } = HandedPolicy::from_json(json).unwrap();
    assert!(decide(&policy, "/p/a.d").denied().is_some());
    assert!(decide(&policy, "/p/a.q").denied().is_some());
    for path in ["/p/a.m", "/p/a", "/p/.env"] {
        assert_eq!(decide(&policy, path), Decision::Masked, "{path}");
    }
    let rules = r#"{"rules": ["default", "mask-secrets", {"read": {"*.txt": "allow"}}]}"#;
    let HandedPolicy { policy, .. } = HandedPolicy::from_json(rules).unwrap();
    assert_eq!(decide(&policy, "/p/a.txt"), Decision::Allowed);
    assert_eq!(decide(&policy, "/p/.env"), Decision::Masked);
}

#[test]
fn a_secret_is_known_by_its_name_and_a_copy_by_that_of_the_original() {
    for (path, name) in [
        (".env", Some(".env")),
        ("sub/.env.bak", Some("sub/.env")),
        ("sub/.env 2", Some("sub/.env")),
        ("sub/credentials copy 3.json", Some("sub/credentials.json")),
        ("sub/.aws/credentials~", Some("sub/.aws/credentials")),
        (".env.example", None),
        ("src/main.rs", None),
        ("main.rs~", None),
    ] {
        assert_eq!(secret_name(path).as_deref(), name, "{path}");
    }
}
