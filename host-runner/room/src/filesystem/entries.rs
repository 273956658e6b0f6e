//! The entries of a directory listing.

use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::DirectoryEntry;

/// The entries of a directory, read on demand, without `.` and `..`; at most one buffer of them is
/// in memory. An entry whose name is not Unicode is the error `illegal-byte-sequence`, and the next
/// one follows.
pub(super) type Entries = Box<dyn Iterator<Item = FsResult<DirectoryEntry>> + Send>;
