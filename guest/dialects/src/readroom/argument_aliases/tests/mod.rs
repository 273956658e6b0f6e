//! Tests of the tables.

use super::{NAMES, WORDS, folded, meaning, word};

#[test]
fn names_are_compared_without_case_and_marks() {
    let tool = ["path", "start", "matches_per_file", "context", "-c", "-n"];
    for (written, expected) in [
        ("filePath", Some("path")),
        ("file_path", Some("path")),
        ("--file-path", Some("path")),
        ("Path", Some("path")),
        ("matchesPerFile", Some("matches_per_file")),
        ("StartLine", Some("start")),
        ("-C", Some("context")),
        ("-c", Some("-c")),
        ("c", None),
        ("LINE_NUMBERS", Some("-n")),
        ("line_number", Some("start")),
        ("depth", None),
    ] {
        assert_eq!(meaning(written, &tool), expected, "{written}");
    }
    assert_eq!(word("what", "Files_With_Matches"), Some("files"));
    assert_eq!(word("what", "COUNTS"), Some("counts"));
    assert_eq!(word("what", "full"), Some("full"));
    assert_eq!(word("kind", "content"), None);
}

#[test]
fn the_tables_are_written_as_they_are_compared() {
    let names = NAMES.iter().flat_map(|(_, others)| others.split(' '));
    let words = WORDS.iter().flat_map(|(_, _, others)| others.split(' '));
    for written in names.chain(words) {
        assert_eq!(folded(written), written);
    }
}
