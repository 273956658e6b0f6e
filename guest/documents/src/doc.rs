//! Binary Word documents (Word 97 to 2003).
//!
//! The main stream has the text in pieces, and another one the tables about it.

mod fonts;
mod lists;
mod pieces;
mod properties;
mod rows;
mod story;
mod styles;

use crate::compound::{Compound, Sectors, Stream};
use crate::error::{Fault, Outcome};
use crate::limits::MAX_NAME;
use crate::notes::NoteKind;
use crate::page_headers::Pages;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use crate::zip::{u16_at, u16s, u32_at};
use crate::{Format, Limits};
use fonts::Fonts;
use lists::Lists;
use pieces::positions;
use properties::{PropertyPages, modifications};
use story::{Header, Story, Text};
use styles::Styles;

/// The size of the part of the header that is read: the lengths of the stories, and the places of
/// the tables.
const HEADER_BYTES: usize = 0x9a + 8 * 75;
/// The maximum size of the properties of a section in bytes, and the code of the one that gives its
/// first page other headers.
const MAX_SECTION: usize = 4096;
const TITLE_PAGE: u16 = 0x300a;
/// The maximum size of the table of lists in bytes.
const MAX_LISTS: usize = 4 << 20;

/// Converts a document. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(
    compound: &mut Compound<'_>,
    limits: &Limits,
    writer: &mut Writer,
) -> Outcome {
    let main = compound.stream("WordDocument")?;
    let mut main = main.ok_or(Fault::Damaged("its main stream is missing"))?;
    let header = main.bytes(&mut compound.sectors, 0, HEADER_BYTES)?;
    let flags = u16_at(&header, 0x0a).unwrap_or_default();
    match (u16_at(&header, 0), u16_at(&header, 2)) {
        (Some(0xa5ec), Some(0x00c1..)) => {}
        // Word 95 and older.
        (Some(0xa500..0xa700), _) => return Err(Fault::Unsupported(Format::Doc)),
        _ => return Err(Fault::Damaged("its header is malformed")),
    }
    if flags & 0x0100 != 0 {
        return Err(Fault::Encrypted);
    }
    let stream = compound.stream(if flags & 0x0200 == 0 { "0Table" } else { "1Table" })?;
    let stream = stream.ok_or(Fault::Damaged("the stream of its tables is missing"))?;
    let budget = TableBudget::new(limits.table);
    let mut tables = Tables { sectors: &mut compound.sectors, stream, header, budget };
    let pieces = pieces::parse(&tables.read(33)?)?;
    tables.budget.take(size_of_val(&*pieces))?;
    let characters = PropertyPages::new(main.clone(), &tables.read(12)?, false);
    let paragraphs = PropertyPages::new(main.clone(), &tables.read(13)?, true);
    let sheet = tables.read(1)?;
    let styles = Styles::parse(&sheet, &mut tables.budget)?;
    let notes = NoteKind::ALL.map(|kind| tables.references(kind));
    let [footnotes, endnotes, comments] = notes;
    let notes = [footnotes?, endnotes?, comments?];
    let headers = tables.headers()?;
    let has_even = tables.read(31)?.first().is_some_and(|flags| flags & 1 == 1);
    let has_first = tables.has_title_page(&mut main)?;
    let boxes = positions(&tables.read(56)?, 22).0.len().saturating_sub(2) as u64;
    let authors = tables.authors()?;
    let lengths = tables.lengths();
    let fonts = Fonts::parse(&tables.read(15)?);
    let lists = tables.lists(&fonts)?;
    let left = limits.events;
    let text = Text { stream: main, pieces, characters, paragraphs, styles, lists, fonts, left };
    let mut story = Story::new(writer, text, tables.sectors, notes);
    (story.headers.has_even, story.headers.has_first) = (has_even, has_first);
    story.convert(&lengths, &authors, &headers)?;
    let images = &mut story.writer.facts.left_out.images;
    *images += story.shapes.saturating_sub(boxes);
    Ok(())
}

/// The tables about the text, which the header lists.
struct Tables<'c, 's> {
    sectors: &'c mut Sectors<'s>,
    stream: Stream,
    header: Vec<u8>,
    budget: TableBudget,
}

