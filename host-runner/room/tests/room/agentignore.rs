//! The file `.agentignore`, in which a project lists what agents must not read.

use readroom::tree::{TreeEntry, TreeEntryKind, TreeListing};
use readroom::{Error, ErrorCode, MemoryTree, Policy, ReadRequest, Room, Tree};
use std::fs;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

fn tree(list: &str) -> MemoryTree {
    let tree = MemoryTree::new().file(".agentignore", list).unwrap().file("a.txt", "a\n").unwrap();
    tree.file("drafts/b.txt", "SECRET\n").unwrap().file("drafts/kept.txt", "kept\n").unwrap()
}

fn project(list: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("drafts")).unwrap();
    for (path, text) in [(".agentignore", list), ("a.txt", "a\n"), ("drafts/b.txt", "SECRET\n")] {
        fs::write(directory.path().join(path), text).unwrap();
    }
    directory
}

fn in_memory(list: &str, policy: Policy) -> Room {
    Room::builder_from_tree("/project", tree(list)).policy(policy).build().unwrap()
}

/// Returns `None` if the file could be read, or else the reason.
fn refused(room: &Room, path: &str) -> Option<String> {
    match room.read(&ReadRequest::new(path)) {
        Ok(_) => None,
        Err(Error::Read(error)) if error.code == ErrorCode::PermissionDenied => Some(error.hint),
        Err(error) => panic!("{path}: {error}"),
    }
}

#[test]
fn listed_names_are_denied() {
    let directory = project("# drafts are ours\ndrafts/\n*.key\n");
    for room in [
        Room::new(directory.path()).unwrap(),
        in_memory("# drafts are ours\ndrafts/\n*.key\n", Policy::default()),
    ] {
        assert_eq!(refused(&room, "a.txt"), None);
        assert_eq!(refused(&room, ".agentignore"), None, "it is no secret");
        let why = refused(&room, "drafts/b.txt").unwrap();
        assert!(
            why.starts_with("It was denied by the rule `drafts/` of '.agentignore'. "),
            "{why}"
        );
        for path in ["sub/../drafts/b.txt", "drafts/nothing", "sub/a.key", "drafts/deep/er"] {
            assert!(refused(&room, path).is_some(), "{path}");
        }
        assert_eq!(room.agentignore_problem(), None);
    }
}

#[test]
fn no_rule_overrules_it_and_a_host_can_leave_it_out() {
    let list = "drafts/\n";
    for policy in [
        Policy::everything(),
        Policy::default().allow("drafts/").unwrap(),
        Policy::from_json("\"allow\"").unwrap(),
        Policy::opencode(),
    ] {
        assert!(refused(&in_memory(list, policy.clone()), "drafts/b.txt").is_some(), "{policy:?}");
        assert_eq!(refused(&in_memory(list, policy.without_agentignore()), "drafts/b.txt"), None);
    }
    let denied = Policy::everything().deny("/a.txt").unwrap();
    assert!(refused(&in_memory("!a.txt\n", denied), "a.txt").is_some(), "it allows nothing");
}

#[test]
fn it_is_that_of_the_root_alone() {
    let nested = tree("").file("drafts/.agentignore", "*").unwrap();
    let other = MemoryTree::new().file(".agentignore", "*").unwrap().file("c.txt", "c\n").unwrap();
    let room =
        Room::builder_from_tree("/project", nested).grant_tree("/other", other).build().unwrap();
    for path in ["drafts/b.txt", "/other/c.txt"] {
        assert_eq!(refused(&room, path), None, "{path}");
    }
    let outer = Room::builder_from_tree("/project", tree("/c.txt\n"));
    let room = outer
        .grant_tree("/other", MemoryTree::new().file("c.txt", "c\n").unwrap())
        .build()
        .unwrap();
    assert_eq!(refused(&room, "/other/c.txt"), None, "it speaks of names below the root");
}

#[test]
fn exceptions_hold_as_git_has_them() {
    let room = in_memory("drafts/*\n!drafts/kept.txt\n", Policy::default());
    assert!(refused(&room, "drafts/b.txt").is_some());
    assert_eq!(refused(&room, "drafts/kept.txt"), None);
    let room = in_memory("drafts/\n!drafts/kept.txt\n", Policy::default());
    assert!(refused(&room, "drafts/kept.txt").is_some(), "not below a directory that is ignored");
}

