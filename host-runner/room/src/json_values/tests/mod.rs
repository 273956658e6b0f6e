use super::{escaped_length, has_more_values};

#[test]
fn a_string_is_as_long_as_serde_writes_it() {
    let each: String = (0..300).filter_map(char::from_u32).collect();
    for text in ["", "plain", "\"\\\n", "\u{1}\u{8}\u{c}\u{7f}é", &each, &each.repeat(10)] {
        let written = serde_json::to_string(text).unwrap();
        assert_eq!(escaped_length(text), written.len() - 2, "{written}");
    }
}

#[test]
fn values_are_counted_but_not_inside_strings() {
    for (json, values) in [
        ("[0,0,0,0]", 5),
        (r#"{"a":0,"b":[0,0]}"#, 5),
        (r#"["a,,,,[[[[",1]"#, 3),
        (r#"["\",,\\",1,"\\",2]"#, 5),
        ("[[[[[]]]]]", 5),
        (r#"{"a":{},"b":[]}"#, 3),
    ] {
        // An opening bracket counts for its first value, so an empty one counts one too many.
        let empty = json.matches("{}").count() + json.matches("[]").count();
        assert!(has_more_values(json.as_bytes(), values - 1), "{json}");
        assert!(!has_more_values(json.as_bytes(), values + empty + 1), "{json}");
    }
    assert!(!has_more_values(format!("[\"{}\"]", ",".repeat(1000)).as_bytes(), 3));
    assert!(has_more_values(format!("[0{}]", ",0".repeat(1000)).as_bytes(), 1001));
    assert!(!has_more_values(b"\"\\", 1));
}

#[test]
fn the_maximum_is_allowed() {
    for allowed in [
        format!("[{}]", vec!["0"; 9_999].join(" , ")),
        format!("{}{}", "[".repeat(9_999), "]".repeat(9_999)),
    ] {
        assert!(!has_more_values(allowed.as_bytes(), 10_000), "{}", &allowed[..20]);
        assert!(has_more_values(format!("[{allowed}]").as_bytes(), 10_000), "{}", &allowed[..20]);
    }
    let text = format!("\"{}\"", r#",[{\",\\"#.repeat(10_000));
    assert!(!has_more_values(text.as_bytes(), 10_000));
}
