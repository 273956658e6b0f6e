use super::parse_json;
use serde_json::{Value, json};

#[test]
fn the_first_name_that_occurs_twice_is_found() {
    for (text, name) in [
        (r#"{"a":1,"b":[{"a":1}]}"#, None),
        (r#"[{"a":1},{"a":1}]"#, None),
        (r#"{"a":1,"a":1}"#, Some("a")),
        (r#"{"a":{"b":{"c":1,"d":2,"c":3}},"a":1}"#, Some("c")),
        (r#"[[{"":1,"":2}]]"#, Some("")),
        (r#"{"path":1,"p\u0061th":1}"#, Some("path")),
        (r#"{"a":1,"A":1}"#, None),
    ] {
        assert_eq!(parse_json(text.as_bytes()).unwrap().duplicate.as_deref(), name, "{text}");
    }
    let twice = parse_json(br#"{"id":1,"a":{"b":2,"b":3},"id":4,"id":5}"#).unwrap();
    assert_eq!(twice.value, json!({ "id": null, "a": { "b": null } }));
}

#[test]
fn everything_else_is_as_the_library_parses_it() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for text in [
        r#" {"a":[null,true,-1,18446744073709551615,1e300,1.5,"\u00e9\ud83d\ude00"],"b":{}} "#,
        "1 2",
        "{\"a\":1,}",
        "{\"a\"",
        "1e999",
        "\"\\ud800\"",
        "",
        &deep(127),
        &deep(128),
        &deep(100_000),
    ] {
        let expected = serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
        let parsed = parse_json(text.as_bytes()).map_err(|error| error.to_string());
        let shown = &text[..text.len().min(40)];
        assert_eq!(parsed.map(|parsed| parsed.value), expected, "{shown}");
    }
}
