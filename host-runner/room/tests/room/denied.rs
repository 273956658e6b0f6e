//! A policy against a component that tries everything to get around it: no path, link, spelling,
//! alias or further grant yields a byte of what is denied, or reveals whether such a file exists.

#![cfg(unix)]
use readroom::policy::{Action, Permission, PolicyAnswer};
use readroom::{Builder, Error, ErrorCode, MemoryTree, Policy, ReadRequest, Room};
use readroom_testing::hostile::{self, walking};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

const FILES: [(&str, &str); 10] = [
    ("a.txt", "fine"),
    (".env", "SECRET"),
    (".env.example", "fine"),
    ("sub/.env", "SECRET"),
    ("sub/deep/b.txt", "fine"),
    ("private/key", "SECRET"),
    ("private/deep/key", "SECRET"),
    ("mixed/.env/inside.txt", "SECRET"),
    ("open/c.txt", "fine"),
    ("empty/nothing.txt", ""),
];

const LINKS: [(&str, &str); 9] = [
    ("plain", ".env"),
    ("chain", "plain"),
    ("sub/up", "../.env"),
    ("sub/deep/round", "../../sub/./deep/../../sub/.env"),
    ("to-sub", "sub"),
    ("to-private", "private"),
    ("to-key", "to-private/deep/../key"),
    ("nowhere", "empty/.env"),
    ("fine", "a.txt"),
];

fn policy() -> Policy {
    Policy::everything().deny(".env").unwrap().deny("/private/").unwrap()
}

/// Returns rooms with the same files, as a directory on disk and as a tree of the host, for the
/// hostile component.
fn rooms(policy: &Policy) -> (TempDir, [Room; 2]) {
    rooms_of(policy, |builder| builder.component(hostile::component()))
}

fn rooms_of(policy: &Policy, reader: impl Fn(Builder) -> Builder) -> (TempDir, [Room; 2]) {
    let directory = tempfile::tempdir().unwrap();
    let mut tree = MemoryTree::new();
    for (path, text) in FILES {
        let file = directory.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        tree = tree.file(path, text).unwrap();
    }
    for (path, target) in LINKS {
        symlink(target, directory.path().join(path)).unwrap();
        tree = tree.link(path, target).unwrap();
    }
    let builders = [Room::builder(directory.path()), Room::builder_from_tree("/project", tree)];
    let rooms = builders.map(|builder| reader(builder).policy(policy.clone()).build().unwrap());
    (directory, rooms)
}

fn hostile(builder: Builder, policy: &Policy) -> Room {
    builder.component(hostile::component()).policy(policy.clone()).build().unwrap()
}

fn run(room: &Room, command: &str) -> String {
    let reply = room.call("readroom", command).unwrap_or_else(|error| panic!("{command}: {error}"));
    reply.json.trim_matches('"').into()
}

/// All questions that a component can ask about a name.
const VERBS: [&str; 10] =
    ["open", "enter", "stream", "stat", "hash", "link", "list", "list-file", "count", "read 0 9"];

#[test]
fn no_name_leads_to_a_denied_file() {
    let (_directory, rooms) = rooms(&policy());
    for room in rooms {
        for path in [".env", "sub/.env", "private/key", "private/deep/key"] {
            for verb in VERBS {
                let command = walking(verb, path);
                assert_eq!(run(&room, &command), "error access", "{command}");
            }
        }
        // A directory that is denied by its name can be passed through, but nothing in it can be
        // read.
        assert_eq!(run(&room, "in mixed/.env open inside.txt"), "error access");
        assert_eq!(run(&room, "in mixed/.env stat inside.txt"), "error access");
        assert_eq!(run(&room, "in mixed list .env"), "error access");
        // A link can be seen, and its target read, but it cannot be followed.
        for link in ["plain", "chain", "nowhere", "fine"] {
            assert_eq!(run(&room, &format!("open {link}")), "error loop");
        }
        assert_eq!(run(&room, "link plain"), "ok .env");
    }
}

/// The embedded component follows links and `..` by itself, and reaches the same names.
#[test]
fn no_path_leads_to_a_denied_file() {
    let (_directory, rooms) = rooms_of(&policy(), |builder| builder);
    for room in rooms {
        for path in [
            ".env",
            "./.env",
            ".//.env",
            "sub/.env",
            "sub/../.env",
            "sub/deep/../../.env",
            "plain",
            "./plain",
            "chain",
            "sub/up",
            "sub/deep/round",
            "to-sub/.env",
            "to-sub/deep/../.env",
            "private/key",
            "private/deep/../key",
            "to-private/key",
            "to-private/deep/key",
            "to-key",
            "mixed/.env/inside.txt",
            "nowhere",
            "private/nothing",
        ] {
            let refused = room.read(&ReadRequest::new(path));
            let code = refused.as_ref().err().and_then(Error::code);
            assert_eq!(code, Some(ErrorCode::PermissionDenied), "{path}: {refused:?}");
        }
        for path in ["a.txt", "fine", ".env.example", "to-sub/deep/b.txt", "private/../open/c.txt"]
        {
            assert!(room.read(&ReadRequest::new(path)).is_ok(), "{path}");
        }
    }
}

