//! Lists directories and stats paths, as a host does without reading files.

use readroom::policy::PolicyAnswer;
use readroom::tree::{Tree, TreeEntry, TreeEntryKind, TreeListing};
use readroom::{
    DirectoryEntry, Error, ErrorCode, FileKind, Limits, ListRequest, Listing, MemoryTree, Policy,
    ReadError, ReadRequest, Room,
};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

fn tree() -> MemoryTree {
    let tree = MemoryTree::new().file("a.txt", "one\n").unwrap().file("B", "").unwrap();
    let tree = tree.modified("a.txt", UNIX_EPOCH + Duration::from_millis(1500)).unwrap();
    let tree = tree.file(".env", "SECRET\n").unwrap().file("private/key", "SECRET\n").unwrap();
    let tree = tree.file("sub/deep/b.txt", "b\n").unwrap().file("é", "").unwrap();
    let tree = tree.link("link", "a.txt").unwrap().link("to-sub", "sub").unwrap();
    tree.link("broken", "nowhere")
        .unwrap()
        .link("out", "/etc")
        .unwrap()
        .link("loop", "loop")
        .unwrap()
}

fn policy() -> Policy {
    Policy::everything().deny(".env").unwrap().deny("/private/").unwrap()
}

fn room() -> Room {
    Room::builder_from_tree("/project", tree()).policy(policy()).build().unwrap()
}

