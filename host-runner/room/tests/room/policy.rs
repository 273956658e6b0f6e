//! What a policy lets a room read, and what observers see.

use readroom::observer::{Event, ReadOutcome};
use readroom::policy::{Action, Permission, PolicyAnswer};
use readroom::{
    BasicRequest, Builder, Error, ErrorCode, Limits, MemoryTree, Outcome, Policy, ReadRequest,
    Room, SharedLimits, Start,
};
use readroom_check::without_time;
use readroom_testing::link::symlink;
use readroom_testing::tools;
use std::sync::{Arc, Mutex};

fn tree() -> MemoryTree {
    let tree = MemoryTree::new().file("a.txt", "a\n").unwrap().file(".env", "SECRET\n").unwrap();
    let tree = tree.file("an.env", "SECRET\n").unwrap();
    tree.file("sub/.env.local", "SECRET\n").unwrap().file("sub/b.txt", "b\n").unwrap()
}

fn other() -> MemoryTree {
    MemoryTree::new().file("c.txt", "c\n").unwrap()
}

fn room(policy: Policy) -> Room {
    Room::builder_from_tree("/project", tree())
        .grant_tree("/other", other())
        .cwd("sub")
        .home("/other")
        .policy(policy)
        .build()
        .unwrap()
}

fn code(room: &Room, path: &str) -> Option<ErrorCode> {
    room.read(&ReadRequest::new(path)).err().and_then(|error| error.code())
}

#[test]
fn denied_files_are_not_accessed() {
    let room = room(Policy::opencode());
    for path in ["b.txt", "../a.txt", "/project/a.txt", "/project/sub/../a.txt"] {
        assert_eq!(code(&room, path), None, "{path}");
    }
    let denied = Some(ErrorCode::PermissionDenied);
    for path in [
        ".env.local",
        "/project/.env",
        "../.env",
        "/project/nothing/x.env",
        "/other/c.txt",
        "/other/nothing",
    ] {
        assert_eq!(code(&room, path), denied, "{path}");
    }
    let message =
        |path: &str| room.read(&ReadRequest::new(path)).unwrap_err().to_string().replace(path, "");
    assert_eq!(message("/project/.env"), message("/project/nothing.env"), "tells what exists");
    assert_eq!(code(&room, "/elsewhere/a"), Some(ErrorCode::OutsideRoot));
}

#[test]
fn every_dialect_is_denied_in_its_own_words_and_reveals_nothing() {
    let room = room(Policy::opencode());
    for tool in tools::ids() {
        let call = |path: &str| {
            let question = BasicRequest { path: path.into(), start: None, lines: None };
            let arguments = room.arguments_for(tool, &question).unwrap().unwrap();
            room.call(tool, &arguments).unwrap()
        };
        assert_eq!(call("/project/a.txt").outcome, Outcome::Answered, "{tool}");
        let (denied, absent) = (call("/project/an.env"), call("/project/no.env"));
        assert_eq!(denied.outcome, absent.outcome, "{tool}");
        let value = |json: &str| without_time(serde_json::from_str(json).unwrap());
        assert_eq!(
            value(&denied.json.replace("/an.env", "/no.env")),
            value(&absent.json),
            "{tool}"
        );
        assert!(
            !denied.json.contains("SECRET") && denied.facts.is_empty(),
            "{tool}: {}",
            denied.json
        );
    }
}

#[test]
fn a_link_does_not_hide_what_a_file_is_called() {
    let linked = tree().link("plain", ".env").unwrap().link("elsewhere", "/other/c.txt").unwrap();
    let room = Room::builder_from_tree("/project", linked).grant_tree("/other", other());
    let room = room.policy(Policy::opencode()).build().unwrap();
    for path in ["plain", "elsewhere"] {
        assert_eq!(code(&room, path), Some(ErrorCode::PermissionDenied), "{path}");
        let reply = room.call("readroom", &format!("{{\"path\":\"{path}\"}}")).unwrap();
        assert!(reply.json.contains("permission-denied"), "{}", reply.json);
    }
}

