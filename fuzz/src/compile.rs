//! Random components: the compiler refuses them with a reason, or produces a reader that stays
//! within its limits.

use crate::generated::several;
use arbitrary::{Arbitrary, Result, Unstructured};
use readroom::{Component, Error, Limits, MemoryTree, Room};
use std::time::Duration;

/// The headers of a component and of a module.
const BEGINNINGS: [&[u8]; 2] = [b"\0asm\x0d\0\x01\0", b"\0asm\x01\0\0\0"];

/// Sections that nest, count or repeat: the numbers are a section and its length.
const SECTIONS: [&[u8]; 10] = [
    // A component in it, and a module.
    b"\x04\x08\0asm\x0d\0\x01\0",
    b"\x01\x08\0asm\x01\0\0\0",
    // A module with an endless function, and one with a memory of 4 GiB.
    b"\x01\x18\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0a\x04\x01\x02\0\x0b",
    b"\x01\x10\0asm\x01\0\0\0\x05\x06\x01\x01\x01\x80\x80\x04",
    // An instance of the first module.
    b"\x02\x04\x01\0\0\0",
    // A type: a function, a list of itself, a record without fields.
    b"\x07\x05\x01\x40\0\x01\0",
    b"\x07\x03\x01\x70\0",
    b"\x07\x03\x01\x72\0",
    // An import of a name that no host has, and a custom section.
    b"\x0a\x06\x01\0\x01a\x03\0",
    b"\0\x02\x01a",
];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut bytes = input.choose(&BEGINNINGS)?.to_vec();
    for section in several(input, 12, |input| input.choose(&SECTIONS).copied())? {
        bytes.extend_from_slice(section);
    }
    // Some are broken.
    for _ in 0..input.int_in_range(0..=4)? {
        let (at, byte) = (input.choose_index(bytes.len())?, u8::arbitrary(input)?);
        bytes[at] = byte;
    }
    bytes.extend(several(input, 40, u8::arbitrary)?);
    let limits = Limits::default().time(Duration::from_secs(2));
    let component = match Component::compile(&bytes, &limits) {
        Ok(component) => component,
        Err(Error::Component(reason)) => {
            assert!(!reason.is_empty());
            return Ok(());
        }
        Err(other) => panic!("{other}: {bytes:?}"),
    };
    let tree = MemoryTree::new().file("a", "a").unwrap();
    let room = Room::builder_from_tree("/project", tree).component(component).limits(limits);
    if let Ok(room) = room.build() {
        assert!(room.call("readroom", "{\"path\":\"a\"}").is_err(), "{bytes:?}");
    }
    Ok(())
}
