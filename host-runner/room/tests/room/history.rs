//! History through the room: where there is none, and where the policy or the grants end.

use readroom::{
    BlameRequest, DiffRequest, Error, ErrorCode, FindRequest, ListRequest, LogRequest, MemoryTree,
    Policy, ReadRequest, Room, Scope, SearchRequest,
};
use std::sync::{Arc, Mutex};

fn tree() -> MemoryTree {
    MemoryTree::new().file("a.txt", "one\n").unwrap().file("private/b.txt", "two\n").unwrap()
}

fn code<T: std::fmt::Debug>(answer: Result<T, Error>) -> ErrorCode {
    answer.expect_err("it fails").code().expect("the component answers")
}

#[test]
fn without_a_repository_there_is_no_history() {
    let room = Room::from_tree("/project", tree()).unwrap();
    let at = || Scope::new(".").at("HEAD");
    for code in [
        code(room.diff(&DiffRequest::new("."))),
        code(room.diff(&DiffRequest::new("a.txt").from("HEAD~1").to("HEAD").globs(["*.txt"]))),
        code(room.log(&LogRequest::new("a.txt").at("HEAD").author("ada"))),
        code(room.blame(&BlameRequest::new("a.txt").first(1))),
        code(room.read(&ReadRequest::new("a.txt").at("HEAD"))),
        code(room.list(&ListRequest::new(".").at("HEAD"))),
        code(room.find(&FindRequest::new(at()))),
        code(room.search(&SearchRequest::new(at(), "one"))),
    ] {
        assert_eq!(code, ErrorCode::NoRepository);
    }
}

#[test]
fn what_may_not_be_read_has_no_history() {
    let policy = Policy::default().deny("/private/").unwrap();
    let room = Room::builder_from_tree("/project", tree()).policy(policy).build().unwrap();
    for (path, expected) in [
        ("..", ErrorCode::OutsideRoot),
        ("private/b.txt", ErrorCode::PermissionDenied),
        ("", ErrorCode::InvalidPath),
    ] {
        assert_eq!(code(room.diff(&DiffRequest::new(path))), expected, "{path}");
        assert_eq!(code(room.log(&LogRequest::new(path))), expected, "{path}");
        assert_eq!(code(room.blame(&BlameRequest::new(path))), expected, "{path}");
    }
}

#[test]
fn questions_about_history_are_recorded() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = events.clone();
    let room = Room::builder_from_tree("/project", tree())
        .observer(move |event| {
            seen.lock().unwrap().push(event.arguments.clone().unwrap_or_default());
        })
        .build()
        .unwrap();
    let _ = room.diff(&DiffRequest::new("a.txt").from("HEAD~1").context(0));
    let _ = room.log(&LogRequest::new(".").since("yesterday"));
    let _ = room.blame(&BlameRequest::new("a.txt").lines(2));
    let recorded = events.lock().unwrap();
    for (recorded, expected) in
        recorded.iter().zip([r#""from":"HEAD~1""#, r#""since":"yesterday""#, r#""lines":2"#])
    {
        assert!(recorded.contains(expected), "{recorded}");
    }
    assert_eq!(recorded.len(), 3);
}
