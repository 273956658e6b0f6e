//! How `readroom read` draws files on a terminal.

#![cfg(target_os = "linux")]

use crate::pty::Terminal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Returns a directory with one file.
fn with_file(name: &str, content: &[u8]) -> TempDir {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join(name), content).unwrap();
    project
}

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/documents/project")
}

/// Returns what is drawn without colors, on 40 columns.
fn drawn(directory: &Path, arguments: &[&str]) -> String {
    let terminal = Terminal::new(directory).variable("NO_COLOR", "1").size(40, 200);
    let (seen, status) = terminal.run(&[&["read"], arguments].concat());
    assert_eq!(status, 0, "{seen}");
    seen
}

#[test]
fn a_file_has_a_header_and_numbers_and_notes() {
    let project = with_file("a.txt", b"one\n\ttwo\n\nfour");
    let whole = "\
──────┬─────────────────────────────────
      │ a.txt  4 lines, 14 bytes
──────┼─────────────────────────────────
    1 │ one
    2 │     two
    3 │
    4 │ four
──────┴─────────────────────────────────
";
    assert_eq!(drawn(project.path(), &["a.txt"]), whole);
    let part = drawn(project.path(), &["--start", "2", "--lines", "1", "a.txt"]);
    let end = "    2 │     two\n──────┴─────────────────────────────────\n\
               lines 2-2 of 4; continue with --start 3\n";
    assert!(part.ends_with(end), "{part}");
}

#[test]
fn a_width_that_no_terminal_has_is_ignored() {
    let project = with_file("a.txt", b"one\n");
    for columns in ["18446744073709551615", "50000000", "0", "x"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        command.args(["read", "--color", "always", "a.txt"]).current_dir(project.path());
        let output = command.env("COLUMNS", columns).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && printed.len() < 2000, "{columns}: {printed}");
    }
}

#[test]
fn long_lines_are_wrapped_next_to_the_gutter() {
    let project =
        with_file("a.txt", format!("{}\n{}\n", "x".repeat(40), "日".repeat(20)).as_bytes());
    let seen = drawn(project.path(), &["a.txt"]);
    let rows = format!(
        "    1 │ {}\n      │ {}\n    2 │ {}\n      │ {}\n",
        "x".repeat(32),
        "x".repeat(8),
        "日".repeat(16),
        "日".repeat(4)
    );
    assert!(seen.contains(&rows), "{seen}");
}

#[test]
fn several_files_are_drawn_one_after_the_other_and_errors_come_last() {
    let project = with_file("a.txt", b"one\n");
    fs::write(project.path().join("b.txt"), "two\n").unwrap();
    let terminal = Terminal::new(project.path()).variable("NO_COLOR", "1");
    let (seen, status) = terminal.run(&["read", "a.txt", "none.txt", "b.txt"]);
    let position = |text: &str| seen.find(text).unwrap_or_else(|| panic!("{text}: {seen}"));
    assert!(position("│ one") < position("│ b.txt  1 line"), "{seen}");
    assert!(position("│ two") < position("readroom: 'none.txt' does not exist"), "{seen}");
    assert_eq!(status, 1);
}

#[test]
fn the_ends_of_lines_and_the_byte_order_mark_are_facts() {
    let project = with_file("a.txt", "\u{feff}one\r\ntwo\r\n".as_bytes());
    let seen = drawn(project.path(), &["a.txt"]);
    assert!(seen.contains("\n    1 │ one\n    2 │ two\n"), "{seen}");
    assert!(seen.contains("2 lines, CRLF, byte-order mark"), "{seen}");
}

#[test]
fn an_outline_is_a_tree() {
    let project = with_file(
        "a.py",
        b"class A:\n    def b(self):\n        pass\n\n    def c(self):\n        pass\n\n\
          def d():\n    pass\n",
    );
    let seen = drawn(project.path(), &["--view", "outline", "a.py"]);
    let rows =
        "  1-6 │ class A:\n  2-3 │ ├─ def b(self):\n  5-6 │ └─ def c(self):\n  8-9 │ def d():\n";
    assert!(seen.contains(rows), "{seen}");
}

#[test]
fn an_image_is_drawn_by_its_facts() {
    let seen = drawn(&documents(), &["logo.png"]);
    let rows = " type │ image/png\n size │ 512 × 128 pixels\n file │ 292 bytes\n";
    assert!(seen.contains(rows), "{seen}");
}

#[test]
fn the_cells_of_a_notebook_have_headings() {
    let seen = drawn(&documents(), &["rain.ipynb"]);
    assert!(seen.contains("│ rain.ipynb\n      │ 5 cells of python, 2.2 KiB\n"), "{seen}");
    for rows in [
        "  [1] │ markdown\n      │ # Rainfall\n",
        "      │\n  [2] │ code, run 1\n      │ rain = load('rain.csv')\n",
        "      │ stdout\n      │ reading rain.csv\n",
    ] {
        assert!(seen.contains(rows), "{seen}");
    }
}

