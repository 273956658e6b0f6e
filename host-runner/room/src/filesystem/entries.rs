//! What a listing of a directory is made of.

use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::DirectoryEntry;

/// The entries of a directory as they are asked for, without `.` and `..`; no more than a buffer of
/// them is in memory. One whose name is not Unicode is the error `illegal-byte-sequence`, and the
/// next one follows.
pub(super) type Entries = Box<dyn Iterator<Item = FsResult<DirectoryEntry>> + Send>;
