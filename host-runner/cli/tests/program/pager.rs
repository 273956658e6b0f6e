//! The pager of `readroom read`.

#![cfg(target_os = "linux")]

use crate::pty::Terminal;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// Returns a project with a long and a short file, and with a pager `page` that shows its arguments
/// and its input between marks.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let lines: String = (1..=60).map(|number| format!("line {number}\n")).collect();
    fs::write(project.path().join("many.txt"), lines).unwrap();
    fs::write(project.path().join("short.txt"), "one\n").unwrap();
    script(project.path(), "page", "echo \"<$0 $*>\"; cat; echo '</page>'");
    project
}

fn script(directory: &Path, name: &str, text: &str) {
    let file = directory.join(name);
    fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns what a terminal shows of a command with these variables.
fn seen(project: &TempDir, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut terminal = Terminal::new(project.path());
    for (name, value) in variables {
        terminal = terminal.variable(name, value);
    }
    let (seen, status) = terminal.run(&[&["read"], arguments].concat());
    assert_eq!(status, 0, "{seen}");
    seen
}

#[test]
fn long_output_goes_through_the_pager_with_its_notes() {
    let project = project();
    let seen =
        seen(&project, &[("READROOM_PAGER", "./page -x 'a b'")], &["--lines", "59", "many.txt"]);
    assert!(seen.starts_with("<./page -x a b>\n\x1b[2m──────┬"), "{seen}");
    let end = "lines 1-59 of 60; continue with --start 60\x1b[0m\n</page>\n";
    assert!(seen.ends_with(end), "{seen}");
}

#[test]
fn what_fits_on_the_screen_is_not_paged_unless_asked_for() {
    let project = project();
    let pager = [("READROOM_PAGER", "./page")];
    for (arguments, is_paged) in [
        (&["short.txt"][..], false),
        (&["--paging", "always", "short.txt"], true),
        (&["--paging", "never", "many.txt"], false),
        // 19 lines with 4 around them fill 23 of 24 lines, and the prompt has the last one.
        (&["--start", "42", "many.txt"], false),
        (&["--start", "41", "many.txt"], true),
        (&["--plain", "--start", "38", "many.txt"], false),
        (&["--plain", "--start", "37", "many.txt"], true),
        (&["--tool", "pi", "many.txt"], true),
    ] {
        let seen = seen(&project, &pager, arguments);
        assert_eq!(seen.contains("<./page >"), is_paged, "{arguments:?}: {seen}");
    }
}

#[test]
fn the_variables_are_tried_in_order() {
    let project = project();
    let always = ["--paging", "always", "short.txt"];
    for (variables, is_paged) in [
        (&[("READROOM_PAGER", "./page"), ("PAGER", "false")][..], true),
        (&[("PAGER", "./page")], true),
        // An empty one means none.
        (&[("READROOM_PAGER", ""), ("PAGER", "./page")], false),
        (&[("PAGER", "")], false),
    ] {
        let seen = seen(&project, variables, &always);
        assert_eq!(seen.contains("<./page >"), is_paged, "{variables:?}: {seen}");
        assert!(seen.contains(" one\n"), "{variables:?}: {seen}");
    }
}

#[test]
fn less_gets_the_options_that_it_needs() {
    let project = project();
    script(project.path(), "less", "echo \"<less $*>\"; cat");
    let path = format!("{}:{}", project.path().display(), std::env::var("PATH").unwrap());
    let first = |variables: &[(&str, &str)], arguments: &[&str]| {
        let variables = [&[("PATH", &*path)], variables].concat();
        seen(&project, &variables, arguments).lines().next().unwrap().to_string()
    };
    assert_eq!(first(&[], &["many.txt"]), "<less -RFX>");
    assert_eq!(first(&[("PAGER", "less")], &["--paging", "always", "many.txt"]), "<less -RX>");
    assert_eq!(first(&[("PAGER", "less -S")], &["many.txt"]), "<less -S>");
}

#[test]
fn without_the_pager_the_output_is_printed() {
    let project = project();
    let found = seen(&project, &[("PAGER", "no-such-pager")], &["many.txt"]);
    assert!(found.contains("│\x1b[0m line 60\n"), "{found}");
    let message = "readroom: the pager 'no-such-pager' of PAGER cannot be started: ";
    assert!(found.contains(message), "{found}");
    // That there is no `less` is not the user's mistake.
    let found = seen(&project, &[("PATH", "/nowhere")], &["many.txt"]);
    assert!(found.starts_with("\x1b[2m──────┬") && !found.contains("readroom:"), "{found}");
    let found = seen(&project, &[("PAGER", "page 'x")], &["many.txt"]);
    assert!(found.contains("readroom: PAGER is not a command: a quote is not closed"), "{found}");
    assert!(found.contains("│\x1b[0m line 60\n"), "{found}");
}

#[test]
fn a_pager_that_ends_early_is_not_an_error() {
    let project = project();
    // More than a pipe holds.
    fs::write(project.path().join("wide.txt"), format!("{}\n", "x".repeat(999)).repeat(500))
        .unwrap();
    for pager in ["true", "false", "sh -c 'kill $$'"] {
        let variables = [("PAGER", pager)];
        assert_eq!(seen(&project, &variables, &["--start", "5", "wide.txt"]), "", "{pager}");
    }
}

#[test]
fn the_interrupt_key_belongs_to_the_pager() {
    let project = project();
    // A program that the signal ends has no exit status.
    let interrupt = "sh -c 'kill -INT $PPID; echo still here'";
    assert_eq!(seen(&project, &[("PAGER", interrupt)], &["many.txt"]), "still here\n");
}

#[test]
fn errors_come_after_the_pager() {
    let project = project();
    let terminal = Terminal::new(project.path()).variable("PAGER", "./page");
    let (seen, status) = terminal.run(&["read", "none.txt", "many.txt"]);
    assert!(seen.contains("</page>\nreadroom: 'none.txt' does not exist."), "{seen}");
    assert_eq!(status, 1);
    let terminal = Terminal::new(project.path()).variable("PAGER", "./page");
    let (seen, _) = terminal.run(&["read", "--paging", "always", "none.txt"]);
    assert!(seen.starts_with("readroom: 'none.txt' does not exist."), "{seen}");
}
