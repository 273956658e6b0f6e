//! Cells of a notebook.

use crate::check::{CheckedRequest, CheckedStart};
use crate::error::{PathError, ReadError, SizeLimit};
use readroom_core::{File, FileError, LineNumber, PageStart, READ_CHUNK, Tree};
use readroom_notebook::{Cell, NotebookLimits};
use readroom_tokens::{self as tokens, Fitting};
use readroom_types::StopReason;

/// Cells of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notebook {
    /// The requested part of its cells, in order.
    pub cells: Vec<NotebookCell>,
    /// Why they end where they do.
    pub stopped: StopReason,
    /// The number of cells in the notebook.
    pub total: u64,
    /// The first cell of the next page. `None` if there are no more.
    pub next_cell: Option<u64>,
    /// The number of cells, or outputs of them, left out because they are malformed.
    pub malformed: u64,
    /// The language of its code, if known.
    pub language: Option<String>,
    /// The number of values that are masked in the cells that were read.
    pub masked: u64,
}

/// A cell, possibly clipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotebookCell {
    /// The cell, with as much of its source as fits.
    pub cell: Cell,
    /// The number of characters left out at the end of its source.
    pub omitted_characters: u64,
}

impl Notebook {
    /// Returns the size of its texts in bytes.
    pub fn bytes(&self) -> u64 {
        self.cells.iter().map(|cell| Cost::of(&cell.cell).bytes).sum()
    }

    /// Returns the estimated number of tokens in its texts.
    pub fn tokens(&self) -> u64 {
        self.cells.iter().map(|cell| Cost::of(&cell.cell).tokens).sum()
    }

    /// Leaves out all but the first cells, because of this limit.
    pub fn keep_first(&mut self, cells: usize, limit: StopReason) {
        if let Some(next) = self.cells.get(cells) {
            self.next_cell = Some(next.cell.number);
            self.stopped = limit;
            self.cells.truncate(cells);
        }
    }

    /// Leaves out the cells after the first with which it has more than `max` values of JSON.
    pub fn keep_values(&mut self, max: u64) {
        let of = |NotebookCell { cell, .. }: &NotebookCell| {
            let outputs = cell.outputs.iter();
            outputs.fold(8, |values, output| values + 5 + 3 * output.media.len() as u64)
        };
        let mut taken = 0_u64;
        let sums = self.cells.iter().map(|cell| {
            taken += of(cell);
            taken
        });
        let fit = sums.take_while(|values| *values <= max).count();
        self.keep_first(fit.max(1), StopReason::ByteLimit);
    }

    /// Leaves out about `bytes` bytes at the end of the last cell: of its last output or, if it has
    /// none, of its source. Returns whether there was anything to leave out.
    pub fn shorten(&mut self, bytes: usize) -> bool {
        let Some(NotebookCell { cell, omitted_characters }) = self.cells.last_mut() else {
            return false;
        };
        if cell.outputs.pop_if(|output| output.text.is_empty()).is_some() {
            cell.outputs_left_out += 1;
            return true;
        }
        let (text, omitted) = match cell.outputs.last_mut() {
            Some(output) => (&mut output.text, &mut output.clipped),
            None => (&mut cell.source, omitted_characters),
        };
        let end = text.floor_char_boundary(text.len().saturating_sub(bytes.max(1)));
        let left_out = text.get(end..).unwrap_or_default().chars().count() as u64;
        text.truncate(end);
        *omitted += left_out;
        left_out > 0
    }
}

/// The largest file that is read as a notebook, in bytes: most of one are plots, which are passed
/// over.
pub(crate) const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Returns whether a file has the name of a notebook.
pub fn is_notebook_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.eq_ignore_ascii_case("ipynb")
}

