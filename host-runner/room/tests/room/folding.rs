//! Permissions on a file system where several spellings name one file.
//!
//! Mounts one that is served here, which takes root and `/dev/fuse`; without them the tests print
//! that and pass.

use readroom::{ErrorCode, Policy, ReadRequest, Room};
use readroom_testing::alone::alone;
use readroom_testing::hostile;
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use std::ffi::CString;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

/// The entries: the number of the directory that each lies in, its name, and its text. A directory
/// has none. The first has the number 2; the root is 1.
const ENTRIES: [(u64, &str, Option<&str>); 9] = [
    (1, ".agentignore", Some("Secret.txt\n/private/\n")),
    (1, "secret.txt", Some("SECRET")),
    (1, "private", None),
    (4, "plan.txt", Some("SECRET")),
    (1, "id_rsa", Some("SECRET")),
    (1, "denied.txt", Some("SECRET")),
    (1, "Public.txt", Some("public")),
    (1, "sub", None),
    (9, "inside.txt", Some("public")),
];

/// How names are compared.
type Folding = fn(&str) -> String;

/// As Windows does: in any case, without trailing dots and spaces.
fn windows(name: &str) -> String {
    name.trim_end_matches(['.', ' ']).to_lowercase()
}

/// A mounted file system, until it is dropped.
struct Mounted {
    at: PathBuf,
    server: Option<JoinHandle<()>>,
}

