//! Facts about a read, for hosts that keep records.

use readroom_core::{Location, Metadata, Text, Timestamp};

/// Facts about a file or directory that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFacts {
    /// Its absolute name with links resolved.
    pub real_path: String,
    /// The size of the file at open, in bytes. 0 for a directory.
    pub size: u64,
    /// The modification time in milliseconds since 1970. `None` if unknown, and for a directory.
    pub modified: Option<u64>,
    /// The [`version`]. `None` for a directory.
    pub version: Option<String>,
    /// The number of lines of text, or entries of a directory, that were returned.
    pub lines: u64,
    /// The number of bytes of the file that were returned, in UTF-8 if it is text.
    pub bytes: u64,
}

impl ReadFacts {
    /// Returns the facts about lines of a file.
    pub fn of_text(location: &Location, metadata: &Metadata, text: &Text) -> Self {
        Self::of_file(location, metadata, text.lines, text.content.len() as u64)
    }

    /// Returns the facts about a file.
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

    /// Returns the facts about a directory.
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

/// Returns the version of a file, which changes when its size or modification time does.
pub fn version(metadata: &Metadata) -> String {
    let Timestamp { seconds, nanoseconds } =
        metadata.modified.unwrap_or(Timestamp { seconds: 0, nanoseconds: 0 });
    format!("{:x}-{seconds:x}-{nanoseconds:x}", metadata.size)
}
