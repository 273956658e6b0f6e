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
mod tests {
    use super::Mounts;
    use std::path::Path;

    const TABLE: &[u8] = b"\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:21 / /proc rw,nosuid shared:2 - proc proc rw
24 22 0:40 / /home/me/with\\040blank rw - fuse.sshfs host: rw
25 22 0:41 / /srv rw - nfs4 server:/srv rw
26 25 0:42 / /srv/local rw master:1 propagate_from:2 - tmpfs none ro,size=4k
27 22 0:43 / /twice rw - nfs server:/ rw
28 22 0:44 / /twice ro - xfs /dev/sdb rw
29 22 0:45 / /late/local rw - tmpfs none rw
30 22 0:46 / /late rw - nfs server:/ rw
broken line
";

    #[test]
    fn a_directory_is_as_prompt_as_its_mount_and_those_below() {
        let mounts = Mounts::parse(TABLE);
        for (directory, waits) in [
            ("/home/me/project", false),
            ("/home/me/with blank", true),
            ("/home/me/with blank/project", true),
            ("/home/me/with blanks", false),
            ("/home/me", true),
            ("/", true),
            ("/proc", true),
            ("/srv", true),
            ("/srv/local/project", false),
            ("/srv/localhost", true),
            ("/twice/project", false),
            ("/late/local/project", true),
        ] {
            assert_eq!(mounts.may_block(Path::new(directory)), waits, "{directory}");
        }
    }

    #[test]
    fn nothing_is_known_without_a_table() {
        assert!(Mounts::parse(b"").may_block(Path::new("/project")));
    }
}
