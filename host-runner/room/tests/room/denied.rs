//! A policy against a component that tries everything to get around it: no path, link, spelling,
//! alias or further grant yields a byte of what is denied, or reveals whether such a file exists.

use readroom::policy::{Action, Permission, PolicyAnswer};
use readroom::tree::{TreeEntry, TreeListing};
use readroom::{
    BasicRequest, Body, Builder, Error, ErrorCode, MemoryTree, Policy, ReadRequest, Room,
    SharedLimits, Tree,
};
use readroom_testing::hostile::{self, walking};
use readroom_testing::link::symlink;
use readroom_testing::tools;
use std::fs;
use std::io;
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
        symlink(target, directory.path().join(path));
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

/// Returns the rooms that have the links: both, but on Windows perhaps the tree alone.
fn with_links(directory: &TempDir, rooms: [Room; 2]) -> Vec<Room> {
    let made = directory.path().join("plain").is_symlink();
    rooms.into_iter().skip(usize::from(!made)).collect()
}

/// All questions that a component can ask about a name.
const VERBS: [&str; 10] =
    ["open", "enter", "stream", "stat", "hash", "link", "list", "list-file", "count", "read 0 9"];

#[test]
fn no_name_leads_to_a_denied_file() {
    let (directory, rooms) = rooms(&policy());
    for room in &rooms {
        for path in [".env", "sub/.env", "private/key", "private/deep/key"] {
            for verb in VERBS {
                let command = walking(verb, path);
                assert_eq!(run(room, &command), "error access", "{command}");
            }
        }
        // A directory that is denied cannot be passed through.
        assert_eq!(run(room, "in mixed/.env open inside.txt"), "error access");
        assert_eq!(run(room, "in mixed/.env stat inside.txt"), "error access");
        assert_eq!(run(room, "in mixed list .env"), "error access");
    }
    for room in with_links(&directory, rooms) {
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
    let (directory, rooms) = rooms_of(&policy(), |builder| builder);
    for room in with_links(&directory, rooms) {
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
            "private/../open/c.txt",
            "private/deep/../../open/c.txt",
            "private/nothing/../../open/c.txt",
            "mixed/.env/../../a.txt",
        ] {
            let refused = room.read(&ReadRequest::new(path));
            let code = refused.as_ref().err().and_then(Error::code);
            assert_eq!(code, Some(ErrorCode::PermissionDenied), "{path}: {refused:?}");
        }
        for path in ["a.txt", "fine", ".env.example", "to-sub/deep/b.txt", "sub/../open/c.txt"] {
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
fn a_directory_is_passed_if_something_in_it_is_allowed() {
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
fn searching_for_a_name_asks_no_question() {
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
    // A person is asked about the directory that a call names.
    let document = room.read(&ReadRequest::new("drafts")).unwrap();
    assert!(matches!(document.body, Body::Directory(_)), "{document:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[test]
fn files_that_are_not_denied_are_read_as_before() {
    let (_directory, rooms) = rooms(&policy());
    for room in rooms {
        for path in ["a.txt", ".env.example", "sub/deep/b.txt", "open/c.txt"] {
            assert_eq!(run(&room, &walking("open", path)), "ok fine", "{path}");
            assert!(run(&room, &walking("stat", path)).starts_with("ok "), "{path}");
        }
        let listed = run(&room, "in sub list deep");
        let expected = ["ok b.txt round@", "ok b.txt"];
        assert!(expected[..1 + usize::from(cfg!(windows))].contains(&&*listed), "{listed}");
        assert_eq!(run(&room, "open nothing"), "error no-entry");
        assert_eq!(run(&room, "enter a.txt"), "error not-directory");
    }
}

/// Files that two grants contain, or that have two names because their directory has.
#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn no_other_name_of_a_directory_helps() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().canonicalize().unwrap().join(name);
    fs::create_dir_all(path("real/sub")).unwrap();
    fs::write(path("real/sub/key"), "SECRET").unwrap();
    fs::write(path("real/a.txt"), "fine").unwrap();
    symlink("real", path("link"));
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
fn files_hidden_by_the_project_are_hidden_from_any_component() {
    let (directory, [local, _]) = rooms(&Policy::everything());
    assert_eq!(run(&local, "open .env"), "ok SECRET");
    fs::write(directory.path().join(".agentignore"), "# not for agents\n.env\nprivate/\n").unwrap();
    for path in [".env", "sub/.env", "private/key", "empty/.env", "private/nothing"] {
        assert_eq!(run(&local, &walking("open", path)), "error access", "{path}");
        assert_eq!(run(&local, &walking("stat", path)), "error access", "{path}");
    }
    assert_eq!(run(&local, "open a.txt"), "ok fine");
}

/// Counts the requests to a tree.
struct Counting(MemoryTree, Arc<AtomicUsize>);

impl Tree for Counting {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        self.1.fetch_add(usize::from(path.starts_with("private/")), Ordering::SeqCst);
        self.0.entry(path)
    }

    fn list(&self, path: &str) -> io::Result<TreeListing> {
        self.0.list(path)
    }

    fn read(&self, path: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        self.0.read(path, offset, length)
    }
}

/// The time that a stat takes would reveal what exists.
#[test]
fn a_file_denied_by_name_is_not_accessed() {
    let tree = MemoryTree::new().file("private/key", "SECRET").unwrap();
    let looks = Arc::new(AtomicUsize::new(0));
    let policy = Policy::everything().deny("/private/*").unwrap();
    let room = Room::builder_from_tree("/project", Counting(tree, looks.clone()));
    let room = hostile(room, &policy);
    for verb in VERBS {
        for name in ["key", "nothing"] {
            let command = walking(verb, &format!("private/{name}"));
            assert_eq!(run(&room, &command), "error access", "{command}");
        }
    }
    assert_eq!(looks.load(Ordering::SeqCst), 0);
}

/// Directories and links are answered like files, whether or not they exist, in one call or in
/// several, and whatever follows them in a path.
#[test]
fn a_denied_directory_and_none_are_answered_alike() {
    let policy = Policy::everything().deny("hidden").unwrap().deny("private/").unwrap();
    let tree = MemoryTree::new().file("a.txt", "fine").unwrap();
    let tree = tree.file("hidden/b.txt", "SECRET").unwrap().file("private/c.txt", "SECRET");
    let tree = tree.unwrap().file("private/sub/d.txt", "SECRET").unwrap();
    let tree = tree.file("x/e.txt", "fine").unwrap().link("x/hidden", "../a.txt").unwrap();
    let room = |reader: fn(Builder) -> Builder| {
        let builder = Room::builder_from_tree("/project", tree.clone());
        reader(builder).policy(policy.clone()).build().unwrap()
    };
    let (embedded, hostile) =
        (room(|builder| builder), room(|b| b.component(hostile::component())));
    for path in [
        "hidden",
        "x/hidden",
        "x/hidden/b",
        "hidden/../a.txt",
        "private",
        "private/sub",
        "private/none",
        "private/sub/../../a.txt",
        "private/none/../../a.txt",
    ] {
        let expected = ErrorCode::PermissionDenied;
        let one = embedded.read(&ReadRequest::new(path)).unwrap_err().code();
        let requests = [ReadRequest::new("x/e.txt"), ReadRequest::new(path)];
        let several =
            embedded.read_many(&requests, SharedLimits { bytes: None, tokens: None }).unwrap();
        let several = several[1].as_ref().unwrap_err().code;
        assert_eq!((one, several), (Some(expected), expected), "{path}");
    }
    for command in [
        "stat hidden",
        "enter hidden",
        "hash hidden",
        "stat private",
        "enter private",
        "in x link hidden",
        "in x stat hidden",
        "in private stat sub",
    ] {
        assert_eq!(run(&hostile, command), "error access", "{command}");
    }
}

#[test]
fn denied_files_are_not_suggested() {
    let tree = MemoryTree::new().file("secret-plan.txt", "SECRET").unwrap();
    let tree = tree.file("secret-plan.md", "fine").unwrap().file(".env", "SECRET").unwrap();
    let tree = tree.file("x/note.txt", "fine").unwrap().file("private/note.txt", "SECRET").unwrap();
    let policy = Policy::default().deny("*-plan.txt").unwrap().deny("private/").unwrap();
    let room = Room::builder_from_tree("/project", tree).policy(policy).build().unwrap();
    for (path, expected) in
        [("secret-plan.tx", &["secret-plan.md"][..]), (".enw", &[]), ("note.txt", &["x/note.txt"])]
    {
        match room.read(&ReadRequest::new(path)) {
            Err(Error::Read(error)) => {
                assert_eq!(error.suggestions, expected, "{path}");
                for name in ["secret-plan.txt", ".env'", "private"] {
                    assert!(!error.hint.contains(name), "{path}: {}", error.hint);
                }
            }
            other => panic!("{path}: {other:?}"),
        }
    }
    let Body::Directory(page) = room.read(&ReadRequest::new(".")).unwrap().body else {
        panic!("a directory is read as its entries")
    };
    let names: Vec<_> = page.entries.iter().map(|entry| &*entry.name).collect();
    assert_eq!((names, page.total), (vec!["secret-plan.md", "x"], 2));
    for tool in tools::ids() {
        let request = BasicRequest { path: "secret-plan".into(), start: None, lines: None };
        let arguments = room.arguments_for(tool, &request).unwrap().unwrap();
        let reply = room.call(tool, &arguments).unwrap();
        assert!(!reply.json.contains("plan.txt"), "{tool}: {}", reply.json);
    }
}

#[test]
fn denied_files_are_neither_shown_nor_counted_by_any_tool() {
    let policy = Policy::default().deny("denied*").unwrap();
    let [without, with] = [false, true].map(|is_there| {
        let mut tree = MemoryTree::new().file("d/a.txt", "fine\n").unwrap();
        if is_there {
            for denied in ["d/.env", "d/denied.txt", "d/denied/a.txt", "d/b/denied.md"] {
                tree = tree.file(denied, "SECRET fine\n").unwrap();
            }
        }
        let tree = tree.file("d/b/c.txt", "").unwrap();
        Room::builder_from_tree("/project", tree).policy(policy.clone()).build().unwrap()
    });
    for tool in readroom::tools().unwrap() {
        let request = BasicRequest { path: "d".into(), start: None, lines: None };
        let own = with.arguments_for(&tool.id, &request).ok().flatten();
        let others = [
            r#"{"path": "d"}"#,
            r#"{"path": "/project/d"}"#,
            r#"{"path": "d", "depth": 9}"#,
            r#"{"path": "d", "glob": "*", "hidden": true, "ignored": true}"#,
            r#"{"path": "d", "pattern": "fine"}"#,
            r#"{"path": "/project/d", "pattern": "**"}"#,
        ];
        for arguments in own.as_deref().into_iter().chain(others) {
            let answer = |room: &Room| -> String {
                let reply = room.call(&tool.id, arguments).unwrap();
                let all = format!("{} {:?}", reply.json, reply.content);
                // One tool reports how many milliseconds it took.
                let parts = all.split("time_ms");
                parts.map(|part| part.trim_start_matches(|c: char| !c.is_alphabetic())).collect()
            };
            assert_eq!(answer(&with), answer(&without), "{} {arguments}", tool.id);
        }
    }
}
