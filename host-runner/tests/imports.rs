//! What the component asks of a host, to the last function: authority is behaviour, so it is tested.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use wasmtime::Engine;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

fn names<'a>(
    items: impl Iterator<Item = (&'a str, ComponentItem)>,
    engine: &Engine,
) -> Vec<String> {
    let mut names = Vec::new();
    for (name, item) in items {
        let instance = match item {
            ComponentItem::ComponentInstance(instance) => instance,
            ComponentItem::ComponentFunc(_) => {
                names.push(name.into());
                continue;
            }
            _ => panic!("{name} is neither an interface nor a function"),
        };
        let functions = instance.exports(engine);
        let functions =
            functions.filter(|(_, item)| matches!(item.ty, ComponentItem::ComponentFunc(_)));
        let mut functions: Vec<String> =
            functions.map(|(function, _)| format!("{name} {function}")).collect();
        if functions.is_empty() {
            functions.push(format!("{name} (types only)"));
        }
        names.append(&mut functions);
    }
    names.sort();
    names
}

#[test]
fn the_component_imports_and_exports_exactly_this() {
    let engine = Engine::default();
    let component = Component::new(&engine, readroom::component()).unwrap();
    let component = component.component_type();
    let imports = component.imports(&engine).map(|(name, item)| (name, item.ty));
    assert_eq!(
        names(imports, &engine),
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
    let exports = component.exports(&engine).map(|(name, item)| (name, item.ty));
    assert_eq!(
        names(exports, &engine),
        [
            "outline-file",
            "read-file",
            "readroom:read/read@0.2.0 list",
            "readroom:read/read@0.2.0 read",
            "readroom:read/read@0.2.0 read-many",
            "readroom:read/read@0.2.0 stat",
            "readroom:read/tools@0.2.0 arguments-for",
            "readroom:read/tools@0.2.0 call",
            "readroom:read/tools@0.2.0 render-call",
            "readroom:read/tools@0.2.0 render-result",
            "readroom:read/tools@0.2.0 requested-path",
            "readroom:read/tools@0.2.0 tools",
            "readroom:read/types@0.2.0 (types only)",
        ]
    );
}

#[test]
fn the_component_is_small_and_names_no_path_of_the_machine_that_built_it() {
    let bytes = readroom::component();
    // Almost half of it is the code for images, a quarter that and the tables for encodings.
    assert!(bytes.len() <= 1_350_000, "{} bytes", bytes.len());
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