#[test]
fn the_user_may_allow_it() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    let policy = Policy::opencode().on_ask(move |ask| {
        kept.lock().unwrap().push((ask.pattern.clone(), ask.session.as_deref().map(String::from)));
        if ask.permission == Permission::ExternalDirectory {
            PolicyAnswer::Always
        } else {
            PolicyAnswer::Once
        }
    });
    let room = room(policy);
    assert_eq!(code(&room.session("s"), "/other/c.txt"), None);
    assert_eq!(code(&room, "/other/c.txt"), None);
    assert_eq!(code(&room, "/project/.env"), None);
    // Files that could not be read in any case.
    assert_eq!(code(&room, "/elsewhere/a"), Some(ErrorCode::OutsideRoot));
    assert_eq!(
        *asked.lock().unwrap(),
        [("/other/*".into(), Some("s".into())), ("/project/.env".into(), None)]
    );
}

#[test]
fn rules_know_the_home_directory() {
    let room = room(Policy::opencode().rule(Permission::ExternalDirectory, "~/*", Action::Allow));
    assert_eq!(code(&room, "/other/c.txt"), None);
}

#[test]
fn by_default_a_room_asks_about_secrets_and_allows_the_rest() {
    let build = |builder: Builder| builder.grant_tree("/other", other()).build().unwrap();
    let room = build(Room::builder_from_tree("/project", tree()));
    for path in ["/other/c.txt", "a.txt", "sub/b.txt"] {
        assert_eq!(code(&room, path), None, "{path}");
    }
    for path in [".env", "sub/.env.local", "id_rsa", "/other/.ssh/key"] {
        assert_eq!(code(&room, path), Some(ErrorCode::PermissionDenied), "{path}");
    }
    let room = build(Room::builder_from_tree("/project", tree()).policy(Policy::everything()));
    assert_eq!(code(&room, ".env"), None);
    let another = Policy::secrets_list().replace("\n.env\n", "\n").replace("\n*.env\n", "\n");
    let another = Policy::everything().list("my secrets", &another, Action::Deny).unwrap();
    let room = build(Room::builder_from_tree("/project", tree()).policy(another));
    assert_eq!(code(&room, ".env"), None);
    assert_eq!(code(&room, "sub/.env.local"), Some(ErrorCode::PermissionDenied));
}

