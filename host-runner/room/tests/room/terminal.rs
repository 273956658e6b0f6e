//! Which characters are drawn as they are, and which ones the component reports.

use readroom::terminal::escaped;
use readroom::tree::MemoryTree;
use readroom::{Body, ReadRequest, Room, SuspiciousKind};

/// Characters of each kind that the rules distinguish.
const CHARACTERS: [char; 39] = [
    'a',
    '0',
    '#',
    '\u{e9}',
    '\u{5d0}',
    '\u{645}',
    '\u{94d}',
    '\u{1820}',
    '\u{845b}',
    '\u{2229}',
    '\u{3001}',
    '\u{2764}',
    '\u{1f468}',
    '\u{1f3fb}',
    '\u{1f3f4}',
    '\u{20e3}',
    '\u{ad}',
    '\u{34f}',
    '\u{61c}',
    '\u{115f}',
    '\u{17b4}',
    '\u{180b}',
    '\u{180e}',
    '\u{200b}',
    '\u{200c}',
    '\u{200d}',
    '\u{200e}',
    '\u{202e}',
    '\u{2028}',
    '\u{2066}',
    '\u{fe00}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{fff9}',
    '\u{1bca0}',
    '\u{e0067}',
    '\u{e007f}',
    '\u{e0080}',
    '\u{e0100}',
];

/// Few enough lines that all of their suspicious characters are reported.
const LINES: usize = 30;

#[test]
fn characters_are_drawn_unescaped_unless_they_are_suspicious() {
    let mut texts: Vec<String> = Vec::new();
    for first in CHARACTERS {
        for second in CHARACTERS {
            texts.push([first, second].iter().collect());
            texts.extend(
                // The last one decides about few of those before it.
                ['a', '\u{5d0}', '\u{1f468}', '\u{200d}', '\u{fe0f}', '\u{e0067}']
                    .map(|third| [first, second, third].iter().collect::<String>()),
            );
        }
    }
    texts.extend([
        "👩\u{200d}👩\u{200d}👧".into(),
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}".into(),
        format!("\u{1f3f4}{}", "\u{e0061}".repeat(8)),
        format!("\u{5d0}{}\u{200f}", "a".repeat(15)),
        format!("\u{5d0}{}\u{200f}", "a".repeat(16)),
        format!("\u{200f}{}\u{5d0}", "a".repeat(15)),
        format!("\u{200f}{}\u{5d0}", "a".repeat(16)),
    ]);
    let mut tree = MemoryTree::new();
    for (number, lines) in texts.chunks(LINES).enumerate() {
        // A byte-order mark begins no line but the first.
        tree = tree.file(&number.to_string(), format!("-\n{}\n", lines.join("\n"))).unwrap();
    }
    let room = Room::from_tree("/project", tree).unwrap();
    for (number, lines) in texts.chunks(LINES).enumerate() {
        let request = ReadRequest::new(number.to_string()).encoding("utf-8");
        let Body::Text(text) = room.read(&request).unwrap().body else { panic!("not text") };
        for (line, text_of_line) in (2..).zip(lines) {
            let is_suspicious = text
                .suspicious
                .iter()
                .any(|found| found.line == line && found.kind != SuspiciousKind::ForgedMarkup);
            assert_eq!(
                escaped(text_of_line) != *text_of_line,
                is_suspicious,
                "{text_of_line:?}: {:?}",
                text.suspicious
            );
        }
    }
}
