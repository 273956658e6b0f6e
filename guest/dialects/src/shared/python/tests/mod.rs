use super::repr;
use crate::shared::json::Json;

#[test]
fn values_are_written_as_python_does() {
    for (value, expected) in [
        (Json::Null, "None"),
        (Json::Bool(true), "True"),
        (Json::Number("-0".into()), "0"),
        (Json::Number("1e16".into()), "1e+16"),
        (Json::Number("1.50".into()), "1.5"),
        (Json::Number("1e-7".into()), "1e-07"),
        (Json::Number("1e999".into()), "inf"),
        (Json::Number("2.0".into()), "2.0"),
        (Json::text("it's"), "\"it's\""),
        (Json::text("'\""), "'\\'\"'"),
        (Json::text("a\n\u{1}\u{a0}é😀\u{202e}"), "'a\\n\\x01\\xa0é😀\\u202e'"),
        (Json::List(vec![Json::number(1), Json::text("a")]), "[1, 'a']"),
        (Json::object([("path", Json::text("a")), ("b", Json::Null)]), "{'path': 'a', 'b': None}"),
    ] {
        assert_eq!(repr(&value), expected);
    }
}