/// Reads the requested cells. `None` if the file is not a notebook.
pub(crate) fn notebook<T: Tree>(
    file: &File<'_, T>,
    path: &str,
    checked: &CheckedRequest<'_>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Option<Notebook>, ReadError> {
    if file.metadata.size > MAX_FILE_BYTES {
        return Err(ReadError::about(
            path,
            PathError::TooLarge(SizeLimit::Notebook(MAX_FILE_BYTES)),
        ));
    }
    let read = |first_cell, cells| {
        let limits = NotebookLimits { first_cell, cells, ..NotebookLimits::default() };
        cells_of(file, &limits).map_err(failed)
    };
    let max = usize::try_from(checked.lines).unwrap_or(usize::MAX).min(NotebookLimits::CELLS);
    let first = match checked.start {
        CheckedStart::At(PageStart::Line(first)) => first.get(),
        CheckedStart::At(PageStart::FromEnd(before)) => match read(1, 0)? {
            Some((counted, _)) => counted.cell_count.saturating_sub(before) + 1,
            None => return Ok(None),
        },
        CheckedStart::At(PageStart::Cursor(_))
        | CheckedStart::Cursor(_)
        | CheckedStart::Block(..)
        | CheckedStart::Definition(_) => {
            return match read(1, 0)? {
                Some(_) => Err(ReadError::about(path, PathError::NotACell)),
                None => Ok(None),
            };
        }
    };
    let Some((read, masked)) = read(first, max)? else { return Ok(None) };
    let total = read.cell_count;
    if first > total.max(1) {
        return Err(ReadError::about(path, PathError::PastLastCell { total }));
    }
    let tokens = checked.tokens.unwrap_or(u64::MAX);
    let mut left = Cost { bytes: checked.bytes, tokens };
    let behind = first.saturating_add(max as u64);
    let behind = match read.next {
        Some(next) => (StopReason::ByteLimit, next),
        None => (StopReason::LineLimit, behind),
    };
    let (mut cells, mut stopped) = (Vec::new(), behind);
    for mut cell in read.cells {
        let cost = Cost::of(&cell);
        let Some(crossed) = left.crossed_by(cost) else {
            left.pay(cost);
            let omitted_characters = cell.source_left_out;
            cells.push(NotebookCell { cell, omitted_characters });
            continue;
        };
        stopped = (crossed, cell.number);
        if cells.is_empty() {
            stopped = (crossed, cell.number + 1);
            let omitted_characters = left.clip(&mut cell) + cell.source_left_out;
            cells.push(NotebookCell { cell, omitted_characters });
        }
        break;
    }
    let (stopped, next) = stopped;
    let has_more = next <= total;
    Ok(Some(Notebook {
        cells,
        stopped: if has_more { stopped } else { StopReason::End },
        total,
        next_cell: has_more.then_some(next),
        malformed: read.unreadable,
        language: read.language,
        masked,
    }))
}

/// Parses the cells of a file, and masks their texts as they are shown. Returns them with the
/// number of values that are replaced. `None` if the file is not a notebook.
pub(crate) fn cells_of<T: Tree>(
    file: &File<'_, T>,
    limits: &NotebookLimits<'_>,
) -> Result<Option<(readroom_notebook::Notebook, u64)>, FileError> {
    let (is_masked, values) = (file.masked_values().is_some(), std::cell::Cell::new(0));
    let mask = |text: String, is_rest| {
        let (text, masked) = file.masked_part(text, is_rest);
        values.set(values.get() + masked.unwrap_or_default());
        text
    };
    let limits = NotebookLimits { mask: is_masked.then_some(&mask), ..*limits };
    let (mut offset, mut failure) = (0, None);
    let mut pieces = || {
        // What is masked in its bytes may be put together otherwise.
        let piece = match is_masked {
            true => file.stored_part(offset, READ_CHUNK),
            false => file.part(offset, READ_CHUNK),
        };
        let piece = piece.map_err(|error| failure = Some(error)).ok()?;
        offset += piece.len() as u64;
        Some(piece).filter(|piece| !piece.is_empty())
    };
    let mut notebook = readroom_notebook::notebook_in_pieces(&mut pieces, &limits).ok();
    if let Some(language) = notebook.as_mut().and_then(|notebook| notebook.language.as_mut()) {
        *language = mask(std::mem::take(language), false);
    }
    failure.map_or(Ok(notebook.map(|notebook| (notebook, values.get()))), Err)
}

/// The text of a notebook: the sources and outputs of its cells, in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotebookText {
    /// The text.
    pub text: String,
    /// Its parts, in order.
    pub parts: Vec<NotebookPart>,
    /// Whether some of it was left out, as too much or as malformed.
    pub is_cut: bool,
}

/// A source or an output of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotebookPart {
    /// Its first line in the text.
    pub line: u64,
    /// The number of the cell.
    pub cell: LineNumber,
    /// What a read shows above it: `[Cell 24, code, run 23]`, and for an output `[stdout]`.
    pub headings: Vec<String>,
}

