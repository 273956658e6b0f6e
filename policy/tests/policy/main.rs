//! Tests of the policy as hosts and the component use it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    unreachable_pub,
    missing_docs,
    reason = "tests"
)]

mod gate;
mod handed;
mod list;
#[path = "../support/lists.rs"]
mod lists;
mod masks;
mod names;
mod patterns;
mod reference;
mod rules;
#[path = "../../../guest/core/tests/support/seed.rs"]
mod seed;
