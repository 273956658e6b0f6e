//! Random paths through random trees full of links, over a host that follows every link it is asked
//! to open: no byte from outside comes out, and the result is that of the naive walk.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[path = "support/random.rs"]
mod random;
mod support;

use proptest::prelude::*;
use readroom_core::{LineNumber, Rules};
use support::{MemoryTree, Node, Request, read};

const ROOT: &str = "/w/r";

/// Paths of names, dots and slashes that are likely to collide.
fn path() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => Just("a"), 4 => Just("b"), 2 => Just("c"), 3 => Just(".."), 1 => Just("."),
        1 => Just(""), 1 => Just("r"), 1 => Just("o"), 1 => Just("w"),
    ];
    let start = prop_oneof![6 => Just(""), 1 => Just("/"), 1 => Just("/w/r/"), 1 => Just("/w/o/")];
    (start, prop::collection::vec(part, 1..6))
        .prop_map(|(start, parts)| format!("{start}{}", parts.join("/")))
}

/// Locations below the root.
fn place() -> impl Strategy<Value = String> {
    let part = prop_oneof![Just("a"), Just("b"), Just("c")];
    prop::collection::vec(part, 1..4).prop_map(|parts| format!("{ROOT}/{}", parts.join("/")))
}

fn tree() -> impl Strategy<Value = Vec<(String, Option<String>)>> {
    let link = prop::option::weighted(
        0.6,
        path().prop_filter("a link has a target", |target| !target.is_empty()),
    );
    prop::collection::vec((place(), link), 1..12)
}

proptest! {
    #![proptest_config(random::inputs(3000))]

    #[test]
    fn nothing_leaks_and_everything_inside_is_found(
        entries in tree(),
        paths in prop::collection::vec(path(), 8),
    ) {
        let tree = MemoryTree::new(&[ROOT]).leaky();
        for secret in ["/a", "/b", "/w/a", "/w/b", "/w/o/a", "/w/o/b/a", "/o/a", "/r/a"] {
            prop_assert!(tree.try_put(secret, Node::File(b"SECRET".to_vec())));
        }
        for (place, link) in entries {
            let node = link.map_or(Node::File(place.clone().into_bytes()), Node::Link);
            tree.try_put(&place, node);
        }
        for path in paths.iter().filter(|path| !path.is_empty()) {
            let request = Request { path, cwd: None, first: LineNumber::FIRST, lines: 10 };
            let found = read(&tree, &request, &Rules::PLAIN);
            let found = found.map(|document| document.text.content);
            if let Ok(content) = &found {
                prop_assert!(content.starts_with(ROOT), "{path} gave {content}");
            }
            if let Some(bytes) = tree.obvious_way(ROOT, path) {
                let obvious = std::str::from_utf8(&bytes).ok();
                prop_assert_eq!(found.as_deref().ok(), obvious, "{}", path);
            }
        }
        for call in tree.calls.borrow().iter() {
            prop_assert!(call.contains(" /w/r/"), "{call}");
        }
    }
}
