//! Finds out which directories lie on file systems that respond at once.

use std::path::{Path, PathBuf};

/// Types of file systems that are local to the kernel. All others may block a thread as long as a
/// network or a program likes. An overlay, as in containers, is as prompt as the file system below
/// it, which cannot be seen from inside.
const PROMPT: [&str; 23] = [
    "bcachefs", "btrfs", "devtmpfs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfsplus",
    "iso9660", "jfs", "msdos", "nilfs2", "ntfs3", "overlay", "ramfs", "reiserfs", "squashfs",
    "tmpfs", "vfat", "xfs", "zfs",
];

/// The mounted file systems, in the order in which they were mounted.
pub(crate) struct Mounts(Vec<Mount>);

struct Mount {
    /// The mount point.
    at: PathBuf,
    /// Whether it responds at once, as those do that are local to the kernel.
    is_prompt: bool,
}

impl Mounts {
    /// Reads the mounts from the operating system. If it does not list them, nothing counts as
    /// prompt.
    pub(crate) fn now() -> Self {
        #[cfg(target_os = "linux")]
        let table = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        let table = Vec::new();
        Self::parse(&table)
    }

    /// Parses the format of proc(5): the fifth field is the mount point, and the first one after a
    /// lone `-` is the type.
    fn parse(table: &[u8]) -> Self {
        let mounts = table.split(|byte| *byte == b'\n').filter_map(|line| {
            let mut fields = line.split(|byte| *byte == b' ');
            let at = unescaped(fields.nth(4)?)?;
            let kind = fields.skip_while(|field| *field != b"-").nth(1)?;
            Some(Mount { at, is_prompt: PROMPT.iter().any(|prompt| prompt.as_bytes() == kind) })
        });
        Self(mounts.collect())
    }

    /// Returns whether something in a directory may block a thread: the directory itself, or a
    /// mount below it.
    pub(crate) fn may_block(&self, directory: &Path) -> bool {
        let below = self.0.iter().any(|mount| !mount.is_prompt && mount.at.starts_with(directory));
        let around =
            || self.0.iter().enumerate().filter(|(_, mount)| directory.starts_with(&mount.at));
        let closest = around().max_by_key(|(_, mount)| mount.at.components().count());
        // A later mount on a directory above may hide it.
        let hides = |number| around().any(|(later, mount)| later > number && !mount.is_prompt);
        below || !closest.is_some_and(|(number, mount)| mount.is_prompt && !hides(number))
    }
}

/// Returns a path in which spaces are written as `\040`, or `None` if it is not Unicode, as no
/// granted directory is.
fn unescaped(field: &[u8]) -> Option<PathBuf> {
    let (mut path, mut rest) = (Vec::new(), field);
    while let Some((byte, after)) = rest.split_first() {
        let code = (*byte == b'\\').then(|| after.get(..3)).flatten();
        let code =
            code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 8).ok());
        path.push(code.unwrap_or(*byte));
        rest = if code.is_some() { after.get(3..).unwrap_or_default() } else { after };
    }
    Some(String::from_utf8(path).ok()?.into())
}

#[cfg(test)]
mod tests;
