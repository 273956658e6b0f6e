use super::{Json, NotJson, Parsed};

/// Reads JSON in pieces of every size.
fn each_way<R: PartialEq + std::fmt::Debug>(
    json: &[u8],
    read: impl Fn(&mut Json<'_>) -> Parsed<R>,
) -> Parsed<R> {
    let of = |size: usize| {
        let mut pieces = json.chunks(size).map(<[u8]>::to_vec);
        let mut next = || pieces.next();
        let mut json = Json::new(&mut next);
        let result = read(&mut json)?;
        json.end().map(|()| result)
    };
    let expected = of(json.len().max(1));
    for size in 1..json.len() {
        assert_eq!(of(size), expected, "in pieces of {size}");
    }
    expected
}

fn text(json: &[u8]) -> Parsed<Option<String>> {
    each_way(json, |json| {
        let mut all = String::new();
        let is_text = json.lines(&mut |text| all.push_str(text))?;
        Ok(is_text.then_some(all))
    })
}

fn is_json(json: &[u8]) -> bool {
    each_way(json, |json| json.skip()).is_ok()
}

#[test]
fn half_surrogate_pairs_and_ill_formed_bytes_are_replaced() {
    for (json, expected) in [
        (&br#""a\ud83d\ude00b""#[..], "a😀b"),
        (br#""a\ud800b""#, "a\u{fffd}b"),
        (br#""a\ud800""#, "a\u{fffd}"),
        (r#""\udc00\ud800\ud800퟿\uD7FF""#.as_bytes(), "\u{fffd}\u{fffd}\u{fffd}\u{d7ff}\u{d7ff}"),
        (r#""é€😀""#.as_bytes(), "é€😀"),
        (b"\"a\xffb\xe2\x82\"", "a\u{fffd}b\u{fffd}"),
        (b"\"\xe2\x82\\n\"", "\u{fffd}\n"),
        (br#""\"\\\/\b\f\n\r\t\u0041""#, "\"\\/\u{8}\u{c}\n\r\tA"),
        (br#"["a\n", "b"]"#, "a\nb"),
        (b"[]", ""),
        (b"\xef\xbb\xbf \"a\"", "a"),
    ] {
        assert_eq!(text(json), Ok(Some(expected.into())));
    }
    for other in ["null", "1", "{}", r#"["a", 1]"#, r#"[["a"]]"#, "[104, 105]"] {
        assert_eq!(text(other.as_bytes()), Ok(None), "{other}");
    }
}

#[test]
fn json_is_skipped_and_nothing_else() {
    for json in [
        "NaN",
        "[NaN, Infinity, -Infinity]",
        "-0.5e+10",
        "[1, 2]",
        r#"{"a": {"b": []}, "c": ""}"#,
        "[[[]]]",
        " true ",
        &format!("[{}]", "7".repeat(999)),
    ] {
        assert!(is_json(json.as_bytes()), "{json}");
    }
    for other in [
        "",
        "nan",
        "-NaN",
        "+1",
        "01",
        "1.",
        ".5",
        "1e",
        "-",
        "[1,]",
        "[,1]",
        "{\"a\" 1}",
        "{a: 1}",
        "{\"a\": 1,}",
        "[1}",
        "{1: 2}",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "[",
        "1 2",
        "truely",
        "'a'",
        "[}",
        "nullnullnullnullnullnullnull",
    ] {
        assert!(!is_json(other.as_bytes()), "{other}");
    }
}

#[test]
fn numbers_are_whole_and_not_too_large() {
    let natural = |json: &str| each_way(json.as_bytes(), |json| json.natural());
    assert_eq!(natural("7"), Ok(Some(7)));
    let large = "9".repeat(30);
    for other in ["-1", "1.0", "1e3", "18446744073709551616", "null", r#""7""#, "[7]", &large] {
        assert_eq!(natural(other), Ok(None), "{other}");
    }
    assert_eq!(natural("7a"), Err(NotJson));
}
