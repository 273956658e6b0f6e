//! Tests of the search with required literals.

use super::Required;
use crate::matcher::{LineEnds, Matcher, Pattern};
use proptest::prelude::*;
use readroom_types::{LetterCase, PatternSyntax};

const PARTS: [&str; 20] = [
    "(?:ab|ba)",
    "(?:ab(?:a|c)|k$|bb+s)",
    "(?:aa|é|B)",
    "a",
    "b",
    "Ab",
    "(?i:ab)",
    "(?i:K)",
    "s",
    ".",
    "a+",
    "(?:ab){2}",
    "(?:ab|c)",
    "b*",
    r"\b",
    "^",
    "$",
    "é",
    "[ab]",
    "[aA]",
];

proptest! {
    /// The engine alone is the reference.
    #[test]
    fn the_same_is_found_as_by_the_engine_alone(
        parts in proptest::collection::vec(proptest::sample::select(&PARTS[..]), 0..6),
        text in r"[abABkKs\u{212a}\u{17f}é \n]{0,300}",
        cases in 0..2_u8,
        words in any::<bool>(),
    ) {
        let pattern = Pattern {
            text: &parts.concat(),
            syntax: PatternSyntax::Regex,
            case: if cases == 0 { LetterCase::Sensitive } else { LetterCase::Insensitive },
            words,
        };
        let matcher = Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap();
        let mut range = 0..text.len();
        loop {
            let found = matcher.find(text.as_bytes(), range.clone());
            prop_assert_eq!(&found, &matcher.find_by_engine(text.as_bytes(), range));
            let Some(found) = found.filter(|found| found.end < text.len()) else { break };
            range = found.end.max(found.start + 1)..text.len();
        }
    }
}

#[test]
fn the_best_literals_are_chosen() {
    let of = |pattern: &str| {
        let hir = regex_syntax::ParserBuilder::new().utf8(false).build().parse(pattern);
        Required::of(&hir.unwrap()).map(|required| {
            let literals = required.literals.iter().map(|text| {
                let bytes = text.bytes.iter().map(|byte| byte.byte).collect();
                String::from_utf8(bytes).unwrap()
            });
            (literals.collect::<Vec<_>>().join(" "), required.is_whole)
        })
    };
    for (pattern, expected) in [
        ("(?i)Reader", Some(("reader", true))),
        // The long s and the Kelvin sign are other cases of these letters.
        ("(?i)desk", Some(("de", false))),
        (r"(?i)\bfn \w+_ten\(", Some(("_ten(", false))),
        ("(?i)(ab)+c", Some(("ab", false))),
        ("fn one|struct Two", Some(("fn one struct Two", false))),
        ("(?i)todo|fixme", Some(("todo fixme", false))),
        (r"(TODO|FIXME)\(", Some(("TODO FIXME", false))),
        (r"(?i)(ab|cd)\w+efgh", Some(("efgh", false))),
        (r"(ab|cd)\w+efgh", Some(("efgh", false))),
        ("needle", Some(("needle", true))),
        (&format!("(?i){}", "xy".repeat(40)), Some((&*"xy".repeat(32), false))),
        ("ab|c", None),
        ("(?i)a(bc)?d", None),
        ("(?i)x.y", None),
        ("a0|b0|c0|d0|e0|f0|g0|h0|i1", None),
    ] {
        let expected = expected.map(|(text, is_whole)| (text.to_string(), is_whole));
        assert_eq!(of(pattern), expected, "{pattern}");
    }
}

#[test]
fn a_literal_is_found_at_any_offset_of_a_block() {
    let of = |pattern| Required::of(&regex_syntax::parse(pattern).unwrap()).unwrap();
    let (required, two) = (of("(?i)needle"), of("(?i)a pin|needle"));
    for at in 0..200 {
        for rest in [0, 1, 63, 64, 65] {
            let text = ["n".repeat(at), "NeeDle".into(), "e".repeat(rest)].concat();
            assert_eq!(required.find(text.as_bytes()), Some(at));
            assert_eq!(two.find(text.as_bytes()), Some(at));
        }
    }
    assert_eq!(required.find(b"needl"), None);
}

proptest! {
    #[test]
    fn the_first_of_several_literals_is_found_whatever_misled(
        misleading in prop::sample::select(vec!["rxxxxm ", "exxxk", "ReAdEr "]),
        count in 0_usize..2000,
        words in
            prop::collection::vec(prop::sample::select(vec!["room", "REED", "read", " "]), 0..9),
        pattern in prop::sample::select(vec!["readroom", "(?i)roomread|reed", "edroom"]),
    ) {
        let required = Required::of(&regex_syntax::parse(pattern).unwrap()).unwrap();
        let text = [misleading.repeat(count), words.concat(), misleading.repeat(count)].concat();
        // The choice of bytes outlasts a search.
        for from in [0, text.len() / 3, text.len() / 2] {
            let text = &text.as_bytes()[from..];
            let starts = |at: &usize| required.literals.iter().any(|one| one.begins(&text[*at..]));
            prop_assert_eq!(required.find(text), (0..text.len()).find(starts));
        }
    }
}
