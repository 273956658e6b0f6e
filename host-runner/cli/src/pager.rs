//! Sends output that is longer than the screen through a pager.
//!
//! Until it is longer it is kept, and so are messages, which are printed once the pager has ended.

use crate::pager_command::PagerCommand;
use readroom::terminal::one_line;
use readroom_serve::lines::has_no_reader;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use terminal_size::{Height, Width};
use unicode_width::UnicodeWidthChar;

/// The pager of this process, which runs one command.
static PAGER: Mutex<Option<Pager>> = Mutex::new(None);

struct Pager {
    command: PagerCommand,
    /// Whether output that fits the screen goes through it, too.
    is_always: bool,
    /// The output before the pager is started: less than a screen and one write.
    kept: Vec<u8>,
    messages: Vec<String>,
    state: State,
}

enum State {
    /// The output is kept.
    Waiting,
    Running(Child),
    /// The pager cannot be started.
    Failed,
}

/// Standard output, or the pager.
pub(crate) struct Output;

/// Sends output through this pager from now on.
pub(crate) fn start(command: PagerCommand, is_always: bool) {
    let (kept, messages, state) = (Vec::new(), Vec::new(), State::Waiting);
    *pager() = Some(Pager { command, is_always, kept, messages, state });
}

/// Keeps a message until the pager has ended. Returns whether there is one.
pub(crate) fn keep_message(message: &str) -> bool {
    let mut pager = pager();
    pager.as_mut().map(|pager| pager.messages.push(message.into())).is_some()
}

/// Returns whether a pager has the screen.
pub(crate) fn is_running() -> bool {
    pager().as_ref().is_some_and(|pager| matches!(pager.state, State::Running(_)))
}

/// Prints what is kept, waits until the user has closed the pager, and prints the messages. Later
/// output goes through a new one. Errors are ignored: the terminal may be closed.
pub(crate) fn finish() {
    let mut pager = pager();
    let Some(Pager { kept, messages, state, .. }) = &mut *pager else { return };
    match state {
        State::Running(child) => {
            drop(child.stdin.take());
            let _ = child.wait();
            *state = State::Waiting;
        }
        State::Waiting | State::Failed => {
            let _ = io::stdout().write_all(&std::mem::take(kept));
            let _ = io::stdout().flush();
        }
    }
    for message in messages.drain(..) {
        let _ = writeln!(io::stderr().lock(), "readroom: {}", one_line(&message));
    }
}

fn pager() -> MutexGuard<'static, Option<Pager>> {
    PAGER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut pager = pager();
        let Some(pager) = &mut *pager else { return io::stdout().write(bytes) };
        if let State::Waiting = pager.state {
            pager.kept.extend_from_slice(bytes);
            let (Width(columns), Height(lines)) =
                terminal_size::terminal_size_of(io::stdout()).unwrap_or((Width(80), Height(24)));
            let rows = rows(&String::from_utf8_lossy(&pager.kept), columns.into());
            if pager.is_always || rows >= lines.into() {
                pager.open();
                let kept = std::mem::take(&mut pager.kept);
                pager.write_all(&kept)?;
            }
            return Ok(bytes.len());
        }
        pager.write_all(bytes).map(|()| bytes.len())
    }

    /// Also fails if the reader is gone, so that a command stops that finds nothing to write.
    fn flush(&mut self) -> io::Result<()> {
        let is_closed = match &mut *pager() {
            Some(Pager { state: State::Waiting, .. }) => false,
            Some(Pager { state: State::Running(child), messages, .. }) => {
                let is_closed = child.try_wait()?.is_some();
                if is_closed {
                    messages.clear();
                }
                is_closed
            }
            None | Some(Pager { state: State::Failed, .. }) => {
                io::stdout().flush()?;
                has_no_reader(false)
            }
        };
        if is_closed { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl Pager {
    /// Starts the program. If that fails, output is printed from now on.
    fn open(&mut self) {
        let command = &mut self.command;
        if command.is("readroom") {
            self.messages.push("the pager is readroom itself; set READROOM_PAGER".into());
            self.state = State::Failed;
            return;
        }
        let mut process = Command::new(&command.program);
        if command.is("less") {
            let version = Command::new(&command.program).arg("--version").output();
            let version = version.map(|output| [output.stdout, output.stderr].concat());
            let version = String::from_utf8_lossy(&version.unwrap_or_default()).into_owned();
            command.add_less_options(&version, !self.is_always);
            process.env("LESSCHARSET", "UTF-8");
        }
        match process.args(&command.arguments).stdin(Stdio::piped()).spawn() {
            Ok(child) => self.state = State::Running(child),
            Err(error) => {
                self.state = State::Failed;
                if !(command.is_default && error.kind() == io::ErrorKind::NotFound) {
                    let name = &command.program;
                    self.messages.push(format!("the pager '{name}' does not start: {error}"));
                }
            }
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let State::Running(Child { stdin: Some(input), .. }) = &mut self.state else {
            return io::stdout().write_all(bytes);
        };
        let written = input.write_all(bytes);
        if written.is_err() {
            // The user has left it early, and is not interrupted by notes about the rest.
            self.messages.clear();
        }
        written
    }
}

/// Returns the number of rows of a text on a terminal. Codes of colors have no width.
fn rows(text: &str, columns: usize) -> usize {
    let (mut rows, mut column, mut is_code) = (0, 0, false);
    for character in text.chars() {
        match character {
            '\n' => (rows, column) = (rows + 1, 0),
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            '\t' => column = (column / 8 + 1) * 8,
            _ => column += character.width().unwrap_or(0),
        }
        if column > columns {
            (rows, column) = (rows + 1, column - columns);
        }
    }
    rows + usize::from(column > 0)
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn rows_are_those_of_the_screen() {
        for (text, expected) in [
            ("", 0),
            ("a\nb\n", 2),
            ("a\nb", 2),
            ("1234567890\n", 1),
            ("12345678901\n", 2),
            ("\x1b[31m1234567890\x1b[0m\n", 1),
            ("\t901\n", 2),
            ("漢漢漢漢漢漢\n", 2),
        ] {
            assert_eq!(rows(text, 10), expected, "{text:?}");
        }
    }
}
