//! What one call may take of the host, whatever the component does.

use wasmtime::{StoreLimits, StoreLimitsBuilder};

/// Linear memory in bytes. A read with the default limits takes below 8 MiB, the largest answer of text that JSON has
/// to escape throughout some 40. More is refused, and the call fails.
const MEMORY: usize = 64 * 1024 * 1024;

/// Elements of a table. The component has a few hundred functions.
const TABLE_ELEMENTS: usize = 10_000;

/// Things that the host keeps open for a call: directories on the way and the file. The component needs about 40.
pub(crate) const RESOURCES: usize = 128;

/// Handles that the component holds of them.
pub(crate) const HANDLES: usize = 256;

/// Bytes that may cross from the component to the host in one call: the largest answer is a text of 4 MiB, of which
/// JSON may spell each byte with six.
pub(crate) const TRANSFER: usize = 32 * 1024 * 1024;

/// Limits on memory and tables for one call.
pub(crate) fn store() -> StoreLimits {
    StoreLimitsBuilder::new()
        .memory_size(MEMORY)
        .memories(1)
        .tables(4)
        .table_elements(TABLE_ELEMENTS)
        .instances(10)
        .build()
}
