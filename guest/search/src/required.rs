//! Required literals, of which every match contains one, and the search for them.
//!
//! For a single literal, the regex engine uses a SIMD prefilter. For several, or if case is
//! ignored, in a component it examines each byte. So this prefilter searches for the rarest bytes
//! of the required literals, in blocks that the compiler vectorizes, and in both cases if
//! necessary.

use readroom_core::sort_by;
use regex_syntax::hir::{Class, Hir, HirKind};
use std::cmp::Reverse;

/// The number of bytes compared at a time.
const BLOCK: usize = 64;

/// The number of bytes per part of a block that are compared one by one, after a hit in the part.
const PART: usize = 16;

/// The maximum number of literals. More take longer than the engine.
const MAX_LITERALS: usize = 8;

/// The maximum length of a literal. A longer one is cut to a prefix.
const MAX_LENGTH: usize = 64;

/// The length at which a literal is as good as a longer one.
const LONG: usize = 4;

/// The bit that distinguishes upper-case from lower-case letters.
const CASE_BIT: u8 = 0x20;

/// The letters, sorted by descending frequency in text.
const LETTERS: &[u8; 26] = b"etaoinsrlcdupmfhgbyvwkxqjz";

/// One byte, or a letter in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FoldedByte {
    /// The bits to ignore. They are set in `byte`.
    ignored: u8,
    byte: u8,
}

/// Required literals: every match contains one of them.
#[derive(Debug)]
pub(crate) struct Required {
    literals: Vec<RequiredLiteral>,
    /// The length of the longest literal.
    longest: usize,
    /// Whether the literal, if it is the only one, is the whole match.
    is_whole: bool,
}

#[derive(Debug)]
struct RequiredLiteral {
    bytes: Vec<FoldedByte>,
    /// Its rarest bytes, with their offsets.
    rare: [(usize, FoldedByte); 3],
}

impl Required {
    /// Returns literals of at least two bytes of which every match contains one: the best set, if
    /// there are several. `None` if the engine is as fast, as for a single case-sensitive literal.
    pub(crate) fn of(hir: &Hir) -> Option<Self> {
        let (sets, is_whole) = Sets::of(hir);
        if let [text] = &*sets.best
            && text.iter().all(|byte| byte.ignored == 0)
        {
            return None;
        }
        let is_cut = sets.best.iter().any(|text| text.len() > MAX_LENGTH);
        let literals: Vec<_> = sets.best.into_iter().filter_map(RequiredLiteral::new).collect();
        let longest = literals.iter().map(|literal| literal.bytes.len()).max()?;
        Some(Self { literals, longest, is_whole: is_whole && !is_cut })
    }

    /// Returns the length of a match, if it is exactly the literal: every occurrence is then a
    /// match.
    pub(crate) fn whole_length(&self) -> Option<usize> {
        self.is_whole.then_some(self.longest)
    }

    /// Returns the offset of the first occurrence of any of them.
    pub(crate) fn find(&self, text: &[u8]) -> Option<usize> {
        let blocks = text.len().saturating_sub(self.longest - 1) / BLOCK * BLOCK;
        for block in (0..blocks).step_by(BLOCK) {
            if !self.may_be_in::<BLOCK>(text, block) {
                continue;
            }
            for part in (block..block + BLOCK).step_by(PART) {
                if self.may_be_in::<PART>(text, part)
                    && let found @ Some(_) = self.find_from(text, part, part + PART)
                {
                    return found;
                }
            }
        }
        self.find_from(text, blocks, text.len())
    }

    /// Returns whether one of them may start at one of `N` offsets.
    fn may_be_in<const N: usize>(&self, text: &[u8], start: usize) -> bool {
        self.literals.iter().any(|required| required.may_be_in::<N>(text, start))
    }

    fn find_from(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        (from..to).find(|place| {
            let rest = text.get(*place..).unwrap_or_default();
            self.literals.iter().any(|required| required.begins(rest))
        })
    }
}

impl RequiredLiteral {
    /// Returns a literal, if it is long enough.
    fn new(mut bytes: Vec<FoldedByte>) -> Option<Self> {
        bytes.truncate(MAX_LENGTH);
        let mut offsets: Vec<_> = bytes.iter().copied().enumerate().collect();
        sort_by(&mut offsets, |(_, a), (_, b)| a.commonness().cmp(&b.commonness()));
        let rare = match *offsets {
            [first, second, third, ..] => [first, second, third],
            [first, second] => [first, second, second],
            _ => return None,
        };
        Some(Self { bytes, rare })
    }

