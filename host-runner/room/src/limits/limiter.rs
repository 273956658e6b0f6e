//! The limiter that the engine asks before an instance grows.

use crate::limits::{Limit, Limits};
use wasmtime::{ResourceLimiter, Result, StoreLimits, StoreLimitsBuilder};

/// Memories of a component. The embedded one has one.
pub(crate) const MEMORIES: u32 = 1;

/// Limits the memory and tables of one call, and records its peak memory.
pub(crate) struct Limiter {
    limits: StoreLimits,
    /// The peak of linear memory, in bytes.
    pub(crate) peak_memory: usize,
    /// The limit that was refused last.
    pub(crate) refused: Option<Limit>,
}

impl Limiter {
    pub(crate) fn new(limits: &Limits) -> Self {
        let limits = StoreLimitsBuilder::new()
            .memory_size(limits.memory)
            .memories(MEMORIES as usize)
            .tables(limits.tables as usize)
            .table_elements(limits.table_elements)
            .instances(limits.instances as usize)
            .build();
        Self { limits, peak_memory: 0, refused: None }
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool> {
        let allowed = self.limits.memory_growing(current, desired, maximum)?;
        if allowed {
            self.peak_memory = self.peak_memory.max(desired);
        } else {
            self.refused = Some(Limit::Memory);
        }
        Ok(allowed)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool> {
        let allowed = self.limits.table_growing(current, desired, maximum)?;
        if !allowed {
            self.refused = Some(Limit::TableElements);
        }
        Ok(allowed)
    }

    fn instances(&self) -> usize {
        self.limits.instances()
    }

    fn tables(&self) -> usize {
        self.limits.tables()
    }

    fn memories(&self) -> usize {
        self.limits.memories()
    }
}
