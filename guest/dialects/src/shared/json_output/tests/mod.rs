use super::BLOCK;
use crate::shared::json::Json;
use std::fmt;

#[test]
fn every_character_is_escaped_as_others_escape_it() {
    let text: String = ('\0'..='\u{2030}').chain("a\"\\😀".chars()).collect();
    let written = Json::text(&*text).write();
    assert_eq!(written, serde_json::to_string(&text).unwrap_or_default());
    assert_eq!(Json::Rendered(&text).write(), written);
    assert_eq!(Json::text(&*text).length(), written.len());
}

#[test]
fn a_byte_is_escaped_wherever_it_stands() {
    for special in [
        "\n",
        "\"",
        "\\",
        "\u{1}",
        "\u{1f}",
        " ",
        "!",
        "#",
        "[",
        "]",
        "\u{7f}",
        "\u{80}",
        "é",
        "\n\n\"",
        "\u{0}\u{1}!",
    ] {
        for before in 0..18 {
            for after in 0..10 {
                let text = format!("{}{special}{}", "a".repeat(before), "é".repeat(after));
                let written = serde_json::to_string(&text).unwrap_or_default();
                assert_eq!(Json::text(&*text).write(), written);
                assert_eq!(Json::text(&*text).length(), written.len());
            }
        }
    }
}

#[test]
fn no_character_is_cut_where_a_block_ends() {
    for before in 0..20 {
        for characters in ["é", "€", "😀", "a\n", "\u{1}€", "é\"😀"] {
            let text = "a".repeat(before) + &characters.repeat(2 * BLOCK);
            let written = serde_json::to_string(&text).unwrap_or_default();
            assert_eq!(Json::text(&*text).write(), written);
            let pieces = text.chars().map(String::from).collect::<Vec<_>>();
            assert_eq!(Json::Rendered(&Pieces(&pieces)).write(), written);
        }
    }
}

/// Writes strings one after the other.
struct Pieces<'a>(&'a [String]);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}
