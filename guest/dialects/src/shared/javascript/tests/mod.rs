use super::{json, number, stringify};
use crate::shared::json::Json;

#[test]
fn numbers_have_the_form_of_javascript() {
    for (value, expected) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (2.5, "2.5"),
        (3.7 - 1.0 + 1.0, "3.7"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-12.25, "-12.25"),
        (1e20, "100000000000000000000"),
        (123e18, "123000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (0.000_001, "0.000001"),
        (0.000_000_12, "1.2e-7"),
        (5e-324, "5e-324"),
        (1_234_567.875, "1234567.875"),
    ] {
        assert_eq!(number(value), expected);
    }
}

#[test]
fn values_are_indented() {
    let value = Json::object([
        ("b", Json::List(vec![Json::Number("1e1".into()), Json::object([])])),
        ("1", Json::Null),
        ("a", Json::text("\n")),
    ]);
    let expected = "{\n  \"1\": null,\n  \"b\": [\n    10,\n    {}\n  ],\n  \"a\": \"\\n\"\n}";
    assert_eq!(stringify(&value), expected);
    assert_eq!(json(&value), "{\"1\":null,\"b\":[10,{}],\"a\":\"\\n\"}");
}
