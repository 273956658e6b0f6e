//! Required literals, of which every match contains one, and the search for them.
//!
//! For a single literal, the regex engine uses a SIMD prefilter, which in a component keeps its
//! state in memory, and takes more than twice as long as this. For several, or if case is ignored,
//! it examines each byte there. So this prefilter searches for two bytes of each required literal,
//! in blocks that the compiler vectorizes, and in both cases if necessary. If they mislead it too
//! often, it chooses two that are rarely together in the text.

use memchr::memmem::Finder;
use regex_syntax::hir::{Class, Hir, HirKind};
use std::cell::Cell;
use std::cmp::Reverse;
use std::ops::Range;

/// The number of bytes compared at a time.
const BLOCK: usize = 128;

/// How many bytes are searched for one literal before the next.
const STRETCH: usize = 32 * BLOCK;

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

/// After this many blocks with both bytes but no literal, two other bytes are chosen; then after
/// twice as many.
const MANY_MISLEADING: u32 = 16;

/// How much text decides which bytes are rare.
const SAMPLE_BYTES: usize = 8 * 1024;

/// One byte, or a letter in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FoldedByte {
    /// The bits to ignore. They are set in `byte`.
    ignored: u8,
    byte: u8,
}

/// Required literals: every match contains one of them.
#[derive(Debug)]
pub struct Required {
    literals: Vec<RequiredLiteral>,
    /// The length of the longest literal.
    longest: usize,
    /// Whether the literal, if it is the only one, is the whole match.
    is_whole: bool,
    /// Finds it where it is close, if it also is case-sensitive.
    finder: Option<Finder<'static>>,
}

#[derive(Debug)]
struct RequiredLiteral {
    bytes: Vec<FoldedByte>,
    /// The bytes to search for, with their offsets.
    rare: Cell<[(usize, FoldedByte); 2]>,
    /// The number of blocks with both bytes but no literal, and after how many others are chosen.
    misleading: Cell<(u32, u32)>,
}

impl Required {
    /// Returns literals of at least two bytes of which every match contains one: the best set, if
    /// there are several.
    pub fn of(hir: &Hir) -> Option<Self> {
        let (sets, is_whole) = Sets::of(hir);
        let is_cut = sets.best.iter().any(|text| text.len() > MAX_LENGTH);
        let literals: Vec<_> = sets.best.into_iter().filter_map(RequiredLiteral::new).collect();
        let longest = literals.iter().map(|literal| literal.bytes.len()).max()?;
        let is_whole = is_whole && !is_cut;
        let finder = literals.first().filter(|_| is_whole).and_then(RequiredLiteral::finder);
        Some(Self { literals, longest, is_whole, finder })
    }

    /// Returns whether they consist of ASCII characters, which are the same bytes in every encoding
    /// that is recognized by more than its beginning.
    pub fn is_ascii(&self) -> bool {
        self.literals.iter().flat_map(|literal| &literal.bytes).all(|own| own.byte.is_ascii())
    }

    /// Returns the length of the longest literal in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the length of a match, if it is exactly the literal: every occurrence is then a
    /// match.
    pub fn whole_length(&self) -> Option<usize> {
        self.is_whole.then_some(self.longest)
    }

    /// Returns the offset of the first occurrence of a literal that is the whole match, faster than
    /// [`Required::find`] if that is close. `None` if there is no such literal.
    pub fn find_close(&self, text: &[u8]) -> Option<Option<usize>> {
        self.finder.as_ref().map(|finder| finder.find(text))
    }

    /// Returns the offset of the first occurrence of any of them.
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        (0..text.len()).step_by(STRETCH).find_map(|start| {
            let stretch = start..start + STRETCH;
            self.literals.iter().filter_map(|literal| literal.find(text, stretch.clone())).min()
        })
    }
}

impl RequiredLiteral {
    /// Returns a literal, if it is long enough.
    fn new(mut bytes: Vec<FoldedByte>) -> Option<Self> {
        bytes.truncate(MAX_LENGTH);
        let [first, .., last] = *bytes else { return None };
        let last = (bytes.len() - 1, last);
        let rare = Cell::new([(0, first), last]);
        Some(Self { rare, misleading: Cell::new((0, MANY_MISLEADING)), bytes })
    }

