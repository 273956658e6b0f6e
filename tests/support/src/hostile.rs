//! The hostile component, built and compiled once for all tests that need it.

use crate::patient;
use readroom::Component;
use readroom_guest_build::test_components::built;
use std::sync::OnceLock;

/// Returns the component in `tests/components/hostile`, compiled.
pub fn component() -> Component {
    static COMPILED: OnceLock<Component> = OnceLock::new();
    let compile = || Component::compile(bytes(), &patient()).expect("a component");
    COMPILED.get_or_init(compile).clone()
}

/// Returns the bytes of the component.
pub fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| built("readroom-hostile").unwrap())
}

/// Returns the command that applies a verb to the last name of a path, in the directory of that
/// path.
pub fn walking(verb: &str, path: &str) -> String {
    match path.rsplit_once('/') {
        Some((directory, name)) => format!("in {directory} {verb} {name}"),
        None => format!("{verb} {path}"),
    }
}
