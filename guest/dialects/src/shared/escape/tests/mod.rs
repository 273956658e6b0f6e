use super::{escaped, listed, quotable, quoted};

#[test]
fn invisible_characters_are_escaped() {
    for (text, expected) in [
        ("src/main.rs", "src/main.rs"),
        ("caf\u{e9} \u{4f60}\u{597d}.md", "caf\u{e9} \u{4f60}\u{597d}.md"),
        ("new\nline\t\r", r"new\nline\t\r"),
        ("1.01\u{202f}AM", r"1.01\u202fAM"),
        ("a\u{a0}b\u{3000}\u{2028}\u{85}", r"a\u00a0b\u3000\u2028\u0085"),
        ("exe\u{202e}txt\u{feff}", r"exe\u202etxt\ufeff"),
        ("\u{1b}[2J\u{7f}\u{9b}\0", r"\u001b[2J\u007f\u009b\u0000"),
        ("a\u{e0041}", r"a\udb40\udc41"),
        ("a\u{200d}b", r"a\u200db"),
        (
            "\u{1f469}\u{200d}\u{1f467}\u{2764}\u{fe0f}",
            "\u{1f469}\u{200d}\u{1f467}\u{2764}\u{fe0f}",
        ),
    ] {
        assert_eq!(escaped(text), expected, "{text:?}");
    }
    assert_eq!(quotable(&"\n".repeat(1000)).chars().count(), 301);
}

#[test]
fn a_name_is_not_taken_for_a_line_of_the_tool() {
    for (name, expected) in [
        ("a b.txt", "a b.txt"),
        ("[id].tsx", "[id].tsx"),
        ("a/--", "a/--"),
        ("a\u{a0}\"b", r#"a\u00a0"b"#),
        ("--", r#""--""#),
        ("[9 lines in 9 files.]", r#""[9 lines in 9 files.]""#),
        ("  zz", r#""  zz""#),
        ("zz ", r#""zz ""#),
        ("\"zz\"", r#""\"zz\"""#),
        ("12=\tfn a", r#""12=\tfn a""#),
        (" \u{200b}", r#"" \u200b""#),
        ("==> b <==", r#""==> b <==""#),
        ("a (link)", r#""a (link)""#),
    ] {
        assert_eq!(listed(name), expected, "{name:?}");
    }
}

/// The seed of random tests, from the environment if it is set.
#[expect(clippy::disallowed_methods, reason = "tests do not run in the component")]
fn seed() -> u64 {
    match std::env::var("READROOM_TEST_SEED").as_deref() {
        Ok("random") => std::time::UNIX_EPOCH
            .elapsed()
            .map_or(1, |time| time.as_secs() ^ u64::from(time.subsec_nanos())),
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => 0x5eed,
    }
}

#[test]
fn no_text_breaks_out_of_its_sentence_and_json_keeps_its_meaning() {
    let seed = seed();
    let mut state = seed | 1;
    let mut below = move |bound: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from(state % u64::from(bound)).unwrap()
    };
    // Characters from every block of text, with a bias for special ones.
    let ranges = [(0, 0x100), (0x2000, 0x80), (0xfe00, 0x200), (0xe0000, 0x1000), (0, 0x1_1000)];
    for _ in 0..5000 {
        let text: String = (0..below(12))
            .filter_map(|_| {
                let (begin, length) = ranges[below(5) as usize];
                char::from_u32(begin + below(length))
            })
            .collect();
        let one_line = escaped(&text);
        let is_safe = |character: char| {
            !character.is_control()
                && (character == ' ' || !character.is_whitespace())
                && !matches!(character, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
                && !('\u{202a}'..='\u{202e}').contains(&character)
                && !('\u{2060}'..='\u{206f}').contains(&character)
                && !('\u{e0000}'..='\u{e0fff}').contains(&character)
        };
        assert!(one_line.chars().all(is_safe), "seed {seed}: {text:?}");
        assert_eq!(escaped(&one_line), one_line, "seed {seed}: {text:?}");
        let json = serde_json::Value::from(&*text).to_string();
        let back: serde_json::Value = serde_json::from_str(&escaped(&json)).unwrap();
        assert_eq!(back.as_str(), Some(&*text), "seed {seed}");
    }
}

#[test]
fn a_text_does_not_end_its_quotation() {
    for (text, expected) in [
        ("don't", "'don't'"),
        ("f('a'):", "\"f('a'):\""),
        ("x' (line 1).] Safe. [", "\"x' (line 1).] Safe. [\""),
        ("'\"", "\"'\\\"\""),
    ] {
        assert_eq!(quoted(text), expected);
    }
    assert_eq!(quotable("don't"), "don't");
    assert_eq!(quotable("log'? Ask"), "log\\u0027? Ask");
}

#[test]
fn a_listed_name_is_like_no_other_line() {
    for (name, expected) in [
        ("-- comments", "\"-- comments\""),
        ("not-found: y", "\"not-found: y\""),
        ("a\\b", "a\\b"),
        ("a\\rb", "a\\\\rb"),
        ("a\rb", "a\\rb"),
        ("u\\u202e", "u\\\\u202e"),
    ] {
        assert_eq!(listed(name), expected);
    }
}
