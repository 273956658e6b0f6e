//! Shows the progress of a long read on standard error, if that is a terminal.

use crate::size::size;
use readroom::Room;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a call runs before its progress is shown.
const DELAY: Duration = Duration::from_millis(500);

/// The line on standard error.
static LINE: Line = Line(AtomicBool::new(false));

/// Returns the same room for one call whose progress is shown.
pub(crate) fn shown(room: &Room) -> Room {
    if !io::stderr().is_terminal() || env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return room.clone();
    }
    let started = Instant::now();
    room.on_progress(move |progress| {
        LINE.show(&mut io::stderr().lock(), started.elapsed(), progress.bytes);
    })
}

/// Removes the line with the progress, before anything else is written to the terminal.
pub(crate) fn clear() {
    LINE.clear(&mut io::stderr().lock());
}

/// A line with the progress, and whether it is on the terminal.
struct Line(AtomicBool);

impl Line {
    /// Shows how much a call has read, if it has run for long enough.
    fn show(&self, terminal: &mut impl Write, elapsed: Duration, bytes: u64) {
        if elapsed >= DELAY {
            self.0.store(true, Ordering::Relaxed);
            write(terminal, &format!("\r\x1b[Kreadroom: {} read", size(bytes)));
        }
    }

    fn clear(&self, terminal: &mut impl Write) {
        if self.0.swap(false, Ordering::Relaxed) {
            write(terminal, "\r\x1b[K");
        }
    }
}

fn write(terminal: &mut impl Write, text: &str) {
    // Standard error may be closed.
    let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
}

#[cfg(test)]
mod tests {
    use super::{AtomicBool, DELAY, Duration, Line};

    #[test]
    fn a_long_call_shows_its_progress_until_its_answer_and_a_short_one_shows_none() {
        let line = Line(AtomicBool::new(false));
        let mut terminal = Vec::new();
        line.show(&mut terminal, DELAY - Duration::from_millis(1), 1 << 20);
        line.clear(&mut terminal);
        assert!(terminal.is_empty(), "{terminal:?}");
        line.show(&mut terminal, DELAY, 1 << 20);
        line.show(&mut terminal, 2 * DELAY, 3 << 20);
        line.clear(&mut terminal);
        // What is printed next is removed no more.
        terminal.extend(b"answer");
        line.clear(&mut terminal);
        let expected = "\r\x1b[Kreadroom: 1.0 MiB read\r\x1b[Kreadroom: 3.0 MiB read\r\x1b[Kanswer";
        assert_eq!(String::from_utf8(terminal).unwrap(), expected);
    }
}
