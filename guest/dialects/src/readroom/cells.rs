//! The cells of a notebook as a model is shown them, and as many of them as fit into a budget.

use super::budget::Budget;
use super::next_call::{self, Changes};
use super::notes::with_note;
use super::sentences::Sentences;
use crate::shared::cell_text::{self, CellText};
use crate::shared::escaped;
use readroom_core::{LineNumber, Ordinal};
use readroom_read::{Notebook, ReadRequest};
use std::fmt::Write as _;

/// The part of a text that is left out at a time of a cell that does not fit: one of this many.
const STEPS: usize = 16;

/// The maximum number of values in the JSON of a notebook. A host refuses an answer with more than
/// 100,001, and an answer may have 16 files with 10,000 lines.
const MAX_VALUES: u64 = 3_500;

/// Returns the cells, what is said of them, and `behind` behind that. Leaves out of the notebook
/// what does not fit.
pub(super) fn fitted(
    request: &ReadRequest<'_>,
    notebook: &mut Notebook,
    budget: Budget,
    behind: &str,
) -> String {
    let text = |notebook: &Notebook, cells: &Cells, count: usize| {
        let note = note(request, notebook, count);
        let note = match budget.divided_by(2).exceeded_by(&note) {
            None => note,
            Some(_) => shortest_note(notebook, count),
        };
        [&*with_note(cells.first(count), &note), behind].concat()
    };
    notebook.keep_values(MAX_VALUES);
    let cells = Cells::of(notebook);
    let all = notebook.cells.len();
    let whole = text(notebook, &cells, all);
    let Some(scarce) = budget.exceeded_by(&whole) else { return whole };
    // The first does not have to fit, for it can be cut; all of them do not.
    let (mut fit, mut too_many) = (1, all);
    while too_many > fit + 1 {
        let middle = usize::midpoint(fit, too_many);
        match budget.exceeded_by(&text(notebook, &cells, middle)) {
            None => fit = middle,
            Some(_) => too_many = middle,
        }
    }
    notebook.keep_first(fit, scarce);
    loop {
        let text = text(notebook, &Cells::of(notebook), notebook.cells.len());
        let over = text.len().saturating_sub(usize::try_from(budget.bytes).unwrap_or(usize::MAX));
        let fits = budget.exceeded_by(&text).is_none();
        if fits || !notebook.shorten(over.max(text.len() / STEPS)) {
            return text;
        }
    }
}

/// The text of cells.
struct Cells {
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl Cells {
    fn of(notebook: &Notebook) -> Self {
        let mut text = String::new();
        let ends = notebook.cells.iter().map(|cell| {
            // Writing into memory does not fail.
            let _ = write!(text, "{}", CellText(cell));
            text.len()
        });
        let ends = ends.collect();
        Self { text, ends }
    }

    fn first(&self, count: usize) -> &str {
        let end = count.checked_sub(1).and_then(|last| self.ends.get(last));
        self.text.get(..end.copied().unwrap_or_default()).unwrap_or_default()
    }
}

/// Returns the numbers of the first and the last of the first cells, if there are any.
fn range(notebook: &Notebook, count: usize) -> Option<(u64, u64)> {
    let shown = notebook.cells.get(..count)?;
    Some((shown.first()?.cell.number, shown.last()?.cell.number))
}

/// Returns the number of the cell behind the first ones.
fn next(notebook: &Notebook, count: usize) -> Option<u64> {
    notebook.cells.get(count).map(|cell| cell.cell.number).or(notebook.next_cell)
}

/// Returns what is said of the first cells of a notebook, and the next call.
fn note(request: &ReadRequest<'_>, notebook: &Notebook, count: usize) -> String {
    let total = notebook.total;
    let mut note = Sentences::default();
    note.add(format_args!("A notebook"));
    if let Some(language) = &notebook.language {
        note.append(format_args!(" in {}", escaped(language)));
    }
    match range(notebook, count) {
        Some((first, last)) => note.append(format_args!(": cells {first}-{last} of {total}.")),
        None if total == 0 => note.append(format_args!(" without cells.")),
        None => note.append(format_args!(": none of its {total} cells.")),
    }
    if let Some(malformed) = cell_text::malformed(notebook) {
        note.add(format_args!("{malformed}"));
    }
    // After a range that the caller chose, the total is enough.
    let is_chosen = request.lines.is_some_and(|lines| count as u64 >= lines);
    if let Some(next) = next(notebook, count).filter(|_| !is_chosen) {
        let start = LineNumber::new(next).map(Ordinal::FromStart);
        let changes = Changes { start, ..Changes::default() };
        note.add(format_args!("Next: {}", next_call::arguments(request, changes)));
    }
    note.in_brackets()
}

/// Returns the same in as few words as possible, for a small budget.
fn shortest_note(notebook: &Notebook, count: usize) -> String {
    let mut note = Sentences::default();
    if let Some((first, last)) = range(notebook, count) {
        note.add(format_args!("Cells {first}-{last} of {}.", notebook.total));
    }
    if let Some(next) = next(notebook, count) {
        note.add(format_args!("Next: start {next}."));
    }
    note.in_brackets()
}
