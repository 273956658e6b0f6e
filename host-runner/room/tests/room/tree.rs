//! Trees that the host serves: a component cannot distinguish them from directories, and the host
//! trusts them no more.

use readroom::tree::{MemoryTree, Tree, TreeEntry, TreeEntryKind, TreeListing};
use readroom::{Body, Document, Error, ErrorCode, ReadRequest, Room, Start, Totals};
use readroom_testing::hostile::{self, walking};
use readroom_testing::link::symlink;
use readroom_testing::name_of;
use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn text(room: &Room, path: &str) -> String {
    let Body::Text(text) = room.read(&ReadRequest::new(path)).unwrap().body else {
        panic!("it is text")
    };
    text.content
}

fn code(room: &Room, path: &str) -> Option<ErrorCode> {
    room.read(&ReadRequest::new(path)).err().and_then(|error| error.code())
}

fn run(room: &Room, command: &str) -> String {
    let reply = room.call("readroom", command).unwrap_or_else(|error| panic!("{command}: {error}"));
    reply.json.trim_matches('"').into()
}

fn hostile_room(tree: impl Tree) -> Room {
    Room::builder_from_tree("/project", tree).component(hostile::component()).build().unwrap()
}

#[test]
fn a_tree_is_read_like_a_directory() {
    let time = UNIX_EPOCH + Duration::from_millis(1_234_567_890_123);
    let tree = MemoryTree::new()
        .file("a.txt", "one\ntwo\n")
        .and_then(|tree| tree.modified("a.txt", time))
        .and_then(|tree| tree.file("src/deep/b.txt", "b\n"))
        .and_then(|tree| tree.link("src/up", "../a.txt"))
        .and_then(|tree| tree.link("absolute", "/project/src/deep"))
        .unwrap();
    let room = Room::from_tree("/project", tree).unwrap();
    let document = room.read(&ReadRequest::new("./src/../a.txt")).unwrap();
    assert_eq!(
        (document.path.as_str(), document.size, document.modified),
        ("a.txt", 8, Some(1_234_567_890_123))
    );
    for path in ["a.txt", "/project/a.txt", "src/up", "absolute/../../a.txt", "nothing/../a.txt"] {
        assert_eq!(room.read(&ReadRequest::new(path)).unwrap().path, "a.txt", "{path}");
    }
    assert_eq!(room.read(&ReadRequest::new("absolute/b.txt")).unwrap().path, "src/deep/b.txt");
    for (path, expected) in [
        ("nothing", ErrorCode::NotFound),
        ("a.txt/b", ErrorCode::NotADirectory),
        ("a.txt/", ErrorCode::NotADirectory),
        ("../a.txt", ErrorCode::OutsideRoot),
        ("/etc/passwd", ErrorCode::OutsideRoot),
        ("/projects/a.txt", ErrorCode::OutsideRoot),
    ] {
        assert_eq!(code(&room, path), Some(expected), "{path}");
    }
}

#[test]
fn links_out_of_a_tree_lead_nowhere() {
    let tree = MemoryTree::new()
        .link("up", "../etc/passwd")
        .and_then(|tree| tree.link("absolute", "/etc/passwd"))
        .and_then(|tree| tree.link("sub/far", "../../../../etc"))
        .and_then(|tree| tree.link("loop", "loop"))
        .unwrap();
    let room = Room::from_tree("/project", tree.clone()).unwrap();
    for path in ["up", "absolute", "sub/far/passwd"] {
        assert_eq!(code(&room, path), Some(ErrorCode::OutsideRoot), "{path}");
    }
    assert_eq!(code(&room, "loop"), Some(ErrorCode::SymlinkLoop));
    let room = hostile_room(tree);
    for link in ["up", "absolute", "loop"] {
        for verb in ["open", "enter", "list"] {
            assert_eq!(run(&room, &format!("{verb} {link}")), "error loop", "{verb} {link}");
        }
    }
    assert_eq!(run(&room, "link up"), "ok ../etc/passwd");
    assert_eq!(run(&room, "link absolute"), "error not-permitted");
}

