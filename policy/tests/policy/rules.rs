//! Tests of the reads that a policy allows, and of its questions.

use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{Gate, NameAccess};
use readroom_policy::list::{Case, PathKind};
use readroom_policy::{
    Action, Decision, Permission, Policy, PolicyAnswer, PolicyError, PolicyQuestion, Target,
};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock, Mutex};

static PLACES: LazyLock<[String; 3]> =
    LazyLock::new(|| ["/project", "/real/project", "/elsewhere/cwd"].map(String::from));

fn target(path: &str) -> Target<'_> {
    let mut target = Target::new(path, PLACES.as_slice());
    (target.home, target.session) = (Some("/home/me"), Some("one"));
    target
}

fn allows(policy: &Policy, path: &str) -> bool {
    policy.decide(&target(path)) == Decision::Allowed
}

/// Returns a policy that gives the same answer to every question, and the recorded questions.
fn asking(policy: Policy, answer: PolicyAnswer) -> (Policy, Arc<Mutex<Vec<PolicyQuestion>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    let policy = policy.on_ask(move |ask| {
        kept.lock().unwrap().push(ask.clone());
        answer
    });
    (policy, asked)
}

fn patterns(asked: &Mutex<Vec<PolicyQuestion>>) -> Vec<String> {
    asked
        .lock()
        .unwrap()
        .drain(..)
        .map(|ask| format!("{} {}", ask.permission, ask.pattern))
        .collect()
}

#[test]
fn the_default_rules_of_opencode() {
    let policy = Policy::opencode();
    for path in [
        "/project/a.txt",
        "/project",
        "/real/project/b",
        "/elsewhere/cwd/c",
        "/project/.env.example",
    ] {
        assert!(allows(&policy, path), "{path}");
    }
    for path in [
        "/project/.env",
        "/project/sub/.env.local",
        "/project/prod.env",
        "/etc/passwd",
        "/projects/a",
    ] {
        assert!(!allows(&policy, path), "{path}");
    }
    assert!(!allows(&Policy::new(), "/project/a.txt"));
}

#[test]
fn the_directory_is_asked_about_before_the_file_and_only_outside() {
    let (policy, asked) = asking(Policy::new(), PolicyAnswer::Once);
    assert!(allows(&policy, "/etc/ssl/key.pem"));
    assert_eq!(patterns(&asked), ["external_directory /etc/ssl/*", "read /etc/ssl/key.pem"]);
    assert!(allows(&policy, "/project/a.txt"));
    assert_eq!(patterns(&asked), ["read /project/a.txt"]);
    assert!(allows(&policy, "/vmlinuz"));
    assert_eq!(patterns(&asked), ["external_directory /*", "read /vmlinuz"]);
    let (policy, asked) = asking(Policy::opencode(), PolicyAnswer::Reject);
    assert!(!allows(&policy, "/etc/.env"));
    assert_eq!(
        patterns(&asked),
        ["external_directory /etc/*"],
        "after a no, nothing more is asked"
    );
}

#[test]
fn a_question_says_what_and_for_whom() {
    let (policy, asked) = asking(Policy::opencode(), PolicyAnswer::Once);
    assert!(allows(&policy, "/etc/passwd"));
    let ask = asked.lock().unwrap().remove(0);
    assert_eq!((ask.path.as_str(), ask.session.as_deref()), ("/etc/passwd", Some("one")));
}

