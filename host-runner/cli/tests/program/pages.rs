//! A read that is not on a terminal has all pages of a file.

use crate::cli::{project, readroom, run};
use std::fs;
use std::io::{Read, Write};
use std::process::{Output, Stdio};
use tempfile::TempDir;

/// Returns the output of `read` about this file, its messages and its status.
fn read(project: &TempDir, arguments: &[&str]) -> (String, String, i32) {
    run(readroom(project).arg("read").args(arguments))
}

/// Returns lines with their numbers.
fn lines(count: usize) -> String {
    (1..=count).map(|number| format!("line {number}\n")).collect()
}

#[test]
fn a_read_has_all_lines() {
    let project = project();
    let text = lines(25_000);
    fs::write(project.path().join("a.txt"), &text).unwrap();
    assert_eq!(read(&project, &["-p", "a.txt"]), (text.clone(), String::new(), 0));
    let numbered: String =
        (1..=25_000).map(|number| format!("{number}\tline {number}\n")).collect();
    assert_eq!(read(&project, &["a.txt"]), (numbered.clone(), String::new(), 0));
    assert_eq!(read(&project, &["--tail", "30000", "a.txt"]).0, numbered);
    // Each of several files has all of its lines, with its name before the first.
    let (stdout, _, _) = read(&project, &["a.txt", "src/abc.txt", "a.txt"]);
    let one = format!("==> a.txt <==\n{numbered}");
    assert!(stdout == format!("{one}==> src/abc.txt <==\n1\tone\n2\ttwo\n3\tthree\n{one}"));
    let all = read(&project, &["-p", "a.txt", "nothing", "a.txt"]);
    assert!(all.0 == text.repeat(2) && all.1.contains("'nothing' does not exist"), "{}", all.1);
    assert_eq!(all.2, 1);
}

