//! A text that only looks masked is not exempt, and a key is hidden whatever is written around it.

use crate::support::{Random, mask, mask_in_pieces};
use readroom_masks::{Set, ValueFormat};

/// Masks text, and asserts that the result stays as it is.
fn masked(kind: ValueFormat, text: &str) -> String {
    let out = mask(kind, text);
    assert_eq!(mask(kind, &out), out, "{text}");
    assert_eq!(mask_in_pieces(kind, text, 7, &mut Random(3)), out, "{text}");
    out
}

/// The lines of a made key.
fn key(length: usize, random: &mut Random) -> Vec<String> {
    let mut key = vec!["-----BEGIN PRIVATE KEY-----".to_owned()];
    key.extend((0..4).map(|_| random.run(Set::of("0-9A-Za-z+/"), length)));
    key.push(random.run(Set::of("a-zA-Z"), 6) + "==");
    key.push("-----END PRIVATE KEY-----".to_owned());
    key
}

/// Asserts that no six characters of the lines of a key are shown.
fn assert_hidden(key: &[String], text: &str) {
    let out = masked(ValueFormat::Plain, text);
    for line in key.iter().filter(|line| !line.starts_with('-')) {
        let mut parts = line.as_bytes().windows(6).map(|part| std::str::from_utf8(part).unwrap());
        assert!(!parts.any(|part| out.contains(part)), "{text}\n{out}");
    }
}

#[test]
fn a_sentinel_in_a_file_exempts_only_itself() {
    let value = "«redacted: value»";
    for (kind, text, expected) in [
        (ValueFormat::Env, "A=fluffy # was §", "A=§"),
        (ValueFormat::Env, "A=\"fluffy\"\nB=§fluffy", "A=\"§\"\nB=§"),
        (
            ValueFormat::Env,
            "# «redacted: AWS access key»\nA=b",
            "# «redacted: AWS access key»\nA=§",
        ),
        (ValueFormat::Json, "{\"a\": \"§\", \"b\": \"fluffy\"}", "{\"a\": \"§\", \"b\": \"§\"}"),
        (ValueFormat::Json, "{\"a\": \"fluffy §\"}", "{\"a\": \"§\"}"),
        (ValueFormat::Yaml, "a: fluffy §\n§: b", "a: §\n§"),
        (ValueFormat::Ini, "a = fluffy ; §", "a = §"),
        (ValueFormat::Xml, "<a b=\"fluffy §\">§ fluffy</a>", "<a b=\"§\">§</a>"),
        (ValueFormat::Netrc, "machine § password fluffy", "machine § password §"),
        (ValueFormat::Fields(1), "me:fluffy:§", "me:§"),
        (ValueFormat::Lines, "fluffy §", "§"),
    ] {
        assert_eq!(masked(kind, &text.replace('§', value)), expected.replace('§', value));
    }
}

#[test]
fn a_token_before_a_sentinel_is_masked() {
    let mut random = Random(51);
    let token = format!("{}{}", "AKIA", random.run(Set::of("A-Z2-7"), 16));
    let line = format!("{token}«redacted: value»");
    let expected = "«redacted: AWS access key»«redacted: value»";
    assert_eq!(masked(ValueFormat::Plain, &line), expected);
}

#[test]
fn a_sentinel_does_not_show_a_key() {
    let mut random = Random(52);
    for length in [64, 44] {
        let key = key(length, &mut random);
        for sentinel in ["«redacted: value»", "«redacted: private key»"] {
            for line in 0..6 {
                for is_before in [true, false] {
                    let mut lines = key.clone();
                    match is_before {
                        true => lines[line].insert_str(0, sentinel),
                        false => lines[line].push_str(sentinel),
                    }
                    assert_hidden(&key, &lines.join("\n"));
                    assert_hidden(&key, &lines.join("\\n"));
                }
                let mut lines = key.clone();
                lines[line.max(1)] = sentinel.to_owned();
                let hidden = [&key[..line.max(1)], &key[line.max(1) + 1..]].concat();
                assert_hidden(&hidden, &lines.join("\n"));
                assert_hidden(&hidden, &lines.join("\\n"));
            }
        }
    }
}

#[test]
fn a_key_in_one_line_is_hidden_whatever_joins_it() {
    let mut random = Random(53);
    for joint in [
        "<br>",
        "<br/>",
        "\u{2028}",
        "\u{a0}",
        "%0A",
        "\\n",
        "\\r\\n",
        " ",
        "\",\"",
        "\\n\" + \"",
        "</p><p>",
        "&#10;",
        "\u{21b5}",
        "|",
        "', '",
        "\\u000a",
        "_x000D_",
    ] {
        let key = key(64, &mut random);
        assert_hidden(&key, &format!("| a | {} | b |", key.join(joint)));
        assert_hidden(&key, &format!("x={}", key.join(joint).replace(' ', "%20")));
        assert_hidden(&key, &format!("x={}", key.join(joint).replace(' ', "+")));
    }
}

#[test]
fn a_key_is_hidden_behind_any_decoration() {
    let mut random = Random(54);
    for (before, after) in [
        ("-", ""),
        ("+", ""),
        ("- ", ""),
        ("§ | ", ""),
        ("§:", ""),
        ("    § ", ""),
        ("2026-11-28T10:00:0§.123Z ", ""),
        ("Nov 28 10:00:0§ host app[12]: ", ""),
        ("1a2b3c4§ (Jan Doe 2026-11-28 10:00:00 +0000 1§) ", ""),
        ("\u{a0}\u{a0}", "\u{a0}"),
        ("> > ", ""),
        ("echo \"", "\" >> key.pem"),
        ("{+", "+}"),
        ("[-", "-]"),
        ("  \"", "\\n\" .."),
        ("  b\"", "\\n\""),
        ("  k += '", "\\n';"),
        ("| ", " |"),
        ("<p>", "</p>"),
        ("<br>", ""),
        ("//! ", " \\"),
        ("“", "”"),
    ] {
        for length in [64, 28] {
            let key = key(length, &mut random);
            let lines = key.iter().enumerate().map(|(number, line)| {
                format!("{}{line}{after}", before.replace('§', &number.to_string()))
            });
            let text = lines.collect::<Vec<_>>().join("\n") + "\nthe rest";
            assert_hidden(&key, &text);
            assert!(masked(ValueFormat::Plain, &text).ends_with("\nthe rest"), "{text}");
        }
    }
}

#[test]
fn lines_between_those_of_a_key_do_not_end_it() {
    let mut random = Random(55);
    for other in ["@@ -10,7 +10,7 @@ context", "\\ No newline", "page 2 of 3", "----", "|---|---|"]
    {
        let key = key(64, &mut random);
        let mut lines = key.clone();
        lines.insert(3, other.to_owned());
        let text = lines.join("\n");
        assert_hidden(&key, &text);
    }
}
