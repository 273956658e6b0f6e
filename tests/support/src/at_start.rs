//! Builds components that misbehave when they are instantiated: they export the functions of the
//! world, but never get to answer a call.

use crate::patient;
use readroom::{Component, Error};

/// Returns a component that runs code when it is instantiated: the fields of a core module that
/// defines `$start`.
pub fn module(fields: &str) -> Vec<u8> {
    of(&format!(
        r#"(core module $m {fields} (start $start) (func (export "f")))
        (core instance $i (instantiate $m))"#
    ))
}

/// Returns a component made of parts that end with a core instance `$i`, which exports a function
/// `f`.
pub fn of(parts: &str) -> Vec<u8> {
    let functions = |names: &[&str]| -> String {
        names.iter().map(|name| format!(r#"(export "{name}" (func $f))"#)).collect()
    };
    let read = functions(&["read", "read-many", "list", "stat"]);
    let tools = functions(&["tools", "call", "arguments-for", "requested-path"]);
    let text = format!(
        r#"(component {parts}
        (func $f (canon lift (core func $i "f")))
        (instance $read {read})
        (instance $tools {tools})
        (export "readroom:read/read@0.4.0" (instance $read))
        (export "readroom:read/tools@0.4.0" (instance $tools)))"#
    );
    wat::parse_str(text).expect("a component")
}

/// Compiles such a component.
pub fn compile(bytes: &[u8]) -> Result<Component, Error> {
    Component::compile(bytes, &patient())
}
