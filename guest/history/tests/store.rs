//! Every object of random repositories equals what git says of it.

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
#[path = "support/repositories.rs"]
mod repositories;

use native::Native;
use readroom_history::{
    HistoryError, MAX_OBJECT_BYTES, ObjectFormat, ObjectId, ObjectKind, ObjectStore, Objects,
};
use repositories::{Random, git, import};
use std::fs;
use std::path::Path;

/// Compares all objects that git finds in a repository below the granted directory. Returns their
/// number.
fn compare(granted: &Path, repository: &str, format: ObjectFormat) -> usize {
    let tree = Native::open(granted);
    let directory = granted.join(repository);
    let path = format!("{}/.git/objects", directory.to_str().unwrap());
    let store = ObjectStore::open_at(&tree, &path, format).expect("a store");
    let all = ["cat-file", "--batch-all-objects", "--batch", "--buffer"];
    let output = git(&directory, &all, b"");
    let (mut rest, mut ids) = (&output[..], Vec::new());
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
        let head = str::from_utf8(&rest[..end]).unwrap();
        let [id, kind, size] = head.split(' ').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let size: usize = size.parse().unwrap();
        let id = ObjectId::from_hex(format, id.as_bytes()).unwrap();
        let data = &rest[end + 1..][..size];
        rest = &rest[end + 1 + size + 1..];
        let check_header = || {
            let (found, found_size) = store.header(id).expect("a header");
            assert_eq!((found.name(), found_size), (kind, size as u64), "{id}");
        };
        // Before and after its content is cached.
        check_header();
        let object = store.object(id).expect("an object");
        assert_eq!(object.kind.name(), kind, "{id}");
        assert!(*object.data == *data, "{id}");
        check_header();
        ids.push(id);
    }
    for id in ids.iter().step_by(9) {
        for digits in [4, 5, 9, 2 * format.bytes()] {
            let digits = format!("{id:.digits$}");
            let expected = ids.iter().filter(|id| id.to_string().starts_with(&digits));
            let found = store.find_prefix(&digits).expect("ids");
            assert_eq!(found, expected.copied().take(10).collect::<Vec<_>>(), "{digits}");
        }
    }
    assert_eq!(store.find_prefix(&format!("{:.3}", ids[0])), Ok(Vec::new()));
    ids.len()
}

