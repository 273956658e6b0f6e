//! The walk over a tree: what it reaches and refuses, and that a leaky host gets no chance to leak.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use readroom_core::{FileError, LineNumber, Opened, Rules, TrailingSlash, find_strictly};
use support::{MemoryTree, Node, Request, read};

const ROOT: &str = "/home/me/root";

/// The content and the location of the file, or the error.
fn try_read(tree: &MemoryTree, path: &str) -> Result<(String, String), FileError> {
    try_read_with(tree, path, None, &Rules::PLAIN)
}

fn try_read_with(
    tree: &MemoryTree,
    path: &str,
    cwd: Option<&str>,
    rules: &Rules,
) -> Result<(String, String), FileError> {
    let request = Request { path, cwd, first: LineNumber::FIRST, lines: 10 };
    match read(tree, &request, rules) {
        Ok(document) => Ok((document.text.content, document.location.to_string())),
        Err(failure) => Err(failure.error),
    }
}

fn tree() -> MemoryTree {
    MemoryTree::new(&[ROOT])
        .file("/home/me/root/a.txt", "a")
        .file("/home/me/root/sub/b.txt", "b")
        .file("/home/me/secret.txt", "SECRET")
        .file("/home/me/root-evil/secret.txt", "SECRET")
        .file("/etc/passwd", "SECRET")
}

fn answers(tree: &MemoryTree, path: &str, content: &str, location: &str) {
    assert_eq!(try_read(tree, path), Ok((content.into(), location.into())), "{path}");
}

#[test]
fn plain_and_roundabout_paths_reach_the_file() {
    for path in [
        "a.txt",
        "./a.txt",
        "sub/../a.txt",
        "sub//..//a.txt",
        "nothing/../a.txt",
        "a.txt/../a.txt",
        "a.txt/.//../a.txt",
        "sub/b.txt/x/../../../a.txt",
        "/home/me/root/a.txt",
        "//home/me/./root//a.txt",
        "/home/me/root/../root/a.txt",
        "../root/a.txt",
        "/../home/me/root/a.txt",
        "/etc/../home/me/root/a.txt",
    ] {
        answers(&tree(), path, "a", "a.txt");
    }
}

#[test]
fn relative_paths_start_in_the_working_directory() {
    let cwd = Some("/home/me/root/sub");
    let read = |path| try_read_with(&tree(), path, cwd, &Rules::PLAIN);
    assert_eq!(read("b.txt"), Ok(("b".into(), "sub/b.txt".into())));
    assert_eq!(read("../a.txt"), Ok(("a".into(), "a.txt".into())));
    assert_eq!(read("../../secret.txt"), Err(FileError::OutsideRoot));
}

#[test]
fn paths_that_leave_the_grants_are_outside_whether_or_not_they_exist() {
    for path in [
        "..",
        "../secret.txt",
        "../nothing.txt",
        "sub/../../secret.txt",
        "nothing/../../secret.txt",
        "../../../../../../etc/passwd",
        "/etc/passwd",
        "/nothing",
        "/",
        "/home/me/root-evil/secret.txt",
        "/home/me/root/../root-evil/secret.txt",
    ] {
        assert_eq!(try_read(&tree(), path), Err(FileError::OutsideRoot), "{path}");
    }
}

#[test]
fn failures_inside_are_reported_precisely() {
    let tree =
        tree().with("/home/me/root/pipe", Node::Special).with("/home/me/root/key", Node::Forbidden);
    for (path, error) in [
        ("nothing.txt", FileError::NotFound),
        ("nothing/x.txt", FileError::NotFound),
        ("A.TXT", FileError::NotFound),
        ("a.txt ", FileError::NotFound),
        ("a.txt/x", FileError::NotDirectory),
        ("a.txt/", FileError::NotDirectory),
        ("a.txt/.", FileError::NotDirectory),
        ("a.txt/./x/..", FileError::NotDirectory),
        (".", FileError::IsDirectory),
        ("sub/", FileError::IsDirectory),
        ("/home/me/root", FileError::IsDirectory),
        ("pipe", FileError::NotAFile),
        ("key", FileError::Denied),
        ("", FileError::EmptyPath),
        ("a\0.txt", FileError::NulInPath),
    ] {
        assert_eq!(try_read(&tree, path), Err(error), "{path}");
    }
    assert!(
        !tree
            .calls
            .borrow()
            .iter()
            .any(|asked| asked.starts_with("open") && asked.ends_with("pipe"))
    );
}

