//! The command `readroom-check cases`, as the author of a component uses it.

use readroom_testing::at_start;
use readroom_testing::test_components::built;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// Cases that the component in `tests/components/wrong` passes.
const RIGHT: &[&str] = &[
    "dm-cc@1/no-final-newline",
    "dm-cc@1/null-is-unset",
    "dm-cc@1/offset-0",
    "dm-cc@1/offset-at-the-empty-line",
    "dm-cc@1/offset-past-the-end",
    "dm-cc@1/offset-past-the-end-of-nothing",
    "dm-cc@1/path-missing",
    "dm-cc@1/path-number",
    #[cfg(unix)]
    "dm-cc@1/pipe",
    "dm-cc@1/universal-newlines",
    "dm-cc@1/unknown-argument",
    "readroom@0.4/binary",
    "readroom@0.4/empty-file",
    "readroom@0.4/no-suggestions",
    "readroom@0.4/not-found",
    "readroom@0.4/past-the-end-empty",
    "readroom@0.4/path-missing",
    "readroom@0.4/path-number",
    #[cfg(unix)]
    "readroom@0.4/pipe",
    "readroom@0.4/through-a-file",
];

/// Cases that it fails, one for each of its errors: the location of the difference, and the
/// expected and given text.
const WRONG: [(&str, &str, &str, &str); 10] = [
    ("readroom@0.4/crlf", "/reply/body/lines", "2", "3"),
    ("readroom@0.4/mixed-line-ends", "/reply/body/lines", "2", "3"),
    ("readroom@0.4/past-the-end", "/outcome", r#""refused""#, r#""answered""#),
    ("readroom@0.4/start-0", "/reply/body/lines", "3", "4"),
    ("readroom@0.4/whole-file", "/reply/body/lines", "3", "4"),
    ("dm-cc@1/limit-0", "/reply/output", "", ""),
    ("dm-cc@1/offset-and-limit", "/reply/output", "", ""),
    (
        "dm-cc@1/outside-absolute",
        "/reply/error/type",
        r#""PermissionError""#,
        r#""FileNotFoundError""#,
    ),
    (
        "dm-cc@1/outside-by-dots",
        "/reply/error/type",
        r#""PermissionError""#,
        r#""FileNotFoundError""#,
    ),
    ("readroom@0.4/outside", "/reply/error/code", r#""outside-root""#, r#""not-found""#),
];

fn wrong() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| built("readroom-wrong").unwrap())
}

/// Returns the file of the embedded component.
fn own() -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own.wasm");
    static WRITTEN: OnceLock<()> = OnceLock::new();
    WRITTEN.get_or_init(|| fs::write(&file, readroom::component()).unwrap());
    file
}

/// A directory for a component and cases.
struct CheckDirectory(TempDir);

impl CheckDirectory {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("cases")).unwrap();
        Self(directory)
    }

    /// Copies cases of the repository.
    fn with_cases<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Self {
        for name in names {
            let file = format!("{name}.json");
            let text =
                fs::read_to_string(readroom_testing::data().join("cases").join(&file)).unwrap();
            self.write(&file, &text);
        }
        self
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.cases().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn cases(&self) -> PathBuf {
        self.0.path().join("cases")
    }

    fn component(&self, bytes: &[u8]) -> PathBuf {
        let file = self.0.path().join("reader.wasm");
        fs::write(&file, bytes).unwrap();
        file
    }

    /// Checks a component with the cases in this directory. Returns standard output, standard error
    /// and the status.
    fn check(&self, component: &[u8], arguments: &[&str]) -> (String, String, i32) {
        let mut command = program();
        command.arg(self.component(component)).arg("--cases").arg(self.cases()).args(arguments);
        run(&mut command)
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom-check"));
    command.arg("cases");
    command
}

fn run(command: &mut Command) -> (String, String, i32) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), status.code().unwrap())
}

/// Returns the verdicts by the names of the cases, and the summary.
fn parsed(lines: &str) -> (BTreeMap<String, Value>, Value) {
    let mut verdicts = BTreeMap::new();
    let mut objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let summary = objects.next_back().unwrap()["summary"].clone();
    for verdict in objects {
        verdicts.insert(verdict["case"].as_str().unwrap().to_string(), verdict);
    }
    (verdicts, summary)
}

