//! Objects in a pack are those that were written, also as deltas of each other; a pack or an index
//! that was changed is damaged, or has the objects that it says.

use crate::generated::several;
use crate::git_objects::check_in;
use crate::repositories::{OBJECTS, ask, id, repository, with, zlib};
use arbitrary::{Result, Unstructured};
use readroom_history::{ObjectFormat, ObjectKind, ObjectStore, Objects};

const CHECKSUM: [u8; 20] = [0x55; 20];

const TEXTS: [&[u8]; 5] = [b"one\n", b"two\n", b"\0", b"three\n", b"100644 a.txt\0"];

/// Numbers at which a reader may overflow.
const NUMBERS: [u64; 9] =
    [0, 1, 12, 100, 1 << 16, 0x7fff_ffff, 0x8000_0000, 1 << 40, u64::MAX >> 4];

/// An object in the pack.
struct Packed {
    bytes: Vec<u8>,
    offset: usize,
    /// The content. `None` if a part of it is not as it should be.
    content: Option<Vec<u8>>,
}

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut objects: Vec<Packed> = Vec::new();
    let mut offset = 12;
    for _ in 0..OBJECTS {
        let (bytes, content) = entry(input, &objects, offset)?;
        let length = bytes.len();
        objects.push(Packed { bytes, offset, content });
        offset += length;
    }
    let count = u32::from(OBJECTS).to_be_bytes();
    let mut pack = [&b"PACK\0\0\0\x02"[..], &count].concat();
    objects.iter().for_each(|object| pack.extend(&object.bytes));
    pack.extend(CHECKSUM);
    let mut index = index(input, &objects)?;
    let mut is_whole = true;
    for file in [&mut pack, &mut index] {
        if input.ratio(1, 4)? {
            is_whole = false;
            change(input, file)?;
        }
    }
    let tree = with(repository(), "objects/pack/pack-1.pack", pack);
    let tree = with(tree, "objects/pack/pack-1.idx", index);
    let store = ObjectStore::open_at(&tree, "/w/.git/objects", ObjectFormat::Sha1).unwrap();
    // Those that were read before are bases of others.
    for number in several(input, 8, |input| input.int_in_range(0..=OBJECTS))? {
        let object = objects.get(usize::from(number)).filter(|_| is_whole);
        let content = object.and_then(|object| object.content.as_deref());
        check_in(&store, number, content.map(|content| (ObjectKind::Blob, content)));
    }
    if let Ok(found) = store.find_prefix("1111")
        && is_whole
    {
        assert_eq!(found, [id(0)]);
    }
    ask(&tree, "HEAD");
    Ok(())
}

/// Makes an object, and returns its content if it is whole.
fn entry(
    input: &mut Unstructured<'_>,
    before: &[Packed],
    offset: usize,
) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
    let text = several(input, 6, |input| input.choose(&TEXTS).copied())?.concat();
    let base = if input.arbitrary()? { None } else { before.get(input.int_in_range(0..=2)?) };
    let Some(base) = base else {
        let size = lie(input, text.len() as u64)?;
        let kind = *input.choose(&[3, 3, 3, 3, 1, 2, 4, 0, 5])?;
        let is_whole = kind == 3 && size == text.len() as u64;
        return Ok(([header(kind, size), zlib(&text)].concat(), is_whole.then_some(text)));
    };
    let content = base.content.clone().unwrap_or_default();
    let (delta, result) = delta(input, &content, &text)?;
    let size = lie(input, delta.len() as u64)?;
    let distance = (offset - base.offset) as u64;
    let (kind, name, is_right) = if input.arbitrary()? {
        let lied = lie(input, distance)?;
        (6, distance_bytes(lied), lied == distance)
    } else {
        let number = input.int_in_range(0..=OBJECTS)?;
        let is_right = before.get(usize::from(number)).is_some_and(|it| it.offset == base.offset);
        (7, id(number).as_bytes().to_vec(), is_right)
    };
    let is_whole = is_right && size == delta.len() as u64 && base.content.is_some();
    Ok(([header(kind, size), name, zlib(&delta)].concat(), result.filter(|_| is_whole)))
}

/// Makes a delta, and returns its result if it is whole.
fn delta(
    input: &mut Unstructured<'_>,
    base: &[u8],
    text: &[u8],
) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
    let (mut instructions, mut result, mut is_whole) = (Vec::new(), Vec::new(), true);
    for _ in 0..input.int_in_range(0..=4)? {
        if input.arbitrary()? {
            let (start, length) = (input.int_in_range(0..=40_u8)?, input.int_in_range(1..=40_u8)?);
            instructions.extend([0x91, start, length]);
            match base.get(start.into()..usize::from(start) + usize::from(length)) {
                Some(copied) => result.extend(copied),
                None => is_whole = false,
            }
        } else if !text.is_empty() {
            instructions.push(text.len() as u8);
            instructions.extend(text);
            result.extend(text);
        }
    }
    let (of, size) = (lie(input, base.len() as u64)?, lie(input, result.len() as u64)?);
    is_whole &= of == base.len() as u64 && size == result.len() as u64;
    let delta = [varint(of), varint(size), instructions].concat();
    Ok((delta, is_whole.then_some(result)))
}

/// Makes the index of a pack.
fn index(input: &mut Unstructured<'_>, objects: &[Packed]) -> Result<Vec<u8>> {
    let mut bytes = b"\xfftOc\0\0\0\x02".to_vec();
    for first in 0..=255 {
        let count = (0..OBJECTS).filter(|number| id(*number).as_bytes()[0] <= first).count();
        bytes.extend((count as u32).to_be_bytes());
    }
    (0..OBJECTS).for_each(|number| bytes.extend(id(number).as_bytes()));
    bytes.extend(vec![0; 4 * objects.len()]);
    let is_large = input.ratio(1, 4)?;
    for (number, object) in objects.iter().enumerate() {
        let offset = if is_large { 1 << 31 | number } else { object.offset };
        bytes.extend((offset as u32).to_be_bytes());
    }
    for object in objects.iter().filter(|_| is_large) {
        bytes.extend((object.offset as u64).to_be_bytes());
    }
    bytes.extend(CHECKSUM);
    bytes.extend([0; 20]);
    Ok(bytes)
}

/// Changes some bytes, or the end.
fn change(input: &mut Unstructured<'_>, file: &mut Vec<u8>) -> Result<()> {
    for _ in 0..=input.int_in_range(0..=3)? {
        let at = input.int_in_range(0..=file.len())?;
        if input.ratio(1, 8)? {
            file.truncate(at);
        } else if let Some(byte) = file.get_mut(at) {
            *byte = input.arbitrary()?;
        }
    }
    Ok(())
}

/// Returns a number, or rarely another one.
fn lie(input: &mut Unstructured<'_>, number: u64) -> Result<u64> {
    if input.ratio(1, 16)? { input.choose(&NUMBERS).copied() } else { Ok(number) }
}

fn header(kind: u8, size: u64) -> Vec<u8> {
    let mut bytes = vec![kind << 4 | (size & 15) as u8];
    if size > 15 {
        bytes[0] |= 0x80;
        bytes.extend(varint(size >> 4));
    }
    bytes
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(0x80 | (number & 0x7f) as u8);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Encodes the distance to a base.
pub(crate) fn distance_bytes(mut distance: u64) -> Vec<u8> {
    let mut bytes = vec![(distance & 0x7f) as u8];
    while distance > 0x7f {
        distance = (distance >> 7) - 1;
        bytes.insert(0, 0x80 | (distance & 0x7f) as u8);
    }
    bytes
}
