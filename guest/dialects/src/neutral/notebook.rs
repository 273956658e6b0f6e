//! Cells of a notebook.

use super::check::{Begun, Checked};
use super::refusal::{no_such_cell, no_way_to_start, too_large};
use super::{MOST_WHOLE_BYTES, Refusal, Stop};
use alloc::string::String;
use alloc::vec::Vec;
use readroom_core::tokens::{self, Fitting};
use readroom_core::{File, ReadError, Start, Tree};
use readroom_notebook::{Cell, NotebookLimits};

/// Cells of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notebook {
    /// The cells that were kept.
    pub cells: Vec<ShownCell>,
    /// Why they end where they do.
    pub stop: Stop,
    /// How many the notebook has.
    pub total: u64,
    /// The first cell that was not looked at, if there is one.
    pub next: Option<u64>,
    /// How many cells, or outputs of them, were left out because they are none.
    pub unreadable: u64,
    /// The language of its code.
    pub language: Option<String>,
}

/// A cell, and what was left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCell {
    /// The cell, with as much of its text as fits.
    pub cell: Cell,
    /// How many characters of its text were left out.
    pub left_out: u64,
}

impl Notebook {
    /// The bytes of its texts.
    pub fn bytes(&self) -> u64 {
        self.cells.iter().map(|shown| Cost::of(&shown.cell).bytes).sum()
    }

    /// The tokens of its texts, as an estimate.
    pub fn tokens(&self) -> u64 {
        self.cells.iter().map(|shown| Cost::of(&shown.cell).tokens).sum()
    }
}

/// The cells that were asked for. None if the file is no notebook after all.
pub(super) fn notebook<T: Tree>(
    file: &File<'_, T>,
    path: &str,
    checked: &Checked<'_>,
    failed: &dyn Fn(ReadError) -> Refusal,
) -> Result<Option<Notebook>, Refusal> {
    let Some(bytes) = file.bytes(MOST_WHOLE_BYTES).map_err(failed)? else {
        return Err(too_large(path, "a notebook is read by its cells up to 4 MiB"));
    };
    let read = |first_cell, cells| {
        readroom_notebook::notebook(
            &bytes,
            &NotebookLimits { first_cell, cells, ..NotebookLimits::default() },
        )
        .ok()
    };
    let most = usize::try_from(checked.lines).unwrap_or(usize::MAX).min(NotebookLimits::CELLS);
    let first = match checked.start {
        Begun::At(Start::Line(first)) => first.get(),
        Begun::At(Start::FromEnd(before)) => match read(1, 0) {
            Some(counted) => counted.cell_count.saturating_sub(before) + 1,
            None => return Ok(None),
        },
        Begun::At(Start::At(_)) | Begun::Cursor(_) | Begun::Block(..) => {
            return if read(1, 0).is_some() { Err(no_way_to_start(path)) } else { Ok(None) };
        }
    };
    let Some(read) = read(first, most) else { return Ok(None) };
    let total = read.cell_count;
    if first > total.max(1) {
        return Err(no_such_cell(path, total));
    }
    let mut left = Cost { bytes: checked.bytes, tokens: checked.tokens.unwrap_or(u64::MAX) };
    let behind = first.saturating_add(most as u64);
    let (mut cells, mut stopped) = (Vec::new(), (Stop::AtLineLimit, behind));
    for mut cell in read.cells {
        let cost = Cost::of(&cell);
        let Some(crossed) = left.crossed_by(cost) else {
            left.pay(cost);
            cells.push(ShownCell { cell, left_out: 0 });
            continue;
        };
        stopped = (crossed, cell.number);
        if cells.is_empty() {
            stopped = (crossed, cell.number + 1);
            let left_out = left.clip(&mut cell);
            cells.push(ShownCell { cell, left_out });
        }
        break;
    }
    let (stop, next) = stopped;
    let has_more = next <= total;
    Ok(Some(Notebook {
        cells,
        stop: if has_more { stop } else { Stop::AtEnd },
        total,
        next: has_more.then_some(next),
        unreadable: read.unreadable,
        language: read.language,
    }))
}

/// What a text costs of the limits.
#[derive(Clone, Copy)]
struct Cost {
    bytes: u64,
    tokens: u64,
}

impl Cost {
    fn of(cell: &Cell) -> Self {
        let texts =
            || core::iter::once(&cell.source).chain(cell.outputs.iter().map(|output| &output.text));
        Self {
            bytes: texts().map(|text| text.len() as u64).sum(),
            tokens: texts().map(|text| tokens::estimate(text)).sum(),
        }
    }

    fn crossed_by(&self, cost: Self) -> Option<Stop> {
        if cost.bytes > self.bytes {
            Some(Stop::AtByteLimit)
        } else {
            (cost.tokens > self.tokens).then_some(Stop::AtTokenLimit)
        }
    }

    fn pay(&mut self, cost: Self) {
        self.bytes = self.bytes.saturating_sub(cost.bytes);
        self.tokens = self.tokens.saturating_sub(cost.tokens);
    }

    /// Keeps of a cell what can be paid: first of its text, then of its outputs. Says how many characters of the text go.
    fn clip(&mut self, cell: &mut Cell) -> u64 {
        let left_out = self.keep(&mut cell.source);
        for output in &mut cell.outputs {
            output.clipped += self.keep(&mut output.text);
        }
        left_out
    }

    /// Keeps the beginning of a text that can be paid, and pays it. Says how many characters go.
    fn keep(&mut self, text: &mut String) -> u64 {
        let most = usize::try_from(self.bytes).unwrap_or(usize::MAX);
        let mut end = text.floor_char_boundary(most);
        let within = text.get(..end).unwrap_or_default();
        if let Some(line) = crossing(within, self.tokens) {
            end = line;
        }
        let gone = text.get(end..).unwrap_or_default().chars().count() as u64;
        text.truncate(end);
        self.pay(Self { bytes: text.len() as u64, tokens: tokens::estimate(text) });
        gone
    }
}

/// How many bytes of a text fit into so many tokens, if not all do.
fn crossing(text: &str, most: u64) -> Option<usize> {
    match tokens::fitting(text, most) {
        Fitting::Whole => None,
        Fitting::Bytes(bytes) => Some(bytes),
        Fitting::Lines(lines) => {
            let nth = usize::try_from(lines).unwrap_or(usize::MAX).saturating_sub(1);
            text.match_indices('\n').nth(nth).map(|(at, _)| at + 1)
        }
    }
}
