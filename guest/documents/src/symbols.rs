//! The fonts whose characters are symbols, whatever their codes are: `þ` in Wingdings is a ticked
//! box.

use std::borrow::Cow;

/// The symbols of a font: runs of codes, each with the first.
type Symbols = &'static [(u32, &'static str)];

const SYMBOL: Symbols = &[
    (
        0x20,
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\
         ‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    ),
    (0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"),
    (0xf1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
];
const WINGDINGS: Symbols = &[
    (0x28, "☎"),
    (0x2a, "✉"),
    (0x43, "👍👎☜☞☝☟"),
    (0x4a, "☺😐☹"),
    (0x6c, "●❍■☐☐❑❒⬧⧫◆❖⬥☒"),
    (0x81, "①②③④⑤⑥⑦⑧⑨⑩"),
    (0x8c, "❶❷❸❹❺❻❼❽❾❿"),
    (0x9e, "·•"),
    (0xa1, "○○○◉◎"),
    (0xa7, "▪☐"),
    (0xab, "★"),
    (0xd8, "➢"),
    (0xdf, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳"),
    (0xfb, "✗✓☒☑"),
];
const WINGDINGS2: Symbols = &[(0x4f, "✗✓☒☑☒☒"), (0x95, "·••●"), (0xa3, "☐")];
const WINGDINGS3: Symbols = &[(0x66, "←→↑↓↖↗↙↘")];
const WEBDINGS: Symbols = &[(0x33, "◀▶▲▼"), (0x61, "✓"), (0x63, "☐"), (0x72, "✗")];

/// The fonts, by their names in lower case.
const FONTS: [(&str, Symbols); 5] = [
    ("symbol", SYMBOL),
    ("wingdings", WINGDINGS),
    ("wingdings 2", WINGDINGS2),
    ("wingdings 3", WINGDINGS3),
    ("webdings", WEBDINGS),
];

/// A symbol font, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SymbolFont(u8);

impl SymbolFont {
    /// Returns the font with this name, to which OpenDocument may add a digit. `None` for other
    /// fonts.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let name = name.trim_matches('\'').to_ascii_lowercase();
        let known = |name| (0..).zip(FONTS).find(|(_, (known, _))| *known == name);
        let found =
            known(&*name).or_else(|| known(name.strip_suffix(|c: char| c.is_ascii_digit())?));
        found.map(|(index, _)| Self(index))
    }

    /// Returns the symbol with a code. It may be offset by U+F000.
    fn symbol(self, code: u32) -> Option<char> {
        let (_, symbols) = FONTS.get(usize::from(self.0))?;
        let code = if is_private(code) { code & 0xff } else { code };
        symbols.iter().find_map(|(first, all)| {
            let at = code.checked_sub(*first).and_then(|at| usize::try_from(at).ok())?;
            all.chars().nth(at)
        })
    }
}

fn is_private(code: u32) -> bool {
    (0xf000..0xf100).contains(&code)
}

/// Returns text in a font as it looks: a box as `[ ]` or `[x]`, and an unknown symbol as U+FFFD.
/// Words in a symbol font that is not known in full stay as they are.
pub(crate) fn shown(font: Option<SymbolFont>, text: &str) -> Cow<'_, str> {
    let symbol = |c: char| font.and_then(|font| font.symbol(c.into()));
    let is_word = |c: char| !is_private(c.into()) && !c.is_whitespace();
    let has_words = text.chars().any(|c| is_word(c) && symbol(c).is_none());
    if text.chars().all(|c| !is_private(c.into())) && (font.is_none() || has_words) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        let is_private = is_private(character.into());
        match symbol(character).filter(|_| is_private || !has_words) {
            Some('☐') => written.push_str("[ ]"),
            Some('☑' | '☒') => written.push_str("[x]"),
            Some(symbol) => written.push(symbol),
            // The usual bullets of symbol fonts, if the font is unknown.
            None if font.is_none() && matches!(character, '\u{f0a7}' | '\u{f0b7}') => {
                written.push('•')
            }
            None if is_private => written.push(char::REPLACEMENT_CHARACTER),
            None => written.push(character),
        }
    }
    Cow::Owned(written)
}

/// Returns the label of a bulleted item: `-`, or `- [ ]` if the bullet says more.
pub(crate) fn bullet(font: Option<SymbolFont>, bullet: &str) -> String {
    match &*shown(font, bullet) {
        "☐" | "[ ]" => "- [ ]".into(),
        "☑" | "☒" | "[x]" => "- [x]".into(),
        sign @ ("✓" | "✔" | "✗" | "✘") => format!("- {sign}"),
        _ => "-".into(),
    }
}
