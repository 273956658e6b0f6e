//! Writes times and sizes for people.

use std::time::Duration;

/// Formats a duration in a suitable unit.
pub(crate) fn time(duration: Duration) -> String {
    match duration.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{:.1} µs", seconds * 1e6),
    }
}

/// Formats the ratio of one duration to another.
pub(crate) fn ratio(one: Duration, other: Duration) -> String {
    format!("{:.2}x", one.as_secs_f64() / other.as_secs_f64())
}

/// Formats a number of bytes.
pub(crate) fn bytes(count: u64) -> String {
    format!("{:.1} MiB", count as f64 / (1024.0 * 1024.0))
}
