//! Properties that hold for any text.

use crate::support::{Random, mask, mask_in_pieces, masked_by, secret};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use readroom_masks::{Masker, RULES, Set, ValueFormat};

const KINDS: [ValueFormat; 11] = [
    ValueFormat::Plain,
    ValueFormat::Env,
    ValueFormat::Ini,
    ValueFormat::Settings,
    ValueFormat::Yaml,
    ValueFormat::Json,
    ValueFormat::Xml,
    ValueFormat::Netrc,
    ValueFormat::Fields(1),
    ValueFormat::Fields(4),
    ValueFormat::Lines,
];

/// Pieces of text, inserted anywhere. `@` stands for 20 random characters.
const PIECES: [&str; 64] = [
    "[hidden: ",
    "[^c1]",
    "^",
    "^(",
    "\u{200b}",
    "\u{2011}",
    "*",
    "**",
    "\x1b[31m",
    "\x1b[0m",
    "\x1b(B",
    "\x1b]8;;",
    "\x1b\\",
    "\\x1b[0m",
    "\\u001b[1;31m",
    "[31m",
    "\n",
    "\n",
    "\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "a",
    "B7",
    "@",
    "@",
    "@@",
    "=",
    ":",
    ": ",
    " = ",
    "==",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "\\",
    "\\n",
    "#",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "<",
    ">",
    "|",
    "<<E",
    "E",
    "password",
    "secret_key",
    "token: ",
    "machine ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END",
    "://me:",
    "@h",
    "Bearer ",
    "«redacted: value»",
    "«redacted: ",
    "»",
    "é",
];

fn texts() -> impl Strategy<Value = String> {
    let starts: Vec<&str> = RULES.iter().flat_map(|rule| rule.starts).copied().collect();
    let tokens = (0..RULES.len(), any::<u64>()).prop_map(|(rule, seed)| {
        let rule = &RULES[rule];
        let mut random = Random(seed);
        rule.starts.first().map_or_else(String::new, |start| secret(rule, start, &mut random).text)
    });
    let pieces = select(&PIECES[..]).prop_flat_map(|piece| {
        any::<u64>().prop_map(move |seed| {
            let run = Random(seed).run(Set::of("0-9A-Za-z+/"), 20);
            if piece == "@h" { piece.to_owned() } else { piece.replace('@', &run) }
        })
    });
    let piece = prop_oneof![6 => pieces, 1 => select(starts).prop_map(str::to_owned), 1 => tokens];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Returns a text without its masks.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("«redacted: ") {
        shown.push_str(before);
        let end = after.find(['»', '«', '\n']).filter(|at| after[*at..].starts_with('»'));
        rest = match end {
            Some(at) => &after[at + '»'.len_utf8()..],
            None => {
                shown.push_str("«redacted: ");
                after
            }
        };
    }
    shown + rest
}

/// Returns whether characters are among others, in the same order.
fn is_part(part: &str, all: &str) -> bool {
    let mut all = all.chars();
    part.chars().all(|character| all.any(|other| other == character))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        max_shrink_iters: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn masked_text_shows_no_more_when_it_is_masked_again(
        text in texts(),
        kind in select(&KINDS[..]),
    ) {
        let masked = mask(kind, &text);
        prop_assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
        // It may show less: a mask may stand in for the end of a key, or of a joined token.
        let again = mask(kind, &masked);
        prop_assert!(is_part(&shown(&again), &shown(&masked)), "{again:?} after {masked:?}");
        let masked = masked_by(&mut Masker::resumed(kind), &text);
        let again = masked_by(&mut Masker::resumed(kind), &masked);
        prop_assert!(is_part(&shown(&again), &shown(&masked)), "{again:?} after {masked:?}");
    }

    #[test]
    fn pieces_are_masked_as_the_whole(text in texts(), kind in select(&KINDS[..]), seed: u64) {
        let pieces = mask_in_pieces(kind, &text, 30, &mut Random(seed));
        prop_assert_eq!(pieces, mask(kind, &text));
    }

    #[test]
    fn pieces_of_a_long_line_are_masked_as_the_whole(
        parts in vec((texts(), 1usize..60), 1..5),
        kind in select(vec![
            ValueFormat::Plain,
            ValueFormat::Plain,
            ValueFormat::Json,
            ValueFormat::Env,
        ]),
        seed: u64,
    ) {
        let part = |(text, times): &(String, usize)| text.replace('\n', " ").repeat(*times);
        let text: String = parts.iter().map(part).collect();
        let pieces = mask_in_pieces(kind, &text, 30_000, &mut Random(seed));
        prop_assert!(pieces == mask(kind, &text), "{} bytes", text.len());
    }
}
