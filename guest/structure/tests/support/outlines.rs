//! The outline of a text, drawn for comparison.

#![allow(dead_code, reason = "not every test uses all of it")]

use readroom_structure::{Basis, FileOutline, Outliner};

pub(crate) fn outline(name: &str, text: &str) -> FileOutline {
    let mut outliner = Outliner::new(name, 1000);
    outliner.push(text);
    outliner.finish()
}

/// One line per entry: `first-last`, two spaces per level, the text.
pub(crate) fn drawn(outline: &FileOutline) -> String {
    let mut drawn = String::new();
    for entry in &outline.entries {
        let indentation = "  ".repeat(entry.depth as usize);
        drawn += &format!("{}-{} {indentation}{}\n", entry.line, entry.last, entry.text);
    }
    drawn
}

#[track_caller]
pub(crate) fn check(name: &str, text: &str, expected: &str) {
    let outline = outline(name, text);
    assert_eq!(drawn(&outline), expected, "{name}");
    assert_eq!(outline.basis, Basis::Declarations);
    assert_eq!((outline.omitted, outline.deepest), (0, None));
    assert_eq!(outline.total, text.lines().count() as u64);
}

#[track_caller]
pub(crate) fn check_indentation(name: &str, text: &str, expected: &str) {
    let outline = outline(name, text);
    assert_eq!((&drawn(&outline)[..], outline.basis), (expected, Basis::Indentation), "{name}");
}
