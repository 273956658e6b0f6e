//! The command line on a terminal: its output and its questions.

#![cfg(target_os = "linux")]

use crate::cli::{readroom, run};
use crate::history::git;
use crate::pty::Terminal;
use std::fs;
use tempfile::TempDir;

fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let lines: String = (1..=60).map(|number| format!("line {number}\n")).collect();
    fs::write(project.path().join("many.txt"), lines).unwrap();
    fs::write(project.path().join("wild.txt"), "\x1b]0;title\x07\u{202e}\nb\n").unwrap();
    fs::write(project.path().join(".env"), "KEY=1\n").unwrap();
    project
}

/// Runs the command on a terminal and types this. Returns what the terminal shows, and the exit
/// status.
fn on_terminal(arguments: &[&str], typed: &str) -> (String, i32) {
    let project = project();
    Terminal::new(project.path()).typing(typed).run(arguments)
}

#[test]
fn the_words_of_the_doctor_have_colors_on_a_terminal() {
    let (seen, status) = on_terminal(&["doctor"], "");
    assert_eq!(status, 0, "{seen}");
    assert!(seen.contains("\x1b[32m✓ ok\x1b[0m      secrets: .env cannot be read"), "{seen}");
}

#[test]
fn nothing_in_a_file_drives_the_terminal() {
    let (seen, _) = on_terminal(&["read", "--color", "never", "wild.txt"], "");
    assert!(seen.contains("\\u{1b}]0;title\\u{7}"), "{seen}");
    let wild = |character: char| character.is_control() && !"\t\n".contains(character);
    assert!(!seen.contains(wild) && !seen.contains('\u{202e}'), "{seen}");
}

#[test]
fn nothing_that_is_asked_about_is_searched_or_shown_in_the_past() {
    let project = project();
    let root = project.path();
    for text in ["KEY=1\n", "KEY=2\n"] {
        fs::write(root.join(".env"), text).unwrap();
        let commands = [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "all"]];
        if commands.iter().any(|command| git(root, command).is_none()) {
            return;
        }
    }
    for (arguments, expected) in [
        (&["diff", "HEAD~1", "HEAD"][..], 0),
        (&["diff", "--counts", "HEAD~1", "HEAD"], 0),
        (&["search", "--hidden", "KEY"], 1),
        (&["search", "--hidden", "--at", "HEAD", "KEY"], 1),
        (&["log", "--files"], 0),
    ] {
        let (seen, status) = Terminal::new(root).run(arguments);
        assert!(!seen.contains("KEY") && !seen.contains(".env"), "{arguments:?} {seen}");
        assert_eq!(status, expected, "{arguments:?} {seen}");
    }
    let read = ["read", "--plain", "--at", "HEAD~1", ".env"];
    for (typed, is_shown) in [("y\n", true), ("n\n", false)] {
        let (seen, _) = Terminal::new(root).typing(typed).run(&read);
        assert_eq!((seen.contains("needs permission"), seen.contains("KEY=1")), (true, is_shown));
    }
}

#[test]
fn definitions_of_names_that_contain_the_pattern_are_reported() {
    let project = project();
    fs::write(project.path().join("a.rs"), "fn total() {}\nfn sub_TOTAL() {}\nfn other() {}\n")
        .unwrap();
    let search = |name| run(readroom(&project).args(["search", "--definitions", name]));
    let (stdout, stderr, status) = search("tota");
    let report = "readroom: no name is exactly this one; names with it: a.rs:1, a.rs:2\n";
    assert_eq!((stdout.as_str(), stderr.as_str(), status), ("", report, 1));
    assert_eq!(search("absent").1, "");
    assert_eq!(search("total").1, "");
}

#[test]
fn an_error_about_a_named_secret_has_the_rule() {
    let project = project();
    let commands = [&["search", "KEY", ".env"][..], &["find", "x", ".env"], &["map", ".env"]];
    for arguments in commands {
        let (_, stderr, _) = run(readroom(&project).args(arguments));
        assert!(stderr.contains("the rule `.env` of 'secrets'"), "{arguments:?} {stderr}");
    }
}

