//! The index: the files that the next commit would have, as git last saw them in the working tree.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::git_directory::GitDirectory;
use crate::object::Objects;
use crate::object_id::{ObjectFormat, ObjectId};
use crate::store::offset_varint;
use crate::tree_diff::flat_listing;
use memchr::memchr;
use readroom_core::{Metadata, Name, Timestamp, Tree};

/// The maximum size of an index in bytes, and those of its parts in memory: about 60 MiB together.
const MAX_BYTES: u64 = 28 << 20;
const MAX_ENTRIES: u64 = 300_000;
const MAX_PATHS_BYTES: u64 = 16 << 20;

/// Its path in the directory of git, also the name of it in errors.
const INDEX: &str = "index";

const SPLIT: &str = "a split index";

/// An index.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// In the order of the bytes of their paths, then of their stages.
    entries: Vec<IndexEntry>,
    /// All paths, one after the other.
    paths: String,
    /// When the file of the index was last written.
    modified: Option<Timestamp>,
    /// The paths of entries that are left out because they are not Unicode, as near as can be.
    unnamed: Vec<String>,
}

/// An entry of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// Its mode.
    pub mode: FileMode,
    /// Its object.
    pub id: ObjectId,
    /// 0, or in a conflict 1 for the base, 2 for ours and 3 for theirs.
    pub stage: u8,
    /// When the file was last modified: seconds since 1970-01-01T00:00:00Z and nanoseconds. Git
    /// truncates the seconds to 32 bits.
    pub modified: (u32, u32),
    /// When any part of the file was last changed, in the same way.
    pub changed: (u32, u32),
    /// The lower 32 bits of the file's size in bytes. 0 if git does not know it.
    pub size: u32,
    /// Whether git takes the file for unchanged (`assume-unchanged`).
    pub is_assumed_valid: bool,
    /// Whether the file is absent from the working tree on purpose (`skip-worktree`).
    pub skips_work_tree: bool,
    /// Whether only the path was added (`intent-to-add`).
    pub is_intent_to_add: bool,
    /// Where its path is in all paths.
    path: (u32, u32),
}

impl Index {
    /// Reads the index of a repository. One that is missing is empty.
    pub(crate) fn read<T: Tree>(
        git: &GitDirectory<'_, T>,
        format: ObjectFormat,
    ) -> Result<Self, HistoryError> {
        let Some(file) = git.file(INDEX)? else { return Ok(Self::default()) };
        HistoryError::check_max(file.size, MAX_BYTES, "bytes in the index")?;
        let modified = file.modified()?;
        Self::parse(format, &file.content(MAX_BYTES)?, modified)
    }

    /// Replaces the directories of a sparse index by the files in them.
    pub(crate) fn expand(&mut self, objects: &dyn Objects) -> Result<(), HistoryError> {
        if self.entries.iter().all(|entry| entry.mode != FileMode::Directory) {
            return Ok(());
        }
        let mut sparse = std::mem::take(self);
        (self.modified, self.unnamed) = (sparse.modified, std::mem::take(&mut sparse.unnamed));
        for (path, entry) in sparse.entries() {
            if entry.mode != FileMode::Directory {
                self.push(path, *entry)?;
                continue;
            }
            for file in flat_listing(objects, entry.id, &|_, _| true) {
                let file = file?;
                let id = file.id.unwrap_or(entry.id);
                let path = [path, &file.path].concat();
                self.push(&path, IndexEntry { mode: file.mode, id, ..*entry })?;
            }
        }
        Ok(())
    }

    fn push(&mut self, path: &str, mut entry: IndexEntry) -> Result<(), HistoryError> {
        let start = self.paths.len();
        self.paths.push_str(path);
        let (count, bytes) = (self.entries.len() as u64 + 1, self.paths.len() as u64);
        HistoryError::check_max(count, MAX_ENTRIES, "entries in the index")?;
        HistoryError::check_max(bytes, MAX_PATHS_BYTES, "bytes in paths of the index")?;
        // Both are at most `MAX_PATHS_BYTES`.
        entry.path = (start as u32, self.paths.len() as u32);
        self.entries.push(entry);
        Ok(())
    }

