//! The configuration of property tests.

#![allow(unreachable_pub, missing_docs, clippy::panic, clippy::print_stderr, reason = "tests")]

mod seed;

use proptest::test_runner::{Config, RngSeed};

/// Returns the configuration of a property that is tested with this number of inputs.
pub fn inputs(cases: u32) -> Config {
    let rng_seed = RngSeed::Fixed(seed::seed());
    Config { cases, rng_seed, failure_persistence: None, ..Config::default() }
}
