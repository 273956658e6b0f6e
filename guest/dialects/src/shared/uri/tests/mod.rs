use super::{decoded, file_path, of_file};

#[test]
fn a_file_url_is_a_path() {
    assert_eq!(file_path("/a%20b.txt?x#y").as_deref(), Ok("/a b.txt"));
    assert_eq!(file_path("localhost/a").as_deref(), Ok("/a"));
    assert_eq!(file_path("/a\tb\r\nc%09 d \u{1} ").as_deref(), Ok("/abc\t d"));
    assert!(file_path("host/a").is_err());
    assert!(file_path("/a%2Fb").is_err());
    assert!(file_path("/%ff").is_err());
}

#[test]
fn a_path_has_a_file_url() {
    // Output of Node.js 20.
    let expected =
        "file:///a%7Eb%5Bc%5D%5E%7C%7Bx%7D%60%3C%3E%22'%23%3F%25%20%C3%A9%5C&$+,;=@:!*()-_.";
    assert_eq!(of_file("/a~b[c]^|{x}`<>\"'#?% \u{e9}\\&$+,;=@:!*()-_."), expected);
    assert_eq!(of_file("/a\n\u{7f}"), "file:///a%0A%7F");
}

#[test]
fn malformed_escapes_are_not_decoded() {
    assert_eq!(decoded("a%20b%C3%A9").as_deref(), Some("a b\u{e9}"));
    for text in ["%", "a%2", "%zz", "%ff"] {
        assert_eq!(decoded(text), None, "{text}");
    }
}
