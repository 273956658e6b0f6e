//! What can be asked about an open file or directory, wherever it is.

use super::served::Served;
use wasmtime_wasi::filesystem::Descriptor;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorStat, DirectoryEntry, MetadataHashValue, OpenFlags, PathFlags,
};

/// An open file or directory: of the machine, or of a tree that the host serves. A component
/// must not be able to tell which.
pub(super) trait Node {
    /// Opens a file or a directory below this one, for reading. Of the flags only `DIRECTORY` says anything.
    fn open_at(&mut self, path: &str, follow: PathFlags, flags: OpenFlags) -> FsResult<Opened>;

    /// The target of a link. An absolute one is shown only to the seam, which decides about it.
    fn link_target(&mut self, path: &str) -> FsResult<String>;

    /// Bytes from an offset on, at most 65536, and whether that was the end.
    fn read(&mut self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)>;

    /// What is in a directory, one after the other, without `.` and `..`.
    fn list(&mut self) -> FsResult<Entries>;

    /// What is known about it.
    fn stat(&mut self) -> FsResult<DescriptorStat>;

    /// What is known about something below it.
    fn stat_at(&mut self, path: &str, follow: PathFlags) -> FsResult<DescriptorStat>;

    /// A number that is the same for the same thing.
    fn identity(&mut self) -> FsResult<MetadataHashValue>;

    /// The same for something below it.
    fn identity_at(&mut self, path: &str, follow: PathFlags) -> FsResult<MetadataHashValue>;
}

/// What was opened.
pub(super) enum Opened {
    /// Something of the machine.
    Local(Descriptor),
    /// Something of a tree that the host serves.
    Served(Served),
}

/// The entries of a directory as they are asked for: whoever makes one keeps no more than a buffer. An entry that
/// cannot be named in Unicode is the error `illegal-byte-sequence`, and the next one follows.
pub(super) type Entries = Box<dyn Iterator<Item = FsResult<DirectoryEntry>> + Send>;

/// How a path with several names is walked: no more links than Linux follows.
pub(super) const MOST_LINKS: u32 = 40;