#[test]
fn a_line_that_is_not_a_pattern_denies_everything_in_one_message() {
    for (list, reason) in [
        ("drafts/\n[[:a:]]\n", "line 2 is not a pattern: there is no class `[:a:]`"),
        ("b\\\n", "line 1 is not a pattern: a `\\` at the end escapes nothing"),
        ("a\n./drafts/\n", "line 2 is not a pattern: it matches nothing; write `/drafts/`"),
        (&*"!\n".repeat(32_000), "line 1 is not a pattern: it matches nothing"),
    ] {
        let room = in_memory(list, Policy::default());
        let told = refused(&room, "a.txt").unwrap();
        assert!(told.contains(reason), "{told}");
        let problem = room.agentignore_problem().unwrap();
        assert!(problem.ends_with(reason) && !problem.contains('\n'), "{problem}");
    }
}

#[test]
fn a_list_that_is_not_text_denies_everything_and_utf_16_is_text() {
    let of = |list: Vec<u8>| {
        let tree = MemoryTree::new().file(".agentignore", list).unwrap();
        let tree = tree.file("a.txt", "a\n").unwrap().file("secret.txt", "SECRET\n").unwrap();
        Room::builder_from_tree("/project", tree).build().unwrap()
    };
    let units: Vec<u16> = "secret.txt\r\n".encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for text in [
        [&[0xff, 0xfe], &*little].concat(),
        [&[0xfe, 0xff], &*big].concat(),
        "\u{feff}\u{feff}secret.txt\n".into(),
    ] {
        let room = of(text.clone());
        assert!(refused(&room, "secret.txt").is_some(), "{text:?}");
        assert_eq!(refused(&room, "a.txt"), None, "{text:?}");
    }
    for text in [
        little,
        big,
        [&[0xff, 0xfe], &b"a"[..]].concat(),
        b"\xff\xfe\0\xd8".to_vec(),
        b"caf\xe9\nsecret.txt\n".to_vec(),
        b"secret.txt\0\n".to_vec(),
        b"a\rsecret.txt\r".to_vec(),
    ] {
        let room = of(text.clone());
        assert!(refused(&room, "a.txt").is_some(), "{text:?}");
        assert!(room.agentignore_problem().is_some(), "{text:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_unusable_list_denies_everything() {
    type Make = fn(&std::path::Path);
    let cases: [(&str, Make); 5] = [
        ("larger than 64 KiB", |path| fs::write(path, "a\n".repeat(32 * 1024 + 1)).unwrap()),
        ("not a regular file", |path| std::os::unix::fs::symlink("a.txt", path).unwrap()),
        ("not a regular file", |path| std::os::unix::fs::symlink("nowhere", path).unwrap()),
        ("not a regular file", |path| fs::create_dir(path).unwrap()),
        ("not a regular file", |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap())),
    ];
    let directory = project("");
    let list = directory.path().join(".agentignore");
    let room = Room::new(directory.path()).unwrap();
    for (why, make) in cases {
        let _ = fs::remove_file(&list).or_else(|_| fs::remove_dir(&list));
        make(&list);
        let told = refused(&room, "a.txt").unwrap();
        let reason = format!("It was denied because '.agentignore' cannot be used: it is {why}. ");
        assert!(told.starts_with(&reason), "{told}");
        assert!(room.agentignore_problem().unwrap().contains(why));
        let reply = room.call("pi", r#"{"path":"a.txt"}"#).unwrap();
        assert_eq!(reply.denied.unwrap().rule.origin, ".agentignore");
        let heedless =
            Room::builder(directory.path()).policy(Policy::default().without_agentignore());
        assert_eq!(refused(&heedless.build().unwrap(), "a.txt"), None);
    }
    fs::remove_file(&list).unwrap();
    assert_eq!(refused(&room, "a.txt"), None);
    fs::write(&list, "b.log\n*.tmp\n#???".repeat(64 * 1024 / 16)).unwrap();
    assert_eq!(refused(&room, "a.txt"), None, "the largest");
}

#[test]
fn the_next_call_sees_changes() {
    let directory = project("a.txt\n");
    let list = directory.path().join(".agentignore");
    let room = Room::new(directory.path()).unwrap();
    assert!(refused(&room, "a.txt").is_some());
    // The same size and the same time.
    let time = fs::metadata(&list).unwrap().modified().unwrap();
    fs::write(&list, "b.txt\n").unwrap();
    fs::File::options().write(true).open(&list).unwrap().set_modified(time).unwrap();
    assert_eq!(refused(&room, "a.txt"), None);
    assert!(refused(&room, "drafts/b.txt").is_some());
    fs::remove_file(&list).unwrap();
    assert_eq!(refused(&room, "drafts/b.txt"), None);
}

/// A tree whose `.agentignore` can be changed, and that counts how often it is read.
struct Changing {
    list: Mutex<(String, Option<SystemTime>)>,
    looked: AtomicUsize,
    read: AtomicUsize,
}

impl Tree for Changing {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => Ok(TreeEntry::directory()),
            ".agentignore" => {
                self.looked.fetch_add(1, Ordering::Relaxed);
                let list = self.list.lock().unwrap();
                let entry = TreeEntry::file(list.0.len() as u64);
                Ok(list.1.map_or(entry, |time| entry.modified(time)))
            }
            _ => Ok(TreeEntry::file(2)),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new([Ok(("a.txt".to_string(), TreeEntryKind::File))].into_iter()))
    }

    fn read(&self, path: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let text = match path {
            ".agentignore" => {
                self.read.fetch_add(1, Ordering::Relaxed);
                self.list.lock().unwrap().0.clone()
            }
            _ => "a\n".into(),
        };
        Ok(text.bytes().skip(offset as usize).take(length).collect())
    }
}

