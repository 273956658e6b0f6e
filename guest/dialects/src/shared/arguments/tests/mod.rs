use super::{Arguments, ArgumentsError};
use crate::shared::json::Json;

fn refused(text: &str) -> ArgumentsError {
    Arguments::parse(text).err().unwrap_or_else(|| unreachable!("{text} is read"))
}

#[test]
fn arguments_come_out_as_they_were_written() {
    for text in [
        r#"{}"#,
        r#"{"path":"a","n":-0,"m":1e400,"k":12345678901234567890123,"x":2.0}"#,
        r#"{"z":[1,{"y":null}],"a":true,"b":false}"#,
    ] {
        let arguments =
            Arguments::parse(text).unwrap_or_else(|error| unreachable!("{text}: {error}"));
        assert_eq!(Json::Object(arguments.0).write(), text);
    }
}

#[test]
fn only_a_json_object_is_accepted() {
    for text in [
        "",
        "   ",
        "{",
        "{path:1}",
        "{'path':1}",
        "{}{}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{\"a\":\"\t\"}",
    ] {
        assert!(matches!(refused(text), ArgumentsError::NotJson(_)), "{text}");
    }
    for text in [
        "{\"a\":\"\\ud800\"}",
        "{\"\\ud800\":1}",
        "{\"a\":{\"b\":[\"\\udc00\"]}}",
        "{\"a\":\"\\x\"}",
    ] {
        assert!(matches!(refused(text), ArgumentsError::NotJson(_)), "{text}");
    }
    assert_eq!(refused("{\"path\":\"\0\"}"), ArgumentsError::NotText);
    for (text, kind) in
        [("\"f\"", "a string"), ("[]", "an array"), ("7", "a number"), ("null", "null")]
    {
        assert_eq!(refused(text), ArgumentsError::NotAnObject(kind));
    }
}

#[test]
fn a_name_may_be_given_once_at_any_depth() {
    assert_eq!(refused(r#"{"path":1,"path":1}"#), ArgumentsError::Duplicate("path".into()));
    assert_eq!(refused(r#"{"p\u0061th":1,"path":1}"#), ArgumentsError::Duplicate("path".into()));
    assert_eq!(refused(r#"{"a":[{"b":1,"b":2}]}"#), ArgumentsError::Duplicate("b".into()));
}

#[test]
fn size_and_depth_have_limits() {
    let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert!(Arguments::parse(&nested(63)).is_ok());
    assert_eq!(refused(&nested(64)), ArgumentsError::TooDeep);
    assert_eq!(refused(&nested(30_000)), ArgumentsError::TooDeep);
    let number = |digits: usize| format!("{{\"a\":{}}}", "1".repeat(digits));
    assert!(Arguments::parse(&number(1000)).is_ok());
    assert_eq!(refused(&number(1001)), ArgumentsError::LongNumber);
    let long = |length: usize| format!("{{\"a\":\"{}\"}}", "x".repeat(length - 8));
    assert!(Arguments::parse(&long(65_536)).is_ok());
    assert_eq!(refused(&long(65_537)), ArgumentsError::TooLarge);
}

#[test]
fn long_names_are_clipped_in_messages() {
    let name: String = "x".repeat(10_000);
    let arguments = Arguments::parse("{\"a\":1}").unwrap_or_else(|error| unreachable!("{error}"));
    assert_eq!(arguments.unknown(&["b"]).as_deref(), Some("a"));
    assert!(format!("{}", ArgumentsError::Duplicate(name)).chars().count() < 400);
}
