//! Writes the stories of a binary Word document: its text, notes, comments and text boxes.

use super::fonts::Fonts;
use super::lists::Lists;
use super::pieces::Piece;
use super::properties::{Look, Paragraph, PropertyPages};
use super::rows::Row;
use super::styles::Styles;
use crate::Limit;
use crate::compound::{Sectors, Stream};
use crate::error::{Fault, Outcome};
use crate::fields::Fields;
use crate::notes::NoteKind;
use crate::page_headers::{Pages, SectionHeaders};
use crate::symbols;
use crate::table_stack::TableStack;
use crate::utf16::push_unit;
use crate::writer::Writer;
use crate::zip::u16s;
use encoding_rs::WINDOWS_1252;

/// The size in bytes from which text is written before something else follows it.
const MAX_PENDING: usize = 64 << 10;

/// The text, and the properties of its parts.
pub(super) struct Text {
    pub(super) stream: Stream,
    pub(super) pieces: Vec<Piece>,
    pub(super) characters: PropertyPages,
    pub(super) paragraphs: PropertyPages,
    pub(super) styles: Styles,
    pub(super) lists: Lists,
    pub(super) fonts: Fonts,
    /// The number of characters that may still be read.
    pub(super) left: u64,
}

/// A note or a comment: the position of its reference in the text, and of its text in its story.
pub(super) struct Note {
    pub(super) reference: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of its author.
    pub(super) author: u16,
}

/// A page header or a footer: its pages, whether it is a footer, and the positions of its text in
/// its story.
pub(super) type Header = (Pages, bool, u32, u32);

/// The state of writing a story.
pub(super) struct Story<'a, 's> {
    pub(super) writer: &'a mut Writer,
    text: Text,
    sectors: &'a mut Sectors<'s>,
    notes: [Vec<Note>; 3],
    fields: Fields,
    tables: TableStack,
    /// The row of the outermost table. `None` between rows.
    row: Option<Row>,
    /// The properties of the paragraph where it begins. `None` between paragraphs.
    paragraph: Option<Paragraph>,
    look: Look,
    /// The text that is not written yet, and the first half of a character.
    pending: String,
    half: Option<u16>,
    /// Whether an object is drawn in the paragraph, which may be the ground of its text.
    has_shape: bool,
    pub(super) headers: SectionHeaders,
    /// The number of drawn objects: text boxes and others.
    pub(super) shapes: u64,
}

impl<'a, 's> Story<'a, 's> {
    pub(super) fn new(
        writer: &'a mut Writer,
        text: Text,
        sectors: &'a mut Sectors<'s>,
        notes: [Vec<Note>; 3],
    ) -> Self {
        Self {
            writer,
            text,
            sectors,
            notes,
            fields: Fields::default(),
            tables: TableStack::default(),
            row: None,
            paragraph: None,
            look: Look::default(),
            pending: String::new(),
            half: None,
            has_shape: false,
            headers: SectionHeaders::default(),
            shapes: 0,
        }
    }

    /// Writes all stories, which follow each other in the text and have these lengths.
    pub(super) fn convert(
        &mut self,
        lengths: &[u32; 8],
        authors: &[String],
        headers: &[Header],
    ) -> Outcome {
        let start =
            |story: usize| lengths.iter().take(story).fold(0, |a: u32, b| a.saturating_add(*b));
        self.write(0, start(1))?;
        self.write(start(6), start(7))?;
        let at = |story: usize, position: u32| start(story).saturating_add(position);
        let notes = std::mem::take(&mut self.notes);
        for ((kind, story), notes) in NoteKind::ALL.into_iter().zip([1, 5, 4]).zip(notes) {
            self.writer.blank_line();
            for (note, number) in notes.iter().zip(1..) {
                let text = self.write_aside(at(story, note.start), at(story, note.end))?;
                let is_comment = kind == NoteKind::Comment;
                self.writer.facts.unseen.comments += u64::from(is_comment);
                let author = authors.get(usize::from(note.author)).filter(|_| is_comment);
                let author = author.map(String::as_str).unwrap_or_default();
                self.writer.note(&kind.label(number), author, &text)?;
            }
        }
        self.fields.is_page_header = true;
        for (pages, is_footer, start, end) in headers {
            let text = self.write_aside(at(2, *start), at(2, *end))?;
            self.headers.add((text, *is_footer, *pages), self.writer)?;
        }
        self.headers.write(self.writer)?;
        let boxes = self.write_aside(start(7), start(8))?;
        self.writer.page_header(false, &boxes, false)
    }