/// Sets up all the cases that the component in `tests/components/wrong` is made for.
fn directory() -> CheckDirectory {
    CheckDirectory::new().with_cases(RIGHT.iter().copied().chain(WRONG.map(|(name, ..)| name)))
}

pub fn errors_of_a_reader_are_named_and_nothing_else() {
    let (stdout, stderr, status) = directory().check(wrong(), &["--json"]);
    assert_eq!((stderr.as_str(), status), ("", 1));
    let (verdicts, summary) = parsed(&stdout);
    for (name, at, expected, given) in WRONG {
        let verdict = &verdicts[name];
        assert_eq!(verdict["verdict"], "failed", "{verdict}");
        let difference = &verdict["difference"];
        assert_eq!(difference["at"], at, "{verdict}");
        if !expected.is_empty() {
            assert_eq!(
                (&difference["expected"], &difference["given"]),
                (&expected.into(), &given.into())
            );
        }
    }
    for (name, verdict) in &verdicts {
        let (tool, _) = name.split_once('/').unwrap();
        assert_eq!(verdict["tool"].as_str().and_then(|id| id.split(':').next()), Some(tool));
        assert!(verdict["about"].is_string() && verdict["source"].is_string());
        let right = RIGHT.contains(&name.as_str());
        assert_eq!(verdict["verdict"], if right { "passed" } else { "failed" }, "{verdict}");
    }
    let numbers =
        ["passed", "failed", "skipped", "error"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(numbers, [RIGHT.len() as u64, WRONG.len() as u64, 0, 0]);
    assert_eq!(summary["tools"]["dm-cc@1"]["failed"], 4);
}

pub fn the_text_report_shows_where_the_answers_differ() {
    let directory = CheckDirectory::new().with_cases([
        "dm-cc@1/offset-and-limit",
        "dm-cc@1/path-missing",
        "readroom@0.4/outside",
    ]);
    let (stdout, stderr, status) = directory.check(wrong(), &[]);
    assert_eq!((stderr.as_str(), status), ("", 1));
    let expected = r#"failed dm-cc@1/offset-and-limit: a window names the last line it shows (D1)
    at /reply/output, character "#;
    assert!(stdout.starts_with(expected), "{stdout}");
    assert!(stdout.contains(r"\n2: two\n3: three\n\n\n(File has more lines."), "{stdout}");
    assert!(stdout.contains(r"\n2: two\n3: three\n4: four\n\n\n(File has more lines."), "{stdout}");
    let expected = r#"
failed readroom@0.4/outside: a path outside every grant (types.wit error-code)
    at /reply/error/code, character 0
    expected: "outside-root"
    given:    "not-found"

tool            passed  failed skipped  errors
dm-cc@1              1       1       0       0
readroom@0.4         0       1       0       0
all                  1       2       0       0
"#;
    assert!(stdout.ends_with(expected), "{stdout}");
    let (verbose, ..) = directory.check(wrong(), &["--verbose"]);
    assert!(verbose.contains(r#"    "preview": "two\nthree","#), "{verbose}");
    assert!(verbose.contains(r#"    "preview": "two\nthree\nfour","#), "{verbose}");
    let (json, ..) = directory.check(wrong(), &["--verbose", "--json"]);
    let (verdicts, _) = parsed(&json);
    let of = &verdicts["dm-cc@1/offset-and-limit"];
    assert_eq!(of["expected"]["reply"]["metadata"]["preview"], "two\nthree");
    assert_eq!(of["given"]["reply"]["metadata"]["preview"], "two\nthree\nfour");
}

pub fn nothing_drives_the_terminal() {
    let directory = CheckDirectory::new();
    let case =
        fs::read_to_string(readroom_testing::data().join("cases/dm-cc@1/offset-and-limit.json"))
            .unwrap();
    let case = case
        .replace("a window", r"a \u001b[2J\nfailed window")
        .replace("four", r"\u001b]0;x\u202e");
    directory.write("dm-cc@1/hostile.json", &case);
    let (stdout, _, status) = directory.check(wrong(), &["--verbose"]);
    assert_eq!(status, 1);
    assert!(
        stdout.contains(r"a \u{1b}[2J\nfailed window") && stdout.contains(r"\u001b]0;x\u{202e}"),
        "{stdout}"
    );
    assert!(!stdout.contains('\u{1b}') && !stdout.contains('\u{202e}'), "{stdout}");
    let (stdout, ..) = directory.check(wrong(), &["--json"]);
    assert!(!stdout.contains('\u{1b}') && !stdout.contains('\u{202e}'), "{stdout}");
    let (verdicts, _) = parsed(&stdout);
    assert!(verdicts["dm-cc@1/hostile"]["about"].as_str().unwrap().starts_with("a \u{1b}[2J\n"));
}

pub fn our_own_component_passes_every_case() {
    let (stdout, stderr, status) =
        run(program().arg(own()).args(["--json", "--limit", "compile=10min"]));
    assert_eq!((stderr.as_str(), status), ("", 0), "{stdout}");
    let (verdicts, summary) = parsed(&stdout);
    let cases = readroom_check::embedded().unwrap();
    let names: Vec<_> = cases.iter().map(|case| case.name.clone()).collect();
    let name =
        |line| Some(serde_json::from_str::<Value>(line).unwrap()["case"].as_str()?.to_string());
    assert_eq!(
        stdout.lines().filter_map(name).collect::<Vec<_>>(),
        names,
        "every case is told, in order"
    );
    assert_eq!(summary["failed"], 0);
    for (name, verdict) in &verdicts {
        match verdict["verdict"].as_str() {
            Some("passed") => {}
            // The superuser may read everything, and Windows has no such files.
            Some("skipped") => {
                let reason = verdict["reason"].as_str().unwrap_or_default();
                let lacks = if cfg!(windows) { "not Unix" } else { "superuser" };
                assert!(reason.contains(lacks), "{name}: {verdict}");
            }
            _ => panic!("{verdict}"),
        }
    }
}

pub fn people_read_how_many_of_the_chosen_cases_passed() {
    let chosen = ["dm-cc@1/path", "/path-missing"];
    let (stdout, stderr, status) = directory().check(wrong(), &chosen);
    assert_eq!((stderr.as_str(), status), ("", 0), "{stdout}");
    let passed = RIGHT.iter().filter(|name| chosen.iter().any(|text| name.contains(text))).count();
    let last = stdout.lines().next_back().unwrap_or_default();
    assert!(passed > 2 && last.starts_with(&format!("all{passed:>19}{:>8}", 0)), "{stdout}");
}

pub fn a_component_that_cannot_run_or_never_answers_fails_its_cases() {
    let directory = CheckDirectory::new().with_cases([
        "dm-cc@1/path-missing",
        "readroom@0.4/directory",
        "readroom@0.4/whole-file",
    ]);
    let trap = at_start::module("(func $start unreachable)");
    let spin = at_start::module("(func $start (loop br 0))");
    for (component, reason, limit) in [
        (b"no component".as_slice(), "cannot load the component", None),
        (&wat::parse_str("(component)").unwrap(), "does not export 'read'", None),
        (&trap, "unreachable", None),
        (&spin, "cpu", Some("cpu")),
        (
            &at_start::module(r#"(func $start) (memory (export "m") 65536)"#),
            "memory",
            Some("memory"),
        ),
    ] {
        // Only calls that never end by themselves run out of time.
        let cpu = if limit == Some("cpu") { "cpu=50ms" } else { "cpu=2min" };
        let limits = ["--limit", cpu, "--limit", "time=60min"];
        let (stdout, stderr, status) =
            directory.check(component, &[&["--json"], &limits[..]].concat());
        assert_eq!((stderr.as_str(), status), ("", 1), "{reason}: {stdout}");
        let (verdicts, summary) = parsed(&stdout);
        assert_eq!((verdicts.len(), &summary["failed"]), (3, &3.into()));
        for verdict in verdicts.values() {
            assert!(verdict["reason"].as_str().unwrap().contains(reason), "{verdict}");
            assert_eq!(verdict.get("limit").and_then(Value::as_str), limit, "{verdict}");
        }
        let (stdout, _, status) = directory.check(component, &limits);
        assert!(
            status == 1 && stdout.contains(reason) && stdout.contains("3       0       0\n"),
            "{stdout}"
        );
    }
}

pub fn a_component_that_never_ends_is_not_waited_for_in_every_case() {
    let spin = at_start::module("(func $start (loop br 0))");
    let (stdout, _, status) = directory().check(&spin, &["--json", "--limit", "cpu=20ms"]);
    let (verdicts, summary) = parsed(&stdout);
    let skipped = summary["skipped"].as_u64().unwrap() as usize;
    assert_eq!((status, verdicts.len()), (1, RIGHT.len() + WRONG.len()));
    assert!(
        skipped > 0 && summary["failed"].as_u64().unwrap() >= readroom_check::MAX_HANGS as u64,
        "{summary}"
    );
    let told = verdicts.values().filter(|verdict| verdict["verdict"] == "skipped");
    assert_eq!(
        told.filter(|verdict| verdict["reason"].as_str().unwrap().contains("time limit")).count(),
        skipped
    );
}

pub fn an_invalid_case_is_named_before_anything_runs() {
    let directory = CheckDirectory::new().with_cases(["readroom@0.4/outside"]);
    let case = fs::read_to_string(directory.cases().join("readroom@0.4/outside.json")).unwrap();
    for (file, text, why) in [
        ("readroom@0.4/broken.json", "{".into(), "EOF"),
        (
            "readroom@0.4/typing-mistake.json",
            case.replace("\"outcome\"", "\"outcom\""),
            "unknown field `outcom`",
        ),
        (
            "readroom@0.4/leaves.json",
            case.replace("\"src/abc.txt\"", "\"../../abc.txt\""),
            "not a path that stays inside",
        ),
        ("pi@0/other-tool.json", case.clone(), "it calls readroom@0.4:read"),
    ] {
        directory.write(file, &text);
        let (stdout, stderr, status) = directory.check(wrong(), &[]);
        assert_eq!((stdout.as_str(), status), ("", 2), "{file}");
        let named = stderr.replace('\\', "/").contains(&format!("{file}' is not a valid case: "));
        assert!(named && stderr.contains(why), "{stderr}");
        fs::remove_file(directory.cases().join(file)).unwrap();
    }
    assert_eq!(directory.check(wrong(), &[]).2, 1);
}

pub fn a_case_whose_files_cannot_be_made_is_an_error_and_not_a_failure() {
    let directory = CheckDirectory::new().with_cases(["readroom@0.4/outside"]);
    let case = fs::read_to_string(directory.cases().join("readroom@0.4/outside.json")).unwrap();
    let through = case.replace(
        "\"root\": {",
        "\"root\": { \"out\": { \"link\": \"/tmp\" }, \"out/a\": { \"text\": \"\" },",
    );
    directory.write("readroom@0.4/through-a-link.json", &through);
    let (stdout, stderr, status) = directory.check(wrong(), &["--json"]);
    let (verdicts, summary) = parsed(&stdout);
    let verdict = &verdicts["readroom@0.4/through-a-link"];
    assert_eq!(
        (&verdict["verdict"], &summary["error"], status),
        (&"error".into(), &1.into(), 2),
        "{stdout}"
    );
    let which = if cfg!(unix) { "out/a" } else { "out" };
    let said = format!("cannot make '{which}'");
    assert!(verdict["reason"].as_str().unwrap().starts_with(&said), "{verdict}");
    assert!(stderr.contains("1 of the cases could not be run"), "{stderr}");
}

pub fn wrong_usage_is_reported() {
    for (arguments, message) in [
        (&["nowhere.wasm"][..], "nowhere.wasm"),
        (&["own.wasm", "--cases", "nowhere"], "cannot read 'nowhere'"),
        (&["own.wasm", "no such name"], "no case matches the filter"),
        (&["own.wasm", "--limit", "speed=1"], "there is no limit 'speed'"),
    ] {
        let (stdout, stderr, status) =
            run(program().current_dir(own().parent().unwrap()).args(arguments));
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        assert!(stderr.contains(message), "{stderr}");
    }
    let empty = tempfile::tempdir().unwrap();
    let (_, stderr, status) = run(program().arg(own()).arg("--cases").arg(empty.path()));
    assert!(status == 2 && stderr.contains("there are no cases in"), "{stderr}");
}