/// Serves the same files as a directory and as a tree with the same name: no command of the hostile
/// component can distinguish the two.
#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn a_component_cannot_tell_a_tree_from_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    let name = root.to_str().unwrap();
    fs::create_dir_all(root.join("sub/deep")).unwrap();
    fs::create_dir(root.join("empty")).unwrap();
    let mut tree = MemoryTree::new().directory("empty").unwrap();
    for (path, bytes) in [("a.txt", "inside"), ("sub/deep/b.txt", "deeper"), ("nothing.txt", "")] {
        fs::write(root.join(path), bytes).unwrap();
        tree = tree.file(path, bytes).unwrap();
    }
    let inside = format!("{name}/a.txt");
    for (path, target) in [
        ("in", "a.txt"),
        ("directory", "sub"),
        ("directory-slash", "sub/"),
        ("file-slash", "a.txt/"),
        ("sub/deep/round", "../../sub/deep/../../in"),
        ("out", "../secret.txt"),
        ("sub/out", "../../secret.txt"),
        ("absolute-in", inside.as_str()),
        ("absolute-out", "/etc/passwd"),
        ("broken", "nowhere"),
        ("one", "two"),
        ("two", "one"),
    ] {
        symlink(target, root.join(path));
        tree = tree.link(path, target).unwrap();
    }
    let component = hostile::component();
    let local = Room::builder(&root).component(component.clone()).build().unwrap();
    let served = Room::builder_from_tree(name, tree).component(component).build().unwrap();
    let long = "n".repeat(256);
    let paths = [
        "a.txt",
        "in",
        "sub",
        "sub/deep",
        "sub/deep/b.txt",
        "sub/deep/round",
        "sub/nothing",
        "directory",
        "directory-slash",
        "file-slash",
        "nothing.txt",
        "empty",
        "out",
        "sub/out",
        "sub/out/more",
        "absolute-in",
        "absolute-out",
        "broken",
        "one",
        "nothing",
        "nothing/more",
        "a.txt/more",
        long.as_str(),
    ];
    for path in paths {
        for verb in [
            "open",
            "enter",
            "stat",
            "hash",
            "link",
            "list",
            "list-file",
            "count",
            "read 2 3",
            "read 9 3",
            "same a.txt",
            "change",
        ] {
            // The size of a directory depends on the file system.
            if verb == "stat" && run(&served, &walking("enter", path)).starts_with("ok") {
                continue;
            }
            let command = walking(verb, path);
            assert_eq!(run(&served, &command), run(&local, &command), "{command}");
        }
    }
    for command in
        ["list", "count", "stat a.txt", "stat in", "reopen 200", "reopen 200 sub", "hold 60"]
    {
        assert_eq!(run(&served, command), run(&local, command), "{command}");
    }
    for room in [&served, &local] {
        let many = room.call("readroom", "listings sub");
        assert!(matches!(many, Err(Error::Limit(_))), "{many:?}");
    }
}

/// Each name takes one host call, so only a limit on the whole path bounds the work of a policy.
#[test]
fn a_path_that_no_answer_could_name_cannot_be_reached() {
    let name = "n".repeat(250);
    let deep = vec![name.as_str(); 32].join("/");
    let tree = MemoryTree::new().file(&format!("{deep}/{name}"), "x").unwrap();
    let room = hostile_room(tree.file(&format!("{deep}/short"), "y").unwrap());
    assert_eq!(run(&room, &walking("open", &format!("{deep}/short"))), "ok y");
    assert_eq!(run(&room, &walking("open", &format!("{deep}/{name}"))), "error name-too-long");
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn directories_and_trees_are_granted_side_by_side() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    fs::create_dir(root.join("generated")).unwrap();
    fs::write(root.join("local.txt"), "local\n").unwrap();
    fs::write(root.join("generated/hidden.txt"), "hidden\n").unwrap();
    symlink("/wiki/page.txt", root.join("page"));
    let wiki = MemoryTree::new().file("page.txt", "page\n").unwrap();
    let wiki = wiki.link("back", root.join("local.txt").to_str().unwrap()).unwrap();
    let generated = MemoryTree::new().file("made.txt", "made\n").unwrap();
    let inner = format!("{}/generated", root.display());
    let room = Room::builder(&root)
        .grant_tree("/wiki", wiki)
        .grant_tree(&inner, generated)
        .build()
        .unwrap();
    assert_eq!(text(&room, "local.txt"), "local\n");
    assert_eq!(text(&room, "/wiki/page.txt"), "page\n");
    assert_eq!(text(&room, "page"), "page\n", "a link out of the directory into the tree");
    assert_eq!(text(&room, "/wiki/back"), "local\n", "a link out of the tree into the directory");
    assert_eq!(text(&room, "generated/made.txt"), "made\n", "a tree inside a directory");
    assert_eq!(code(&room, "generated/hidden.txt"), Some(ErrorCode::NotFound));
    let tree = MemoryTree::new().file("sub/a.txt", "a\n").unwrap();
    let room = Room::builder_from_tree("/project", tree).grant(&root).cwd(&root).build().unwrap();
    assert_eq!(text(&room, "local.txt"), "local\n");
    assert_eq!(text(&room, "/project/sub/a.txt"), "a\n");
}

