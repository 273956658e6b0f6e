//! The patterns of a list that are compiled when they are needed.

use crate::git_pattern::Fold;
use crate::patterns::Patterns;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// The number of paths for which only the patterns that may match are compiled. A read compares
/// a few paths, and compiling 500 patterns takes as long as comparing twenty.
const FEW: u8 = 16;

/// The patterns in a text.
pub(crate) struct LazyPatterns {
    /// All of them. `None` if they do not compile.
    all: OnceLock<Option<Patterns>>,
    fold: Option<Fold>,
    /// Whether a line may be malformed. Then all are compiled, so that it is noticed.
    may_be_malformed: OnceLock<bool>,
    /// The number of paths compared before all are compiled.
    compared: AtomicU8,
}

impl LazyPatterns {
    pub(crate) fn new(fold: Option<Fold>) -> Self {
        let (all, may_be_malformed) = (OnceLock::new(), OnceLock::new());
        Self { all, fold, may_be_malformed, compared: AtomicU8::new(0) }
    }

    pub(crate) fn compiled(patterns: Patterns, fold: Option<Fold>) -> Self {
        Self { all: OnceLock::from(Some(patterns)), ..Self::new(fold) }
    }

    /// Returns all patterns. `None` if they do not compile.
    pub(crate) fn all(&self, text: &str) -> Option<&Patterns> {
        self.all.get_or_init(|| Patterns::new(text, self.fold).ok()).as_ref()
    }

    /// Looks for a path in patterns of which some are left out that match neither it nor a
    /// directory around it. `None` if they do not compile.
    pub(crate) fn find<R>(
        &self,
        text: &str,
        path: &str,
        find: impl FnOnce(&Patterns) -> R,
    ) -> Option<R> {
        if self.all.get().is_some()
            || self.compared.fetch_add(1, Ordering::Relaxed) >= FEW
            || *self.may_be_malformed.get_or_init(|| may_be_malformed(text))
        {
            return self.all(text).map(find);
        }
        Patterns::for_path(text, self.fold, path).ok().as_ref().map(find)
    }
}

/// Returns whether a text has sets or escapes, the only parts of patterns that can be malformed.
fn may_be_malformed(text: &str) -> bool {
    let mut found = 0;
    // In this form the loop is vectorized.
    for byte in text.bytes() {
        found |= u8::from(byte == b'[') | u8::from(byte == b'\\');
    }
    found != 0
}
