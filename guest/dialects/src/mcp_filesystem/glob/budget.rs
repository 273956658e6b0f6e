//! What the patterns of a call may take.

use std::cell::Cell;

/// The maximum memory for all compiled patterns of a call, in units of four bytes.
pub(super) const MAX_COST: usize = 8 << 20;

/// The maximum number of steps in a call, of expanding braces and of matching.
const MAX_STEPS: u64 = 100_000_000;

/// Why a pattern cannot be matched.
#[derive(Clone, Debug)]
pub(in super::super) enum GlobError {
    /// The release makes an invalid regular expression of it.
    Invalid(String),
    /// The pattern is too long for the release.
    TooLong,
    /// It takes too much memory or time.
    TooComplex,
}

/// What is left of the steps and the memory of a call.
pub(in super::super) struct Budget {
    steps: Cell<u64>,
    cost: Cell<usize>,
}

impl Budget {
    pub(in super::super) fn new() -> Self {
        Self { steps: Cell::new(MAX_STEPS), cost: Cell::new(MAX_COST) }
    }

    pub(super) fn spend(&self, steps: u64) -> Result<(), GlobError> {
        let left = self.steps.get().checked_sub(steps).ok_or(GlobError::TooComplex)?;
        self.steps.set(left);
        Ok(())
    }

    pub(super) fn take(&self, cost: usize) -> Result<(), GlobError> {
        let left = self.cost.get().checked_sub(cost).ok_or(GlobError::TooComplex)?;
        self.cost.set(left);
        Ok(())
    }
}
