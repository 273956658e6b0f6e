//! What a host that keeps records learns of a read.

use alloc::format;
use alloc::string::String;
use readroom_core::{Location, Metadata, Text, Timestamp};

/// What is known of a file or directory that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFacts {
    /// Its absolute name, links resolved.
    pub real_path: String,
    /// Bytes of the file when it was opened. 0 for a directory.
    pub size: u64,
    /// Milliseconds since 1970, if known. Not for a directory.
    pub modified: Option<u64>,
    /// As [`version`] says. Not for a directory.
    pub version: Option<String>,
    /// Lines of text, or entries of a directory, that were returned.
    pub lines: u64,
    /// Bytes of the file that were returned, in UTF-8 if it is text.
    pub bytes: u64,
}

impl ReadFacts {
    /// Of lines of a file.
    pub fn of_text(location: &Location, metadata: &Metadata, text: &Text) -> Self {
        Self::of_file(location, metadata, text.lines, text.content.len() as u64)
    }

    /// Of a file.
    pub fn of_file(location: &Location, metadata: &Metadata, lines: u64, bytes: u64) -> Self {
        Self {
            real_path: location.absolute(),
            size: metadata.size,
            modified: metadata.modified.map(Timestamp::milliseconds),
            version: Some(version(metadata)),
            lines,
            bytes,
        }
    }

    /// Of a directory.
    pub fn of_directory(location: &Location, entries: u64) -> Self {
        Self {
            real_path: location.absolute(),
            size: 0,
            modified: None,
            version: None,
            lines: entries,
            bytes: 0,
        }
    }
}

/// The version of a file: changes when its size or its modification time does.
pub fn version(metadata: &Metadata) -> String {
    let Timestamp { seconds, nanoseconds } =
        metadata.modified.unwrap_or(Timestamp { seconds: 0, nanoseconds: 0 });
    format!("{:x}-{seconds:x}-{nanoseconds:x}", metadata.size)
}
