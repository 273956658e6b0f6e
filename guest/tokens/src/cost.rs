//! The cost of each byte of text, in parts of a token, from the bytes just before it.
//!
//! Tokenizers first split text into words, numbers of up to three digits, runs of punctuation and
//! runs of blanks, and most of these are single tokens. So the cost depends on where such a run
//! starts, which depends on little more than the kind of a byte and of its neighbors. The costs are
//! fitted to the counts of two widespread tokenizers for numbered lines of code, prose, JSON, logs
//! and Chinese, Japanese and Korean text.

/// The parts per token.
pub(super) const TOKEN: u64 = 64;

/// The number of bytes whose costs are computed at once.
pub(super) const PIECE: usize = 256;

/// The number of preceding bytes that the cost of a byte depends on.
const CONTEXT: usize = 3;

/// The bytes just before a piece.
#[derive(Clone, Copy)]
pub(super) struct Before {
    kinds: [u8; CONTEXT],
    last: u8,
}

impl Before {
    /// Returns the context at the beginning of a text, which is that of a line.
    pub(super) fn text() -> Self {
        Self { kinds: [BREAK; CONTEXT], last: b'\n' }
    }

    /// Returns the cost of each byte of a piece, and advances to the next piece. Only the last
    /// piece may be shorter than [`PIECE`]; bytes after it cost nothing.
    ///
    /// The loops have no branches, so that they are vectorized.
    #[expect(clippy::indexing_slicing, reason = "the arrays are longer than every piece")]
    pub(super) fn costs(&mut self, piece: &[u8]) -> [u8; PIECE] {
        let length = piece.len().min(PIECE);
        // Whole vectors.
        let rounded = length.next_multiple_of(16).min(PIECE);
        let mut bytes = [0; PIECE];
        bytes[..length].copy_from_slice(&piece[..length]);
        let mut kinds = [0; CONTEXT + PIECE];
        kinds[..CONTEXT].copy_from_slice(&self.kinds);
        for (kind, byte) in kinds[CONTEXT..].iter_mut().zip(&bytes[..rounded]) {
            *kind = kind_of(*byte);
        }
        let mut costs = [0; PIECE];
        let [third, second, before, kind] = [0, 1, 2, CONTEXT].map(|at| &kinds[at..]);
        let kinds_of = third.iter().zip(second).zip(before).zip(kind);
        for ((cost, byte), (((third, second), before), kind)) in
            costs.iter_mut().zip(&bytes[..rounded]).zip(kinds_of)
        {
            *cost = cost_of([*third, *second, *before, *kind]) + cost_of_itself(*byte);
        }
        if !bytes.is_ascii() {
            let mut before = self.last;
            for (cost, byte) in costs.iter_mut().zip(&bytes[..rounded]) {
                *cost += cost_beyond_ascii([before, *byte]);
                before = *byte;
            }
        }
        costs[length..].fill(0);
        self.kinds.copy_from_slice(&kinds[PIECE..]);
        self.last = bytes[PIECE - 1];
        costs
    }
}

/// Returns the extra cost of a byte over others of its kind.
const fn cost_of_itself(byte: u8) -> u8 {
    when(byte == b'"', 9) | when(byte == b'\\', 40)
}

// The kinds of bytes, one bit each. For some, the bits are also the cost: at the start of a run for
// letters, blanks and digits, always for capitals and line breaks.
const TAB: u8 = 1;
const BREAK: u8 = 2;
const CAPITAL: u8 = 4;
const LETTER: u8 = 8;
const BLANK: u8 = 48;
const DIGIT: u8 = 64;
const MARK: u8 = 128;

/// Returns the kind of a byte: 0 if it is not ASCII, [`MARK`] if it is of no other kind.
const fn kind_of(byte: u8) -> u8 {
    let kind = when(byte.wrapping_sub(b'a') < 26, LETTER)
        | when(byte.wrapping_sub(b'A') < 26, LETTER | CAPITAL)
        | when(byte.wrapping_sub(b'0') < 10, DIGIT)
        | when(byte == b' ', BLANK)
        | when(byte == b'\t', BLANK | TAB)
        | when((byte == b'\n') | (byte == b'\r'), BREAK);
    kind | when((kind == 0) & (byte < 0x80), MARK)
}

/// Returns the cost of an ASCII byte, given its kind after those of the bytes before it.
const fn cost_of([third, second, before, kind]: [u8; 4]) -> u8 {
    let begun = kind & !before;
    let kept = kind & before;
    let first_mark = when(begun & MARK != 0, ALL);
    let mut cost = begun & (LETTER | BLANK | DIGIT);
    cost += kind & (CAPITAL | BREAK);
    // The last of several blanks belongs to the word after them.
    cost += kept & !second & BLANK;
    // Three digits are one token, and long words are several.
    cost += (kept & second & third & (LETTER | DIGIT)) / 2;
    // aWordLikeThis.
    cost += when(begun & CAPITAL != 0, ALL) & when(before & LETTER != 0, 30);
    // A blank or a single mark is one token with the word after it; other kinds are not.
    let apart = before & (second | !MARK) & (TAB | BREAK | DIGIT | MARK);
    cost += when(begun & LETTER != 0, ALL) & when(apart != 0, 54);
    cost += when(kind & MARK != 0, 4);
    cost += first_mark & 31;
    cost += first_mark & when(before != BLANK, 39);
    // A break is one token with the marks before it.
    cost += when(kind & BREAK != 0, ALL) & when(before & (BREAK | MARK | BLANK) == 0, 95);
    cost
}

/// Returns the cost of the first byte of a non-ASCII character, given the byte before it.
const fn cost_beyond_ascii([before, byte]: [u8; 2]) -> u8 {
    // Two bytes: most letters with accents, Greek, Cyrillic, Hebrew, Arabic.
    let two = when(byte.wrapping_sub(0xc2) < 0x1e, 8 + when(before < 0x80, 77));
    let signs = when(byte == 0xe2, 107);
    let kana = when(byte == 0xe3, 51);
    let han = when(byte.wrapping_sub(0xe4) < 6, 60);
    let hangul = when(byte.wrapping_sub(0xea) < 4, 44);
    let rest = when((byte & 0xfe == 0xe0) | (byte & 0xfe == 0xee), 58);
    let four = when(byte >= 0xf0, 160);
    two | signs | kana | han | hangul | rest | four
}

/// The mask that keeps the whole cost.
const ALL: u8 = 0xff;

const fn when(is_so: bool, cost: u8) -> u8 {
    if is_so { cost } else { 0 }
}
