//! The numbers of paragraphs on slides.

use crate::numerals::Numerals;

/// Returns the label of a numbered item: `1.`, `b)`, `(iv)`.
pub(super) fn numbered(kind: &str, number: u64) -> String {
    /// The beginnings of kinds, and the names of their numerals in lists of Word.
    const KINDS: [(&str, &str); 12] = [
        ("alphaLc", "lowerLetter"),
        ("alphaUc", "upperLetter"),
        ("romanLc", "lowerRoman"),
        ("romanUc", "upperRoman"),
        ("circle", "decimalEnclosedCircle"),
        ("ea1", "chineseCounting"),
        ("thaiAlpha", "thaiLetters"),
        ("thaiNum", "thaiNumbers"),
        ("hindiNum", "hindiNumbers"),
        ("hebrew2", "hebrew2"),
        ("arabic1", "arabicAlpha"),
        ("arabic2", "arabicAbjad"),
    ];
    let name = KINDS.iter().find(|(start, _)| kind.starts_with(start)).map_or("", |(_, name)| name);
    let number = Numerals::of_office(name).write(number);
    match kind {
        kind if kind.ends_with("ParenBoth") => format!("({number})"),
        kind if kind.ends_with("Plain") => number,
        kind if kind.ends_with("Minus") => format!("{number} -"),
        kind if kind.ends_with("ParenR") => format!("{number})"),
        _ => format!("{number}."),
    }
}
