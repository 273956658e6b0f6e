//! What takes the place of `value_format.rs` without the feature `masks`: there is no format.

/// How the values of a file are written that is masked. This build masks none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {}
