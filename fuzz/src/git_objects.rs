//! Objects of any bytes are read as they were written, or damaged; those that refer to each other
//! in circles end every question.

use crate::generated::several;
use crate::repositories::{
    OBJECTS, ask, assert_safe, checked, id, loose, repository, with_object, zlib,
};
use crate::support::MemoryTree;
use arbitrary::{Result, Unstructured};
use readroom_history::{Commit, ObjectFormat, ObjectKind, ObjectStore, Objects, flat_listing};

const KINDS: [(&str, ObjectKind); 4] = [
    ("commit", ObjectKind::Commit),
    ("tree", ObjectKind::Tree),
    ("blob", ObjectKind::Blob),
    ("tag", ObjectKind::Tag),
];

const NAMES: [&str; 10] = ["a.txt", "a", "b", "..", ".git", ".GIT", "a/b", "", "\u{e9}", "."];

const MODES: [&str; 6] = ["100644", "100755", "40000", "120000", "160000", "77777777777"];

const SIGNATURES: [&str; 6] = [
    "A <a@b.c> 1767225600 +0100",
    "A <a@b.c> 1767225601 -0000",
    "A",
    "<>>< 99999999999999999999 +99999999",
    "A <a@b.c> -9223372036854775808 -2359",
    "",
];

const TEXTS: [&[u8]; 8] =
    [b"\n", b"one\n", b"two\r\n", b"\0", b"tree ", b"\xff", b" 0\n", b"gpgsig -\n -\n"];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut tree = repository();
    for number in 0..OBJECTS {
        let (name, kind) = *input.choose(&KINDS)?;
        let data = data(input, kind)?;
        let is_whole = input.ratio(3, 4)?;
        let content = if is_whole { loose(name, &data) } else { damaged(input, name, &data)? };
        tree = with_object(tree, number, content);
        check(&tree, number, is_whole.then_some((kind, &*data)));
    }
    ask(&tree, "HEAD");
    Ok(())
}

/// Makes the content of an object that may refer to others.
fn data(input: &mut Unstructured<'_>, kind: ObjectKind) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    let any = |input: &mut Unstructured<'_>| Ok(id(input.int_in_range(0..=OBJECTS)?));
    match kind {
        ObjectKind::Commit => {
            data.extend(format!("tree {}\n", any(input)?).bytes());
            for parent in several(input, 3, any)? {
                data.extend(format!("parent {parent}\n").bytes());
            }
            for name in ["author", "committer"] {
                data.extend(format!("{name} {}\n", input.choose(&SIGNATURES)?).bytes());
            }
            data.push(b'\n');
        }
        ObjectKind::Tree => {
            for id in several(input, 4, any)? {
                let (mode, name) = (input.choose(&MODES)?, input.choose(&NAMES)?);
                data.extend(format!("{mode} {name}\0").bytes());
                data.extend(id.as_bytes());
            }
        }
        ObjectKind::Tag => data.extend(format!("object {}\n", any(input)?).bytes()),
        ObjectKind::Blob => {}
    }
    if kind != ObjectKind::Tree || input.ratio(1, 4)? {
        data.extend(several(input, 8, |input| input.choose(&TEXTS).copied())?.concat());
    }
    Ok(data)
}

/// Makes a file that is not the one of an object.
fn damaged(input: &mut Unstructured<'_>, name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let size: u64 = *input.choose(&[0, 1, 10, 1 << 20, 1 << 40, u64::MAX])?;
    let mut content = match input.int_in_range(0..=3)? {
        0 => zlib(&[format!("{name} {size}\0").as_bytes(), data].concat()),
        1 => zlib(&several(input, 8, |input| input.choose(&TEXTS).copied())?.concat()),
        2 => input.bytes(input.len().min(40))?.to_vec(),
        _ => loose(name, data),
    };
    let at = input.int_in_range(0..=content.len())?;
    if input.ratio(1, 2)? {
        content.truncate(at);
    } else if let Some(byte) = content.get_mut(at) {
        *byte ^= input.arbitrary::<u8>()?;
    }
    Ok(content)
}

/// Checks an object that is in a store, whose content may be known.
pub(crate) fn check(tree: &MemoryTree, number: u8, known: Option<(ObjectKind, &[u8])>) {
    let store = ObjectStore::open_at(tree, "/w/.git/objects", ObjectFormat::Sha1).unwrap();
    check_in(&store, number, known);
}

/// Same in an open store.
pub(crate) fn check_in(store: &dyn Objects, number: u8, known: Option<(ObjectKind, &[u8])>) {
    let (header, object) = (store.header(id(number)), checked(store.object(id(number))));
    if let Some((kind, data)) = known {
        let object = object.as_ref().expect("the object is whole");
        assert_eq!((object.kind, &*object.data), (kind, data));
    }
    let Ok(object) = object else { return };
    assert_eq!(header.expect("a header"), (object.kind, object.data.len() as u64));
    let _ = checked(Commit::parse(id(number), &object.data));
    let files = flat_listing(store, id(number), &|_, _| true);
    if let Ok(files) = checked(files.collect::<Result<Vec<_>, _>>()) {
        files.iter().for_each(|file| assert_safe(&file.path));
    }
}
