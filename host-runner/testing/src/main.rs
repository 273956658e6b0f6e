//! Writes a component of the tests to a file, for the tests of other hosts.
//!
//! `cargo run --package readroom-testing -- readroom-hostile FILE`

#![allow(clippy::print_stderr, reason = "this is a program")]

use readroom_testing::built::built;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [package, file] = &*arguments else {
        eprintln!("usage: readroom-testing PACKAGE FILE");
        return ExitCode::from(2);
    };
    match std::fs::write(file, built(package)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write '{file}': {error}");
            ExitCode::FAILURE
        }
    }
}
