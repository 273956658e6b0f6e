use super::{Form, MAX_FORMS, ends, forms};
use readroom_names::PathPart;

fn certain(path: &str) -> Vec<String> {
    let shown = |form: Form| match form.part {
        None => form.path,
        Some(PathPart::Lines { first, last: None }) => format!("{} {first}", form.path),
        Some(PathPart::Lines { first, last: Some(last) }) => {
            format!("{} {first}-{last}", form.path)
        }
        Some(PathPart::Definition(name)) => format!("{} def {name}", form.path),
        Some(PathPart::Unit(unit)) => format!("{} unit {unit}", form.path),
    };
    forms(path).into_iter().filter(|form| form.is_certain).map(shown).collect()
}

#[test]
fn marks_around_a_path_are_taken_off() {
    for (path, expected) in [
        ("a.rs:12", "a.rs 12"),
        ("a.rs:12-40", "a.rs 12-40"),
        ("a.rs:12-", "a.rs 12"),
        ("a.rs:L12-L40", "a.rs 12-40"),
        ("a.ts(12,5)", "a.ts 12"),
        ("\"a.py\", line 12", "a.py 12"),
        ("src/a.rs:12:5", "src/a.rs 12"),
        ("a.rs#L3", "a.rs 3"),
        ("a.rs#12", "a.rs 12"),
        ("a.rs#L12-L40", "a.rs 12-40"),
        ("a.rs#L12-40", "a.rs 12-40"),
        ("a.rs#L12C5-L40C1", "a.rs 12-40"),
        ("a.rs#L12,5", "a.rs 12"),
        ("src/a.rs#run", "src/a.rs def run"),
        ("a.rs#Walk::next", "a.rs def Walk::next"),
        ("tests/test_a.py::TestA::test_b", "tests/test_a.py def TestA::test_b"),
        ("a.pdf#page=3", "a.pdf unit 3-3"),
        ("`src/a.rs#run`", "src/a.rs def run"),
        ("`src/a.rs`", "src/a.rs"),
        ("<src/a.rs>", "src/a.rs"),
        ("\u{201c}a.rs\u{201d}", "a.rs"),
        ("'a:3'", "a 3"),
        ("'a':3", "a 3"),
        (" a.rs\n", "a.rs"),
        ("@src/a.rs:3", "src/a.rs 3"),
        ("file:///w/a%20b.txt", "/w/a b.txt"),
        ("file://localhost/w/a.txt#L3", "/w/a.txt 3"),
        ("file:///C:/w/a.txt", "C:/w/a.txt"),
        ("[a](src/a.txt)", "src/a.txt"),
        ("[`a`](<src/a b.txt> \"title\")", "src/a b.txt"),
        ("![a](src/a%20b.txt#L2-L3)", "src/a b.txt 2-3"),
    ] {
        assert!(certain(path).iter().any(|form| form == expected), "{path}: {:?}", forms(path));
    }
}

#[test]
fn an_ordinary_path_has_no_other_spelling() {
    // After one colon, Windows names a stream.
    let streams = ["a.txt:s", "a.rs:run", "a.txt::$DATA"];
    let others = ["a", "src/main.rs", "/w/a-b_c.txt", "it's", ":5", "dir/:5", "a:12x", "a:0", "#3"];
    for path in others.into_iter().chain(streams) {
        assert_eq!(certain(path), Vec::<String>::new(), "{path}");
    }
}

#[test]
fn guesses_come_last() {
    for (path, expected) in [
        ("real\\src\\a.txt", "real/src/a.txt"),
        ("C:\\x\\a.txt", "/x/a.txt"),
        ("src/a%20b.txt", "src/a b.txt"),
        ("b/src/a.rs:3", "src/a.rs"),
        ("'src/a.rs", "src/a.rs"),
        ("src/a.rs,", "src/a.rs"),
    ] {
        let forms = forms(path);
        let form = forms.iter().find(|form| form.path == expected);
        assert!(form.is_some_and(|form| !form.is_certain), "{path}: {forms:?}");
    }
}

#[test]
fn there_are_few_however_long_a_path_is() {
    let path = format!("{}a{}", "[`@\"".repeat(300), "\":3](b)%20\\".repeat(300));
    assert!(forms(&path).len() < MAX_FORMS);
    assert_eq!(ends(&"a/".repeat(2000)).len(), 12);
}

#[test]
fn a_path_ends_after_what_cannot_be_known() {
    assert_eq!(
        ends("/w/real/src/a.txt"),
        ["w/real/src/a.txt", "real/src/a.txt", "src/a.txt", "a.txt"]
    );
    assert_eq!(ends("../x/../b/a.txt"), ["b/a.txt", "a.txt"]);
    assert!(ends("..").is_empty());
}
