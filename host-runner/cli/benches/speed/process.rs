//! Measures the command line as a process: its start time and its memory.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Runs a program to its end.
pub(crate) fn run(program: impl AsRef<OsStr>, arguments: &[&OsStr]) {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    assert!(output.is_ok_and(|output| output.status.success() && !output.stdout.is_empty()));
}

/// The command line of this package.
pub(crate) const READROOM: &str = env!("CARGO_BIN_EXE_readroom");

/// A process that answers each line of input with a line of output.
pub(crate) struct Caller {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Caller {
    /// Starts `readroom call … -`.
    pub(crate) fn start(root: &Path, tool: &str) -> Self {
        Self::spawn(Command::new(READROOM).arg("call").arg("--root").arg(root).args([tool, "-"]))
    }

    pub(crate) fn spawn(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Self { child, input, output }
    }

    /// Sends one call and waits for its answer.
    pub(crate) fn call(&mut self, arguments: impl Display) -> String {
        let input = self.input.as_mut().expect("its input is a pipe");
        writeln!(input, "{arguments}").expect("it takes calls");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        answer
    }

    /// Returns the maximum resident memory of the process in bytes, if the system reports it.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
