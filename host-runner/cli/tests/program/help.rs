//! The help of the program and its commands.

use std::collections::BTreeSet;
use std::process::Command;

const COMMANDS: [&str; 9] =
    ["read", "diff", "log", "call", "tools", "mcp", "serve", "component", "generate"];

/// Returns the output of the program.
fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_readroom")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the options that a help text describes.
fn options(help: &str) -> BTreeSet<String> {
    let words = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let words = words.filter_map(|line| line.split_whitespace().find(|it| it.starts_with("--")));
    words.map(String::from).collect()
}

#[test]
fn the_short_help_fits_a_screen() {
    let short = help(&["-h"]);
    assert!(short.lines().count() <= 24, "{short}");
    for command in COMMANDS {
        assert!(short.contains(&format!("\n  {command} ")), "{short}");
        let short = help(&[command, "-h"]);
        assert!(short.lines().count() <= 50, "{command}: {short}");
        // Each option has one line.
        for line in short.lines().skip_while(|line| *line != "Options:") {
            assert!(line.chars().count() <= 80, "{command}: {line}");
            let is_one =
                line.is_empty() || line.ends_with(':') || line.trim_start().starts_with('-');
            assert!(is_one, "{command}: {line}");
        }
    }
}

#[test]
fn without_a_command_the_short_help_is_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_readroom")).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), help(&["-h"]));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn both_helps_have_all_options_and_the_long_one_explains_them() {
    for command in COMMANDS {
        let (short, long) = (help(&[command, "-h"]), help(&[command, "--help"]));
        assert_eq!(options(&short), options(&long), "{command}");
        assert!(options(&short).contains("--help"), "{command}: {short}");
        assert!(command == "component" || long.len() > short.len(), "{command}");
    }
    let (short, long) = (help(&["read", "-h"]), help(&["read", "--help"]));
    for explained in ["Examples:", "NO_COLOR", "total-memory"] {
        assert!(long.contains(explained) && !short.contains(explained), "{explained}: {long}");
    }
    assert!(help(&["--help"]).contains("Exit status:\n  0  answered"));
}
