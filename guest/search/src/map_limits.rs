//! The limits of a page of a map.

/// The default number of definitions per page, and the maximum; larger numbers are capped.
pub(crate) const DEFAULT_DEFINITIONS: u64 = 1000;
pub(crate) const MAX_PAGE_DEFINITIONS: u64 = 10_000;

/// The default number of bytes per page.
pub const DEFAULT_MAP_BYTES: u64 = 12_000;

/// The limits of a page of a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapLimits {
    /// The maximum number of definitions.
    pub definitions: Option<u64>,
    /// The maximum number of bytes.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, as an estimate.
    pub tokens: Option<u64>,
}
