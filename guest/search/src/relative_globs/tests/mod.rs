//! What is left of globs below a directory.

use super::below;

#[test]
fn globs_are_relative_to_any_directory_around() {
    for (glob, directory, expected) in [
        ("a/**", "/w/a/", Some(&["/**"][..])),
        ("/a/*.rs", "/w/a/", Some(&["/*.rs"])),
        ("./a/*.rs", "/w/a/", Some(&["/*.rs"])),
        ("w/a/*.rs", "/w/a/", Some(&["/*.rs"])),
        ("/w/a/*.rs", "/w/a/", Some(&["/*.rs"])),
        ("/w/**", "/w/", Some(&["/**"])),
        ("w/*.rs", "/w/", Some(&["/*.rs"])),
        ("src/**/*.ts", "/w/src/app/", Some(&["/**/*.ts"])),
        ("src/*/*.ts", "/w/src/app/", Some(&["/*.ts"])),
        ("{src,lib}/*.ts", "/w/src/", Some(&["/*.ts", "lib/*.ts"])),
        ("!a/**", "/w/a/", Some(&["!/**"])),
        ("src", "/w/src/", None),
        ("src/", "/w/src/", None),
        ("**/src/*", "/w/src/", None),
        ("*.rs", "/w/src/", None),
        ("lib/*.rs", "/w/src/", None),
    ] {
        let expected = expected.map(|globs| globs.iter().map(ToString::to_string).collect());
        assert_eq!(below(&[glob], directory), expected, "{glob} {directory}");
    }
}
