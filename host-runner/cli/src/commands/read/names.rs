//! The words for kinds and numbers of things in a document.

use readroom::OutputKind;

pub(super) fn output_kind(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Stdout => "stdout",
        OutputKind::Stderr => "stderr",
        OutputKind::ExecuteResult => "result",
        OutputKind::DisplayData => "display",
        OutputKind::Error => "error",
    }
}

/// Returns a number with its noun.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
