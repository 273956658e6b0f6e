//! The errors of the library in Rust.

use super::defined::cases;
use super::table::{code, section as table, shortened};
use readroom::audit::OnFailure;
use readroom::{Audit, Cancel, Component, Error, Limits, MemoryTree, Policy, ReadRequest, Room};
use readroom_testing::hostile;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

/// The messages, by the variants of `Error`.
pub type Examples = BTreeMap<String, String>;

pub fn section(examples: &Examples) -> String {
    let defined = cases("host-runner/room/src/error.rs", "Error");
    for case in examples.keys() {
        assert!(defined.iter().any(|defined| defined.name == *case), "no case {case}");
    }
    let rows: Vec<_> = defined
        .into_iter()
        .map(|defined| {
            let message = examples.get(&defined.name);
            let message = message.unwrap_or_else(|| panic!("no example of {}", defined.name));
            vec![code(&defined.name), defined.meaning, code(message)]
        })
        .collect();
    table(
        "Why a room cannot be made, or a call fails",
        "
The variants of `Error` in Rust. `Error::code` returns the code of a failed call, and \
`Error::hint` what
to do next. The program prints such an error and ends with the status 2.",
        &["variant", "meaning", "message"],
        &rows,
    )
}

pub fn examples() -> Examples {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::write(root.join("a.txt"), "one\n").unwrap();
    let not_unicode = root.join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&not_unicode).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let room = Room::new(root).unwrap();
    let request = ReadRequest::new("a.txt");
    let tree = MemoryTree::new;
    let cancel = Cancel::new();
    cancel.cancel();
    let at_home = Policy::from_json(r#"{"read": {"~/notes/*": "deny"}}"#).unwrap();
    let hostile = Room::builder(root).component(hostile::component()).build().unwrap();
    let errors = [
        room.read(&ReadRequest::new("b.txt")).map(drop),
        room.call("py", "{}").map(drop),
        Room::new(root.join("src")).map(drop),
        Room::new(root.join("a.txt")).map(drop),
        Room::new(&not_unicode).map(drop),
        Room::from_tree("project", tree()).map(drop),
        Room::builder(root).home("agent").build().map(drop),
        Room::builder(root).policy(at_home).build().map(drop),
        Room::builder_from_tree("/tree", tree()).grant_tree("/tree", tree()).build().map(drop),
        Room::builder(root).cwd(elsewhere.path()).build().map(drop),
        Component::compile(b"(module)", &Limits::default()).map(drop),
        hostile.call("readroom", "in a.txt").map(drop),
        Room::builder(root)
            .limits(Limits::default().time(Duration::ZERO))
            .build()
            .and_then(|room| room.read(&request))
            .map(drop),
        Audit::open(root.join("logs/reads.jsonl"), OnFailure::Stop).map(drop),
        room.cancelled_by(&cancel).read(&request).map(drop),
    ];
    let names = [(root, "/project"), (elsewhere.path(), "/elsewhere")];
    errors
        .into_iter()
        .map(|result| {
            let error = result.expect_err("it fails");
            let written = format!("{error:?}");
            let case = written.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
            let message = names.into_iter().fold(error.to_string(), |message, (path, name)| {
                message.replace(path.to_str().unwrap(), name)
            });
            (case.into(), shortened(&message))
        })
        .collect()
}

/// Returns the example of a variant.
pub fn example<'a>(examples: &'a Examples, case: &str) -> &'a str {
    examples.get(case).unwrap_or_else(|| panic!("{case}: {:?}", Error::Cancelled))
}
