use super::{at_end, of_text, whole};
use serde_json::{Value, json};

#[test]
fn the_id_of_the_message_itself_is_found() {
    for (text, expected) in [
        (r#"{"id":1,"method":"\ud83d"}"#, Some(json!(1))),
        (r#"{"method":"\ud83d","id":1}"#, Some(json!(1))),
        (r#" { "params": {"id": 2, "a": ["id", {"id": 3}]}, "id" : "x" , "#, Some(json!("x"))),
        (r#"{"a":"\",\"id\":5,","id":7,"#, Some(json!(7))),
        (r#"{"a":"\\","id":7,"#, Some(json!(7))),
        (r#"{"id":1.0,"a""#, Some(json!(1))),
        (r#"{"id":1.5,"a""#, Some(json!(1.5))),
        (r#"{"id":-3 ,"#, Some(json!(-3))),
        (r#"{"id":"a\"b"}"#, Some(json!("a\"b"))),
        (r#"{"id":1,"id":1,"#, None),
        (r#"{"id":12"#, None),
        (r#"{"id":"12"#, None),
        (r#"{"id":null,"#, None),
        (r#"{"id":[1],"#, None),
        (r#"{"id":nope,"#, None),
        (r#"[{"id":1}]"#, None),
        (r#"x{"id":1}"#, None),
        (r#"{"params":{"id":1},"#, None),
        (r#"{"a":"id","b":1"#, None),
        ("", None),
    ] {
        assert_eq!(of_text(text.as_bytes()), expected, "{text}");
    }
    let long = format!(r#"{{"id":"{}","#, "x".repeat(200));
    assert_eq!(of_text(long.as_bytes()), None);
}

#[test]
fn an_id_at_the_end_is_found() {
    for (text, expected) in [
        (r#"xxx"},"jsonrpc":"2.0","id":7}"#, Some(json!(7))),
        (r#"xxx", "id" : "a" } "#, Some(json!("a"))),
        (r#"xxx","id":7}}"#, None),
        (r#"xxx","id":7,"a":1}"#, None),
        (r#"xxx\"id\":7}"#, None),
        (r#"xxx"id":7}"#, None),
        ("xxx", None),
    ] {
        assert_eq!(at_end(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn a_whole_number_is_an_integer() {
    assert_eq!(whole(&json!(1.0)), Some(json!(1)));
    for other in [json!(1), json!(1.5), json!(1e300), json!("1.0"), Value::Null] {
        assert_eq!(whole(&other), None);
    }
}
