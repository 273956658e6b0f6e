//! `readroom doctor`: the walls, the root, and configurations of clients.

use readroom_testing::link::symlink;
#[cfg(target_os = "linux")]
use readroom_testing::openat2;
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// Under Wine, the root of the machine is a drive.
static PROGRAM: LazyLock<String> = LazyLock::new(|| {
    let program = std::path::absolute(env!("CARGO_BIN_EXE_readroom")).unwrap();
    program.to_str().unwrap().into()
});

/// A directory under its real path.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    /// Writes a script for `sh`.
    #[cfg(unix)]
    fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let script = self.write(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        script
    }

    /// Writes a script that leaves a file next to it when it runs.
    #[cfg(unix)]
    fn trap(&self, name: &str) -> PathBuf {
        self.script(name, "touch \"$0.ran\"\necho readroom 9")
    }

    /// Runs the doctor, without our programs on the path. Returns its output and its status.
    fn doctor(&self, arguments: &[&str]) -> (String, i32) {
        finished(self.command(&PROGRAM).arg("doctor").args(arguments))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("PATH", "/usr/bin:/bin").stdin(Stdio::null());
        command
    }

    /// Checks an entry for the program `readroom` on the path, which begins in `bin`.
    #[cfg(unix)]
    fn on_path(&self, arguments: &[&str]) -> (String, i32) {
        let entry =
            serde_json::json!({ "command": "readroom", "args": ["mcp", "--root", self.path()] });
        let config = serde_json::json!({ "mcpServers": { "name": entry } });
        self.write("config.json", &config.to_string());
        let path = format!("{}:/usr/bin:/bin", self.path().join("bin").display());
        let mut command = self.command(&PROGRAM);
        command.args(["doctor", "--config", "config.json"]).args(arguments).env("PATH", path);
        finished(&mut command)
    }

    /// Writes a configuration with one entry, and checks it.
    fn entry(&self, entry: &Value, arguments: &[&str]) -> (String, i32) {
        let config = serde_json::json!({ "mcpServers": { "name": entry } });
        self.write("config.json", &config.to_string());
        self.doctor(&[&["--config", "config.json"], arguments].concat())
    }
}

fn finished(command: &mut Command) -> (String, i32) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (String::from_utf8([stdout, stderr].concat()).unwrap(), status.code().unwrap())
}

