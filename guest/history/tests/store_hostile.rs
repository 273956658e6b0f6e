//! Objects, packs and indexes that git would not write.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

#[path = "../../../host-runner/cli/benches/speed/native.rs"]
mod native;

use miniz_oxide::deflate::compress_to_vec_zlib;
use native::Native;
use readroom_history::{
    HistoryError, MAX_OBJECT_BYTES, Object, ObjectFormat, ObjectId, ObjectKind, ObjectStore,
    Objects,
};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CHECKSUM: [u8; 20] = [0x55; 20];

fn id(number: u32) -> ObjectId {
    let digits = format!("{:036x}{:04x}", number / 0x1_0000, number % 0x1_0000);
    ObjectId::from_hex(ObjectFormat::Sha1, digits.as_bytes()).unwrap()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(data, 6)
}

/// Returns the header of an object in a pack.
fn header(kind: u8, mut size: u64) -> Vec<u8> {
    let mut bytes = vec![kind << 4 | (size & 15) as u8];
    size >>= 4;
    while size > 0 {
        *bytes.last_mut().unwrap() |= 0x80;
        bytes.push((size & 0x7f) as u8);
        size >>= 7;
    }
    bytes
}

fn blob(data: &[u8]) -> Vec<u8> {
    [header(3, data.len() as u64), zlib(data)].concat()
}

fn ref_delta(base: u32, delta: &[u8]) -> Vec<u8> {
    [header(7, delta.len() as u64), id(base).as_bytes().into(), zlib(delta)].concat()
}

fn offset_delta(distance: &[u8], delta: &[u8]) -> Vec<u8> {
    [header(6, delta.len() as u64), distance.into(), zlib(delta)].concat()
}

/// Encodes the distance to a base.
fn distance(mut distance: u64) -> Vec<u8> {
    let mut bytes = vec![(distance & 0x7f) as u8];
    while distance >= 0x80 {
        distance = (distance >> 7) - 1;
        bytes.insert(0, 0x80 | (distance & 0x7f) as u8);
    }
    bytes
}

/// Returns a pack of the objects 0, 1, …, and its index.
fn pack(objects: &[Vec<u8>]) -> (Vec<u8>, Vec<u8>) {
    let count = (objects.len() as u32).to_be_bytes();
    let mut pack = [&b"PACK\0\0\0\x02"[..], &count].concat();
    let (mut names, mut offsets) = (Vec::new(), Vec::new());
    for (number, object) in objects.iter().enumerate() {
        names.extend_from_slice(id(number as u32).as_bytes());
        offsets.extend((pack.len() as u32).to_be_bytes());
        pack.extend(object);
    }
    pack.extend(CHECKSUM);
    let checks = vec![0; 4 * objects.len()];
    let head = [&b"\xfftOc\0\0\0\x02"[..], &count.repeat(256)].concat();
    (pack, [head, names, checks, offsets, CHECKSUM.into(), vec![0; 20]].concat())
}

fn repository(pack: &[u8], index: &[u8]) -> TempDir {
    let around = tempfile::tempdir().unwrap();
    fs::create_dir(around.path().join("pack")).unwrap();
    fs::write(around.path().join("pack/pack-1.pack"), pack).unwrap();
    fs::write(around.path().join("pack/pack-1.idx"), index).unwrap();
    around
}

