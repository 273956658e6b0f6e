//! Random trees on disk and random paths through them: no byte from outside is returned, and the
//! sandbox has the same verdict as the core without a sandbox.

use crate::generated::several;
use crate::native::Native;
use arbitrary::{Result, Unstructured};
use readroom::{Error, ErrorCode, MAX_ARGUMENTS, Policy, ReadRequest, Room, Totals};
use readroom_read::{Purpose, read};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// The entry at a path below the root.
#[derive(Clone, Debug)]
enum Node {
    File,
    Directory,
    Link(String),
    Pipe,
}

/// The result of reading a path.
#[derive(Debug, PartialEq, Eq)]
enum Read {
    File(String),
    Directory(Vec<String>),
}

/// The names in the root and below it.
const NAMES: [&str; 4] = ["a", "b", "c", "\u{e9}"];

/// Parts of paths that are likely to collide, and to confuse.
const PARTS: [&str; 16] = [
    "a", "b", "a", "b", "c", "..", "..", ".", "", "root", "outside", "\u{e9}", "A", "...", "a ",
    "%2e%2e",
];

/// Makes a path, relative or absolute; `{}` is the directory that holds the root.
fn path(input: &mut Unstructured<'_>) -> Result<String> {
    let start = *input.choose(&["", "", "", "", "", "/", "{}/root/", "{}/outside/"])?;
    let end = *input.choose(&["", "", "", "", "", "/", "/.", "//"])?;
    let mut parts = several(input, 6, |input| input.choose(&PARTS).map(|part| part.to_string()))?;
    if input.ratio(1, 20)? {
        parts.push("x".repeat(input.int_in_range(254..=256)?));
    }
    Ok(format!("{start}{}{end}", parts.join("/")))
}

fn node(input: &mut Unstructured<'_>) -> Result<Node> {
    Ok(match input.int_in_range(0..=9)? {
        0..=2 => Node::File,
        3 => Node::Directory,
        4 => Node::Pipe,
        _ => Node::Link(path(input)?),
    })
}

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let paths = several(input, 8, path)?;
    let nodes = several(input, 12, |input| {
        let mut place = vec![*input.choose(&NAMES)?];
        place.extend(several(input, 2, |input| input.choose(&["a", "b", "c"]).copied())?);
        Ok((place, node(input)?))
    })?;
    let directory = tempfile::tempdir().unwrap();
    let around = directory.path().canonicalize().unwrap();
    let root = around.join("root");
    for outside in ["outside/b", "outside/root"] {
        fs::create_dir_all(around.join(outside)).unwrap();
    }
    fs::create_dir(&root).unwrap();
    for secret in ["a", "b", "c", "outside/a", "outside/c", "outside/b/a", "outside/root/a"] {
        fs::write(around.join(secret), "SECRET").unwrap();
    }
    for (place, node) in &nodes {
        make(&root.join(place.join("/")), node, &around);
    }

    // The native reader has no policy.
    let room =
        Room::builder(&root).policy(Policy::everything().without_agentignore()).build().unwrap();
    let native = Native::open(&root);
    for path in paths {
        let path = path.replace("{}", around.to_str().unwrap());
        assert!(path.len() < MAX_ARGUMENTS);
        let sandboxed = match room.read(&ReadRequest::new(path.as_str()).totals(Totals::Never)) {
            Ok(document) => Ok((
                document.path,
                match document.body {
                    readroom::Body::Text(text) => Read::File(text.content),
                    readroom::Body::Directory(page) => {
                        Read::Directory(page.entries.into_iter().map(|entry| entry.name).collect())
                    }
                    other => panic!("{path} is {other:?}"),
                },
            )),
            Err(Error::Read(error)) => Err(error.code),
            Err(error) => panic!("{path}: {error}"),
        };
        let request = readroom_read::ReadRequest {
            totals: Totals::Never,
            ..readroom_read::ReadRequest::new(&path)
        };
        let native = match read(&native, None, &request, Purpose::Facts, None) {
            Ok(document) => Ok((
                document.location.to_string(),
                match document.body {
                    readroom_read::Body::Text(page) => Read::File(page.page.text.content),
                    readroom_read::Body::Directory(page) => {
                        Read::Directory(page.entries.into_iter().map(|entry| entry.name).collect())
                    }
                    other => panic!("{path} is {other:?}"),
                },
            )),
            Err(error) => Err(error.code()),
        };
        // The host does not show a link's target outside the grants, whatever its error.
        let (outside, too_long) = (ErrorCode::OutsideRoot, ErrorCode::NameTooLong);
        let is_hidden = sandboxed == Err(outside) && native == Err(too_long);
        assert!(is_hidden || sandboxed == native, "{sandboxed:?} {native:?} {path:?} in {nodes:?}");
        match sandboxed {
            Ok((_, Read::File(content))) => assert_eq!(content, "inside", "{path:?} in {nodes:?}"),
            Ok((_, Read::Directory(names))) => {
                let is_made = |name: &String| NAMES.contains(&name.as_str());
                assert!(names.iter().all(is_made), "{names:?} of {path:?} in {nodes:?}");
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Makes an entry in the tree, unless another one is there.
fn make(place: &Path, node: &Node, around: &Path) {
    let made = || {
        fs::create_dir_all(place.parent()?).ok()?;
        if place.symlink_metadata().is_ok() {
            return None;
        }
        // A link on the way could lead outside, so nothing is written through one.
        let real = place.parent()?.canonicalize().ok()?;
        if !real.starts_with(around.join("root")) {
            return None;
        }
        match node {
            Node::File => fs::write(place, "inside").ok(),
            Node::Directory => fs::create_dir(place).ok(),
            Node::Link(target) => symlink(target.replace("{}", around.to_str()?), place).ok(),
            Node::Pipe => std::process::Command::new("mkfifo").arg(place).status().ok().map(|_| ()),
        }
    };
    // The rest is a fixture without it, too.
    let _ = made();
}
