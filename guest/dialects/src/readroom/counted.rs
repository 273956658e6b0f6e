//! A number of things in words.

/// Returns a number and the word for what is counted, in the plural unless it is 1.
pub(super) fn counted(number: u64, unit: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{s}")
}
