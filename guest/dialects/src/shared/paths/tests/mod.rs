use super::{PathStyle, extension, is_inside, normalized, relative};

fn absolute(cwd: &str, path: &str) -> String {
    super::absolute(PathStyle::of(cwd), cwd, path)
}

#[test]
fn a_path_becomes_an_absolute_name() {
    for (path, expected) in [
        ("a", "/w/d/a"),
        ("./a//b/.", "/w/d/a/b"),
        ("../a/", "/w/a"),
        ("../../../..", "/"),
        ("", "/w/d"),
        ("/", "/"),
        ("/a/../b", "/b"),
        ("//a", "/a"),
    ] {
        assert_eq!(absolute("/w/d", path), expected, "{path}");
    }
}

#[test]
fn a_path_of_windows_becomes_an_absolute_name() {
    for (path, expected) in [
        (r"a\b", "C:/w/d/a/b"),
        (r"..\a\", "C:/w/a"),
        (r"c:\x\..\y", "C:/y"),
        (r"\x", "/x"),
        (r"\\.\C:\x", "//C:/x"),
        ("", "C:/w/d"),
        (r"C:\", "C:/"),
        (r"..\..\..\..\x", "/x"),
    ] {
        assert_eq!(absolute("C:/w/d", path), expected, "{path}");
    }
}

#[test]
fn a_relative_path_stays_relative() {
    for (path, expected) in [
        ("./a//b/.", "a/b"),
        ("a/../b", "b"),
        ("../../a/", "../../a"),
        ("a/..", "."),
        ("", "."),
        ("/a/../../b", "/b"),
    ] {
        assert_eq!(normalized(path), expected, "{path}");
    }
}

#[test]
fn the_relative_path_between_two_names() {
    for (to, expected) in [
        ("/w/a", "a"),
        ("/w", ""),
        ("/x/a", "../x/a"),
        ("/", ".."),
        ("/wa", "../wa"),
        ("/w/a/b", "a/b"),
    ] {
        assert_eq!(relative("/w", to), expected, "{to}");
    }
    assert_eq!(relative("/", "/a"), "a");
}

#[test]
fn an_extension_is_the_end_of_a_name() {
    for (path, expected) in [
        ("/w/a.TXT", ".txt"),
        ("a.tar.gz", ".gz"),
        (".zip", ""),
        ("d.zip/a", ""),
        ("a.", "."),
        ("a.zip/", ".zip"),
        ("..zip", ".zip"),
    ] {
        assert_eq!(extension(path), expected, "{path}");
    }
}

#[test]
fn inside_is_by_whole_names() {
    assert!(is_inside("/w", "/w") && is_inside("/w", "/w/a") && is_inside("/", "/a"));
    assert!(!is_inside("/w", "/wa") && !is_inside("/w/a", "/w"));
}
