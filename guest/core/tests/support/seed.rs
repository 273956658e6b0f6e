//! The seed of random tests.

/// The environment variable with the seed: a number, or `random` for one from the clock.
const VARIABLE: &str = "READROOM_TEST_SEED";

/// The default seed, so that every run tests the same inputs.
const DEFAULT: u64 = 7;

/// Returns the seed, and prints it for a failing test.
#[allow(clippy::disallowed_methods, reason = "a test has an environment, unlike the guest")]
pub fn seed() -> u64 {
    let now = || std::time::UNIX_EPOCH.elapsed().map_or(DEFAULT, |time| time.as_nanos() as u64);
    let seed = match std::env::var(VARIABLE) {
        Err(_) => DEFAULT,
        Ok(text) if text == "random" => now(),
        Ok(text) => match text.parse() {
            Ok(seed) => seed,
            Err(_) => panic!("{VARIABLE} is '{text}': set it to a number, or to 'random'"),
        },
    };
    // Only a failing test shows its output.
    eprintln!("{VARIABLE}={seed}");
    seed
}