fn with_store<V>(path: &Path, take: impl FnOnce(&ObjectStore<'_, Native>) -> V) -> V {
    let tree = Native::open(path);
    take(&ObjectStore::open_at(&tree, path.to_str().unwrap(), ObjectFormat::Sha1).unwrap())
}

fn read(path: &Path, number: u32) -> Result<Object, HistoryError> {
    with_store(path, |store| {
        let (header, object) = (store.header(id(number)), store.object(id(number)));
        if let (Ok(header), Ok(object)) = (&header, &object) {
            assert_eq!(*header, (object.kind, object.data.len() as u64));
        }
        let _ = store.find_prefix("0000");
        object
    })
}

/// Returns what is wrong with an object.
#[track_caller]
fn fault(result: Result<Object, HistoryError>) -> (String, String) {
    match result.unwrap_err() {
        HistoryError::Damaged { what, why } => (what, why),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_faults(objects: &[Vec<u8>], why: &str) {
    let (pack, index) = pack(objects);
    let repository = repository(&pack, &index);
    assert_eq!(fault(read(repository.path(), 0)), (id(0).to_string(), why.into()));
}

#[test]
fn sizes_must_be_those_of_the_content() {
    let content = zlib(&[7; 1000]);
    let smaller = "its content is smaller than its size";
    let larger = "its content is larger than its size";
    assert_faults(&[[header(3, 1001), content.clone()].concat()], smaller);
    assert_faults(&[[header(3, 999), content.clone()].concat()], larger);
    assert_faults(&[[header(3, 0), content.clone()].concat()], larger);
    assert_faults(&[[header(3, 0), zlib(&vec![0; 50_000_000])].concat()], larger);
    let (pack, index) = pack(&[[header(3, MAX_OBJECT_BYTES + 1), content].concat()]);
    let repository = repository(&pack, &index);
    let error = HistoryError::TooLarge { id: id(0), size: MAX_OBJECT_BYTES + 1 };
    assert_eq!(read(repository.path(), 0).unwrap_err(), error);
}

#[test]
fn streams_must_end() {
    let end = "its compressed data ends early";
    let malformed = "its compressed data is malformed";
    let content = zlib(b"content of a blob");
    let mut wrong_checksum = content.clone();
    *wrong_checksum.last_mut().unwrap() ^= 1;
    assert_faults(&[[header(3, 17), wrong_checksum].concat()], malformed);
    assert_faults(&[[header(3, 17), vec![0xff; 50]].concat()], malformed);
    let stored = [0x78, 1, 0, 0xff, 0xff, 0, 0];
    assert_faults(&[[header(3, 70_000), stored.to_vec()].concat()], end);
    // Blocks of no bytes.
    let empty = [0x78, 1].into_iter().chain([0, 0, 0, 0xff, 0xff].repeat(500_000)).collect();
    let waste = "its compressed data has hardly any content";
    assert_faults(&[[header(3, 17), empty].concat()], waste);
}

#[test]
fn streams_may_end_anywhere_in_a_block() {
    let object = blob(b"0123 12345 123456 0123 12345");
    for before in 0..object.len() {
        let padding = vec![0; (64 << 10) - 12 - before];
        let (pack, index) = pack(&[padding, object.clone()]);
        let repository = repository(&pack, &index);
        assert_eq!(read(repository.path(), 1).unwrap().data.len(), 28, "{before}");
    }
}

#[test]
fn headers_must_be_those_of_objects() {
    let malformed = "its header in the pack is malformed";
    for kind in [0, 5] {
        assert_faults(&[[header(kind, 1), zlib(b"x")].concat()], malformed);
    }
    assert_faults(&[[0xbf; 40].to_vec()], malformed);
    let delta = [1, 1, 1, b'x'];
    for distance in [&[0][..], &[0xff; 20]] {
        assert_faults(&[offset_delta(distance, &delta)], malformed);
    }
    let far = offset_delta(&distance(500), &delta);
    assert_faults(&[far], malformed);
    let outside = "its offset is outside pack/pack-1.pack";
    assert_faults(&[offset_delta(&distance(12), &delta)], outside);
}

#[test]
fn chains_of_deltas_must_end() {
    let circular = "its chain of deltas is circular or too long";
    let delta = [1, 1, 1, b'x'];
    assert_faults(&[ref_delta(0, &delta)], circular);
    assert_faults(&[ref_delta(1, &delta), ref_delta(0, &delta)], circular);
    let back = offset_delta(&distance(ref_delta(1, &delta).len() as u64), &delta);
    assert_faults(&[ref_delta(1, &delta), back], circular);
    assert_faults(&[ref_delta(9, &delta)], "its base is not in the same pack");
    let base = blob(b"x");
    let mismatch = "a delta is of an object of another size";
    assert_faults(&[ref_delta(1, &[2, 1, 1, b'x']), base.clone()], mismatch);
    let instructions = "the instructions of a delta are malformed";
    assert_faults(&[ref_delta(1, &[1, 5, 1, b'x']), base.clone()], instructions);
    assert_faults(&[ref_delta(1, &[0xff]), base], "a delta has no sizes");
}

#[test]
fn deep_chains_are_read_up_to_a_limit() {
    let mut objects = vec![blob(&[0; 4])];
    for number in 1_u32..=4200 {
        let delta = [&[4, 4, 4][..], &number.to_be_bytes()].concat();
        let around = objects.last().unwrap().len() as u64;
        objects.push(offset_delta(&distance(around), &delta));
    }
    let (pack, index) = pack(&objects);
    let repository = repository(&pack, &index);
    for number in [1, 4095, 4096] {
        assert_eq!(*read(repository.path(), number).unwrap().data, number.to_be_bytes());
    }
    let (_, why) = fault(read(repository.path(), 4200));
    assert_eq!(why, "its chain of deltas is circular or too long");
}

#[test]
fn deltas_that_multiply_are_too_large() {
    let mut objects = vec![blob(&[0; 0xffff])];
    let mut size = 0xffff_u64;
    for _ in 0..3 {
        let (mut delta, result) = (varint(size), size * 64);
        delta.extend(varint(result));
        let [a, b, c, ..] = size.to_le_bytes();
        delta.extend([0xf0, a, b, c].repeat(64));
        objects.push(ref_delta(objects.len() as u32 - 1, &delta));
        size = result;
    }
    let (pack, index) = pack(&objects);
    let repository = repository(&pack, &index);
    assert_eq!(read(repository.path(), 1).unwrap().data.len(), 0xffff * 64);
    let size = 0xffff * 64 * 64;
    assert_eq!(read(repository.path(), 2).unwrap_err(), HistoryError::TooLarge { id: id(2), size });
    let size = size * 64;
    assert_eq!(read(repository.path(), 3).unwrap_err(), HistoryError::TooLarge { id: id(3), size });
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(0x80 | (number & 0x7f) as u8);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn an_index_must_fit_its_pack() {
    let (pack, index) = pack(&[blob(b"x"), blob(b"y")]);
    let check = |change: &dyn Fn(&mut Vec<u8>, &mut Vec<u8>), what: &str, why: &str| {
        let (mut pack, mut index) = (pack.clone(), index.clone());
        change(&mut pack, &mut index);
        let repository = repository(&pack, &index);
        assert_eq!(fault(read(repository.path(), 0)), (what.into(), why.into()));
    };
    let (in_index, in_pack) = ("pack/pack-1.idx", "pack/pack-1.pack");
    let size = "its size does not fit the number of objects";
    check(&|_, index| index[7] = 3, in_index, "its version is unknown");
    check(&|_, index| index[8] = 1, in_index, "its fan-out is not sorted");
    check(&|_, index| index[0] = 0, in_index, "its fan-out is not sorted");
    check(&|_, index| index[8 + 1020] = 1, in_index, size);
    check(&|_, index| index.truncate(index.len() - 1), in_index, size);
    check(&|_, index| index.extend([0; 7]), in_index, size);
    check(&|_, index| index.truncate(1000), in_index, "it ends early");
    check(&|_, index| index.clear(), in_index, "it ends early");
    for at in [0, 7] {
        let why = "its signature or its version is unknown";
        check(&|pack, _| pack[at] ^= 8, in_pack, why);
    }
    let other = "it is not the pack of its index";
    check(&|pack, _| pack[11] = 3, in_pack, other);
    check(&|pack, _| pack.truncate(pack.len() - 1), in_pack, other);
    check(&|pack, _| pack.clear(), in_pack, "it ends early");
    let offsets = 8 + 1024 + 2 * 24;
    let outside = "its offset is outside pack/pack-1.pack";
    let object = id(0).to_string();
    for byte in [0, 200] {
        check(&|_, index| index[offsets + 3] = byte, &object, outside);
    }
    let table = "an offset is outside its table";
    check(&|_, index| index[offsets] = 0x80, in_index, table);
    let large = |_: &mut Vec<u8>, index: &mut Vec<u8>| {
        index[offsets..offsets + 4].copy_from_slice(&[0x80, 0, 0, 0]);
        let end = index.len() - 40;
        index.splice(end..end, [0xff; 8]);
    };
    check(&large, &object, outside);
}

#[test]
fn a_whole_copy_is_read_in_place_of_a_damaged_one() {
    let (pack, index) = pack(&[blob(b"x"), blob(b"y")]);
    type Damage<'a> = &'a dyn Fn(&mut Vec<u8>, &mut Vec<u8>);
    let damages: [Damage<'_>; 6] = [
        &|_, index| index.clear(),
        &|_, index| index.truncate(1000),
        &|_, index| index[8 + 1024 + 2 * 24] = 0x80,
        &|pack, _| pack.truncate(20),
        &|pack, _| pack[0] = 0,
        &|pack, _| pack[13..20].fill(0xff),
    ];
    for damage in damages {
        let repository = repository(&pack, &index);
        let path = |name: &str| repository.path().join("pack/pack-0").with_extension(name);
        let (mut pack, mut index) = (pack.clone(), index.clone());
        damage(&mut pack, &mut index);
        fs::write(path("pack"), pack).unwrap();
        fs::write(path("idx"), index).unwrap();
        let is_whole = || {
            assert_eq!(*read(repository.path(), 0).unwrap().data, *b"x");
            let found = with_store(repository.path(), |store| store.find_prefix("0000").unwrap());
            assert_eq!(found, [id(0), id(1)]);
        };
        is_whole();
        fs::remove_file(repository.path().join("pack/pack-1.pack")).unwrap();
        fault(read(repository.path(), 0));
        for (number, content) in [b"blob 1\0x", b"blob 1\0y"].iter().enumerate() {
            let name = id(number as u32).to_string();
            fs::create_dir_all(repository.path().join(&name[..2])).unwrap();
            fs::write(repository.path().join(&name[..2]).join(&name[2..]), zlib(*content)).unwrap();
        }
        is_whole();
    }
}

#[test]
fn halves_of_packs_are_skipped() {
    let (pack, index) = pack(&[blob(b"x")]);
    for half in ["pack", "idx"] {
        let repository = repository(&pack, &index);
        fs::remove_file(repository.path().join("pack/pack-1").with_extension(half)).unwrap();
        assert_eq!(read(repository.path(), 0).unwrap_err(), HistoryError::MissingObject(id(0)));
    }
}

#[test]
fn loose_objects_must_have_a_header() {
    let around = tempfile::tempdir().unwrap();
    fs::create_dir(around.path().join("00")).unwrap();
    let path = around.path().join("00").join(&id(0).to_string()[2..]);
    let read_file = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read(around.path(), 0)
    };
    let object = read_file(&zlib(b"tag 3\0abc")).unwrap();
    assert_eq!((object.kind, &*object.data), (ObjectKind::Tag, &b"abc"[..]));
    assert!(read_file(&zlib(b"blob 0\0")).unwrap().data.is_empty());
    let long = [b"blob ", &[b'1'; 100][..], b"\0"].concat();
    for header in [
        &b"blob 3"[..],
        b"blob3\0abc",
        b"blub 3\0abc",
        b"blob -3\0abc",
        b"blob +3\0abc",
        b"",
        b"\0",
    ]
    .into_iter()
    .chain([&b"blob 03\0abc"[..], b"blob 18446744073709551616\0", &long, b"blob \0abc"])
    {
        assert_eq!(fault(read_file(&zlib(header))).1, "its header is malformed", "{header:?}");
    }
    let size = |text: &str| fault(read_file(&zlib(text.as_bytes()))).1;
    assert_eq!(size("blob 2\0abc"), "its content is larger than its size");
    assert_eq!(size("blob 4\0abc"), "its content is smaller than its size");
    assert_eq!(
        size(&["blob 200\0", &"x".repeat(201)].concat()),
        "its content is larger than its size"
    );
    let error = HistoryError::TooLarge { id: id(0), size: MAX_OBJECT_BYTES + 1 };
    let large = format!("blob {}\0", MAX_OBJECT_BYTES + 1);
    assert_eq!(read_file(&zlib(large.as_bytes())).unwrap_err(), error);
    let whole = zlib(&[b"blob 3000\0", &b"0123456789".repeat(300)[..]].concat());
    for length in 0..whole.len() {
        fault(read_file(&whole[..length]));
    }
    fault(read_file(b"no stream at all"));
}

#[test]
fn no_change_of_bytes_panics() {
    let delta = [1, 3, 1, b'x', 0x91, 0, 1, 1, b'y'];
    let (pack, index) = pack(&[
        blob(b"x"),
        ref_delta(0, &delta),
        offset_delta(&distance(ref_delta(0, &delta).len() as u64), &[3, 3, 0x90, 3]),
        blob(&b"abcdefgh".repeat(100)),
    ]);
    let whole = repository(&pack, &index);
    assert_eq!(*read(whole.path(), 2).unwrap().data, *b"xxy");
    let mut state = 1_u64;
    let mut random = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for round in 0..600 {
        let (mut pack, mut index) = (pack.clone(), index.clone());
        for _ in 0..1 + random(3) {
            let bytes = if round % 3 == 0 { &mut index } else { &mut pack };
            let at = random(bytes.len());
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)];
        }
        if round % 10 == 0 {
            pack.truncate(random(pack.len()));
        }
        let repository = repository(&pack, &index);
        for number in 0..4 {
            let _ = read(repository.path(), number);
        }
    }
}