#[test]
fn a_read_ends_where_options_say() {
    let project = project();
    fs::write(project.path().join("a.txt"), lines(25_000)).unwrap();
    for (arguments, first, last, note) in [
        (
            &["--lines", "12000"][..],
            1,
            12_000,
            "lines 1-12000 of 25000; continue with --start 12001",
        ),
        (&["--start", "5", "--lines", "3"], 5, 7, "lines 5-7 of 25000; continue with --start 8"),
        (&["--start", "5", "--end", "24999"], 5, 24_999, "lines 5-24999 of 25000; continue with"),
        (&["--start", "24990"], 24_990, 25_000, ""),
        (&["--tail", "12000"], 13_001, 25_000, ""),
        (&["--tail", "12000", "--lines", "11000"], 13_001, 24_000, "lines 13001-24000 of 25000;"),
        (&["--tokens", "300"], 1, 0, "of 25000; continue with --start"),
    ] {
        let (stdout, stderr, status) = read(&project, &[arguments, &["a.txt"]].concat());
        assert!(stdout.starts_with(&format!("{first}\tline {first}\n")), "{arguments:?}");
        let end = format!("\n{last}\tline {last}\n");
        assert!(last == 0 || stdout.ends_with(&end), "{arguments:?}: {stderr}");
        assert_eq!((stderr.contains(note), stderr.is_empty()), (true, note.is_empty()), "{stderr}");
        assert_eq!(status, 0, "{arguments:?}");
    }
    let (stdout, _, _) = read(&project, &["a.txt:5-12004"]);
    assert!(stdout.starts_with("5\t") && stdout.ends_with("\n12004\tline 12004\n"));
    let (_, stderr, _) = read(&project, &["--columns", "7", "a.txt"]);
    assert!(stderr.contains("24901 lines are cut, line 100 cut before"), "{stderr}");
    // One page of JSON, with the start of the next one.
    let (stdout, _, _) = read(&project, &["--json", "a.txt"]);
    assert!(stdout.contains(r#""stopped":"line-limit","next":{"line":2001,"#));
}

#[test]
fn a_read_has_whole_lines() {
    let project = project();
    let text = format!("a\n{}X\r\nb\n{}", "ä".repeat(1_200_000), "c".repeat(3_000_000));
    fs::write(project.path().join("long.txt"), &text).unwrap();
    let (stdout, stderr, status) = read(&project, &["-p", "long.txt"]);
    assert!(stdout == text, "{} of {} bytes", stdout.len(), text.len());
    assert_eq!((stderr.as_str(), status), ("", 0));
    let (stdout, _, _) = read(&project, &["long.txt"]);
    let numbers: Vec<_> = stdout.lines().map(|line| line.split_once('\t').unwrap().0).collect();
    assert_eq!(numbers, ["1", "2", "3", "4"]);
}

#[test]
fn all_pages_have_the_encoding_of_the_first() {
    let project = project();
    let text: String = (0..30_000).map(|number| format!("{number} 漢字のテキスト\n")).collect();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    fs::write(project.path().join("wide.txt"), wide).unwrap();
    let (stdout, stderr, _) = read(&project, &["-p", "wide.txt"]);
    assert!(stdout == format!("\u{feff}{text}"));
    assert_eq!(stderr, "readroom: read as utf-16le\n");
    // Standard input is read as files are.
    let mut child = readroom(&project)
        .args(["read", "-p", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = text.clone();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.stdout == text.as_bytes());
}

/// Returns a notebook with cells of 100 kB.
fn notebook(cells: u32) -> String {
    let source = "x".repeat(100_000);
    let cell = |number| {
        format!(
            r#"{{"cell_type":"code","metadata":{{}},"source":"{number} {source}",
            "outputs":[],"execution_count":null}}"#
        )
    };
    let cells: Vec<_> = (1..=cells).map(cell).collect();
    let cells = cells.join(",");
    format!(r#"{{"cells":[{cells}],"metadata":{{}},"nbformat":4,"nbformat_minor":5}}"#)
}

#[test]
fn a_read_has_all_cells_and_names() {
    let project = project();
    fs::write(project.path().join("a.ipynb"), notebook(35)).unwrap();
    let (stdout, stderr, _) = read(&project, &["a.ipynb"]);
    let headings: Vec<_> = stdout.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!((headings.len(), headings[34]), (35, "[35, code]"), "{stderr}");
    assert_eq!(stderr, "readroom: cells 1-35 of 35\n");
    let (stdout, stderr, _) = read(&project, &["--start", "3", "--lines", "25", "a.ipynb"]);
    assert_eq!(stdout.lines().filter(|line| line.starts_with('[')).count(), 25);
    assert_eq!(stderr, "readroom: cells 3-27 of 35; continue with --start 28\n");
    fs::create_dir(project.path().join("names")).unwrap();
    for number in 0..2_500 {
        fs::write(project.path().join(format!("names/{number}")), "").unwrap();
    }
    let (stdout, stderr, _) = read(&project, &["names"]);
    assert_eq!(
        (stdout.lines().count(), &*stderr),
        (2_500, "readroom: a directory of 2500 entries\n")
    );
}

#[test]
fn a_file_that_changes_between_pages_is_an_error() {
    for (name, content) in [("a.txt", lines(40_000)), ("a.ipynb", notebook(35))] {
        for form in ["--plain", "--color=never"] {
            let project = project();
            let path = project.path().join(name);
            fs::write(&path, &content).unwrap();
            let mut child = readroom(&project)
                .args(["read", form, name])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdout = child.stdout.take().unwrap();
            // A page does not fit into the pipe, so the next one is not read yet.
            stdout.read_exact(&mut [0]).unwrap();
            fs::write(&path, format!("{content}\n")).unwrap();
            let mut rest = Vec::new();
            stdout.read_to_end(&mut rest).unwrap();
            let Output { status, stderr, .. } = child.wait_with_output().unwrap();
            assert!(rest.len() + 1 < content.len(), "{name}");
            let expected = format!(
                "readroom: '{name}' changed while it was read. What was printed is the beginning \
                 of its earlier content. Read it again.\n"
            );
            assert_eq!((String::from_utf8(stderr).unwrap(), status.code()), (expected, Some(1)));
        }
    }
}