    fn finder(&self) -> Option<Finder<'static>> {
        let is_sensitive = self.bytes.iter().all(|byte| byte.ignored == 0);
        let bytes: Vec<u8> = self.bytes.iter().map(|byte| byte.byte).collect();
        is_sensitive.then(|| Finder::new(&bytes).into_owned())
    }

    /// Searches for the byte that is rarest in a text, and the one that is rarest at its distance.
    fn choose_rare(&self, text: &[u8]) {
        let mut counts = [0_u32; 256];
        for byte in text {
            if let Some(count) = counts.get_mut(usize::from(*byte)) {
                *count += 1;
            }
        }
        let count = |byte: u8| counts.get(usize::from(byte)).copied().unwrap_or_default();
        let count = |own: FoldedByte| match own.ignored {
            0 => count(own.byte),
            ignored => count(own.byte) + count(own.byte & !ignored),
        };
        let offsets = || self.bytes.iter().copied().enumerate();
        let Some((first, rarest)) = offsets().min_by_key(|(_, own)| count(*own)) else { return };
        let mut together = vec![0_u32; self.bytes.len()];
        let places = text.iter().enumerate().filter(|(_, byte)| rarest.is(**byte));
        for (place, _) in places.filter(|(place, _)| *place >= first) {
            let around = text.get(place - first..).unwrap_or_default();
            for ((own, byte), hits) in self.bytes.iter().zip(around).zip(&mut together) {
                *hits += u32::from(own.is(*byte));
            }
        }
        let second = offsets().zip(together).filter(|((offset, _), _)| *offset != first);
        if let Some((second, _)) = second.min_by_key(|((_, own), hits)| (*hits, count(*own))) {
            self.rare.set([(first, rarest), second]);
        }
    }

    /// Returns the offset of the first occurrence that starts in a range.
    fn find(&self, text: &[u8], Range { start, end }: Range<usize>) -> Option<usize> {
        let end = end.min((text.len() + 1).checked_sub(self.bytes.len())?);
        let [first, second] = self.rare.get();
        let near = |(offset, _)| text.get(start + offset..end + offset).unwrap_or_default();
        let (blocks, _) = near(first).as_chunks::<BLOCK>();
        let (others, _) = near(second).as_chunks::<BLOCK>();
        for (number, (block, other)) in blocks.iter().zip(others).enumerate() {
            if are_in(block, other, first.1, second.1) {
                let start = start + number * BLOCK;
                match self.find_in_parts(text, start..start + BLOCK) {
                    None => self.was_misled(text.get(start..).unwrap_or_default()),
                    found => return found,
                }
            }
        }
        self.find_in_parts(text, start + blocks.len() * BLOCK..end)
    }

    fn find_in_parts(&self, text: &[u8], Range { start, end }: Range<usize>) -> Option<usize> {
        let [first, second] = self.rare.get();
        let near = |(offset, _)| text.get(start + offset..end + offset).unwrap_or_default();
        let (parts, _) = near(first).as_chunks::<PART>();
        let (others, _) = near(second).as_chunks::<PART>();
        let starts_in = |mut range: Range<usize>| {
            range.find(|at| text.get(*at..).is_some_and(|rest| self.begins(rest)))
        };
        let found = parts.iter().zip(others).enumerate().find_map(|(number, (part, other))| {
            let start = start + number * PART;
            let is_near = are_in(part, other, first.1, second.1);
            is_near.then(|| starts_in(start..start + PART)).flatten()
        });
        found.or_else(|| starts_in(start + parts.len() * PART..end))
    }

    /// Chooses other bytes by the text if the present ones misled too often.
    fn was_misled(&self, text: &[u8]) {
        let (count, max) = self.misleading.get();
        self.misleading.set((count.saturating_add(1), max));
        if count >= max {
            self.choose_rare(text.get(..SAMPLE_BYTES).unwrap_or(text));
            self.misleading.set((0, max.saturating_mul(2)));
        }
    }

    fn begins(&self, text: &[u8]) -> bool {
        self.bytes.iter().zip(text).all(|(own, byte)| own.is(*byte))
            && text.len() >= self.bytes.len()
    }
}

/// Returns whether two bytes match at the same offset of the text near them. Branches only at the
/// end, and counts in bytes, for the sake of SIMD.
fn are_in<const N: usize>(
    near_first: &[u8; N],
    near_second: &[u8; N],
    first: FoldedByte,
    second: FoldedByte,
) -> bool {
    let mut any = 0;
    for (a, b) in near_first.iter().zip(near_second) {
        any |= u8::from(first.is(*a) & second.is(*b));
    }
    any != 0
}

impl FoldedByte {
    fn is(self, byte: u8) -> bool {
        byte | self.ignored == self.byte
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
