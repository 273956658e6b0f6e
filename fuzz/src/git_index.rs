//! An index of any version has the entries that were written; one that was changed is damaged, or
//! has paths that stay in the working tree, in order.

use crate::generated::several;
use crate::git_packs::distance_bytes;
use crate::repositories::{ask, assert_safe, checked, id, loose, repository, with, with_object};
use arbitrary::{Result, Unstructured};
use readroom_history::{Index, ObjectFormat};
use std::collections::BTreeMap;

const NAMES: [&str; 8] = ["a", "a.txt", "b", "a-", "\u{e9}", "..", ".git", "c"];

const MODES: [u32; 6] = [0o100_644, 0o100_755, 0o120_000, 0o160_000, 0o40_000, 0];

/// An entry's mode, object and size by its path and its stage.
type Entries = BTreeMap<(String, u8), (u32, u8, u32)>;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut entries = Entries::new();
    for _ in 0..input.int_in_range(0..=8)? {
        let names = several(input, 3, |input| input.choose(&NAMES).copied())?;
        let stage = if input.ratio(1, 6)? { input.int_in_range(1..=3)? } else { 0 };
        let mode = if input.ratio(1, 12)? { *input.choose(&MODES)? } else { 0o100_644 };
        let size = input.int_in_range(0..=10)?;
        entries.insert((names.join("/"), stage), (mode, input.int_in_range(0..=2)?, size));
    }
    let version = input.int_in_range(2..=4)?;
    let mut bytes = encode(&entries, version);
    let is_whole = input.ratio(1, 2)?;
    if !is_whole {
        for _ in 0..=input.int_in_range(0..=3)? {
            let at = input.int_in_range(0..=bytes.len())?;
            match input.int_in_range(0..=8)? {
                0 => bytes.truncate(at),
                1 => {
                    let more = input.bytes(input.len().min(8))?;
                    bytes.splice(at..at, more.iter().copied());
                }
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = input.arbitrary()?;
                    }
                }
            }
        }
    }
    let parsed = checked(Index::parse(ObjectFormat::Sha1, &bytes, None));
    if is_whole && entries.iter().all(|(key, entry)| is_valid(&key.0, entry.0)) {
        let index = parsed.as_ref().expect("the index is whole");
        let found: Vec<_> = index
            .entries()
            .map(|(path, entry)| ((path, entry.stage), (entry.mode.bits(), entry.id, entry.size)))
            .collect();
        let all = entries.iter().map(|((path, stage), (mode, object, size))| {
            ((path.as_str(), *stage), (*mode, id(*object), *size))
        });
        assert_eq!(found, all.collect::<Vec<_>>());
    }
    if let Ok(index) = &parsed {
        let paths: Vec<_> = index.entries().map(|(path, entry)| (path, entry.stage)).collect();
        assert!(paths.is_sorted_by(|a, b| a < b), "{paths:?}");
        for (path, _) in paths {
            assert_safe(path);
            assert!(!index.at(path).is_empty(), "{path:?} is not found");
        }
    }
    let tree = with(repository(), "index", bytes);
    let commit = format!("tree {}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n", id(1));
    let tree = with_object(tree, 0, loose("commit", commit.as_bytes()));
    let tree = with_object(tree, 1, loose("tree", b""));
    ask(&with_object(tree, 2, loose("blob", b"one\n")), "index");
    Ok(())
}

fn is_valid(path: &str, mode: u32) -> bool {
    let is_name = |name: &str| !matches!(name, "" | ".." | ".git");
    path.split('/').all(is_name) && !matches!(mode, 0 | 0o40_000)
}

fn encode(entries: &Entries, version: u32) -> Vec<u8> {
    let count = entries.len() as u32;
    let mut bytes = [b"DIRC", &version.to_be_bytes()[..], &count.to_be_bytes()].concat();
    let mut before = "";
    for ((path, stage), (mode, object, size)) in entries {
        let start = bytes.len();
        for number in [0, 0, 1, 0, 0, 0, *mode, 0, 0, *size] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(id(*object).as_bytes());
        let length = path.len().min(0xfff) as u16;
        bytes.extend((u16::from(*stage) << 12 | length).to_be_bytes());
        if version == 4 {
            let same = before.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
            bytes.extend(distance_bytes((before.len() - same) as u64));
            bytes.extend(&path.as_bytes()[same..]);
            bytes.push(0);
        } else {
            bytes.extend(path.bytes());
            let padding = 8 - (bytes.len() - start) % 8;
            bytes.extend(vec![0; padding]);
        }
        before = path;
    }
    bytes.extend([0x55; 20]);
    bytes
}
