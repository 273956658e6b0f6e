//! Arguments on the command line of `readroom read`, and typos in them.

use crate::cli::{project, readroom, run, runs};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

#[test]
fn read_takes_a_range_of_lines() {
    for (arguments, printed) in [
        (&["--start", "2", "--end", "3"][..], "2\ttwo\n3\tthree\n"),
        (&["--end", "2"], "1\tone\n2\ttwo\n"),
        (&["--start", "2", "--end", "4000000000"], "2\ttwo\n3\tthree\n"),
    ] {
        let (stdout, stderr, status) = runs(&[&["read", "src/abc.txt"], arguments].concat());
        assert_eq!((stdout.as_str(), status), (printed, 0), "{arguments:?}: {stderr}");
    }
    for (arguments, message) in [
        (&["--start", "3", "--end", "2"][..], "the last line, 2, is before the first, 3"),
        (&["--end", "3", "--lines", "1"], "cannot be used with"),
    ] {
        let (stdout, stderr, status) = runs(&[&["read", "src/abc.txt"], arguments].concat());
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

/// Returns the output of `read -` with further arguments about this standard input.
fn piped(arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let project = project();
    let mut command = readroom(&project);
    command.args(["read", "-"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    // It may exit before it has read all.
    let _ = writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

#[test]
fn read_takes_standard_input_for_a_file() {
    assert_eq!(piped(&[], b"one\ntwo\n"), ("1\tone\n2\ttwo\n".into(), String::new(), 0));
    assert_eq!(piped(&["--plain", "--start", "2"], b"one\ntwo\n").0, "two\n");
    assert_eq!(piped(&[], b"").1, "readroom: the file is empty\n");
    let answer: Value = serde_json::from_str(&piped(&["--json"], b"one\n").0).unwrap();
    assert_eq!((&answer["path"], &answer["body"]["content"]), (&json!("-"), &json!("one\n")));
    let (_, stderr, status) = piped(&["a.txt"], b"one\n");
    assert!(stderr.contains("`-`, is read alone") && status == 2, "{stderr}");
    let (_, stderr, status) = piped(&[], &vec![b'\n'; (64 << 20) + 1]);
    assert!(stderr.contains("more than 64 MiB; write it to a file") && status == 2, "{stderr}");
    // A file of that name has a path with a directory.
    let project = project();
    fs::write(project.path().join("-"), "here\n").unwrap();
    assert_eq!(run(readroom(&project).args(["read", "./-"])).0, "1\there\n");
}

#[test]
fn mistyped_options_and_commands_get_a_suggestion() {
    for (arguments, tip) in [
        (&["read", "--lnes", "3", "a"][..], "a similar argument exists: '--lines'"),
        (&["mcp", "--tols", "pi"], "a similar argument exists: '--tool'"),
        (&["reed", "a"], "a similar subcommand exists: 'read'"),
        (&["read", "--view", "outlin", "a"], "a similar value exists: 'outline'"),
        (&["grep", "-rn", "a"], "tip: use 'readroom search PATTERN'"),
        (&["rg", "a"], "tip: use 'readroom search PATTERN'"),
        (&["cat", "a"], "tip: use 'readroom read FILE'"),
        (&["head", "a"], "tip: use 'readroom read --lines 10 FILE'"),
        (&["tail", "a"], "tip: use 'readroom read --tail 10 FILE'"),
        (&["ls"], "tip: use 'readroom list'"),
        (&["tree"], "tip: use 'readroom list --depth 2'"),
        (&["fd", "a"], "tip: use 'readroom find '*.rs''"),
        (&["diff", "--cached"], "tip: write 'HEAD index' for what is staged"),
        (&["diff", "--stat"], "tip: use '--counts'"),
        (&["log", "--oneline"], "tip: each commit is one line anyway"),
        (&["log", "--all"], "tip: name a branch, as in 'readroom log main'"),
        (&["log", "-p"], "tip: 'readroom diff --at REV' prints the patch of a commit"),
        (&["log", "--grep", "a"], "tip: use '--message'"),
        (&["search", "-rn", "a"], "tip: directories are searched anyway"),
        (&["list", "-R"], "tip: use '--depth'"),
        (&["read", "--mask", "secret", "a"], "write '--mask secrets', or '/secret' for a file"),
        (&["call", "readrom", "{}"], "there is no tool 'readrom'; did you mean 'readroom'?"),
        (&["tools", "serch"], "did you mean 'readroom:search'?"),
        (&["tools", "search"], "did you mean 'readroom:search'?"),
        (&["call", "kimi_cli", "{}"], "did you mean 'kimi-cli'?"),
        (&["tools", "nobody"], "there is no tool 'nobody'; the tools are readroom"),
    ] {
        let (_, stderr, status) = runs(arguments);
        assert_eq!((stderr.contains(tip), status), (true, 2), "{stderr}");
    }
    for arguments in [&["read", "--lnes", "a"][..], &["read", "--xyz", "a"], &["read", "-5", "a"]] {
        let (_, stderr, status) = runs(arguments);
        assert_eq!((stderr.contains("as a value"), status), (false, 2), "{stderr}");
    }
}
