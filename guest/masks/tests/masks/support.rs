//! Generates secrets from the rules, so that none is written down.

use readroom_masks::{Masker, OPEN, Part, Rule, Set, ValueFormat};

/// A deterministic random number generator (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    pub(crate) fn run(&mut self, set: Set, length: usize) -> String {
        let all: Vec<u8> = (0..128).filter(|byte| set.has(*byte)).collect();
        (0..length).map(|_| char::from(all[self.below(all.len())])).collect()
    }
}

/// A generated secret: its whole text, and the part that must not be visible.
pub(crate) struct Secret {
    pub(crate) text: String,
    pub(crate) value: String,
}

/// Generates a secret of a rule that is found by its parts.
pub(crate) fn secret(rule: &Rule, start: &str, random: &mut Random) -> Secret {
    let mut length = |(min, max): (usize, usize)| {
        let max = if max == OPEN { min + 40 } else { max };
        min + random.below(max - min + 1)
    };
    let before = rule.before.map(|(set, min, max)| (set, length((min, max))));
    let lengths = rule.parts.iter().map(|part| match *part {
        Part::Run(_, min, max) => length((min, max)),
        _ => 0,
    });
    let lengths: Vec<usize> = lengths.collect();
    let before = before.map(|(set, length)| random.run(set, length)).unwrap_or_default();
    let mut rest = String::new();
    for (part, length) in rule.parts.iter().zip(lengths) {
        match *part {
            Part::Text(text) => rest.push_str(text),
            Part::One(set) => rest.push_str(&random.run(set, 1)),
            Part::Run(set, ..) => rest.push_str(&random.run(set, length)),
        }
    }
    let text = format!("{before}{start}{rest}");
    let value = if rule.keeps_start { rest } else { text.clone() };
    Secret { text, value }
}

pub(crate) fn mask(kind: ValueFormat, text: &str) -> String {
    let mut masker = Masker::new(kind);
    masked_by(&mut masker, text)
}

pub(crate) fn masked_by(masker: &mut Masker, text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut out = String::new();
        let is_changed = masker.line(line, &mut out);
        assert!(is_changed || out.is_empty(), "{line}: {out}");
        lines.push(if is_changed { out } else { line.to_owned() });
    }
    lines.join("\n")
}

/// Masks text whose lines are passed in pieces of random lengths.
pub(crate) fn mask_in_pieces(
    kind: ValueFormat,
    text: &str,
    most: usize,
    random: &mut Random,
) -> String {
    let mut masker = Masker::new(kind);
    let mut lines = Vec::new();
    for mut line in text.split('\n') {
        let mut out = String::new();
        while !line.is_empty() {
            let length = line.floor_char_boundary(1 + random.below(most)).max(1);
            let length = line.ceil_char_boundary(length.min(line.len()));
            let (piece, rest) = line.split_at(length);
            masker.piece(piece, &mut out);
            line = rest;
        }
        masker.end_line(&mut out);
        lines.push(out);
    }
    lines.join("\n")
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(*chunk.get(at).unwrap_or(&0)));
        for digit in 0..4 {
            let is_padding = digit > chunk.len();
            let byte = DIGITS[bits >> (18 - 6 * digit) & 63];
            text.push(if is_padding { '=' } else { char::from(byte) });
        }
    }
    text
}
