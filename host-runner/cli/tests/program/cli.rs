//! The command line as a user or another program uses it.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Returns a project with a few files.
pub fn project() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("src")).unwrap();
    fs::write(directory.path().join("src/abc.txt"), "one\ntwo\nthree\n").unwrap();
    fs::write(directory.path().join("many.txt"), "x\n".repeat(2001)).unwrap();
    directory
}

pub fn readroom(project: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    command.current_dir(project.path());
    command
}

/// Returns standard output, standard error and the exit status.
pub fn run(command: &mut Command) -> (String, String, i32) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), status.code().unwrap())
}

pub fn runs(arguments: &[&str]) -> (String, String, i32) {
    run(readroom(&project()).args(arguments))
}

#[test]
fn read_prints_the_file_numbered() {
    let printed = "1\tone\n2\ttwo\n3\tthree\n";
    assert_eq!(runs(&["read", "src/abc.txt"]), (printed.into(), String::new(), 0));
    let (stdout, _, _) = run(readroom(&project()).args(["read", "--root", "src", "abc.txt"]));
    assert_eq!(stdout, printed);
}

#[test]
fn read_prints_a_part_and_says_how_to_continue() {
    let (stdout, stderr, status) = runs(&["read", "--start", "2", "--lines", "1", "src/abc.txt"]);
    assert_eq!((stdout.as_str(), status), ("2\ttwo\n", 0));
    assert_eq!(stderr, "readroom: lines 2-2 of 3; continue with --start 3\n");
    let (stdout, stderr, _) = runs(&["read", "--tail", "1", "src/abc.txt"]);
    assert_eq!((stdout.as_str(), stderr.as_str()), ("3\tthree\n", ""));
    let (stdout, stderr, _) = runs(&["read", "many.txt"]);
    assert_eq!((stdout.lines().count(), stderr.as_str()), (2001, ""));
}

#[test]
fn read_counts_the_last_lines_of_a_large_file_from_the_end() {
    let project = project();
    let mut large = "x\n".repeat(16 * 1024 * 1024 + 1);
    large.push_str("y\nz\n");
    fs::write(project.path().join("large.txt"), large).unwrap();
    let tail =
        |lines: &[&str]| run(readroom(&project).args(["read", "large.txt", "--tail"]).args(lines));
    let told = "readroom: the file is large; its lines are counted from the end\n";
    assert_eq!(tail(&["2"]), ("-2\ty\n-1\tz\n".into(), told.into(), 0));
    let told = "readroom: lines -2 to -2, counted from the end; continue with --tail 1\n";
    assert_eq!(tail(&["2", "--lines", "1"]), ("-2\ty\n".into(), told.into(), 0));
}

#[test]
fn read_takes_lines_after_a_path() {
    let project = project();
    fs::write(project.path().join("many.txt:7"), "literal\n").unwrap();
    let read = |arguments: &[&str]| run(readroom(&project).arg("read").args(arguments));
    for path in ["src/abc.txt:2-2", "src/abc.txt#L2-L2"] {
        let (stdout, stderr, status) = read(&[path]);
        assert_eq!((stdout.as_str(), status), ("2\ttwo\n", 0), "{path}: {stderr}");
    }
    assert_eq!(read(&["src/abc.txt:2:1"]).0, "2\ttwo\n3\tthree\n");
    // The literal name takes precedence, where a file can have it.
    #[cfg(unix)]
    assert_eq!(read(&["many.txt:7"]).0, "1\tliteral\n");
    let (stdout, _, status) = read(&["--json", "src/abc.txt:3", "many.txt:7"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&answer["files"][0]["body"]["first"], status), (&json!(3), 0));
    #[cfg(unix)]
    assert_eq!(answer["files"][1]["body"]["content"], "literal\n");
    // Options give the lines, too.
    let (_, stderr, status) = read(&["--start", "1", "src/abc.txt:2"]);
    assert!(stderr.contains("Did you mean 'src/abc.txt', line 2?"), "{stderr}");
    assert_eq!(status, 1);
}

