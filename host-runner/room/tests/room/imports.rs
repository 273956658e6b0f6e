//! The component's imports, down to the last function: they are its authority, so they are tested.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use wit_parser::decoding::{DecodedWasm, decode};
use wit_parser::{Resolve, WorldItem, WorldKey};

/// Returns the interfaces and functions in the imports or exports of a world, each interface with
/// its functions.
fn names<'a>(
    items: impl Iterator<Item = (&'a WorldKey, &'a WorldItem)>,
    resolve: &Resolve,
) -> BTreeMap<String, Vec<String>> {
    items
        .map(|(key, item)| {
            let name = resolve.name_world_key(key);
            match item {
                WorldItem::Interface { id, .. } => {
                    let mut functions: Vec<_> =
                        resolve.interfaces[*id].functions.keys().cloned().collect();
                    functions.sort();
                    (name, functions)
                }
                WorldItem::Function(_) => (name, Vec::new()),
                WorldItem::Type { .. } => panic!("{name} is neither an interface nor a function"),
            }
        })
        .collect()
}

#[test]
fn the_component_imports_and_exports_exactly_the_published_world() {
    let DecodedWasm::Component(resolve, world) = decode(readroom::component()).unwrap() else {
        panic!("it is a component")
    };
    let world = &resolve.worlds[world];
    let made = json!({
        "imports": names(world.imports.iter(), &resolve),
        "exports": names(world.exports.iter(), &resolve),
    });
    let published: Value =
        serde_json::from_str(include_str!("../../../../release/component.json")).unwrap();
    assert_eq!(made, published, "release/component.json should be {made:#}");
}

#[test]
fn the_component_is_small_and_names_no_path_of_the_machine_that_built_it() {
    let bytes = readroom::component();
    // Most of it is code for images, regular expressions and their tables, encodings, and
    // documents: old formats, forms, notes and fonts took 300,000 bytes.
    assert!(bytes.len() <= 4_220_000, "{} bytes", bytes.len());
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut places = vec![here.to_str().unwrap().to_string()];
    places.extend(std::env::var("CARGO_HOME"));
    places.extend(
        std::env::home_dir().map(|home| home.join(".cargo").to_string_lossy().into_owned()),
    );
    places.extend(std::env::var("RUSTUP_HOME"));
    let sysroot = std::process::Command::new("rustc").args(["--print", "sysroot"]).output();
    places.extend(sysroot.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_string()));
    for place in places.iter().filter(|place| !place.is_empty()) {
        assert!(!bytes.windows(place.len()).any(|window| window == place.as_bytes()), "{place}");
    }
}
