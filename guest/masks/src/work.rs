//! The amount of work that masking takes.

use crate::set::STEPS;
use crate::{Masker, ValueFormat};

/// Formats are compared at many offsets; each comparison is bounded, and no run is counted twice.
#[test]
fn work_is_linear_in_the_text() {
    let parts = [
        "eyJ-",
        "eyJ.eyJ-",
        "sk-",
        "sk-ant-",
        "://a:",
        "password='",
        "Bearer ",
        "1:AA",
        "ghp_",
        "-----BEGIN PRIVATE KEY-----",
        "a.atlasv1.",
        "0-us1",
        "token: token= ",
        "SG.",
        "AKIA",
        "\x1b[0m -- abcd=[ ",
        "a\\x1b[1;31mghp_",
        "password=[[",
        "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB ",
        "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB\\n",
        "password:\\033[1m",
    ];
    for part in parts {
        let steps = |length: usize| {
            STEPS.set(0);
            Masker::new(ValueFormat::Plain)
                .line(&part.repeat(length / part.len()), &mut String::new());
            STEPS.get()
        };
        let (short, long) = (steps(50_000), steps(200_000));
        assert!(long <= short * 4 + short / 8 + 1000, "{part}: {short}, {long}");
        assert!(long <= 200_000 * 100, "{part}: {long}");
    }
}
