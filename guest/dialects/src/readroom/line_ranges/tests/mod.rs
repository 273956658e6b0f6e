//! Tests of the forms of ranges.

use super::{LineRange, line_ranges};
use crate::shared::Integer::{self, Natural, Negative};
use crate::shared::parse_value;

fn ranges(written: &str) -> Option<Vec<(Integer, Option<u64>)>> {
    let value = parse_value(written).unwrap_or_else(|| unreachable!("{written}"));
    let pairs = |LineRange { first, last }: &LineRange| (*first, *last);
    line_ranges(&value).map(|ranges| ranges.iter().map(pairs).collect())
}

#[test]
fn a_range_is_understood_in_any_form() {
    for written in [
        "[10,12]",
        r#"["10","12"]"#,
        "[10.0,12]",
        "[[10,12]]",
        r#"["10-12"]"#,
        r#""10-12""#,
        r#""10:12""#,
        r#""10,12""#,
        r#""10, 12""#,
        r#""10..12""#,
        r#""10 - 12""#,
        r#""10–12""#,
        r#""10 to 12""#,
        r#""[10, 12]""#,
        r#""L10-L12""#,
        r##""#L10-L12""##,
        r#""lines 10-12""#,
        r#"{"start":10,"end":12}"#,
        r#"{"start_line":"10","endLine":12}"#,
        r#"{"from":10,"to":12}"#,
        r#"{"first":10,"last":12}"#,
        r#"[{"start":10,"end":12}]"#,
    ] {
        assert_eq!(ranges(written), Some(vec![(Natural(10), Some(12))]), "{written}");
    }
    for (written, expected) in [
        ("[10,-1]", Some(vec![(Natural(10), None)])),
        ("[10,null]", Some(vec![(Natural(10), None)])),
        (r#"["10","end"]"#, Some(vec![(Natural(10), None)])),
        (r#""10-""#, Some(vec![(Natural(10), None)])),
        (r#""10:-1""#, Some(vec![(Natural(10), None)])),
        (r#""-12""#, Some(vec![(Negative(12), None)])),
        (r#"":12""#, Some(vec![(Natural(0), Some(12))])),
        ("12", Some(vec![(Natural(12), Some(12))])),
        ("[12]", Some(vec![(Natural(12), Some(12))])),
        (r#"{"start":10}"#, Some(vec![(Natural(10), None)])),
        (r#"{"end":12}"#, Some(vec![(Natural(0), Some(12))])),
        ("[[1,5],[10,12]]", Some(vec![(Natural(1), Some(5)), (Natural(10), Some(12))])),
        (r#""1-5, 10-12""#, Some(vec![(Natural(1), Some(5)), (Natural(10), Some(12))])),
        (r#"["1-5","10"]"#, Some(vec![(Natural(1), Some(5)), (Natural(10), Some(10))])),
        ("[]", None),
        ("[1,true]", None),
        (r#""five""#, None),
        (r#""-""#, None),
        (r#""5-x""#, None),
        ("{}", None),
        (r#"{"start":1,"path":"a"}"#, None),
        ("1.5", None),
        ("true", None),
    ] {
        assert_eq!(ranges(written), expected, "{written}");
    }
}