impl Tables<'_, '_> {
    /// Reads the table with a number in the list.
    fn read(&mut self, number: usize) -> Outcome<Vec<u8>> {
        let field = |at: usize| u32_at(&self.header, 0x9a + 8 * number + at).unwrap_or_default();
        let (start, size) = (field(0), field(4));
        let size = u64::from(size).min(self.stream.size.saturating_sub(start.into())) as usize;
        self.budget.take(size)?;
        self.stream.bytes(self.sectors, start.into(), size)
    }

    /// Returns the lengths of the stories in characters: the main text, footnotes, headers, macros,
    /// comments, endnotes, text boxes, those of headers.
    fn lengths(&self) -> [u32; 8] {
        std::array::from_fn(|at| u32_at(&self.header, 0x4c + 4 * at).unwrap_or_default())
    }

    /// Reads where notes are referred to, and where their texts begin.
    fn references(&mut self, kind: NoteKind) -> Outcome<Vec<story::Note>> {
        let (references, texts, size) = match kind {
            NoteKind::Footnote => (2, 3, 2),
            NoteKind::Endnote => (46, 47, 2),
            NoteKind::Comment => (4, 5, 30),
        };
        let table = self.read(references)?;
        let (references, data) = positions(&table, size);
        let (texts, _) = positions(&self.read(texts)?, 0);
        let bounds = texts.iter().zip(texts.iter().skip(1));
        let notes = references.iter().zip(data.chunks_exact(size)).zip(bounds);
        let notes = notes.map(|((reference, data), (start, end))| story::Note {
            reference: *reference,
            start: *start,
            end: *end,
            author: u16_at(data, 20).unwrap_or_default(),
        });
        Ok(notes.collect())
    }

    /// Reads where the texts of page headers and footers begin: six in each section, after six
    /// separators of notes. The last position is undefined.
    fn headers(&mut self) -> Outcome<Vec<Header>> {
        let (mut positions, _) = positions(&self.read(11)?, 0);
        positions.pop();
        let bounds = positions.iter().zip(positions.iter().skip(1)).skip(6);
        let header = |((start, end), at): ((&u32, &u32), usize)| {
            let pages = match at % 6 {
                0 | 2 => Pages::Even,
                1 | 3 => Pages::All,
                _ => Pages::First,
            };
            (start < end).then_some((pages, matches!(at % 6, 2 | 3 | 5), *start, *end))
        };
        Ok(bounds.zip(0..).filter_map(header).collect())
    }

    /// Returns whether the first page of a section has other headers.
    fn has_title_page(&mut self, main: &mut Stream) -> Outcome<bool> {
        let table = self.read(6)?;
        for section in positions(&table, 12).1.chunks_exact(12) {
            let start = u32_at(section, 2).filter(|start| *start != u32::MAX);
            let properties =
                main.bytes(self.sectors, start.unwrap_or_default().into(), MAX_SECTION)?;
            let size = start.and_then(|_| u16_at(&properties, 0)).unwrap_or_default();
            let properties = properties.get(2..).unwrap_or_default();
            let properties = properties.get(..size.into()).unwrap_or(properties);
            if modifications(properties).any(|(code, operand)| code == TITLE_PAGE && operand == [1])
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the lists. Their levels follow the table.
    fn lists(&mut self, fonts: &Fonts) -> Outcome<Lists> {
        let start = u32_at(&self.header, 0x9a + 8 * 73).unwrap_or_default();
        if self.read(73)?.is_empty() {
            return Ok(Lists::default());
        }
        let lists = self.stream.bytes(self.sectors, start.into(), MAX_LISTS)?;
        let references = self.read(74)?;
        Lists::parse(&lists, &references, fonts, &mut self.budget)
    }

    /// Reads the authors of comments.
    fn authors(&mut self) -> Outcome<Vec<String>> {
        let table = self.read(36)?;
        let (mut authors, mut rest) = (Vec::new(), &*table);
        while let Some(length) = u16_at(rest, 0) {
            let name = rest.get(2..).unwrap_or_default();
            let (name, after) = name.split_at_checked(2 * usize::from(length)).unwrap_or_default();
            let units: Vec<u16> = u16s(name.get(..MAX_NAME).unwrap_or(name)).collect();
            let author = String::from_utf16_lossy(&units);
            self.budget.take(size_of::<String>() + author.len())?;
            authors.push(author);
            rest = after;
        }
        Ok(authors)
    }
}
