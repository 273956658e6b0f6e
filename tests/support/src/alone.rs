//! Runs tests that measure the whole process: its memory, descriptors, threads or collector of
//! spans.

use std::process::Command;

/// The environment variable with the name of the test that a process was started for.
const VARIABLE: &str = "READROOM_TEST_ALONE";

/// Runs the body of a test in a separate process. `test` is its name as the test program lists it.
///
/// Panics if the body does, or if there is no test of that name.
pub fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var(VARIABLE).is_ok_and(|started_for| started_for == test) {
        return body();
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--include-ignored", "--nocapture"])
        .env(VARIABLE, test)
        // Otherwise glibc keeps freed memory, in as many arenas as there are threads.
        .env("MALLOC_MMAP_THRESHOLD_", "131072")
        .output()
        .unwrap();
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{said}{errors}");
}