#[test]
fn read_takes_a_definition_after_a_path() {
    let project = project();
    let code = "class Cart:\n    def add(self):\n        pass\n\n    def clear(self):\n        0\n";
    fs::write(project.path().join("cart.py"), code).unwrap();
    let read = |arguments: &[&str]| run(readroom(&project).arg("read").args(arguments));
    let (stdout, stderr, status) = read(&["--plain", "cart.py#Cart.add"]);
    assert_eq!((stdout.as_str(), status), ("    def add(self):\n        pass\n", 0), "{stderr}");
    let (_, stderr, status) = read(&["cart.py#missing"]);
    assert!(stderr.contains("missing") && status == 1, "{stderr}");
    let (_, stderr, _) = read(&["--blame", "cart.py#Cart.add"]);
    assert!(stderr.contains("as in cart.py:1-40"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_root_is_also_known_by_the_name_that_the_shell_has_for_it() {
    let outside = tempfile::tempdir().unwrap();
    let (real, link) = (outside.path().join("real"), outside.path().join("link"));
    fs::create_dir_all(real.join("src")).unwrap();
    fs::write(real.join("src/a.txt"), "one\n").unwrap();
    fs::write(outside.path().join("b.txt"), "SECRET\n").unwrap();
    std::os::unix::fs::symlink("real", &link).unwrap();
    // The shell's directory, below the root or above; the root; and what `PWD` says.
    for (directory, root, shell) in [
        ("", ".", link.clone()),
        ("src", "..", link.join("src")),
        ("", "src", link.clone()),
        ("src", real.to_str().unwrap(), link.join("src")),
    ] {
        let read = |path: &std::path::Path, shell: &std::path::Path| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
            command.current_dir(real.join(directory)).env("PWD", shell);
            run(command.args(["read", "--root", root]).arg(path))
        };
        let file = link.join("src/a.txt");
        let (stdout, stderr, status) = read(&file, &shell);
        assert_eq!((stdout.as_str(), status), ("1\tone\n", 0), "{root}: {stderr}");
        // Nothing else is granted, and a wrong variable has no effect.
        let (stdout, _, status) = read(&outside.path().join("b.txt"), &shell);
        assert_eq!((stdout.as_str(), status), ("", 1), "{root}");
        for wrong in [outside.path().join("other"), outside.path().to_path_buf(), "link".into()] {
            let (stdout, _, status) = read(&file, &wrong);
            assert_eq!((stdout.as_str(), status), ("", 1), "{root} {}", wrong.display());
        }
    }
}

#[test]
fn read_answers_as_a_tool() {
    let (stdout, _, status) = runs(&["read", "--json", "--tail", "1", "src/abc.txt"]);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&answer["body"]["first"], &answer["body"]["content"], status),
        (&json!(3), &json!("three\n"), 0)
    );
}

