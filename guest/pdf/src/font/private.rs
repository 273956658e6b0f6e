//! Characters in the private use areas of Unicode: most mean a symbol in some font, and are not
//! text without it.

use super::tables::SYMBOL;

/// The characters of common codes of Wingdings: the code, and the character.
const WINGDINGS: &str = "\u{22}✂(☎*✉F☞J☺L☹N☠l●n■o□q❑r❒s⬧t⧫u◆v❖w⬧\u{9f}•\u{a1}○\u{a4}◉\u{a7}▪\u{a8}◻\
    \u{ab}★\u{d8}➢\u{df}←\u{e0}→\u{e1}↑\u{e2}↓\u{e8}➔\u{f0}⇨\u{fb}✗\u{fc}✓\u{fd}☒\u{fe}☑";

/// The same for Wingdings 2 and 3.
const WINGDINGS2: &str = "O✗P✓Q☒R☑S☒T☒\u{97}●\u{a3}□";
const WINGDINGS3: &str = "f←g→h↑i↓p▲q▼t◀u▶v◁w▷}▶";

/// The pieces of tall brackets, and other glyphs of Symbol, from U+F8E5.
const PIECES: &str = "‾⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/// Returns the characters of the codes of a font of symbols with a name.
pub(super) fn symbols_of(name: &str) -> Option<&'static str> {
    if let Some((_, series)) = name.split_once("Wingdings") {
        Some(match series.trim_start_matches([' ', '-']).as_bytes() {
            [b'2', ..] => WINGDINGS2,
            [b'3', ..] => WINGDINGS3,
            _ => WINGDINGS,
        })
    } else if name.contains("Symbol") {
        Some(SYMBOL)
    } else {
        None
    }
}

/// Replaces private characters by those that they stand for in a font of symbols. Returns whether
/// the result is text.
pub(super) fn replace(text: &mut String, symbols: Option<&str>) -> bool {
    if text.chars().any(|character| standard(character, symbols) != Some(character)) {
        let replaced: Option<String> =
            text.chars().map(|character| standard(character, symbols)).collect();
        let Some(replaced) = replaced else {
            text.clear();
            return false;
        };
        *text = replaced;
    }
    true
}

/// Returns the character that another stands for. `None` if it is not text.
fn standard(character: char, symbols: Option<&str>) -> Option<char> {
    let code = character as usize;
    match character {
        '\t' | '\n' | '\r' => Some(character),
        '\0'..' ' | '\x7f'..='\u{9f}' | '\u{fff0}'..='\u{fff8}' | '\u{fffd}'..='\u{ffff}' => None,
        '\u{f020}'..='\u{f0ff}' => {
            let symbols = symbols?;
            let code = code - 0xf000;
            if symbols != SYMBOL {
                let mut pairs = symbols.chars();
                while let (Some(of), Some(symbol)) = (pairs.next(), pairs.next()) {
                    if of as usize == code {
                        return Some(symbol);
                    }
                }
                return None;
            }
            let found = symbols.chars().nth(code.checked_sub(0x20)?)?;
            standard(found, None)
        }
        '\u{f8e5}'..='\u{f8fe}' => PIECES.chars().nth(code - 0xf8e5),
        '\u{f6d9}' => Some('©'),
        '\u{f6da}' => Some('®'),
        '\u{f6db}' => Some('™'),
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => None,
        _ => Some(character),
    }
}
