//! The readers in `tests/components` that ordinary tools made, if `tests/components/run.py` has
//! built them: it names their directory.

use crate::attacks;
use libtest_mimic::Trial;
use readroom::{Body, Builder, Limits};
use readroom::{CliLog, Component, ErrorCode, FileKind, ListRequest, Policy, ReadRequest, Room};
use readroom_check::{Case, Entries, Fixture, Subject, Verdict};
use readroom_testing::{attack, needs, patient};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The readers, and whether they ask for whole paths.
const READERS: [(&str, bool); 3] = [("javascript", false), ("python", true), ("rust", true)];

/// The maximum number of calls of an attack.
const MAX_CALLS: u32 = 20;

/// Cases that each of them passes.
const PASSES: [&str; 8] = [
    "pi@0/2000-lines-without-newline",
    "pi@0/bytes-exactly",
    "pi@0/crlf-and-mark",
    "pi@0/empty-file",
    "pi@0/memory-tree",
    "pi@0/missing",
    "pi@0/prompt-texts",
    "pi@0/whole-file",
];

pub fn trials() -> Vec<Trial> {
    let Some(directory) = std::env::var_os("READROOM_READERS").map(PathBuf::from) else {
        return Vec::new();
    };
    READERS
        .iter()
        .flat_map(|(name, asks_whole_paths)| {
            let reader = Arc::new(Reader {
                file: directory.join(name).with_extension("wasm"),
                asks_whole_paths: *asks_whole_paths,
                component: OnceLock::new(),
            });
            let trial = |what: &str, run: fn(&Reader)| {
                let reader = reader.clone();
                Trial::test(format!("readers/{name}/{what}"), move || {
                    run(&reader);
                    Ok(())
                })
            };
            vec![
                trial("answers", answers),
                trial("passes-cases", passes_cases),
                trial("withstands-attacks", withstands_attacks),
                trial("reads-nothing-denied", reads_nothing_denied),
            ]
        })
        .collect()
}

struct Reader {
    file: PathBuf,
    asks_whole_paths: bool,
    component: OnceLock<Component>,
}

impl Reader {
    /// Compiles it once, with the program that the runner built with optimization.
    fn component(&self, log: &CliLog) -> Component {
        let compile = || {
            let program = std::env::var_os("READROOM_CHECK").unwrap();
            let bytes = fs::read(&self.file).unwrap();
            Component::compile_with_cli_by(Path::new(&program), &bytes, &limits()).unwrap()
        };
        self.component.get_or_init(compile).clone().with_log(log.clone())
    }
}

/// The limits that docs/readers.md names, with time for a busy machine.
fn limits() -> Limits {
    let mut limits = patient();
    for raised in ["component=32MiB", "instances=20"] {
        limits.set(raised).unwrap();
    }
    limits
}

fn answers(reader: &Reader) {
    let (project, log) = (tempfile::tempdir().unwrap(), CliLog::default());
    fs::create_dir(project.path().join("sub")).unwrap();
    fs::write(project.path().join("sub/a.txt"), "one\ntwo\n").unwrap();
    let component = reader.component(&log);
    assert!(component.refusal().is_some_and(|reason| reason.contains("wasi:")));
    let room = Room::builder(project.path()).component(component).limits(limits()).build().unwrap();
    let document = room.read(&ReadRequest::new("sub/a.txt")).unwrap();
    let Body::Text(text) = document.body else { panic!("{document:?}") };
    assert_eq!((text.content.as_str(), text.total), ("one\ntwo\n", Some(2)));
    let stat = room.stat("sub/a.txt").unwrap();
    assert_eq!((stat.kind, stat.size), (FileKind::File, 8));
    assert_eq!(room.stat("sub").unwrap().kind, FileKind::Directory);
    let refused = room.read(&ReadRequest::new("none.txt")).unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode::NotFound), "{refused}");
    let refused = room.list(&ListRequest::new("sub")).unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode::Unsupported), "{refused}");
    assert_eq!(log.asks_whole_paths(), reader.asks_whole_paths);
    assert_eq!(log.output(), "");
    room.call("pi@0", r#"{"path": "sub/a.txt"}"#).unwrap();
    assert_eq!(log.output(), "pi@0 {\"path\": \"sub/a.txt\"}\n");
}

fn passes_cases(reader: &Reader) {
    let component = reader.component(&CliLog::default());
    let subject = Subject::default().component(component).limits(limits());
    let cases: Vec<Case> = readroom_check::embedded().unwrap();
    let cases: Vec<_> = cases.iter().filter(|case| PASSES.contains(&&*case.name)).collect();
    assert_eq!(cases.len(), PASSES.len());
    for case in cases {
        assert_eq!(subject.check(case), Verdict::Passed, "{}", case.name);
    }
}

/// Makes the calls of all attacks. What the answer is depends on the reader; that nothing outside
/// is in it does not.
fn withstands_attacks(reader: &Reader) {
    let mut made = 0;
    for (_, group) in attack::groups() {
        for attack in group.attacks.iter().filter(|attack| !attack.is_left_out()) {
            let fixture = Arc::new(Fixture::new(&attack.outside, &attack.root).unwrap());
            let set = |builder: Builder| {
                builder.limits(limits()).component(reader.component(&CliLog::default()))
            };
            let room = attacks::room_with(attack, &fixture, set).unwrap();
            let stop = Arc::new(AtomicBool::new(false));
            let actor = attacks::actor(attack, &fixture, &stop);
            let arguments = attack.call.arguments(&fixture);
            let arguments = readroom::internal::arguments(&arguments);
            for _ in 0..attack.calls.min(MAX_CALLS) {
                let reply = needs::with(&attack.needs, || room.call("pi@0", &arguments));
                let shown = format!("{reply:?}");
                let secrets = attacks::secrets(attack).iter().copied();
                let mut never = secrets.chain(attack.never.iter().map(String::as_str));
                assert!(!never.any(|text| shown.contains(text)), "{}: {shown}", attack.name);
            }
            stop.store(true, Ordering::Relaxed);
            if let Some(actor) = actor {
                actor.join().unwrap();
            }
            made += 1;
        }
    }
    assert!(made > 50, "{made}");
}

fn reads_nothing_denied(reader: &Reader) {
    let root: Entries = serde_json::from_value(json!({
        ".env": {"text": "SECRET"},
        "sub/.env": {"text": "SECRET"},
        "link": {"link": "sub/.env"},
        "around": {"link": "sub"},
        "a.txt": {"text": "fine"},
    }))
    .unwrap();
    let fixture = Fixture::new(&Entries::default(), &root).unwrap();
    let component = reader.component(&CliLog::default());
    let builder = Room::builder(fixture.root()).policy(Policy::default()).limits(limits());
    let room = builder.component(component).build().unwrap();
    for path in [".env", "sub/.env", "./sub/../.env", "link", "around/.env", "around/../.env"] {
        let reply = room.call("pi@0", &json!({"path": path}).to_string()).unwrap();
        assert!(!format!("{reply:?}").contains("SECRET"), "{path}: {reply:?}");
    }
    assert!(room.call("pi@0", r#"{"path": "a.txt"}"#).unwrap().json.contains("fine"));
    let builder = Room::builder(fixture.root()).policy(Policy::everything()).limits(limits());
    let room = builder.component(reader.component(&CliLog::default())).build().unwrap();
    let by_links = room.call("pi@0", r#"{"path": "around/../link"}"#).unwrap();
    assert_eq!(by_links.json.contains("SECRET"), reader.asks_whole_paths, "{by_links:?}");
}
