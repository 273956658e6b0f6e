//! How a file is treated that was replaced by another of the same size and modification time.

use readroom::{Body, Error, ErrorCode, ReadRequest, Room, Start};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Sets the modification time as `touch -r`, `cp -p` and `rsync -t` do.
fn touch(path: &Path) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).unwrap();
}

fn write(path: &Path, content: &str) {
    fs::write(path, content).unwrap();
    touch(path);
}

/// Gives a file other content.
type Change = fn(&Path, &str);

/// Ways to do so that preserve its size and its modification time.
const WAYS: [(&str, Change); 3] = [
    ("it is written and its time set back", write),
    ("another file is renamed to it", |path, content| {
        let other = path.with_extension("new");
        write(&other, content);
        fs::rename(&other, path).unwrap();
    }),
    ("it is removed, and a copy takes its place", |path, content| {
        let other = path.with_extension("other");
        write(&other, content);
        fs::remove_file(path).unwrap();
        fs::copy(&other, path).unwrap();
        touch(path);
    }),
];

/// Waits until the clock of the file system has advanced, as it has between a read and a later
/// change.
#[cfg(unix)]
fn let_time_pass(directory: &Path) {
    let changed = || {
        let probe = directory.join("probe");
        fs::write(&probe, "").unwrap();
        probe.metadata().unwrap().modified().unwrap()
    };
    let before = changed();
    while changed() == before {
        std::thread::yield_now();
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_other_content_is_not_unchanged() {
    for (way, replace) in WAYS {
        let project = tempfile::tempdir().unwrap();
        let path = project.path().join("a.txt");
        write(&path, "v=1\n");
        let room = Room::new(project.path()).unwrap();
        let known = room.read(&ReadRequest::new("a.txt")).unwrap();
        let request = ReadRequest::new("a.txt").known_version(&known.version);
        assert_eq!(room.read(&request).unwrap().body, Body::Unchanged, "{way}");
        let_time_pass(project.path());
        replace(&path, "v=2\n");
        let now = room.read(&request).unwrap();
        assert_eq!((now.size, now.modified), (known.size, known.modified), "{way}");
        let Body::Text(text) = now.body else { panic!("{way}: {:?}", now.body) };
        assert_eq!(text.content, "v=2\n", "{way}");
    }
}

#[cfg(unix)]
#[test]
fn text_shown_before_a_change_is_shown_again() {
    for (way, replace) in WAYS {
        let project = tempfile::tempdir().unwrap();
        let path = project.path().join("a.txt");
        write(&path, "v=1\n");
        let room =
            Room::new(project.path()).unwrap().session("one").repeats(readroom::Repeats::Noted);
        let read = || room.call("readroom", r#"{"path":"a.txt"}"#).unwrap().json;
        assert!(read().contains("v=1"), "{way}");
        assert!(read().contains("unchanged"), "{way}");
        let_time_pass(project.path());
        replace(&path, "v=2\n");
        assert!(read().contains("v=2"), "{way}");
    }
}

#[cfg(unix)]
#[test]
fn remembered_lines_of_a_large_file_are_counted_anew() {
    let line = "a line of thirty-two characters\n";
    let content = line.repeat(100_000);
    // As many bytes with more lines.
    let other = line.replacen(' ', "\n", 1).repeat(100_000);
    for (way, replace) in WAYS {
        let project = tempfile::tempdir().unwrap();
        let path = project.path().join("a.log");
        write(&path, &content);
        let room = Room::new(project.path()).unwrap();
        let arguments = r#"{"path":"a.log","start":90000,"lines":1}"#;
        room.call("readroom", arguments).unwrap();
        let_time_pass(project.path());
        replace(&path, &other);
        let fresh = Room::new(project.path()).unwrap().call("readroom", arguments).unwrap();
        assert_eq!(room.call("readroom", arguments).unwrap().json, fresh.json, "{way}");
    }
}

/// Returns the cursor after the first line of a file.
fn cursor(room: &Room) -> String {
    let page = room.read(&ReadRequest::new("a.txt").lines(1)).unwrap();
    let Body::Text(text) = page.body else { panic!("{:?}", page.body) };
    text.next.unwrap().cursor
}

#[test]
fn a_cursor_into_other_content_is_stale() {
    for (way, replace) in WAYS {
        let project = tempfile::tempdir().unwrap();
        let path = project.path().join("a.txt");
        write(&path, "one\ntwo\nthree\n");
        let room = Room::new(project.path()).unwrap();
        let request = ReadRequest::new("a.txt").start(Start::Cursor(cursor(&room)));
        assert!(room.read(&request).is_ok(), "{way}");
        replace(&path, "ONE\ntwo\nthree\n");
        let Err(Error::Read(error)) = room.read(&request) else { panic!("{way}: it is answered") };
        assert_eq!(error.code, ErrorCode::Stale, "{way}");
    }
}

#[test]
fn a_cursor_continues_in_a_copy_of_the_file() {
    let rooms = ["one", "other"].map(|_| {
        let project = tempfile::tempdir().unwrap();
        write(&project.path().join("a.txt"), "one\ntwo\nthree\n");
        let room = Room::new(project.path()).unwrap();
        (project, room)
    });
    let request = ReadRequest::new("a.txt").start(Start::Cursor(cursor(&rooms[0].1)));
    for (_, room) in &rooms {
        let Body::Text(text) = room.read(&request).unwrap().body else { panic!("it is text") };
        assert_eq!((text.first, &*text.content), (Some(2), "two\nthree\n"));
    }
}