impl Mounted {
    fn new(at: &Path, folding: Folding) -> Option<Self> {
        let mut requests = File::options().read(true).write(true).open("/dev/fuse").ok()?;
        let options =
            format!("fd={},rootmode=40000,user_id=0,group_id=0,allow_other", requests.as_raw_fd());
        let options = CString::new(options).unwrap();
        mount("folding", at, "fuse", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())
            .ok()?;
        let server = thread::spawn(move || {
            let mut request = vec![0; 256 * 1024];
            // Ends when the file system is unmounted.
            while let Ok(length) = requests.read(&mut request) {
                if let Some(reply) = reply(&request[..length], folding) {
                    let _ = requests.write(&reply);
                }
            }
        });
        Some(Self { at: at.into(), server: Some(server) })
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        unmount(&self.at, UnmountFlags::DETACH).unwrap();
        let _ = self.server.take().unwrap().join();
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number[..N].copy_from_slice(&bytes[at..at + N]);
    u64::from_le_bytes(number)
}

/// The attributes of an entry, as the protocol has them: ten numbers of 4 bytes after six of 8.
fn attributes(inode: u64) -> Vec<u8> {
    let text = inode.checked_sub(2).and_then(|index| ENTRIES[index as usize].2);
    let is_directory = inode == 1 || text.is_none();
    let mode = if is_directory { 0o040_755 } else { 0o100_644 };
    let size = text.map_or(0, str::len) as u64;
    let long = [inode, size, 1, 1, 1, 1].map(u64::to_le_bytes);
    let short = [0, 0, 0, mode, 1, 0, 0, 0, 4096, 0].map(u32::to_le_bytes);
    [long.concat(), short.concat()].concat()
}

/// Answers a request of the kernel. `None` if it expects no answer.
fn reply(request: &[u8], folding: Folding) -> Option<Vec<u8>> {
    const NO_ENTRY: i32 = -2;
    const NOT_IMPLEMENTED: i32 = -38;
    let (operation, unique, inode) =
        (number::<4>(request, 4), &request[8..16], number::<8>(request, 16));
    let body = &request[40..];
    let answer = match operation {
        // FORGET and BATCH_FORGET.
        2 | 42 => return None,
        // INIT: version 7.31.
        26 => {
            let mut init = [7, 31, 0, 0, 0, 128 * 1024, 1].map(u32::to_le_bytes).concat();
            init.resize(64, 0);
            Ok(init)
        }
        // LOOKUP: nothing is cached.
        1 => {
            let name = std::str::from_utf8(&body[..body.len() - 1]).unwrap();
            let is_named = |(parent, listed, _): &(u64, &str, _)| {
                *parent == inode && folding(listed) == folding(name)
            };
            match ENTRIES.iter().position(is_named) {
                None => Err(NO_ENTRY),
                Some(index) => {
                    let inode = index as u64 + 2;
                    let entry = [inode, 0, 0, 0, 0].map(u64::to_le_bytes).concat();
                    Ok([entry, attributes(inode)].concat())
                }
            }
        }
        // GETATTR.
        3 => Ok([vec![0; 16], attributes(inode)].concat()),
        // OPEN and OPENDIR.
        14 | 27 => Ok(vec![0; 16]),
        // READ.
        15 => {
            let text = ENTRIES[inode as usize - 2].2.unwrap().as_bytes();
            Ok(text.get(number::<8>(body, 8) as usize..).unwrap_or_default().to_vec())
        }
        // READDIR: all at once.
        28 => {
            let mut entries = Vec::new();
            let first = number::<8>(body, 8) as usize;
            for (index, (parent, name, text)) in ENTRIES.iter().enumerate().skip(first) {
                if *parent == inode {
                    let kind = if text.is_some() { 8 } else { 4 };
                    entries.extend(
                        [index as u64 + 2, index as u64 + 1].map(u64::to_le_bytes).concat(),
                    );
                    entries.extend([name.len() as u32, kind].map(u32::to_le_bytes).concat());
                    entries.extend(name.bytes());
                    entries.resize(entries.len().next_multiple_of(8), 0);
                }
            }
            Ok(entries)
        }
        // STATFS.
        17 => Ok([vec![0; 44], 255_u32.to_le_bytes().to_vec(), vec![0; 32]].concat()),
        // RELEASE, FLUSH and RELEASEDIR.
        18 | 25 | 29 => Ok(Vec::new()),
        _ => Err(NOT_IMPLEMENTED),
    };
    let (error, answer) = answer.map_or_else(|error| (error, Vec::new()), |answer| (0, answer));
    let length = (16 + answer.len()) as u32;
    Some([&length.to_le_bytes()[..], &error.to_le_bytes(), unique, &answer].concat())
}

/// Runs a test with a directory in which the file system is mounted at `mounted`.
fn with_mounted(name: &str, folding: Folding, test: impl FnOnce(&Path)) {
    alone(name, || {
        let root = tempfile::tempdir().unwrap();
        let at = root.path().join("mounted");
        std::fs::create_dir(&at).unwrap();
        let Some(_mounted) = Mounted::new(&at, folding) else {
            println!("no file system can be mounted here");
            return;
        };
        test(root.path());
    });
}

fn text(room: &Room, path: &str) -> Result<String, Option<ErrorCode>> {
    match room.read(&ReadRequest::new(path)) {
        Ok(read) => match read.body {
            readroom::Body::Text(page) => Ok(page.content),
            other => panic!("{path}: {other:?}"),
        },
        Err(error) => Err(error.code()),
    }
}

#[test]
fn another_spelling_of_a_name_is_the_same_name() {
    let name = "folding::another_spelling_of_a_name_is_the_same_name";
    with_mounted(name, windows, |root| {
        let policy = || Policy::default().deny("denied.txt").unwrap();
        let inside = Room::builder(root.join("mounted")).policy(policy()).build().unwrap();
        assert_eq!(text(&inside, "Public.txt"), Ok("public".into()));
        assert_eq!(text(&inside, "PUBLIC.txt"), Ok("public".into()));
        assert_eq!(text(&inside, "SUB/inside.TXT"), Ok("public".into()));
        for path in [
            "secret.txt",
            "Secret.txt",
            "SECRET.TXT",
            "private/plan.txt",
            "PRIVATE/plan.txt",
            "private",
            "Private",
            "PRIVATE/nothing",
            "SUB/../PRIVATE/plan.txt",
            "id_rsa",
            "ID_RSA",
            "Denied.txt",
            "DENIED.TXT",
        ] {
            assert_eq!(text(&inside, path), Err(Some(ErrorCode::PermissionDenied)), "{path}");
        }
        // A name that only such a file system opens is refused, or judged by its entry.
        for path in
            ["secret.txt.", "secret.txt ", "Private./plan.txt", "id_rsa.", "ID_RSA ", "Public.txt."]
        {
            assert!(text(&inside, path).is_err(), "{path}");
        }
        // Below a directory of another file system, rules of the root hold as well.
        let policy = policy().deny("/mounted/private/").unwrap().deny("secret.txt").unwrap();
        let above = Room::builder(root).policy(policy.clone()).build().unwrap();
        assert_eq!(text(&above, "mounted/public.TXT"), Ok("public".into()));
        for path in ["mounted/SECRET.txt", "mounted/Private/PLAN.txt", "mounted/ID_rsa"] {
            assert_eq!(text(&above, path), Err(Some(ErrorCode::PermissionDenied)), "{path}");
        }
        // Another component gets no further.
        let room = Room::builder(root).policy(policy).component(hostile::component());
        let room = room.build().unwrap();
        for path in ["SECRET.txt", "secret.txt.", "secret.txt ", "Private/plan.txt", "ID_RSA."] {
            for verb in ["open", "stat", "hash", "read 0 9"] {
                let command = hostile::walking(verb, &format!("mounted/{path}"));
                let reply = room.call("readroom", &command).unwrap();
                assert!(reply.json.starts_with("\"error "), "{command}: {}", reply.json);
            }
        }
    });
}

#[test]
fn names_are_distinct_where_the_file_system_says_so() {
    let name = "folding::names_are_distinct_where_the_file_system_says_so";
    with_mounted(name, str::to_string, |root| {
        let policy = Policy::everything().deny("/public.txt").unwrap();
        let room = Room::builder(root.join("mounted")).policy(policy).build().unwrap();
        assert_eq!(text(&room, "Public.txt"), Ok("public".into()));
        assert_eq!(text(&room, "public.txt"), Err(Some(ErrorCode::PermissionDenied)));
        assert_eq!(text(&room, "PUBLIC.txt"), Err(Some(ErrorCode::NotFound)));
        // The list in the root has it with a capital letter.
        assert_eq!(text(&room, "secret.txt"), Ok("SECRET".into()));
    });
}