#[test]
fn a_slash_after_a_file_can_be_ignored() {
    let rules = Rules { trailing_slash: TrailingSlash::Ignored, ..Rules::PLAIN };
    for path in ["a.txt/", "a.txt/.", "a.txt//"] {
        assert_eq!(
            try_read_with(&tree(), path, None, &rules),
            Ok(("a".into(), "a.txt".into())),
            "{path}"
        );
    }
}

#[test]
fn links_inside_are_followed_and_their_targets_named() {
    let tree = tree()
        .link("/home/me/root/l", "a.txt")
        .link("/home/me/root/sub/up", "..")
        .link("/home/me/root/dir", "sub/")
        .link("/home/me/root/absolute", "/home/me/root/sub")
        .link("/home/me/root/round", "../root/sub/b.txt")
        .link("/home/me/root/chain", "l");
    answers(&tree, "l", "a", "a.txt");
    answers(&tree, "chain", "a", "a.txt");
    answers(&tree, "sub/up/a.txt", "a", "a.txt");
    answers(&tree, "dir/b.txt", "b", "sub/b.txt");
    answers(&tree, "absolute/b.txt", "b", "sub/b.txt");
    answers(&tree, "absolute/../a.txt", "a", "a.txt");
    answers(&tree, "round", "b", "sub/b.txt");
}

#[test]
fn links_that_leave_are_outside_whether_or_not_their_target_exists() {
    let tree = tree()
        .link("/home/me/root/out", "../secret.txt")
        .link("/home/me/root/nowhere", "../nothing.txt")
        .link("/home/me/root/passwd", "/etc/passwd")
        .link("/home/me/root/top", "/")
        .link("/home/me/root/self", "./.")
        .link("/home/me/root/sub/self", "./..")
        .link("/home/me/root/l1", "l2/.")
        .link("/home/me/root/l2", "..")
        .link("/home/me/root/inside-nothing", "nothing.txt");
    for path in [
        "out",
        "nowhere",
        "passwd",
        "top/etc/passwd",
        "self/../secret.txt",
        "sub/self/../secret.txt",
        "l1/secret.txt",
        "l2/root-evil/secret.txt",
    ] {
        assert_eq!(try_read(&tree, path), Err(FileError::OutsideRoot), "{path}");
    }
    assert_eq!(try_read(&tree, "inside-nothing"), Err(FileError::NotFound));
}

#[test]
fn forty_links_are_followed_and_no_more() {
    let chain = |links: u32| {
        let tree = tree().link("/home/me/root/l1", "a.txt").link("/home/me/root/loop", "loop");
        (2..=links)
            .fold(tree, |tree, n| tree.link(&format!("/home/me/root/l{n}"), &format!("l{}", n - 1)))
    };
    answers(&chain(40), "l40", "a", "a.txt");
    assert_eq!(try_read(&chain(41), "l41"), Err(FileError::TooManyLinks));
    assert_eq!(try_read(&chain(1), "loop"), Err(FileError::TooManyLinks));
}