    /// Parses an index of version 2, 3 or 4 that was last written at a point in time. The path of a
    /// directory of a sparse index ends with a slash.
    pub fn parse(
        format: ObjectFormat,
        data: &[u8],
        modified: Option<Timestamp>,
    ) -> Result<Self, HistoryError> {
        let damaged = |why: &str| HistoryError::damaged(INDEX, why);
        let mut data = Bytes(data);
        let (version, count) = data.header().ok_or_else(|| damaged("its header is malformed"))?;
        if !(2..=4).contains(&version) {
            return Err(HistoryError::Unsupported {
                what: format!("an index of version {version}"),
            });
        }
        HistoryError::check_max(count.into(), MAX_ENTRIES, "entries in the index")?;
        // No entry is shorter than its hash and 42 bytes.
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let room = count.min(data.0.len() / (format.bytes() + 42));
        let mut index = Self { modified, entries: Vec::with_capacity(room), ..Self::default() };
        let (mut path, mut last_stage) = (Vec::new(), None);
        let mut paths_bytes = 0;
        for _ in 0..count {
            let before = path.clone();
            let entry = data.entry(format, version, &mut path);
            let entry = entry.ok_or_else(|| damaged("an entry is malformed"))??;
            if last_stage.is_some_and(|last| (&before, last) >= (&path, entry.stage)) {
                return Err(damaged("its entries are not in order"));
            }
            last_stage = Some(entry.stage);
            paths_bytes += path.len() as u64;
            HistoryError::check_max(paths_bytes, MAX_PATHS_BYTES, "bytes in paths of the index")?;
            let Ok(path) = str::from_utf8(&path) else {
                index.unnamed.push(String::from_utf8_lossy(&path).into_owned());
                continue;
            };
            let is_directory = entry.mode == FileMode::Directory;
            let name = path.strip_suffix('/').filter(|_| is_directory);
            if !is_safe(name.unwrap_or(path)) {
                return Err(damaged("a path in it leads elsewhere"));
            }
            index.push(path, entry)?;
        }
        data.skip_extensions(format)?;
        Ok(index)
    }

    /// Returns the paths and the entries, in the order of the bytes of the paths.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &IndexEntry)> {
        self.entries.iter().map(|entry| (self.path(entry), entry))
    }

    /// Returns the files of the next commit as far as there are no conflicts, in the order of the
    /// bytes of their paths.
    pub fn files(&self) -> impl Iterator<Item = (&str, FileMode, ObjectId)> {
        let files = self.entries().filter(|(_, it)| it.stage == 0 && !it.is_intent_to_add);
        files.map(|(path, entry)| (path, entry.mode, entry.id))
    }

    /// Returns the paths of entries that are left out because they are not Unicode, with U+FFFD for
    /// what is not.
    pub fn unnamed(&self) -> &[String] {
        &self.unnamed
    }

    /// Returns the entries at a path: one, or one for each stage of a conflict.
    pub fn at(&self, path: &str) -> &[IndexEntry] {
        let (number, count) = self.numbers_at(path);
        self.entries.get(number..number + count).unwrap_or_default()
    }

    /// Returns the number of the first entry at a path, and the number of such entries.
    pub(crate) fn numbers_at(&self, path: &str) -> (usize, usize) {
        let number = self.number_of(path);
        let entries = self.entries.get(number..).unwrap_or_default().iter();
        (number, entries.take(3).take_while(|entry| self.path(entry) == path).count())
    }

    /// Returns whether there are entries below a directory.
    pub(crate) fn has_directory(&self, directory: &str) -> bool {
        let below = [directory, "/"].concat();
        let first = self.entries.get(self.number_of(&below));
        first.is_some_and(|entry| self.path(entry).starts_with(&below))
    }

    /// Returns whether a file is as it was when git last looked, judged by its size and its times.
    /// One that was modified after the index was written may have the same time of modification,
    /// and programs can set that, but not the time of the last change.
    pub(crate) fn is_fresh(
        &self,
        entry: &IndexEntry,
        metadata: Metadata,
        trust_ctime: bool,
    ) -> bool {
        let (Some(time), Some(written)) = (metadata.modified, self.modified) else { return false };
        let written = truncated(written);
        let is_racy = match is_whole([entry.modified, truncated(time), written]) {
            true => entry.modified.0 >= written.0,
            false => entry.modified >= written,
        };
        let changed = metadata.changed.filter(|_| trust_ctime).map(truncated);
        let is_unchanged = changed.is_none_or(|time| is_same_time(entry.changed, time));
        entry.has_stat_of(metadata) && is_unchanged && !is_racy
    }

    fn path(&self, entry: &IndexEntry) -> &str {
        let (start, end) = entry.path;
        self.paths.get(start as usize..end as usize).unwrap_or_default()
    }

    fn number_of(&self, path: &str) -> usize {
        self.entries.partition_point(|entry| self.path(entry) < path)
    }
}

