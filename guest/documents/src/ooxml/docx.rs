//! Converts a Word document. Tracked changes are accepted.

mod chunks;
mod drawing;
mod form;
mod headers;
mod notes;
mod numbering;
mod paragraph;
mod properties;
mod state;
mod styles;

use super::{Relationships, found, is_understood, main_with_relationships, pptx};
use crate::color::Paint;
use crate::error::Outcome;
use crate::markdown::{image, one_line};
use crate::math::Math;
use crate::symbols::SymbolFont;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use drawing::{Drawing, Layer};
use state::{Into, Ruby, Run, Text};

/// Converts a document. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (main, relationships) = main_with_relationships(archive)?;
    let mut text = Text::default();
    text.styles.budget = archive.tables.share();
    text.numbering.budget = archive.tables.share();
    let parts: [(_, &mut dyn Handler); 2] =
        [("styles", &mut text.styles), ("numbering", &mut text.numbering)];
    for (kind, handler) in parts {
        let read = relationships.read_first(archive, kind, handler);
        writer.spare(&format!("the {kind}"), read)?;
    }
    let settings = relationships.first("settings").unwrap_or_default();
    let read = read_elements(archive, settings, &mut |element| {
        match element.name() {
            "displayBackgroundShape" => text.is_page_shown |= element.turns_on(),
            "evenAndOddHeaders" => text.headers.has_even |= element.turns_on(),
            _ => {}
        }
        Ok(Visit::Enter)
    });
    writer.spare("the settings", read)?;
    text.styles.finish();
    text.numbering.finish()?;
    // An entry is read to its end before another is opened.
    text.figures = pptx::figures(archive, &relationships, writer)?;
    text.chunks = chunks::read(archive, &relationships, writer)?;
    text.relationships = relationships;
    text.writer = std::mem::take(writer);
    let read = text.read(archive, &main);
    *writer = text.writer;
    read
}

impl Text {
    /// Reads the main part, the notes and the page headers.
    fn read(&mut self, archive: &mut Archive<'_>, main: &str) -> Outcome {
        found(read_part(archive, main, Syntax::Xml, self))?;
        self.end_part()?;
        for kind in ["footnotes", "endnotes", "comments"] {
            let Some(part) = self.relationships.first(kind).map(str::to_owned) else { continue };
            self.writer.blank_line();
            self.relationships = Relationships::read(archive, &part)?;
            let read = read_part(archive, &part, Syntax::Xml, self);
            self.writer.spare("the notes", read)?;
            self.end_part()?;
            self.relationships = Relationships::read(archive, main)?;
        }
        self.read_page_headers(archive)
    }

    /// Returns whether the element is a tracked change of runs that is marked.
    fn marks_changes(&self) -> bool {
        self.writer.has_all && !self.context.is_property() && !self.paragraphs.is_empty()
    }

