//! The searched text of a file: the same text that a read shows.

use crate::headers::Headers;
use crate::skipped::Unsearched;
use crate::{MatchGroup, MatchLine, sheets};
use readroom_core::{Binary, File, FileError, Media, Rules, Tree};
use readroom_read::documents::{Facts, Format, Limits};
use readroom_read::{
    Converted, DocumentError, MAX_DEFINED_BYTES, MadeText, NotebookPart, NotebookText, TEXT_RULES,
    converted, text_with_formulas,
};
use readroom_structure::Heading;
use std::ops::RangeInclusive;

/// The maximum number of XML tokens read of a document, so that a search ends in time: about one
/// second's worth.
const MAX_EVENTS: u64 = 4_000_000;

/// The rules for converted text, and for files searched as binary.
const ANY_TEXT: Rules = Rules { binary: Binary::Never, media: Media::Unknown, ..TEXT_RULES };

pub(crate) struct SearchedText<'t, T: Tree> {
    pub(crate) file: File<'t, T>,
    pub(crate) rules: Rules,
    /// Why the text of a document is missing, if it is one.
    pub(crate) refused: Option<Unsearched>,
    made: Made,
}

/// The source of the text.
enum Made {
    /// The bytes of the file.
    Nothing,
    Document(MadeText),
    Notebook {
        parts: Vec<NotebookPart>,
        is_cut: bool,
    },
}

/// Returns whether a document has nothing but pages without text.
fn is_scan(made: &MadeText) -> bool {
    let Facts { units, extraction, .. } = &*made.facts;
    let without = extraction.as_ref().map_or(0, |found| found.pages_without_text.len());
    without > 0 && without >= units.len()
}

impl<'t, T: Tree> SearchedText<'t, T> {
    /// Returns the searched text of a file: its bytes if it is searched as binary, and if it is
    /// neither a notebook nor a document with text.
    pub(crate) fn of(mut file: File<'t, T>, binary: bool) -> Result<Self, FileError> {
        let of = |file, rules, made| Ok(Self { file, rules, refused: None, made });
        if binary {
            return of(file, ANY_TEXT, Made::Nothing);
        }
        let limits = Limits { events: MAX_EVENTS, ..Limits::default() };
        let refused = match converted(&file, &limits)? {
            Converted::Nothing => return of(file, TEXT_RULES, Made::Nothing),
            Converted::Notebook(NotebookText { text, parts, is_cut }) => {
                file.set_text(text.into());
                return of(file, ANY_TEXT, Made::Notebook { parts, is_cut });
            }
            Converted::Document(made) if is_scan(&made) => Unsearched::Document,
            Converted::Document(made) => {
                file.set_text(made.text.clone());
                return of(file, ANY_TEXT, Made::Document(made));
            }
            Converted::Refused(DocumentError::TooLarge(_)) => Unsearched::Large,
            Converted::Refused(_) => Unsearched::Document,
        };
        Ok(Self { file, rules: TEXT_RULES, refused: Some(refused), made: Made::Nothing })
    }

    /// Adds the formulas to the text of a workbook. Returns whether it has any.
    pub(crate) fn show_formulas(&mut self) -> Result<bool, FileError> {
        let Made::Document(made) = &mut self.made else { return Ok(false) };
        // Those of `xls` are only counted.
        if made.facts.formulas == 0 || made.facts.format == Format::Xls {
            return Ok(false);
        }
        let limits = Limits { events: MAX_EVENTS, ..Limits::default() };
        let Some(formulas) = text_with_formulas(&self.file, &limits)? else { return Ok(false) };
        self.file.set_text(formulas.text.clone());
        *made = formulas;
        Ok(true)
    }

    /// Returns whether the text was made from the file, and is in memory.
    pub(crate) fn is_made(&self) -> bool {
        !matches!(self.made, Made::Nothing)
    }

    /// Returns whether the text is that of a PDF file, whose lines end where its layout has it.
    pub(crate) fn is_pdf(&self) -> bool {
        matches!(&self.made, Made::Document(made) if made.facts.format == Format::Pdf)
    }

