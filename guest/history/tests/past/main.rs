//! Repositories that git makes, as they are read.

#![cfg(unix)]
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "../support/denying.rs"]
mod denying;
#[path = "../support/guarded.rs"]
mod guarded;
mod index;
mod links;
#[path = "../../../../host-runner/cli/benches/speed/native.rs"]
mod native;
#[path = "../like_git/pages.rs"]
mod pages;
mod policy;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/random_history.rs"]
mod random_history;
#[path = "../support/random_work_tree.rs"]
mod random_work_tree;
#[path = "../support/repository.rs"]
mod repository;
mod reviews;
#[path = "../../../core/tests/support/seed.rs"]
mod seed;
mod values;
mod work_tree;
