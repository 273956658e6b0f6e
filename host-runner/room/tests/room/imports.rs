//! The imports of the component, to the last function: they are its authority, so they are tested.

use wit_parser::decoding::{DecodedWasm, decode};
use wit_parser::{Resolve, WorldItem, WorldKey};

/// Returns the functions in the imports or exports of a world, with their interfaces.
fn names<'a>(
    items: impl Iterator<Item = (&'a WorldKey, &'a WorldItem)>,
    resolve: &Resolve,
) -> Vec<String> {
    let mut names = Vec::new();
    for (key, item) in items {
        let name = resolve.name_world_key(key);
        match item {
            WorldItem::Interface { id, .. } => {
                let functions = &resolve.interfaces[*id].functions;
                names.extend(functions.keys().map(|function| format!("{name} {function}")));
                if functions.is_empty() {
                    names.push(format!("{name} (types only)"));
                }
            }
            WorldItem::Function(_) => names.push(name),
            WorldItem::Type { .. } => panic!("{name} is neither an interface nor a function"),
        }
    }
    names.sort();
    names
}

#[test]
fn the_component_imports_and_exports_exactly_this() {
    let DecodedWasm::Component(resolve, world) = decode(readroom::component()).unwrap() else {
        panic!("it is a component")
    };
    let world = &resolve.worlds[world];
    assert_eq!(
        names(world.imports.iter(), &resolve),
        [
            "wasi:cli/environment@0.2.12 get-environment",
            "wasi:cli/environment@0.2.12 initial-cwd",
            "wasi:clocks/wall-clock@0.2.12 now",
            "wasi:filesystem/preopens@0.2.12 get-directories",
            "wasi:filesystem/types@0.2.12 [method]descriptor.is-same-object",
            "wasi:filesystem/types@0.2.12 [method]descriptor.open-at",
            "wasi:filesystem/types@0.2.12 [method]descriptor.read",
            "wasi:filesystem/types@0.2.12 [method]descriptor.read-directory",
            "wasi:filesystem/types@0.2.12 [method]descriptor.readlink-at",
            "wasi:filesystem/types@0.2.12 [method]descriptor.stat",
            "wasi:filesystem/types@0.2.12 [method]descriptor.stat-at",
            "wasi:filesystem/types@0.2.12 [method]directory-entry-stream.read-directory-entry",
        ]
    );
    assert_eq!(
        names(world.exports.iter(), &resolve),
        [
            "find-file",
            "outline-file",
            "read-file",
            "readroom:read/look@0.3.0 find",
            "readroom:read/look@0.3.0 search",
            "readroom:read/read@0.3.0 list",
            "readroom:read/read@0.3.0 read",
            "readroom:read/read@0.3.0 read-many",
            "readroom:read/read@0.3.0 stat",
            "readroom:read/shards@0.3.0 requested-search",
            "readroom:read/shards@0.3.0 scan",
            "readroom:read/tools@0.3.0 arguments-for",
            "readroom:read/tools@0.3.0 call",
            "readroom:read/tools@0.3.0 requested-path",
            "readroom:read/tools@0.3.0 tools",
            "readroom:read/types@0.3.0 (types only)",
            "search-file",
        ]
    );
}

#[test]
fn the_component_is_small_and_names_no_path_of_the_machine_that_built_it() {
    let bytes = readroom::component();
    // Code for images takes a third of the component, searching a quarter, most of which is regular
    // expressions and their tables, code and tables for encodings a fifth, documents a tenth. PDF
    // files take 170,000 bytes of it.
    assert!(bytes.len() <= 3_300_000, "{} bytes", bytes.len());
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_str().unwrap();
    let mut places = vec![here.to_string()];
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
