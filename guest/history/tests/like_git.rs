//! What a repository is asked is answered as git answers it, in random repositories.

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
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "like_git/blame.rs"]
mod blame;
#[path = "like_git/budgets.rs"]
mod budgets;
#[path = "like_git/clones.rs"]
mod clones;
#[path = "like_git/diffs.rs"]
mod diffs;
#[path = "like_git/files.rs"]
mod files;
#[path = "like_git/logs.rs"]
mod logs;
#[path = "../../../host-runner/cli/benches/speed/native.rs"]
mod native;
#[path = "like_git/pages.rs"]
mod pages;
#[path = "support/random.rs"]
mod random;
#[path = "support/random_history.rs"]
mod random_history;
#[path = "../../core/tests/support/seed.rs"]
mod seed;

use native::Native;
use random_history::{History, Random};
use readroom_history::Timeline;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Compare = fn(&History, &Timeline<'_, Native>, &mut Random);

const PARTS: [(&str, Compare); 4] = [
    ("files", files::compare),
    ("changes", diffs::compare),
    ("commits", logs::compare),
    ("lines", blame::compare),
];

/// Compares all answers about random repositories, and prints all that differ.
fn compare(seeds: impl Iterator<Item = u64>) {
    let mut different = 0;
    for seed in seeds {
        let history = History::new(seed);
        let disk = Native::open(&history.root);
        let tree = &Timeline::now(&disk);
        for (part, compare) in PARTS {
            let compare = || compare(&history, tree, &mut Random::new(!seed));
            if catch_unwind(AssertUnwindSafe(compare)).is_err() {
                println!("{part} of the repository of seed {seed} differ");
                different += 1;
            }
        }
    }
    assert_eq!(different, 0, "answers differ");
}

#[test]
fn random_repositories_answer_as_git_does() {
    // In the first of the last two, what both sides of a range have is known before the walk
    // reaches it. In the other one, a submodule changed, and attributes are only in the index.
    compare((0..40).chain([1_796_042_791_516_682_366, 1_796_092_819_145_612_853]));
}

#[test]
#[ignore = "takes many minutes"]
fn a_thousand_random_repositories_answer_as_git_does() {
    let first = seed::seed();
    let count = std::env::var("REPOSITORIES").ok().and_then(|count| count.parse().ok());
    compare((0..count.unwrap_or(1000)).map(|number| first.wrapping_add(number)));
}
