//! What was read, as text for a model.

use super::response::{cell_kind, output_kind};
use crate::line_numbers::LineNumbers;
use crate::neutral::{Ask, Body, Document, Excerpt, Image, Notebook, Outline, Refusal, ShownCell};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use readroom_core::{
    Clip, Deceit, Encoding, Evidence, LineNumber, Ordinal, Page, Presence, Stopped,
};
use readroom_notebook::Output;

/// A document, and in brackets what is to be known of it.
pub(super) struct ModelText<'a>(pub(super) &'a Document);

impl fmt::Display for ModelText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.body {
            Body::Text(excerpt) => Numbered(excerpt).fmt(f),
            Body::Unchanged => f.write_str("[Unchanged: the file still has this version.]"),
            Body::Outline(outline) => outlined(outline, f),
            Body::Notebook(notebook) => cells(notebook, f),
            Body::Image(Image { kind, shown: (width, height) }) => {
                write!(f, "[{}, {width} x {height} pixels.]", kind.mime())
            }
        }
    }
}

/// Several documents, one after the other.
pub(super) struct SeveralTexts<'a>(
    pub(super) &'a [Ask<'a>],
    pub(super) &'a [Result<Document, Refusal>],
);

impl fmt::Display for SeveralTexts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = Remembering { f, last: None };
        for (ask, answer) in self.0.iter().zip(self.1) {
            match f.last {
                None => {}
                Some('\n') => f.write_char('\n')?,
                Some(_) => f.write_str("\n\n")?,
            }
            writeln!(f, "==> {} <==", ask.path)?;
            match answer {
                Ok(document) => write!(f, "{}", ModelText(document))?,
                Err(refusal) => write!(f, "[{}]", Advice(refusal))?,
            }
        }
        Ok(())
    }
}

/// An error for a model: what happened and what to do next.
pub(super) struct Advice<'a>(pub(super) &'a Refusal);

impl fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { code, message, hint, .. } = self.0;
        write!(f, "{}: {message}. {hint}", code.name())
    }
}

/// Remembers the last character that is written.
struct Remembering<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    last: Option<char>,
}

impl fmt::Write for Remembering<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.last = text.chars().next_back().or(self.last);
        self.f.write_str(text)
    }
}

/// The lines of an outline, each with the lines that belong to it.
fn outlined(outline: &Outline, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for entry in &outline.entries {
        let depth = usize::try_from(entry.depth).unwrap_or(usize::MAX).min(32);
        writeln!(
            f,
            "{}-{}\t{:indent$}{}",
            entry.line,
            entry.end,
            "",
            entry.text,
            indent = 2 * depth
        )?;
    }
    write!(f, "[An outline of {} lines", outline.total)?;
    if outline.left_out > 0 {
        write!(f, ", without {} more entries", outline.left_out)?;
    }
    f.write_str(". Read a part with start and lines.]")
}

fn cells(notebook: &Notebook, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for ShownCell { cell, left_out } in &notebook.cells {
        write!(f, "[Cell {}, {}", cell.number, cell_kind(cell.kind))?;
        match cell.run {
            Some(run) => writeln!(f, ", run {run}]")?,
            None => writeln!(f, "]")?,
        }
        on_lines(&cell.source, f)?;
        if *left_out > 0 {
            writeln!(f, "[{left_out} more characters]")?;
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
    if notebook.unreadable > 0 {
        write!(f, " {} cells or outputs are none and left out.", notebook.unreadable)?;
    }
    match notebook.next {
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

/// Writes a text that ends with a line feed, if it has anything.
fn on_lines(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(text)?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { f.write_str("\n") }
}

/// The lines of a page with their numbers, and what was left out.
struct Numbered<'a>(&'a Excerpt);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excerpt { page, block, suspicious, .. } = self.0;
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
                notes.push(format!("It lies under line {}: '{}'.", header.line, header.text));
            }
        }
        if text.stopped != Stopped::AtEnd {
            notes.push(format!("Continue with start={next}."));
        }
        if text.columns_before > 0 {
            notes.push(format!(
                "Shown from character {} of each line on.",
                u64::from(text.columns_before) + 1
            ));
        }
        notes.extend(self.cut_lines());
        let name = text.encoding.encoding.name();
        match (text.encoding.encoding, text.encoding.evidence) {
            (Encoding::Utf8, _) => {}
            (_, Evidence::Content) => notes.push(format!("Read as {name}, by a guess.")),
            (_, Evidence::Given | Evidence::Mark) => notes.push(format!("Read as {name}.")),
        }
        if text.replacements == Presence::Present {
            notes.push(format!(
                "The file is not all {name}: what could not be read is shown as \u{fffd}."
            ));
        }
        if let Some(finding) = suspicious.first() {
            let line = page.place(finding.line);
            let how = match finding.deceit {
                Deceit::Bidirectional => "that change the order in which it is shown",
                Deceit::Invisible => "that are not shown",
                Deceit::Terminal => "that command terminals",
            };
            notes.push(format!("Suspicious: line {line} has characters {how}."));
        }
        if notes.is_empty() { Ok(()) } else { write!(f, "[{}]", notes.join(" ")) }
    }
}

impl Numbered<'_> {
    /// What is shown of the lines that are not shown whole.
    fn cut_lines(&self) -> Option<String> {
        let text = &self.0.page.text;
        let (line, clip) = self.0.page.clipped().find(|(_, clip)| clip.next <= clip.characters)?;
        let Clip { next, characters, .. } = clip;
        let go_on = format!("start={line}, lines=1, column={next}");
        Some(match text.clipped.len() {
            1 => format!(
                "Line {line} is cut before character {next} of {characters}. Go on in it with {go_on}."
            ),
            all => format!(
                "{all} lines are cut, the first of them line {line} before character {next} of {characters}. Go on in \
                 it with {go_on}."
            ),
        })
    }
}
