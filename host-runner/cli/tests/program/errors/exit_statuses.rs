//! The exit statuses of the program.

use super::table::{code, section as table};
use std::process::Command;

pub fn section() -> String {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("a.txt"), "one\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        let output = command.current_dir(directory.path()).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said.lines().next().unwrap_or_default().to_string())
    };
    let examples = [
        ("The tool answered.", vec!["read", "a.txt"]),
        ("The tool returned an error.", vec!["read", "b.txt"]),
        ("Wrong usage.", vec!["read", "--lines", "0", "a.txt"]),
        ("The host failed.", vec!["read", "--root", "src", "a.txt"]),
        ("A limit was reached.", vec!["read", "--limit", "output=1", "a.txt"]),
    ];
    let rows = examples.map(|(meaning, arguments)| {
        let (status, said) = run(&arguments);
        let message = if said.is_empty() { said } else { code(&said) };
        let command = code(&format!("readroom {}", arguments.join(" ")));
        vec![code(&status.to_string()), meaning.into(), command, message]
    });
    let (_, help) = {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        let output = command.arg("--help").output().unwrap();
        (output.status, String::from_utf8(output.stdout).unwrap())
    };
    for status in rows.iter().map(|row| row[0].replace('`', "")) {
        assert!(help.contains(&format!("{status} ")), "the help has no status {status}");
    }
    table(
        "Exit statuses of the program",
        "
Errors go to standard error. If the reader of the output closes it, as `head` does, the status \
is 0.",
        &["status", "meaning", "command", "standard error"],
        &rows,
    )
}
