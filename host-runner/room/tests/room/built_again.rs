//! Builds the component again: in another directory, where it must be identical, and without what
//! can be left out, where it must be small.

use readroom::{Body, Component, MemoryTree, ReadRequest, Room};
use readroom_guest_build::{Variant, Workspace};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use wit_parser::decoding::{DecodedWasm, decode};

/// The build outputs that a copy of the repository leaves out.
const MADE: [&str; 4] = [".git", "target", "node_modules", "dist"];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (name, kind) = (entry.file_name(), entry.file_type().unwrap());
        if kind.is_dir() && !MADE.iter().any(|made| name == *made) {
            copy(&entry.path(), &to.join(&name));
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(&name)).unwrap();
        }
    }
}

#[test]
#[ignore = "long: compiles the component once more"]
fn the_component_is_the_same_when_built_in_another_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let elsewhere = tempfile::tempdir().unwrap();
    let there = elsewhere.path().join("a folder with another name");
    copy(&root, &there);
    let built = built(&there, &elsewhere.path().join("target"), Variant::Full);
    // The build script adds sections at the end.
    let here = readroom::component().get(..built.len()).unwrap();
    let differ = here.iter().zip(&built).filter(|(here, there)| here != there).count();
    assert_eq!(differ, 0, "bytes differ");
}

#[test]
#[ignore = "long: compiles the component once more"]
fn without_agents_images_and_encodings_it_is_small_and_imports_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("guest");
    let small = built(&root, &target_dir, Variant::Small);
    // `docs/component.md` says a fifth.
    let fifth = readroom::component().len() / 5;
    assert!(small.len() <= fifth, "{} bytes, a fifth is {fifth}", small.len());
    let imports = |bytes: &[u8]| {
        let DecodedWasm::Component(resolve, world) = decode(bytes).unwrap() else {
            panic!("it is a component")
        };
        let imports = resolve.worlds[world].imports.keys();
        imports.map(|key| resolve.name_world_key(key)).collect::<Vec<_>>()
    };
    assert_eq!(imports(&small), imports(readroom::component()));
    let small = Component::compile(&small, &readroom_testing::patient()).unwrap();
    let [small, full] = [small, Component::embedded().unwrap()].map(|component| {
        let tree = MemoryTree::new()
            .file("wide.txt", b"\xff\xfea\0\xe9\0\n\0".as_slice())
            .unwrap()
            .file("old.txt", b"caf\xe9 au lait\n".as_slice())
            .unwrap();
        Room::builder_from_tree("/project", tree).component(component).build().unwrap()
    });
    let ids = |room: &Room| -> Vec<String> {
        room.tools().unwrap().into_iter().map(|tool| tool.id).collect()
    };
    assert_eq!(ids(&small), ["readroom@0.3:read"]);
    assert_eq!(ids(&full).first(), ids(&small).first());
    let text = |room: &Room, path: &str| match room.read(&ReadRequest::new(path)).unwrap().body {
        Body::Text(text) => (text.content, text.lossy),
        other => panic!("{other:?}"),
    };
    assert_eq!(text(&small, "wide.txt"), text(&full, "wide.txt"));
    assert_eq!(text(&full, "old.txt"), ("caf\u{e9} au lait\n".into(), false));
    // Bytes that may as well be damaged UTF-8 are shown as replacement characters.
    assert_eq!(text(&small, "old.txt"), ("caf\u{fffd} au lait\n".into(), true));
}

/// Builds the reader of the repository at `root`.
fn built(root: &Path, target_dir: &Path, variant: Variant) -> Vec<u8> {
    let (cargo, rustc) = (OsStr::new(env!("CARGO")), OsStr::new("rustc"));
    Workspace { cargo, rustc, root, target_dir }.build_reader(variant).unwrap()
}
