//! The hostile component, built and compiled once for all tests that want it.

use super::built::built;
use readroom::{Component, Limits};
use std::sync::OnceLock;

/// The component in `tests/hostile`, compiled.
pub fn component() -> Component {
    static COMPILED: OnceLock<Component> = OnceLock::new();
    let compile = || Component::compile(bytes(), &Limits::default()).expect("a component");
    COMPILED.get_or_init(compile).clone()
}

/// The same as it was built.
pub fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| built("readroom-hostile"))
}

/// Returns the command to do something with the last name in a path, in the directory that the others lead to.
pub fn walking(verb: &str, path: &str) -> String {
    match path.rsplit_once('/') {
        Some((directory, name)) => format!("in {directory} {verb} {name}"),
        None => format!("{verb} {path}"),
    }
}
