//! Files that only links reach, since their paths are too long.

use readroom::{BasicRequest, ErrorCode, Policy, ReadRequest, Room};
use readroom_testing::tools;
use std::fs;
use std::os::unix::fs::symlink;

/// The number of links in the fixture: each leads down a path of 3,795 bytes.
const LINKS: usize = 4;

pub fn a_path_that_no_answer_can_have_is_an_error_of_the_tool() {
    let outside = tempfile::tempdir().unwrap();
    let root = outside.path().join("root");
    let down = vec!["n".repeat(252); 15].join("/");
    let mut here = root.clone();
    for _ in 0..LINKS {
        fs::create_dir_all(here.join(&down)).unwrap();
        fs::write(here.join("f.txt"), "abyss\n").unwrap();
        symlink(&down, here.join("l")).unwrap();
        here.push("l");
    }
    fs::write(here.join("f.txt"), "abyss\n").unwrap();
    let room = Room::builder(&root).policy(Policy::everything()).build().unwrap();
    for path in ["f.txt", "l/f.txt", "l/l/f.txt"] {
        room.read(&ReadRequest::new(path)).unwrap();
    }
    for path in ["l/l/l/f.txt", "l/l/l/l/f.txt", "l/l/l"] {
        let code = room.read(&ReadRequest::new(path)).unwrap_err().code();
        assert_eq!(code, Some(ErrorCode::SymlinkLoop), "{path}");
        assert_eq!(room.stat(path).unwrap_err().code(), Some(ErrorCode::SymlinkLoop), "{path}");
        for tool in tools::ids() {
            let request = BasicRequest { path: path.into(), start: None, lines: None };
            let arguments = room.arguments_for(tool, &request).unwrap().unwrap();
            let reply = room.call(tool, &arguments).unwrap();
            assert!(!reply.json.contains("abyss") && !reply.json.contains("nnn"), "{tool}");
            assert!(reply.json.len() < 10_000, "{tool}");
        }
    }
}
