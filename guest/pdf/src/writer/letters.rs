//! The letters of compatibility characters: ligatures, and the forms that an Arabic letter has at
//! the start, in the middle and at the end of a word (their compatibility decompositions in
//! Unicode).

/// The letters of the ligatures starting at U+FB00.
const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/// The letters of the forms starting at U+FB50.
const MORE_LETTERS: [char; 30] = [
    '\u{671}', '\u{67b}', '\u{67e}', '\u{680}', '\u{67a}', '\u{67f}', '\u{679}', '\u{6a4}',
    '\u{6a6}', '\u{684}', '\u{683}', '\u{686}', '\u{687}', '\u{68d}', '\u{68c}', '\u{68e}',
    '\u{688}', '\u{698}', '\u{691}', '\u{6a9}', '\u{6af}', '\u{6b3}', '\u{6b1}', '\u{6ba}',
    '\u{6bb}', '\u{6c0}', '\u{6c1}', '\u{6be}', '\u{6d2}', '\u{6d3}',
];

/// The number of forms of each.
const MORE_FORMS: &[u8; 30] = b"244444444444422222244442424422";

/// The number of forms of each letter, starting at U+FE80, whose letters are U+0621 to U+063A and
/// U+0641 to U+064A.
const FORMS: &[u8; 36] = b"122224242444442222444444444444444224";

/// The second letters of the ligatures of lam with alef, starting at U+FEF5. Each has two forms.
const ALEFS: [char; 4] = ['\u{622}', '\u{623}', '\u{625}', '\u{627}'];

/// Appends the letters of a compatibility character, or the character itself.
pub(super) fn push_letters(line: &mut String, character: char) {
    let offset = |start: char| character as usize - start as usize;
    let letter = match character {
        '\u{fb00}'..='\u{fb06}' => {
            return line.push_str(LIGATURES.get(offset('\u{fb00}')).copied().unwrap_or_default());
        }
        '\u{fb50}'..='\u{fbb1}' => nth(MORE_LETTERS, MORE_FORMS, offset('\u{fb50}')),
        '\u{fbfc}'..='\u{fbff}' => Some('\u{6cc}'),
        '\u{fe80}'..='\u{fef4}' => {
            let letters = ('\u{621}'..='\u{63a}').chain('\u{641}'..='\u{64a}');
            nth(letters, FORMS, offset('\u{fe80}'))
        }
        '\u{fef5}'..='\u{fefc}' => {
            line.push('\u{644}');
            ALEFS.get(offset('\u{fef5}') / 2).copied()
        }
        _ => None,
    };
    line.push(letter.unwrap_or(character));
}

/// Returns the letter of a form. `counts` has a digit for each letter.
fn nth(letters: impl IntoIterator<Item = char>, counts: &[u8], form: usize) -> Option<char> {
    let mut end = 0;
    let ends = counts.iter().map(|digit| {
        end += usize::from(digit - b'0');
        end
    });
    letters.into_iter().zip(ends).find(|(_, end)| form < *end).map(|(letter, _)| letter)
}
