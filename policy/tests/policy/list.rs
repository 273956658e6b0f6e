//! Tests of lists of patterns.

use readroom_policy::Action;
use readroom_policy::list::{Case, List, PathKind};
use std::sync::LazyLock;

/// The expected matches, which lists of every host must have.
#[derive(serde::Deserialize)]
struct Data {
    patterns: Vec<(String, String, Option<String>)>,
    errors: Vec<(String, usize)>,
    any_case: Vec<(String, String)>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    let text = include_str!("../../../tests/policy/patterns.json");
    serde_json::from_str(text).expect("patterns.json")
});

fn list(text: &str) -> List {
    List::new("test", text, Action::Deny).expect(text)
}

fn action(text: &str, path: &str) -> Option<Action> {
    list(text).find(path, PathKind::Other, Case::Sensitive).map(|(action, _)| action)
}

#[test]
fn names_are_matched_as_git_matches_them() {
    for (text, path, expected) in DATA.patterns.iter() {
        let expected = expected.as_deref().map(|kind| match kind {
            "listed" => Action::Deny,
            _ => Action::Allow,
        });
        assert_eq!(action(text, path), expected, "{text:?} {path:?}");
    }
}

#[test]
fn a_pattern_for_directories_means_no_file() {
    let list = list("sub/");
    assert_eq!(list.find("sub", PathKind::Other, Case::Sensitive), None);
    let found = list.find("sub", PathKind::Directory, Case::Sensitive);
    assert_eq!(found, Some((Action::Deny, "sub/")));
}

#[test]
fn the_deciding_pattern_is_reported_as_written() {
    let list = list("*.{a}\n!/b.{a}");
    let find = |path| list.find(path, PathKind::Other, Case::Sensitive);
    assert_eq!(find("x/b.{a}"), Some((Action::Deny, "*.{a}")));
    assert_eq!(find("b.{a}"), Some((Action::Allow, "!/b.{a}")));
}

#[test]
fn case_matters_where_it_does_in_the_directory() {
    for (pattern, path) in DATA.any_case.iter() {
        let list = list(pattern);
        let find = |case| list.find(path, PathKind::Other, case);
        assert_eq!(find(Case::Insensitive), Some((Action::Deny, pattern.as_str())), "{path}");
        assert_eq!(find(Case::Sensitive), None, "{path}");
    }
}

#[test]
fn something_below_a_directory_may_be_allowed() {
    for (text, directory, expected) in [
        ("a", "b", false),
        ("!a.txt", "b", true),
        ("!/b/a.txt", "b", true),
        ("!/b/a.txt", "b/c", false),
        ("!b/c/*.txt", "b", true),
        ("!b/c/*.txt", "b/c/d", true),
        ("!b/c/a", "B", false),
        ("!/b/c/a", "", true),
        ("a", "", false),
        ("# !b", "b", false),
    ] {
        let found = list(text).may_allow_below(directory, Case::Sensitive);
        assert_eq!(found, expected, "{text} {directory}");
    }
    assert!(list("!b/c/a").may_allow_below("B", Case::Insensitive));
}

#[test]
fn a_line_that_is_not_a_pattern_makes_the_list_unusable() {
    for (text, line) in DATA.errors.iter() {
        let error = List::new("test", text, Action::Deny);
        assert_eq!(error.unwrap_err().line, Some(*line), "{text}");
    }
}
