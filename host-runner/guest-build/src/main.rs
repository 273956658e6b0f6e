//! Writes a test component to a file, for the tests of other hosts.
//!
//! `cargo run --package readroom-guest-build -- readroom-hostile FILE`

#![allow(clippy::print_stderr, reason = "this is a program")]

use readroom_guest_build::test_components::built;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [package, file] = &*arguments else {
        eprintln!("usage: readroom-test-component PACKAGE FILE");
        return ExitCode::from(2);
    };
    let written = built(package).and_then(|bytes| {
        std::fs::write(file, bytes).map_err(|error| format!("cannot write '{file}': {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
