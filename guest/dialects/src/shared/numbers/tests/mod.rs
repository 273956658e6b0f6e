use super::{is_whole, javascript, pydantic, rounded_up, safe_integer, truncated};
use crate::shared::json::Json;

fn number(text: &'static str) -> Json<'static> {
    Json::Number(text.into())
}

#[test]
fn pydantic_accepts_integers_in_any_spelling() {
    for (value, expected) in [
        (number("3"), Some(3)),
        (number("-3"), Some(-3)),
        (number("3.0"), Some(3)),
        (number("1e2"), Some(100)),
        (number("2.5"), None),
        (number("1e400"), None),
        (number("99999999999999999999"), Some(99_999_999_999_999_999_999)),
        (number("1e20"), None),
        (Json::text("3"), Some(3)),
        (Json::text(" +1_000 "), Some(1000)),
        (Json::text("-3.00"), Some(-3)),
        (Json::text("2.5"), None),
        (Json::text("3."), None),
        (Json::text("1e2"), None),
        (Json::text("1__0"), None),
        (Json::text("_1"), None),
        (Json::text("+-1"), None),
        (Json::text("--1"), None),
        (Json::text("--1"), None),
        (Json::text(""), None),
        (Json::Bool(true), Some(1)),
        (Json::Null, None),
    ] {
        assert_eq!(pydantic(&value), expected, "{}", value.write());
    }
}

#[test]
fn javascript_converts_nearly_everything_to_a_number() {
    for (value, expected) in [
        (number("2.5"), Some(2.5)),
        (number("1e400"), None),
        (Json::text(" 12\u{feff}"), Some(12.0)),
        (Json::text("12\u{85}"), None),
        (Json::text("0x10"), Some(16.0)),
        (Json::text("1e2"), Some(100.0)),
        (Json::text(""), Some(0.0)),
        (Json::text("ten"), None),
        (Json::text("Infinity"), None),
        (Json::text("nan"), None),
        (Json::Bool(true), Some(1.0)),
        (Json::Null, Some(0.0)),
        (Json::List(vec![]), None),
    ] {
        assert_eq!(javascript(&value), expected, "{}", value.write());
    }
}

#[test]
fn safe_integers_are_exact() {
    for (number, expected) in [
        (0.0, Some(0)),
        (-3.0, Some(-3)),
        (0.5, None),
        (9_007_199_254_740_991.0, Some((1 << 53) - 1)),
        (9_007_199_254_740_992.0, None),
        (1e300, None),
    ] {
        assert_eq!(safe_integer(number), expected, "{number}");
    }
}

#[test]
fn fractions_go_where_they_are_sent() {
    assert_eq!((truncated(2.7), truncated(-2.7), truncated(1e300)), (2, -2, i64::MAX));
    assert_eq!((rounded_up(2.1), rounded_up(2.0), rounded_up(-2.7)), (3, 2, -2));
    assert!(is_whole(3.0) && is_whole(1e300) && !is_whole(0.5));
}
