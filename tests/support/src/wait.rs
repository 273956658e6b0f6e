//! Waits for conditions, however long that takes on this machine.

use std::thread;
use std::time::Duration;

/// The maximum time that anything may take in a test. Only a hang reaches it.
pub const MAX_TIME: Duration = Duration::from_secs(60);

/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until a condition holds. Panics after a minute of pauses, with what was waited for.
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    wait_for(what, || holds().then_some(()));
}

/// Waits until there is a value, and returns it. Panics after a minute of pauses, with what was
/// waited for.
///
/// The pauses are counted, because they are longer on a machine that leaves this process little
/// time.
#[track_caller]
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..MAX_TIME.as_millis() / PAUSE.as_millis() {
        if let Some(value) = look() {
            return value;
        }
        thread::sleep(PAUSE);
    }
    panic!("waited in vain: {what}");
}