#[test]
fn several_grants_are_reached_by_name() {
    let tree = MemoryTree::new(&[ROOT, "/opt/lib", "/home/me/root/vendor"])
        .file("/home/me/root/a.txt", "a")
        .file("/opt/lib/c.txt", "c")
        .file("/home/me/root/vendor/v.txt", "v")
        .link("/home/me/root/lib", "/opt/lib");
    answers(&tree, "/opt/lib/c.txt", "c", "/opt/lib/c.txt");
    answers(&tree, "lib/c.txt", "c", "/opt/lib/c.txt");
    answers(&tree, "../../../opt/lib/c.txt", "c", "/opt/lib/c.txt");
    answers(&tree, "vendor/v.txt", "v", "vendor/v.txt");
    answers(&tree, "vendor/../a.txt", "a", "a.txt");
    answers(&tree, "/home/me/root/vendor/../a.txt", "a", "a.txt");
    assert_eq!(try_read(&tree, "/opt/other.txt"), Err(FileError::OutsideRoot));
    assert_eq!(try_read(&tree, "/opt/lib/other.txt"), Err(FileError::NotFound));
}

#[test]
fn deep_paths_go_down_and_up_again() {
    let down = "d/".repeat(200);
    let tree = tree().file(&format!("{ROOT}/{down}f.txt"), "deep");
    answers(&tree, &format!("{down}f.txt"), "deep", &format!("{down}f.txt"));
    answers(&tree, &format!("{down}{}a.txt", "../".repeat(200)), "a", "a.txt");
    answers(
        &tree,
        &format!("{down}{}d/d/../{}f.txt", "../".repeat(60), "d/".repeat(59)),
        "deep",
        &format!("{down}f.txt"),
    );
    assert_eq!(
        try_read(&tree, &format!("{down}{}secret.txt", "../".repeat(201))),
        Err(FileError::OutsideRoot)
    );
}

#[test]
fn a_failure_through_a_link_does_not_reveal_its_target() {
    let tree = tree()
        .link("/home/me/root/l", "sub/nothing.txt")
        .link("/home/me/root/d", "sub")
        .with("/home/me/root/sub/pipe", Node::Special);
    let location = |path| {
        let failed = read(
            &tree,
            &Request { path, cwd: None, first: LineNumber::FIRST, lines: 10 },
            &Rules::PLAIN,
        )
        .unwrap_err();
        failed.location.map(|location| location.to_string())
    };
    for path in ["l", "d", "d/nothing", "d/pipe"] {
        assert_eq!(location(path), None, "{path}");
    }
    assert_eq!(location("sub/./pipe"), Some("sub/pipe".into()));
    assert_eq!(location("nothing"), Some("nothing".into()));
}

#[test]
fn links_lead_no_deeper_than_a_response_can_name() {
    // Each link leads down by half of the longest path.
    let name = "n".repeat(255);
    let down = [name.as_str(); 8].join("/");
    let mut tree = tree();
    for depth in 0..6 {
        let directory = vec![down.as_str(); depth].join("/");
        let place = format!("{ROOT}/{directory}").trim_end_matches('/').to_owned();
        tree = tree.file(&format!("{place}/f.txt"), "deep").link(&format!("{place}/l"), &down);
    }
    let location = |depth: usize| format!("{}/f.txt", vec![down.as_str(); depth].join("/"));
    answers(&tree, "l/l/l/f.txt", "deep", &location(3));
    assert_eq!(try_read(&tree, "l/l/l/l/f.txt"), Err(FileError::TooManyLinks));
    assert_eq!(try_read(&tree, "l/l/l/l/l/../../../f.txt"), Err(FileError::TooManyLinks));
}

#[test]
fn links_that_make_a_path_far_too_long_end_the_walk() {
    let down = "d/".repeat(300);
    let back = format!("{down}{}", "../".repeat(300));
    let mut tree = tree().file(&format!("{ROOT}/{down}f.txt"), "deep");
    for n in 1..40 {
        tree = tree.link(&format!("{ROOT}/l{n}"), &format!("{back}l{}", n - 1));
    }
    let tree = tree.link(&format!("{ROOT}/l0"), "a.txt");
    answers(&tree, "l3", "a", "a.txt");
    assert_eq!(try_read(&tree, "l39"), Err(FileError::TooManyLinks));
}

