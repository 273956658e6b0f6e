use super::{Integer, Json, SHORT};

#[test]
fn values_are_written_on_one_line_in_order() {
    let value = Json::object([
        ("b", Json::number(1)),
        ("a", Json::List(vec![Json::Null, Json::Bool(true), Json::Number("1e400".into())])),
        ("text", Json::text("é\n\u{1}\"")),
        ("rendered", Json::Rendered(&"a\nb")),
    ]);
    assert_eq!(
        value.write(),
        r#"{"b":1,"a":[null,true,1e400],"text":"é\n\u0001\"","rendered":"a\nb"}"#
    );
}

#[test]
fn a_large_result_has_its_measured_length() {
    for length in [SHORT - 2, SHORT - 1, SHORT, 3 * SHORT] {
        let (text, data) = ("a\n\u{1}".repeat(length / 3), "A".repeat(length));
        for value in [
            Json::text(&*text),
            Json::Rendered(&text),
            Json::Base64 { prefix: "data:".into(), data: &data },
            Json::List(vec![Json::text("x".repeat(length))]),
            Json::object([("a", Json::text("x".repeat(length / 2))), ("b", Json::Rendered(&text))]),
        ] {
            let written = value.write();
            let read: serde_json::Value = serde_json::from_str(&written).unwrap_or_default();
            assert_eq!(read.to_string(), written);
        }
        assert_eq!(
            Json::Rendered(&text).write().capacity(),
            Json::text(&*text).length().max(SHORT)
        );
    }
}

#[test]
fn an_integer_is_spelled_as_one() {
    let of = |text: &'static str| Integer::of(&Json::Number(text.into()));
    assert_eq!(of("0"), Some(Integer::Natural(0)));
    assert_eq!(of("-0"), Some(Integer::Natural(0)));
    assert_eq!(of("-5"), Some(Integer::Negative(5)));
    assert_eq!(of("18446744073709551616"), Some(Integer::Natural(u64::MAX)));
    for other in ["1.5", "2.0", "1e2", "1E400", "-1e0"] {
        assert_eq!(of(other), None, "{other}");
    }
    for (text, expected) in [
        ("1.0", Some(Integer::Natural(1))),
        ("-5.00", Some(Integer::Negative(5))),
        ("1e3", Some(Integer::Natural(1000))),
        ("1.5E+1", Some(Integer::Natural(15))),
        ("1500e-2", Some(Integer::Natural(15))),
        ("0.0", Some(Integer::Natural(0))),
        ("-0e400", Some(Integer::Natural(0))),
        ("0e-99999999999999999999", Some(Integer::Natural(0))),
        ("9007199254740993.0", Some(Integer::Natural(9_007_199_254_740_993))),
        ("1e400", Some(Integer::Natural(u64::MAX))),
        ("-1e99999999999999999999", Some(Integer::Negative(u64::MAX))),
        ("1.5", None),
        ("15e-2", None),
        ("1e-99999999999999999999", None),
        ("", None),
        ("-", None),
        (".5", None),
        ("1.", None),
        ("1e", None),
        ("0x10", None),
        ("five", None),
        ("+1", None),
    ] {
        assert_eq!(Integer::in_any_form(text), expected, "{text}");
    }
    assert_eq!(Integer::of(&Json::Bool(true)), None);
    assert_eq!(Integer::of(&Json::text("7")), None);
}
