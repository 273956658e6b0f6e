use super::Difference;
use serde_json::{Value, json};

type Shown = (String, Option<usize>, Option<String>, Option<String>);

fn first(expected: Value, given: Value) -> Option<Shown> {
    let found = Difference::first(&expected, &given)?;
    Some((found.at, found.character, found.expected, found.given))
}

fn some(text: &str) -> Option<String> {
    Some(text.into())
}

#[test]
fn the_first_difference_is_named_and_shown() {
    assert_eq!(first(json!({"a": [1, {"b": null}]}), json!({"a": [1, {"b": null}]})), None);
    let found = first(json!({"z": 1, "a": [1, 2]}), json!({"a": [1, 3], "z": 1}));
    assert_eq!(found, Some(("/a/1".into(), None, some("2"), some("3"))));
    let found = first(json!({"a": [1]}), json!({"a": [1, {"b": 2}]}));
    assert_eq!(found, Some(("/a/1".into(), None, None, some(r#"{"b":2}"#))));
    let found = first(json!({"a": 1}), json!({"a": 1, "b/c~d": "new"}));
    assert_eq!(found, Some(("/b~1c~0d".into(), None, None, some(r#""new""#))));
    let found = first(json!({"a": 1}), json!([]));
    assert_eq!(found, Some((String::new(), None, some(r#"{"a":1}"#), some("[]"))));
}

#[test]
fn a_difference_of_strings_is_shown_where_it_starts() {
    let found = first(json!({"t": "one\nzwei"}), json!({"t": "one\n\u{1b}"}));
    assert_eq!(
        found,
        Some(("/t".into(), Some(4), some(r#""one\nzwei""#), some(r#""one\n\u001b""#)))
    );
    let long = "é".repeat(100_000);
    let (_, character, expected, given) =
        first(json!(format!("{long}a")), json!(format!("{long}bc"))).unwrap();
    let before = "é".repeat(40);
    assert_eq!((character, expected), (Some(100_000), Some(format!("…\"{before}a\""))));
    assert_eq!(given, Some(format!("…\"{before}bc\"")));
    let (_, _, expected, _) = first(json!(long), json!(1)).unwrap();
    assert_eq!(expected, Some(format!("\"{}…\"", "é".repeat(160))));
}
