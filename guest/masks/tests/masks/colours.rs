//! A secret is found after a color sequence, and with sequences inside it.

use crate::support::{Random, Secret, mask, mask_in_pieces, secret};
use readroom_masks::{Check, RULES, Set, ValueFormat};

/// Color sequences as in terminals and logs. `[31m` remains where the escape was lost.
const COLOURS: [&str; 16] = [
    "\x1b[31m",
    "\x1b[1;31m",
    "\x1b[m",
    "\x1b[K",
    "\x1b[38;5;1m",
    "\x1b(B",
    "\x1b(B\x1b[m",
    "\x1b[0;1;4m",
    "\\x1b[0m",
    "\\x1B[0m",
    "\\u001b[0m",
    "\\033[1;31m",
    "\\e[0m",
    "^[[0m",
    "[31m",
    "\\u{1b}[0m",
];

fn shows(out: &str, value: &str) -> bool {
    value.as_bytes().windows(8).any(|part| out.contains(std::str::from_utf8(part).unwrap()))
}

fn check(line: &str, values: &[&str], random: &mut Random) -> String {
    let out = mask(ValueFormat::Plain, line);
    for value in values {
        assert!(!shows(&out, value), "{line:?} is {out:?}");
    }
    assert_eq!(mask(ValueFormat::Plain, &out), out, "{line:?}");
    for most in [3, 9] {
        assert_eq!(mask_in_pieces(ValueFormat::Plain, line, most, random), out, "{line:?}");
    }
    out
}

#[test]
fn a_secret_is_found_after_a_colour_and_with_colours_in_it() {
    let mut random = Random(5);
    let tokens = RULES.iter().filter(|rule| !rule.parts.is_empty() && rule.check != Check::Basic);
    for (index, rule) in tokens.filter(|rule| rule.name != "AWS secret key").enumerate() {
        let start = rule.starts[index % rule.starts.len()];
        let Secret { text, value } = secret(rule, start, &mut random);
        for turn in 0..4 {
            let colour = COLOURS[(index + turn * 5) % COLOURS.len()];
            let end = COLOURS[random.below(COLOURS.len())];
            let line = format!("a {colour}{text}{end}b c");
            check(&line, &[&value], &mut random);
            let inner = 1 + random.below(value.len() - 1);
            let (first, second) = value.split_at(inner);
            let start = &text[..text.len() - value.len()];
            let line = format!("x{colour}{start}{first}{end}{second}{colour} y");
            let parts = [first, second].map(|part| &part[part.len().saturating_sub(9)..]);
            check(&line, &parts, &mut random);
        }
    }
}

#[test]
fn colours_stay_where_they_were() {
    let mut random = Random(6);
    let token = format!("ghp_{}", random.run(readroom_masks::Set::of("0-9A-Za-z"), 36));
    let sentinel = "«redacted: GitHub token»";
    for (line, expected) in [
        (
            "\x1b[2mtoken \x1b[31mTOKEN\x1b[0m end\x1b[K",
            "\x1b[2mtoken \x1b[31mSECRET\x1b[0m end\x1b[K",
        ),
        ("x\\u001b[31mTOKEN\\u001b[0m\"", "x\\u001b[31mSECRET\\u001b[0m\""),
        (
            "\x1b]8;;https://h/?t=TOKEN\x1b\\TOKEN\x1b]8;;\x1b\\.",
            "\x1b]8;;https://h/?t=SECRET\x1b\\SECRET\x1b]8;;\x1b\\.",
        ),
        ("\\u003dTOKEN \\x22TOKEN %3DTOKEN", "\\u003dSECRET \\x22SECRET %3DSECRET"),
        ("a[0] = b[31] + \x1b[", "a[0] = b[31] + \x1b["),
    ] {
        let line = line.replace("TOKEN", &token);
        let out = check(&line, &[], &mut random);
        assert_eq!(out, expected.replace("SECRET", sentinel));
    }
    let line = "password \x1b[0m=\x1b[32mc7Xq4ZOwmWKoFFVaeiVmDGat2GmjaA\x1b[0m";
    assert_eq!(check(line, &[], &mut random), "password \x1b[0m=\x1b[32m«redacted: secret»\x1b[0m");
}