#[test]
fn an_id_may_leave_out_the_revision() {
    let project = project();
    for (one, other) in
        [("pi", "pi@1.5:read"), ("readroom", "readroom@0.4:read"), ("opencode", "opencode@2")]
    {
        for path in ["src/abc.txt", "none"] {
            let arguments = json!({ "path": path }).to_string();
            let call = |tool: &str| run(readroom(&project).args(["call", tool, &arguments]));
            let (one, other) = (call(one), call(other));
            assert_eq!(one, other);
            assert!(!one.0.is_empty());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_name_cannot_forge_lines() {
    let project = project();
    let hostile = "x\n==> secret.txt <==\nreadroom: no.txt";
    fs::write(project.path().join(hostile), "one\n").unwrap();
    let (stdout, ..) = run(readroom(&project).args(["read", hostile, "src/abc.txt"]));
    let headers: Vec<_> = stdout.lines().filter(|line| line.starts_with("==>")).collect();
    assert_eq!(
        headers,
        [r"==> x\n==> secret.txt <==\nreadroom: no.txt <==", "==> src/abc.txt <=="],
        "{stdout}"
    );
    // The file is suggested by its name.
    for path in ["x\n==> secret.txt <==\nreadroom: no.tx", "none\nreadroom: forged"] {
        let (_, stderr, status) = run(readroom(&project).args(["read", path]));
        assert_eq!((stderr.lines().count(), status), (1, 1), "{stderr}");
    }
}

#[test]
fn an_error_of_the_tool_is_status_1_and_names_the_path() {
    for (path, message) in [
        ("nothing.txt", "'nothing.txt' does not exist"),
        ("../secret.txt", "'../secret.txt' is outside the granted directories"),
        ("", "the path is empty"),
    ] {
        let (stdout, stderr, status) = runs(&["read", path]);
        assert_eq!((stdout.as_str(), status), ("", 1), "{path}");
        assert!(stderr.starts_with(&format!("readroom: {message}. ")), "{stderr}");
    }
    let (stdout, stderr, status) = runs(&["call", "readroom", r#"{"path":"nothing.txt"}"#]);
    assert_eq!((stderr.as_str(), status), ("", 1));
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap()["error"]["code"], "not-found");
}

#[test]
fn a_failure_of_the_host_is_status_2_and_says_what_to_do() {
    for (arguments, message) in [
        (&["read", "--root", "nowhere", "a"][..], "cannot open the directory 'nowhere'"),
        (
            &["read", "--root", "many.txt", "a"],
            "'many.txt' is not a directory; grant the directory it is in",
        ),
        (&["read", "--cwd", "nowhere", "a"], "cannot open the directory './nowhere'"),
        (&["read", "--cwd", "many.txt", "a"], "'./many.txt' is not a directory"),
        (
            &["read", "--cwd", "..", "a"],
            "outside the granted directories; name one inside the root",
        ),
        (&["read", "--cwd", "/", "a"], "outside the granted directories; name one inside the root"),
        (&["read", "--grant", "nowhere", "a"], "cannot open the directory 'nowhere'"),
        (
            &["call", "nobody", "{}"],
            "there is no tool 'nobody'; the tools are readroom@0.4:read, readroom@0.4:list",
        ),
        (
            &["call", "pi@9", "{}"],
            "there is no tool 'pi@9'; did you mean 'pi@0'? The tools are readroom@0.4:read",
        ),
        (&["call", "nobody", "-"], "there is no tool 'nobody'; the tools are readroom@0.4:read"),
        (&["tools", "nobody"], "there is no tool 'nobody'; the tools are readroom@0.4:read"),
        (&["read", "--start", "0", "a"], "--start"),
        (&["read", "--start", "1", "--tail", "1", "a"], "--tail"),
        (&["component", "nowhere/readroom.wasm"], "cannot write 'nowhere/readroom.wasm'"),
        (&["read"], "PATH"),
        (&[], "Usage"),
    ] {
        let (stdout, stderr, status) = runs(arguments);
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        let is_told = stderr.replace('\\', "/").contains(message);
        assert!(is_told, "{arguments:?}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_instead_of_a_directory_is_not_a_directory() {
    let project = project();
    assert!(Command::new("mkfifo").arg(project.path().join("pipe")).status().unwrap().success());
    for arguments in [["--root", "pipe"], ["--grant", "pipe"], ["--cwd", "pipe"]] {
        let (_, stderr, status) = run(readroom(&project).args(["read", "a"]).args(arguments));
        assert_eq!((stderr.contains("is not a directory"), status), (true, 2), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    for device in ["null", "zero", "random", "tty"] {
        let (stdout, stderr, status) = runs(&["read", "--root", "/dev", device]);
        let expected = format!("readroom: '{device}' is a pipe, socket or device. ");
        assert_eq!(
            (stdout.as_str(), stderr.starts_with(&expected), status),
            ("", true, 1),
            "{stderr}"
        );
    }
    let (stdout, _, _) = runs(&["call", "--root", "/dev", "mycodeagent", r#"{"path":"zero"}"#]);
    assert!(stdout.contains("Path 'zero' is not a regular file."), "{stdout}");
}

#[test]
fn a_closed_standard_error_changes_nothing() {
    let project = project();
    for (arguments, expected) in
        [(["read", "nothing"], 1), (["read", "many.txt"], 0), (["read", "--root=no"], 2)]
    {
        let mut command = readroom(&project);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = command.args(arguments).stdout(Stdio::null()).stderr(writer).status().unwrap();
        assert_eq!(status.code(), Some(expected), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_not_unicode_differ_from_missing_ones() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let project = project();
    let name = OsStr::from_bytes(b"bad\xff.txt");
    fs::write(project.path().join(name), "x\n").unwrap();
    std::os::unix::fs::symlink(name, project.path().join("link")).unwrap();
    let (_, stderr, status) = run(readroom(&project).arg("read").arg(name));
    assert_eq!((stderr.contains("not Unicode"), status), (true, 2), "{stderr}");
    let (_, stderr, status) = run(readroom(&project).args(["read", "link"]));
    assert_eq!(
        (stderr.contains("'link' leads to a name that is not Unicode"), status),
        (true, 1),
        "{stderr}"
    );
    let arguments = OsStr::from_bytes(b"{\"path\":\"bad\xff.txt\"}");
    let (stdout, _, status) = run(readroom(&project).args(["call", "readroom"]).arg(arguments));
    assert_eq!((stdout.contains("invalid-argument"), status), (true, 1), "{stdout}");
    fs::create_dir(project.path().join(name).with_extension("d")).unwrap();
    let root = project.path().join(name).with_extension("d");
    let (_, stderr, status) = run(readroom(&project).args(["read", "a", "--root"]).arg(root));
    assert_eq!((stderr.contains("is not Unicode"), status), (true, 2), "{stderr}");
}

#[test]
fn a_stream_of_calls_is_answered_line_by_line() {
    let project = project();
    let mut child = readroom(&project)
        .args(["call", "readroom", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let long = format!("{{\"path\":\"{}\"}}", "a".repeat(200_000));
    for (line, expected) in [
        (&br#"{"path":"src/abc.txt","lines":1}"#[..], "one\n"),
        (b"", "invalid-argument"),
        (b"no json", "invalid-argument"),
        (b"{\"path\":\"\xff\"}", "invalid-argument"),
        (long.as_bytes(), "invalid-argument"),
        (br#"{"path":"nothing"}"#, "not-found"),
        (b"{\"path\":\"src/abc.txt\",\"start\":-1}\r", "three\n"),
    ] {
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
        // The answer comes before the next line is sent.
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        let given =
            answer["body"]["content"].as_str().or(answer["error"]["code"].as_str()).unwrap();
        assert_eq!(given, expected, "{}", String::from_utf8_lossy(&line[..line.len().min(100)]));
    }
    input.write_all(br#"{"path":"src/abc.txt","start":2}"#).unwrap();
    drop(input);
    assert!(answers.next().unwrap().unwrap().contains("two"), "the last line needs no end");
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let project = project();
    let mut child = readroom(&project)
        .args(["call", "readroom", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may have exited before it read all this.
    let _ = input.write_all("{\"path\":\"many.txt\"}\n".repeat(100).as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()),
        (Some(0), "")
    );
}

#[test]
fn tools_are_json_and_complete() {
    let (stdout, _, status) = runs(&["tools"]);
    let tools: Value = serde_json::from_str(&stdout).unwrap();
    let ids: Vec<_> =
        tools.as_array().unwrap().iter().map(|tool| tool["id"].as_str().unwrap()).collect();
    let known = readroom::tools().unwrap();
    assert_eq!((ids, status), (known.iter().map(|tool| &*tool.id).collect(), 0));
    for tool in tools.as_array().unwrap() {
        for text in ["name", "description", "snippet", "release", "basis"] {
            assert!(
                tool[text].as_str().is_some_and(|text| !text.is_empty()),
                "{tool} has no {text}"
            );
        }
        let guidelines = tool["guidelines"].as_array().unwrap();
        // pi's other tools have none.
        let is_of_pi = tool["id"].as_str().unwrap().starts_with("pi@1.5:");
        assert!(!guidelines.is_empty() || is_of_pi, "{tool}");
    }
    let (stdout, _, _) = runs(&["tools", "mycodeagent"]);
    let tools: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(tools[0]["name"], "Read");
    assert_eq!(tools[0]["parameters"]["properties"]["limit"]["maximum"], 2000);
    assert_eq!(tools.as_array().unwrap().len(), 1);
    for tool in readroom_testing::tools::TOOLS.iter() {
        let (newest, status) = (runs(&["tools", &tool.newest()]).0, runs(&["tools", tool.id]).2);
        assert!(newest.contains(&format!("\"id\": \"{}\"", tool.id)) && status == 0, "{newest}");
    }
}

#[test]
fn the_component_comes_out_as_it_is_run() {
    let project = project();
    let (_, _, status) = run(readroom(&project).args(["component", "readroom.wasm"]));
    assert_eq!(status, 0);
    assert!(fs::read(project.path().join("readroom.wasm")).unwrap() == readroom::component());
}

#[test]
fn a_policy_decides_and_asks_only_on_a_terminal() {
    let project = project();
    fs::write(project.path().join(".env"), "KEY=1\n").unwrap();
    fs::write(project.path().join("policy.json"), r#"{"read": {"*": "allow", "*.env": "deny"}}"#)
        .unwrap();
    fs::write(project.path().join("bad.json"), r#"{"read": "perhaps"}"#).unwrap();
    for policy in ["opencode", "policy.json"] {
        let arguments = ["call", "--policy", policy, "readroom", r#"{"path":".env"}"#];
        let (stdout, _, status) = run(readroom(&project).args(arguments));
        assert!(stdout.contains("permission-denied") && status == 1, "{policy}: {stdout}");
    }
    let (_, stderr, status) =
        run(readroom(&project).args(["read", "--policy", "bad.json", ".env"]));
    assert!(stderr.contains("bad.json") && stderr.contains("perhaps") && status == 2, "{stderr}");
}

/// Returns what `read` with further arguments prints on standard error: nothing if it prints the
/// file.
fn denial(project: &TempDir, path: &str, arguments: &[&str]) -> String {
    let (stdout, stderr, status) = run(readroom(project).arg("read").args(arguments).arg(path));
    assert_eq!(status, i32::from(stdout.is_empty()), "{stderr}");
    stderr
}

#[test]
fn secrets_are_asked_about_by_default() {
    let project = project();
    fs::write(project.path().join(".env"), "KEY=1\n").unwrap();
    let by_default = denial(&project, ".env", &[]);
    assert!(
        by_default.contains("denied by the rule `.env` of 'secrets' (ask: there was no answer)"),
        "{by_default}"
    );
    for allowing in [
        &["--policy", "everything"][..],
        &["--allow", ".env"],
        &["--allow", "*.e*", "--allow", "b"],
    ] {
        assert_eq!(denial(&project, ".env", allowing), "", "{allowing:?}");
    }
    // Deny takes precedence over ask, and ask over allow.
    for (arguments, why) in [
        (&["--deny", "/src/", "--allow", "src/"][..], "denied by the rule `/src/` of the policy"),
        (
            &["--ask", "*.txt", "--allow", "*"],
            "denied by the rule `*.txt` of the policy (ask: there was no answer)",
        ),
        (&["--deny", "abc.txt", "--ask", "*.txt"], "denied by the rule `abc.txt` of the policy"),
    ] {
        let told = denial(&project, "src/abc.txt", arguments);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
    let (_, stderr, status) =
        run(readroom(&project).args(["read", "--deny", "[[:a:]]", "many.txt"]));
    assert!(stderr.contains("'[[:a:]]' cannot be used") && status == 2, "{stderr}");
    let arguments = ["call", "pi", r#"{"path":".env"}"#];
    let (stdout, stderr, status) = run(readroom(&project).args(arguments));
    assert!(!stdout.contains("secrets") && status == 1, "{stdout}");
    assert!(
        stderr.contains(
            "/.env' was denied by the rule `.env` of 'secrets' (ask: there was no answer)"
        ),
        "{stderr}"
    );
}

#[test]
fn a_projects_own_list_counts_and_its_errors_are_reported() {
    let project = project();
    fs::write(project.path().join(".agentignore"), "src/\n[[:a:]]\n").unwrap();
    let told = denial(&project, "many.txt", &["--policy", "everything"]);
    assert!(
        told.contains(
            "nothing can be read until it is corrected: line 2 is not a pattern: there is no"
        ),
        "{told}"
    );
    fs::write(project.path().join(".agentignore"), "src/\n").unwrap();
    let told = denial(&project, "src/abc.txt", &["--policy", "everything"]);
    assert!(told.contains("denied by the rule `src/` of '.agentignore'"), "{told}");
    assert_eq!(denial(&project, "src/abc.txt", &["--no-agentignore"]), "");
    fs::write(project.path().join(".agentignore"), "x".repeat(64 * 1024 + 1)).unwrap();
    let told = denial(&project, "src/abc.txt", &[]);
    assert!(
        told.contains(
            "'.agentignore' cannot be used, so nothing can be read until it is corrected: it is \
             larger"
        ),
        "{told}"
    );
}

#[test]
fn a_home_directory_is_a_name() {
    let project = project();
    let home = project.path().to_str().unwrap();
    fs::write(project.path().join("at-home.txt"), "here\n").unwrap();
    let arguments = ["call", "--home", home, "pi", r#"{"path":"~/at-home.txt"}"#];
    let (stdout, _, status) = run(readroom(&project).args(arguments));
    assert!(stdout.contains("here") && status == 0, "{stdout}");
    let (_, stderr, status) = run(readroom(&project).args(["read", "--home", "", "at-home.txt"]));
    assert!(stderr.contains("absolute path") && status == 2, "{stderr}");
}

/// The pool reserves 64 times 4 GiB of address space, one instance alone 4 GiB.
#[cfg(target_os = "linux")]
#[test]
fn a_process_without_addresses_for_the_pool_answers() {
    use std::process::Command;
    let project = tempfile::tempdir().unwrap();
    std::fs::write(project.path().join("a.txt"), "one\n").unwrap();
    let limited = "ulimit -v 16777216 && exec \"$0\" read a.txt";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_readroom")])
        .current_dir(project.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\tone\n");
}

#[test]
fn every_read_is_logged() {
    let project = project();
    let log = project.path().join("audit.jsonl");
    let run = |arguments: &[&str]| {
        let (_, stderr, status) = run(readroom(&project).args(arguments));
        (status, stderr)
    };
    assert_eq!(run(&["read", "--audit", "audit.jsonl", "src/abc.txt"]), (0, String::new()));
    assert_eq!(run(&["call", "--audit", "audit.jsonl", "pi", r#"{"path": "b.txt"}"#]).0, 1);
    let log = fs::read_to_string(log).unwrap();
    let records: Vec<Value> =
        log.lines().map(|record| serde_json::from_str(record).unwrap()).collect();
    assert_eq!(
        (&records[0]["outcome"], &records[1]["outcome"]),
        (&json!("answered"), &json!("refused"))
    );
    if cfg!(target_os = "linux") {
        let (status, stderr) = run(&["read", "--audit", "/dev/full", "src/abc.txt"]);
        assert_eq!(status, 0);
        assert!(
            stderr.starts_with("readroom: records for '/dev/full' are lost: no space left"),
            "{stderr}"
        );
        let (status, stderr) =
            run(&["read", "--audit", "/dev/full", "--audit-or-stop", "src/abc.txt"]);
        assert_eq!(status, 2);
        assert!(
            stderr.contains("the audit log '/dev/full' cannot be written: no space left"),
            "{stderr}"
        );
        // Reading its own output, it would wait forever.
        let mut child = readroom(&project)
            .args(["call", "--audit", "/dev/stdin", "pi", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr.contains("it is standard input"), "{stderr}");
    }
}
