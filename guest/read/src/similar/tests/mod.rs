use super::{Folded, edits};

fn distance(missing: &str, name: &str) -> Option<u32> {
    Folded::of(missing).distance(&Folded::of(name))
}

#[test]
fn what_people_get_wrong_is_near() {
    for (missing, name, expected) in [
        ("readme.md", "README.md", Some(0)),
        ("caf\u{e9}.txt", "cafe\u{301}.txt", Some(0)),
        ("mian.rs", "main.rs", Some(1)),
        ("it\u{2019}s \u{2013} here.md", "it's - here.md", Some(0)),
        ("\u{ff32}\u{ff25}\u{ff21}\u{ff24}.txt", "read.txt", Some(0)),
        ("\u{441}\u{43e}\u{440}\u{443}.rs", "copy.rs", Some(0)),
        ("main.rs", "man.rs", Some(1)),
        ("config.js", "config.ts", Some(1)),
        ("config.json", "config.yaml", Some(1)),
        ("configuration.md", "konfigurazion.md", Some(2)),
        ("main", "main_test.rs", Some(10)),
        ("a", "b", Some(1)),
        ("a.rs", "zebra.rs", None),
        ("main.rs", "other.rs", None),
    ] {
        assert_eq!(distance(missing, name), expected, "{missing} and {name}");
    }
}

#[test]
fn edits_are_counted_up_to_a_limit() {
    let count = |one: &str, other: &str, max| {
        edits(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>(), max)
    };
    assert_eq!(count("abcd", "acbd", 3), Some(1));
    assert_eq!(count("kitten", "sitting", 3), Some(3));
    assert_eq!(count("kitten", "sitting", 2), None);
    assert_eq!(count("", "ab", 2), Some(2));
    assert_eq!(count(&"a".repeat(65), &"a".repeat(65), 2), None);
}
