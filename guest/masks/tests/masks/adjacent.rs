//! A secret directly after another one is found at once, not only when masked text is masked again.

use crate::support::{Random, base64, mask, mask_in_pieces, secret};
use readroom_masks::{MAX_TOKEN, RULES, ValueFormat};

/// Generates a secret of the rule with this prefix.
fn generated(start: &str, random: &mut Random) -> String {
    let rule = RULES.iter().find(|rule| rule.starts.contains(&start)).unwrap();
    secret(rule, start, random).text
}

/// Asserts that nothing of a text stays, wherever a piece of a longer line ends in it.
fn assert_hidden(text: &str, masked: &str, random: &mut Random) {
    assert_eq!(mask(ValueFormat::Plain, text), masked);
    assert_eq!(mask(ValueFormat::Plain, masked), masked);
    // The first scan of pieces examines all but the last `MAX_TOKEN` bytes.
    let examined = 3 * MAX_TOKEN;
    for before in examined - text.len() - 1..=examined + 1 {
        let [before, after] = [before, 4 * MAX_TOKEN].map(|length| " ".repeat(length));
        let line = format!("{before}{text}{after}");
        let pieces = mask_in_pieces(ValueFormat::Plain, &line, 1, random);
        assert!(pieces == format!("{before}{masked}{after}"), "{}", before.len());
    }
}

#[test]
fn a_token_may_start_with_the_character_after_another_one() {
    let mut random = Random(41);
    let first = generated("AKIA", &mut random);
    let second = loop {
        let second = generated("AzFu", &mut random);
        if second.starts_with('_') {
            break second;
        }
    };
    let masked = "«redacted: AWS access key»«redacted: Azure key»";
    assert_hidden(&format!("{first}{second}"), masked, &mut random);
}

#[test]
fn base64_may_start_after_the_color_sequence_that_ends_a_token() {
    let mut random = Random(42);
    let first = generated("AKIA", &mut random);
    let second = base64(format!("{{\"a\": \"{}\"}}", generated("ghp_", &mut random)).as_bytes());
    let masked = "«redacted: AWS access key»\x1b[0m«redacted: GitHub token»";
    assert_hidden(&format!("{first}\x1b[0m{second}"), masked, &mut random);
}

#[test]
fn a_token_may_stand_between_a_name_and_its_value() {
    let mut random = Random(43);
    for start in ["AIza", "AKIA", "cio"] {
        let token = generated(start, &mut random);
        let name = mask(ValueFormat::Plain, &token);
        for (line, kind) in [
            ("https://§:s3Kret9xyz@example.com", "password"),
            ("curl -u §:s3Kret9xyz https://example.com", "password"),
            ("<password key=\"§\">s3Kret9xyzQw8Ert5</password>", "secret"),
            ("token: §=s3Kret9xyzQw8Ert5", "secret"),
            ("token: password: §=s3Kret9xyzQw8Ert5", "secret"),
        ] {
            let masked = line.replace('§', &name);
            let masked = masked.replace("s3Kret9xyzQw8Ert5", "s3Kret9xyz");
            let masked = masked.replace("s3Kret9xyz", &format!("«redacted: {kind}»"));
            assert_hidden(&line.replace('§', &token), &masked, &mut random);
        }
    }
}
