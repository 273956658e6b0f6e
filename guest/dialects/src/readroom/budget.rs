//! How much a model is shown: bytes and tokens of the whole text, numbers and notes included.

use readroom_read::{DEFAULT_BYTES, MAX_BYTES, ReadRequest, StopReason};
use readroom_tokens::{self as tokens, Fitting};

/// The smallest budget in bytes: what one character of a line and the shortest notes can take. A
/// smaller one acts as this.
pub(super) const MIN_BYTES: u64 = 256;

/// The smallest budget in tokens, for the same reason.
pub(super) const MIN_TOKENS: u64 = 100;

/// How much may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) bytes: u64,
    pub(super) tokens: Option<u64>,
}

/// Returns the lower of two limits, of which either may be missing.
pub(super) fn lower(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

impl Budget {
    /// Returns the budget of a request, and at most `max_tokens`. Numbers that the read refuses
    /// stay as they are.
    pub(super) fn of(request: &ReadRequest<'_>, max_tokens: Option<u64>) -> Self {
        let at_least = |given: u64, min: u64| if given == 0 { 0 } else { given.max(min) };
        let tokens = request.tokens.map(|tokens| at_least(tokens, MIN_TOKENS));
        let max = max_tokens.map(|max| max.max(MIN_TOKENS));
        Self {
            bytes: at_least(request.bytes.unwrap_or(DEFAULT_BYTES), MIN_BYTES),
            tokens: lower(tokens, max),
        }
    }

    /// Returns the limits on what is read: what is shown is never less.
    pub(super) fn limiting<'a>(self, request: &ReadRequest<'a>) -> ReadRequest<'a> {
        ReadRequest { bytes: Some(self.bytes), tokens: self.tokens, ..*request }
    }

    /// Returns what is left after a text.
    pub(super) fn without(self, text: &str) -> Self {
        Self {
            bytes: self.bytes.saturating_sub(text.len() as u64),
            tokens: self.tokens.map(|tokens| tokens.saturating_sub(tokens::estimate(text))),
        }
    }

    /// Returns what is left of it after a part, at least 1.
    pub(super) fn less(self, part: Self) -> Self {
        let tokens = part.tokens.unwrap_or_default();
        Self {
            bytes: self.bytes.saturating_sub(part.bytes).max(1),
            tokens: self.tokens.map(|all| all.saturating_sub(tokens).max(1)),
        }
    }

    /// Returns a part of it, at least 1.
    pub(super) fn divided_by(self, parts: u64) -> Self {
        Self {
            bytes: (self.bytes / parts).max(1),
            tokens: self.tokens.map(|tokens| (tokens / parts).max(1)),
        }
    }

    /// Returns which limit a text exceeds.
    pub(super) fn exceeded_by(self, text: &str) -> Option<StopReason> {
        if text.len() as u64 > self.bytes.min(MAX_BYTES) {
            return Some(StopReason::ByteLimit);
        }
        let max = self.tokens?;
        (tokens::estimate(text) > max).then_some(StopReason::TokenLimit)
    }

    /// Returns how many whole lines of a text fit, each of which ends with a line feed, and how
    /// many bytes.
    pub(super) fn fitting(self, text: &str) -> (u64, usize) {
        let max = usize::try_from(self.bytes.min(MAX_BYTES)).unwrap_or(usize::MAX);
        let within = text.get(..text.floor_char_boundary(max)).unwrap_or_default();
        let lines = || memchr::memchr_iter(b'\n', within.as_bytes()).count() as u64;
        match self.tokens.map_or(Fitting::Whole, |max| tokens::fitting(within, max)) {
            Fitting::Whole => (lines(), within.len()),
            Fitting::Lines(lines) => (lines, within.len()),
            Fitting::Bytes(bytes) => (0, bytes),
        }
    }
}
