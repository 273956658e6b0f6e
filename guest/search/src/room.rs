//! How much of a page is left.

use crate::request::SearchRequest;
use crate::results::SearchStop;
use readroom_read::{Argument, ArgumentError, in_range};
use readroom_tokens as tokens;

/// What a line takes in addition to its text: its number, and what separates them.
const LINE_BYTES: u64 = 8;
const LINE_TOKENS: u64 = 4;

/// The limits of a page, less what is on it.
#[derive(Clone, Debug)]
pub(crate) struct PageRoom {
    /// The number of lines that match, or of files.
    pub(crate) matches: u64,
    pub(crate) bytes: u64,
    pub(crate) tokens: Option<u64>,
    /// Whether no match is on it. The first one always is, with the lines before it.
    pub(crate) is_empty: bool,
}

impl PageRoom {
    /// A page of any number of files.
    pub(crate) const ENDLESS: Self =
        Self { matches: u64::MAX, bytes: u64::MAX, tokens: None, is_empty: true };

    /// Returns the room of an empty page.
    pub(crate) fn of(request: &SearchRequest<'_>) -> Result<Self, ArgumentError> {
        let tokens = request.tokens.map(|tokens| in_range(Argument::Tokens, 1..=u64::MAX, tokens));
        Ok(Self {
            matches: request.max_matches()?,
            bytes: request.max_bytes()?,
            tokens: tokens.transpose()?,
            is_empty: true,
        })
    }

    /// Takes the room of texts, a line or a path each, unless there is too little.
    pub(crate) fn take(&mut self, texts: &[&str], is_match: bool) -> Result<(), SearchStop> {
        let bytes = texts.iter().map(|text| text.len() as u64 + LINE_BYTES).sum();
        let estimate = |text: &&str| tokens::estimate(text) + LINE_TOKENS;
        let tokens = self.tokens.map(|_| texts.iter().map(estimate).sum());
        if is_match && self.matches == 0 {
            return Err(SearchStop::MatchLimit);
        }
        if !self.is_empty {
            if bytes > self.bytes {
                return Err(SearchStop::ByteLimit);
            }
            if tokens > self.tokens {
                return Err(SearchStop::TokenLimit);
            }
        }
        self.is_empty &= !is_match;
        self.matches -= u64::from(is_match);
        self.bytes = self.bytes.saturating_sub(bytes);
        self.tokens = self.tokens.map(|left| left.saturating_sub(tokens.unwrap_or_default()));
        Ok(())
    }
}
