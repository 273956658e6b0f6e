//! The component's own policy: if the host's gate is open, it alone keeps out what is denied.

use crate::access::gate::PolicyGate;
use crate::contract::{Body, Content, ErrorCode, ListRequest, Outcome, ReadRequest, SharedLimits};
use crate::error::Error;
use crate::room::Room;
use crate::tree::MemoryTree;
use readroom_policy::Policy;
use readroom_policy::agentignore::AgentignoreState;
use readroom_testing::tools::TOOLS;
use std::sync::Arc;

const FILES: [(&str, &str); 8] = [
    ("a.txt", "fine"),
    (".env", "SECRET"),
    (".env.example", "fine"),
    ("sub/.env", "SECRET"),
    ("sub/deep/b.txt", "fine"),
    ("private/key", "SECRET"),
    ("private/deep/key", "SECRET"),
    ("mixed/.env/inside.txt", "SECRET"),
];

const LINKS: [(&str, &str); 5] = [
    ("plain", ".env"),
    ("chain", "plain"),
    ("to-sub", "sub"),
    ("to-private", "private"),
    ("nowhere", "private/none"),
];

const DENIED: [&str; 16] = [
    ".env",
    "./.env",
    "/project/.env",
    "sub/.env",
    "sub/deep/../../.env",
    "plain",
    "chain",
    "to-sub/.env",
    "private/key",
    "private/deep/../key",
    "to-private/deep/key",
    "nowhere",
    "private/nothing",
    "private/../a.txt",
    "mixed/.env/inside.txt",
    "mixed/.env/../../a.txt",
];

/// Returns a room whose host denies nothing, and whose component is given a policy.
fn room(handed: &str) -> Room {
    let mut tree = MemoryTree::new();
    for (path, text) in FILES {
        tree = tree.file(path, text).unwrap();
    }
    for (path, target) in LINKS {
        tree = tree.link(path, target).unwrap();
    }
    let room = Room::builder_from_tree("/project", tree).build().unwrap();
    let gate = PolicyGate::open(&room.grants, handed);
    Room { gate: Arc::new(gate), ..room }
}

fn denying() -> Room {
    let policy = Policy::everything().deny(".env").unwrap().deny("/private/").unwrap();
    room(&policy.to_json(&AgentignoreState::Absent))
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, Error>) -> (ErrorCode, String) {
    match answer {
        Err(Error::Read(error)) => (error.code, error.hint),
        other => panic!("{other:?}"),
    }
}

#[test]
fn typed_reads_of_denied_files_are_refused() {
    let room = denying();
    for path in DENIED {
        for refused in [
            refusal(room.read(&ReadRequest::new(path))),
            refusal(room.stat(path)),
            refusal(room.list(&ListRequest::new(path))),
        ] {
            assert_eq!(refused.0, ErrorCode::PermissionDenied, "{path}");
            assert!(refused.1.starts_with("It was denied by the rule `"), "{path}: {}", refused.1);
        }
    }
    let rule = "It was denied by the rule `/private/` of the policy. ";
    assert!(refusal(room.list(&ListRequest::new("private"))).1.starts_with(rule));
    for path in ["a.txt", ".env.example", "to-sub/deep/b.txt", "sub/../a.txt"] {
        assert!(room.read(&ReadRequest::new(path)).is_ok(), "{path}");
    }
    let requests = DENIED.map(ReadRequest::new);
    for answer in room.read_many(&requests, SharedLimits { bytes: None, tokens: None }).unwrap() {
        assert_eq!(answer.unwrap_err().code, ErrorCode::PermissionDenied);
    }
}

#[test]
fn a_denied_name_is_not_listed() {
    let listing = denying().list(&ListRequest::new(".")).unwrap();
    let names: Vec<_> = listing.entries.iter().map(|entry| &*entry.name).collect();
    assert!(names.contains(&"a.txt") && !names.contains(&".env"), "{names:?}");
    assert_eq!(listing.total as usize, names.len());
    let Body::Directory(page) = denying().read(&ReadRequest::new(".")).unwrap().body else {
        panic!("a directory is read as its entries")
    };
    assert!(page.entries.iter().map(|entry| &*entry.name).eq(names));
}

#[test]
fn no_tool_reads_or_suggests_a_denied_file() {
    let room = denying();
    for tool in TOOLS.iter() {
        for path in DENIED {
            let reply = room.call(tool.id, &tool.path(path)).unwrap();
            let said = format!("{} {:?}", reply.json, reply.content);
            assert!(!said.contains("SECRET"), "{} {path}: {said}", tool.id);
        }
        let reply = room.call(tool.id, &tool.path("a.txt")).unwrap();
        assert_eq!(reply.outcome, Outcome::Answered, "{}", tool.id);
    }
    for wanted in ["env", ".emv", "sub/env", "privat/key", "keys", "elsewhere/.env"] {
        let Err(Error::Read(error)) = room.read(&ReadRequest::new(wanted)) else {
            panic!("there is no {wanted}")
        };
        let is_denied =
            |path: &String| path.ends_with(".env") || path.contains("private/") || path == "plain";
        assert!(!error.suggestions.iter().any(is_denied), "{wanted}: {:?}", error.suggestions);
    }
}

#[test]
fn the_projects_list_is_handed_over() {
    let list = AgentignoreState::parse(b"/a.txt\n");
    let room = room(&Policy::everything().to_json(&list));
    let (code, hint) = refusal(room.read(&ReadRequest::new("a.txt")));
    assert_eq!(code, ErrorCode::PermissionDenied);
    assert!(hint.starts_with("It was denied by the rule `/a.txt` of '.agentignore'. "), "{hint}");
    assert!(room.read(&ReadRequest::new(".env")).is_ok());
}

#[test]
fn questions_are_denied_unless_the_host_asks_them() {
    let (code, hint) = refusal(room(r#"{"asks": false}"#).read(&ReadRequest::new(".env")));
    assert_eq!(code, ErrorCode::PermissionDenied);
    let rule = "It was denied by the rule `.env` of 'secrets' (ask: there was no answer). ";
    assert!(hint.starts_with(rule), "{hint}");
    assert!(room(r#"{"asks": true}"#).read(&ReadRequest::new(".env")).is_ok());
    let denied = refusal(room(r#"{"asks": true, "deny": ["a.txt"]}"#).stat("a.txt"));
    assert_eq!(denied.0, ErrorCode::PermissionDenied);
}

#[test]
fn a_policy_that_cannot_be_used_denies_everything() {
    for (handed, part) in [
        ("{", "READROOM_POLICY: the permissions are not JSON"),
        (r#"{"raed": "allow"}"#, "READROOM_POLICY: there is no permission 'raed'"),
        (r#"{"read": {"~/*": "allow"}}"#, "set HOME too"),
        (r#"{"agentignore": {"unusable": "it is a link"}}"#, "it is a link"),
    ] {
        let (code, hint) = refusal(room(handed).read(&ReadRequest::new("a.txt")));
        assert_eq!(code, ErrorCode::PermissionDenied);
        assert!(hint.contains(part), "{handed}: {hint}");
        let reply = room(handed).call("readroom", r#"{"path": "a.txt"}"#).unwrap();
        assert_eq!(reply.outcome, Outcome::Refused);
        assert!(
            !reply
                .content
                .iter()
                .any(|content| matches!(content, Content::Text(text) if text.contains("fine")))
        );
    }
}