#[test]
fn a_denial_says_which_rule_it_was() {
    let events = Arc::new(Mutex::new(Vec::<Event>::new()));
    let kept = events.clone();
    let room = Room::builder_from_tree("/project", tree().link("plain", ".env").unwrap())
        .observer(move |event| kept.lock().unwrap().push(event.clone()))
        .policy(Policy::default().deny("/sub/").unwrap())
        .home("/home/me")
        .build()
        .unwrap();
    let secret = "denied by the rule `.env` of 'secrets' (ask: there was no answer)";
    let hidden = "denied by the rule `/sub/` of the policy";
    for (path, real, why) in [
        (".env", "/project/.env", secret),
        ("plain", "/project/.env", secret),
        ("sub/b.txt", "/project/sub/b.txt", hidden),
        ("sub/nothing", "/project/sub/nothing", hidden),
    ] {
        let Error::Read(error) = room.read(&ReadRequest::new(path)).unwrap_err() else {
            panic!("{path}")
        };
        assert_eq!(error.code, ErrorCode::PermissionDenied);
        assert_eq!(
            error.hint,
            format!("It was {why}. Ask for permission to read it, or do without it.")
        );
        assert_eq!(room.stat(path).unwrap_err().hint(), error.hint);
        // An error of one of several files is part of an answer.
        let of_one_file = || tools::ids().filter(|tool| !tool.ends_with(":read_multiple_files"));
        for tool in of_one_file() {
            let question = BasicRequest { path: path.into(), start: None, lines: None };
            let arguments = room.arguments_for(tool, &question).unwrap().unwrap();
            let reply = room.call(tool, &arguments).unwrap();
            let denied = reply.denied.unwrap();
            assert_eq!((denied.path.as_str(), denied.to_string().as_str()), (real, why), "{tool}");
            // Only the host learns which rule it was.
            let shown = format!("{}{:?}", reply.json, reply.content);
            assert!(!shown.contains("denied by") && !shown.contains("SECRET"), "{tool}: {shown}");
        }
        let events: Vec<Event> = events.lock().unwrap().drain(..).collect();
        // The read, and the calls.
        assert_eq!(events.len(), 1 + of_one_file().count());
        for event in events {
            assert_eq!(
                (event.outcome, event.denied.unwrap().to_string().as_str()),
                (ReadOutcome::Refused, why)
            );
        }
    }
    let reply = room.call("readroom", r#"{"path":"a.txt"}"#).unwrap();
    assert_eq!((reply.outcome, reply.denied), (Outcome::Answered, None));
    let reply = room.call("readroom", r#"{"path":"nothing.txt"}"#).unwrap();
    assert_eq!((reply.outcome, reply.denied), (Outcome::Refused, None));
}

/// Returns a policy that gives these decisions in turn, and the record of its questions.
fn answering(policy: Policy, answers: &[PolicyAnswer]) -> (Policy, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (kept, answers) = (asked.clone(), answers.to_vec());
    let policy = policy.on_ask(move |ask| {
        let mut asked = kept.lock().unwrap();
        asked.push(format!("{} {}", ask.permission, ask.pattern));
        answers[(asked.len() - 1).min(answers.len() - 1)]
    });
    (policy, asked)
}

#[test]
fn the_real_name_is_asked_about_too_and_once() {
    let linked =
        || tree().link("key.pem", ".env").unwrap().link("plain", "sub/.env.local").unwrap();
    let read = |policy: Policy, path: &str| {
        let room = Room::builder_from_tree("/project", linked()).policy(policy).build().unwrap();
        room.call("readroom", &format!("{{\"path\":\"{path}\"}}")).unwrap()
    };
    let (policy, asked) = answering(Policy::default(), &[PolicyAnswer::Once]);
    assert!(read(policy, "plain").json.contains("SECRET"));
    assert_eq!(*asked.lock().unwrap(), ["read /project/sub/.env.local"]);
    let (policy, asked) = answering(Policy::default(), &[PolicyAnswer::Once]);
    assert!(read(policy, "key.pem").json.contains("SECRET"));
    assert_eq!(*asked.lock().unwrap(), ["read /project/key.pem", "read /project/.env"]);
    let (policy, asked) = answering(Policy::default(), &[PolicyAnswer::Once, PolicyAnswer::Reject]);
    let reply = read(policy, "key.pem");
    assert!(!reply.json.contains("SECRET"));
    assert_eq!(
        reply.denied.unwrap().to_string(),
        "denied by the rule `.env` of 'secrets' (ask: the answer was no)"
    );
    assert_eq!(asked.lock().unwrap().len(), 2);
    let (policy, asked) = answering(Policy::default(), &[PolicyAnswer::Reject]);
    assert!(!read(policy, "key.pem").json.contains("SECRET"));
    assert_eq!(asked.lock().unwrap().len(), 1, "after a no, nothing more is asked");
}

#[test]
fn looking_for_similar_names_asks_no_question() {
    let asks = Policy::new().rule(Permission::ExternalDirectory, "*", Action::Allow);
    for tool in tools::ids() {
        let (policy, asked) = answering(asks.clone(), &[PolicyAnswer::Once]);
        let room = Room::builder_from_tree("/project", tree())
            .home("/home/me")
            .policy(policy)
            .build()
            .unwrap();
        let question = BasicRequest { path: "/project/a.txd".into(), start: None, lines: None };
        let arguments = room.arguments_for(tool, &question).unwrap().unwrap();
        assert!(room.call(tool, &arguments).unwrap().facts.is_empty(), "{tool}");
        let asked = asked.lock().unwrap();
        let about_files = asked.iter().all(|asked| asked.starts_with("read /project/a"));
        assert!(!asked.is_empty() && about_files, "{tool}: {asked:?}");
    }
}

/// A user may take long to answer: meanwhile no call holds an instance.
#[test]
fn no_instance_waits_for_a_person() {
    let (asked, is_asked) = std::sync::mpsc::channel();
    let (answer, answered) = std::sync::mpsc::channel();
    let answered = Mutex::new(answered);
    let policy = Policy::default().on_ask(move |_| {
        asked.send(()).unwrap();
        answered.lock().unwrap().recv().unwrap()
    });
    let limits = Limits::default().concurrency(1);
    let room =
        Room::builder_from_tree("/project", tree()).limits(limits).policy(policy).build().unwrap();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| code(&room, ".env"));
        is_asked.recv().unwrap();
        assert_eq!(code(&room, "a.txt"), None, "the only place is free");
        answer.send(PolicyAnswer::Once).unwrap();
        assert_eq!(waiting.join().unwrap(), None);
    });
}

