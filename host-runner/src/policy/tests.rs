//! What a policy allows, and what it asks.

use super::{Action, Answer, Ask, Decision, Permission, Policy, PolicyError, Target};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock, Mutex};

static PLACES: LazyLock<[String; 3]> =
    LazyLock::new(|| ["/project", "/real/project", "/elsewhere/cwd"].map(String::from));

fn target(path: &str) -> Target<'_> {
    Target { path, aliases: &[], places: PLACES.as_slice(), home: Some("/home/me"), session: Some("one") }
}

fn allows(policy: &Policy, path: &str) -> bool {
    policy.decide(&target(path)) == Decision::Allowed
}

/// A policy that gives the same answer to everything, and what it was asked.
fn asking(policy: Policy, answer: Answer) -> (Policy, Arc<Mutex<Vec<Ask>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    let policy = policy.on_ask(move |ask| {
        kept.lock().unwrap().push(ask.clone());
        answer
    });
    (policy, asked)
}

fn patterns(asked: &Mutex<Vec<Ask>>) -> Vec<String> {
    asked.lock().unwrap().drain(..).map(|ask| format!("{} {}", ask.permission, ask.pattern)).collect()
}

#[test]
fn the_default_rules_of_opencode() {
    let policy = Policy::opencode();
    for path in ["/project/a.txt", "/project", "/real/project/b", "/elsewhere/cwd/c", "/project/.env.example"]
    {
        assert!(allows(&policy, path), "{path}");
    }
    for path in
        ["/project/.env", "/project/sub/.env.local", "/project/prod.env", "/etc/passwd", "/projects/a"]
    {
        assert!(!allows(&policy, path), "{path}");
    }
    assert!(!allows(&Policy::new(), "/project/a.txt"));
}

#[test]
fn the_directory_is_asked_about_before_the_file_and_only_outside() {
    let (policy, asked) = asking(Policy::new(), Answer::Once);
    assert!(allows(&policy, "/etc/ssl/key.pem"));
    assert_eq!(patterns(&asked), ["external_directory /etc/ssl/*", "read /etc/ssl/key.pem"]);
    assert!(allows(&policy, "/project/a.txt"));
    assert_eq!(patterns(&asked), ["read /project/a.txt"]);
    assert!(allows(&policy, "/vmlinuz"));
    assert_eq!(patterns(&asked), ["external_directory /*", "read /vmlinuz"]);
    let (policy, asked) = asking(Policy::opencode(), Answer::Reject);
    assert!(!allows(&policy, "/etc/.env"));
    assert_eq!(patterns(&asked), ["external_directory /etc/*"], "after a no, nothing more is asked");
}

#[test]
fn a_question_says_what_and_for_whom() {
    let (policy, asked) = asking(Policy::opencode(), Answer::Once);
    assert!(allows(&policy, "/etc/passwd"));
    let ask = asked.lock().unwrap().remove(0);
    assert_eq!((ask.path.as_str(), ask.session.as_deref()), ("/etc/passwd", Some("one")));
}

#[test]
fn other_spellings_of_a_name_are_the_same_name() {
    let policy = Policy::opencode();
    for path in
        ["/project/.env/", "/project/./.env", "/project//.env", "/project/.env/.", "/project/a/../.env"]
    {
        assert!(!allows(&policy, path), "{path}");
    }
    assert!(!allows(&policy, "/project/../etc/passwd"));
    assert!(allows(&policy, "/etc/../project/a.txt"));
}

#[test]
fn the_last_rule_that_fits_decides() {
    let policy = Policy::opencode()
        .rule(Permission::Read, "*.pem", Action::Deny)
        .rule(Permission::Read, "/project/public.pem", Action::Allow)
        .rule(Permission::ExternalDirectory, "~/notes/*", Action::Allow)
        .rule(Permission::ExternalDirectory, "$HOME/notes/private/*", Action::Deny);
    assert!(!allows(&policy, "/project/key.pem"));
    assert!(allows(&policy, "/project/public.pem"));
    assert!(allows(&policy, "/home/me/notes/a.txt"));
    assert!(!allows(&policy, "/home/me/notes/private/a.txt"));
    assert!(!allows(&policy, "/home/you/notes/a.txt"));
    let homeless = Target { home: None, ..target("/home/me/notes/a.txt") };
    assert_eq!(policy.decide(&homeless), Decision::Denied);
}

