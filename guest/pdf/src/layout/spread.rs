//! Words whose letters are drawn with wide gaps, as in titles: `T h e`.

/// The minimum number of letters of such a text.
pub(super) const MIN_LETTERS: usize = 5;
/// The maximum gap between the letters of a word, in parts of the font size.
const MAX_GAP: f64 = 0.8;
/// The maximum pitch of letters, their maximum gap, and the minimum one between words, in parts of
/// the narrowest.
const MAX_UNEVEN_PITCH: f64 = 1.05;
const MAX_UNEVEN: f64 = 1.25;
const MIN_WORD: f64 = 1.6;

/// The marks in words and numbers.
const MARKS: &str = ".,:;-/'’()&#%$€£";

/// A glyph of a line.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// Its character, if it is only one.
    pub(super) character: Option<char>,
    /// The gap before it, and the distance from the start of the last glyph, in parts of the font
    /// size. 0 if it follows the last glyph.
    pub(super) gap: f64,
    pub(super) pitch: f64,
}

/// A property of a glyph, and how much it may vary.
type Measure = (fn(&Spread) -> f64, f64);

impl Spread {
    fn is_letter(&self) -> bool {
        self.character.is_some_and(|letter| letter.is_alphanumeric() || MARKS.contains(letter))
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
        // The letters are on a grid, or their gaps are even.
        let measures: [Measure; 2] =
            [(|glyph| glyph.pitch, MAX_UNEVEN_PITCH), (|glyph| glyph.gap, MAX_UNEVEN)];
        let measured = measures.iter().find_map(|of| Some((of.0, letter_gap(run, of)?)));
        if let Some((of, gap)) = measured {
            joined.resize(glyphs.len(), false);
            let pairs = run.windows(2).zip(joined.iter_mut().skip(start + 1));
            for (pair, is_joined) in pairs {
                *is_joined = matches!(pair, [last, next]
                    if last.is_letter() && next.is_letter() && of(next) <= gap * MIN_WORD);
            }
        }
        start = end + 1;
    }
    joined
}

/// Returns the gap between the letters of a word in single letters. `None` if they are words, as
/// in formulas, or cells.
fn letter_gap(run: &[Spread], &(gap_of, max_uneven): &Measure) -> Option<f64> {
    let letters = run.iter().filter(|glyph| glyph.is_letter()).filter_map(|glyph| glyph.character);
    let letters: Vec<char> = letters.collect();
    // Marks are seldom apart otherwise, and digits can be cells.
    let marks = letters.iter().filter(|letter| MARKS.contains(**letter)).count();
    if letters.len() + marks < MIN_LETTERS || letters.iter().all(char::is_ascii_digit) {
        return None;
    }
    let pairs = || {
        run.windows(2).filter_map(|pair| match pair {
            [last, next] if last.is_letter() && next.is_letter() => Some(next),
            _ => None,
        })
    };
    let narrowest = |of: fn(&Spread) -> f64| pairs().map(of).fold(f64::INFINITY, f64::min);
    let (gap, gaps) = (narrowest(gap_of), pairs().map(gap_of));
    let even = gaps.clone().filter(|next| *next <= gap * max_uneven).count();
    let uneven = gaps.filter(|next| *next > gap * max_uneven && *next < gap * MIN_WORD);
    let spaces = run.iter().filter(|glyph| glyph.is_space()).count();
    // The letters of the alphabet, or one letter again and again, are not a word.
    let steps = letters.windows(2).filter(|pair| match pair {
        [last, next] => (0..=1).contains(&(*next as i64 - *last as i64)),
        _ => false,
    });
    let is_word = steps.count() * 2 < letters.len();
    (is_word
        && narrowest(|glyph| glyph.gap) < MAX_GAP
        && even > spaces
        && even + marks + 1 >= MIN_LETTERS
        && uneven.count() == 0)
        .then_some(gap)
}