#[test]
fn every_read_is_observed() {
    let events = Arc::new(Mutex::new(Vec::<Event>::new()));
    let kept = events.clone();
    let room = Room::builder_from_tree("/project", tree())
        .cwd("sub")
        .observer(move |event| kept.lock().unwrap().push(event.clone()))
        .build()
        .unwrap();
    let session = room.session("s");
    session.read(&ReadRequest::new("b.txt")).unwrap();
    assert!(matches!(room.read(&ReadRequest::new("/project/nothing")), Err(Error::Read(_))));
    room.call("readroom", r#"{"path":"b.txt"}"#).unwrap();
    room.call("mycodeagent", "{}").unwrap();
    let events = events.lock().unwrap();
    let seen: Vec<_> = events
        .iter()
        .map(|event| (event.session.as_deref(), event.tool.as_deref(), event.outcome))
        .collect();
    assert_eq!(
        seen,
        [
            (Some("s"), None, ReadOutcome::Answered),
            (None, None, ReadOutcome::Refused),
            (None, Some("readroom"), ReadOutcome::Answered),
            (None, Some("mycodeagent"), ReadOutcome::Refused),
        ]
    );
    assert_eq!(events[0].path.as_deref(), Some("/project/sub/b.txt"));
    assert_eq!(events[1].path.as_deref(), Some("/project/nothing"));
    assert_eq!(events[2].path.as_deref(), Some("/project/sub/b.txt"));
    assert_eq!(events[3].path, None);
    let facts = |number: usize| {
        let [facts] = &*events[number].facts else { return None };
        Some((facts.real_path.as_str(), facts.size, facts.lines, facts.bytes))
    };
    assert_eq!(facts(0), Some(("/project/sub/b.txt", 2, 1, 2)));
    assert_eq!(facts(2), facts(0));
    assert_eq!((facts(1), facts(3)), (None, None));
    assert!(events[0].started <= events[1].started && !events[0].duration.is_zero());
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn every_name_of_a_directory_counts() {
    let outside = tempfile::tempdir().unwrap();
    let path = |name: &str| outside.path().canonicalize().unwrap().join(name);
    std::fs::create_dir_all(path("real/secrets")).unwrap();
    std::fs::create_dir(path("more")).unwrap();
    std::fs::write(path("real/secrets/key"), "TOPSECRET").unwrap();
    std::fs::write(path("more/e.txt"), "ELSEWHERE").unwrap();
    symlink("real", path("link"));
    symlink("../more", path("real/way"));
    let asked = ["secrets/key".to_string(), path("real/secrets/key").display().to_string()];
    for denied in ["real/secrets/*", "link/secrets/*"] {
        let policy = Policy::opencode().rule(
            Permission::Read,
            path(denied).display().to_string(),
            Action::Deny,
        );
        let room = Room::builder(path("link")).policy(policy).build().unwrap();
        for asked in &asked {
            assert_eq!(
                code(&room, asked),
                Some(ErrorCode::PermissionDenied),
                "{asked} and {denied}"
            );
            let reply = room.call("pi", &format!("{{\"path\":\"{asked}\"}}")).unwrap();
            assert!(!reply.json.contains("TOPSECRET"), "{asked} and {denied}");
        }
    }
    // A further grant that is reached through a link in the project is still outside of it.
    let policy = Policy::opencode().rule(Permission::ExternalDirectory, "*", Action::Deny);
    let room = Room::builder(path("real")).grant(path("real/way")).policy(policy).build().unwrap();
    assert_eq!(code(&room, "way/e.txt"), Some(ErrorCode::PermissionDenied));
}

#[test]
fn an_ambiguous_policy_is_refused() {
    for text in [
        r#"{"read":{"*.rs":"deny","*":"allow","*.rs":"deny"}}"#,
        r#"{"read":{"*":"deny"},"*":"allow","read":{"*":"deny"}}"#,
    ] {
        let error = Policy::from_json(text).unwrap_err();
        assert!(error.to_string().contains("twice"), "{error}");
    }
    let at_home = Policy::opencode().rule(Permission::Read, "~/secrets/*", Action::Deny);
    let room = Room::builder_from_tree("/project", tree()).policy(at_home).build();
    assert!(matches!(room, Err(Error::NoHome)));
}

#[test]
fn events_name_a_file_the_same_way_for_every_request() {
    let paths = Arc::new(Mutex::new(Vec::new()));
    let seen = paths.clone();
    let room = Room::builder_from_tree("/project", tree())
        .observer(move |event| seen.lock().unwrap().push(event.path.clone()))
        .build()
        .unwrap();
    let _ = room.read(&ReadRequest::new("./sub/../sub//b.txt"));
    room.call("pi", r#"{"path":"./sub/../sub//b.txt"}"#).unwrap();
    assert_eq!(*paths.lock().unwrap(), vec![Some("/project/sub/b.txt".to_string()); 2]);
}

#[test]
fn a_refusal_through_a_link_reveals_nothing_about_a_denied_file() {
    let tree = MemoryTree::new().file(".env", "a\nb\n").unwrap().link("plain", ".env").unwrap();
    let room = Room::builder_from_tree("/project", tree)
        .policy(Policy::opencode())
        .home("/project")
        .build()
        .unwrap();
    let refused =
        |start: Start| room.read(&ReadRequest::new("plain").start(start)).unwrap_err().code();
    // Past the end, at an impossible position, and with a cursor that may be valid.
    for start in [Start::Line(100), Start::Cursor("4-0-0.2.2..00000000".into())] {
        assert_eq!(refused(start), Some(ErrorCode::PermissionDenied));
    }
    for tool in tools::paging() {
        let question =
            BasicRequest { path: "plain".into(), start: Some(Start::Line(100)), lines: None };
        let arguments = room.arguments_for(tool, &question).unwrap().unwrap();
        let reply = room.call(tool, &arguments).unwrap();
        assert_eq!(reply.outcome, Outcome::Refused, "{tool}");
        for told in ["2 lines", "\"total\"", "total_lines", "end of file", "beyond"] {
            assert!(!reply.json.contains(told), "{tool}: {}", reply.json);
        }
    }
}

#[test]
fn of_several_files_in_one_call_each_is_judged() {
    let files = || ["b.txt", "/project/.env", "../sub/../a.txt", "/other/c.txt", ".env.local"];
    let requests: Vec<ReadRequest> = files().map(ReadRequest::new).into();
    let limits = SharedLimits { bytes: None, tokens: None };
    let room = room(Policy::opencode());
    let codes = |answers: Vec<Result<_, readroom::ReadError>>| -> Vec<Option<ErrorCode>> {
        answers.into_iter().map(|answer| answer.err().map(|error| error.code)).collect()
    };
    let denied = Some(ErrorCode::PermissionDenied);
    assert_eq!(
        codes(room.read_many(&requests, limits).unwrap()),
        [None, denied, None, denied, denied]
    );
    let arguments = serde_json::json!({ "files": files() }).to_string();
    let reply = room.call("readroom", &arguments).unwrap();
    assert!(!reply.json.contains("SECRET") && reply.json.contains("b\\n"), "{}", reply.json);
    // The user is asked about each name, and the call is made with all decisions.
    let asked = Arc::new(Mutex::new(Vec::new()));
    let names = asked.clone();
    let policy = Policy::opencode().on_ask(move |ask| {
        names.lock().unwrap().push(ask.path.to_string());
        if ask.path.ends_with(".env") { PolicyAnswer::Once } else { PolicyAnswer::Reject }
    });
    let answers = self::room(policy).read_many(&requests, limits).unwrap();
    assert_eq!(codes(answers), [None, None, None, denied, denied]);
    assert_eq!(asked.lock().unwrap().len(), 3, "{asked:?}");
}