#[derive(Deserialize)]
struct Expected {
    file: String,
    r#as: String,
    /// `None` if it depends on what is installed.
    status: Option<i32>,
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

#[test]
fn a_pattern_that_matches_nothing_is_reported() {
    let project = Project::new();
    project.write("src/a.rs", "");
    let deny = |pattern: &str| project.doctor(&["--deny", pattern]).0;
    for (pattern, start) in [
        ("srcc/**", "srcc"),
        ("/srcc", "srcc"),
        ("src/b/*.rs", "src/b"),
        ("src/a.rs/b", "src/a.rs/b"),
    ] {
        let note = format!("rules: --deny '{pattern}' matches nothing: there is no '{start}'\n");
        assert!(deny(pattern).contains(&note), "{pattern}");
    }
    for pattern in ["src/**", "/src/", "src/a.rs", "srcc", "srcc/", "*.sql", "**/srcc", "[s]rcc/x"]
    {
        assert!(!deny(pattern).contains("rules: "), "{pattern}");
    }
}

#[test]
fn the_configuration_of_every_client_is_understood() {
    let data = readroom_testing::data().join("doctor");
    let text = fs::read_to_string(data.join("expected.json")).unwrap();
    let cases: Vec<Expected> = serde_json::from_str(&text).unwrap();
    let mut problems = Vec::new();
    for case in cases {
        let project = Project::new();
        let root = project.path().display().to_string();
        // As people write it on Windows.
        let root = root.trim_start_matches(r"\\?\");
        let filled = |text: &str| text.replace("{ROOT}", root).replace("{PROGRAM}", &PROGRAM);
        // In JSON and TOML strings, backslashes are escaped; TOML has other quotes, too.
        let once = |text: String| match cfg!(windows) {
            true => text.replace(r"\\", r"\").replace('\'', "\""),
            false => text,
        };
        let [in_root, in_program] = [root, &**PROGRAM].map(|name| name.replace('\\', r"\\"));
        let text = fs::read_to_string(data.join(&case.file)).unwrap();
        let text = text.replace("'{ROOT}'", &format!("'{root}'"));
        let text = text.replace("{ROOT}", &in_root).replace("{PROGRAM}", &in_program);
        project.write(&case.r#as, &text);
        let (printed, status) = project.doctor(&["--config", &case.r#as]);
        let printed = once(printed);
        let is_there = |text: &&String| printed.contains(&once(filled(text)));
        let missing = case.has.iter().filter(|text| !is_there(text));
        let wrong = case.lacks.iter().filter(is_there);
        let told: Vec<_> = missing.map(|text| format!("lacks {text}")).collect();
        let told = [told, wrong.map(|text| format!("has {text}")).collect()].concat().join("\n");
        if !told.is_empty() || case.status.is_some_and(|expected| expected != status) {
            problems.push(format!("{} as {}, {status}:\n{told}\n{printed}", case.file, case.r#as));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_suggested_configuration_is_right() {
    let project = Project::new();
    let wrong = serde_json::json!({ "command": format!("{} --root .", *PROGRAM) });
    let (printed, status) = project.entry(&wrong, &[]);
    assert_eq!(status, 1, "{printed}");
    // It is indented further than the findings and the advice.
    let correct = printed.lines().filter(|line| line.starts_with("            "));
    project.write("mended.json", &correct.collect::<String>());
    let (printed, status) = project.doctor(&["--config", "mended.json"]);
    assert!(printed.contains("name: starts, and offers: read") && status == 0, "{printed}");
}

#[test]
fn arguments_in_one_string_are_a_problem_and_a_space_in_a_name_is_not() {
    let project = Project::new();
    let root = project.path().join("a b");
    fs::create_dir(&root).unwrap();
    let args = |words: Value| serde_json::json!({ "command": *PROGRAM, "args": words });
    let one = args(serde_json::json!([format!("mcp --root {}", root.display())]));
    let (printed, status) = project.entry(&one, &[]);
    assert!(printed.contains("name: the arguments are not valid") && status == 1, "{printed}");
    assert!(printed.contains("→ write each word as a text of its own"), "{printed}");
    let correct = printed.lines().filter(|line| line.starts_with("            "));
    assert!(correct.collect::<String>().contains("a b\""), "{printed}");
    let (printed, status) = project.entry(&args(serde_json::json!(["mcp", "--root", root])), &[]);
    assert!(printed.contains("name: starts, and offers: read") && status == 0, "{printed}");
}

#[test]
fn near_misses_are_reported() {
    let project = Project::new();
    for (command, arguments, remedy) in [
        (&**PROGRAM, &["mcp"][..], "→ add `--root` and the absolute path of the directory to read"),
        (&**PROGRAM, &["mpc", "--root", "."][..], "→ did you mean `mcp`?"),
        (&**PROGRAM, &["mcp", "--root", ".", "--rot"][..], "→ `readroom mcp --help` lists them"),
        (&**PROGRAM, &["--root", "."][..], "→ begin them with `mcp`"),
        ("readrom", &["mcp", "--root", "."][..], "→ did you mean readroom?"),
    ] {
        let entry = serde_json::json!({ "command": command, "args": arguments });
        let (printed, status) = project.entry(&entry, &[]);
        assert!(printed.contains(remedy) && status == 1, "{printed}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_else_is_started() {
    let project = Project::new();
    let ran = |trap: &Path| PathBuf::from(format!("{}.ran", trap.display())).exists();
    let other = project.trap("other");
    for command in [other.display().to_string(), format!("{} mcp --root .", other.display())] {
        let entry = serde_json::json!({ "command": command, "args": ["mcp", "--root", "."] });
        let (printed, status) = project.entry(&entry, &[]);
        assert!(printed.contains("no entry in it starts readroom") && status == 1, "{printed}");
    }
    // It only has our name.
    let namesake = project.trap("bin/readroom");
    let entry =
        serde_json::json!({ "command": namesake, "args": ["mcp", "--root", project.path()] });
    let (printed, status) = project.entry(&entry, &[]);
    assert!(
        printed.contains("neither this program nor the one on PATH") && status == 0,
        "{printed}"
    );
    let link = project.write("links/none", "").with_file_name("readroom");
    symlink(&*PROGRAM, &link);
    let entry = serde_json::json!({
        "command": link,
        "args": ["mcp", "--root", project.path()],
        "env": { "PATH": project.path().join("bin"), "LD_PRELOAD": other },
    });
    let (printed, _) = project.entry(&entry, &[]);
    assert!(printed.contains("name: starts, and offers: read, list, find, search\n"), "{printed}");
    assert!(!ran(&other) && !ran(&namesake));
    // The trap works.
    let (printed, status) = project.on_path(&["--wait", "1min"]);
    assert!(printed.contains("does not serve: it ends without an answer"), "{printed}");
    assert!(status == 1 && ran(&namesake));
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_answer_is_ended() {
    let project = Project::new();
    project.script("bin/readroom", "exec sleep 3600");
    let (printed, status) = project.on_path(&["--wait", "100ms"]);
    assert!(printed.contains("does not serve: it does not answer within 100 ms"), "{printed}");
    assert_eq!(status, 1);
}

#[cfg(unix)]
#[test]
fn a_name_on_the_path_that_is_almost_ours_is_not_started() {
    let project = Project::new();
    let namesake = project.trap("bin/Readroom");
    let entry =
        serde_json::json!({ "command": "Readroom", "args": ["mcp", "--root", project.path()] });
    project.write("config.json", &serde_json::json!({ "mcpServers": { "x": entry } }).to_string());
    let mut command = project.command(&PROGRAM);
    command.env("PATH", project.path().join("bin"));
    let (printed, _) = finished(command.args(["doctor", "--config", "config.json"]));
    assert!(printed.contains("neither this program nor the one on PATH"), "{printed}");
    assert!(!PathBuf::from(format!("{}.ran", namesake.display())).exists());
}

#[cfg(unix)]
#[test]
fn a_report_has_no_secrets_and_a_policy_has_an_end() {
    let project = Project::new();
    let entry = serde_json::json!({
        "command": *PROGRAM,
        "args": ["mcp", "--root", "."],
        "env": { "API_KEY": "sk-SECRET" },
    });
    let (printed, _) = project.entry(&entry, &[]);
    assert!(printed.contains("sets variables") && !printed.contains("SECRET"), "{printed}");
    let endless = serde_json::json!({
        "command": *PROGRAM,
        "args": ["mcp", "--root", project.path(), "--policy", "/dev/zero"],
    });
    let (printed, status) = project.entry(&endless, &[]);
    assert!(printed.contains("the policy '/dev/zero' has more than 1 MiB"), "{printed}");
    assert_eq!(status, 1);
}

#[cfg(unix)]
#[test]
fn the_environment_of_an_entry_is_not_trusted() {
    let project = Project::new();
    let script = format!("[ -z \"$READROOM_PROGRAM\" ] || touch ran\nexec {} \"$@\"", *PROGRAM);
    project.script("bin/readroom", &script);
    let entry = serde_json::json!({
        "command": "readroom",
        "args": ["mcp", "--root", project.path()],
        "env": { "READROOM_PROGRAM": "/none" },
    });
    let config = serde_json::json!({ "mcpServers": { "name": entry } });
    project.write("config.json", &config.to_string());
    let path = format!("{}:/usr/bin:/bin", project.path().join("bin").display());
    let mut command = project.command(&PROGRAM);
    let command = command.args(["doctor", "--config", "config.json"]).env("PATH", &path);
    let (printed, status) = finished(command);
    assert!(
        printed.contains("name: starts, and offers: read, list, find, search\n") && status == 0,
        "{printed}"
    );
    assert!(!project.path().join("ran").exists());
}

#[test]
fn an_entry_cannot_write_a_file() {
    let project = Project::new();
    let log = project.path().join("log");
    let root = project.path();
    for arguments in [
        serde_json::json!(["mcp", "--root", root, "--audit", log]),
        serde_json::json!(["component", log]),
    ] {
        let entry = serde_json::json!({ "command": *PROGRAM, "args": arguments });
        let (printed, _) = project.entry(&entry, &[]);
        assert!(!printed.contains("offers") && !log.exists(), "{printed}");
    }
    let audit = ["--audit", log.to_str().unwrap()];
    let (printed, status) = project.doctor(&audit);
    assert!(!log.exists() && status == 0, "{printed}");
}

#[test]
fn a_bad_file_is_reported_and_does_not_drive_the_terminal() {
    let project = Project::new();
    let large = project.path().join("large.json");
    fs::File::create(&large).unwrap().set_len(8 * 1024 * 1024 + 1).unwrap();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    project.write("deep.json", &deep);
    project.write("deep.toml", &format!("a = {deep}"));
    project.write("prose.json", "Add readroom to your client.");
    project.write("bytes.json", "");
    fs::write(project.path().join("bytes.json"), b"\xff\xfe{\0").unwrap();
    for (file, text, expected) in [
        ("large.json", "it has more than 8 MiB", 2),
        ("none.json", if cfg!(unix) { "No such file" } else { "cannot check 'none.json': " }, 2),
        (".", "it is not a file", 2),
        #[cfg(unix)]
        ("/dev/zero", "it is not a file", 2),
        ("bytes.json", "it is not UTF-8", 2),
        ("deep.json", "it is not JSON: recursion limit exceeded", 1),
        ("deep.toml", "it is not TOML: ", 1),
        ("prose.json", "it is not JSON: expected value at line 1 column 1", 1),
    ] {
        let (printed, status) = project.doctor(&["--config", file]);
        assert!(printed.contains(text) && status == expected, "{file} {status}: {printed}");
    }
    let name = "\x1b]0;title\x07\nok readroom: fine";
    let entry = serde_json::json!({ "command": *PROGRAM, "args": ["mcp", "--root", name, name] });
    let config = serde_json::json!({ "mcpServers": { name: entry } });
    project.write("wild.json", &config.to_string());
    let (printed, _) = project.doctor(&["--config", "wild.json"]);
    assert!(!printed.contains(['\x1b', '\x07']) && !printed.contains("\nok"), "{printed}");
}

#[test]
fn the_machine_is_tried_and_not_only_described() {
    let project = Project::new();
    project.write(".env", "KEY=1\n");
    let (printed, status) = project.doctor(&[]);
    assert_eq!(status, 0, "{printed}");
    // Two of them are links, which the doctor creates on Unix.
    let [guest, host] = if cfg!(unix) { [4, 5] } else { [2, 3] };
    for text in [
        &*format!(
            "guest's wall: tried with files of this machine: one was read by 3 names, and {guest} \
             ways out were refused"
        ),
        &*format!(
            "host's wall: tried without a component in front of it: one file was read, and {host} \
             ways out"
        ),
        "secrets: .env cannot be read: `mcp` never gives the permission",
    ] {
        assert!(printed.contains(&format!("✓ ok      {text}")), "{printed}");
    }
    let (printed, _) = project.doctor(&["--policy", "everything"]);
    assert!(printed.contains("weak    secrets: names in the root that look like"), "{printed}");
    // The directory of the test is gone, and the root is unchanged.
    assert_eq!(fs::read_dir(project.path()).unwrap().count(), 1);
    let scratch = Project::new();
    let run = |folder: &Path| {
        let mut command = project.command(&PROGRAM);
        // Unix has the first one, Windows the second.
        finished(command.arg("doctor").envs(["TMPDIR", "TMP"].map(|name| (name, folder))))
    };
    run(&scratch.path());
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    let (printed, status) = run(Path::new("/none"));
    assert!(printed.contains("weak    walls: not tried") && status == 0, "{printed}");
}

#[test]
fn a_root_to_be_fixed_is_a_problem() {
    let project = Project::new();
    let (printed, status) = project.doctor(&["--root", "none"]);
    assert!(printed.contains("problem root: none cannot be opened") && status == 1, "{printed}");
    project.write(".agentignore", "a\0b");
    let (printed, status) = project.doctor(&[]);
    assert!(printed.contains("problem agentignore: ") && status == 1, "{printed}");
    project.write(".agentignore", "drafts/\n");
    let (printed, status) = project.doctor(&["--no-agentignore"]);
    assert!(printed.contains("weak    agentignore: there is one") && status == 0, "{printed}");
    assert_eq!(project.doctor(&["--limit", "time=none"]).1, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn the_walls_hold_without_openat2_too() {
    let way = openat2::answer_as_told();
    let (printed, status) = Project::new().doctor(&[]);
    assert!(printed.contains("ok      host's wall: tried") && status == 0, "{printed}");
    if way == openat2::AS_IS {
        let name = "doctor::the_walls_hold_without_openat2_too";
        for way in openat2::OTHER_WAYS {
            assert!(openat2::run_again(way, &[name.into(), "--exact".into()]), "{way}");
        }
    }
}