#[test]
fn the_working_directory_is_a_name_in_the_tree() {
    let tree =
        MemoryTree::new().file("sub/deep/a.txt", "a\n").unwrap().link("link", "sub").unwrap();
    let tree = Arc::new(tree);
    let room = |cwd: &str| Room::builder_from_tree("/project", tree.clone()).cwd(cwd).build();
    for cwd in ["sub/deep", "/project/sub/deep", "./sub/./deep/", "sub/../sub/deep", "link/deep"] {
        assert_eq!(text(&room(cwd).unwrap(), "a.txt"), "a\n", "{cwd}");
    }
    assert_eq!(text(&room("").unwrap(), "sub/deep/a.txt"), "a\n");
    assert!(matches!(room("nothing"), Err(Error::Open { .. })));
    assert!(matches!(room("sub/deep/a.txt"), Err(Error::NotADirectory { .. })));
    assert!(matches!(room("sub/deep/a.txt/more"), Err(Error::NotADirectory { .. })));
    assert!(matches!(room(".."), Err(Error::OutsideRoot { .. })));
    assert!(matches!(room("/tmp"), Err(Error::OutsideRoot { .. })));
}

#[test]
fn a_tree_needs_a_distinct_name() {
    let tree = MemoryTree::new().file("a.txt", "a\n").unwrap();
    for name in ["", "project", "./project", "/project/", "//", "/a/../b", "/a//b", "/a/.", "/a\0"]
    {
        let refused = Room::from_tree(name, tree.clone());
        assert!(matches!(refused, Err(Error::BadName { .. })), "{name}");
    }
    assert_eq!(text(&Room::from_tree("/", tree.clone()).unwrap(), "/a.txt"), "a\n");
    let twice = Room::builder_from_tree("/project", tree.clone())
        .grant_tree("/project", tree.clone())
        .build();
    assert!(matches!(twice, Err(Error::NameTaken { .. })));
    let root = tempfile::tempdir().unwrap();
    let taken = Room::builder(root.path()).grant_tree(name_of(root.path()), tree).build();
    assert!(matches!(taken, Err(Error::NameTaken { .. })));
}

/// A log of 1 GiB without a file: lines of 64 bytes, generated on request.
struct Log;

const LINE: u64 = 64;
const LOG: u64 = 1 << 30;

fn log_line(number: u64) -> Vec<u8> {
    let mut line = format!("{number:0>width$}", width = LINE as usize - 1).into_bytes();
    line.push(b'\n');
    line
}

impl Tree for Log {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => Ok(TreeEntry::directory()),
            "log.txt" => Ok(TreeEntry::file(LOG)),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new([Ok(("log.txt".into(), TreeEntryKind::File))].into_iter()))
    }

    fn read(&self, _: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        assert!(length <= 64 * 1024, "asked for {length} bytes at once");
        let end = (offset + length as u64).min(LOG);
        let lines = offset / LINE..end.div_ceil(LINE);
        let bytes: Vec<u8> = lines.flat_map(|line| log_line(line + 1)).collect();
        Ok(bytes
            .into_iter()
            .skip((offset % LINE) as usize)
            .take(end.saturating_sub(offset) as usize)
            .collect())
    }
}

#[test]
fn a_file_larger_than_memory_is_read_at_the_requested_offset() {
    let room = Room::from_tree("/project", Log).unwrap();
    let request = ReadRequest::new("log.txt").lines(2).totals(Totals::Never);
    let document = room.read(&request.start(Start::Line(200_000))).unwrap();
    let Body::Text(text) = document.body else { panic!("it is text") };
    assert_eq!(document.size, LOG);
    assert_eq!(text.content.as_bytes(), [log_line(200_000), log_line(200_001)].concat());
    let room = hostile_room(Log);
    assert_eq!(run(&room, "read 0 10000000 log.txt"), "ok 65536 false");
    assert_eq!(run(&room, &format!("read {} 100 log.txt", LOG - 10)), "ok 10 false");
    assert_eq!(run(&room, &format!("read {LOG} 100 log.txt")), "ok 0 true");
    assert_eq!(run(&room, "read 0 0 log.txt"), "ok 0 true");
}

