//! What one call may take of the host, whatever the component does.

use wasmtime::{ResourceLimiter, Result, StoreLimits, StoreLimitsBuilder};

/// Linear memory in bytes. A read with the default limits takes below 8 MiB, the largest answer of text that JSON has
/// to escape throughout some 40, an image that is made smaller up to 104. More is refused, and the call fails.
pub(crate) const MEMORY: usize = 128 * 1024 * 1024;

/// Elements of a table. The component has a few hundred functions.
pub(crate) const TABLE_ELEMENTS: usize = 10_000;

/// Core instances, memories and tables of a component. Ours has three instances, one memory and two tables.
pub(crate) const INSTANCES: u32 = 10;
pub(crate) const MEMORIES: u32 = 1;
pub(crate) const TABLES: u32 = 4;

/// Things that the host keeps open for a call beside the grants: directories on the way, the file, and listings, which
/// take a handle and at most 32 KiB each. The component needs up to 35.
pub(crate) const RESOURCES: usize = 64;

/// The most bytes of a path that a component hands to the host. The limit of Linux.
pub(crate) const PATH_BYTES: usize = 4096;

/// The most names in such a path. The component hands over one at a time.
pub(crate) const PATH_NAMES: usize = 128;

/// The most bytes of a name in a path into a tree that the host serves. The limit of nearly every file system.
pub(crate) const NAME_BYTES: usize = 255;

/// The most bytes of such a tree's file that are handed over at once. The limit of wasmtime-wasi for files of the
/// machine.
pub(crate) const READ_BYTES: usize = 64 * 1024;

/// The most entries of directories that are handed out in one call, all listings together: a component that lists the
/// largest directories is served, and one that lists without end is stopped.
pub(crate) const ENTRIES: u32 = 4_000_000;

/// The most bytes of arguments that are handed to a component: a few more than any dialect accepts, so that it sees
/// that they are too many, also if the last character is cut in half. A host that collects arguments need keep no more.
pub const MOST_ARGUMENTS: usize = 64 * 1024 + 8;

/// The most bytes of what a component wants to be remembered of a file's lines, as the contract has it.
pub(crate) const INDEX_BYTES: usize = 32 * 1024;

/// Bytes that may cross from the component to the host in one call: the largest answer is a text of 4 MiB, of which
/// JSON may spell each byte with six.
pub(crate) const TRANSFER: usize = 32 * 1024 * 1024;

/// Limits on memory and tables for one call, and what it took of the memory.
pub(crate) struct Limiter {
    limits: StoreLimits,
    /// The most linear memory there was, in bytes.
    pub(crate) memory: usize,
}

impl Limiter {
    pub(crate) fn new() -> Self {
        let limits = StoreLimitsBuilder::new()
            .memory_size(MEMORY)
            .memories(MEMORIES as usize)
            .tables(TABLES as usize)
            .table_elements(TABLE_ELEMENTS)
            .instances(INSTANCES as usize)
            .build();
        Self { limits, memory: 0 }
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        let allowed = self.limits.memory_growing(current, desired, maximum)?;
        if allowed {
            self.memory = self.memory.max(desired);
        }
        Ok(allowed)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        self.limits.table_growing(current, desired, maximum)
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
