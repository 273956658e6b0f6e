use super::{LINES, TEXT, list};
use crate::Action;
use crate::list::{Case, PathKind};
use crate::wildmatch::STEPS;

fn asks(path: &str) -> bool {
    let found = list().find(path, PathKind::Other, Case::Sensitive);
    found.is_some_and(|(action, _)| action == Action::Ask)
}

#[test]
fn every_line_is_a_pattern() {
    let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert!(LINES.lines().eq(lines));
    assert!(TEXT.lines().all(|line| line == line.trim() && line.len() <= 100), "{TEXT}");
    assert_eq!(TEXT.to_lowercase().lines().count(), TEXT.lines().count());
}

/// Trying all patterns would take at least one step each per name: some 800.
#[test]
fn a_path_is_compared_with_few_patterns() {
    for path in ["src/main/file.rs", "docs/architecture/overview.md", "data/2024/table.json"] {
        STEPS.set(0);
        assert!(!asks(path));
        assert!(STEPS.get() < 100, "{} steps for {path}", STEPS.get());
    }
}
