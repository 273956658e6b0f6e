//! A text that is compared, as the numbers of its lines.

/// A text that is compared.
pub(super) struct Side<'a> {
    pub(super) ids: &'a [u32],
    /// Whether each line has no counterpart.
    pub(super) changed: Vec<bool>,
    /// The lines that are searched for counterparts.
    pub(super) kept: Vec<usize>,
}

/// Returns a power of two near the square root.
pub(super) fn rough_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}

/// Returns the number of equal items at the start of two sequences.
pub(super) fn equal<T: PartialEq>(
    one: impl Iterator<Item = T>,
    other: impl Iterator<Item = T>,
) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}
