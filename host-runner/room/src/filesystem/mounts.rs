//! Finds out which directories lie on file systems that respond at once.

use std::path::{Path, PathBuf};

/// Types of file systems that the kernel keeps on this machine. All others may block a thread as
/// long as a network or a program likes. An overlay, as in containers, is as prompt as the file
/// system below it, which cannot be seen from inside.
const PROMPT: [&str; 23] = [
    "bcachefs", "btrfs", "devtmpfs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfsplus",
    "iso9660", "jfs", "msdos", "nilfs2", "ntfs3", "overlay", "ramfs", "reiserfs", "squashfs",
    "tmpfs", "vfat", "xfs", "zfs",
];

/// The mounted file systems.
pub struct Mounts(Vec<Mount>);

/// A mounted file system.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mount {
    /// Where it is mounted.
    pub at: PathBuf,
    /// Its type, such as `ext4`, `nfs4` or `fuse.sshfs`.
    pub kind: String,
    /// Whether nothing in it can be changed through this mount.
    pub is_read_only: bool,
    /// Whether it responds at once, as those do that the kernel keeps on this machine.
    pub is_prompt: bool,
}

impl Mounts {
    /// Reads the mounts from the operating system. If it does not list them, nothing counts as
    /// prompt.
    pub fn now() -> Self {
        #[cfg(target_os = "linux")]
        let table = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        let table = Vec::new();
        Self::parse(&table)
    }

    /// Parses the format of proc(5): the fifth field is the mount point, the sixth the options of
    /// the mount, and the first one after a lone `-` is the type. Behind the source come the
    /// options of the file system.
    fn parse(table: &[u8]) -> Self {
        let is_read_only = |options: &[u8]| {
            options.split(|byte| *byte == b',').next().is_some_and(|option| option == b"ro")
        };
        let mounts = table.split(|byte| *byte == b'\n').filter_map(|line| {
            let mut fields = line.split(|byte| *byte == b' ');
            let at = unescaped(fields.nth(4)?)?;
            let options = fields.next()?;
            let mut fields = fields.skip_while(|field| *field != b"-").skip(1);
            let kind = String::from_utf8_lossy(fields.next()?).into_owned();
            let its_own = fields.nth(1).unwrap_or_default();
            let is_prompt = PROMPT.contains(&kind.as_str());
            Some(Mount {
                at,
                kind,
                is_read_only: is_read_only(options) || is_read_only(its_own),
                is_prompt,
            })
        });
        Self(mounts.collect())
    }

    /// Returns the mount that a directory lies on. `None` if the system does not list it.
    pub fn holding(&self, directory: &Path) -> Option<&Mount> {
        let around = self.0.iter().filter(|mount| directory.starts_with(&mount.at));
        around.max_by_key(|mount| mount.at.components().count())
    }

    /// Returns what is mounted below a directory.
    pub fn below<'a>(&'a self, directory: &'a Path) -> impl Iterator<Item = &'a Mount> {
        self.0.iter().filter(move |mount| mount.at != directory && mount.at.starts_with(directory))
    }

    /// Returns the first mount of a type.
    pub fn of_kind(&self, kind: &str) -> Option<&Mount> {
        self.0.iter().find(|mount| mount.kind == kind)
    }

    /// Returns whether something in a directory may block a thread: the directory itself, or what
    /// is mounted below it.
    pub fn may_block(&self, directory: &Path) -> bool {
        let below = self.0.iter().any(|mount| !mount.is_prompt && mount.at.starts_with(directory));
        let around =
            || self.0.iter().enumerate().filter(|(_, mount)| directory.starts_with(&mount.at));
        let closest = around().max_by_key(|(_, mount)| mount.at.components().count());
        // What was mounted later around it may hide it.
        let hides = |number| around().any(|(later, mount)| later > number && !mount.is_prompt);
        below || !closest.is_some_and(|(number, mount)| mount.is_prompt && !hides(number))
    }
}

/// Returns a path in which blanks are written as `\040`, or `None` if it is not Unicode, as no
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
    fn a_directory_waits_for_what_it_lies_on_and_for_what_lies_below() {
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
    fn a_mount_has_its_type_and_is_writable_or_not() {
        let mounts = Mounts::parse(TABLE);
        for (directory, kind, is_read_only) in [
            ("/home/me/project", "ext4", false),
            ("/home/me/with blank/project", "fuse.sshfs", false),
            ("/srv/local/project", "tmpfs", true),
            ("/twice", "xfs", true),
        ] {
            let mount = mounts.holding(Path::new(directory)).unwrap();
            assert_eq!((mount.kind.as_str(), mount.is_read_only), (kind, is_read_only));
        }
        let below = |directory| mounts.below(Path::new(directory)).map(|mount| mount.kind.as_str());
        assert_eq!(below("/srv").collect::<Vec<_>>(), ["tmpfs"]);
        assert_eq!(below("/home").collect::<Vec<_>>(), ["fuse.sshfs"]);
        assert_eq!(below("/srv/local").count(), 0);
    }

    #[test]
    fn nothing_is_known_without_a_table() {
        assert!(Mounts::parse(b"").may_block(Path::new("/project")));
    }
}
