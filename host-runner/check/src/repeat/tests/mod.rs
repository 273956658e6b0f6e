use super::expand_repeats;
use serde_json::json;

#[test]
fn numbers_are_filled_in_as_requested() {
    let written = json!({"a": [{"$repeat": [["<{n}|{n+10}|{n:3}|{n+9:03}>", 2], ["-", 3]]}]});
    assert_eq!(expand_repeats(&written), Ok(json!({"a": ["<1|11|  1|010><2|12|  2|011>---"]})));
}

#[test]
fn malformed_or_endless_repetitions_are_refused() {
    for (written, why) in [
        (json!({"$repeat": [["x", -1]]}), "not a text and a number"),
        (json!({"$repeat": ["x"]}), "not a text and a number"),
        (json!({"$repeat": "x"}), "'$repeat' is a list"),
        (json!({"$repeat": [["{n", 1]]}), "not a number of a repetition"),
        (json!({"$repeat": [["{n:99999}", 1]]}), "not a number of a repetition"),
        (json!({"$repeat": [["{name}", 1]]}), "not a number of a repetition"),
        (json!({"$repeat": [["0123456789", 9_000_000]]}), "more than 64 MiB"),
        (json!({"$repeat": [["", u64::MAX]]}), "more than 64 MiB"),
    ] {
        let refused = expand_repeats(&written).expect_err("it is wrong");
        assert!(refused.contains(why), "{written}: {refused}");
    }
}