/// Makes a random repository and stores its objects in one of many ways.
fn make(directory: &Path, seed: u64) -> ObjectFormat {
    let mut random = Random::new(seed);
    fs::create_dir_all(directory).unwrap();
    let run = |arguments: &[&str]| git(directory, arguments, b"");
    let is_sha256 = random.below(4) == 0;
    let format = if is_sha256 { "sha256" } else { "sha1" };
    run(&["init", "-q", &["--object-format=", format].concat()]);
    let limit = if random.below(3) == 0 { 1 } else { 100_000 };
    import(directory, &mut random, "a", limit);
    match seed % 12 {
        0 => {}
        1 => drop(run(&["gc", "-q"])),
        2 => drop(run(&["gc", "-q", "--aggressive"])),
        3 => {
            for branch in ["b", "c", "d"] {
                import(directory, &mut random, branch, 1);
            }
            import(directory, &mut random, "e", 100_000);
        }
        4 => drop(run(&["repack", "-q", "-a", "-d", "-f", "--depth=250", "--window=50"])),
        5 => {
            import(directory, &mut random, "b", 1);
            run(&["repack", "-q", "-d"]);
            run(&["multi-pack-index", "write"]);
            run(&["commit-graph", "write", "--reachable"]);
        }
        6 => drop(run(&["-c", "pack.indexVersion=1", "repack", "-q", "-a", "-d"])),
        7 => drop(run(&["-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d"])),
        8 => drop(run(&["-c", "core.compression=0", "repack", "-q", "-a", "-d", "-F"])),
        9 => drop(run(&["-c", "pack.packSizeLimit=1m", "repack", "-q", "-a", "-d"])),
        // Deltas between a few objects and offsets of 64 bits.
        10 => {
            run(&["repack", "-q", "-a", "-d", "-f", "--window=250", "--depth=4095"]);
            let packs = fs::read_dir(directory.join(".git/objects/pack")).unwrap();
            let pack = packs.map(|entry| entry.unwrap().path());
            let pack = pack.filter(|path| path.extension().is_some_and(|end| end == "pack"));
            for pack in pack {
                let index = pack.with_extension("idx");
                fs::remove_file(&index).unwrap();
                let (index, pack) = (index.to_str().unwrap(), pack.to_str().unwrap());
                run(&["index-pack", "--index-version=2,0x40", "-o", index, pack]);
            }
        }
        _ => {
            run(&["gc", "-q"]);
            import(directory, &mut random, "b", 1);
            import(directory, &mut random, "c", 100_000);
        }
    }
    if is_sha256 { ObjectFormat::Sha256 } else { ObjectFormat::Sha1 }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn objects_equal_those_of_git() {
    for seed in 0..24 {
        let around = tempfile::tempdir().unwrap();
        let format = make(&around.path().join("r"), seed);
        assert!(compare(around.path(), "r", format) > 10, "seed {seed}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn packs_may_have_any_name() {
    let around = tempfile::tempdir().unwrap();
    let path = around.path().join("r");
    let format = make(&path, 12);
    let run = |arguments: &[&str]| git(&path, arguments, b"");
    for content in ["one", "two", "three"] {
        git(&path, &["hash-object", "-w", "--stdin"], content.as_bytes());
    }
    run(&["maintenance", "run", "--quiet", "--task=loose-objects"]);
    run(&["prune-packed", "-q"]);
    let count = compare(around.path(), "r", format);
    let directory = path.join(".git/objects/pack");
    let names = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("loose-")), "{names:?}");
    for name in names.iter().filter(|name| name.starts_with("loose-")) {
        let (_, extension) = name.rsplit_once('.').unwrap();
        fs::rename(directory.join(name), directory.join(format!("mine.{extension}"))).unwrap();
    }
    assert_eq!(compare(around.path(), "r", format), count);
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn alternates_inside_the_grants_are_followed() {
    let around = tempfile::tempdir().unwrap();
    let path = around.path();
    for seed in [0, 13, 3] {
        let (own, other) = (format!("a{seed}"), format!("b{seed}"));
        let format = make(&path.join(&own), seed);
        git(path, &["clone", "-q", "--shared", "--no-checkout", &own, &other], b"");
        import(&path.join(&other), &mut Random::new(seed + 100), "x", 100_000);
        // A store of a store, which is found by a relative path, among others that are missing.
        let last = format!("c{seed}");
        git(path, &["clone", "-q", "--shared", "--no-checkout", &other, &last], b"");
        let list = format!("# a comment\n\n../../../{other}/.git/objects\n../../missing\n.\n");
        fs::write(path.join(&last).join(".git/objects/info/alternates"), list).unwrap();
        let count = compare(path, &own, format);
        assert!(compare(path, &other, format) > count);
        assert!(compare(path, &last, format) > count);
        // A circle.
        let list = format!("{}/{last}/.git/objects\n", path.display());
        fs::write(path.join(&own).join(".git/objects/info/alternates"), list).unwrap();
        assert!(compare(path, &own, format) > count);
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn an_alternate_outside_the_grants_is_named_when_it_is_needed() {
    let around = tempfile::tempdir().unwrap();
    let path = around.path();
    let format = make(&path.join("a"), 12);
    fs::create_dir(path.join("granted")).unwrap();
    git(path, &["clone", "-q", "--shared", "--no-checkout", "a", "granted/b"], b"");
    let here = path.join("granted/b");
    let blob = git(&here, &["hash-object", "-w", "--stdin"], b"here");
    let commit = git(&path.join("a"), &["rev-parse", "refs/heads/a"], b"");
    let id = |line: &[u8]| ObjectId::from_hex(format, line.trim_ascii()).unwrap();
    let tree = Native::open(&path.join("granted"));
    let objects = format!("{}/.git/objects", here.display());
    let store = ObjectStore::open_at(&tree, &objects, format).unwrap();
    assert_eq!(*store.data(id(&blob), ObjectKind::Blob).unwrap(), *b"here");
    let directory = format!("{}/a/.git/objects", path.display());
    let outside = HistoryError::OutsideRoot { directory };
    assert_eq!(store.object(id(&commit)).unwrap_err(), outside);
    assert_eq!(store.header(id(&commit)).unwrap_err(), outside);
    assert_eq!(compare(path, "granted/b", format), compare(path, "a", format) + 1);
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn large_objects_have_a_size_and_the_empty_tree_is_known() {
    let around = tempfile::tempdir().unwrap();
    let path = around.path();
    git(path, &["init", "-q"], b"");
    let large = vec![b'x'; MAX_OBJECT_BYTES as usize + 1];
    let size = large.len() as u64;
    let id = |line: &[u8]| ObjectId::from_hex(ObjectFormat::Sha1, line.trim_ascii()).unwrap();
    let write = |data: &[u8]| id(&git(path, &["hash-object", "-w", "--stdin"], data));
    let ids = [write(&large), write(&[&large, &b"y"[..]].concat()), write(&large[1..])];
    let tree = Native::open(path);
    let objects = format!("{}/.git/objects", path.display());
    for round in 0..2 {
        let store = ObjectStore::open_at(&tree, &objects, ObjectFormat::Sha1).unwrap();
        for (id, size) in [(ids[0], size), (ids[1], size + 1)] {
            assert_eq!(store.header(id), Ok((ObjectKind::Blob, size)));
            let error = store.object(id).unwrap_err();
            assert_eq!(error, HistoryError::TooLarge { id, size }, "{round}");
        }
        assert_eq!(store.header(ids[2]), Ok((ObjectKind::Blob, MAX_OBJECT_BYTES)));
        if round == 0 {
            assert_eq!(store.object(ids[2]).unwrap().data.len() as u64, MAX_OBJECT_BYTES);
            let list = ids.map(|id| format!("{id}\n")).concat();
            git(path, &["pack-objects", "-q", ".git/objects/pack/pack"], list.as_bytes());
            git(path, &["prune-packed"], b"");
        }
    }
    for format in ["sha1", "sha256"] {
        let other = path.join(format);
        git(path, &["init", "-q", &["--object-format=", format].concat(), format], b"");
        let empty = git(&other, &["hash-object", "-t", "tree", "/dev/null"], b"");
        let format = if format == "sha1" { ObjectFormat::Sha1 } else { ObjectFormat::Sha256 };
        let store = format!("{}/.git/objects", other.display());
        let store = ObjectStore::open_at(&tree, &store, format).unwrap();
        let id = ObjectId::from_hex(format, empty.trim_ascii()).unwrap();
        assert_eq!(store.header(id), Ok((ObjectKind::Tree, 0)));
        assert!(store.object(id).unwrap().data.is_empty());
        let missing = ObjectId::from_hex(format, &vec![b'1'; 2 * format.bytes()]).unwrap();
        assert_eq!(store.object(missing).unwrap_err(), HistoryError::MissingObject(missing));
    }
}