fn list(room: &Room, path: &str) -> Listing {
    room.list(&ListRequest::new(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn names(listing: &Listing) -> Vec<&str> {
    listing.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Error>) -> ReadError {
    match answer {
        Err(Error::Read(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn entries_are_sorted_by_bytes_and_have_kinds() {
    let room = room();
    let listing = room.list(&ListRequest::new(".").details(true)).unwrap();
    let all = ["B", "a.txt", "broken", "link", "loop", "out", "sub", "to-sub", "é"];
    // `.env` and `private` are denied.
    assert_eq!(names(&listing), all);
    assert_eq!((listing.path.as_str(), listing.total, listing.more), (".", 9, false));
    let entry = |name: &str| listing.entries.iter().find(|entry| entry.name == name).unwrap();
    let expected = |name: &str, kind, size, modified| DirectoryEntry {
        name: name.into(),
        kind,
        size,
        modified,
    };
    assert_eq!(*entry("a.txt"), expected("a.txt", FileKind::File, Some(4), Some(1500)));
    assert_eq!(*entry("sub"), expected("sub", FileKind::Directory, None, None));
    // Links are not followed, whatever their target.
    for link in ["link", "to-sub", "broken", "out", "loop"] {
        assert_eq!(*entry(link), expected(link, FileKind::Link, None, None));
    }
}

#[test]
fn a_directory_has_one_name_for_every_request() {
    let room = room();
    for path in ["", "sub", "sub/", "./sub", "to-sub", "sub/deep/..", "/project/sub"] {
        if path.is_empty() {
            assert_eq!(refused(room.list(&ListRequest::new(path))).code, ErrorCode::InvalidPath);
            continue;
        }
        let listing = list(&room, path);
        assert_eq!((listing.path.as_str(), names(&listing)), ("sub", vec!["deep"]), "{path}");
    }
    let room = Room::builder_from_tree("/project", tree())
        .grant_tree("/other", MemoryTree::new().file("d/c.txt", "c\n").unwrap())
        .cwd("sub")
        .build()
        .unwrap();
    assert_eq!(list(&room, ".").path, "sub");
    assert_eq!(
        (list(&room, "..").path.as_str(), list(&room, "/other/d").path.as_str()),
        (".", "/other/d")
    );
}

#[test]
fn pages_follow_each_other() {
    let room = room();
    let whole = list(&room, ".").entries;
    for size in [1, 2, 3, 8, 9, 10] {
        let (mut all, mut request) = (Vec::new(), ListRequest::new(".").entries(size));
        loop {
            let page = room.list(&request).unwrap();
            assert!(page.entries.len() <= size as usize && page.total == 9);
            all.extend(page.entries);
            assert_eq!(page.more, all.len() < 9, "{size}");
            if !page.more {
                break;
            }
            request = request.after(&all[all.len() - 1].name);
        }
        assert_eq!(all, whole, "{size}");
    }
    // A page starts after a name, whether or not that entry exists.
    for (after, first) in [
        ("", "B"),
        ("C", "a.txt"),
        ("a.txt", "broken"),
        ("a.txt\u{0}", "broken"),
        ("..", "B"),
        ("/", "B"),
    ] {
        let page = room.list(&ListRequest::new(".").after(after).entries(1)).unwrap();
        assert_eq!((names(&page), page.total), (vec![first], 9), "after {after:?}");
    }
    let page = room.list(&ListRequest::new(".").after("é")).unwrap();
    assert_eq!((page.entries, page.total, page.more), (Vec::new(), 9, false));
}

#[test]
fn only_directories_can_be_listed() {
    let room = room();
    for (path, code) in [
        ("a.txt", ErrorCode::NotADirectory),
        ("link", ErrorCode::NotADirectory),
        ("a.txt/x", ErrorCode::NotADirectory),
        ("none", ErrorCode::NotFound),
        ("broken", ErrorCode::NotFound),
        ("loop", ErrorCode::SymlinkLoop),
        ("..", ErrorCode::OutsideRoot),
        ("/etc", ErrorCode::OutsideRoot),
        ("out", ErrorCode::OutsideRoot),
        ("private", ErrorCode::PermissionDenied),
        ("private/none", ErrorCode::PermissionDenied),
        ("sub\0", ErrorCode::InvalidPath),
    ] {
        let error = refused(room.list(&ListRequest::new(path)));
        assert_eq!(error.code, code, "{path}: {error:?}");
        assert!(!error.hint.is_empty() && !error.message.is_empty(), "{path}");
    }
    let denied = refused(room.list(&ListRequest::new("private")));
    assert!(
        denied.hint.starts_with("It was denied by the rule `/private/` of the policy. "),
        "{denied:?}"
    );
    let none = refused(room.list(&ListRequest::new(".").entries(0)));
    assert_eq!(
        (none.code, none.message.as_str()),
        (ErrorCode::InvalidArgument, "entries must be at least 1")
    );
    let long = refused(room.list(&ListRequest::new("x".repeat(5000))));
    assert_eq!(long.code, ErrorCode::NameTooLong);
}

#[test]
fn listing_a_directory_asks_about_none_of_its_files() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    let policy =
        Policy::everything().ask(".env").unwrap().ask("/private/").unwrap().on_ask(move |ask| {
            seen.lock().unwrap().push(ask.path.to_string());
            PolicyAnswer::Reject
        });
    let room = Room::builder_from_tree("/project", tree()).policy(policy).build().unwrap();
    let listing = room.list(&ListRequest::new(".").details(true)).unwrap();
    let size = |name: &str| {
        let entry = listing.entries.iter().find(|entry| entry.name == name);
        entry.map(|entry| entry.size)
    };
    assert_eq!((size("a.txt"), size(".env")), (Some(Some(4)), Some(None)));
    assert!(asked.lock().unwrap().is_empty(), "{asked:?}");
    assert_eq!(refused(room.list(&ListRequest::new("private"))).code, ErrorCode::PermissionDenied);
    assert_eq!(*asked.lock().unwrap(), ["/project/private"]);
}

#[test]
fn stat_does_not_read_the_file() {
    let room = room();
    for path in ["a.txt", "./sub/../a.txt", "link", "/project/link"] {
        let stat = room.stat(path).unwrap();
        assert_eq!(
            (stat.path.as_str(), stat.real_path.as_str()),
            ("a.txt", "/project/a.txt"),
            "{path}"
        );
        assert_eq!(
            (stat.kind, stat.size, stat.modified),
            (FileKind::File, 4, Some(1500)),
            "{path}"
        );
        assert_eq!(stat.modified_at(), Some(UNIX_EPOCH + Duration::from_millis(1500)));
        assert_eq!(
            stat.version,
            Some(room.read(&ReadRequest::new(path)).unwrap().version),
            "{path}"
        );
    }
    for (path, name, real) in [
        (".", ".", "/project"),
        ("sub/deep/..", "sub", "/project/sub"),
        ("to-sub/", "sub", "/project/sub"),
    ] {
        let stat = room.stat(path).unwrap();
        assert_eq!((stat.path.as_str(), stat.real_path.as_str()), (name, real), "{path}");
        assert_eq!(
            (stat.kind, stat.size, stat.modified, stat.version),
            (FileKind::Directory, 0, None, None),
            "{path}"
        );
    }
    for (path, code) in [
        ("none", ErrorCode::NotFound),
        ("broken", ErrorCode::NotFound),
        ("a.txt/", ErrorCode::NotADirectory),
        ("out", ErrorCode::OutsideRoot),
        (".env", ErrorCode::PermissionDenied),
        ("private/key", ErrorCode::PermissionDenied),
        ("private/none", ErrorCode::PermissionDenied),
        ("", ErrorCode::InvalidPath),
    ] {
        assert_eq!(refused(room.stat(path)).code, code, "{path}");
    }
    assert_eq!(refused(room.stat("a.tx")).suggestions, ["a.txt"]);
    let denied = refused(room.stat(".env"));
    assert!(
        denied.hint.starts_with("It was denied by the rule `.env` of the policy. "),
        "{denied:?}"
    );
}

/// Creates a directory of 100 000 unsorted files with long names.
struct Crowd;

const ENTRIES: u64 = 100_000;

impl Tree for Crowd {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => Ok(TreeEntry::directory()),
            ".agentignore" => Err(io::ErrorKind::NotFound.into()),
            _ => Ok(TreeEntry::file(path.len() as u64)),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        let name = |number: u64| format!("{:06}-{}", number * 7919 % ENTRIES, "x".repeat(180));
        Ok(Box::new((0..ENTRIES).map(move |number| Ok((name(number), TreeEntryKind::File)))))
    }

    fn read(&self, _: &str, _: u64, _: usize) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::IsADirectory.into())
    }
}

/// The names are 19 MB.
#[test]
fn a_huge_directory_is_listed_in_little_memory() {
    let limits = readroom_testing::patient().memory(6 << 20);
    let room = Room::builder_from_tree("/project", Crowd).limits(limits).build().unwrap();
    let number = |entry: &DirectoryEntry| entry.name[..6].parse::<u64>().unwrap();
    for (first, entries, expected) in
        [(0u64, None, 1000), (50_000, Some(7), 7), (99_999, Some(10), 1)]
    {
        let mut request = ListRequest::new("/project").details(true);
        request.entries = entries;
        request.after = first.checked_sub(1).map(|last: u64| format!("{last:06}-~"));
        let page = room.list(&request).unwrap();
        let numbers: Vec<_> = page.entries.iter().map(number).collect();
        assert_eq!(numbers, (first..first + expected).collect::<Vec<_>>());
        assert_eq!((u64::from(page.total), page.more), (ENTRIES, first + expected < ENTRIES));
        assert!(page.entries.iter().all(|entry| entry.size == Some(187)));
    }
    // A page has at most 1 MiB of names, for any requested number.
    let page = room.list(&ListRequest::new(".").entries(u32::MAX)).unwrap();
    let bytes: usize = page.entries.iter().map(|entry| entry.name.len()).sum();
    assert!(page.more && bytes <= 1 << 20, "{bytes} bytes");
    assert!(page.entries.len() > 4000, "{}", page.entries.len());
    assert!(page.entries.iter().map(number).eq(0..page.entries.len() as u64));
}

#[test]
fn limits_hold_for_lists_too() {
    let build = |limits: Limits| {
        Room::builder_from_tree("/project", tree()).limits(limits).build().unwrap()
    };
    let limit = |limits: Limits| build(limits).list(&ListRequest::new(".")).unwrap_err().limit();
    // The host refuses further entries, and the component reports a failure.
    let few = build(Limits { entries: 5, ..Limits::default() });
    assert_eq!(refused(few.list(&ListRequest::new("."))).code, ErrorCode::Io);
    assert_eq!(limit(Limits { output: 100, ..Limits::default() }), Some(readroom::Limit::Output));
    let short = build(Limits { arguments: 100, ..Limits::default() });
    for answer in
        [short.list(&ListRequest::new("x".repeat(101))).err(), short.stat(&"x".repeat(101)).err()]
    {
        assert_eq!(answer.unwrap().limit(), Some(readroom::Limit::Arguments));
    }
}

#[cfg(unix)]
mod unix {
    use super::{names, refused};
    use readroom::{ErrorCode, FileKind, ListRequest, Room};
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_directory_of_the_machine_is_listed_the_same_way() {
        let project = tempfile::tempdir().unwrap();
        let at = |name: &str| project.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("a\nb.txt"), "12345").unwrap();
        fs::write(project.path().join(OsStr::from_bytes(b"bad\xff")), "").unwrap();
        std::os::unix::fs::symlink("sub", at("link")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        drop(std::os::unix::net::UnixListener::bind(at("socket")).unwrap());
        let room = Room::new(project.path()).unwrap();
        let listing = room.list(&ListRequest::new(".").details(true)).unwrap();
        assert_eq!(
            names(&listing),
            ["a\nb.txt", "link", "pipe", "socket", "sub"],
            "names that are Unicode"
        );
        assert_eq!((listing.total, listing.more), (5, false));
        let kinds: Vec<_> = listing.entries.iter().map(|entry| entry.kind).collect();
        use FileKind::{Directory, File, Link, Special};
        assert_eq!(kinds, [File, Link, Special, Special, Directory]);
        let sizes: Vec<_> = listing.entries.iter().map(|entry| entry.size).collect();
        assert_eq!(sizes, [Some(5), None, None, None, None]);
        assert!(listing.entries[0].modified.is_some());
        assert_eq!(refused(room.stat("pipe")).code, ErrorCode::NotAFile);
        assert_eq!(refused(room.list(&ListRequest::new("pipe"))).code, ErrorCode::NotAFile);
        // The page after an entry is the same when that entry is gone.
        let page = || room.list(&ListRequest::new(".").after("link")).unwrap();
        let before = page();
        fs::remove_file(at("link")).unwrap();
        assert_eq!(page().entries, before.entries);
    }
}