    /// Returns the text between two positions.
    fn write_aside(&mut self, start: u32, end: u32) -> Outcome<String> {
        self.writer.open_aside();
        self.write(start, end)?;
        self.writer.close_aside()
    }

    /// Writes the text between two positions.
    fn write(&mut self, start: u32, end: u32) -> Outcome {
        let first = self.text.pieces.partition_point(|piece| piece.end <= start);
        let mut number = first;
        let mut units = Vec::new();
        while start < end
            && let Some(piece) = self.text.pieces.get(number).copied()
            && piece.first < end
        {
            let (from, to) = (piece.first.max(start), piece.end.min(end));
            self.piece(piece, from, to, &mut units)?;
            number += 1;
        }
        self.end_paragraph(None, 0, None)?;
        self.fields.take_open();
        self.row = None;
        self.tables.set_depth(0, self.writer)
    }

    /// Writes a part of a piece.
    fn piece(&mut self, piece: Piece, from: u32, to: u32, units: &mut Vec<u16>) -> Outcome {
        /// The number of characters read at once.
        const CHUNK: u32 = 2048;
        let mut position = from;
        while position < to {
            let count = (to - position).min(CHUNK);
            let start = u64::from(piece.offset)
                + u64::from(position - piece.first) * u64::from(piece.bytes);
            let length = (count * piece.bytes) as usize;
            let bytes = self.text.stream.bytes(self.sectors, start, length)?;
            units.clear();
            if piece.bytes == 1 {
                let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
                units.extend(text.encode_utf16());
            } else {
                units.extend(u16s(&bytes));
            }
            let left = self.text.left.checked_sub(units.len() as u64);
            self.text.left = left.ok_or(Fault::TooLarge(Limit::Events))?;
            for (at, unit) in (0_u32..).zip(units.iter()) {
                let offset = start + u64::from(at * piece.bytes);
                let offset = u32::try_from(offset).unwrap_or(u32::MAX);
                self.unit(*unit, position.saturating_add(at), offset)?;
            }
            if units.len() < count as usize {
                // The stream is cut here.
                break;
            }
            position += count;
        }
        Ok(())
    }

    /// Adds a code unit at a position in the text and an offset in the stream.
    fn unit(&mut self, unit: u16, position: u32, offset: u32) -> Outcome {
        if !self.text.characters.is_same(offset) {
            self.set_look(offset)?;
        }
        if self.look.is_deleted {
            return Ok(());
        }
        if self.paragraph.is_none() {
            self.begin_paragraph(offset)?;
        }
        match unit {
            0x13 => {
                self.flush()?;
                self.fields.begin();
            }
            0x14 => {
                self.flush()?;
                self.fields.separate(self.writer, 0)?;
            }
            0x15 => {
                self.flush()?;
                if let Some(value) = self.fields.end(self.writer)? {
                    self.pending = value;
                    self.flush()?;
                }
            }
            0x07 | 0x0c | 0x0d => self.mark(unit, offset)?,
            0x0b | 0x0e => self.pending.push('\n'),
            0x1e => self.pending.push('\u{2011}'),
            0x01 if self.fields.is_shown() && !self.fields.is_page_header => {
                self.writer.facts.left_out.images += 1;
            }
            0x08 => {
                self.shapes += u64::from(!self.fields.is_page_header);
                self.has_shape = true;
            }
            0x02 | 0x05 => self.reference(position)?,
            0x09 | 0x20.. => {
                let symbol = self.look.symbol.filter(|_| unit == 0x28);
                let unit = symbol.map_or(unit, |(_, symbol)| symbol);
                push_unit(&mut self.pending, &mut self.half, unit);
            }
            _ => {}
        }
        if self.pending.len() < MAX_PENDING { Ok(()) } else { self.flush() }
    }

