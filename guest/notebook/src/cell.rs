//! A cell of a notebook.

use crate::json::{Json, Parsed};
use crate::limits::NotebookLimits;
use crate::output::{OpenOutput, Output, short_text};
use readroom_types::CellKind;
use std::iter;

/// A cell of a notebook: its source and its outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number, counted from 1 over all cells of the file, including malformed ones.
    pub number: u64,
    /// The kind of its source.
    pub kind: CellKind,
    /// Its execution count. `None` if it never ran, or holds no code.
    pub run: Option<u64>,
    /// Its source, up to the limit.
    pub source: String,
    /// The number of characters left out at the end of its source.
    pub source_left_out: u64,
    /// Its outputs. Consecutive pieces of one stream are one output.
    pub outputs: Vec<Output>,
    /// The number of further outputs beyond the limit.
    pub outputs_left_out: u64,
}

impl Cell {
    /// Returns the line above a cell: `[Cell 24, code, run 23]`.
    pub fn heading(&self) -> String {
        let Self { number, kind, run, .. } = self;
        let run = run.map_or_else(String::new, |run| format!(", run {run}"));
        format!("[Cell {number}, {}{run}]", kind.name())
    }

    /// Returns whether all of it was read.
    pub fn is_whole(&self) -> bool {
        let is_whole = |output: &Output| output.omitted_characters() == 0;
        self.source_left_out + self.outputs_left_out == 0 && self.outputs.iter().all(is_whole)
    }
}

#[derive(Default)]
struct Members {
    cell_type: Option<String>,
    /// `source`, in format 3 `input` for code. An error if it is not text.
    source: Option<Result<Source, ()>>,
    /// `execution_count`, in format 3 `prompt_number`.
    run: Option<u64>,
    outputs: Outputs,
    /// The level of a heading in format 3.
    level: Option<u64>,
    /// The language of code in format 3.
    language: Option<String>,
}

/// A parsed cell, and its facts about the notebook.
pub(crate) struct Read {
    pub(crate) cell: Cell,
    pub(crate) language: Option<String>,
    /// The number of its malformed outputs.
    pub(crate) unreadable: u64,
}

/// Parses a cell. `None` if the value is not a cell.
pub(crate) fn read(
    json: &mut Json<'_>,
    number: u64,
    limits: &NotebookLimits<'_>,
) -> Parsed<Option<Read>> {
    let mut members = Members::default();
    let is_object = json.each_member(&mut |json, name| {
        match name {
            "cell_type" => members.cell_type = short_text(json)?,
            "source" | "input" => members.source = Some(Source::read(json, limits)?),
            "execution_count" | "prompt_number" => members.run = json.natural()?,
            "outputs" => members.outputs = Outputs::read(json, limits)?,
            "level" => members.level = json.natural()?,
            "language" => members.language = short_text(json)?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    Ok(if is_object { members.cell(number) } else { None })
}

impl Members {
    fn cell(self, number: u64) -> Option<Read> {
        let (kind, level) = match &*self.cell_type? {
            "code" => (CellKind::Code, None),
            "markdown" => (CellKind::Markdown, None),
            "heading" => (CellKind::Markdown, Some(self.level.unwrap_or(1))),
            _ => (CellKind::Raw, None),
        };
        let Source { mut text, left_out } =
            self.source.unwrap_or_else(|| Ok(Source::default())).ok()?;
        if let Some(level) = level {
            let marks: String = iter::repeat_n('#', level.clamp(1, 6) as usize).collect();
            text = format!("{marks} {text}");
        }
        let Outputs { read, left_out: outputs_left_out, unreadable } = self.outputs;
        let cell = Cell {
            number,
            kind,
            run: self.run,
            source: text,
            source_left_out: left_out,
            outputs: read,
            outputs_left_out,
        };
        Some(Read { cell, language: self.language, unreadable })
    }
}

/// The text of a cell.
#[derive(Default)]
struct Source {
    text: String,
    left_out: u64,
}

impl Source {
    /// Parses the text of a cell. An error if the value is not text.
    fn read(json: &mut Json<'_>, limits: &NotebookLimits<'_>) -> Parsed<Result<Self, ()>> {
        let mut source = Self::default();
        let most = limits.source.saturating_add(limits.beyond());
        let is_text = json.lines(&mut |line| {
            let room = most.saturating_sub(source.text.len());
            let end = if source.left_out > 0 { 0 } else { line.floor_char_boundary(room) };
            let (kept, rest) = line.split_at_checked(end).unwrap_or((line, ""));
            source.text.push_str(kept);
            source.left_out += rest.chars().count() as u64;
        })?;
        if let Some(mask) = limits.mask {
            let Self { text, left_out } = &mut source;
            *text = mask(std::mem::take(text), false);
            let over = text.split_off(text.floor_char_boundary(limits.source));
            *left_out += over.chars().count() as u64;
        }
        Ok(if is_text { Ok(source) } else { Err(()) })
    }
}

#[derive(Default)]
struct Outputs {
    read: Vec<Output>,
    left_out: u64,
    unreadable: u64,
}

impl Outputs {
    fn read(json: &mut Json<'_>, limits: &NotebookLimits<'_>) -> Parsed<Self> {
        let (mut outputs, mut taken) = (Self::default(), 0);
        // The last one, which more pieces of the same stream may follow.
        let mut last: Option<OpenOutput> = None;
        json.each_element(&mut |json| {
            let Some(output) = OpenOutput::read(json, limits.characters + 2 * limits.beyond())?
            else {
                outputs.unreadable += 1;
                return Ok(());
            };
            if let Some(last) = last.as_mut().filter(|last| output.continues(last)) {
                last.append(output);
                return Ok(());
            }
            let ended = last.take().map(|last| last.finish(limits));
            outputs.read.extend(ended.inspect(|output| taken += output.memory()));
            if outputs.read.len() >= limits.outputs || taken >= limits.memory {
                outputs.left_out += 1;
            } else {
                last = Some(output);
            }
            Ok(())
        })?;
        outputs.read.extend(last.map(|last| last.finish(limits)));
        Ok(outputs)
    }
}
