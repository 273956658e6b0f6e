//! A document as text for a model.

use super::names::{cell_kind, error_code, output_kind};
use super::wording::ErrorReport;
use crate::shared::line_numbers::LineNumbers;
use readroom_core::{
    ClippedLine, Encoding, EncodingSource, LineNumber, Ordinal, Page, Stopped, SuspiciousKind,
};
use readroom_read::Output;
use readroom_read::{
    Body, Document, ImageInfo, Notebook, NotebookCell, Outline, ReadRequest, TextPage,
};
use std::fmt::{self, Write as _};

/// A document, with notes in brackets.
pub(super) struct ModelText<'a>(pub(super) &'a Document);

impl fmt::Display for ModelText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.body {
            Body::Text(page) => Numbered(page).fmt(f),
            Body::Unchanged => f.write_str("[Unchanged: the file still has this version.]"),
            Body::Outline(outline) => outlined(outline, f),
            Body::Notebook(notebook) => cells(notebook, f),
            Body::Image(ImageInfo { media_type, width, height }) => {
                write!(f, "[{}, {width} x {height} pixels.]", media_type.mime())
            }
        }
    }
}

/// Several documents in sequence.
pub(super) struct ModelTexts<'a>(
    pub(super) &'a [ReadRequest<'a>],
    pub(super) &'a [Result<Document, ErrorReport>],
);

impl fmt::Display for ModelTexts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = LastCharacter { f, last: None };
        for (request, answer) in self.0.iter().zip(self.1) {
            match f.last {
                None => {}
                Some('\n') => f.write_char('\n')?,
                Some(_) => f.write_str("\n\n")?,
            }
            writeln!(f, "==> {} <==", request.path)?;
            match answer {
                Ok(document) => write!(f, "{}", ModelText(document))?,
                Err(report) => write!(f, "[{}]", ErrorText(report))?,
            }
        }
        Ok(())
    }
}

/// An error for a model: what happened and what to do next.
pub(super) struct ErrorText<'a>(pub(super) &'a ErrorReport);

impl fmt::Display for ErrorText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorReport { code, message, hint, .. } = self.0;
        write!(f, "{}: {message}. {hint}", error_code(*code))
    }
}

/// Remembers the last character written.
struct LastCharacter<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    last: Option<char>,
}

impl fmt::Write for LastCharacter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.last = text.chars().next_back().or(self.last);
        self.f.write_str(text)
    }
}

/// Writes the lines of an outline with their ranges.
fn outlined(outline: &Outline, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for entry in &outline.entries {
        let depth = usize::try_from(entry.depth).unwrap_or(usize::MAX).min(32);
        writeln!(
            f,
            "{}-{}\t{:indent$}{}",
            entry.line,
            entry.last,
            "",
            entry.text,
            indent = 2 * depth
        )?;
    }
    write!(f, "[An outline of {} lines", outline.total)?;
    if outline.omitted > 0 {
        write!(f, ", without {} more entries", outline.omitted)?;
    }
    f.write_str(". Read a part with start and lines.]")
}

fn cells(notebook: &Notebook, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for NotebookCell { cell, omitted_characters } in &notebook.cells {
        write!(f, "[Cell {}, {}", cell.number, cell_kind(cell.kind))?;
        match cell.run {
            Some(run) => writeln!(f, ", run {run}]")?,
            None => writeln!(f, "]")?,
        }
        on_lines(&cell.source, f)?;
        if *omitted_characters > 0 {
            writeln!(f, "[{omitted_characters} more characters]")?;
        }
        for output in &cell.outputs {
            put_out(output, f)?;
        }
        if cell.outputs_left_out > 0 {
            writeln!(f, "[{} more outputs]", cell.outputs_left_out)?;
        }
    }
    let language =
        notebook.language.as_deref().map_or(String::new(), |language| format!(" in {language}"));
    match (notebook.cells.first(), notebook.cells.last()) {
        (Some(first), Some(last)) => {
            let (first, last) = (first.cell.number, last.cell.number);
            write!(f, "[A notebook{language}: cells {first}-{last} of {}.", notebook.total)?;
        }
        _ if notebook.total == 0 => write!(f, "[A notebook{language} without cells.")?,
        _ => write!(f, "[A notebook{language}: none of its {} cells.", notebook.total)?,
    }
    if notebook.malformed > 0 {
        write!(f, " {} malformed cells or outputs are left out.", notebook.malformed)?;
    }
    match notebook.next_cell {
        Some(next) => write!(f, " Continue with start={next}.]"),
        None => f.write_str("]"),
    }
}

