//! Pages of answers about the past.

use crate::error::HistoryError;
use readroom_read::{Argument, DEFAULT_BYTES, MAX_BYTES, ReadError, in_range};
use readroom_search::SearchError;
use readroom_tokens as tokens;
use readroom_types::HistoryStop;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The maximum number of JSON values on a page: hosts refuse answers with more than 100,001, and
/// some are not counted.
const MAX_VALUES: u64 = 99_000;

/// The cost of an item of a page in addition to its texts.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) bytes: u64,
    /// The number of JSON values that it has at most.
    pub(crate) values: u64,
}

impl Cost {
    pub(crate) const NONE: Self = Self { bytes: 0, values: 0 };
    /// The cost of a changed file.
    pub(crate) const FILE: Self = Self { bytes: 16, values: 9 };
}

/// The limits of a page, without what is on it.
pub(crate) struct PageBudget {
    /// The number of files, commits or lines.
    count: u64,
    bytes: u64,
    tokens: Option<u64>,
    /// The number of JSON values.
    values: u64,
    /// Whether nothing is on it: something always fits.
    pub(crate) is_empty: bool,
}

impl PageBudget {
    /// Returns the budget of an empty page. `argument` counts what it has, up to `max`.
    pub(crate) fn new(
        (argument, count, default, max): (Argument, Option<u32>, u64, u64),
        bytes: Option<u32>,
        tokens: Option<u32>,
    ) -> Result<Self, HistoryError> {
        let wrong = |error| HistoryError::from(ReadError::Argument(error));
        let count = count.map_or(default, u64::from);
        let count = in_range(argument, 1..=u64::MAX, count).map_err(wrong)?.min(max);
        let bytes = bytes.map_or(DEFAULT_BYTES, u64::from);
        let bytes = in_range(Argument::Bytes, 1..=MAX_BYTES, bytes).map_err(wrong)?;
        let tokens = tokens.map(|tokens| in_range(Argument::Tokens, 1..=u64::MAX, tokens.into()));
        let tokens = tokens.transpose().map_err(wrong)?;
        Ok(Self { count, bytes, tokens, values: MAX_VALUES, is_empty: true })
    }

    /// Deducts texts and what they cost in addition, if they fit.
    pub(crate) fn take(&mut self, texts: &[&str], cost: Cost) -> Result<(), HistoryStop> {
        let bytes = cost.bytes + texts.iter().map(|text| text.len() as u64).sum::<u64>();
        if !self.is_empty && (bytes > self.bytes || cost.values > self.values) {
            return Err(HistoryStop::ByteLimit);
        }
        let tokens = self.tokens.map(|_| texts.iter().map(|text| tokens::estimate(text)).sum());
        if !self.is_empty && tokens > self.tokens {
            return Err(HistoryStop::TokenLimit);
        }
        self.is_empty = false;
        self.bytes = self.bytes.saturating_sub(bytes);
        self.values = self.values.saturating_sub(cost.values);
        self.tokens = self.tokens.map(|left| left.saturating_sub(tokens.unwrap_or_default()));
        Ok(())
    }

    /// Deducts one of what is counted, if there may be more.
    pub(crate) fn take_one(&mut self) -> Result<(), HistoryStop> {
        self.count = self.count.checked_sub(1).ok_or(HistoryStop::CountLimit)?;
        Ok(())
    }
}

/// Returns an argument, unless it is empty.
pub(crate) fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Where a page of a request begins: how many items are before it, and how many lines of the next
/// one. In text, `{request}-{items}-{lines}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) items: u64,
    pub(crate) lines: u64,
}

impl Cursor {
    /// Parses a cursor of a request, which `key` identifies.
    pub(crate) fn parse(cursor: Option<&str>, key: u64) -> Result<Self, HistoryError> {
        let Some(cursor) = cursor else { return Ok(Self::default()) };
        let parsed = || {
            let mut parts = cursor.split('-');
            let of = u64::from_str_radix(parts.next()?, 16).ok()?;
            let items = parts.next()?.parse().ok()?;
            let lines = parts.next()?.parse().ok()?;
            (of == key && parts.next().is_none()).then_some(Self { items, lines })
        };
        parsed().ok_or_else(|| HistoryError::Search(SearchError::Cursor(cursor.into())))
    }

    pub(crate) fn write(self, key: u64) -> String {
        format!("{key:x}-{}-{}", self.items, self.lines)
    }
}

/// Returns what identifies a request.
pub(crate) fn key(request: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    request.hash(&mut hasher);
    // Half of it is enough, and shorter.
    hasher.finish() >> 32
}