    /// Writes the pending text: where it is shown, or to the instruction of a field.
    fn flush(&mut self) -> Outcome {
        self.half = None;
        if self.pending.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.pending);
        if !self.fields.shows(&text) {
            return Ok(());
        }
        let styles = &self.text.styles;
        let style = self.look.style.map(|style| styles.look(style)).unwrap_or_default();
        let look = self.look.or(style);
        let of_paragraph = self.paragraph.and_then(|of| styles.look(of.style).font);
        let font = look.symbol.map(|(font, _)| font).or(look.font).or(of_paragraph);
        let text = symbols::shown(font.and_then(|font| self.text.fonts.symbols(font)), &text);
        self.writer.set_marks(look.script.unwrap_or_default(), self.is_hidden(), &text)?;
        self.writer.push(&text)
    }

    /// Changes the look to that at an offset.
    fn set_look(&mut self, offset: u32) -> Outcome {
        let look = Look::parse(self.text.characters.at(self.sectors, offset)?);
        if look == self.look {
            return Ok(());
        }
        self.flush()?;
        let unseen = &mut self.writer.facts.unseen;
        unseen.deletions += u64::from(look.is_deleted && !self.look.is_deleted);
        unseen.insertions += u64::from(look.is_inserted && !self.look.is_inserted);
        self.look = look;
        Ok(())
    }

    /// Returns whether text is hidden, white or tiny: by its look, its style or its paragraph's.
    fn is_hidden(&self) -> bool {
        let styles = &self.text.styles;
        let paragraph = self.paragraph.unwrap_or_default();
        let own = self.look.style.map(|style| styles.look(style)).unwrap_or_default();
        let around = styles.look(paragraph.style);
        // Two styles that hide cancel out.
        let is_on = |look: Look| look.vanish.is_some_and(|value| value & 1 == 1);
        let by_style = is_on(own) != is_on(around);
        let is_vanished = match self.look.vanish {
            Some(value @ (0 | 1)) => value == 1,
            Some(value) => (value & 1 == 1) != by_style,
            None => by_style,
        };
        let shown = self.look.or(own).or(around);
        let row = self.row.filter(|_| self.tables.depth() > 0);
        let is_covered = row.is_some_and(Row::is_covered);
        let is_shaded = shown.shaded == Some(true)
            || styles.paragraph(paragraph).shaded == Some(true)
            || self.tables.depth() > 1
            || row.is_some_and(Row::is_shaded)
            || self.has_shape;
        is_vanished
            || is_covered
            || shown.white == Some(true) && !is_shaded
            || shown.tiny == Some(true)
    }

    fn properties(&mut self, offset: u32) -> Outcome<Paragraph> {
        Ok(Paragraph::parse(self.text.paragraphs.at(self.sectors, offset)?))
    }

    /// Begins a paragraph, in as many tables as it is in.
    fn begin_paragraph(&mut self, offset: u32) -> Outcome {
        let paragraph = self.properties(offset)?;
        self.tables.set_depth(paragraph.depth as usize, self.writer)?;
        if !paragraph.is_row_end {
            self.tables.open_cell(self.writer)?;
        }
        if paragraph.depth == 0 {
            self.row = None;
        } else if self.row.is_none() {
            self.row = Some(Row::read(&mut self.text.paragraphs, self.sectors, offset)?);
        }
        self.paragraph = Some(paragraph);
        self.fields.open_links(self.writer, 0)
    }

    /// Ends a paragraph, and the cell or row that ends with it.
    fn mark(&mut self, unit: u16, offset: u32) -> Outcome {
        let paragraph = self.properties(offset)?;
        let all = self.text.styles.paragraph(paragraph);
        self.flush()?;
        let level = all.list_level.unwrap_or_default().into();
        let label = all.list.and_then(|list| self.text.lists.next_label(list, level));
        let label = label.filter(|_| self.writer.has_text());
        let heading = all.heading.filter(|level| *level > 0).map(u64::from);
        self.end_paragraph(heading, level, label)?;
        if paragraph.is_row_end {
            self.row = self.row.filter(|_| paragraph.depth > 1);
            self.tables.close_row(self.writer)
        } else if unit == 0x07 || paragraph.is_inner_cell {
            let row = self.row.as_mut().filter(|_| !paragraph.is_inner_cell);
            row.into_iter().for_each(|row| row.ended += 1);
            self.tables.close_cell(self.writer)
        } else {
            Ok(())
        }
    }

    fn end_paragraph(
        &mut self,
        heading: Option<u64>,
        level: usize,
        label: Option<String>,
    ) -> Outcome {
        self.flush()?;
        self.writer.set_hidden(false)?;
        self.fields.close_links(self.writer, 0)?;
        self.paragraph = None;
        self.has_shape &= !self.writer.has_text();
        self.writer.end_item(heading, level, label)
    }

    /// Adds the reference to the note at a position, if there is one.
    fn reference(&mut self, position: u32) -> Outcome {
        for (kind, notes) in NoteKind::ALL.into_iter().zip(&self.notes) {
            let found = notes.binary_search_by_key(&position, |note| note.reference);
            if let Ok(at) = found {
                let label = kind.label(at + 1);
                self.flush()?;
                self.writer.set_hidden(false)?;
                return self.writer.push_reference(&label);
            }
        }
        Ok(())
    }
}