/// A tree of files that change while they are read, in the way given by their names.
struct ChangingTree(AtomicU32);

impl ChangingTree {
    /// Returns the content of the file after a number of reads, and its modification time.
    fn state(path: &str, reads: u32) -> (String, u32) {
        match path {
            "once" if reads == 0 => ("old\n".into(), 0),
            "once" => ("new\n".into(), 1),
            "always" => (format!("{reads:03}\n"), reads),
            "grows" => ("line\n".repeat(reads as usize + 1), reads),
            // It reports growth, but is a different file.
            "is-exchanged" => (format!("{reads:03}\n").repeat(reads as usize + 1), reads),
            _ => unreachable!("nobody asks for {path}"),
        }
    }
}

impl Tree for ChangingTree {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => return Ok(TreeEntry::directory()),
            ".agentignore" => return Err(io::ErrorKind::NotFound.into()),
            _ => {}
        }
        let (text, time) = Self::state(path, self.0.load(Ordering::SeqCst));
        Ok(TreeEntry::file(text.len() as u64)
            .modified(UNIX_EPOCH + Duration::from_secs(time.into())))
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new([].into_iter()))
    }

    fn read(&self, path: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let (text, _) = Self::state(path, self.0.fetch_add(1, Ordering::SeqCst));
        Ok(text.into_bytes().into_iter().skip(offset as usize).take(length).collect())
    }
}

#[test]
fn a_read_is_a_snapshot_of_the_file() {
    let ask = |request: ReadRequest| {
        let room = Room::from_tree("/project", ChangingTree(AtomicU32::new(0))).unwrap();
        let document = room.read(&request);
        document.map(|Document { size, body, .. }| {
            let Body::Text(text) = body else { panic!("it is text") };
            (size, text.content)
        })
    };
    let read = |path: &str| ask(ReadRequest::new(path));
    assert_eq!(read("once").unwrap(), (4, "new\n".into()));
    assert_eq!(read("grows").unwrap(), (5, "line\n".into()));
    assert_eq!(ask(ReadRequest::new("grows").tokens(1)).unwrap(), (5, "lin".into()));
    for path in ["always", "is-exchanged"] {
        let Err(Error::Read(error)) = read(path) else { panic!("{path} is answered") };
        assert_eq!(error.code, ErrorCode::Stale, "{path}");
        assert!(error.message.contains("while it was read"), "{}", error.message);
    }
}

#[test]
fn a_version_that_is_known_is_not_read_again() {
    let room =
        Room::from_tree("/project", MemoryTree::new().file("a.txt", "a\n").unwrap()).unwrap();
    let document = room.read(&ReadRequest::new("a.txt")).unwrap();
    let version = document.version.clone();
    let again = room.read(&ReadRequest::new("a.txt").known_version(&version)).unwrap();
    assert_eq!(again, Document { body: Body::Unchanged, ..document });
    let other = room.read(&ReadRequest::new("a.txt").known_version("another")).unwrap();
    assert!(matches!(other.body, Body::Text(_)));
    // Another tree has another content of the same size.
    let room =
        Room::from_tree("/project", MemoryTree::new().file("a.txt", "b\n").unwrap()).unwrap();
    let other = room.read(&ReadRequest::new("a.txt").known_version(&version)).unwrap();
    assert!(matches!(other.body, Body::Text(_)));
}

/// A file of which only the size is known.
struct Undated;

impl Tree for Undated {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        Ok(if path.is_empty() { TreeEntry::directory() } else { TreeEntry::file(2) })
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new(std::iter::empty()))
    }

    fn read(&self, _: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        Ok(b"a\n".iter().skip(offset as usize).take(length).copied().collect())
    }
}

#[test]
fn a_file_of_which_no_time_is_known_is_never_unchanged() {
    let room = Room::from_tree("/project", Undated).unwrap();
    let document = room.read(&ReadRequest::new("a.txt")).unwrap();
    let again = room.read(&ReadRequest::new("a.txt").known_version(&document.version)).unwrap();
    assert!(matches!(again.body, Body::Text(_)));
}

/// A tree whose files fail in the way given by their names.
struct Broken;