#[test]
fn always_is_remembered_by_all_clones_and_opens_no_more_than_was_asked() {
    let (policy, asked) = asking(Policy::opencode(), Answer::Always);
    let clone = policy.clone();
    assert!(allows(&policy, "/etc/passwd"));
    assert_eq!(patterns(&asked), ["external_directory /etc/*"]);
    for path in ["/etc/group", "/etc/ssl/key"] {
        assert!(allows(&clone, path));
        assert_eq!(patterns(&asked), Vec::<String>::new(), "{path}");
    }
    assert!(allows(&clone, "/etcetera/a"));
    assert_eq!(patterns(&asked), ["external_directory /etcetera/*"]);
    assert!(allows(&clone, "/project/.env"));
    assert_eq!(patterns(&asked), ["read /project/.env"]);
    assert!(allows(&policy, "/project/sub/.env"), "every read");
    assert_eq!(patterns(&asked), Vec::<String>::new());
}

#[test]
fn always_does_not_overrule_a_denial_and_knows_no_wildcards() {
    let denying = Policy::opencode().rule(Permission::Read, "*.pem", Action::Deny);
    let (policy, asked) = asking(denying, Answer::Always);
    assert!(allows(&policy, "/project/.env"));
    assert!(!allows(&policy, "/project/key.pem"));
    assert!(allows(&policy, "/*/a"));
    patterns(&asked);
    assert!(allows(&policy, "/b/a"));
    assert_eq!(patterns(&asked), ["external_directory /b/*"]);
}

#[test]
fn once_is_not_remembered() {
    let (policy, asked) = asking(Policy::opencode(), Answer::Once);
    for _ in 0..2 {
        assert!(allows(&policy, "/project/.env"));
        assert_eq!(patterns(&asked), ["read /project/.env"]);
    }
}

#[test]
fn a_configuration_is_read_in_its_order() {
    let text = r#"{"read": {"*": "allow", "*.env": "deny", "*/ok.env": "allow"}, "external_directory": "allow",
        "bash": {"*": "ask"}, "edit": "deny", "tool_*": "deny"}"#;
    let policy = Policy::from_json(text).unwrap();
    assert!(allows(&policy, "/project/a"));
    assert!(!allows(&policy, "/project/.env"));
    assert!(allows(&policy, "/project/ok.env"));
    assert!(allows(&policy, "/etc/passwd"));
    let reversed = Policy::from_json(r#"{"read": {"*.env": "deny", "*": "allow"}}"#).unwrap();
    assert!(allows(&reversed, "/project/.env"));
    assert!(!allows(&reversed, "/etc/passwd"), "where no rule fits, somebody is asked");
    assert!(allows(&Policy::from_json(r#""allow""#).unwrap(), "/etc/.env"));
    let all = Policy::from_json(r#"{"*": "allow", "read": {"*.env": "deny"}}"#).unwrap();
    assert!(allows(&all, "/etc/passwd"));
    assert!(!allows(&all, "/etc/.env"));
    let more = Policy::opencode().rules_from_json(r#"{"external_directory": {"/etc/*": "allow"}}"#).unwrap();
    assert!(allows(&more, "/etc/passwd"));
    assert!(!allows(&more, "/etc/.env"));
}

#[test]
fn what_is_wrong_in_a_configuration_is_said() {
    let wrong = |text: &str| Policy::from_json(text).unwrap_err();
    assert!(matches!(wrong("{"), PolicyError::NotJson { .. }));
    assert_eq!(wrong(r#"{"raed": "deny"}"#), PolicyError::UnknownPermission { name: "raed".into() });
    assert_eq!(wrong(r#"{"read": ["deny"]}"#), PolicyError::NoRule { permission: "read".into() });
    assert_eq!(wrong("1"), PolicyError::NoRule { permission: String::new() });
    let unknown =
        |action: &str| PolicyError::UnknownAction { permission: "read".into(), action: action.into() };
    assert_eq!(wrong(r#"{"read": "no"}"#), unknown("\"no\""));
    assert_eq!(wrong(r#"{"read": {"*": false}}"#), unknown("false"));
    assert!(wrong(r#"{"read": "no"}"#).to_string().contains("\"deny\""));
}

#[test]
fn a_panic_of_whoever_is_asked_harms_no_later_question() {
    let policy = Policy::opencode().on_ask(|ask| match ask.path.as_str() {
        "/project/.env" => panic!("nobody there"),
        _ => Answer::Always,
    });
    let panicked = std::panic::catch_unwind(AssertUnwindSafe(|| policy.decide(&target("/project/.env"))));
    assert!(panicked.is_err());
    assert!(allows(&policy, "/project/b.env"));
}
