//! The words for kinds of things in a document.

use readroom::{CellKind, OutputKind};

pub(super) fn cell_kind(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Code => "code",
        CellKind::Markdown => "markdown",
        CellKind::Raw => "raw",
    }
}

pub(super) fn output_kind(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Stdout => "stdout",
        OutputKind::Stderr => "stderr",
        OutputKind::ExecuteResult => "result",
        OutputKind::DisplayData => "display",
        OutputKind::Error => "error",
    }
}