impl Tree for Broken {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" | "names" | "unlisted" => Ok(TreeEntry::directory()),
            "link" | "empty-link" | "long-link" => Ok(TreeEntry::link()),
            "denied" => Err(io::ErrorKind::PermissionDenied.into()),
            "lost" => Err(io::Error::other("a secret of the host")),
            "busy" => Err(io::ErrorKind::ResourceBusy.into()),
            "panics" => panic!("the tree is broken"),
            "ancient" => Ok(TreeEntry::file(9).modified(UNIX_EPOCH - Duration::from_secs(9))),
            "larger" => Ok(TreeEntry::file(1 << 40)),
            "smaller" => Ok(TreeEntry::file(1)),
            _ => Ok(TreeEntry::file(9)),
        }
    }

    fn list(&self, directory: &str) -> io::Result<TreeListing> {
        if directory != "names" {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let names = ["..", ".", "", "a/b", "a\0b", "good"]
            .map(|name| Ok((name.to_string(), TreeEntryKind::File)));
        let names = names.into_iter().chain([Err(io::ErrorKind::TimedOut.into())]);
        Ok(Box::new(names))
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let bytes = b"one\ntwo\n\n";
        let rest = &bytes[(offset as usize).min(bytes.len())..];
        match file {
            "unreadable" => Err(io::ErrorKind::PermissionDenied.into()),
            "torn" if offset > 0 => Err(io::Error::other("torn")),
            "slow" | "torn" => Ok(rest.iter().take(1).copied().collect()),
            "generous" => Ok(rest.iter().copied().chain([b'x'; 200_000]).collect()),
            _ => Ok(rest[..rest.len().min(length)].to_vec()),
        }
    }

    fn link_target(&self, link: &str) -> io::Result<String> {
        match link {
            "empty-link" => Ok(String::new()),
            "long-link" => Ok("x/".repeat(100_000)),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

#[test]
fn an_invalid_answer_of_a_tree_is_just_an_error() {
    let room = Room::from_tree("/project", Broken).unwrap();
    for path in ["slow", "larger", "ancient"] {
        assert_eq!(text(&room, path), "one\ntwo\n\n", "{path}");
    }
    assert_eq!(text(&room, "smaller"), "o", "what lies beyond the size is not read");
    assert_eq!(room.read(&ReadRequest::new("ancient")).unwrap().modified, None);
    for (path, expected) in [
        ("denied", ErrorCode::PermissionDenied),
        ("unreadable", ErrorCode::PermissionDenied),
        ("lost", ErrorCode::Io),
        ("busy", ErrorCode::Io),
        ("torn", ErrorCode::Io),
        ("link", ErrorCode::Io),
        ("empty-link", ErrorCode::Io),
    ] {
        assert_eq!(code(&room, path), Some(expected), "{path}");
    }
    let lost = room.read(&ReadRequest::new("lost")).unwrap_err();
    assert!(!lost.to_string().contains("secret"), "{lost}");

    let room = hostile_room(Broken);
    assert_eq!(run(&room, "read 0 5 generous"), "ok 5 false");
    assert_eq!(run(&room, "read 0 1000000 generous"), "ok 65536 false");
    assert_eq!(run(&room, "read 0 5 slow"), "ok 1 false");
    assert_eq!(run(&room, "list unlisted"), "error access");
    assert_eq!(run(&room, "list names"), "error illegal-byte-sequence");
    assert_eq!(run(&room, "count names"), "error io", "the one good name, and then a failure");
    assert_eq!(run(&room, "link long-link"), "error name-too-long");
    assert_eq!(run(&room, "link empty-link"), "ok ");
    assert_eq!(run(&room, "link slow"), "error invalid");
}

#[test]
fn a_panic_of_a_tree_is_the_hosts_own_and_leaves_the_room_usable() {
    let room = Room::from_tree("/project", Broken).unwrap();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| code(&room, "panics")));
    assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"the tree is broken"));
    assert_eq!(text(&room, "slow"), "one\ntwo\n\n");
}

#[test]
fn an_invalid_tree_is_not_granted() {
    struct File;
    impl Tree for File {
        fn entry(&self, _: &str) -> io::Result<TreeEntry> {
            Ok(TreeEntry::file(0).modified(SystemTime::now()))
        }

        fn list(&self, _: &str) -> io::Result<TreeListing> {
            Err(io::ErrorKind::NotADirectory.into())
        }

        fn read(&self, _: &str, _: u64, _: usize) -> io::Result<Vec<u8>> {
            Ok(Vec::new())
        }
    }
    assert!(matches!(Room::from_tree("/project", File), Err(Error::NotADirectory { .. })));
    let absent = MemoryTree::new();
    assert_eq!(code(&Room::from_tree("/project", absent).unwrap(), "a"), Some(ErrorCode::NotFound));
}
