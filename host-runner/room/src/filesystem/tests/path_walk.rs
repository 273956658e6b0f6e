//! Where paths lead that the host resolves, and that none leads out.

use super::super::wasi::FsError;
use super::*;
use crate::filesystem::{Grant, GrantPath, NameFilter};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use readroom_policy::gate::NameAccess;
use std::fs;
use std::os::unix::fs::symlink;

/// Denies one path.
struct Without(&'static str);

impl NameFilter for Without {
    fn admits(&mut self, path: &GrantPath, _: NameAccess) -> bool {
        path.path != self.0
    }
}

/// Returns a directory with a project in it, and secrets beside it.
fn fixture() -> tempfile::TempDir {
    let outside = tempfile::tempdir().unwrap();
    let root = outside.path().join("root");
    fs::create_dir_all(root.join("a/b")).unwrap();
    fs::write(outside.path().join("secret"), "SECRET").unwrap();
    fs::write(root.join("a/b/file"), "inside").unwrap();
    for (name, target) in [
        ("up", ".."),
        ("out", "../secret"),
        ("absolute", "/etc/passwd"),
        ("loop", "loop"),
        ("to-b", "a/b"),
        ("to-file", "to-b/../b/file"),
        ("a/out-and-back", "../../root/a/b"),
        ("a/in", "../a/b/"),
        ("dangling", "nothing"),
        ("grows", &*"grows/".repeat(500)),
    ] {
        symlink(target, root.join(name)).unwrap();
    }
    outside
}

fn walked(path: &str, follow: bool, denied: &'static str) -> Result<String, ErrorCode> {
    let outside = fixture();
    let directory =
        Dir::open_ambient_dir(outside.path().join("root"), ambient_authority()).unwrap();
    let start = Handle::root(0, Grant::new("/root".into(), directory).directory);
    let mut filter = Without(denied);
    match walk(&start, path, follow, &mut AccessCheck::new(Some(&mut filter))) {
        Ok(Some((parent, name))) => Ok(format!("{}>{name}", parent.path.path)),
        Ok(None) => Ok("itself".into()),
        Err(FsError::Code(code)) => Err(code),
        Err(FsError::Trap(error)) => panic!("{error}"),
    }
}

#[test]
fn a_path_leads_where_its_names_and_links_lead() {
    for (path, follow, leads_to) in [
        ("a", false, ">a"),
        ("none", false, ">none"),
        (".", true, "itself"),
        ("a/..", true, "itself"),
        ("a/.", false, ">a"),
        ("a/", false, ">a"),
        ("a/b/..", false, ">a"),
        ("./a//b/file", true, "a/b>file"),
        ("to-b", false, ">to-b"),
        ("to-b", true, "a>b"),
        ("to-b/", false, "a>b"),
        ("to-b/file", false, "a/b>file"),
        ("to-b/../b/file", true, "a/b>file"),
        ("to-file", true, "a/b>file"),
        ("a/in", true, "a>b"),
        ("out", false, ">out"),
    ] {
        assert_eq!(walked(path, follow, "").as_deref(), Ok(leads_to), "{path}");
    }
}

#[test]
fn no_path_leads_out_of_the_directory() {
    for path in [
        "..",
        "../secret",
        "a/../../secret",
        "up",
        "up/secret",
        "a/../up/secret",
        "out",
        "out/",
        "a/out-and-back",
        "absolute",
        "/etc/passwd",
        "/",
        "to-b/../../../secret",
    ] {
        assert_eq!(walked(path, true, ""), Err(ErrorCode::NotPermitted), "{path}");
    }
    for (path, code) in [
        ("loop", ErrorCode::Loop),
        ("loop/a", ErrorCode::Loop),
        ("grows", ErrorCode::Loop),
        ("dangling", ErrorCode::NoEntry),
        ("none/a", ErrorCode::NoEntry),
        ("none/..", ErrorCode::NoEntry),
        ("a/b/file/..", ErrorCode::NotDirectory),
        ("a/b/file/", ErrorCode::NotDirectory),
        ("", ErrorCode::NoEntry),
        ("a\0", ErrorCode::NotPermitted),
    ] {
        assert_eq!(walked(path, true, ""), Err(code), "{path}");
    }
    let long = "a/../".repeat(MAX_STEPS);
    assert_eq!(walked(&long, true, ""), Err(ErrorCode::Loop));
}

#[test]
fn a_denied_name_ends_every_way_through_it() {
    for path in ["a", "a/b/file", "to-b", "to-b/file", "to-file", "to-b/../b"] {
        assert_eq!(walked(path, true, "a"), Err(ErrorCode::Access), "{path}");
    }
    for path in ["a/b/file", "to-file", "to-b/file"] {
        assert_eq!(walked(path, true, "a/b/file"), Err(ErrorCode::Access), "{path}");
    }
    assert_eq!(walked("a/b", true, "a/b/file").as_deref(), Ok("a>b"));
}
