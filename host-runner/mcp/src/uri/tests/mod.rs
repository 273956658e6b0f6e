use super::{from_path, parse};

#[test]
fn a_name_comes_back_from_its_uri() {
    for path in ["/a/b.txt", "/", "/a b/ü%41#?&.txt", "/\u{fffd}\n\t\\", "/a/../b"] {
        let uri = from_path(path);
        assert!(uri.is_ascii() && !uri.contains(' '), "{uri}");
        assert_eq!(parse(&uri), Ok(path.into()), "{uri}");
    }
}

#[test]
fn a_drive_follows_a_slash() {
    assert_eq!(from_path("C:/a b/c:d"), "file:///C:/a%20b/c%3Ad");
    assert_eq!(parse("file:///C:/a%20b"), Ok("/C:/a b".into()));
}

#[test]
fn spellings_of_the_same() {
    for uri in
        ["file:///a/b", "FILE:///a/b", "file:/a/b", "file://localhost/a/b", "file:///%61/%62"]
    {
        assert_eq!(parse(uri), Ok("/a/b".into()), "{uri}");
    }
    assert_eq!(parse("file:///%2561"), Ok("/%61".into()), "decoded once");
}

#[test]
fn an_invalid_uri_is_reported() {
    for uri in [
        "",
        "a",
        "/a",
        "http://a/b",
        "file:a",
        "file://",
        "file://host/a",
        "file:///a?b",
        "file:///%4",
        "file:///%zz",
        "file:///%ff",
        "file:///%00",
        "file:///a#b",
    ] {
        assert!(parse(uri).is_err(), "{uri}");
    }
}
