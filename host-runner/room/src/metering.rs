//! Measures what a call uses, and ends it at its limits.

pub(crate) mod clock;
pub(crate) mod limiter;
pub(crate) mod memory_budget;
pub(crate) mod meter;
pub(crate) mod semaphore;