#[test]
fn it_is_looked_at_once_a_call_and_read_when_it_may_have_changed() {
    let long_ago = SystemTime::now() - Duration::from_secs(60);
    let tree = Arc::new(Changing {
        list: Mutex::new(("a.txt".into(), Some(long_ago))),
        looked: AtomicUsize::new(0),
        read: AtomicUsize::new(0),
    });
    let room = Room::from_tree("/project", tree.clone()).unwrap();
    let taken =
        || (tree.looked.swap(0, Ordering::Relaxed), tree.read.swap(0, Ordering::Relaxed) > 0);
    taken();
    assert!(refused(&room, "a.txt").is_some());
    assert!(taken().1);
    for _ in 0..3 {
        assert!(refused(&room, "a.txt").is_some());
        assert_eq!(taken(), (1, false));
    }
    *tree.list.lock().unwrap() = ("b.txt".into(), Some(long_ago + Duration::from_secs(1)));
    assert_eq!(refused(&room, "a.txt"), None);
    assert!(taken().1);
    // A file without a modification time may change at any moment, and so may one that has just
    // changed.
    let just_now = SystemTime::now() + Duration::from_secs(60 * 60);
    for time in [None, Some(just_now)] {
        for (list, is_refused) in [("a.txt", true), ("b.txt", false)] {
            *tree.list.lock().unwrap() = (list.into(), time);
            assert_eq!(refused(&room, "a.txt").is_some(), is_refused, "{list}");
        }
    }
}

#[test]
fn a_tree_whose_list_cannot_be_read_denies_everything() {
    struct Silent;
    impl Tree for Silent {
        fn entry(&self, path: &str) -> io::Result<TreeEntry> {
            match path {
                "" => Ok(TreeEntry::directory()),
                ".agentignore" => Err(io::ErrorKind::TimedOut.into()),
                _ => Ok(TreeEntry::file(1)),
            }
        }

        fn list(&self, _: &str) -> io::Result<TreeListing> {
            Ok(Box::new(std::iter::empty()))
        }

        fn read(&self, _: &str, offset: u64, _: usize) -> io::Result<Vec<u8>> {
            Ok(b"a".iter().skip(offset as usize).copied().collect())
        }
    }
    let told = refused(&Room::from_tree("/project", Silent).unwrap(), "a.txt").unwrap();
    assert!(told.contains("'.agentignore' cannot be used: it cannot be read"), "{told}");
}
