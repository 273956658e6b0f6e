//! Paths as Windows writes them, in a tree whose name has a drive: so they are the same on every
//! system.

use readroom::{
    BasicRequest, Error, ErrorCode, FindRequest, MemoryTree, Outcome, Policy, ReadRequest, Room,
    Scope,
};
use readroom_testing::tools::TOOLS;

fn tree() -> MemoryTree {
    let tree = MemoryTree::new().file("src/a.txt", "one\ntwo\n").unwrap();
    tree.file("secrets/x.txt", "hidden\n").unwrap().file(".env", "hidden\n").unwrap()
}

fn room() -> Room {
    Room::from_tree("C:/project", tree()).unwrap()
}

/// Ways to write the path of a file, all absolute.
const ABSOLUTE: [&str; 6] = [
    r"C:\project\src\a.txt",
    "C:/project/src/a.txt",
    "c:/project/src/a.txt",
    r"C:\project/src\..\src\.\a.txt",
    r"\\?\C:\project\src\a.txt",
    "/C:/project/src/a.txt",
];

const RELATIVE: [&str; 4] = [r"src\a.txt", r".\src/a.txt", "src/a.txt", r"src\..\src\a.txt"];

/// Paths that lead nowhere or out.
const OUTSIDE: [&str; 10] = [
    r"..\x",
    r"src\..\..\x",
    r"C:\project\..\x",
    r"C:\other\src\a.txt",
    r"D:\project\src\a.txt",
    "C:src/a.txt",
    r"\project\src\a.txt",
    r"\\server\project\src\a.txt",
    r"\\.\C:\project\src\a.txt",
    r"\\?\UNC\server\project\src\a.txt",
];

#[test]
fn every_tool_finds_a_file_by_its_path() {
    let room = room();
    for tool in TOOLS.iter() {
        // It accepts only absolute ones.
        let wants_absolute = tool.id.starts_with("claude-code");
        let relative = RELATIVE.iter().filter(|_| !wants_absolute);
        for path in ABSOLUTE.iter().chain(relative) {
            let request = BasicRequest { path: (*path).into(), start: None, lines: None };
            let Some(arguments) = room.arguments_for(tool.id, &request).unwrap() else { continue };
            let reply = room.call(tool.id, &arguments).unwrap();
            let shown = format!("{:?}", reply.content);
            assert_eq!(reply.outcome, Outcome::Answered, "{} {path}: {shown}", tool.id);
            let has_text = shown.contains("one") || tool.id.ends_with("read_media_file");
            assert!(has_text, "{} {path}: {shown}", tool.id);
            let asked = room.requested_path(tool.id, &arguments).unwrap();
            assert_eq!(asked.as_deref(), Some("C:/project/src/a.txt"), "{} {path}", tool.id);
        }
    }
}

#[test]
fn nothing_else_is_reached() {
    let room = room();
    for path in OUTSIDE {
        let error = room.read(&ReadRequest::new(path)).unwrap_err();
        let code = error.code();
        assert!(
            matches!(code, Some(ErrorCode::OutsideRoot | ErrorCode::NotFound)),
            "{path}: {error}"
        );
        for tool in TOOLS.iter() {
            let request = BasicRequest { path: path.into(), start: None, lines: None };
            let Some(arguments) = room.arguments_for(tool.id, &request).unwrap() else { continue };
            let reply = room.call(tool.id, &arguments).unwrap();
            let shown = format!("{reply:?}");
            assert!(!shown.contains("one\\n"), "{} {path}: {shown}", tool.id);
        }
    }
}

#[test]
fn a_typed_read_names_files_by_slashes() {
    let room = room();
    for path in ABSOLUTE.iter().chain(&RELATIVE) {
        assert_eq!(room.read(&ReadRequest::new(*path)).unwrap().path, "src/a.txt", "{path}");
    }
    let error = room.read(&ReadRequest::new(r"src\b.txt")).unwrap_err();
    let Error::Read(error) = error else { panic!("{error}") };
    assert_eq!((error.code, &*error.suggestions), (ErrorCode::NotFound, &["src/a.txt".into()][..]));
    let found = room.find(&FindRequest::new(Scope::new(r"C:\project\src"))).unwrap();
    let paths: Vec<_> = found.entries.iter().map(|entry| &*entry.path).collect();
    assert_eq!(paths, ["src/a.txt"]);
}

#[test]
fn the_working_directory_is_written_so_too() {
    for cwd in ["src", r"C:\project\src", "c:/project/src/"] {
        let room = Room::builder_from_tree("C:/project", tree()).cwd(cwd).build().unwrap();
        for path in ["a.txt", r".\a.txt", r"..\src\a.txt"] {
            assert_eq!(
                room.read(&ReadRequest::new(path)).unwrap().path,
                "src/a.txt",
                "{cwd} {path}"
            );
        }
    }
    for cwd in [r"C:\other", "..", "no"] {
        assert!(Room::builder_from_tree("C:/project", tree()).cwd(cwd).build().is_err(), "{cwd}");
    }
    assert!(Room::builder_from_tree("C:/project", tree()).home(r"C:\Users\me").build().is_ok());
    assert!(Room::builder_from_tree("C:/project", tree()).home("me").build().is_err());
}

#[test]
fn the_policy_holds_for_every_way_to_write_a_path() {
    let nested = MemoryTree::new().file("x.txt", "hidden\n").unwrap();
    let room = Room::builder_from_tree("C:/project", tree())
        .grant_tree("C:/project/secrets", nested)
        .policy(Policy::default().deny("/secrets/").unwrap())
        .build()
        .unwrap();
    for path in [
        "secrets/x.txt",
        r"secrets\x.txt",
        r"C:\project\secrets\x.txt",
        r"\\?\C:\project\secrets\x.txt",
        "/c:/project/secrets/x.txt",
        r".\.env",
        r"C:\project\.env",
        r"src\..\.ENV",
    ] {
        let error = room.read(&ReadRequest::new(path)).unwrap_err();
        let code = error.code();
        assert!(
            matches!(code, Some(ErrorCode::PermissionDenied | ErrorCode::NotFound)),
            "{path}: {error}"
        );
    }
    assert!(room.read(&ReadRequest::new(r"src\a.txt")).is_ok());
}

#[test]
fn a_tree_has_a_plain_name() {
    for name in ["C:", r"C:\project", "c:/project", "C:/project/", "C:/a//b", "C:/a/../b", "C:a"] {
        assert!(Room::from_tree(name, tree()).is_err(), "{name}");
    }
    assert!(Room::from_tree("C:/", tree()).is_ok());
}