    /// Returns whether its rare bytes match for a start at one of `N` offsets. Branches only at the
    /// end, for the sake of SIMD.
    fn may_be_in<const N: usize>(&self, text: &[u8], start: usize) -> bool {
        let mut all = [true; N];
        for (place, rare) in &self.rare {
            let near = text.get(start + place..).and_then(|rest| rest.first_chunk::<N>());
            let Some(near) = near else { return true };
            all.iter_mut().zip(near).for_each(|(all, byte)| *all &= rare.is(*byte));
        }
        all.iter().fold(false, |any, all| any | all)
    }

    fn begins(&self, text: &[u8]) -> bool {
        let has =
            |(place, rare): &(usize, FoldedByte)| text.get(*place).is_some_and(|b| rare.is(*b));
        self.rare.first().is_some_and(has)
            && text.len() >= self.bytes.len()
            && self.bytes.iter().zip(text).all(|(own, byte)| own.is(*byte))
    }
}

impl FoldedByte {
    fn is(self, byte: u8) -> bool {
        byte | self.ignored == self.byte
    }

    /// Returns how common it is in text.
    fn commonness(self) -> usize {
        let letter = self.byte.to_ascii_lowercase();
        match LETTERS.iter().position(|other| *other == letter) {
            // Upper-case letters are rare.
            Some(place) if self.ignored == 0 && self.byte.is_ascii_uppercase() => 20 - place / 2,
            Some(place) => 60 - 2 * place,
            None if self.byte == b' ' => 70,
            None => 30,
        }
    }
}

/// The sets of required literals.
#[derive(Debug, Default)]
struct Sets {
    /// A literal that may continue.
    current: Vec<FoldedByte>,
    best: Vec<Vec<FoldedByte>>,
}

impl Sets {
    /// Returns those of an expression, and whether it is exactly one literal.
    fn of(hir: &Hir) -> (Self, bool) {
        let mut sets = Self::default();
        let is_one = sets.add(hir) && sets.best.is_empty();
        sets.cut();
        (sets, is_one)
    }

    /// Adds an expression. Returns whether it only continues the literal.
    fn add(&mut self, hir: &Hir) -> bool {
        match hir.kind() {
            HirKind::Empty => return true,
            HirKind::Literal(literal) => {
                self.current.extend(literal.0.iter().map(|&byte| FoldedByte { ignored: 0, byte }));
                return true;
            }
            HirKind::Class(class) => {
                if let Some(byte) = letter(class) {
                    self.current.push(byte);
                    return true;
                }
                self.cut();
            }
            // It is zero-width.
            HirKind::Look(_) => {}
            HirKind::Capture(capture) => return self.add(&capture.sub),
            HirKind::Repetition(repetition) => {
                if repetition.min > 0 {
                    self.add(&repetition.sub);
                }
                self.cut();
            }
            HirKind::Concat(parts) => {
                let mut is_one = true;
                parts.iter().for_each(|part| is_one &= self.add(part));
                return is_one;
            }
            HirKind::Alternation(parts) => {
                self.cut();
                let sets: Vec<_> = parts.iter().map(|part| Self::of(part).0.best).collect();
                if sets.iter().all(|set| !set.is_empty()) {
                    self.offer(sets.concat());
                }
            }
        }
        false
    }

    /// Ends a literal.
    fn cut(&mut self) {
        let text = std::mem::take(&mut self.current);
        self.offer(vec![text]);
    }

    /// Replaces the set if the new one is better: a single long literal is the best.
    fn offer(&mut self, set: Vec<Vec<FoldedByte>>) {
        let value = |set: &[Vec<FoldedByte>]| {
            let shortest = set.iter().map(Vec::len).min().unwrap_or_default();
            (shortest.min(LONG), Reverse(set.len()), shortest)
        };
        if set.len() <= MAX_LITERALS
            && set.iter().all(|text| text.len() > 1)
            && value(&set) > value(&self.best)
        {
            self.best = set;
        }
    }
}

/// Returns the letter of a class that consists of its two cases.
fn letter(class: &Class) -> Option<FoldedByte> {
    let Class::Unicode(class) = class else { return None };
    let [upper, lower] = class.ranges() else { return None };
    if upper.start() != upper.end() || lower.start() != lower.end() {
        return None;
    }
    let (upper, byte) = (u8::try_from(upper.start()).ok()?, u8::try_from(lower.start()).ok()?);
    let is_pair = upper.is_ascii_uppercase() && upper | CASE_BIT == byte;
    is_pair.then_some(FoldedByte { ignored: CASE_BIT, byte })
}

#[cfg(test)]
mod tests;