    fn field(&mut self, kind: &str) -> Outcome {
        match kind {
            "begin" => self.fields.begin(),
            "separate" => self.fields.separate(&mut self.writer, self.paragraphs.len())?,
            "end" => {
                self.is_form = false;
                if let Some(value) = self.fields.end(&mut self.writer)? {
                    self.push(&value)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn image(&mut self, element: &Element<'_>) -> Outcome {
        let target = self.relationships.picture(element);
        let alt = std::mem::take(&mut self.alt);
        // A logo says nothing.
        if target.is_empty() && alt.is_empty() || self.fields.is_page_header {
            return Ok(());
        }
        let image = image(&alt, target);
        self.fields.add_text(&image);
        self.writer.set_hidden(false)?;
        self.writer.push(&image)
    }

    /// Writes empty cells where a row has none.
    fn skip_columns(&mut self, columns: u64) -> Outcome {
        if columns == 0 {
            return Ok(());
        }
        self.writer.open_cell()?;
        self.writer.close_cell(columns)
    }
}

impl Handler for Text {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if let Some(math) = &mut self.math {
            if name == "r" {
                self.run = Run::default();
            }
            self.run.look.set(element);
            return math.open(element, &mut self.writer);
        }
        match name {
            "p" | "tbl" if self.layers.last().is_some_and(|layer| layer.is_deleted) => {
                return Ok(Visit::Skip);
            }
            "p" => self.open_paragraph()?,
            "tc" if self.context.is_row_deleted => return Ok(Visit::Skip),
            _ if self.property(element) => {}
            "del" | "moveFrom" | "ins" | "moveTo" if self.marks_changes() => {
                let mark = if matches!(name, "ins" | "moveTo") { "{++" } else { "{--" };
                self.push_collected(mark, false)?;
            }
            "del" | "moveFrom" => {
                self.writer.facts.unseen.deletions += 1;
                return Ok(Visit::Skip);
            }
            "ins" | "moveTo" => self.writer.facts.unseen.insertions += 1,
            "r" => self.run = Run::default(),
            "background" => {
                let color = element.attr("color").unwrap_or_default();
                self.page = if self.is_page_shown { Paint::of(&color) } else { Paint::Clear };
            }
            "t" => self.into = Into::Run,
            "delText" if self.writer.has_all => self.into = Into::Run,
            "tab" | "ptab" => self.push("\t")?,
            // The break of a page or a column is one of the line, too.
            "br" | "cr" => self.push("\n")?,
            "noBreakHyphen" => self.push("\u{2011}")?,
            "sym" => {
                let code = element.attr("char");
                let code = code.and_then(|code| u32::from_str_radix(&code, 16).ok());
                let symbol = code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                let font = self.run.look.font.replace(SymbolFont::of(&element.short("font")));
                self.push(symbol.encode_utf8(&mut [0; 4]))?;
                self.run.look.font = font;
            }
            "fldChar" => self.field(&element.attr("fldCharType").unwrap_or_default())?,
            "fldSimple" => {
                self.field("begin")?;
                self.fields.instruct(&element.attr("instr").unwrap_or_default());
                self.field("separate")?;
            }
            "ffData" => self.is_form = true,
            _ if self.is_form => self.fields.form().into_iter().for_each(|form| form.set(element)),
            "instrText" => self.into = Into::Instruction,
            "hyperlink" => {
                let target = self.relationships.link(element, "anchor");
                self.links.push(self.writer.open_link(target.as_deref())?);
            }
            "tblStyle" => {
                let look = self.styles.get(&element.short("val")).look;
                if let Some(layer) = self.layers.last_mut() {
                    (layer.ground, layer.look) = (look.around.unwrap_or_default(), look);
                }
            }
            "tbl" => {
                self.end_pending()?;
                self.writer.open_table();
                self.layers.push(Layer::default());
            }
            "tc" => {
                let look = self.layers.last().map(|table| table.look).unwrap_or_default();
                self.layers.push(Layer { look, ..Layer::default() });
                self.writer.open_cell()?;
            }
            "txbxContent" => {
                self.layers.push(self.drawing.layer());
                self.writer.open_aside();
            }
            "gridBefore" | "gridSpan" | "gridAfter" => {
                let columns = element.number("val").unwrap_or(1);
                match self.layers.last_mut() {
                    Some(cell) if name == "gridSpan" => cell.columns = columns,
                    Some(table) if name == "gridAfter" => table.columns_after = columns,
                    Some(_) if !self.context.is_row_deleted => self.skip_columns(columns)?,
                    _ => {}
                }
            }
            "drawing" | "pict" => self.drawing = Drawing::default(),
            // Lines, effects and the colors of pictures are not the ground of text.
            "ln" | "textOutline" | "textFill" | "effectLst" | "lnRef" | "effectRef" | "fontRef"
            | "duotone" | "clrChange" => return Ok(Visit::Skip),
            _ if self.drawing.set(element) => {}
            "docPr" => self.alt = one_line(&element.attr("descr").unwrap_or_default()),
            "blip" | "imagedata" => self.image(element)?,
            "chart" | "relIds" => {
                self.relationships.push_figure(element, &self.figures, &mut self.writer)?;
            }
            // Text that is drawn as a picture.
            "textpath" => {
                self.writer.open_aside();
                self.writer.push(&element.attr("string").unwrap_or_default())?;
                let text = self.writer.close_aside()?;
                self.writer.push_after(text);
            }
            "oMath" => {
                self.run = Run::default();
                self.math = Some(Math::default());
            }
            "altChunk" => {
                self.chunk(element)?;
                return Ok(Visit::Skip);
            }
            "rt" => self.ruby = Ruby { is_open: true, ..Ruby::default() },
            "headerReference" | "footerReference" => self.refer_to_header(element)?,
            "titlePg" => self.headers.has_first |= element.turns_on(),
            "footnoteReference" | "endnoteReference" | "commentReference" => {
                self.refer_to_note(element)?;
            }
            "footnote" | "endnote" | "comment" => self.open_note(element),
            "AlternateContent" => self.choices.push(self.writer.taken()),
            "Choice" if !is_understood(element) => return Ok(Visit::Skip),
            // One of several forms, if nothing of those before it was read.
            "Choice" | "Fallback" if self.choices.last() == Some(&self.writer.taken()) => {}
            // The properties before a tracked change.
            "Choice" | "Fallback" | "tabs" | "sdtPr" | "sectPrChange" | "delText" | "pPrChange"
            | "rPrChange" | "tcPrChange" | "trPrChange" | "tblPrChange" => {
                return Ok(Visit::Skip);
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if let Some(math) = self.math.as_mut().filter(|math| !math.is_complete()) {
            math.close();
            return Ok(());
        }
        if let Some(math) = self.math.take() {
            return self.push_collected(&math.text, math.is_hidden);
        }
        self.drawing.close(name);
        self.end_property(name);
        match name {
            "p" => self.end_paragraph()?,
            "drawing" | "pict" => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.ground = paragraph.ground.or(self.drawing.ground_of_text());
                }
            }
            "t" | "delText" | "instrText" => self.into = Into::Nothing,
            "ins" | "moveTo" if self.marks_changes() => self.push_collected("++}", false)?,
            "del" | "moveFrom" if self.marks_changes() => self.push_collected("--}", false)?,
            "rt" => self.ruby.is_open = false,
            "rubyBase" => self.end_ruby()?,
            "fldSimple" => self.field("end")?,
            "ffData" => self.is_form = false,
            "hyperlink" => {
                if let Some(link) = self.links.pop().flatten() {
                    self.writer.set_hidden(false)?;
                    self.writer.close_link(Some(link));
                }
            }
            "AlternateContent" => drop(self.choices.pop()),
            "tr" => {
                if let Some(table) = self.layers.last_mut() {
                    // It is its rows that may be hidden.
                    table.is_hidden = false;
                    let columns = std::mem::take(&mut table.columns_after);
                    self.skip_columns(columns)?;
                }
                self.writer.close_row()?;
            }
            "tbl" => {
                self.writer.close_table()?;
                self.layers.pop();
            }
            "tc" => {
                self.end_pending()?;
                let columns = self.layers.pop().map_or(1, |cell| cell.columns);
                self.writer.close_cell(columns)?;
            }
            "txbxContent" => {
                self.end_pending()?;
                self.layers.pop();
                let text = self.writer.close_aside()?;
                self.writer.push_after(text);
            }
            "footnote" | "endnote" | "comment" => self.end_note(name)?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        let is_hidden = self.math.is_some() && self.is_hidden(&self.look());
        match (&mut self.math, &self.into) {
            (Some(math), _) => {
                math.is_hidden |= is_hidden && !text.trim().is_empty();
                math.text(text, &mut self.writer)?;
            }
            (None, Into::Run) => self.push(text)?,
            (None, Into::Instruction) => _ = self.fields.instruct(text),
            (None, Into::Nothing) => {}
        }
        Ok(())
    }
}