/// The maximum number of characters of an output that are searched.
const MAX_SEARCHED_CHARACTERS: usize = 1 << 17;

/// Returns the text of a notebook for a search: longer outputs than a read shows, and nothing of a
/// file that a read refuses as too large. `None` if the file is not a notebook.
pub(crate) fn notebook_text<T: Tree>(
    file: &File<'_, T>,
) -> Result<Option<NotebookText>, FileError> {
    if !is_notebook_name(&file.location.to_string()) {
        return Ok(None);
    }
    if file.metadata.size > MAX_FILE_BYTES {
        return Ok(Some(NotebookText { text: String::new(), parts: Vec::new(), is_cut: true }));
    }
    let limits = NotebookLimits {
        cells: usize::MAX,
        outputs: usize::MAX,
        characters: MAX_SEARCHED_CHARACTERS,
        ..NotebookLimits::default()
    };
    let Some((read, _)) = cells_of(file, &limits)? else { return Ok(None) };
    let mut made = NotebookText {
        text: String::new(),
        parts: Vec::new(),
        is_cut: read.next.is_some() || read.unreadable > 0,
    };
    let mut line = 1;
    for cell in read.cells {
        made.is_cut |= !cell.is_whole();
        let number = LineNumber::new(cell.number).unwrap_or(LineNumber::FIRST);
        let mut add = |headings, text: &str| {
            made.parts.push(NotebookPart { line, cell: number, headings });
            made.text.push_str(text);
            if !text.is_empty() && !text.ends_with('\n') {
                made.text.push('\n');
            }
            line += text.lines().count() as u64;
        };
        let heading = cell.heading();
        add(vec![heading.clone()], &cell.source);
        for output in cell.outputs {
            add(vec![heading.clone(), format!("[{}]", output.kind.name())], &output.text);
        }
    }
    Ok(Some(made))
}

/// The cost of a text for the limits.
#[derive(Clone, Copy)]
struct Cost {
    bytes: u64,
    tokens: u64,
}

impl Cost {
    fn of(cell: &Cell) -> Self {
        let texts =
            || std::iter::once(&cell.source).chain(cell.outputs.iter().map(|output| &output.text));
        Self {
            bytes: texts().map(|text| text.len() as u64).sum(),
            tokens: texts().map(|text| tokens::estimate(text)).sum(),
        }
    }

    fn crossed_by(&self, cost: Self) -> Option<StopReason> {
        if cost.bytes > self.bytes {
            Some(StopReason::ByteLimit)
        } else {
            (cost.tokens > self.tokens).then_some(StopReason::TokenLimit)
        }
    }

    fn pay(&mut self, cost: Self) {
        self.bytes = self.bytes.saturating_sub(cost.bytes);
        self.tokens = self.tokens.saturating_sub(cost.tokens);
    }

    /// Clips a cell to what is left: first its source, then its outputs. Returns the number of
    /// characters left out of the source.
    fn clip(&mut self, cell: &mut Cell) -> u64 {
        let omitted_characters = self.keep(&mut cell.source);
        for output in &mut cell.outputs {
            output.clipped += self.keep(&mut output.text);
        }
        omitted_characters
    }

    /// Clips a text to what is left, and pays for it. Returns the number of characters left out.
    fn keep(&mut self, text: &mut String) -> u64 {
        let max = usize::try_from(self.bytes).unwrap_or(usize::MAX);
        let mut end = text.floor_char_boundary(max);
        let within = text.get(..end).unwrap_or_default();
        if let Some(line) = crossing(within, self.tokens) {
            end = line;
        }
        let gone = text.get(end..).unwrap_or_default().chars().count() as u64;
        text.truncate(end);
        let (bytes, tokens) = (text.len() as u64, tokens::estimate(text));
        self.pay(Self { bytes, tokens });
        gone
    }
}

/// Returns how many bytes of a text fit into `max` tokens, if not all do.
fn crossing(text: &str, max: u64) -> Option<usize> {
    match tokens::fitting(text, max) {
        Fitting::Whole => None,
        Fitting::Bytes(bytes) => Some(bytes),
        Fitting::Lines(lines) => {
            let nth = usize::try_from(lines).unwrap_or(usize::MAX).saturating_sub(1);
            text.match_indices('\n').nth(nth).map(|(at, _)| at + 1)
        }
    }
}