fn put_out(output: &Output, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "[{}]", output_kind(output.kind))?;
    on_lines(&output.text, f)?;
    if output.clipped > 0 {
        writeln!(f, "[{} more characters]", output.clipped)?;
    }
    for media in &output.media {
        writeln!(f, "[{}, {} bytes]", media.mime, media.bytes)?;
    }
    Ok(())
}

/// Writes a text and a line feed if it does not end with one. An empty text stays empty.
fn on_lines(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(text)?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { f.write_str("\n") }
}

/// The lines of a page with their numbers, and notes.
struct Numbered<'a>(&'a TextPage);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextPage { page, block, suspicious, .. } = self.0;
        let Page { text, first, .. } = page;
        match *first {
            Ordinal::FromStart(first) => {
                LineNumbers::new(first.get(), 0, ' ', "\t").before(text, f)?
            }
            Ordinal::FromEnd(first) => {
                for (number, (_, line)) in (0..=first).rev().zip(text.numbered()) {
                    writeln!(f, "{}\t{line}", Ordinal::FromEnd(number))?;
                }
            }
        }
        let mut notes = Vec::new();
        let next = first.after(text.lines);
        match (*first, text.last(), text.total) {
            (_, None, _) => notes.push("The file is empty.".to_string()),
            (Ordinal::FromEnd(first), Some(_), _) => {
                let last = first.saturating_sub(text.lines - 1);
                notes.push(format!("Lines -{first} to -{last}, counted from the end."));
            }
            (_, Some(last), Some(total))
                if text.first > LineNumber::FIRST || last.get() < total =>
            {
                notes.push(format!("Lines {}-{last} of {total}.", text.first));
            }
            (_, Some(last), None) => {
                notes.push(format!("Lines {}-{last}; more follow.", text.first))
            }
            (_, Some(_), Some(_)) => {}
        }
        if let Some(block) = block {
            notes.push(format!("The block is lines {}-{}.", block.first, block.last));
            if let Some(header) = block.headers.last() {
                notes.push(format!("It is under line {}: '{}'.", header.line, header.text));
            }
        }
        if text.stopped != Stopped::AtEnd {
            notes.push(format!("Continue with start={next}."));
        }
        if text.columns_before > 0 {
            notes.push(format!(
                "Lines are shown from character {}.",
                u64::from(text.columns_before) + 1
            ));
        }
        notes.extend(self.cut_lines());
        let name = text.encoding.encoding.name();
        match (text.encoding.encoding, text.encoding.source) {
            (Encoding::Utf8, _) => {}
            (_, EncodingSource::Content) => notes.push(format!("Decoded as {name}, by a guess.")),
            (_, EncodingSource::Given | EncodingSource::Bom) => {
                notes.push(format!("Decoded as {name}."))
            }
        }
        if text.lossy {
            notes.push(format!(
                "The file is not valid {name}: ill-formed bytes are shown as \u{fffd}."
            ));
        }
        if let Some(finding) = suspicious.first() {
            let line = page.ordinal(finding.line);
            let how = match finding.kind {
                SuspiciousKind::Bidirectional => "that change the order in which it is displayed",
                SuspiciousKind::Invisible => "that are not displayed",
                SuspiciousKind::Terminal => "that can control terminals",
            };
            notes.push(format!("Suspicious: line {line} has characters {how}."));
        }
        if notes.is_empty() { Ok(()) } else { write!(f, "[{}]", notes.join(" ")) }
    }
}

impl Numbered<'_> {
    /// Returns a note about lines whose ends were left out.
    fn cut_lines(&self) -> Option<String> {
        let text = &self.0.page.text;
        let (line, clip) =
            self.0.page.clipped().find(|(_, clip)| clip.next_column <= clip.characters)?;
        let ClippedLine { next_column, characters, .. } = clip;
        let go_on = format!("start={line}, lines=1, column={next_column}");
        Some(match text.clipped.len() {
            1 => format!(
                "Line {line} is cut before character {next_column} of {characters}. Continue it \
                 with {go_on}."
            ),
            all => format!(
                "{all} lines are cut, the first of them line {line} before character {next_column} \
                 of {characters}. Continue it with {go_on}."
            ),
        })
    }
}
