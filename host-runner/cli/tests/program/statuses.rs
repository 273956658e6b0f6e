//! The exit statuses of commands, and their messages if nothing was found.

use crate::cli::{project, readroom, run};
use std::fs;

/// The models of the commands are cat, ls, fd and rg: the table in `docs/command-line.md`.
#[test]
fn each_command_has_the_statuses_of_its_model() {
    let project = project();
    let path = project.path();
    fs::write(path.join(".env"), "KEY=1\n").unwrap();
    for (arguments, expected) in [
        (&["read", "src/abc.txt"][..], 0),
        (&["read", "nothing"], 1),
        (&["read", "src/abc.txt", "nothing"], 1),
        (&["read", ".env"], 1),
        (&["read", "--lines", "0", "src/abc.txt"], 2),
        (&["list", "src"], 0),
        (&["list", "nothing"], 2),
        (&["list", "src/abc.txt"], 2),
        (&["list", "--depth", "2", "src/abc.txt"], 2),
        (&["find", "*.txt"], 0),
        (&["find", "*.zz"], 0),
        (&["find", "*.txt", "nothing"], 1),
        (&["find", "*.txt", "nothing", "src"], 1),
        (&["search", "two"], 0),
        (&["search", "zzz"], 1),
        (&["search", "-l", "zzz"], 1),
        (&["search", "-c", "zzz"], 1),
        (&["search", "--json", "zzz"], 1),
        (&["search", "zzz", "src", "many.txt"], 1),
        (&["search", "two", "many.txt", "src"], 0),
        (&["search", "two", "nothing"], 2),
        (&["search", "two", "nothing", "src"], 2),
        (&["search", "("], 2),
        (&["search", "--root", "nothing", "two"], 2),
        (&["call", "readroom", r#"{"path":"nothing"}"#], 1),
        (&["call", "nobody", "{}"], 2),
    ] {
        let (stdout, stderr, status) = run(readroom(&project).args(arguments));
        assert_eq!(status, expected, "{arguments:?}: {stdout}{stderr}");
    }
    // The remaining paths are searched in any case.
    for command in ["search", "find"] {
        let pattern = if command == "search" { "two" } else { "abc*" };
        let (stdout, stderr, _) =
            run(readroom(&project).args([command, pattern, "nothing", "src"]));
        assert!(stdout.starts_with("src/abc.txt"), "{stdout}");
        assert!(stderr.starts_with("readroom: 'nothing' does not exist."), "{stderr}");
    }
}

#[test]
fn a_name_that_is_not_found_is_reported() {
    let project = project();
    for (arguments, message) in [
        (&["find", "abc"][..], "no file is named 'abc'; names with it: find '*abc*'"),
        (&["find", "*.zz"], "no file matches '*.zz'"),
        (&["find", "-g", "*.zz"], "no file is found"),
    ] {
        let (stdout, stderr, _) = run(readroom(&project).args(arguments));
        assert_eq!((stdout.as_str(), stderr), ("", format!("readroom: {message}\n")));
    }
    let (stdout, stderr, _) = run(readroom(&project).args(["find", "*abc*"]));
    assert_eq!((stdout.as_str(), stderr.as_str()), ("src/abc.txt\n", ""));
}

#[test]
fn a_directory_is_listed_to_a_depth() {
    let project = project();
    let path = project.path();
    fs::create_dir_all(path.join("src/deep/er")).unwrap();
    fs::create_dir_all(path.join(".git/objects")).unwrap();
    fs::write(path.join("src/deep/er/a.rs"), "").unwrap();
    fs::write(path.join("src/.hidden"), "").unwrap();
    fs::write(path.join("src/.gitignore"), "*.log\n").unwrap();
    fs::write(path.join("src/b.log"), "").unwrap();
    for (arguments, printed) in [
        (&["src"][..], ".gitignore\n.hidden\nabc.txt\nb.log\ndeep/\n"),
        (&["--depth", "1", "src"], ".gitignore\n.hidden\nabc.txt\nb.log\ndeep/\n"),
        (
            &["--depth", "2", "src"],
            "src/.gitignore\nsrc/.hidden\nsrc/abc.txt\nsrc/deep/\nsrc/deep/er/\n",
        ),
        (
            &["--depth", "2"],
            "many.txt\nsrc/\nsrc/.gitignore\nsrc/.hidden\nsrc/abc.txt\nsrc/deep/\n",
        ),
    ] {
        let (stdout, stderr, status) = run(readroom(&project).arg("list").args(arguments));
        assert_eq!((stdout.as_str(), status), (printed, 0), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_search_takes_the_options_of_rg() {
    let project = project();
    let text = "fn a() {\n    b(c)<d> b(c)<d>\n}\nTODO x\nlast\nFIXME y\n";
    fs::write(project.path().join("a.rs"), text).unwrap();
    for (arguments, printed) in [
        (&["-e", "TODO", "-e", "FIXME"][..], "a.rs:4:TODO x\na.rs:6:FIXME y\n"),
        (
            &["-e", "a|TODO", "-e", "^FIX", "a.rs"],
            "a.rs:1:fn a() {\na.rs:4:TODO x\na.rs:5:last\na.rs:6:FIXME y\n",
        ),
        (&["-F", "-e", "b(c)<d>", "-e", "a() {"], "a.rs:1:fn a() {\na.rs:2:    b(c)<d> b(c)<d>\n"),
        (&["-w", "-e", "x", "-e", "las", "a.rs"], "a.rs:4:TODO x\n"),
        (&["-e", "-->", "-e", "TODO"], "a.rs:4:TODO x\n"),
        (&["-o", "b.c.", "a.rs"], "a.rs:2:b(c)\na.rs:2:b(c)\n"),
        (&["-o", "x*", "a.rs"], "a.rs:4:x\n"),
        (&["-o", "-C", "1", "TODO"], "a.rs-3-}\na.rs:4:TODO\na.rs-5-last\n"),
        (&["-C", "1", "-C", "0", "TODO"], "a.rs:4:TODO x\n"),
        (&["-A", "0", "-A", "1", "TODO"], "a.rs:4:TODO x\na.rs-5-last\n"),
        (&["-n", "-m", "1", "-m", "2", "-i", "-i", "o x|fixme"], "a.rs:4:TODO x\na.rs:6:FIXME y\n"),
    ] {
        let (stdout, stderr, status) = run(readroom(&project).arg("search").args(arguments));
        assert_eq!((stdout.as_str(), status), (printed, 0), "{arguments:?}: {stderr}");
    }
    for (arguments, message) in [
        (&["-v", "x"][..], "'readroom read -p FILE | grep -v PATTERN'"),
        (&["-U", "x"], "there is no -U; search for the first line"),
        (&["-t", "rust", "x"], "write a glob, as in -g '*.rs'"),
        (&[], "<PATTERN>"),
    ] {
        let (stdout, stderr, status) = run(readroom(&project).arg("search").args(arguments));
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        assert!(stderr.contains(message), "{stderr}");
    }
}