#[test]
fn an_entry_replaced_after_the_check_is_checked_again() {
    for (other, error) in [
        (Node::Special, FileError::NotAFile),
        (Node::Directory(Default::default()), FileError::IsDirectory),
        (Node::Link("/etc/passwd".into()), FileError::Io),
    ] {
        let tree = tree();
        tree.swap_after_look.set(Some(("/home/me/root/a.txt", other)));
        assert_eq!(try_read(&tree, "a.txt"), Err(error));
    }
}

/// A host that follows every link anywhere leaks nothing, because the walk never asks it to open
/// one.
#[test]
fn a_leaky_host_is_given_no_chance() {
    let tree = tree()
        .link("/home/me/root/out", "../secret.txt")
        .link("/home/me/root/passwd", "/etc/passwd")
        .link("/home/me/root/dir", "../root-evil")
        .link("/home/me/root/sub/up", "../..")
        .link("/home/me/root/l", "a.txt")
        .leaky();
    let names = [
        "out",
        "passwd",
        "dir",
        "sub",
        "up",
        "l",
        "a.txt",
        "secret.txt",
        "root-evil",
        "..",
        ".",
        "root",
        "etc",
        "",
    ];
    for one in names {
        for two in names {
            for three in names {
                for path in [format!("{one}/{two}/{three}"), format!("/{one}/{two}/{three}")] {
                    if let Ok((content, location)) = try_read(&tree, &path) {
                        assert!(
                            content == "a" || content == "b",
                            "{path} gave {content} from {location}"
                        );
                    }
                }
            }
        }
    }
    let calls = tree.calls.borrow();
    assert!(calls.iter().any(|call| call.starts_with("open")), "some of the paths lead to a file");
    for call in calls.iter() {
        let (operation, path) = call.split_once(" /").unwrap();
        assert!(path.starts_with("home/me/root/"), "{call} is outside");
        assert!(
            !path.contains("/..") && !path.contains("/./"),
            "{call} leaves it to the host where it goes"
        );
        let is_link = ["out", "passwd", "dir", "up", "l"]
            .iter()
            .any(|link| path.ends_with(&format!("/{link}")));
        assert!(!is_link || operation == "look" || operation == "read link", "{call} opens a link");
    }
}

#[test]
fn dots_can_be_as_strict_as_the_system() {
    let tree = tree().link("/home/me/root/l", "sub").link("/home/me/root/up", "missing/../a.txt");
    for (path, expected) in [
        ("sub/../a.txt", Ok("a.txt")),
        ("l/../a.txt", Ok("a.txt")),
        ("../root/./a.txt", Ok("a.txt")),
        ("missing/../a.txt", Err(FileError::NotFound)),
        ("sub/b.txt/../b.txt", Err(FileError::NotDirectory)),
        ("a.txt/", Err(FileError::NotDirectory)),
        ("up", Err(FileError::NotFound)),
        ("../missing/../root/a.txt", Ok("a.txt")),
    ] {
        let found = match find_strictly(&tree, None, path) {
            Ok(Opened::File(file)) => Ok(file.location.to_string()),
            Ok(Opened::Directory(_)) => panic!("{path} is a file"),
            Err(failure) => Err(failure.error),
        };
        assert_eq!(found.as_deref().map_err(|error| *error), expected, "{path}");
    }
}

#[test]
fn a_name_is_too_long_only_where_it_is_looked_up() {
    let long = "x".repeat(256);
    for (around, expected) in [
        ("", FileError::NameTooLong),
        ("sub/", FileError::NameTooLong),
        ("nothing/", FileError::NotFound),
        ("a.txt/", FileError::NotDirectory),
        ("/etc/", FileError::OutsideRoot),
    ] {
        assert_eq!(try_read(&tree(), &[around, &long].concat()), Err(expected), "{around}");
    }
}
