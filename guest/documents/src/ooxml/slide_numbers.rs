//! The numbers of paragraphs on slides.

use crate::numerals::Numerals;

/// Returns the label of a numbered item: `1.`, `b)`, `(iv)`.
pub(super) fn numbered(kind: &str, number: u64) -> String {
    let numerals = match kind {
        kind if kind.starts_with("alphaLc") => Numerals::LowerLetter,
        kind if kind.starts_with("alphaUc") => Numerals::UpperLetter,
        kind if kind.starts_with("romanLc") => Numerals::LowerRoman,
        kind if kind.starts_with("romanUc") => Numerals::UpperRoman,
        kind if kind.starts_with("circle") => Numerals::of_office("decimalEnclosedCircle"),
        kind if kind.starts_with("ea1") => Numerals::of_office("chineseCounting"),
        _ => Numerals::Decimal,
    };
    let number = numerals.write(number);
    match kind {
        kind if kind.ends_with("ParenBoth") => format!("({number})"),
        kind if kind.ends_with("Plain") => number,
        kind if kind.ends_with("Minus") => format!("{number} -"),
        kind if kind.ends_with("ParenR") => format!("{number})"),
        _ => format!("{number}."),
    }
}
