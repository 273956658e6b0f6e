//! Rooms: how they are built, and the answers of their typed reads.

use readroom::{
    BasicRequest, Body, Error, ErrorCode, ReadRequest, Room, Start, StopReason, Text, Totals,
};
use readroom_testing::link::symlink;
use readroom_testing::name_of;
use readroom_testing::tools;
use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

fn project() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("sub")).unwrap();
    fs::write(directory.path().join("a.txt"), "one\ntwo\nthree\n").unwrap();
    fs::write(directory.path().join("sub/b.txt"), "b\n").unwrap();
    directory
}

fn text(room: &Room, request: &ReadRequest) -> Text {
    let Body::Text(text) = room.read(request).unwrap().body else { panic!("it is text") };
    text
}

fn code(room: &Room, path: impl AsRef<Path>) -> Option<ErrorCode> {
    room.read(&ReadRequest::new(path.as_ref().to_str().unwrap()))
        .err()
        .and_then(|error| error.code())
}

#[test]
fn a_read_gives_facts() {
    let project = project();
    let file = fs::File::options().write(true).open(project.path().join("a.txt")).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_millis(1_234_567_890_123)).unwrap();
    let room = Room::new(project.path()).unwrap();
    let document = room.read(&ReadRequest::new("./sub/../a.txt")).unwrap();
    assert_eq!(
        (document.path.as_str(), document.size, document.modified),
        ("a.txt", 14, Some(1_234_567_890_123))
    );
    let Body::Text(text) = document.body else { panic!("it is text") };
    assert_eq!(
        (text.content.as_str(), text.first, text.lines, text.total),
        ("one\ntwo\nthree\n", Some(1), 3, Some(3))
    );
    assert_eq!(text.stopped, StopReason::End);
}

#[test]
fn a_file_older_than_the_clock_has_no_time() {
    let project = project();
    let file = fs::File::options().write(true).open(project.path().join("a.txt")).unwrap();
    if file.set_modified(UNIX_EPOCH - Duration::from_secs(1_000_000)).is_ok() {
        let document = Room::new(project.path()).unwrap().read(&ReadRequest::new("a.txt")).unwrap();
        assert_eq!(document.modified, None);
    }
}

#[test]
fn a_version_changes_with_the_file() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let version = || room.read(&ReadRequest::new("a.txt")).unwrap().version;
    let before = version();
    assert_eq!(before, version());
    fs::write(project.path().join("a.txt"), "one\ntwo\nfour!\n").unwrap();
    assert_ne!(before, version());
}

#[test]
fn a_request_chooses_lines_and_totals() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let request = ReadRequest::new("a.txt");
    assert_eq!(text(&room, &request.clone().start(Start::Line(2)).lines(1)).content, "two\n");
    assert_eq!(text(&room, &request.clone().start(Start::FromEnd(1))).content, "three\n");
    assert_eq!(text(&room, &request.clone().bytes(8)).content, "one\ntwo\n");
    let some = request.clone().lines(1);
    assert_eq!(text(&room, &some.clone().totals(Totals::Never)).total, None);
    assert_eq!(text(&room, &some.totals(Totals::Always)).total, Some(3));
    let past_end = room.read(&request.start(Start::Line(4)));
    assert!(
        matches!(past_end, Err(Error::Read(ref error)) if error.total == Some(3)),
        "{past_end:?}"
    );
}

#[test]
fn a_cursor_continues_page_by_page_while_the_file_is_the_same() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let mut request = ReadRequest::new("a.txt").lines(1).totals(Totals::Never);
    let mut pages = Vec::new();
    loop {
        let page = text(&room, &request);
        pages.push((page.first, page.content));
        let Some(next) = page.next else { break };
        request = request.start(Start::Cursor(next.cursor));
    }
    let expected =
        [(Some(1), "one\n".into()), (Some(2), "two\n".into()), (Some(3), "three\n".into())];
    assert_eq!(pages, expected);
    fs::write(project.path().join("a.txt"), "one\ntwo\nfour!\n").unwrap();
    let code = |start| room.read(&request.clone().start(start)).unwrap_err().code();
    assert_eq!(code(request.start.clone().unwrap()), Some(ErrorCode::Stale));
    assert_eq!(code(Start::Cursor("2".into())), Some(ErrorCode::InvalidArgument));
}

#[test]
fn lines_from_the_end_have_numbers_if_lines_are_counted() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let mut request = ReadRequest::new("a.txt").start(Start::FromEnd(2)).lines(1);
    let page = text(&room, &request.clone().totals(Totals::Always));
    assert_eq!((page.first, page.total, &*page.content), (Some(2), Some(3), "two\n"));
    request = request.totals(Totals::Never);
    let page = text(&room, &request);
    assert_eq!((page.first, page.total, &*page.content), (None, None, "two\n"));
    let page = text(&room, &request.start(Start::Cursor(page.next.unwrap().cursor)));
    assert_eq!((page.first, page.next, &*page.content), (None, None, "three\n"));
}

#[test]
fn an_invalid_grant_is_refused_when_the_room_is_built() {
    let project = project();
    let build = |root: &str| Room::new(project.path().join(root)).err();
    assert!(matches!(build("nowhere"), Some(Error::Open { .. })));
    assert!(matches!(build("a.txt"), Some(Error::NotADirectory { .. })));
    let outside = Room::builder(project.path().join("sub")).cwd("..").build().err();
    assert!(matches!(outside, Some(Error::OutsideRoot { .. })));
    assert!(matches!(
        Room::builder(project.path()).grant("nowhere").build().err(),
        Some(Error::Open { .. })
    ));
}