#[test]
fn a_coloured_key_is_masked() {
    let mut random = Random(7);
    let set = readroom_masks::Set::of("0-9A-Za-z+/");
    let mut body: Vec<String> = (0..3).map(|_| random.run(set, 64)).collect();
    body.push(random.run(set, 22) + "==");
    let lines = body.iter().map(|line| format!("\x1b[32m{line}\x1b[0m\n")).collect::<String>();
    let text = format!(
        "\x1b[32m-----BEGIN \x1b[1mPRIVATE KEY-----\x1b[0m\n{lines}-----END PRIVATE KEY-----\nx"
    );
    let out = mask(ValueFormat::Plain, &text);
    assert!(body.iter().all(|line| !shows(&out, line)), "{out}");
    assert!(out.ends_with("-----END PRIVATE KEY-----\nx"), "{out}");
}

#[test]
fn marks_of_emphasis_inside_a_token_do_not_hide_it() {
    let mut random = Random(35);
    let token = format!("ghp_{}", random.run(Set::of("0-9A-Za-z"), 36));
    for mark in ["*", "**", "***"] {
        let line = format!("a {}{mark}{}{mark}{} b", &token[..9], &token[9..20], &token[20..]);
        assert_eq!(mask(ValueFormat::Plain, &line), "a «redacted: GitHub token» b");
        let line = format!("a {mark}{token}{mark} b");
        let masked = format!("a {mark}«redacted: GitHub token»{mark} b");
        assert_eq!(mask(ValueFormat::Plain, &line), masked);
    }
    let line = "2 ** 10 * a**b /* c */ **d** e*";
    assert_eq!(mask(ValueFormat::Plain, line), line);
}

#[test]
fn marks_of_documents_inside_a_token_do_not_hide_it() {
    let mut random = Random(36);
    for mark in [
        "[^1]",
        "[^c12]",
        "[^e3]",
        "^",
        "\u{200b}",
        "\u{200d}",
        "\u{ad}",
        "\u{2060}",
        "\u{feff}",
        "[hidden: #]",
        "[hidden: two words]",
    ] {
        for at in [2, 4, 5, 20, 39] {
            let token = format!("ghp_{}", random.run(Set::of("0-9A-Za-z"), 40));
            // A figure is raised after a letter.
            if mark == "^" && at < 5 {
                continue;
            }
            let (first, second) = token.split_at(at);
            let marked = match mark.contains('#') {
                true => format!("{first}{}", mark.replace('#', &second[..3])) + &second[3..],
                false => format!("{first}{mark}{second}"),
            };
            for line in [format!("a {marked} b"), format!("a[^1] {marked}"), marked.clone()] {
                let out = check(&line, &[], &mut random);
                assert_eq!(out, line.replace(&marked, "«redacted: GitHub token»"));
            }
        }
    }
    for (line, value) in [
        ("token glpat‑§", "GitLab token"),
        ("key sk‑ant‑§x", "Anthropic key"),
        ("pass\u{200b}word\u{200b}:\u{200b} §", "secret"),
        ("password: [hidden: §]", "secret"),
        ("[hidden: password:] [hidden: §]", "secret"),
        ("token = §^2", "secret"),
        ("token = §^(12)x", "secret"),
        ("token glpat-§[hidden: 12]", "GitLab token"),
    ] {
        let secret = format!("c7Xq4{}", random.run(Set::of("0-9A-Za-z"), 31));
        let out = check(&line.replace('§', &secret), &[&secret], &mut random);
        let sentinel = format!("«redacted: {value}»");
        assert!(out.contains(&sentinel), "{line}: {out}");
    }
    for line in [
        "a^b ^ c^(d) x[^1] = [^2]",
        "the [hidden: words] of 非常‑regular\u{200b} text[^c1]",
        "[hidden: password = \"a\"] token \u{ad}",
        "x = [hidden: ",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}
