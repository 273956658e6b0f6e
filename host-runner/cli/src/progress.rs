//! Shows the progress of a long read on standard error, if that is a terminal.

use crate::size::size;
use readroom::Room;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a call runs before its progress is shown.
const DELAY: Duration = Duration::from_millis(500);

/// Whether a line with the progress is on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Returns the same room for one call whose progress is shown.
pub(crate) fn shown(room: &Room) -> Room {
    if !io::stderr().is_terminal() || env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return room.clone();
    }
    let started = Instant::now();
    room.on_progress(move |progress| {
        if started.elapsed() >= DELAY {
            IS_SHOWN.store(true, Ordering::Relaxed);
            write(&format!("\r\x1b[Kreadroom: {} read", size(progress.bytes)));
        }
    })
}

/// Removes the line with the progress, before anything else is written to the terminal.
pub(crate) fn clear() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        write("\r\x1b[K");
    }
}

fn write(text: &str) {
    let mut output = io::stderr().lock();
    // Standard error may be closed.
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}