#[test]
fn relative_paths_start_in_the_working_directory() {
    let project = project();
    for cwd in [Path::new("sub"), &project.path().join("sub")] {
        let room = Room::builder(project.path()).cwd(cwd).build().unwrap();
        assert_eq!(room.read(&ReadRequest::new("b.txt")).unwrap().path, "sub/b.txt");
        assert_eq!(room.read(&ReadRequest::new("../a.txt")).unwrap().path, "a.txt");
    }
}

#[test]
fn a_further_grant_is_reached_by_its_absolute_name() {
    let (project, other) = (project(), tempfile::tempdir().unwrap());
    let path = other.path().canonicalize().unwrap().join("c.txt");
    fs::write(&path, "c\n").unwrap();
    assert_eq!(code(&Room::new(project.path()).unwrap(), &path), Some(ErrorCode::OutsideRoot));
    let room = Room::builder(project.path()).grant(other.path()).build().unwrap();
    assert_eq!(room.read(&ReadRequest::new(path.to_str().unwrap())).unwrap().path, name_of(path));
}

#[test]
fn many_grants_leave_room_to_read() {
    let (project, other) = (project(), tempfile::tempdir().unwrap());
    let deep = "d/".repeat(50);
    fs::create_dir_all(project.path().join(&deep)).unwrap();
    fs::write(project.path().join(&deep).join("f.txt"), "deep\n").unwrap();
    let mut builder = Room::builder(project.path()).grant(project.path());
    for n in 0..200 {
        let directory = other.path().join(n.to_string());
        fs::create_dir(&directory).unwrap();
        builder = builder.grant(directory);
    }
    let room = builder.limits(readroom_testing::patient()).build().unwrap();
    assert_eq!(text(&room, &ReadRequest::new(format!("{deep}f.txt"))).content, "deep\n");
}

#[test]
fn arguments_of_any_size_are_answered() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let arguments = format!("{{\"path\":\"{}\"}}", "é".repeat(50_000_000));
    for tool in tools::ids() {
        let reply = room.call(tool, &arguments).unwrap();
        assert!(reply.json.contains("65536 bytes"), "{}", reply.json);
    }
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn a_root_reached_by_a_link_is_known_by_both_names() {
    let (project, other) = (project(), tempfile::tempdir().unwrap());
    let (real, link) = (project.path().canonicalize().unwrap(), other.path().join("link"));
    symlink(&real, &link);
    symlink(real.join("a.txt"), real.join("absolute"));
    let room = Room::new(&link).unwrap();
    for path in
        [link.join("a.txt"), real.join("a.txt"), real.join("sub/../a.txt"), "absolute".into()]
    {
        assert_eq!(
            room.read(&ReadRequest::new(path.to_str().unwrap())).unwrap().path,
            "a.txt",
            "{}",
            path.display()
        );
    }
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn a_working_directory_is_found_through_links_if_it_lies_inside() {
    let (project, other) = (project(), tempfile::tempdir().unwrap());
    let link = other.path().join("link");
    symlink(project.path(), &link);
    symlink(other.path(), project.path().join("out"));
    let room = Room::builder(project.path()).cwd(link.join("sub")).build().unwrap();
    assert_eq!(room.read(&ReadRequest::new("b.txt")).unwrap().path, "sub/b.txt");
    let outside = Room::builder(project.path()).cwd("out").build().err();
    assert!(matches!(outside, Some(Error::OutsideRoot { .. })), "{outside:?}");
}

/// A directory that can be traversed but not listed.
#[cfg(target_os = "linux")]
#[test]
fn a_file_below_a_directory_that_cannot_be_listed_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let project = project();
    let directory = project.path().join("sub");
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o311)).unwrap();
    let room = Room::new(project.path()).unwrap();
    let read = || (text(&room, &ReadRequest::new("sub/b.txt")).content, code(&room, "sub"));
    assert_eq!(
        readroom_testing::needs::as_nobody(read),
        ("b\n".into(), Some(ErrorCode::PermissionDenied))
    );
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
#[cfg_attr(windows, ignore = "what is open cannot be renamed there")]
fn files_come_and_go_and_the_root_stays_the_same() {
    let project = project();
    let root = project.path().join("sub");
    let room = Room::new(&root).unwrap();
    fs::write(root.join("new.txt"), "new\n").unwrap();
    assert_eq!(text(&room, &ReadRequest::new("new.txt")).content, "new\n");
    fs::remove_file(root.join("new.txt")).unwrap();
    assert_eq!(code(&room, "new.txt"), Some(ErrorCode::NotFound));
    fs::rename(&root, project.path().join("moved")).unwrap();
    fs::create_dir(&root).unwrap();
    assert_eq!(
        text(&room, &ReadRequest::new("b.txt")).content,
        "b\n",
        "the open directory counts, not its name"
    );
    fs::remove_dir_all(project.path().join("moved")).unwrap();
    assert_eq!(code(&room, "b.txt"), Some(ErrorCode::NotFound));
}

#[test]
fn a_room_serves_many_threads() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let room = room.clone();
            scope.spawn(move || {
                for _ in 0..50 {
                    assert_eq!(text(&room, &ReadRequest::new("a.txt")).lines, 3);
                    assert_eq!(code(&room, "nothing"), Some(ErrorCode::NotFound));
                }
            });
        }
    });
}

#[test]
fn a_question_is_put_into_the_words_of_each_dialect() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    for tool in tools::paging() {
        let question =
            BasicRequest { path: "a.txt".into(), start: Some(Start::Line(2)), lines: Some(1) };
        let arguments = room.arguments_for(tool, &question).unwrap().unwrap();
        let reply = room.call(tool, &arguments).unwrap();
        assert!(
            reply.json.contains("two") && !reply.json.contains("three"),
            "{tool}: {}",
            reply.json
        );
    }
}