    /// Returns whether the text is too large for its structure.
    pub(crate) fn is_large(&self) -> bool {
        self.file.text_bytes() > MAX_DEFINED_BYTES
    }

    /// Returns whether the text does not cover the whole file.
    pub(crate) fn is_cut(&self) -> bool {
        match &self.made {
            Made::Nothing => false,
            Made::Document(made) => made.facts.cut.is_some(),
            Made::Notebook { is_cut, .. } => *is_cut,
        }
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> Result<String, FileError> {
        self.file.whole_text(&self.rules)
    }

    /// Returns the file name that says how the text is structured.
    pub(crate) fn structure_name(&self) -> String {
        match self.made {
            // The cells of most notebooks are in Python.
            Made::Notebook { .. } => "cells.py".into(),
            Made::Nothing | Made::Document(_) => self.file.text_name(),
        }
    }

    /// Groups consecutive lines, starting a new group at each part of a notebook, and finds their
    /// headers if requested, in the text if that was read. Lines of a notebook get the numbers of
    /// their cells.
    pub(crate) fn groups(
        &self,
        mut lines: Vec<MatchLine>,
        headers: bool,
        text: Option<&str>,
    ) -> Result<Vec<MatchGroup>, FileError> {
        let headers = match &self.made {
            _ if lines.is_empty() => None,
            Made::Document(made) => Some(self.headers_of(made, &mut lines, headers)?),
            Made::Nothing if headers => Some(Headers::of(&self.file, &self.rules, text)?),
            Made::Nothing | Made::Notebook { .. } => None,
        };
        let mut groups: Vec<MatchGroup> = Vec::new();
        for line in lines {
            let follows = |group: &&mut MatchGroup| {
                let last = group.lines.last().map_or(0, |last| last.number);
                last + 1 == line.number && self.part_of(last) == self.part_of(line.number)
            };
            match groups.last_mut().filter(follows) {
                Some(group) => group.lines.push(line),
                None => groups.push(MatchGroup { headers: Vec::new(), lines: vec![line] }),
            }
        }
        for group in &mut groups {
            let first = group.lines.iter().find(|line| line.is_match).or(group.lines.first());
            let number = first.map_or(0, |line| line.number);
            if let Some(headers) = &headers {
                group.headers = headers.around(number);
            } else if let Some((_, part)) = self.part_of(number) {
                let heading = |text: &String| Heading { line: part.cell, text: text.clone() };
                group.headers = part.headings.iter().map(heading).collect();
                for line in &mut group.lines {
                    (line.number, line.last) = (part.cell.get(), None);
                }
            }
        }
        Ok(groups)
    }

    /// Returns the lines of the part of a notebook that has a line.
    pub(crate) fn lines_of_part(&self, line: u64) -> Option<RangeInclusive<u64>> {
        let Made::Notebook { parts, .. } = &self.made else { return None };
        let (at, part) = self.part_of(line)?;
        let end = parts.get(at + 1).map_or(u64::MAX, |next| next.line.saturating_sub(1));
        Some(part.line..=end)
    }

    /// Returns the part of a notebook that has a line, and its index.
    fn part_of(&self, line: u64) -> Option<(usize, &NotebookPart)> {
        let Made::Notebook { parts, .. } = &self.made else { return None };
        let at = parts.partition_point(|part| part.line <= line).checked_sub(1)?;
        Some((at, parts.get(at)?))
    }

    /// Names the matching cells of sheets, and returns the headers of the document if requested.
    fn headers_of(
        &self,
        MadeText { text, facts, .. }: &MadeText,
        lines: &mut [MatchLine],
        are_wanted: bool,
    ) -> Result<Headers, FileError> {
        let column_names = sheets::name_cells(text, &facts.units, lines);
        if !are_wanted {
            return Ok(Headers::default());
        }
        let mut headers = Headers::of(&self.file, &self.rules, Some(text))?;
        if headers.is_empty() {
            headers = Headers::of_units(text, &facts.units);
        }
        headers.add_innermost(column_names);
        Ok(headers)
    }
}
