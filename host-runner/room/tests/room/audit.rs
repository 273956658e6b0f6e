//! The content of an audit log, and that a failing log file does no harm to a read.

use readroom::audit::{Audit, OnFailure};
use readroom::{Builder, Error, ListRequest, MemoryTree, Policy, ReadRequest, Room, Start};
use readroom_testing::link::symlink;
#[cfg(unix)]
use readroom_testing::wait::wait_until;
use readroom_testing::{hostile, short_of_cpu};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

struct Log {
    directory: TempDir,
    told: Arc<Mutex<Vec<String>>>,
}

impl Log {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap(), told: Arc::default() }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("audit.jsonl")
    }

    fn open(&self, on_failure: OnFailure) -> Audit {
        self.open_at(self.path(), on_failure)
    }

    fn open_at(&self, path: impl Into<PathBuf>, on_failure: OnFailure) -> Audit {
        let told = self.told.clone();
        Audit::open_with(path, on_failure, move |reason| told.lock().unwrap().push(reason.into()))
            .unwrap()
    }

    #[cfg(unix)]
    fn told(&self) -> Vec<String> {
        self.told.lock().unwrap().clone()
    }
}

fn builder() -> Builder {
    let tree =
        MemoryTree::new().file("a.txt", "one\ntwo\n").unwrap().link("link", "a.txt").unwrap();
    Room::builder_from_tree("/project", tree)
}

fn room(audit: Audit) -> Room {
    builder().audit(audit).build().unwrap()
}

#[test]
fn a_page_of_a_directory_is_recorded() {
    let log = Log::new();
    let room = room(log.open(OnFailure::Stop));
    room.list(&ListRequest::new(".").entries(1)).unwrap();
    let records = records(log.path());
    assert_eq!(records[0]["arguments"], json!({"path": ".", "entries": 1}));
    assert_eq!(
        (&records[0]["path"], &records[0]["real"]),
        (&json!("/project"), &json!("/project"))
    );
    assert_eq!((&records[0]["lines"], &records[0]["outcome"]), (&json!(1), &json!("answered")));
}

#[test]
fn a_record_drives_no_terminal() {
    let log = Log::new();
    let name = "a\u{9b}31m\u{202e}\u{200b}.txt";
    let tree = MemoryTree::new().file(name, "one\n").unwrap();
    let room = Room::builder_from_tree("/project", tree).audit(log.open(OnFailure::Stop));
    room.build().unwrap().read(&ReadRequest::new(name)).unwrap();
    let records = records(log.path());
    assert_eq!(records[0]["opened"], json!([format!("/project/{name}")]));
    assert!(fs::read_to_string(log.path()).unwrap().is_ascii());
}

/// Returns the records in a file, one JSON object per line.
fn records(path: impl AsRef<Path>) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect()
}

/// Returns a record without the members that differ each time.
fn steady(record: &Value) -> Value {
    let mut members = record.as_object().unwrap().clone();
    let time = members.remove("time").unwrap();
    assert!(
        time.as_str().unwrap().starts_with("20") && time.as_str().unwrap().ends_with('Z'),
        "{time}"
    );
    for name in ["duration_us", "host_calls", "memory"] {
        assert!(members.remove(name).unwrap().is_u64(), "{name}");
    }
    members.into()
}

