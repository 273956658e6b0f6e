//! Tries to escape from a test directory, through both walls and through the host's alone.

use super::report::Report;
use readroom::machine::HostWall;
use readroom::{Body, Document, Error, ErrorCode, Policy, ReadRequest, Room};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

const INSIDE: &str = "inside\n";
const OUTSIDE: &str = "outside\n";

pub(super) fn check(report: &mut Report) {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            let text = format!(
                "not tried: there is no place for temporary files to try them on ({error})"
            );
            let remedy = "set TMPDIR to a directory that can be written, and run this again";
            return report.weak("walls", text, remedy);
        }
    };
    let inside = scratch.0.join("inside");
    let outside = scratch.0.join("outside.txt").display().to_string();
    let mut ways = vec!["../outside.txt", &outside];
    ways.extend(["relative", "absolute"].iter().filter(|link| inside.join(link).is_symlink()));
    guest(report, &inside, &ways);
    ways.push("..");
    host(report, &inside, &ways);
}

/// Reads a file, and tries the ways out, in a room as agents do.
fn guest(report: &mut Report, inside: &Path, ways: &[&str]) {
    let about = "guest's wall";
    let room = match Room::builder(inside).policy(Policy::everything()).build() {
        Ok(room) => room,
        Err(error) => return failed(report, about, &format!("no room could be made: {error}")),
    };
    // As people and models write paths on this system.
    let absolute = inside.join("hello.txt").display().to_string();
    let names = [
        "hello.txt",
        absolute.trim_start_matches(r"\\?\"),
        if cfg!(windows) { r".\hello.txt" } else { "./hello.txt" },
    ];
    for name in names {
        let read = room.read(&ReadRequest::new(name));
        if !read.as_ref().is_ok_and(is_the_file) {
            let why =
                read.err().map_or("something else was read".into(), |error| error.to_string());
            return failed(report, about, &format!("'{name}' inside could not be read: {why}"));
        }
    }
    for way in ways {
        match room.read(&ReadRequest::new(*way)) {
            Err(Error::Read(error)) if error.code == ErrorCode::OutsideRoot => {}
            Err(error) => {
                return failed(report, about, &format!("'{way}' failed otherwise: {error}"));
            }
            Ok(_) => return failed(report, about, &format!("'{way}' was read")),
        }
    }
    report.ok(
        about,
        format!(
            "tried with files of this machine: one was read by {} names, and {} ways out were \
             refused. It is the component, which resolves every path itself, in a sandbox of its \
             own for each call",
            names.len(),
            ways.len()
        ),
    );
}

fn is_the_file(document: &Document) -> bool {
    matches!(&document.body, Body::Text(text) if text.content == INSIDE)
}

/// Does the same with the names that a lying component could ask for.
fn host(report: &mut Report, inside: &Path, ways: &[&str]) {
    let about = "host's wall";
    let wall = match HostWall::new(inside) {
        Ok(wall) => wall,
        Err(error) => return failed(report, about, &format!("not opened: {error}")),
    };
    if wall.read("hello.txt").ok().as_deref() != Some(INSIDE.as_bytes()) {
        return failed(report, about, "a file inside could not be read");
    }
    if let Some(way) = ways.iter().find(|way| wall.read(way).is_ok()) {
        return failed(report, about, &format!("'{way}' was read"));
    }
    report.ok(
        about,
        format!(
            "tried without a component in front of it: one file was read, and {} ways out were \
             refused. It opens one plain name in one open directory, and follows no link",
            ways.len()
        ),
    );
}

fn failed(report: &mut Report, about: &str, text: &str) {
    report.problem(about, text, "do not use Readroom here, and report this");
}

/// A directory for the test, which is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
        let name = format!("readroom-doctor-{}-{now}", std::process::id());
        let path = std::env::temp_dir().canonicalize()?.join(name);
        #[cfg_attr(not(unix), allow(unused_mut, reason = "there is no mode to set"))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        // Fails if someone else has created it.
        builder.create(&path)?;
        let scratch = Self(path);
        scratch.fill()?;
        Ok(scratch)
    }

    fn fill(&self) -> io::Result<()> {
        let (inside, outside) = (self.0.join("inside"), self.0.join("outside.txt"));
        fs::create_dir(&inside)?;
        fs::write(inside.join("hello.txt"), INSIDE)?;
        fs::write(&outside, OUTSIDE)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("../outside.txt", inside.join("relative"))?;
            symlink(&outside, inside.join("absolute"))?;
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory that stays lies among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
