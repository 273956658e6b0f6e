//! Text that is safe to draw on a terminal.

use readroom_names::{is_hidden, is_needed};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// Escapes the characters of a string that could control a terminal or hide text: control
/// characters other than tab and line feed, and those that [`SuspiciousKind`] calls bidirectional
/// or invisible. Joiners, variation selectors and direction marks stay where an emoji or a script
/// needs them.
///
/// [`SuspiciousKind`]: crate::SuspiciousKind
pub fn escaped(text: &str) -> Cow<'_, str> {
    escape_with(text, |character, safe| write!(safe, "\\u{{{:x}}}", u32::from(character)))
}

/// Returns a string on one line, escaped in the same way: a file name then cannot imitate a second
/// question, for example.
pub fn one_line(text: &str) -> String {
    escaped(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// Returns JSON with the same characters as JSON escapes, so that its meaning does not change.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    escape_with(json, |character, safe| {
        character
            .encode_utf16(&mut [0; 2])
            .iter()
            .try_for_each(|unit| write!(safe, "\\u{unit:04x}"))
    })
}

fn escape_with(text: &str, escape: impl Fn(char, &mut String) -> fmt::Result) -> Cow<'_, str> {
    if !text.contains(may_be_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for (at, character) in text.char_indices() {
        if may_be_unsafe(character) && !is_needed(text, at, character) {
            // Writing to a string does not fail.
            let _ = escape(character, &mut safe);
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

fn may_be_unsafe(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{2028}' | '\u{2029}' => true,
        character => character.is_control() || is_hidden(character),
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_json};

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escaped("a\tb\né"), "a\tb\né");
        assert_eq!(escaped("\u{1b}[2J\r\u{7f}\u{9b}"), "\\u{1b}[2J\\u{d}\\u{7f}\\u{9b}");
        assert_eq!(escaped("exe\u{202e}txt"), "exe\\u{202e}txt");
        assert_eq!(escaped("a\u{e0041}"), "a\\u{e0041}");
        assert_eq!(
            escaped("a\u{61c}\u{34f}\u{fe01}❤\u{fe0f}"),
            "a\\u{61c}\\u{34f}\\u{fe01}❤\u{fe0f}"
        );
        assert_eq!(escaped("a\u{200d}b\u{fe0f}"), "a\\u{200d}b\\u{fe0f}");
        assert_eq!(escaped("👩\u{200d}\u{200d}👩"), "👩\u{200d}\\u{200d}👩");
    }

    #[test]
    fn escaping_preserves_the_meaning_of_json() {
        let text = "a\u{7f}\u{9b}\u{202e}\u{e0041}é";
        let json = serde_json::to_string(text).expect("text is JSON");
        assert_eq!(escaped_json(&json), r#""a\u007f\u009b\u202e\udb40\udc41é""#);
        assert_eq!(serde_json::from_str::<String>(&escaped_json(&json)).expect("JSON"), text);
    }
}
