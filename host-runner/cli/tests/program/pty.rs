//! Runs the program on a terminal.

#![cfg(target_os = "linux")]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;

/// The variables that affect how output looks: tests set those that they are about.
const VARIABLES: [&str; 5] = ["COLUMNS", "LESS", "NO_COLOR", "PAGER", "TERM"];

/// A terminal of 80 columns and 24 lines, without a pager.
pub struct Terminal {
    command: Command,
    size: Winsize,
    typed: String,
}

impl Terminal {
    /// Returns a terminal for the program in this directory.
    pub fn new(directory: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
        command.current_dir(directory);
        for name in VARIABLES {
            command.env_remove(name);
        }
        command.env("TERM", "xterm").env("READROOM_PAGER", "");
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        Self { command, size, typed: String::new() }
    }

    pub fn size(mut self, columns: u16, lines: u16) -> Self {
        (self.size.ws_col, self.size.ws_row) = (columns, lines);
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Types this as soon as the program starts.
    pub fn typing(mut self, typed: &str) -> Self {
        self.typed = typed.into();
        self
    }

    /// Runs the program with these arguments. Returns what it wrote to the terminal, and its exit
    /// status.
    pub fn run(self, arguments: &[&str]) -> (String, i32) {
        let Self { mut command, size, typed } = self;
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let terminal = File::options().read(true).write(true).open(name).unwrap();
        tcsetwinsize(&terminal, size).unwrap();
        command
            .args(arguments)
            .stdin(terminal.try_clone().unwrap())
            .stdout(terminal.try_clone().unwrap())
            .stderr(terminal);
        let mut child = command.spawn().unwrap();
        // It keeps the terminal open.
        drop(command);
        let mut master = File::from(master);
        master.write_all(typed.as_bytes()).unwrap();
        let mut seen = Vec::new();
        // Reading fails once the terminal is closed on the other side.
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = master.read(&mut piece) {
            seen.extend_from_slice(&piece[..length]);
        }
        let status = child.wait().unwrap().code().unwrap();
        (String::from_utf8(seen).unwrap().replace("\r\n", "\n"), status)
    }
}
