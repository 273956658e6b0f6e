//! What can be asked about an open file or directory, wherever it is.

use super::served::Served;
use super::walk::Judge;
use std::hash::{DefaultHasher, Hash, Hasher};
use wasmtime_wasi::filesystem::Descriptor;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorStat, DirectoryEntry, MetadataHashValue, OpenFlags, PathFlags,
};

/// An open file or directory: of the machine, or of a tree that the host serves. A component
/// must not be able to tell which.
///
/// Where there is a path, the judge is asked about the name that it leads to, unless that is a directory or a link.
pub(super) trait Node {
    /// Opens a file or a directory below this one, for reading, and tells its path from the grant on. Of the flags only
    /// `DIRECTORY` says anything.
    fn open_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        flags: OpenFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<(Opened, String)>;

    /// The target of a link. An absolute one is shown only to the seam, which decides about it.
    fn link_target(&mut self, path: &str, judge: &mut Judge<'_>) -> FsResult<String>;

    /// Bytes from an offset on, at most 65536, and whether that was the end.
    fn read(&mut self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)>;

    /// What is in a directory, one after the other, without `.` and `..`.
    fn list(&mut self) -> FsResult<Entries>;

    /// What is known about it.
    fn stat(&mut self) -> FsResult<DescriptorStat>;

    /// What is known about something below it.
    fn stat_at(&mut self, path: &str, follow: PathFlags, judge: &mut Judge<'_>) -> FsResult<DescriptorStat>;

    /// A number that is the same for the same thing.
    fn identity(&mut self) -> FsResult<MetadataHashValue>;

    /// The same for something below it.
    fn identity_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<MetadataHashValue>;
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

/// A number for what makes something itself.
pub(super) fn hash(identity: impl Hash) -> MetadataHashValue {
    let half = |which: u8| {
        let mut hasher = DefaultHasher::new();
        (which, &identity).hash(&mut hasher);
        hasher.finish()
    };
    MetadataHashValue { lower: half(0), upper: half(1) }
}
