//! Shows on a terminal how much a search has read, once it takes long.

use crate::pager;
use crate::size::size;
use readroom::Room;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a search runs before anything is shown.
const DELAY: Duration = Duration::from_millis(500);

/// Erases the line of the cursor.
const ERASE: &str = "\r\x1b[K";

/// The progress shown on standard error.
pub(crate) struct SearchProgress(Arc<Mutex<Shown>>);

struct Shown {
    began: Instant,
    /// The bytes that earlier pages read, and the current one.
    before: u64,
    current: u64,
    is_shown: bool,
}

impl SearchProgress {
    /// Returns a room whose calls are shown, if standard error is a terminal.
    pub(crate) fn of(room: Room) -> (Room, Self) {
        let shown = Shown { began: Instant::now(), before: 0, current: 0, is_shown: false };
        let shown = Arc::new(Mutex::new(shown));
        let progress = Self(shown.clone());
        if !io::stderr().is_terminal() {
            return (room, progress);
        }
        let room = room.on_progress(move |progress| {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            shown.current = progress.bytes;
            if shown.began.elapsed() >= DELAY && !pager::is_running() {
                shown.is_shown = true;
                let read = size(shown.before + shown.current);
                // A terminal that is gone is detected when results are printed.
                let _ = write!(io::stderr(), "{ERASE}{read} searched");
            }
        });
        (room, progress)
    }

    /// Erases what is shown, before the results of a page are printed.
    pub(crate) fn end_page(&self) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.before += std::mem::take(&mut shown.current);
        if std::mem::take(&mut shown.is_shown) {
            let _ = write!(io::stderr(), "{ERASE}");
        }
    }
}
