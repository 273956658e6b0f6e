//! Facts about a read, for hosts that keep records.

use crate::check::TEXT_RULES;
use readroom_core::{File, Location, Metadata, Text, Timestamp, Tree};
use readroom_types::{ReadFacts, count};
use std::hash::{DefaultHasher, Hasher};

/// Returns the facts about lines of a file.
pub fn facts_of_text<T: Tree>(file: &File<'_, T>, text: &Text) -> ReadFacts {
    facts_of_file(file, text.lines, text.content.len() as u64)
}

/// Returns the facts about a file that was read.
pub fn facts_of_file<T: Tree>(file: &File<'_, T>, lines: u64, bytes: u64) -> ReadFacts {
    let masked = file.masked_values();
    ReadFacts { masked, ..facts_of_entry(&file.location, &file.metadata, lines, bytes) }
}

/// Returns the facts about a file of which no text was returned.
pub fn facts_of_entry(
    location: &Location,
    metadata: &Metadata,
    lines: u64,
    bytes: u64,
) -> ReadFacts {
    ReadFacts {
        real_path: location.absolute(),
        size: metadata.size,
        modified: metadata.modified.map(Timestamp::milliseconds),
        version: Some(version(metadata)),
        lines: count(lines),
        bytes,
        masked: None,
    }
}

/// Returns the facts about a directory.
pub fn facts_of_directory(location: &Location, entries: u64) -> ReadFacts {
    ReadFacts {
        real_path: location.absolute(),
        size: 0,
        modified: None,
        version: None,
        lines: count(entries),
        bytes: 0,
        masked: None,
    }
}

/// Returns the version of a file, which changes when its size, its modification time, or the time
/// of its last change of any kind does.
pub fn version(metadata: &Metadata) -> String {
    let version = copied_version(metadata);
    // Most files were changed last when they were modified last.
    match metadata.changed.filter(|_| metadata.changed != metadata.modified) {
        None => version,
        Some(Timestamp { seconds, nanoseconds }) => {
            format!("{version}-{seconds:x}-{nanoseconds:x}")
        }
    }
}

/// The maximum size of a masked file whose text is hashed for its version, if it has a time.
const MAX_HASHED_BYTES: u64 = 1 << 20;

/// Returns the metadata of which a file's version is made. In memory the time of the last change is
/// a checksum of the content, and at a revision a part of its hash, by which a short secret could
/// be guessed: if values are masked, a hash of what is shown takes its place.
pub(crate) fn versioned<T: Tree>(file: &File<'_, T>) -> Metadata {
    let mut metadata = file.metadata;
    if file.masked_values().is_some_and(|values| values > 0) {
        let is_hashed = metadata.modified.is_none() || file.text_bytes() <= MAX_HASHED_BYTES;
        metadata.changed = metadata.changed.filter(|_| is_hashed).and_then(|_| {
            let mut hasher = DefaultHasher::new();
            hasher.write(file.whole_text(&TEXT_RULES).ok()?.as_bytes());
            Some(Timestamp { seconds: hasher.finish(), nanoseconds: 0 })
        });
    }
    metadata
}

/// Returns the part of the version that a copy of the file on another machine has too.
pub(crate) fn copied_version(metadata: &Metadata) -> String {
    let Timestamp { seconds, nanoseconds } =
        metadata.modified.unwrap_or(Timestamp { seconds: 0, nanoseconds: 0 });
    format!("{:x}-{seconds:x}-{nanoseconds:x}", metadata.size)
}

/// Returns whether a file still has a version. `false` if the host knows no time of it: then
/// another content would have the same version.
pub(crate) fn has_version(metadata: &Metadata, known: &str) -> bool {
    (metadata.modified.is_some() || metadata.changed.is_some()) && version(metadata) == known
}

#[cfg(test)]
mod tests {
    use super::{copied_version, has_version, version};
    use readroom_core::{FileKind, Metadata, Timestamp};

    #[test]
    fn a_version_changes_with_everything_that_tells_files_apart() {
        let time = |seconds| Some(Timestamp { seconds, nanoseconds: 5 });
        let known = Metadata { kind: FileKind::File, size: 8, modified: time(1), changed: time(2) };
        for other in [
            Metadata { size: 9, ..known },
            Metadata { modified: time(3), ..known },
            Metadata { changed: time(3), ..known },
            Metadata { changed: time(1), ..known },
            Metadata { changed: None, ..known },
            Metadata { modified: None, ..known },
        ] {
            assert_ne!(version(&other), version(&known), "{other:?}");
            assert!(!has_version(&other, &version(&known)));
        }
        assert!(has_version(&known, &version(&known)));
        assert_eq!(copied_version(&Metadata { changed: time(3), ..known }), copied_version(&known));
        assert_eq!(version(&Metadata { changed: time(1), ..known }), "8-1-5");
        let undated = Metadata { modified: None, changed: None, ..known };
        assert!(!has_version(&undated, &version(&undated)));
    }
}
