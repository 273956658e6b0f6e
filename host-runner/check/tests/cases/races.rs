//! Reads while another process exchanges the entries on the path: no answer contains anything from
//! outside or anything denied, nothing blocks, and nothing stays open.
//!
//! This runs on Linux only: other systems have no atomic exchange of two entries. The program runs
//! itself again, for each mode of resolving paths and as the other process.

use libtest_mimic::{Failed, Trial};
use readroom::{
    BasicRequest, Body, Document, Error, ErrorCode, FindRequest, Policy, ReadRequest, Room, Scope,
    SearchRequest,
};
use readroom_testing::exchange::exchange;
use readroom_testing::tools;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

/// How often all tools read in each race.
const ROUNDS: usize = 40;

/// The environment variables with the two entries that this process is to exchange.
const SWAPPED: [&str; 2] = ["READROOM_TEST_SWAP_ONE", "READROOM_TEST_SWAP_OTHER"];

/// The line that the other process prints when it has begun.
const BEGUN: &[u8] = b"begun\n";

/// A path that is read, and the entries on the way to it that are exchanged.
const RACES: [(&str, &str, &str, &str); 6] = [
    ("a file and a link that leads out", "a.txt", "a.txt", "link"),
    ("a file and a pipe", "a.txt", "a.txt", "pipe"),
    ("a file and a link to a device", "a.txt", "a.txt", "device"),
    ("a directory and a link that leads out", "inside/a.txt", "inside", "out"),
    ("a file and a link to a denied file", "a.txt", "a.txt", "to-denied"),
    ("a directory and a link to a denied one", "inside/a.txt", "inside", "to-private"),
];

/// Exchanges entries until standard input ends, if this process was started for that.
pub fn swap_as_told() {
    if let [Some(one), Some(other)] = SWAPPED.map(std::env::var_os) {
        swap(Path::new(&one), Path::new(&other));
    }
}

pub fn trials(way: &str) -> Vec<Trial> {
    let trial =
        |race: &'static (_, _, _, _)| Trial::test(format!("{way}/{}", race.0), || run(race));
    RACES.iter().map(trial).collect()
}

/// Exchanges two entries until standard input ends, and reports when it has begun.
fn swap(one: &Path, other: &Path) -> ! {
    thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0)
    });
    exchange(one, other);
    let _ = std::io::stdout().write_all(BEGUN);
    loop {
        exchange(one, other);
    }
}

fn run((_, path, one, other): &(&str, &str, &str, &str)) -> Result<(), Failed> {
    let fixture = tempfile::tempdir()?;
    let root = fixture.path().join("root");
    make(&root);
    let policy = Policy::everything().deny("denied.txt")?.deny("/private/")?;
    let room = Room::builder(&root).policy(policy).build()?;
    let question = BasicRequest { path: (*path).into(), start: None, lines: None };
    let calls: Vec<_> = tools::ids()
        .map(|tool| Ok((tool, room.arguments_for(tool, &question)?.ok_or("no words for it")?)))
        .collect::<Result<_, Failed>>()?;
    let read = || match room.read(&ReadRequest::new(*path)) {
        Ok(Document { body: Body::Text(text), .. }) => Ok(Ok(text.content)),
        Ok(_) => Err(Failed::from("it is text, and no version is known")),
        Err(Error::Read(error)) => Ok(Err(error.code)),
        Err(error) => Err(error.into()),
    };
    let (one, other) = (root.join(one), root.join(other));
    // Without a race, either entry has its own answer.
    assert_eq!(read()?, Ok("fine\n".into()));
    exchange(&one, &other);
    let refused = read()?;
    assert!(refused.is_err() && is_allowed(&refused), "{refused:?}");
    let before = descriptors();
    let mut actor = Actor::start(&one, &other);
    for _ in 0..ROUNDS {
        let seen = read()?;
        assert!(is_allowed(&seen), "{seen:?}");
        for place in [".", path] {
            let scope = || Scope::new(place).hidden(true).ignored(true);
            let found = format!("{:?}", room.find(&FindRequest::new(scope())));
            assert!(!found.contains("SECRET"), "{found}");
            let searched = format!("{:?}", room.search(&SearchRequest::new(scope(), ".")));
            assert!(!searched.contains("SECRET"), "{searched}");
        }
        for (tool, arguments) in &calls {
            let reply = room.call(tool, arguments)?;
            assert!(!reply.json.contains("SECRET"), "{tool}: {}", reply.json);
        }
    }
    assert!(actor.0.try_wait()?.is_none(), "the other process ended");
    drop(actor);
    assert_eq!(descriptors(), before, "descriptors were left open");
    Ok(())
}

fn is_allowed(read: &Result<String, ErrorCode>) -> bool {
    use ErrorCode::{Io, NotADirectory, NotAFile, NotFound, OutsideRoot, PermissionDenied, Stale};
    match read {
        Ok(content) => content == "fine\n",
        // By its times, an exchanged file has changed.
        Err(code) => [OutsideRoot, NotAFile, NotADirectory, NotFound, Io, PermissionDenied, Stale]
            .contains(code),
    }
}

/// Creates a root with a file and a directory, and the entries that are exchanged with them.
fn make(root: &Path) {
    let outside = root.with_file_name("outside");
    fs::create_dir_all(root.join("inside")).unwrap();
    fs::create_dir(&outside).unwrap();
    for file in ["a.txt", "inside/a.txt"] {
        fs::write(root.join(file), "fine\n").unwrap();
    }
    fs::create_dir(root.join("private")).unwrap();
    for secret in [outside.join("a.txt"), root.join("denied.txt"), root.join("private/a.txt")] {
        fs::write(secret, "SECRET\n").unwrap();
    }
    for around in [&outside, &root.join("private")] {
        fs::write(around.join("SECRET.txt"), "").unwrap();
    }
    symlink("denied.txt", root.join("to-denied")).unwrap();
    symlink("private", root.join("to-private")).unwrap();
    symlink(outside.join("a.txt"), root.join("link")).unwrap();
    symlink("../outside", root.join("out")).unwrap();
    symlink("/dev/zero", root.join("device")).unwrap();
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o644));
    rustix::fs::mknodat(rustix::fs::CWD, root.join("pipe"), kind, mode, 0).unwrap();
}

/// Another process that exchanges two entries.
struct Actor(Child);

impl Actor {
    fn start(one: &Path, other: &Path) -> Self {
        let mut actor = Command::new(std::env::current_exe().unwrap());
        actor.env(SWAPPED[0], one).env(SWAPPED[1], other);
        actor.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut actor = Self(actor.spawn().expect("the other process starts"));
        let mut said = [0; BEGUN.len()];
        actor.0.stdout.as_mut().unwrap().read_exact(&mut said).expect("it begins");
        actor
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}
