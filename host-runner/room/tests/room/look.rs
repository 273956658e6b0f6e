//! Finding and searching through the room: what is denied is not there, and nothing leads out.

use readroom::{
    Error, ErrorCode, FileKind, FindOrder, FindRequest, Policy, Room, Scope, SearchRequest,
    SearchResults, SearchStop,
};
use readroom_testing::link::symlink;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Makes a directory `root` with files, and another one next to it.
fn made(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (path, text) in files.iter().chain(&[("outside/secret.txt", "needle")]) {
        let file = directory.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    directory
}

fn room(directory: &Path, policy: Policy) -> Room {
    Room::builder(directory.join("root")).policy(policy).build().unwrap()
}

fn everything(path: &str) -> Scope {
    Scope::new(path).hidden(true).ignored(true)
}

/// Returns the paths of files with a match, and the whole answer.
fn searched(room: &Room, scope: impl Into<Scope>) -> (Vec<String>, SearchResults) {
    let results = room.search(&SearchRequest::new(scope, "needle")).unwrap();
    (results.files.iter().map(|file| file.path.clone()).collect(), results)
}

fn found(room: &Room, scope: Scope, kinds: &[FileKind]) -> Vec<String> {
    let request = FindRequest::new(scope).kinds(kinds);
    room.find(&request).unwrap().entries.into_iter().map(|entry| entry.path).collect()
}

#[test]
fn nothing_reveals_a_denied_file() {
    let shared = [("root/a.txt", "needle\n"), ("root/src/b.rs", "needle\n")];
    let secrets = [
        ("root/.env", "needle\n"),
        ("root/src/id_rsa", "needle\n"),
        ("root/private/many/c.txt", "needle\n"),
        ("root/private/.gitignore", "*\n"),
        ("root/private.txt/d", "\u{0}\u{1}needle"),
    ];
    let (with, without) = (made(&[&shared[..], &secrets[..]].concat()), made(&shared));
    let policy = || Policy::default().deny("private*").unwrap();
    let [with, without] = [&with, &without].map(|made| room(made.path(), policy()));
    for scope in [Scope::new("."), everything("."), everything("src")] {
        assert_eq!(searched(&with, scope.clone()), searched(&without, scope.clone()));
        let all = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];
        assert_eq!(found(&with, scope.clone(), &all), found(&without, scope, &all));
    }
    for path in ["private", "private/many", ".env", "private/nothing", "src/id_rsa"] {
        let Err(Error::Read(error)) = with.search(&SearchRequest::new(path, "needle")) else {
            panic!("{path} is searched");
        };
        assert_eq!(error.code, ErrorCode::PermissionDenied, "{path}");
        let Err(Error::Read(error)) = with.find(&FindRequest::new(path)) else {
            panic!("{path} is listed");
        };
        assert_eq!(error.code, ErrorCode::PermissionDenied, "{path}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn nothing_leads_out() {
    let made = made(&[("root/a.txt", "needle\n")]);
    let root = made.path().join("root");
    for (name, target) in [("up", "../outside"), ("file", "../outside/secret.txt"), ("top", "/")] {
        symlink(target, root.join(name));
    }
    fs::write(root.join(".gitignore"), "!../outside/secret.txt\n").unwrap();
    let room = room(made.path(), Policy::everything());
    assert_eq!(searched(&room, everything(".")).0, ["a.txt"]);
    assert_eq!(found(&room, everything("."), &[FileKind::Link]), ["file", "top", "up"]);
    let globs = Scope::new(".").globs(["../outside/*", "/../outside/**", "**/secret.txt"]);
    assert!(searched(&room, globs).0.is_empty());
    for path in ["..", "../outside", "up", "file", "top", "/", "up/secret.txt"] {
        let Err(Error::Read(error)) = room.search(&SearchRequest::new(path, "needle")) else {
            panic!("{path} is searched");
        };
        assert_eq!(error.code, ErrorCode::OutsideRoot, "{path}");
    }
}

#[test]
fn pages_have_everything_once() {
    let paths: Vec<_> = (0..300).map(|file| format!("root/{file:03}.txt")).collect();
    let files: Vec<_> = paths.iter().map(|path| (&**path, "needle\nneedle\n")).collect();
    let made = made(&files);
    let room = room(made.path(), Policy::default());
    let mut request = SearchRequest::new(".", "needle").matches(7);
    let mut lines = 0;
    loop {
        let page = room.search(&request).unwrap();
        let groups = page.files.iter().flat_map(|file| &file.groups);
        lines += groups.map(|group| group.lines.len()).sum::<usize>();
        assert!(page.next.is_none() || page.stopped == SearchStop::MatchLimit);
        request.cursor = page.next;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(lines, 600);
    let mut request = FindRequest::new(".").entries(7).order(FindOrder::Modified);
    let mut paths = Vec::new();
    loop {
        let page = room.find(&request).unwrap();
        paths.extend(page.entries.into_iter().map(|entry| entry.path));
        request.cursor = page.next;
        if request.cursor.is_none() {
            break;
        }
    }
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 300);
}

#[cfg(unix)]
#[test]
fn a_search_that_would_take_too_long_returns_its_part() {
    let made = made(&[("root/a.txt", "needle\n")]);
    let endless = fs::File::create(made.path().join("root/b.log")).unwrap();
    endless.set_len(1 << 40).unwrap();
    let room = room(made.path(), Policy::default());
    let request = SearchRequest::new(".", "needle").binary(true).milliseconds(200);
    let page = room.search(&request).unwrap();
    assert_eq!((page.stopped, page.files.len()), (SearchStop::TimeLimit, 1));
    // The next page continues within the file.
    let next = SearchRequest { cursor: page.next.clone(), ..request };
    let page = room.search(&next).unwrap();
    assert_eq!((page.stopped, page.files.len()), (SearchStop::TimeLimit, 0));
    assert_ne!(page.next, next.cursor);
}

#[cfg(unix)]
#[test]
fn a_masked_file_that_would_take_too_long_is_left_out() {
    let made = made(&[("root/a.txt", "needle\n"), ("root/c.txt", "needle\n")]);
    let endless = fs::File::create(made.path().join("root/b.log")).unwrap();
    endless.set_len(1 << 40).unwrap();
    let room = room(made.path(), Policy::default().mask_secrets());
    let mut request = SearchRequest::new(".", "needle").milliseconds(200);
    let (mut found, mut large) = (Vec::new(), 0);
    loop {
        let page = room.search(&request).unwrap();
        found.extend(page.files.into_iter().map(|file| file.path));
        large += page.skipped.large;
        request.cursor = page.next;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!((found, large), (vec!["a.txt".to_owned(), "c.txt".to_owned()], 1));
}

#[test]
fn errors_about_bad_requests_say_what_to_write() {
    let made = made(&[("root/a.txt", "needle\n")]);
    let room = room(made.path(), Policy::default());
    let refused = |request: SearchRequest| match room.search(&request) {
        Err(Error::Read(error)) => format!("{} {}", error.message, error.hint),
        other => panic!("{other:?}"),
    };
    for (request, part) in [
        (SearchRequest::new(".", "a(b"), "Character 2 is '('"),
        (SearchRequest::new(".", r"a\nb"), "one at a time"),
        (SearchRequest::new(".", r"\w{500}{500}"), "smaller numbers"),
        (SearchRequest::new(Scope::new(".").globs(["{a"]), "a"), "'{a' is not a glob"),
        (SearchRequest::new(".", "a").cursor("x"), "not a cursor"),
        (SearchRequest::new(".", "a").matches(0), "at least 1"),
    ] {
        let given = refused(request);
        assert!(given.contains(part), "{given}");
    }
}
