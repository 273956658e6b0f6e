//! The difference of two texts by lines, as git computes it.
//!
//! Lines are matched by [`changed_lines`], and hunks moved by `imara-diff`. Its own matching
//! differs from git's where lines repeat, and its time is quadratic for some texts.

use crate::line_match::changed_lines;
use crate::slider::{BLANK, best_end, indent};
use imara_diff::{Algorithm, Diff, Hunk, Token};
use memchr::memchr;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Texts are compared without equal blocks of this size at their ends, in bytes.
const TAIL_BLOCK: usize = 1024;

/// Lines as numbers: equal lines have the same.
#[derive(Default)]
pub(crate) struct Lines {
    numbers: HashMap<Rc<[u8]>, Token>,
    lines: Vec<Rc<[u8]>>,
    /// The size of all lines in bytes.
    pub(crate) bytes: usize,
}

impl Lines {
    /// Returns the lines of a text.
    pub(crate) fn split(&mut self, mut text: &[u8]) -> Rc<[Token]> {
        let mut tokens = Vec::new();
        while !text.is_empty() {
            let end = memchr(b'\n', text).map_or(text.len(), |end| end + 1);
            let (line, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
            tokens.push(self.token(line));
            text = rest;
        }
        tokens.into()
    }

    fn token(&mut self, line: &[u8]) -> Token {
        if let Some(token) = self.numbers.get(line) {
            return *token;
        }
        let token = Token(u32::try_from(self.lines.len()).unwrap_or(u32::MAX));
        let line: Rc<[u8]> = line.into();
        self.bytes += line.len();
        self.numbers.insert(line.clone(), token);
        self.lines.push(line);
        token
    }

    fn line(&self, token: Token) -> &[u8] {
        self.lines.get(token.0 as usize).map_or(&[], |line| line)
    }

    /// Returns the hunks in which two texts differ.
    pub(crate) fn hunks(&self, before: &[Token], after: &[Token]) -> Vec<Hunk> {
        let tail = self.common_tail(before, after);
        let without_tail = |lines: &[Token]| lines.len().saturating_sub(tail);
        let before = before.get(..without_tail(before)).unwrap_or_default();
        let after = after.get(..without_tail(after)).unwrap_or_default();
        let (removed, added) = changed_lines(before, after);
        // The crate moves only hunks that it found itself: so it compares tokens that are equal
        // exactly where lines were matched. It begins with added lines, and git with removed ones:
        // so the texts change places.
        let matched = removed.iter().filter(|is_changed| !**is_changed).count();
        let mut unmatched = matched..;
        let mut tokens = |changed: &[bool]| -> Vec<Token> {
            let mut matched = 0..;
            let mut next = |is_changed: &bool| {
                if *is_changed { unmatched.next() } else { matched.next() }
            };
            let numbers = changed.iter().map_while(&mut next);
            numbers.map(|number| Token(u32::try_from(number).unwrap_or(u32::MAX))).collect()
        };
        let (one, other) = (tokens(&added), tokens(&removed));
        let count = u32::try_from(before.len() + after.len()).unwrap_or(u32::MAX);
        let mut diff = Diff::default();
        diff.compute_with(Algorithm::Myers, &one, &other, count);
        let slide = |lines: &[Token], block: Range<u32>, earliest: u32| {
            let line = |number: u32| lines.get(number as usize).map(|token| self.line(*token));
            let indent = |number| line(number).map_or(BLANK, indent);
            best_end(block, earliest, u32::try_from(lines.len()).unwrap_or(u32::MAX), &indent)
        };
        diff.postprocess_with(after, before, slide);
        diff.hunks().map(|hunk| hunk.invert()).collect()
    }

    /// Returns how many equal lines at their ends are left out of the comparison.
    fn common_tail(&self, before: &[Token], after: &[Token]) -> usize {
        let pairs = || before.iter().rev().zip(after.iter().rev());
        let lines = pairs().take_while(|(one, other)| one == other).count();
        let mut bytes: usize =
            before.iter().rev().take(lines).map(|line| self.line(*line).len()).sum();
        if let Some((one, other)) = pairs().nth(lines) {
            let (one, other) = (self.line(*one).iter().rev(), other);
            bytes += one.zip(self.line(*other).iter().rev()).take_while(|(a, b)| a == b).count();
        }
        // Up to the end of its first line, the tail is compared after all.
        let mut left = bytes / TAIL_BLOCK * TAIL_BLOCK;
        let mut whole = 0;
        for line in before.iter().rev().take(lines) {
            match left.checked_sub(self.line(*line).len()) {
                Some(rest) if rest > 0 => (left, whole) = (rest, whole + 1),
                _ => break,
            }
        }
        whole
    }
}
