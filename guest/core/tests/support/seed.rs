//! The seed of random tests.

/// The environment variable with the seed: a number, or `random` for one from the clock.
const VARIABLE: &str = "READROOM_TEST_SEED";

/// The seed if the variable is not set: every run tests the same.
const DEFAULT: u64 = 7;

/// Returns the seed, and prints it for a test that fails.
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
    // Only what a failing test prints is shown.
    eprintln!("{VARIABLE}={seed}");
    seed
}
