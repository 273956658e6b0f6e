//! The limiter that the engine asks before an instance grows.

use crate::limits::{Limit, Limits};
use crate::metering::memory_budget::{Growth, HOST_CALL_BYTES, HOST_OVERHEAD, ReservedMemory};
use wasmtime::{CallHook, ResourceLimiter, Result, StoreLimits, StoreLimitsBuilder, format_err};

/// Memories of a component. The embedded one has one.
pub(crate) const MEMORIES: u32 = 1;

/// Limits the memory and tables of one call, and records its peak memory.
pub(crate) struct Limiter {
    limits: StoreLimits,
    /// The maximum size of an answer on its way to the host, in bytes.
    transfer: usize,
    /// The peak of linear memory, in bytes. It never shrinks, so this is also its size.
    pub(crate) peak_memory: usize,
    /// The limit that was refused last.
    pub(crate) refused: Option<Limit>,
    /// The memory that is reserved for the call. `None` before it begins: then nothing may grow.
    reserved: Option<ReservedMemory>,
    /// The number of calls into the component that have not returned.
    depth: u32,
    /// How many bytes may cross to the host now.
    transferable: usize,
    /// The bytes that the call would have needed in all, if others held the memory that it lacked.
    shortage: Option<usize>,
}

impl Limiter {
    pub(crate) fn new(limits: &Limits) -> Self {
        let transfer = limits.transfer;
        let limits = StoreLimitsBuilder::new()
            .memory_size(limits.memory)
            .memories(MEMORIES as usize)
            .tables(limits.tables as usize)
            .table_elements(limits.table_elements as usize)
            .instances(limits.instances as usize)
            .build();
        Self {
            limits,
            transfer,
            peak_memory: 0,
            refused: None,
            reserved: None,
            depth: 0,
            transferable: HOST_CALL_BYTES.min(transfer),
            shortage: None,
        }
    }

    pub(crate) fn set_reserved(&mut self, reserved: ReservedMemory) {
        self.reserved = Some(reserved);
    }

    pub(crate) fn take_reserved(&mut self) -> Option<ReservedMemory> {
        self.reserved.take()
    }

    /// Follows the calls into the component, and returns how many bytes may cross to the host from
    /// now on, if that changes: a few names in a host call, and in an answer as much as can be
    /// reserved before it is copied.
    pub(crate) fn transferable_after(&mut self, hook: CallHook) -> Option<usize> {
        match hook {
            // Nested calls are those by which a host call allocates its result.
            CallHook::CallingWasm => {
                self.depth += 1;
                self.transferable = HOST_CALL_BYTES.min(self.transfer);
            }
            CallHook::ReturningFromWasm => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth > 0 {
                    return None;
                }
                self.transferable = self.reserve_answer();
            }
            CallHook::CallingHost | CallHook::ReturningFromHost => return None,
        }
        Some(self.transferable)
    }

    /// Reserves memory for an answer of the component, as far as it is free, and returns how large
    /// the answer may be. It lies in linear memory, so it is hardly ever larger than that.
    fn reserve_answer(&mut self) -> usize {
        let held = self.peak_memory.saturating_add(HOST_OVERHEAD);
        let Some(reserved) = &mut self.reserved else { return 0 };
        reserved.grow_towards(held.saturating_add(self.transfer.min(self.peak_memory)));
        reserved.bytes().saturating_sub(held).min(self.transfer)
    }

    /// Notes that too much was to cross to the host, and why: the limit, or a lack of memory.
    ///
    /// That may have been in a host call instead of the answer. Then the next attempt, with memory
    /// for every answer, reaches the limit.
    pub(crate) fn refuse_transfer(&mut self) {
        let is_total = self.reserved.as_ref().is_some_and(ReservedMemory::is_total);
        if self.transferable >= self.transfer {
            self.refused = Some(Limit::Transfer);
        } else if is_total {
            self.refused = Some(Limit::TotalMemory);
        } else {
            self.shortage = Some(self.peak_memory.saturating_add(self.transfer));
        }
    }

    /// Returns how many bytes the call needed in all, if it ended because others hold them.
    pub(crate) fn shortage(&self) -> Option<usize> {
        self.shortage
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool> {
        if !self.limits.memory_growing(current, desired, maximum)? {
            self.refused = Some(Limit::Memory);
            return Ok(false);
        }
        let needed = desired.saturating_add(HOST_OVERHEAD);
        let growth = self.reserved.as_mut().map_or(Growth::Short, |all| all.grow_to(needed));
        match growth {
            Growth::Granted => {
                self.peak_memory = self.peak_memory.max(desired);
                Ok(true)
            }
            Growth::ExceedsTotal => {
                self.refused = Some(Limit::TotalMemory);
                Ok(false)
            }
            Growth::Short => {
                self.shortage = Some(needed);
                Err(format_err!("other calls have the memory that it needs"))
            }
        }
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
