//! How output that is longer than a terminal goes through a pager.

#![cfg(target_os = "linux")]

use crate::pty::Terminal;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// A pager that marks each line.
const MARKING: &str = "sed s/^/|/";

fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let lines = |count| (1..=count).map(|number| format!("line {number}\n")).collect::<String>();
    fs::write(project.path().join("short.txt"), lines(9)).unwrap();
    fs::write(project.path().join("long.txt"), lines(60)).unwrap();
    fs::write(project.path().join(".env"), "KEY=1\n").unwrap();
    project
}

/// Runs the command with this pager. Returns what the terminal shows, and the exit status.
fn paged(pager: &str, arguments: &[&str]) -> (String, i32) {
    let project = project();
    let terminal = Terminal::new(project.path()).variable("READROOM_PAGER", pager);
    terminal.variable("NO_COLOR", "1").run(arguments)
}

#[test]
fn output_longer_than_the_screen_goes_through_the_pager() {
    for arguments in [&["read", "long.txt"][..], &["read", "-p", "long.txt"], &["search", "line"]] {
        let (seen, status) = paged(MARKING, arguments);
        assert!(seen.lines().all(|line| line.starts_with('|')) && status == 0, "{seen}");
        assert!(seen.contains("line 60"), "{seen}");
    }
    for arguments in [&["read", "short.txt"][..], &["list"], &["find", "*"]] {
        let (seen, status) = paged(MARKING, arguments);
        assert!(!seen.contains('|') && seen.contains("short.txt") && status == 0, "{seen}");
    }
}

#[test]
fn options_decide_and_json_and_servers_have_no_pager() {
    for (arguments, is_paged) in [
        (&["read", "--paging", "always", "short.txt"][..], true),
        (&["read", "-P", "--paging", "always", "short.txt"], true),
        (&["read", "--paging", "always", "-P", "long.txt"], false),
        (&["read", "--paging", "never", "long.txt"], false),
        (&["search", "-P", "line"], false),
        (&["search", "--paging", "always", "--json", "line"], false),
        (&["tools"], false),
    ] {
        let (seen, status) = paged(MARKING, arguments);
        assert_eq!((seen.starts_with('|'), status), (is_paged, 0), "{arguments:?}: {seen}");
    }
    let project = project();
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    command.args(["read", "--paging", "always", "long.txt"]).current_dir(project.path());
    let output = command.env("READROOM_PAGER", MARKING).output().unwrap();
    assert!(output.stdout.starts_with(b"1\tline 1\n"));
}

#[test]
fn less_gets_options_before_those_of_the_user() {
    let project = project();
    // It prints its arguments instead.
    std::os::unix::fs::symlink("/bin/echo", project.path().join("less")).unwrap();
    for (pager, arguments, expected) in [
        ("./less -S", &["read", "-p", "long.txt"][..], "-R -F -X -K -S\n"),
        ("./less", &["read", "-p", "--paging", "always", "short.txt"], "-R -K\n"),
    ] {
        let terminal = Terminal::new(project.path()).variable("READROOM_PAGER", pager);
        assert_eq!(terminal.run(arguments), (expected.into(), 0));
    }
}

#[test]
fn an_unusable_pager_is_reported_after_the_output() {
    for (pager, report) in [
        ("no-such-pager -x", "readroom: the pager 'no-such-pager' does not start: "),
        (env!("CARGO_BIN_EXE_readroom"), "readroom: the pager is readroom itself; set"),
    ] {
        let (seen, status) = paged(pager, &["read", "-p", "long.txt"]);
        assert!(seen.starts_with("line 1\nline 2\n") && status == 0, "{seen}");
        assert!(
            seen.contains("line 60\n") && seen.lines().last().unwrap().contains(report),
            "{seen}"
        );
    }
}

#[test]
fn a_pager_that_is_left_early_ends_the_command_quietly() {
    let project = project();
    fs::write(project.path().join("long.txt"), "line\n".repeat(100_000)).unwrap();
    let terminal = Terminal::new(project.path()).variable("READROOM_PAGER", "head -n 1");
    let (seen, status) = terminal.run(&["read", "-p", "long.txt", "none.txt"]);
    assert_eq!((seen.as_str(), status), ("line\n", 0));
}

#[test]
fn messages_and_questions_come_after_the_pager() {
    let (seen, status) = paged(MARKING, &["read", "-p", "none.txt", "long.txt"]);
    let last = seen.lines().last().unwrap();
    assert!(last.starts_with("readroom: 'none.txt'") && status == 1, "{seen}");

    let project = project();
    let terminal = Terminal::new(project.path()).variable("READROOM_PAGER", MARKING).typing("y\n");
    let (seen, status) = terminal.run(&["read", "-p", "long.txt", ".env"]);
    let at = |text: &str| seen.find(text).unwrap_or_else(|| panic!("{text}: {seen}"));
    assert!(at("|line 60\n") < at("Read it?") && at("Read it?") < at("KEY=1"), "{seen}");
    assert_eq!(status, 0);
}
