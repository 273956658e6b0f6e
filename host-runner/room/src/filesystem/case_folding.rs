//! Determines how a file system matches names: whether other spellings than the listed one lead to
//! an entry, and to which.
//!
//! The operating system's name says little about that: Linux mounts foreign file systems, and folds
//! names itself in directories that are marked for it. So each directory is asked. Where other
//! spellings may lead to an entry, its name is looked up in the listing, so that a policy decides
//! about the entry and not about a spelling.

use super::metadata::Metadata;
use super::plain_name::PlainName;
use super::wasi::{Datetime, ErrorCode};
use cap_fs_ext::MetadataExt;
use cap_std::fs::Dir;
use lru::LruCache;
use readroom_policy::{folded, is_other_spelling};
use std::io;
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Which spellings of a name lead to an entry of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Only the listed one.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "no other system tells"))]
    Exact,
    /// Perhaps others, such as other normal forms, but not in other cases.
    CaseSensitive,
    /// Perhaps others, regardless of case.
    CaseInsensitive,
}

/// The maximum number of directories whose spelling is remembered.
const MAX_REMEMBERED: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The maximum number of entries that are searched for a name with a letter.
const MAX_PROBED: usize = 100;

/// The state of a directory: its device, its inode, and when that was last changed. A directory is
/// marked while it is empty, and that changes it.
type DirectoryState = (u64, u64, Option<(u64, u32)>);

impl Spelling {
    /// Returns the spelling in a directory. `metadata` is that of the directory.
    pub(super) fn of(directory: &Dir, metadata: &Metadata) -> Self {
        static REMEMBERED: LazyLock<Mutex<LruCache<DirectoryState, Spelling>>> =
            LazyLock::new(|| LruCache::new(MAX_REMEMBERED).into());
        let changed = metadata.stat.status_change_timestamp;
        let changed = changed.map(|Datetime { seconds, nanoseconds }| (seconds, nanoseconds));
        let state = metadata.inode.map(|(device, inode)| (device, inode, changed));
        let remembered = || REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.and_then(|state| remembered().get(&state).copied()) {
            return known;
        }
        let found = by_flag(directory).unwrap_or_else(|| by_probe(directory));
        if let Some(state) = state {
            remembered().put(state, found);
        }
        found
    }

    /// Returns whether an existing name has to be looked up in the listing.
    fn has_doubts(self, name: &str) -> bool {
        match self {
            Self::Exact => false,
            Self::CaseSensitive => !name.is_ascii() || is_other_spelling(name),
            Self::CaseInsensitive => true,
        }
    }
}

/// Returns the spelling in a directory of a file system of Linux that folds names only in marked
/// directories, or never. `None` for all others.
#[cfg(target_os = "linux")]
fn by_flag(directory: &Dir) -> Option<Spelling> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    /// The types: bcachefs, btrfs, erofs, ext2 to ext4, f2fs, overlay, ramfs, squashfs, tmpfs.
    const MARKING: [u32; 9] = [
        0xca45_1a4e,
        0x9123_683e,
        0xe0f5_e1e2,
        0xef53,
        0xf2f5_2010,
        0x794c_7630,
        0x8584_58f6,
        0x7371_7368,
        0x0102_1994,
    ];
    /// `FS_CASEFOLD_FL`.
    const CASEFOLD: u32 = 0x4000_0000;
    // Only the lower half of the type is defined.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bit pattern")]
    let kind = rustix::fs::fstatfs(directory).ok()?.f_type as u32;
    if !MARKING.contains(&kind) {
        return None;
    }
    // The directory's handle may be one for traversal only.
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let readable = rustix::fs::openat(directory, ".", flags, Mode::empty()).ok()?;
    match rustix::fs::ioctl_getflags(readable) {
        Ok(flags) if flags.bits() & CASEFOLD != 0 => Some(Spelling::CaseInsensitive),
        // Without flags no directory can be marked.
        Ok(_) | Err(Errno::NOTTY | Errno::OPNOTSUPP | Errno::INVAL) => Some(Spelling::Exact),
        Err(_) => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn by_flag(_: &Dir) -> Option<Spelling> {
    // The usual file systems of all other systems fold names.
    Some(Spelling::CaseInsensitive)
}

/// Returns the spelling in a directory, judged by whether one of its names leads to the same entry
/// in the other case.
fn by_probe(directory: &Dir) -> Spelling {
    let Ok(names) = names(directory) else { return Spelling::CaseInsensitive };
    match names.take(MAX_PROBED).filter_map(|name| case_matters(directory, &name)).next() {
        Some(true) => Spelling::CaseSensitive,
        Some(false) | None => Spelling::CaseInsensitive,
    }
}

/// Returns whether an existing name leads to another entry, or to none, in the other case. `None`
/// for a name without ASCII letters, and for one that may have other spellings for other reasons.
fn case_matters(directory: &Dir, name: &str) -> Option<bool> {
    let swapped = swapped(name);
    if swapped == name || !name.is_ascii() || is_other_spelling(name) {
        return None;
    }
    let inode = |name: &str| {
        let metadata = directory.symlink_metadata(name)?;
        Ok((metadata.dev(), metadata.ino()))
    };
    Some(match (inode(name), inode(&swapped)) {
        (Ok(_), Err::<_, io::Error>(error)) => error.kind() == io::ErrorKind::NotFound,
        (Ok(one), Ok(other)) => one != other,
        (Err(_), _) => false,
    })
}

/// Returns a name with its ASCII letters in the other case.
fn swapped(name: &str) -> String {
    let other = |letter: char| match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    name.chars().map(other).collect()
}

/// Returns the listed name of an existing entry if it is not the requested one.
///
/// Fails with `not-permitted` if it is not clear which entry the name leads to: it may be a short
/// form, or have an ending that the file system ignores.
pub(super) fn listed_name(
    directory: &Dir,
    spelling: Spelling,
    requested: &PlainName<'_>,
) -> Result<Option<PlainName<'static>>, ErrorCode> {
    if !spelling.has_doubts(requested.as_str()) {
        return Ok(None);
    }
    match names(directory) {
        Ok(names) => find(requested.as_str(), names),
        // A directory that can be traversed, but not listed.
        Err(_) if case_matters(directory, requested.as_str()) == Some(true) => Ok(None),
        Err(_) => Err(ErrorCode::NotPermitted),
    }
}

/// Returns the names in a directory that are Unicode.
fn names(directory: &Dir) -> io::Result<impl Iterator<Item = String>> {
    Ok(directory.entries()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()))
}

/// Returns which of a directory's names the requested one leads to, or `None` if the requested one
/// is listed itself.
fn find(
    requested: &str,
    names: impl Iterator<Item = String>,
) -> Result<Option<PlainName<'static>>, ErrorCode> {
    let wanted = folded(requested);
    let mut same = Vec::new();
    for name in names {
        if name == requested {
            return Ok(None);
        }
        if same.len() < 2 && folded(&name) == wanted {
            same.push(name);
        }
    }
    match <[String; 1]>::try_from(same) {
        Ok([name]) => PlainName::new(name).map(Some),
        Err(_) => Err(ErrorCode::NotPermitted),
    }
}

#[cfg(test)]
mod tests;
