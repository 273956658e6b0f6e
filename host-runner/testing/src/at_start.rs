//! Components that are hostile before they are called: they have the names of the world's functions, and never come to
//! answer under them.

use readroom::{Component, Error, Limits};

/// A component that does something when it is instantiated: fields of a core module that defines `$start`.
pub fn module(fields: &str) -> Vec<u8> {
    of(&format!(
        r#"(core module $m {fields} (start $start) (func (export "f")))
        (core instance $i (instantiate $m))"#
    ))
}

/// A component of parts that end with a core instance `$i` that exports a function `f`.
pub fn of(parts: &str) -> Vec<u8> {
    let functions = |names: &[&str]| -> String {
        names.iter().map(|name| format!(r#"(export "{name}" (func $f))"#)).collect()
    };
    let read = functions(&["read", "read-many", "list", "stat"]);
    let tools = functions(&[
        "tools",
        "call",
        "arguments-for",
        "requested-path",
        "render-call",
        "render-result",
    ]);
    let text = format!(
        r#"(component {parts}
        (func $f (canon lift (core func $i "f")))
        (instance $read {read})
        (instance $tools {tools})
        (export "readroom:read/read@0.2.0" (instance $read))
        (export "readroom:read/tools@0.2.0" (instance $tools)))"#
    );
    wat::parse_str(text).expect("a component")
}

/// Such a component, ready to run.
pub fn compile(bytes: &[u8]) -> Result<Component, Error> {
    Component::compile(bytes, &Limits::default())
}
