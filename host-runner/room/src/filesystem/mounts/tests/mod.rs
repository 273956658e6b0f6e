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
