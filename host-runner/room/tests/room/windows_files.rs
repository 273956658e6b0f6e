//! The peculiarities of Windows file systems, against both walls: other spellings of a name,
//! devices in every directory, junctions, and links to directories.

#![cfg(windows)]

use readroom::{Error, ErrorCode, Policy, ReadRequest, Room};
use readroom_testing::hostile;
use readroom_testing::link::symlink;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A root with a denied file, next to a secret. The rooms have our component, and one that asks for
/// everything.
fn place() -> (TempDir, [Room; 2]) {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("root");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::create_dir(directory.path().join("outside")).unwrap();
    fs::write(root.join("a.txt"), "fine").unwrap();
    fs::write(root.join("sub/b.txt"), "fine").unwrap();
    fs::write(root.join("denied-by-name.txt"), "SECRET").unwrap();
    fs::write(directory.path().join("outside/secret.txt"), "SECRET").unwrap();
    let rooms = [Room::builder(&root), Room::builder(&root).component(hostile::component())];
    let policy = Policy::everything().deny("denied-by-name.txt").unwrap();
    let rooms = rooms.map(|builder| builder.policy(policy.clone()).build().unwrap());
    (directory, rooms)
}

fn run(room: &Room, command: &str) -> String {
    room.call("readroom", command).unwrap().json.trim_matches('"').into()
}

#[test]
fn a_name_has_one_spelling() {
    let (_directory, [ours, hostile]) = place();
    for name in [
        "denied-by-name.txt.",
        "denied-by-name.txt ",
        "denied-by-name.txt::$DATA",
        "denied-by-name.txt:stream",
        "DENIED~1.TXT",
        r"sub\..\denied-by-name.txt",
        r".\denied-by-name.txt",
    ] {
        let code = if name.contains('\\') { "not-permitted" } else { "no-entry" };
        for verb in ["open", "enter", "stat", "hash", "link", "list", "read 0 9"] {
            assert_eq!(run(&hostile, &format!("{verb} {name}")), format!("error {code}"), "{name}");
        }
        assert!(ours.read(&ReadRequest::new(name)).is_err(), "{name}");
    }
    for name in ["denied-by-name.txt", "DENIED-BY-NAME.TXT", "Denied-by-Name.txt"] {
        assert_eq!(run(&hostile, &format!("open {name}")), "error access", "{name}");
        let code = ours.read(&ReadRequest::new(name)).err().and_then(|error| error.code());
        assert_eq!(code, Some(ErrorCode::PermissionDenied), "{name}");
    }
    assert_eq!(ours.read(&ReadRequest::new("A.TXT")).unwrap().size, 4);
}

#[test]
fn a_device_is_in_no_directory() {
    let (_directory, [ours, hostile]) = place();
    for name in [
        "CON",
        "con",
        "NUL",
        "nul.txt",
        "AUX",
        "PRN",
        "COM1",
        "COM\u{b9}",
        "LPT1.txt",
        "CONIN$",
        "CONOUT$",
        "CLOCK$",
        "CON:",
        "NUL ",
        "NUL.",
    ] {
        for verb in ["open", "enter", "list"] {
            for command in [format!("{verb} {name}"), format!("in sub {verb} {name}")] {
                let answer = run(&hostile, &command);
                assert!(
                    matches!(&*answer, "error no-entry" | "error not-permitted"),
                    "{command}: {answer}"
                );
            }
        }
        for path in [name.to_string(), format!(r"sub\{name}")] {
            let code = ours.read(&ReadRequest::new(&*path)).err().and_then(|error| error.code());
            let is_none = matches!(code, Some(ErrorCode::NotFound | ErrorCode::OutsideRoot));
            assert!(is_none, "{path}: {code:?}");
        }
    }
}

/// Makes a junction, which needs no privilege on Windows.
fn junction(target: &Path, link: &Path) {
    let mut command = Command::new("cmd");
    let made = command.args(["/c", "mklink", "/J"]).arg(link).arg(target).status().unwrap();
    assert!(made.success() && link.is_symlink(), "no junction at {}", link.display());
}

#[test]
#[ignore = "it is about links, and Wine makes none"]
fn no_junction_or_link_leads_out() {
    let (directory, [ours, hostile]) = place();
    let (root, outside) = (directory.path().join("root"), directory.path().join("outside"));
    junction(&outside, &root.join("junction"));
    junction(&root.join("sub"), &root.join("inside"));
    for (target, link) in [
        (r"..\outside", "relative"),
        ("../outside", "with-slashes"),
        (r"..\outside\secret.txt", "file"),
        (r"sub\b.txt", "fine"),
    ] {
        assert!(symlink(target, root.join(link)), "{link}");
    }
    assert!(symlink(&outside, root.join("absolute")));
    for path in [
        r"junction\secret.txt",
        "junction/secret.txt",
        r"relative\secret.txt",
        r"with-slashes\secret.txt",
        r"absolute\secret.txt",
        "file",
    ] {
        match ours.read(&ReadRequest::new(path)) {
            Err(Error::Read(error)) => assert_eq!(error.code, ErrorCode::OutsideRoot, "{path}"),
            other => panic!("{path}: {other:?}"),
        }
    }
    for path in ["fine", r"inside\b.txt"] {
        assert_eq!(ours.read(&ReadRequest::new(path)).unwrap().path, "sub/b.txt", "{path}");
    }
    for link in ["junction", "inside", "relative", "with-slashes", "absolute", "file", "fine"] {
        for verb in ["open", "enter", "list", "read 0 9"] {
            assert_eq!(run(&hostile, &format!("{verb} {link}")), "error loop", "{verb} {link}");
        }
        assert_eq!(run(&hostile, &format!("in {link} open secret.txt")), "error loop", "{link}");
    }
}