#[test]
fn every_read_is_a_line() {
    let log = Log::new();
    let room = room(log.open(OnFailure::Stop));
    let session = room.session("seven");
    session.call("pi", r#"{"path": "link", "limit": 1}"#).unwrap();
    session.call("kimi-cli", r#"{"path": "nothing"}"#).unwrap();
    room.call("readroom", "no \u{1b} JSON").unwrap();
    let mut request = ReadRequest::new("./a.txt").lines(1);
    request.start = Some(Start::FromEnd(1));
    let document = room.read(&request).unwrap();
    let text = fs::read_to_string(log.path()).unwrap();
    assert!(!text.contains("one") && !text.contains("two"), "content is in the log: {text}");
    let records: Vec<_> = records(log.path()).iter().map(steady).collect();
    let version = &document.version;
    assert_eq!(
        records[0],
        json!({
            "session": "seven", "tool": "pi", "arguments": {"path": "link", "limit": 1},
            "path": "/project/link", "opened": ["/project/a.txt"], "real": "/project/a.txt",
            "size": 8, "version": version, "lines": 1, "bytes": 4, "outcome": "answered",
            "read_bytes": 8
        })
    );
    assert_eq!(
        records[1],
        json!({
            "session": "seven", "tool": "kimi-cli", "arguments": {"path": "nothing"},
            "path": "/project/nothing", "outcome": "refused", "read_bytes": 0
        })
    );
    assert_eq!(
        records[2],
        json!({
            "tool": "readroom", "arguments": "no \u{1b} JSON", "outcome": "refused", "read_bytes": 0
        })
    );
    assert_eq!(
        records[3],
        json!({
            "arguments": {"path": "./a.txt", "start": -1, "lines": 1},
            "path": "/project/a.txt", "opened": ["/project/a.txt"], "real": "/project/a.txt",
            "size": 8, "version": version, "lines": 1, "bytes": 4, "outcome": "answered",
            "read_bytes": records[3]["read_bytes"]
        })
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(log.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_limit_that_ended_a_call_is_named_and_long_arguments_are_cut() {
    let log = Log::new();
    let room = builder().component(hostile::component()).limits(short_of_cpu());
    let room = room.audit(log.open(OnFailure::Stop)).build().unwrap();
    assert!(room.call("readroom", "spin").is_err());
    room.call("readroom", &format!("stat {}", "é".repeat(30_000))).unwrap();
    let records = records(log.path());
    assert_eq!((&records[0]["outcome"], &records[0]["limit"]), (&json!("failed"), &json!("cpu")));
    assert_eq!(records[0]["path"], "/project");
    assert_eq!(records[1]["arguments"].as_str().unwrap().len(), 4095);
}

#[test]
fn reads_that_a_component_hides_are_in_the_log() {
    let log = Log::new();
    let room = builder()
        .component(hostile::component())
        .policy(Policy::default().deny("none.txt").unwrap());
    let room = room.audit(log.open(OnFailure::Stop)).build().unwrap();
    room.call("readroom", "claim 1 a.txt").unwrap();
    room.call("readroom", "stat none.txt").unwrap();
    room.call("readroom", "look-for 2000000").unwrap();
    let records = records(log.path());
    assert_eq!(records[0]["real"], "/project/harmless.txt");
    assert_eq!(records[0]["opened"], json!(["/project/a.txt"]));
    assert_eq!(
        (&records[1]["outcome"], &records[1]["denied"]["pattern"]),
        (&json!("answered"), &json!("none.txt"))
    );
    assert!(records[2]["path"].as_str().unwrap().len() <= 8192);
}

/// The first files are named, and the rest counted: the log shows that a list is incomplete.
#[test]
fn decoys_hide_nothing() {
    let log = Log::new();
    let (sender, events) = channel();
    let decoys = MemoryTree::new().file("secret.txt", "secret").unwrap();
    let decoys = (0..30).fold(decoys, |tree, number| tree.file(&number.to_string(), "x").unwrap());
    let room = Room::builder_from_tree("/project", decoys).component(hostile::component());
    let room = room.audit(log.open(OnFailure::Stop)).observer(move |event| {
        sender.send((event.opened.clone(), event.opened_more)).unwrap();
    });
    let room = room.build().unwrap();
    let first: Vec<_> = (0..16).map(|number| format!("/project/{number}")).collect();
    for (decoys, more) in [(3, 0), (15, 0), (16, 1), (30, 15)] {
        let reply = room.call("readroom", &format!("decoys {decoys} secret.txt")).unwrap();
        assert_eq!(reply.json, "\"ok secret\"");
        let (opened, opened_more) = events.recv().unwrap();
        assert_eq!(opened_more, more, "{decoys} decoys");
        assert_eq!(opened.contains(&"/project/secret.txt".into()), more == 0, "{opened:?}");
        assert_eq!(opened[..decoys.min(16)], first[..decoys.min(16)]);
    }
    let records = records(log.path());
    let more: Vec<_> = records.iter().map(|record| record.get("opened_more")).collect();
    assert_eq!(more, [None, None, Some(&json!(1)), Some(&json!(15))]);
    assert_eq!(records[3]["opened"], json!(first));
    assert_eq!(records[3]["read_bytes"], 36);
}

#[test]
fn a_denied_file_is_named_with_its_rule() {
    let log = Log::new();
    let room = builder().policy(Policy::default().deny("a.txt").unwrap());
    let room = room.audit(log.open(OnFailure::Stop)).build().unwrap();
    room.call("pi", r#"{"path":"link"}"#).unwrap();
    room.call("pi", r#"{"path":"nothing"}"#).unwrap();
    let records = records(log.path());
    let rule =
        json!({"path": "/project/a.txt", "origin": "policy", "pattern": "a.txt", "action": "deny"});
    assert_eq!((&records[0]["outcome"], &records[0]["denied"]), (&json!("refused"), &rule));
    assert_eq!((&records[1]["outcome"], records[1].get("denied")), (&json!("refused"), None));
}

#[test]
fn the_file_may_be_renamed_and_cut() {
    let log = Log::new();
    let room = room(log.open(OnFailure::Stop));
    let read = || room.read(&ReadRequest::new("a.txt")).unwrap();
    read();
    let old = log.path().with_extension("1");
    fs::rename(log.path(), &old).unwrap();
    read();
    read();
    assert_eq!((records(&old).len(), records(log.path()).len()), (1, 2));
    File::options().write(true).truncate(true).open(log.path()).unwrap();
    read();
    assert_eq!(records(log.path()).len(), 1);
    // Another writer's unfinished line is not continued.
    File::options().append(true).open(log.path()).unwrap().write_all(b"{\"torn\": ").unwrap();
    let other = Log::open(&log, OnFailure::Stop);
    self::room(other).read(&ReadRequest::new("a.txt")).unwrap();
    let text = fs::read_to_string(log.path()).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, "{\"torn\": "));
}

#[test]
#[cfg_attr(windows, ignore = "Wine keeps the name of a removed file while it is open")]
fn the_file_may_be_removed() {
    let log = Log::new();
    let room = room(log.open(OnFailure::Stop));
    for _ in 0..2 {
        room.read(&ReadRequest::new("a.txt")).unwrap();
        assert_eq!(records(log.path()).len(), 1);
        fs::remove_file(log.path()).unwrap();
    }
}

#[test]
#[cfg_attr(windows, ignore = "Wine appends in two steps, and another writer comes in between")]
fn many_threads_write_whole_lines() {
    let log = Log::new();
    let rooms = [room(log.open(OnFailure::Continue)), room(log.open(OnFailure::Stop))];
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let room = rooms[thread % 2].session(thread.to_string());
            scope.spawn(move || {
                (0..100).for_each(|_| drop(room.read(&ReadRequest::new("a.txt")).unwrap()))
            });
        }
    });
    // The last records are written when the log is dropped.
    drop(rooms);
    let records = records(log.path());
    assert_eq!(records.len(), 800);
    for thread in 0..8 {
        let own = records.iter().filter(|record| record["session"] == json!(thread.to_string()));
        assert_eq!(own.count(), 100);
    }
}

/// `/dev/full` behaves like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_reading_continues_or_stops_and_is_reported() {
    let log = Log::new();
    let room_that_goes_on = room(log.open_at("/dev/full", OnFailure::Continue));
    for _ in 0..50 {
        room_that_goes_on.read(&ReadRequest::new("a.txt")).unwrap();
    }
    drop(room_that_goes_on);
    assert_eq!(log.told(), ["no space left on device"], "told once");
    let room_that_stops = room(log.open_at("/dev/full", OnFailure::Stop));
    let error = room_that_stops.read(&ReadRequest::new("a.txt")).unwrap_err();
    assert!(matches!(error, Error::Audit { .. }));
    assert_eq!(
        error.to_string(),
        "the audit log '/dev/full' cannot be written: no space left on device"
    );
    assert!(room_that_stops.call("pi", r#"{"path": "a.txt"}"#).is_err());
}

/// A full pipe accepts records again once it has been drained.
#[cfg(unix)]
#[test]
fn a_stuck_log_delays_no_call_and_counts_lost_records() {
    use std::io::Read;
    use std::os::unix::fs::OpenOptionsExt;
    let log = Log::new();
    let made = std::process::Command::new("mkfifo").arg(log.path()).status();
    assert!(made.unwrap().success());
    let refused = Audit::open(log.path(), OnFailure::Continue).unwrap_err();
    assert!(matches!(refused, Error::Audit { .. }), "nobody reads it: {refused}");
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let mut reader = File::options().read(true).custom_flags(flags).open(log.path()).unwrap();
    let room = room(log.open(OnFailure::Continue));
    for _ in 0..1000 {
        room.read(&ReadRequest::new("a.txt")).unwrap();
    }
    wait_until("a record is lost", || !log.told().is_empty());
    // From now on the pipe is drained. The next record that is written is preceded by the number of
    // lost ones.
    let (mut read, mut bytes) = (1000, Vec::new());
    wait_until("every record is there, or counted as lost", || {
        let before = bytes.len();
        let _ = reader.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let records = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let known: u64 = records.map(|record| record["lost"].as_u64().unwrap_or(1)).sum();
        if bytes.len() == before {
            room.read(&ReadRequest::new("a.txt")).unwrap();
            read += 1;
        }
        read > 1000 && known == read
    });
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("\"lost\":"), "{}", log.told().join(", "));
}

#[test]
fn a_log_that_cannot_be_opened_is_an_error_at_once() {
    let log = Log::new();
    let link = log.directory.path().join("link");
    let mut paths = vec![log.directory.path().into(), log.directory.path().join("no/such/file")];
    if symlink("elsewhere.jsonl", &link) {
        paths.push(link);
    }
    for path in paths {
        assert!(matches!(Audit::open(path, OnFailure::Continue), Err(Error::Audit { .. })));
    }
}
