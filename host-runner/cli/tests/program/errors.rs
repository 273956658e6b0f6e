//! Provokes every error that a caller can meet, and compares them with `docs/errors.md`.
//!
//! The codes are taken from their definitions. One without an example, or an example of an
//! undefined code, fails the test. `BLESS=1` writes the page.

mod client_errors;
mod defined;
mod exit_statuses;
mod limits;
mod policies;
mod protocol;
mod read_errors;
mod room_errors;
mod table;

use super::documents::repository;
use std::fs;

const PAGE: &str = "docs/errors.md";

#[test]
fn the_page_of_errors_has_every_code_with_an_example() {
    let room_errors = room_errors::examples();
    let sections = [
        INTRODUCTION.trim_start().into(),
        read_errors::section(),
        room_errors::section(&room_errors),
        limits::section(),
        policies::section(),
        protocol::section(&room_errors),
        client_errors::section(),
        exit_statuses::section(),
    ];
    let page = sections.join("\n");
    let file = repository().join(PAGE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    for (written, expected) in written.lines().zip(page.lines()) {
        assert_eq!(written, expected, "BLESS=1 writes {PAGE}");
    }
    assert_eq!(written, page, "BLESS=1 writes {PAGE}");
}

const INTRODUCTION: &str = "
# Errors

An error says what happened, to what, and what to do next. Programs decide by its code or its class;
the wording may change. Messages contain nothing of the content of a file, and reveal nothing that
lies outside the granted directories or that a policy hides.

A test [provokes every error](../host-runner/cli/tests/program/errors.rs) and writes this page. The
messages are real, with `/project` for the root.
";
