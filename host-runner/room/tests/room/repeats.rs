//! How a session treats text that it was shown before, and how much a call may show.

use readroom::{Content, Limits, Repeats, Reply, Room};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

const TEN_LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

fn write(path: &Path, content: impl AsRef<[u8]>, modified: SystemTime) {
    fs::write(path, content).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(modified).unwrap();
}

fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
}

fn project() -> (tempfile::TempDir, Room) {
    let project = tempfile::tempdir().unwrap();
    write(&project.path().join("a.txt"), TEN_LINES, long_ago());
    let room = Room::new(project.path()).unwrap();
    (project, room)
}

fn text(reply: &Reply) -> &str {
    match &reply.content[..] {
        [Content::Text(text), ..] => text,
        other => panic!("{other:?}"),
    }
}

fn read(room: &Room, arguments: &str) -> String {
    text(&room.call("readroom", arguments).unwrap()).into()
}

#[test]
fn text_that_was_shown_is_reported_as_unchanged() {
    let (project, room) = project();
    let session = room.session("one").repeats(Repeats::Noted);
    let whole = read(&session, r#"{"path":"a.txt"}"#);
    assert!(whole.starts_with("1\t1\n") && whole.ends_with("10\t10\n"), "{whole}");
    let again = read(&session, r#"{"path":"a.txt"}"#);
    assert_eq!(
        again,
        r#"[Unchanged: 1-10 of a.txt is in an earlier answer, which has 1-10. To see it again: {"path":"a.txt","again":true}]"#
    );
    let part = read(&session, r#"{"path":"./a.txt","start":3,"lines":2}"#);
    assert!(part.starts_with("[Unchanged: 3-4 of ./a.txt is"), "{part}");
    assert!(part.contains(r#"{"path":"./a.txt","start":3,"lines":2,"again":true}"#), "{part}");
    assert_eq!(read(&session, r#"{"path":"a.txt","again":true}"#), whole);
    // The JSON says it too.
    let reply = session.call("readroom", r#"{"path":"a.txt"}"#).unwrap();
    assert!(reply.json.ends_with(r#""body":{"kind":"unchanged"}}"#), "{}", reply.json);
    // A change is shown.
    write(&project.path().join("a.txt"), "other\n", long_ago() + Duration::from_secs(1));
    assert_eq!(read(&session, r#"{"path":"a.txt"}"#), "1\tother\n");
}

#[test]
fn only_a_page_shown_in_full_counts() {
    let (project, room) = project();
    write(&project.path().join("wide.txt"), "x".repeat(5000), long_ago());
    let session = room.session("one").repeats(Repeats::Noted);
    for arguments in [
        r#"{"path":"a.txt","lines":3}"#,
        r#"{"path":"a.txt","start":7}"#,
        // The lines in between were not shown.
        r#"{"path":"a.txt"}"#,
        r#"{"path":"wide.txt"}"#,
        // The line was cut.
        r#"{"path":"wide.txt"}"#,
        r#"{"path":"wide.txt","column":2001}"#,
        r#"{"path":"wide.txt","column":2001}"#,
        r#"{"path":"none.txt"}"#,
        r#"{"path":"none.txt"}"#,
    ] {
        let shown = read(&session, arguments);
        assert!(!shown.contains("Unchanged"), "{arguments}: {shown}");
    }
    assert!(read(&session, r#"{"path":"a.txt","start":2,"lines":8}"#).contains("Unchanged"));
}

#[test]
fn nothing_is_remembered_unless_asked_nor_by_another_session() {
    let (_project, room) = project();
    let arguments = r#"{"path":"a.txt"}"#;
    let (one, two) = (room.session("one"), room.session("two").repeats(Repeats::Noted));
    for room in [&room, &one, &two, &one] {
        assert!(!read(room, arguments).contains("Unchanged"));
    }
    assert!(read(&two, arguments).contains("Unchanged"));
    assert!(!read(&two.session("three"), arguments).contains("Unchanged"));
    // The tools of agents have no such memory.
    for _ in 0..2 {
        assert!(!text(&two.call("pi", arguments).unwrap()).contains("Unchanged"));
    }
}

#[test]
fn of_a_file_that_just_changed_nothing_is_noted() {
    let (project, room) = project();
    // However long the reads take, the change is too recent.
    let just_now = SystemTime::now() + Duration::from_secs(60 * 60);
    write(&project.path().join("a.txt"), TEN_LINES, just_now);
    let session = room.session("one").repeats(Repeats::Noted);
    for _ in 0..2 {
        assert!(!read(&session, r#"{"path":"a.txt"}"#).contains("Unchanged"));
    }
}

#[test]
fn a_limit_on_tokens_holds_whatever_a_model_asks_for() {
    let (project, _) = project();
    let log: String = (0..5000).map(|line| format!("line {line} of a log\n")).collect();
    write(&project.path().join("a.log"), &log, long_ago());
    write(&project.path().join("b.log"), &log, long_ago());
    let limits = Limits::default().tokens(300);
    let room = Room::builder(project.path()).limits(limits).build().unwrap();
    let free = Room::new(project.path()).unwrap();
    for arguments in [
        r#"{"path":"a.log"}"#,
        r#"{"path":"a.log","tokens":100000,"lines":5000}"#,
        r#"{"path":"a.log","start":-4000}"#,
        r#"{"files":["a.log","b.log"]}"#,
        r#"{"files":["a.log","b.log"],"tokens":100000}"#,
    ] {
        let (shown, all) = (read(&room, arguments), read(&free, arguments));
        assert!(shown.len() < 2000, "{arguments}: {}", shown.len());
        assert!(all.len() > 20_000, "{arguments}: {}", all.len());
        assert!(shown.contains("Next: {"), "{shown}");
    }
    // Content that is not shown as lines.
    let functions: String =
        (0..300).map(|number| format!("fn function_{number}() {{}}\n")).collect();
    let cell =
        r#"{"cell_type":"code","source":"x","metadata":{},"outputs":[],"execution_count":1}"#;
    let notebook = format!(
        r#"{{"cells":[{}],"metadata":{{}},"nbformat":4,"nbformat_minor":5}}"#,
        [cell; 200].join(",")
    );
    write(&project.path().join("a.rs"), functions, long_ago());
    write(&project.path().join("a.ipynb"), notebook, long_ago());
    for arguments in [r#"{"path":"a.rs","view":"outline"}"#, r#"{"path":"a.ipynb"}"#] {
        let (shown, all) = (read(&room, arguments), read(&free, arguments));
        assert!((500..1200).contains(&shown.len()), "{arguments}: {shown}");
        assert!(all.len() > 3000, "{arguments}: {}", all.len());
    }
    // The tools of agents have the limits of their agents.
    let reply = room.call("pi", r#"{"path":"a.log"}"#).unwrap();
    assert!(text(&reply).len() > 20_000);
}