impl IndexEntry {
    /// Returns whether a file has the size and the time that it had when git last looked.
    pub(crate) fn has_stat_of(&self, metadata: Metadata) -> bool {
        let Some(time) = metadata.modified.map(truncated) else { return false };
        self.size == metadata.size as u32 && is_same_time(self.modified, time)
    }
}

/// Returns whether one of these times has no fraction: some programs and file systems drop it.
fn is_whole<const N: usize>(times: [(u32, u32); N]) -> bool {
    times.iter().any(|(_, nanoseconds)| *nanoseconds == 0)
}

fn is_same_time(one: (u32, u32), other: (u32, u32)) -> bool {
    if is_whole([one, other]) { one.0 == other.0 } else { one == other }
}

fn truncated(time: Timestamp) -> (u32, u32) {
    (time.seconds as u32, time.nanoseconds)
}

/// Returns whether a path stays in the working tree and out of the directory of git.
fn is_safe(path: &str) -> bool {
    let is_name = |name| Name::new(name).is_some() && !name.eq_ignore_ascii_case(".git");
    path.split('/').all(is_name)
}

/// The rest of the file.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        self.0.split_off(..length)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    /// Returns the version and the number of entries.
    fn header(&mut self) -> Option<(u32, u32)> {
        (self.take(4)? == b"DIRC").then_some(())?;
        Some((self.u32()?, self.u32()?))
    }

    /// Returns the next entry, and replaces the path before it by its path. `None` if it is
    /// malformed.
    fn entry(
        &mut self,
        format: ObjectFormat,
        version: u32,
        path: &mut Vec<u8>,
    ) -> Option<Result<IndexEntry, HistoryError>> {
        let length = self.0.len();
        let changed = (self.u32()?, self.u32()?);
        let modified = (self.u32()?, self.u32()?);
        // Its device and its number there.
        self.take(8)?;
        let mode = FileMode::from_bits(self.u32()?)?;
        // Its owner and its group.
        self.take(8)?;
        let size = self.u32()?;
        let id = ObjectId::from_bytes(format, self.take(format.bytes())?)?;
        let flags = self.u16()?;
        let more = if flags & 0x4000 == 0 { 0 } else { self.u16()? };
        if more & 0x9fff != 0 {
            return None;
        }
        let kept = match version {
            4 => path.len().checked_sub(usize::try_from(offset_varint(&mut self.0)?).ok()?)?,
            _ => 0,
        };
        path.truncate(kept);
        let name = self.take(memchr(0, self.0)?)?;
        path.extend_from_slice(name);
        if version == 4 {
            self.take(1)?;
        } else {
            self.take(8 - (length - self.0.len()) % 8)?;
        }
        // The path is in another file.
        if path.is_empty() {
            return Some(Err(HistoryError::Unsupported { what: SPLIT.into() }));
        }
        Some(Ok(IndexEntry {
            mode,
            id,
            stage: (flags >> 12 & 3) as u8,
            modified,
            changed,
            size,
            is_assumed_valid: flags & 0x8000 != 0,
            skips_work_tree: more & 0x4000 != 0,
            is_intent_to_add: more & 0x2000 != 0,
            path: (0, 0),
        }))
    }

    /// Skips the extensions. A name in lower case is that of one without which the entries cannot
    /// be understood.
    fn skip_extensions(&mut self, format: ObjectFormat) -> Result<(), HistoryError> {
        while self.0.len() > format.bytes() {
            let name = self.take(4).unwrap_or_default();
            // `sdir` only says that there are directories.
            if name != b"sdir" && name.first().is_none_or(|first| !first.is_ascii_uppercase()) {
                let what = match name {
                    b"link" => SPLIT.into(),
                    _ => format!("the extension `{}` of the index", name.escape_ascii()),
                };
                return Err(HistoryError::Unsupported { what });
            }
            let length = self.u32().and_then(|length| usize::try_from(length).ok());
            if length.and_then(|length| self.take(length)).is_none() {
                return Err(HistoryError::damaged(INDEX, "an extension is too short"));
            }
        }
        Ok(())
    }
}
