//! How long a command looks without a result.

use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// How long a command follows pages without a result.
const PATIENCE: Duration = Duration::from_mins(5);

/// When a command last had a result, or began.
pub(crate) struct Patience(Instant);

impl Patience {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Fails if there are more pages, but none had a result for long.
    pub(crate) fn check(&mut self, has_result: bool, next: Option<&str>) -> Result<()> {
        if has_result {
            *self = Self::new();
        }
        match next {
            Some(next) if self.0.elapsed() >= PATIENCE => bail!(
                "there was no result for 5 minutes, and not everything was looked at; narrow it, \
                 or continue with --cursor {next}"
            ),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PATIENCE, Patience};
    use std::time::Instant;

    #[test]
    fn pages_without_a_result_are_not_followed_for_long() {
        // A machine that has just started has no earlier time.
        let Some(long_ago) = Instant::now().checked_sub(PATIENCE) else { return };
        assert!(Patience::new().check(false, Some("a")).is_ok());
        assert!(Patience(long_ago).check(false, None).is_ok());
        let mut patience = Patience(long_ago);
        let error = patience.check(false, Some("c-1")).unwrap_err().to_string();
        assert!(error.ends_with("continue with --cursor c-1"), "{error}");
        assert!(patience.check(true, Some("a")).is_ok());
        assert!(patience.check(false, Some("a")).is_ok());
    }
}
