//! A cell of a notebook.

use crate::NotebookLimits;
use crate::clip::Clip;
use crate::json::{each_element, each_member, lines, natural, text};
use crate::output::{Output, Unread};
use serde_json::value::RawValue;
use std::iter;

/// A part of a notebook: its source, and what running it put out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number, counted from 1 over all cells of the file, malformed ones included.
    pub number: u64,
    /// What it holds.
    pub kind: CellKind,
    /// The number of its last run. None if it never ran, or holds no code.
    pub run: Option<u64>,
    /// Its text, as long as it is.
    pub source: String,
    /// What it put out. Pieces of one stream that follow each other are one output.
    pub outputs: Vec<Output>,
    /// How many outputs more it has than were asked for.
    pub outputs_left_out: u64,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Source code, in the language of the notebook.
    Code,
    /// Markdown. A heading of format 3 is made one.
    Markdown,
    /// Text that is for other programs, and that of cells without a known type.
    Raw,
}

#[derive(Default)]
struct Members<'a> {
    cell_type: Option<&'a RawValue>,
    /// `source`, in format 3 `input` for code.
    source: Option<&'a RawValue>,
    /// `execution_count`, in format 3 `prompt_number`.
    run: Option<&'a RawValue>,
    outputs: Option<&'a RawValue>,
    /// Of a heading in format 3.
    level: Option<&'a RawValue>,
    /// Of code in format 3.
    language: Option<&'a RawValue>,
}

/// A cell that was read, and what it says about the notebook.
pub(crate) struct Read<'a> {
    pub(crate) cell: Cell,
    pub(crate) language: Option<&'a RawValue>,
    /// How many of its outputs are none.
    pub(crate) unreadable: u64,
}

/// None for what is no cell.
pub(crate) fn read<'a>(
    cell: &'a RawValue,
    number: u64,
    limits: &NotebookLimits,
) -> Option<Read<'a>> {
    let mut members = Members::default();
    each_member(cell, &mut |name, value| {
        let member = match name {
            "cell_type" => &mut members.cell_type,
            "source" | "input" => &mut members.source,
            "execution_count" | "prompt_number" => &mut members.run,
            "outputs" => &mut members.outputs,
            "level" => &mut members.level,
            "language" => &mut members.language,
            _ => return,
        };
        *member = Some(value);
    })?;
    let (kind, level) = match &*text(members.cell_type?)? {
        "code" => (CellKind::Code, None),
        "markdown" => (CellKind::Markdown, None),
        "heading" => (CellKind::Markdown, Some(members.level.and_then(natural).unwrap_or(1))),
        _ => (CellKind::Raw, None),
    };
    let mut source = String::new();
    if let Some(level) = level {
        source.extend(iter::repeat_n('#', level.clamp(1, 6) as usize));
        source.push(' ');
    }
    if let Some(text) = members.source {
        lines(text, &mut |line| source.push_str(line))?;
    }
    let mut cell = Cell {
        number,
        kind,
        run: members.run.and_then(natural),
        source,
        outputs: Vec::new(),
        outputs_left_out: 0,
    };
    let unreadable = members.outputs.map_or(0, |outputs| read_outputs(outputs, &mut cell, limits));
    Some(Read { cell, language: members.language, unreadable })
}

/// Puts the outputs into a cell, and says how many are none.
fn read_outputs(outputs: &RawValue, cell: &mut Cell, limits: &NotebookLimits) -> u64 {
    let mut unreadable = 0;
    // The last one, which more of the same stream may follow.
    let mut last: Option<(Output, Clip)> = None;
    each_element(outputs, &mut |output| {
        let Some(unread) = Unread::of(output) else {
            unreadable += 1;
            return;
        };
        if let Some((_, clip)) = last.as_mut().filter(|(last, _)| unread.continues(last.kind)) {
            unread.read(clip);
            return;
        }
        cell.outputs.extend(last.take().map(finish));
        if cell.outputs.len() >= limits.outputs {
            cell.outputs_left_out += 1;
            return;
        }
        let mut clip = Clip::new(limits.characters);
        let media = unread.read(&mut clip);
        last = Some((Output { kind: unread.kind, text: String::new(), clipped: 0, media }, clip));
    });
    cell.outputs.extend(last.map(finish));
    unreadable
}

fn finish((mut output, clip): (Output, Clip)) -> Output {
    (output.text, output.clipped) = clip.finish();
    output
}
