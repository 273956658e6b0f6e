//! The budget left on a page.

use crate::map_limits::{DEFAULT_DEFINITIONS, MAX_PAGE_DEFINITIONS};
use crate::{DEFAULT_MAP_BYTES, MapLimits, SearchRequest};
use readroom_read::{Argument, ArgumentError, MAX_BYTES, in_range};
use readroom_tokens as tokens;
use readroom_types::SearchStop;

/// The cost of a line in addition to its text: its number and separators.
const LINE_BYTES: u64 = 8;
const LINE_TOKENS: u64 = 4;

/// The maximum number of JSON values on a page: hosts refuse responses with more than 100,001, and
/// some are outside the lines.
const MAX_VALUES: u64 = 99_000;

/// The number of JSON values of a file, of a line, of a match range, and of what a match adds: its
/// group, three headers and three names of cells.
const FILE_VALUES: u64 = 5;
const LINE_VALUES: u64 = 8;
const RANGE_VALUES: u64 = 3;
const MATCH_VALUES: u64 = FILE_VALUES + 3 + 3 * 3 + 4;

/// The limits of a page, minus its content.
#[derive(Clone, Debug)]
pub(crate) struct PageBudget {
    /// The number of matching lines, or of files.
    pub(crate) matches: u64,
    pub(crate) bytes: u64,
    pub(crate) tokens: Option<u64>,
    /// The number of JSON values.
    values: u64,
    /// Whether it has no match yet. The first one always fits, with the lines before it.
    pub(crate) is_empty: bool,
}

impl PageBudget {
    /// A page without limits.
    pub(crate) const ENDLESS: Self =
        Self { matches: u64::MAX, bytes: u64::MAX, tokens: None, values: u64::MAX, is_empty: true };

    /// Returns the budget of an empty page.
    pub(crate) fn of(request: &SearchRequest<'_>) -> Result<Self, ArgumentError> {
        Self::within(request.max_matches()?, request.max_bytes()?, request.tokens)
    }

    /// Returns the budget of an empty page of a map.
    pub(crate) fn of_map(limits: MapLimits) -> Result<Self, ArgumentError> {
        let definitions = limits.definitions.unwrap_or(DEFAULT_DEFINITIONS);
        let definitions = in_range(Argument::Definitions, 1..=u64::MAX, definitions)?;
        let bytes = limits.bytes.unwrap_or(DEFAULT_MAP_BYTES);
        let bytes = in_range(Argument::Bytes, 1..=MAX_BYTES, bytes)?;
        Self::within(definitions.min(MAX_PAGE_DEFINITIONS), bytes, limits.tokens)
    }

    fn within(matches: u64, bytes: u64, tokens: Option<u64>) -> Result<Self, ArgumentError> {
        let tokens = tokens.map(|tokens| in_range(Argument::Tokens, 1..=u64::MAX, tokens));
        let tokens = tokens.transpose()?;
        Ok(Self { matches, bytes, tokens, values: MAX_VALUES, is_empty: true })
    }

    /// Deducts the cost of a file without its lines, if it fits.
    pub(crate) fn take_file(&mut self, path: &str) -> Result<(), SearchStop> {
        self.take(&[path], true, FILE_VALUES)
    }

    /// Deducts the cost of a line, of a match or its context, if it fits. It has `ranges` match
    /// ranges. The texts are its own and, for the first line, its path.
    pub(crate) fn take_line(
        &mut self,
        texts: &[&str],
        is_match: bool,
        ranges: usize,
    ) -> Result<(), SearchStop> {
        let of_match = if is_match { MATCH_VALUES } else { 0 };
        self.take(texts, is_match, LINE_VALUES + RANGE_VALUES * ranges as u64 + of_match)
    }

    fn take(&mut self, texts: &[&str], is_match: bool, values: u64) -> Result<(), SearchStop> {
        let bytes = texts.iter().map(|text| text.len() as u64 + LINE_BYTES).sum();
        let estimate = |text: &&str| tokens::estimate(text) + LINE_TOKENS;
        let tokens = self.tokens.map(|_| texts.iter().map(estimate).sum());
        if is_match && self.matches == 0 {
            return Err(SearchStop::MatchLimit);
        }
        if !self.is_empty {
            if bytes > self.bytes || values > self.values {
                return Err(SearchStop::ByteLimit);
            }
            if tokens > self.tokens {
                return Err(SearchStop::TokenLimit);
            }
        }
        self.is_empty &= !is_match;
        self.matches -= u64::from(is_match);
        self.bytes = self.bytes.saturating_sub(bytes);
        self.values = self.values.saturating_sub(values);
        self.tokens = self.tokens.map(|left| left.saturating_sub(tokens.unwrap_or_default()));
        Ok(())
    }
}
