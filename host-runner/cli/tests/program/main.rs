//! The program `readroom` as users and clients use it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    unreachable_pub,
    reason = "tests"
)]
#![cfg_attr(windows, allow(unused_imports, dead_code, reason = "signals and scripts are of Unix"))]

mod arguments;
mod cli;
mod crates;
mod doctor;
mod documents;
mod drawing;
#[cfg(target_os = "linux")]
mod errors;
mod generate;
mod help;
mod history;
mod mcp;
mod one_read;
mod pages;
mod paging;
mod picture;
mod pty;
mod recorded;
mod statuses;
mod terminal;