#[test]
fn a_denied_file_and_none_are_answered_alike() {
    let (_directory, rooms) = rooms(&policy());
    for room in rooms {
        for (there, absent) in [
            (".env", "empty/.env"),
            ("private/key", "private/nothing"),
            ("private/deep/key", "private/nothing/key"),
            ("mixed/.env/inside.txt", "mixed/.env/nothing"),
        ] {
            for verb in VERBS {
                let (there, absent) = (walking(verb, there), walking(verb, absent));
                assert_eq!(run(&room, &there), run(&room, &absent), "{there} and {absent}");
            }
        }
    }
}

#[test]
fn a_denied_directory_is_passed_and_not_listed() {
    let directory_denied =
        Policy::everything().deny("/private/").unwrap().allow("/private/deep/").unwrap();
    let (_directory, rooms) = rooms(&directory_denied);
    for room in rooms {
        for command in [
            "list private",
            "in private list",
            "count private",
            "reopen 2 private",
            "hold 1 private",
        ] {
            assert_eq!(run(&room, command), "error access", "{command}");
        }
        assert_eq!(run(&room, "in private open key"), "error access");
        // Files that a later rule allows can be reached through it.
        assert_eq!(run(&room, "in private/deep open key"), "ok SECRET");
        assert_eq!(run(&room, "in private list deep"), "ok key");
    }
}

#[test]
fn nobody_is_bothered_with_the_search_for_a_name() {
    let tree =
        MemoryTree::new().file("drafts/plan.md", "x").unwrap().file("open/note.md", "y").unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let policy = Policy::default().ask("drafts/").unwrap().on_ask(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        PolicyAnswer::Once
    });
    let room = Room::builder_from_tree("/project", tree).policy(policy).build().unwrap();
    let suggestions = |path: &str| match room.read(&ReadRequest::new(path)) {
        Err(Error::Read(error)) => error.suggestions,
        other => panic!("{other:?}"),
    };
    assert_eq!(suggestions("note.md"), ["open/note.md"]);
    assert_eq!(suggestions("plan.md"), [""; 0]);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(suggestions("drafts"), ["drafts/plan.md"]);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[test]
fn what_is_not_denied_is_read_as_ever() {
    let (_directory, rooms) = rooms(&policy());
    for room in rooms {
        for path in ["a.txt", ".env.example", "sub/deep/b.txt", "open/c.txt"] {
            assert_eq!(run(&room, &walking("open", path)), "ok fine", "{path}");
            assert!(run(&room, &walking("stat", path)).starts_with("ok "), "{path}");
        }
        assert_eq!(run(&room, "in sub list deep"), "ok b.txt round@");
        assert_eq!(run(&room, "open nothing"), "error no-entry");
        assert_eq!(run(&room, "enter a.txt"), "error not-directory");
    }
}

/// Files that two grants contain, or that have two names because their directory has.
#[test]
fn no_other_name_of_a_directory_helps() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().canonicalize().unwrap().join(name);
    fs::create_dir_all(path("real/sub")).unwrap();
    fs::write(path("real/sub/key"), "SECRET").unwrap();
    fs::write(path("real/a.txt"), "fine").unwrap();
    symlink("real", path("link")).unwrap();
    let deny = |path: &Path| {
        Policy::everything().rule(Permission::Read, path.display().to_string(), Action::Deny)
    };
    // One directory with two names, and rules about either.
    for root in ["link", "real"] {
        for denied in ["real/sub/key", "link/sub/key"] {
            let room = hostile(Room::builder(path(root)).grant(path("link")), &deny(&path(denied)));
            for command in ["in sub open key", "in sub stat key", "in sub read 0 9 key"] {
                assert_eq!(run(&room, command), "error access", "{command} of {denied} in {root}");
            }
            assert_eq!(run(&room, "open a.txt"), "ok fine");
        }
    }
    // Patterns are relative to each grant that contains a file, whichever grant it was reached by.
    for pattern in ["/sub/key", "/key"] {
        let policy = Policy::everything().deny(pattern).unwrap();
        for (root, grant, key) in [("real", "real/sub", "sub/key"), ("real/sub", "real", "key")] {
            let room = hostile(Room::builder(path(root)).grant(path(grant)), &policy);
            assert_eq!(run(&room, &walking("open", key)), "error access", "{pattern} in {root}");
        }
    }
}

/// The names in `.agentignore`, reached in the same ways.
#[test]
fn what_the_project_hides_is_hidden_from_any_component() {
    let (directory, [local, _]) = rooms(&Policy::everything());
    assert_eq!(run(&local, "open .env"), "ok SECRET");
    fs::write(directory.path().join(".agentignore"), "# not for agents\n.env\nprivate/\n").unwrap();
    for path in [".env", "sub/.env", "private/key", "empty/.env", "private/nothing"] {
        assert_eq!(run(&local, &walking("open", path)), "error access", "{path}");
        assert_eq!(run(&local, &walking("stat", path)), "error access", "{path}");
    }
    assert_eq!(run(&local, "open a.txt"), "ok fine");
}