#[test]
fn the_person_is_asked_for_permission() {
    let read = ["call", "--policy", "opencode", "readroom", r#"{"path":".env"}"#];
    let (seen, status) = on_terminal(&read, "y\n");
    let question = "/.env needs permission (the rule `*.env` of the policy). Read it? \
                    [y]es, [a]ll files that this command asks about, [N]o: ";
    assert!(seen.contains("readroom: /") && seen.contains(question), "{seen}");
    assert!(seen.contains("KEY=1"), "{seen}");
    assert_eq!(status, 0);
    for typed in ["\n", "n\n", "what?\n", "\x04"] {
        let (seen, status) = on_terminal(&read, typed);
        assert!(!seen.contains("KEY=1") && seen.contains("permission-denied"), "{seen}");
        assert_eq!(status, 1);
    }
}

#[test]
fn the_answer_for_all_files_is_for_those_of_one_command() {
    let read = ["read", "--plain", ".env", "prod.env"];
    let project = project();
    fs::write(project.path().join("prod.env"), "KEY=2\n").unwrap();
    let run = |typed| Terminal::new(project.path()).typing(typed).run(&read);
    let (seen, status) = run("a\n");
    assert_eq!((seen.matches("Read it?").count(), status), (1, 0), "{seen}");
    assert!(seen.contains("KEY=1") && seen.contains("KEY=2"), "{seen}");
    let (seen, _) = run("y\nn\n");
    assert_eq!(seen.matches("Read it?").count(), 2, "{seen}");
    assert!(seen.contains("KEY=1") && !seen.contains("KEY=2"), "{seen}");
}

#[test]
fn calls_typed_on_a_terminal_ask_no_question() {
    let calls = "{\"path\":\".env\"}\n\x04";
    let (seen, status) = on_terminal(&["call", "--policy", "opencode", "readroom", "-"], calls);
    assert!(seen.contains("permission-denied") && !seen.contains("Read it?"), "{seen}");
    assert_eq!(status, 0);
}

#[test]
fn a_name_cannot_imitate_a_question() {
    let read = ["call", "--policy", "opencode", "pi", r#"{"path":"x\nreadroom: a\t.env"}"#];
    let (seen, _) = on_terminal(&read, "n\n");
    assert!(seen.contains("x\\nreadroom: a\\t.env needs permission ("), "{seen}");
}

#[test]
fn groups_of_lines_are_separated_on_a_terminal() {
    let project = project();
    fs::write(project.path().join("other.txt"), "line 10\nx\ny\nline 50\n").unwrap();
    let terminal = Terminal::new(project.path()).variable("NO_COLOR", "1");
    let (seen, status) = terminal.run(&["search", "-C1", "line (10|50)$"]);
    let expected = "many.txt\n9-line 9\n10:line 10\n11-line 11\n--\n49-line 49\n50:line 50\n\
                    51-line 51\n\nother.txt\n1:line 10\n2-x\n3-y\n4:line 50\n";
    assert_eq!((seen.as_str(), status), (expected, 0));
}

#[test]
fn plain_text_on_a_terminal_has_all_pages() {
    let project = project();
    let lines: String = (1..=12_000).map(|number| format!("{number}\n")).collect();
    fs::write(project.path().join("long.txt"), &lines).unwrap();
    let (seen, status) = Terminal::new(project.path()).run(&["read", "-p", "long.txt"]);
    assert!(seen == lines && status == 0, "{} bytes", seen.len());
    // The drawing is one page, and says where the next one begins.
    let (seen, _) = Terminal::new(project.path()).run(&["read", "long.txt"]);
    assert!(seen.contains("lines 1-2000 of 12000; continue with --start 2001"), "{seen}");
}
