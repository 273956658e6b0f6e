//! The letters that other characters stand for: ligatures, and the forms that an Arabic letter has
//! at the start, in the middle and at the end of a word (their compatibility decompositions in
//! Unicode).

/// The letters of the ligatures from U+FB00 on.
const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/// The letters of the forms from U+FB50 on, and how many forms each has.
const MORE_FORMS: [(char, usize); 30] = [
    ('\u{671}', 2),
    ('\u{67b}', 4),
    ('\u{67e}', 4),
    ('\u{680}', 4),
    ('\u{67a}', 4),
    ('\u{67f}', 4),
    ('\u{679}', 4),
    ('\u{6a4}', 4),
    ('\u{6a6}', 4),
    ('\u{684}', 4),
    ('\u{683}', 4),
    ('\u{686}', 4),
    ('\u{687}', 4),
    ('\u{68d}', 2),
    ('\u{68c}', 2),
    ('\u{68e}', 2),
    ('\u{688}', 2),
    ('\u{698}', 2),
    ('\u{691}', 2),
    ('\u{6a9}', 4),
    ('\u{6af}', 4),
    ('\u{6b3}', 4),
    ('\u{6b1}', 4),
    ('\u{6ba}', 2),
    ('\u{6bb}', 4),
    ('\u{6c0}', 2),
    ('\u{6c1}', 4),
    ('\u{6be}', 4),
    ('\u{6d2}', 2),
    ('\u{6d3}', 2),
];

/// How many forms each letter has from U+FE80 on, whose letters are U+0621 to U+063A and U+0641 to
/// U+064A.
const FORMS: &[u8; 36] = b"122224242444442222444444444444444224";

/// The second letters of the ligatures of lam with alef from U+FEF5 on. Each has two forms.
const ALEFS: [char; 4] = ['\u{622}', '\u{623}', '\u{625}', '\u{627}'];

/// Adds the letters that a character stands for, or the character itself.
pub(super) fn push_letters(line: &mut String, character: char) {
    let offset = |start: char| character as usize - start as usize;
    let letter = match character {
        '\u{fb00}'..='\u{fb06}' => {
            return line.push_str(LIGATURES.get(offset('\u{fb00}')).copied().unwrap_or_default());
        }
        '\u{fb50}'..='\u{fbb1}' => nth(MORE_FORMS.into_iter(), offset('\u{fb50}')),
        '\u{fbfc}'..='\u{fbff}' => Some('\u{6cc}'),
        '\u{fe80}'..='\u{fef4}' => {
            let letters = ('\u{621}'..='\u{63a}').chain('\u{641}'..='\u{64a}');
            let counts = FORMS.iter().map(|digit| usize::from(digit - b'0'));
            nth(letters.zip(counts), offset('\u{fe80}'))
        }
        '\u{fef5}'..='\u{fefc}' => {
            line.push('\u{644}');
            ALEFS.get(offset('\u{fef5}') / 2).copied()
        }
        _ => None,
    };
    line.push(letter.unwrap_or(character));
}

/// Returns the letter of a form.
fn nth(letters: impl Iterator<Item = (char, usize)>, form: usize) -> Option<char> {
    let mut end = 0;
    for (letter, count) in letters {
        end += count;
        if form < end {
            return Some(letter);
        }
    }
    None
}
