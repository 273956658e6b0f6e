//! What the engine asks before an instance grows.

use crate::limits::{Limit, Limits};
use wasmtime::{ResourceLimiter, Result, StoreLimits, StoreLimitsBuilder};

/// Memories of a component. Ours has one.
pub(crate) const MEMORIES: u32 = 1;

/// Limits on memory and tables for one call, and what it took of the memory.
pub(crate) struct Limiter {
    limits: StoreLimits,
    /// The most linear memory there was, in bytes.
    pub(crate) memory: usize,
    /// What the component was refused last.
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
        Self { limits, memory: 0, refused: None }
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
            self.memory = self.memory.max(desired);
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
