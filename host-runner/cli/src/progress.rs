//! Shows the progress of a long read on standard error, if that is a terminal.

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

/// Returns a number of bytes in the largest unit that fits.
#[expect(clippy::cast_precision_loss, reason = "one digit is shown after the point")]
pub(crate) fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = "bytes";
    for larger in ["KiB", "MiB", "GiB", "TiB"] {
        // What would be rounded to 1024.0 has the next unit.
        if value < 1023.95 {
            break;
        }
        value /= 1024.0;
        unit = larger;
    }
    match (bytes, unit) {
        (1, _) => "1 byte".into(),
        (_, "bytes") => format!("{bytes} bytes"),
        _ => format!("{value:.1} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_the_unit_that_fits() {
        for (bytes, shown) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (5 << 30, "5.0 GiB"),
            (u64::MAX, "16777216.0 TiB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }
}