#[test]
fn colors_are_used_where_they_are_wanted() {
    let project = with_file("a.txt", b"one\n");
    let seen = |variable: (&str, &str), arguments: &[&str]| {
        let terminal = Terminal::new(project.path()).variable(variable.0, variable.1);
        terminal.run(&[&["read", "a.txt"], arguments].concat()).0
    };
    let row = "\x1b[2m    1 │\x1b[0m one\n";
    for (variable, arguments, is_colored) in [
        (("NO_COLOR", ""), &[][..], true),
        (("NO_COLOR", "0"), &[], false),
        (("NO_COLOR", "1"), &["--color", "always"], true),
        (("TERM", "dumb"), &[], false),
        (("TERM", "xterm"), &["--color", "never"], false),
    ] {
        let seen = seen(variable, arguments);
        assert_eq!(seen.contains('\x1b'), is_colored, "{variable:?} {arguments:?}: {seen}");
        assert_eq!(seen.contains(row), is_colored, "{variable:?} {arguments:?}: {seen}");
    }
}

#[test]
fn elsewhere_only_color_always_draws() {
    let project = with_file("a.txt", "é\u{202e}\n".as_bytes());
    let printed = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        command.env("COLUMNS", "30");
        let output = command.args(["read", "a.txt"]).args(arguments).current_dir(&project).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert_eq!(printed(&["--color", "auto"]), "1\té\u{202e}\n");
    assert_eq!(printed(&["--color", "never"]), "1\té\u{202e}\n");
    let drawn = printed(&["--color", "always"]);
    assert!(drawn.contains("\x1b[2m    1 │\x1b[0m é\\u{202e}\n"), "{drawn}");
    let rule = format!("\x1b[2m──────┴{}\x1b[0m\n", "─".repeat(23));
    assert!(drawn.contains(&rule), "{drawn}");
}

#[test]
fn plain_prints_only_the_text() {
    let project = with_file("a.txt", b"one\n\ttwo\r\n\x1b[31mthree");
    fs::write(project.path().join("b.txt"), "four\n").unwrap();
    for option in ["--plain", "-p"] {
        let terminal = Terminal::new(project.path());
        let (seen, status) = terminal.run(&["read", option, "a.txt", "b.txt"]);
        assert_eq!(
            (seen.split("readroom: ").next(), status),
            (Some("one\n\ttwo\n\\u{1b}[31mthreefour\n"), 0)
        );
        assert!(seen.contains("readroom: a.txt: suspicious: line 3"), "{seen}");
        // For a program, the bytes are those of the files.
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        let output =
            command.args(["read", option, "a.txt", "b.txt"]).current_dir(&project).output();
        assert_eq!(output.unwrap().stdout, b"one\n\ttwo\r\n\x1b[31mthreefour\n");
    }
    let (seen, _) = Terminal::new(&documents()).run(&["read", "-p", "logo.png"]);
    assert_eq!(seen, "readroom: image/png, 512 x 128 pixels\n");
}

#[test]
fn json_does_not_drive_the_terminal() {
    let name = "b\u{9b}2J\u{202e}.rs";
    let project = with_file(name, "fn wild() {} // \u{9b}2J\u{202e}x\n".as_bytes());
    for arguments in [
        &["search", "--json", "wild"][..],
        &["find", "--json"],
        &["list", "--json"],
        &["list", "--json", "--depth", "2"],
        &["map", "--json"],
        &["read", "--json", name],
    ] {
        let (seen, _) = Terminal::new(project.path()).run(arguments);
        assert!(seen.contains("\\u009b2J\\u202e"), "{arguments:?}: {seen}");
        assert!(!seen.contains(['\u{9b}', '\u{202e}']), "{arguments:?}: {seen}");
    }
}

#[test]
fn nothing_in_a_file_or_its_name_drives_the_terminal() {
    let wild = "\x1b]0;title\x07\u{9b}2J\u{202e}x\rforged";
    let cell = serde_json::json!({
        "cell_type": "code",
        "execution_count": 1,
        "metadata": {},
        "source": wild,
        "outputs": [
            { "output_type": "stream", "name": "stdout", "text": wild },
            {
                "output_type": "display_data",
                "metadata": {},
                "data": { "text/plain": wild, "a\x1b[2J/b": "AA==" }
            },
        ],
    });
    let notebook = serde_json::json!({
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": { "name": "x", "language": wild },
            "language_info": { "name": wild }
        },
        "cells": [cell],
    });
    let project = with_file("a.ipynb", notebook.to_string().as_bytes());
    let name = "b\x1b[2J\n\u{202e}.md";
    fs::write(project.path().join(name), format!("# {wild}\ntext {wild}\n")).unwrap();
    for arguments in [
        &["a.ipynb", name][..],
        &["--plain", "a.ipynb", name],
        &["--view", "outline", name],
        &["--view", "outline", "--plain", name],
    ] {
        let terminal = Terminal::new(project.path()).variable("NO_COLOR", "1");
        let (seen, _) = terminal.run(&[&["read"], arguments].concat());
        assert!(seen.contains("\\u{1b}]0;title\\u{7}\\u{9b}2J\\u{202e}x\\u{d}forged"), "{seen}");
        let is_wild = |character: char| character.is_control() && !"\t\n".contains(character);
        assert!(!seen.contains(is_wild) && !seen.contains('\u{202e}'), "{arguments:?}: {seen}");
    }
}

#[test]
fn suspicious_characters_stand_out() {
    let project = with_file("a.txt", "x\u{202e}y\n".as_bytes());
    let (seen, _) = Terminal::new(project.path()).run(&["read", "a.txt"]);
    assert!(seen.contains("\x1b[33msuspicious: line 1 has characters"), "{seen}");
}
