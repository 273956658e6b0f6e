//! The completions.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn generated(kind: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    let output = command.args(["generate", kind]).output().unwrap();
    assert!(output.status.success(), "{kind}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a program with this input. `None` if it is not installed.
fn run(program: &str, arguments: &[&str], input: &str) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        println!("SKIPPED: {program} is not installed");
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[test]
fn bash_completes_commands_options_and_values() {
    let script = generated("complete-bash");
    for (words, expected) in [
        ("readroom re", "read\n"),
        ("readroom read --plai", "--plain\n"),
        ("readroom read --color a", "auto\nalways\n"),
        ("readroom read --view out", "outline\n"),
        ("readroom generate complete-b", "complete-bash\n"),
        ("readroom mcp --drain-t", "--drain-timeout\n"),
        ("readroom call mycodea", "mycodeagent\nmycodeagent@1\n"),
        ("readroom tools mycodeagent@", "mycodeagent@1\n"),
        ("readroom mcp --tool mycodea", "mycodeagent\nmycodeagent@1\n"),
    ] {
        let complete = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _readroom readroom \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        let Some(output) = run("bash", &["--norc", "-s"], &complete) else { return };
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{words}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{words}");
    }
}

#[test]
fn bash_completes_files_where_they_are_meant() {
    let script = generated("complete-bash");
    // Without words, bash completes file names, by `-o default`.
    for (words, first, count) in [
        ("readroom ''", "read", Some(15)),
        ("readroom read ''", "", Some(0)),
        ("readroom search TODO ''", "", Some(0)),
        ("readroom list ''", "", Some(0)),
        ("readroom read -", "-p", None),
        ("readroom call ''", "readroom:read", None),
        ("readroom read --limit ''", "time=", None),
        ("readroom mcp --limit que", "queue=", Some(1)),
        // One empty word, so that no files are offered.
        ("readroom read --lines ''", "", Some(1)),
        ("readroom read --color ''", "auto", Some(3)),
    ] {
        let complete = format!(
            "{script}\ncompopt() {{ :; }}\n\
             COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             set -- $(complete -p readroom); while [ $1 != -F ]; do shift; done; shift\n\
             $1 readroom \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             echo \"${{#COMPREPLY[@]}} ${{COMPREPLY[*]}}\"; complete -p readroom\n"
        );
        let Some(output) = run("bash", &["--norc", "-s"], &complete) else { return };
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{words}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let (reply, bound) = stdout.split_once('\n').unwrap();
        let (number, replies) = reply.split_once(' ').unwrap();
        if let Some(count) = count {
            assert_eq!(number, count.to_string(), "{words}: {reply}");
        }
        let is_first = replies.split(' ').any(|word| word == first);
        assert!(is_first, "{words}: {reply}");
        assert!(bound.contains("-o default"), "{bound}");
    }
}

#[test]
fn other_shells_can_parse_their_completions() {
    // `call`, `tools`, and the option of `mcp`; for fish there are options alone.
    for (shell, kind, ids) in [("zsh", "complete-zsh", 3), ("fish", "complete-fish", 1)] {
        let script = generated(kind);
        assert!(script.contains("readroom") && script.contains("siblings"), "{script}");
        assert_eq!(script.matches("mycodeagent@1").count(), ids, "{script}");
        let Some(output) = run(shell, &["-n", "/dev/stdin"], &script) else { continue };
        assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(generated("complete-powershell").contains("Register-ArgumentCompleter"));
}
