//! A number of things in words.

/// Returns a number and the word for what is counted, in the plural unless it is 1.
pub(super) fn counted(number: u64, unit: &str) -> String {
    match unit.strip_suffix('y') {
        _ if number == 1 => format!("{number} {unit}"),
        Some(stem) => format!("{number} {stem}ies"),
        None if unit.ends_with("ch") => format!("{number} {unit}es"),
        None => format!("{number} {unit}s"),
    }
}