#[test]
fn other_spellings_of_a_name_are_the_same_name() {
    let policy = Policy::opencode();
    for path in [
        "/project/.env/",
        "/project/./.env",
        "/project//.env",
        "/project/.env/.",
        "/project/a/../.env",
    ] {
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
    let mut homeless = target("/home/me/notes/a.txt");
    homeless.home = None;
    assert!(policy.decide(&homeless).denied().is_some());
}

#[test]
fn always_is_remembered_by_all_clones_and_opens_no_more_than_was_asked() {
    let (policy, asked) = asking(Policy::opencode(), PolicyAnswer::Always);
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
    let (policy, asked) = asking(denying, PolicyAnswer::Always);
    assert!(allows(&policy, "/project/.env"));
    assert!(!allows(&policy, "/project/key.pem"));
    assert!(allows(&policy, "/*/a"));
    patterns(&asked);
    assert!(allows(&policy, "/b/a"));
    assert_eq!(patterns(&asked), ["external_directory /b/*"]);
}

#[test]
fn once_is_not_remembered() {
    let (policy, asked) = asking(Policy::opencode(), PolicyAnswer::Once);
    for _ in 0..2 {
        assert!(allows(&policy, "/project/.env"));
        assert_eq!(patterns(&asked), ["read /project/.env"]);
    }
}

#[test]
fn a_configuration_is_read_in_its_order() {
    let text = r#"{"read": {"*": "allow", "*.env": "deny", "*/ok.env": "allow"},
        "external_directory": "allow", "bash": {"*": "ask"}, "edit": "deny", "tool_*": "deny"}"#;
    let policy = Policy::from_json(text).unwrap();
    assert!(allows(&policy, "/project/a"));
    assert!(!allows(&policy, "/project/.env"));
    assert!(allows(&policy, "/project/ok.env"));
    assert!(allows(&policy, "/etc/passwd"));
    let reversed = Policy::from_json(r#"{"read": {"*.env": "deny", "*": "allow"}}"#).unwrap();
    assert!(allows(&reversed, "/project/.env"));
    assert!(!allows(&reversed, "/etc/passwd"), "where no rule matches, the question is asked");
    assert!(allows(&Policy::from_json(r#""allow""#).unwrap(), "/etc/.env"));
    let all = Policy::from_json(r#"{"*": "allow", "read": {"*.env": "deny"}}"#).unwrap();
    assert!(allows(&all, "/etc/passwd"));
    assert!(!allows(&all, "/etc/.env"));
    let more = Policy::opencode()
        .rules_from_json(r#"{"external_directory": {"/etc/*": "allow"}}"#)
        .unwrap();
    assert!(allows(&more, "/etc/passwd"));
    assert!(!allows(&more, "/etc/.env"));
}

#[test]
fn errors_in_a_configuration_are_reported() {
    let wrong = |text: &str| Policy::from_json(text).unwrap_err();
    assert!(matches!(wrong("{"), PolicyError::NotJson { .. }));
    assert_eq!(
        wrong(r#"{"raed": "deny"}"#),
        PolicyError::UnknownPermission { name: "raed".into() }
    );
    assert_eq!(wrong(r#"{"read": ["deny"]}"#), PolicyError::NoRule { permission: "read".into() });
    assert_eq!(wrong("1"), PolicyError::NoRule { permission: String::new() });
    let unknown = |action: &str| PolicyError::UnknownAction {
        permission: "read".into(),
        action: action.into(),
    };
    assert_eq!(wrong(r#"{"read": "no"}"#), unknown("\"no\""));
    assert_eq!(wrong(r#"{"read": {"*": false}}"#), unknown("false"));
    assert!(wrong(r#"{"read": "no"}"#).to_string().contains("\"deny\""));
}

#[test]
fn a_panic_while_answering_harms_no_later_question() {
    let policy = Policy::opencode().on_ask(|ask| match ask.path.as_str() {
        "/project/.env" => panic!("nobody there"),
        _ => PolicyAnswer::Always,
    });
    let panicked =
        std::panic::catch_unwind(AssertUnwindSafe(|| policy.decide(&target("/project/.env"))));
    assert!(panicked.is_err());
    assert!(allows(&policy, "/project/b.env"));
}

#[test]
fn by_default_everything_is_allowed_but_what_looks_like_a_secret() {
    let policy = Policy::default();
    for path in ["/project/a.txt", "/etc/passwd", "/project/.env.example"] {
        assert!(allows(&policy, path), "{path}");
    }
    for path in ["/project/.env", "/real/project/sub/ID_RSA", "/elsewhere/.ssh/key", "/etc/.env"] {
        assert!(!allows(&policy, path), "{path}");
    }
    assert!(allows(&Policy::everything(), "/project/.env"));
    let (policy, asked) = asking(Policy::default(), PolicyAnswer::Once);
    assert!(allows(&policy, "/project/.env"));
    let ask = asked.lock().unwrap().remove(0);
    assert_eq!((ask.rule.origin.as_str(), ask.rule.pattern.as_str()), ("secrets", ".env"));
}

#[test]
fn lists_and_wildcards_are_one_order() {
    let policy = Policy::everything()
        .list("docs", "docs/\n*.md\n!/readme.md\n", Action::Deny)
        .unwrap()
        .rule(Permission::Read, "*/docs/open.txt", Action::Allow)
        .deny("/open.txt")
        .unwrap();
    for (path, allowed) in [
        ("/project/a.txt", true),
        ("/project/docs/a.txt", false),
        ("/project/docs/open.txt", true),
        ("/project/open.txt", false),
        ("/real/project/open.txt", false),
        ("/project/sub/open.txt", true),
        ("/project/readme.md", true),
        ("/project/sub/readme.md", false),
    ] {
        assert_eq!(allows(&policy, path), allowed, "{path}");
    }
    assert!(allows(&policy.clone().allow("docs/").unwrap(), "/project/docs/a.md"));
}

#[test]
fn a_list_starts_from_what_was_granted() {
    let policy = Policy::everything().deny("/secret.txt").unwrap();
    let grants = ["/project", "/project/sub", "/other/"].map(String::from);
    let denied = |path: &str| {
        let mut target = target(path);
        target.grants = &grants;
        policy.decide(&target).denied().is_some()
    };
    for path in
        ["/project/secret.txt", "/project/sub/secret.txt", "/other/secret.txt", "/secret.txt"]
    {
        assert!(denied(path), "{path}");
    }
    for path in ["/project/more/secret.txt", "/elsewhere/secret.txt", "/projects/secret.txt"] {
        assert!(!denied(path), "{path}");
    }
}

#[test]
fn a_denial_names_its_rule() {
    let why =
        |policy: Policy, path: &str| policy.decide(&target(path)).denied().unwrap().to_string();
    let listed = Policy::everything().list("team", "*.md", Action::Deny).unwrap();
    assert_eq!(why(listed, "/project/a.md"), "denied by the rule `*.md` of 'team'");
    let ruled = Policy::everything().rule(Permission::Read, "*/a.md", Action::Deny);
    assert_eq!(why(ruled, "/project/a.md"), "denied by the rule `*/a.md` of the policy");
    assert_eq!(
        why(Policy::new(), "/project/a"),
        "denied because no rule of the policy matches (ask: there was no answer)"
    );
    let (policy, _) = asking(Policy::default(), PolicyAnswer::Reject);
    let denied = policy.decide(&target("/project/sub/../.env"));
    let denied = denied.denied().unwrap();
    assert_eq!(
        denied.to_string(),
        "denied by the rule `.env` of 'secrets' (ask: the answer was no)"
    );
    assert_eq!(denied.path, "/project/.env");
    let long = format!("a\u{7}{}", "*".repeat(500));
    let shown = why(
        Policy::everything().rule(Permission::Read, format!("*{long}"), Action::Deny),
        "/project/a\u{7}",
    );
    assert!(
        shown.contains("`*a\\u0007***") && shown.contains("…`") && shown.len() < 160,
        "{shown}"
    );
}

#[test]
fn a_pattern_that_names_nothing_is_refused() {
    for pattern in ["", "  ", "# a", "!a", "!", "/", "[[:a:]]", "a\\", "a\nb"] {
        let refused = Policy::everything().deny(pattern).unwrap_err();
        assert!(
            matches!(&refused, PolicyError::BadPattern { pattern: bad, .. } if bad == pattern),
            "{pattern:?}"
        );
        assert!(refused.to_string().contains(pattern), "{refused}");
    }
    let refused = Policy::everything().list("team", "a\n\n[[:a:]]\n", Action::Deny).unwrap_err();
    assert!(matches!(&refused, PolicyError::BadList { list, line: Some(3), .. } if list == "team"));
    assert!(Policy::everything().list("secrets", Policy::secrets_list(), Action::Deny).is_ok());
}

/// Text of a repository in a list must not start a line, hide, or reverse a sentence.
#[test]
fn foreign_text_is_escaped_in_a_denial() {
    let hidden = "a\u{202e}b\u{200b}c\u{2028}d\u{e0041}";
    let escaped = r"a\u202eb\u200bc\u2028d\udb40\udc41";
    let list = |name: &str, pattern: &str| Policy::everything().list(name, pattern, Action::Deny);
    let why = |policy: Policy| {
        let decision = policy.decide(&target(&format!("/project/{hidden}")));
        decision.denied().unwrap().to_string()
    };
    let denied = why(list("a\u{202d}", hidden).unwrap());
    assert_eq!(denied, format!(r"denied by the rule `{escaped}` of 'a\u202d'"));
    let denied =
        why(Policy::everything().rule(Permission::Read, format!("*{hidden}"), Action::Deny));
    assert_eq!(denied, format!("denied by the rule `*{escaped}` of the policy"));
    let readable = "\u{e4}\u{4f60} \u{645}*";
    let policy = Policy::everything().deny(readable).unwrap();
    let denied =
        policy.decide(&target("/project/\u{e4}\u{4f60} \u{645}")).denied().map(ToString::to_string);
    assert_eq!(denied, Some(format!("denied by the rule `{readable}` of the policy")));
    let grants = ["/project"];
    let gate = Gate::new(Policy::everything(), grants.into_iter(), &[grants.into()], &grants, None);
    let agentignore = AgentignoreState::parse("[[:\u{202e}:]]".as_bytes());
    let mut permit = Gate::permit(&Arc::new(gate), agentignore, None, PathKind::Other).unwrap();
    assert!(!permit.admits(0, "a", Case::Sensitive, NameAccess::File));
    let denied = permit.denied().unwrap().to_string();
    assert!(denied.contains(r"`[:\u202e:]`"), "{denied}");
}

#[test]
fn names_of_secrets_are_asked_about() {
    let (policy, project) = (Policy::default(), ["/p".to_string()]);
    let asks = |name: &str| {
        let decision = policy.decide(&Target::new(&format!("/p/{name}"), &project));
        decision.denied().is_some_and(|denied| denied.rule.action == Action::Ask)
    };
    #[derive(serde::Deserialize)]
    struct Data {
        secrets: Vec<String>,
        harmless: Vec<String>,
    }
    let text = include_str!("../../../tests/policy/secrets.json");
    let data: Data = serde_json::from_str(text).expect("secrets.json");
    for path in data.secrets {
        assert!(asks(&path), "{path}");
    }
    for path in data.harmless {
        assert!(!asks(&path), "{path}");
    }
}
