use super::IgnoreLines;

fn ignores(file: &str, path: &str, is_directory: bool) -> Option<bool> {
    IgnoreLines::parse(file.as_bytes()).unwrap().ignores(path, is_directory)
}

#[test]
fn lines_mean_what_they_mean_to_ripgrep() {
    for (file, path, expected) in [
        ("x", "a/x", Some(true)),
        ("/x", "a/x", None),
        ("a/x", "b/a/x", None),
        ("x/", "x", None),
        ("*.log\n!keep.log", "keep.log", Some(false)),
        ("d/**", "d", None),
        ("d/**", "d/a", Some(true)),
        ("{x,y}", "y", Some(true)),
        ("[\nx", "x", Some(true)),
        ("[", "[", Some(true)),
        ("x\\\nx\\ ", "x ", Some(true)),
        ("x \t\r\n", "x", Some(true)),
        ("\\#x\n\\!y", "!y", Some(true)),
        ("./x", "x", None),
        ("# x", "x", None),
        ("\u{feff}x", "x", Some(true)),
    ] {
        assert_eq!(ignores(file, path, false), expected, "{file:?} {path}");
    }
    assert_eq!(ignores("x/", "x", true), Some(true));
    assert_eq!(IgnoreLines::parse(b"a\n\xff\nb").unwrap().ignores("b", false), None);
}
