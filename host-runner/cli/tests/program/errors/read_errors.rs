//! The codes of read errors.

use super::defined::{class_in_python, error_codes};
use super::table::{code, section as table};
use readroom::{Error, Limits, LogRequest, Policy, ReadRequest, Room, Start, View};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::Duration;

/// The codes that the component of Readroom never returns.
const OF_OTHER_READERS: [&str; 1] = ["not-utf8"];

/// A code, the message and what to do next.
type Example = (&'static str, String, String);

pub fn section() -> String {
    let examples = examples();
    let mut examples: BTreeMap<_, _> =
        examples.into_iter().map(|(code, message, hint)| (code, (message, hint))).collect();
    let rows: Vec<_> = error_codes()
        .into_iter()
        .map(|defined| {
            let example = examples.remove(&*defined.name);
            let is_of_others = OF_OTHER_READERS.contains(&&*defined.name);
            assert_ne!(example.is_some(), is_of_others, "no example of '{}'", defined.name);
            let (message, hint) = match example {
                Some((message, hint)) => (code(&message), hint),
                None => (
                    "(not from this reader, but other readers may return it)".into(),
                    String::new(),
                ),
            };
            let class = code(&class_in_python(&defined.name));
            vec![code(&defined.name), defined.meaning, class, message, hint]
        })
        .collect();
    assert!(examples.is_empty(), "codes that the contract does not have: {examples:?}");
    table(
        "Why nothing was read",
        "
The codes of the contract, [`wit/types.wit`](../wit/types.wit). In Rust they are the variants of
`ErrorCode`, which `Error::code` returns. Python has a class for each, all of them a `ReadError`. In
JavaScript a `ReadError` has the `code`. In JSON the error is `{\"error\": {\"code\": …, \
\"message\": …,
\"hint\": …}}`, and a model reads the code, the message and the hint in one line. `busy`, `timeout`
and `other` come from hosts, which [limit](#limits) calls: there the error is an `Error::Limit` in \
Rust
and a `LimitError` in the packages.",
        &["code", "meaning", "in Python", "message", "what to do next"],
        &rows,
    )
}

fn examples() -> Vec<Example> {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write_project(root);
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let room = Room::builder(root).policy(Policy::default().deny("/private/").unwrap());
    let room = room.build().unwrap();
    let read = |path: &str| of(room.read(&ReadRequest::new(path)));
    let limited = |limits: Limits| {
        of(Room::builder(root).limits(limits).build().unwrap().read(&ReadRequest::new("a.txt")))
    };
    let log = |directory: &str, at: Option<&str>| {
        let request = LogRequest { at: at.map(String::from), ..LogRequest::new(directory) };
        of(room.log(&request))
    };
    let mut examples = vec![
        log("src", None),
        log("repository", Some("mian")),
        log("damaged", None),
        log("shallow", None),
        read("../other/a.txt"),
        read("a.txd"),
        read("socket"),
        of(room.read(&ReadRequest::new("src").view(View::Text))),
        read("a.txt/b"),
        read("private/key.txt"),
        read(""),
        read(&"a".repeat(256)),
        read("loop"),
        of(room.read(&ReadRequest::new("a.txt").start(Start::Line(9)))),
        of(room.read(&ReadRequest::new("a.txt").lines(0))),
        read("data.bin"),
        of(room.read(&ReadRequest::new("large.txt").view(View::Outline))),
        read("paper.pdf"),
        read("empty.odt"),
        limited(Limits::default().concurrency(0).time(Duration::from_millis(50))),
        limited(Limits::default().time(Duration::ZERO)),
        limited(Limits::default().memory(1 << 20)),
        // Linux answers a read of unmapped memory with an I/O error.
        of(Room::new("/proc/self").unwrap().read(&ReadRequest::new("mem"))),
    ];
    let Ok(page) = room.read(&ReadRequest::new("a.txt").lines(1)) else { panic!("it is text") };
    let readroom::Body::Text(text) = page.body else { panic!("it is text") };
    fs::write(root.join("a.txt"), "other\nlines\nand\nmore\n").unwrap();
    let cursor = Start::Cursor(text.next.expect("there is more").cursor);
    examples.push(of(room.read(&ReadRequest::new("a.txt").start(cursor))));
    examples
}

fn write_project(root: &Path) {
    fs::create_dir(root.join("src")).unwrap();
    fs::create_dir(root.join("private")).unwrap();
    fs::write(root.join("src/main.rs"), "fn main() {}\n").unwrap();
    let missing = "5e1c309dae7f45e0f39b1bf3ac3cd9db12e7d689";
    for (name, head) in
        [("repository", "ref: refs/heads/main"), ("damaged", "none"), ("shallow", missing)]
    {
        let git = root.join(name).join(".git");
        fs::create_dir_all(git.join("objects")).unwrap();
        fs::create_dir(git.join("refs")).unwrap();
        fs::write(git.join("HEAD"), format!("{head}\n")).unwrap();
    }
    fs::write(root.join("private/key.txt"), "secret\n").unwrap();
    fs::write(root.join("a.txt"), "one\ntwo\n").unwrap();
    fs::write(root.join("data.bin"), b"\0\x01\x02\xff").unwrap();
    fs::write(root.join("paper.pdf"), "%PDF-1.7\n").unwrap();
    fs::write(root.join("empty.odt"), odt_without_content()).unwrap();
    fs::File::create(root.join("large.txt")).unwrap().set_len(16 * 1024 * 1024 + 1).unwrap();
    symlink("loop", root.join("loop")).unwrap();
}

/// Returns a ZIP with nothing but the MIME type of an OpenDocument text.
fn odt_without_content() -> Vec<u8> {
    let (name, content) = ("mimetype", "application/vnd.oasis.opendocument.text");
    let length = (content.len() as u32).to_le_bytes();
    let about = [&[0x5e, 0xc6, 0x32, 0x0c][..], &length, &length, &[8, 0, 0, 0]].concat();
    let local = [b"PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0", &about[..], name.as_bytes()].concat();
    let local = [&local, content.as_bytes()].concat();
    let entry = b"PK\x01\x02\x0a\0\x0a\0\0\0\0\0\0\0\0\0";
    let directory = [&entry[..], &about, &[0; 14], name.as_bytes()].concat();
    let (size, start) = (directory.len() as u32, local.len() as u32);
    let end = [b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &size.to_le_bytes()[..]].concat();
    [local, directory, end, start.to_le_bytes().to_vec(), vec![0, 0]].concat()
}

fn of<T: std::fmt::Debug>(result: Result<T, Error>) -> Example {
    let error = result.expect_err("it fails");
    let message = match &error {
        Error::Read(error) => error.message.clone(),
        error => error.to_string(),
    };
    let code = error.code().expect("a call failed").name();
    let long = "a".repeat(256);
    (code, message.replace(&long, "aaa…aaa"), error.hint().into())
}
