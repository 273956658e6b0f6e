//! Tests of policies passed by a host to the component.

use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::handed::{DEFAULT, EVERYTHING, HandedPolicy};
use readroom_policy::{Action, Permission, Policy, PolicyAnswer, PolicyError, Target};

fn handed(json: &str) -> Result<HandedPolicy, PolicyError> {
    HandedPolicy::from_json(json)
}

fn denied(policy: &Policy, path: &str) -> Option<String> {
    let project = ["/p".to_string()];
    policy.decide(&Target::new(path, &project)).denied().map(ToString::to_string)
}

#[test]
fn permissions_alone_are_the_rules() {
    let found = handed(r#"{"read": {"*": "allow", "*.env": "deny"}}"#).unwrap();
    assert_eq!(denied(&found.policy, "/p/a"), None);
    assert!(denied(&found.policy, "/p/.env").is_some());
    assert!(found.agentignore.is_none() && !found.is_case_sensitive);
    assert_eq!(denied(&handed(r#""allow""#).unwrap().policy, "/etc/.env"), None);
}

#[test]
fn members_are_added_to_the_default() {
    let found = handed(r#"{"allow": [".env"], "deny": ["*.md"], "agentignore": false}"#).unwrap();
    assert_eq!(denied(&found.policy, "/p/.env"), None);
    assert!(denied(&found.policy, "/p/key.pem").is_some());
    let why = "denied by the rule `*.md` of the policy".to_string();
    assert_eq!(denied(&found.policy, "/p/a.md"), Some(why));
    assert!(matches!(found.agentignore, Some(AgentignoreState::Absent)));
    let text = handed(r#"{"agentignore": "a\nb\n", "case_sensitive": true}"#).unwrap();
    assert!(matches!(text.agentignore, Some(AgentignoreState::List(_))));
    assert!(text.is_case_sensitive);
    let unusable = handed(r#"{"agentignore": {"unusable": "it is a link"}}"#).unwrap();
    assert!(matches!(unusable.agentignore, Some(AgentignoreState::Unusable(_))));
}

#[test]
fn questions_of_the_host_are_left_to_it() {
    let found = handed(r#"{"asks": true, "deny": ["a"]}"#).unwrap();
    assert_eq!(denied(&found.policy, "/p/.env"), None);
    assert!(denied(&found.policy, "/p/a").is_some());
    assert!(denied(&handed(r#"{"asks": false}"#).unwrap().policy, "/p/.env").is_some());
}

#[test]
fn a_handed_policy_decides_like_the_original() {
    let listed = Policy::everything()
        .list("team", "*.sql\n!schema.sql\n", Action::Deny)
        .unwrap()
        .rule(Permission::Read, "*/open.sql", Action::Allow)
        .deny("/\"quoted\".txt")
        .unwrap();
    let policies = [
        Policy::default(),
        Policy::default().allow(".env").unwrap(),
        Policy::new(),
        Policy::opencode(),
        Policy::default().mask("*.sql").unwrap().mask("secrets").unwrap(),
        Policy::everything().mask_secrets().allow(".env").unwrap(),
        Policy::everything(),
        listed,
    ];
    for policy in policies {
        let json = policy.to_json(&AgentignoreState::Absent);
        let found = handed(&json).unwrap();
        for path in [
            "/p/a.txt",
            "/p/.env",
            "/p/a.sql",
            "/p/schema.sql",
            "/p/open.sql",
            "/p/\"quoted\".txt",
            "/etc/passwd",
        ] {
            let project = ["/p".to_string()];
            let target = Target::new(path, &project);
            assert_eq!(found.policy.decide(&target), policy.decide(&target), "{json} {path}");
        }
        assert!(found.is_case_sensitive);
        let asking = policy.on_ask(|_| PolicyAnswer::Reject);
        let json = asking.to_json(&AgentignoreState::Unusable("why".into()));
        assert!(json.contains(r#""asks":true"#), "{json}");
        assert!(json.contains(r#"{"unusable":"why"}"#), "{json}");
    }
    let json = Policy::default().to_json(&AgentignoreState::Absent);
    assert_eq!(json, DEFAULT);
    assert_eq!(Policy::everything().to_json(&AgentignoreState::Absent), EVERYTHING);
    let parsed = handed(&format!(" {DEFAULT}")).unwrap();
    assert_eq!(format!("{:?}", handed(DEFAULT).unwrap()), format!("{parsed:?}"));
}

#[test]
fn errors_are_reported() {
    for (json, part) in [
        ("{", "not JSON"),
        (r#"{"allow": ".env"}"#, "'allow' in the policy is not an array of patterns"),
        (r#"{"allow": [1]}"#, "'allow' in the policy is not an array of patterns"),
        (r#"{"agentignore": 1}"#, "'agentignore' in the policy is not true or false"),
        (r#"{"asks": "yes"}"#, "'asks' in the policy is not true or false"),
        (r#"{"asks": true, "more": 1}"#, "there is no permission 'more'"),
        (r#"{"rules": {"list": {"name": "a"}}}"#, "'list' in the policy is not an object"),
        (r#"{"rules": ["defualt"]}"#, "\"defualt\""),
        (r#"{"rules": "default", "rules": "default"}"#, "'rules' occurs twice"),
        ("7", "not an object"),
    ] {
        let error = handed(json).unwrap_err().to_string();
        assert!(error.contains(part), "{json}: {error}");
    }
}

#[test]
fn a_list_that_the_host_has_compiled_is_compiled_when_it_is_needed() {
    let of = |text: &str, judged| {
        let list = format!(r#"{{"list":{{"name":"team","text":"{text}","action":"deny"}}}}"#);
        handed(&format!(r#"{{"rules":["everything",{list}],"judged":{judged}}}"#))
    };
    let judged = of("*.tmp\\n", true).unwrap();
    assert_eq!(denied(&judged.policy, "/p/a"), None);
    assert!(denied(&judged.policy, "/p/a.tmp").is_some());
    // A host that passes on what it could not have compiled gets nothing.
    assert!(of("[[:a:]]\\n", false).is_err());
    for malformed in ["[[:a:]]\\n", "[[:a:]]b\\n", "/\\n"] {
        assert!(denied(&of(malformed, true).unwrap().policy, "/p/a").is_some());
    }
}

#[test]
fn a_list_of_masks_that_does_not_compile_opens_nothing() {
    let json = r#"{"rules":["everything",{"read":{"*":"deny"}},
        {"list":{"name":"m","text":"[[:a:]]","action":"mask"}}],"judged":true}"#;
    assert!(denied(&handed(json).unwrap().policy, "/p/a").is_some());
}
