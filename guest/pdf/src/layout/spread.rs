//! Words whose letters are drawn with wide gaps, as in titles: `T h e`.

/// The minimum number of letters of such a text.
pub(super) const MIN_LETTERS: usize = 5;
/// The maximum gap between the letters of a word, in parts of the font size.
const MAX_GAP: f64 = 0.8;
/// The maximum gap between letters, and the minimum gap between words, in parts of the narrowest.
const MAX_UNEVEN: f64 = 1.25;
const MIN_WORD: f64 = 1.6;

/// A glyph of a line.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// Its character, if it is a letter or a space.
    pub(super) character: Option<char>,
    /// The gap before it, in parts of the font size. 0 if it follows the last glyph.
    pub(super) gap: f64,
}

impl Spread {
    fn is_letter(&self) -> bool {
        self.character.is_some_and(char::is_alphabetic)
    }

    fn is_space(&self) -> bool {
        self.character.is_some_and(char::is_whitespace)
    }
}

/// Returns whether each glyph continues the word of the last one in spite of a gap. Empty if none
/// does.
pub(super) fn joined(glyphs: &[Spread]) -> Vec<bool> {
    let mut joined = Vec::new();
    let is_alone = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| glyphs.get(at));
        let is_apart = |glyph: &Spread| glyph.is_letter() && glyph.gap > 0.0;
        glyphs.get(at).is_some_and(|glyph| {
            glyph.is_space()
                || is_apart(glyph)
                || glyph.is_letter() && before.is_none_or(|before| !before.is_letter())
        })
    };
    let mut start = 0;
    while start < glyphs.len() {
        let mut end = start;
        while is_alone(end) {
            end += 1;
        }
        // The last letter can be the start of an ordinary word.
        let next = glyphs.get(end).is_some_and(Spread::is_letter);
        let run = glyphs.get(start..end - usize::from(next && end > start)).unwrap_or_default();
        if let Some(gap) = letter_gap(run) {
            joined.resize(glyphs.len(), false);
            let pairs = run.windows(2).zip(joined.iter_mut().skip(start + 1));
            for (pair, is_joined) in pairs {
                *is_joined = matches!(pair, [last, next]
                    if last.is_letter() && next.is_letter() && next.gap <= gap * MIN_WORD);
            }
        }
        start = end + 1;
    }
    joined
}

/// Returns the gap between the letters of a word in single letters. `None` if they are words, as
/// in formulas, or cells.
fn letter_gap(run: &[Spread]) -> Option<f64> {
    let letters: Vec<char> =
        run.iter().filter(|glyph| glyph.is_letter()).filter_map(|glyph| glyph.character).collect();
    if letters.len() < MIN_LETTERS {
        return None;
    }
    let gaps = run.windows(2).filter_map(|pair| match pair {
        [last, next] if last.is_letter() && next.is_letter() => Some(next.gap),
        _ => None,
    });
    let narrowest = gaps.clone().fold(f64::INFINITY, f64::min);
    let even = gaps.clone().filter(|gap| *gap <= narrowest * MAX_UNEVEN).count();
    let uneven = gaps.filter(|gap| *gap > narrowest * MAX_UNEVEN && *gap < narrowest * MIN_WORD);
    let spaces = run.iter().filter(|glyph| glyph.is_space()).count();
    // The letters of the alphabet, or one letter again and again, are not a word.
    let steps = letters.windows(2).filter(|pair| match pair {
        [last, next] => (0..=1).contains(&(*next as i64 - *last as i64)),
        _ => false,
    });
    let is_word = steps.count() * 2 < letters.len();
    (is_word
        && narrowest < MAX_GAP
        && even > spaces
        && even + 1 >= MIN_LETTERS
        && uneven.count() == 0)
        .then_some(narrowest)
}
