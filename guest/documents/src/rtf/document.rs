//! Follows the groups and control words of Rich Text Format, and writes its text.
//!
//! One file: everything that a control word changes is here.

use super::encodings::TextEncoding;
use crate::color::Paint;
use crate::error::Outcome;
use crate::fields::Fields;
use crate::scripts::Script;
use crate::symbols::{self, SymbolFont};
use crate::table_stack::TableStack;
use crate::writer::{Block, Writer};
use std::collections::BTreeMap;

/// The maximum number of fonts, colors and styles; later ones are ignored.
const MAX_ENTRIES: usize = 4096;
/// The maximum size in bytes of names and labels; the rest is ignored.
const MAX_NAME: usize = 256;
/// The size in bytes from which text is written before something else follows it.
const MAX_PENDING: usize = 64 << 10;
/// The largest font size that counts as hidden, in half points.
const TINY: i32 = 4;

/// The kind of content of a group.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Destination {
    #[default]
    Text,
    Instruction,
    /// The label of a list item, as displayed.
    Label,
    Author,
    /// The data of a form field.
    Form,
    Fonts,
    Colors,
    Styles,
    /// Nothing but pictures, text boxes, and texts in Unicode.
    Shape,
    Ignored,
}

/// The element that ends with a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Field,
    Footnote,
    Endnote,
    Comment,
    TextBox,
}

/// The properties that a group inherits and can change.
#[derive(Clone, Copy, Default)]
struct State {
    destination: Destination,
    ending: Option<Ending>,
    /// The number of characters after one in Unicode that stand for the same.
    substitutes: usize,
    font: i32,
    is_hidden: bool,
    is_tiny: bool,
    script: Script,
    is_deleted: bool,
    is_inserted: bool,
    color: usize,
    /// The colors of the background of characters and of the paragraph.
    grounds: [usize; 2],
    style: i32,
    /// The level of the heading, from 1.
    heading: Option<u64>,
    list_level: usize,
    /// The number of tables that the paragraph is in.
    depth: usize,
}

/// The state around text that is collected aside.
struct Aside {
    tables: TableStack,
    fields: Fields,
    label: String,
    boxes: Vec<String>,
    is_open: bool,
}

/// The document that is being written.
pub(super) struct Document<'w> {
    writer: &'w mut Writer,
    state: State,
    outer: Vec<State>,
    asides: Vec<Aside>,
    /// The bytes that are not decoded yet, and the text that is not written.
    bytes: Vec<u8>,
    text: String,
    /// The first half of a character in Unicode.
    half: Option<u16>,
    /// The number of characters to skip after one in Unicode.
    skipped: usize,
    /// Whether the next word says that the group may be ignored.
    is_optional: bool,
    encoding: TextEncoding,
    fonts: BTreeMap<i32, TextEncoding>,
    /// The colors, and the components of the next one. One without components is automatic.
    colors: Vec<Paint>,
    color: Option<[i32; 3]>,
    headings: BTreeMap<i32, u64>,
    fields: Fields,
    tables: TableStack,
    /// Whether a row has begun.
    is_row: bool,
    /// Whether the paragraph has begun.
    is_open: bool,
    label: String,
    author: String,
    /// The text boxes of the paragraph.
    boxes: Vec<String>,
    notes: Vec<(String, String, String)>,
    /// The number of footnotes, endnotes and comments.
    counts: [usize; 3],
}

impl<'w> Document<'w> {
    pub(super) fn new(writer: &'w mut Writer) -> Self {
        Self {
            writer,
            state: State { substitutes: 1, ..State::default() },
            outer: Vec::new(),
            asides: Vec::new(),
            bytes: Vec::new(),
            text: String::new(),
            half: None,
            skipped: 0,
            is_optional: false,
            encoding: TextEncoding::of_page(1252),
            fonts: BTreeMap::new(),
            colors: Vec::new(),
            color: None,
            headings: BTreeMap::new(),
            fields: Fields::default(),
            tables: TableStack::default(),
            is_row: false,
            is_open: false,
            label: String::new(),
            author: String::new(),
            boxes: Vec::new(),
            notes: Vec::new(),
            counts: [0; 3],
        }
    }

    pub(super) fn open(&mut self) -> Outcome {
        self.flush()?;
        (self.skipped, self.is_optional) = (0, false);
        self.outer.push(self.state);
        self.state.ending = None;
        Ok(())
    }

    pub(super) fn close(&mut self) -> Outcome {
        self.flush()?;
        (self.skipped, self.is_optional) = (0, false);
        if self.outer.len() == 1 {
            self.end_paragraph()?;
        }
        let ending = self.state.ending;
        if let Some(outer) = self.outer.pop() {
            self.state = outer;
        }
        match ending {
            None => Ok(()),
            Some(Ending::Field) => match self.fields.end(self.writer)? {
                Some(value) if !self.state.is_deleted => self.write(&value),
                _ => Ok(()),
            },
            Some(ending) => self.end_aside(ending),
        }
    }

    /// Adds a byte of text.
    pub(super) fn byte(&mut self, byte: u8) -> Outcome {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if !matches!(self.state.destination, Destination::Ignored | Destination::Shape) {
            self.half = None;
            self.bytes.push(byte);
        }
        self.bound()
    }

    /// Writes the text so far if there is much of it.
    fn bound(&mut self) -> Outcome {
        if self.bytes.len() + self.text.len() < MAX_PENDING { Ok(()) } else { self.flush() }
    }

    pub(super) fn symbol(&mut self, symbol: u8) -> Outcome {
        match symbol {
            b'\\' | b'{' | b'}' => self.byte(symbol)?,
            b'*' => self.is_optional = true,
            b'~' => self.character('\u{a0}'),
            b'_' => self.character('\u{2011}'),
            b'\r' | b'\n' => self.word("par", None)?,
            _ => {}
        }
        self.bound()
    }

    /// Adds a character.
    fn character(&mut self, character: char) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else {
            self.decode();
            self.text.push(character);
        }
    }

    /// Adds a code unit of UTF-16.
    fn unit(&mut self, unit: u16) {
        self.decode();
        let half = self.half.take();
        if matches!(unit, 0xd800..0xdc00) {
            self.half = Some(unit);
        } else {
            let decoded = char::decode_utf16(half.into_iter().chain([unit]));
            self.text.extend(decoded.map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)));
        }
        self.skipped = self.state.substitutes;
    }

    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            let encoding = self.fonts.get(&self.state.font).copied().unwrap_or(self.encoding);
            encoding.decode(&self.bytes, &mut self.text);
            self.bytes.clear();
        }
    }

    /// Writes the text so far to its destination.
    fn flush(&mut self) -> Outcome {
        self.decode();
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        let font = self.fonts.get(&self.state.font).copied().and_then(TextEncoding::symbols);
        let text = symbols::shown(font, &text);
        let add = |to: &mut String| {
            if to.len() + text.len() <= MAX_NAME {
                to.push_str(&text);
            }
        };
        match self.state.destination {
            Destination::Text if self.state.is_deleted => {}
            Destination::Text if self.fields.is_shown() => {
                if !text.trim().is_empty() {
                    self.fields.add_text();
                }
                return self.write(&text);
            }
            Destination::Text | Destination::Instruction => self.fields.push_instruction(&text),
            Destination::Label => add(&mut self.label),
            Destination::Author => add(&mut self.author),
            Destination::Styles => self.add_style(&text),
            Destination::Colors => text.matches(';').for_each(|_| self.add_color()),
            Destination::Fonts => self.add_font(&text),
            Destination::Form | Destination::Shape | Destination::Ignored => {}
        }
        Ok(())
    }

    /// Adds the font whose name ends a text, if it is one of symbols.
    fn add_font(&mut self, name: &str) {
        let font = SymbolFont::of(name.trim().trim_end_matches(';'));
        if font.is_some() && self.fonts.len() < MAX_ENTRIES {
            self.fonts.insert(self.state.font, TextEncoding::Symbols(font));
        }
    }

    fn write(&mut self, text: &str) -> Outcome {
        self.begin_paragraph()?;
        if !text.trim().is_empty() {
            self.writer.set_hidden(self.is_hidden())?;
        }
        self.writer.set_script(self.state.script, text)?;
        self.writer.push(text)
    }

    fn is_hidden(&self) -> bool {
        let State { is_hidden, is_tiny, color, grounds, .. } = self.state;
        let paint = |color: usize| self.colors.get(color).copied().unwrap_or_default();
        let grounds = grounds.map(|ground| if ground == 0 { Paint::Clear } else { paint(ground) });
        // Cells may have their own.
        let cell = if self.tables.depth() > 0 { Paint::Unknown } else { Paint::Clear };
        is_hidden || is_tiny || paint(color).is_lost_on(grounds.into_iter().chain([cell]))
    }

    fn add_color(&mut self) {
        if self.colors.len() < MAX_ENTRIES {
            let color = self.color.take();
            let color = color.map(|color| color.map(|part| part.clamp(0, 255) as u8));
            self.colors.push(color.map_or(Paint::Clear, Paint::of_parts));
        }
    }

    /// Adds the style whose name ends a text.
    fn add_style(&mut self, name: &str) {
        let name = name.trim().trim_end_matches(';').to_ascii_lowercase();
        let level = match name.strip_prefix("heading ") {
            Some(level) => level.parse().ok().filter(|level| (1..=9).contains(level)),
            None if name == "title" => Some(1),
            None => self.state.heading,
        };
        if let Some(level) = level
            && self.headings.len() < MAX_ENTRIES
        {
            self.headings.insert(self.state.style, level);
        }
    }

    /// Begins the paragraph, if it has not begun, in as many tables as it is in.
    fn begin_paragraph(&mut self) -> Outcome {
        if !std::mem::replace(&mut self.is_open, true) {
            let depth = self.state.depth.max(self.is_row.into());
            self.tables.set_depth(depth, self.writer)?;
            self.tables.open_cell(self.writer)?;
        }
        Ok(())
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.flush()?;
        self.writer.set_hidden(false)?;
        self.fields.end_links(self.writer)?;
        let label = std::mem::take(&mut self.label);
        let label = label.trim();
        let heading = self.state.heading.or_else(|| self.headings.get(&self.state.style).copied());
        let block = match heading {
            Some(level) => {
                if label.contains(char::is_alphanumeric) {
                    self.writer.push_label(label)?;
                }
                Block::Heading(level)
            }
            None if label.is_empty() => Block::Plain,
            None => {
                let is_number = label.contains(char::is_alphanumeric);
                Block::Item(self.state.list_level, if is_number { label } else { "-" }.into())
            }
        };
        self.is_open = false;
        std::mem::take(&mut self.boxes).into_iter().for_each(|text| self.writer.push_after(text));
        self.writer.end_paragraph(&block).map(drop)
    }

    /// Ends a cell of a table, or of one in a table.
    fn end_cell(&mut self, is_inner: bool) -> Outcome {
        self.flush()?;
        self.begin_paragraph()?;
        self.end_paragraph()?;
        if !is_inner {
            self.tables.set_depth(1, self.writer)?;
        }
        self.tables.close_cell(self.writer)
    }

    fn begin_aside(&mut self, ending: Ending) -> Outcome {
        self.begin_paragraph()?;
        self.writer.open_aside();
        self.asides.push(Aside {
            tables: std::mem::take(&mut self.tables),
            fields: std::mem::take(&mut self.fields),
            label: std::mem::take(&mut self.label),
            boxes: std::mem::take(&mut self.boxes),
            is_open: std::mem::take(&mut self.is_open),
        });
        let State { substitutes, font, is_hidden, is_deleted, .. } = self.state;
        self.state = State {
            ending: Some(ending),
            substitutes,
            font,
            is_hidden,
            is_deleted,
            ..State::default()
        };
        Ok(())
    }

    fn end_aside(&mut self, ending: Ending) -> Outcome {
        self.end_paragraph()?;
        self.tables.set_depth(0, self.writer)?;
        let text = self.writer.close_aside()?;
        if let Some(aside) = self.asides.pop() {
            (self.tables, self.fields) = (aside.tables, aside.fields);
            (self.label, self.boxes) = (aside.label, aside.boxes);
            self.is_open = aside.is_open;
        }
        if self.state.is_deleted {
            return Ok(());
        }
        let (kind, prefix) = match ending {
            Ending::Footnote => (0, ""),
            Ending::Endnote => (1, "e"),
            Ending::Comment => (2, "c"),
            Ending::Field | Ending::TextBox => {
                self.writer.take(2 * size_of::<String>())?;
                self.boxes.push(text);
                return Ok(());
            }
        };
        let Some(count) = self.counts.get_mut(kind) else { return Ok(()) };
        *count += 1;
        let label = format!("{prefix}{count}");
        let author = std::mem::take(&mut self.author);
        let is_comment = ending == Ending::Comment;
        self.writer.facts.unseen.comments += u64::from(is_comment);
        self.writer.take(size_of::<[String; 4]>() + author.len())?;
        self.writer.push_reference(&label)?;
        let author = if is_comment { author } else { String::new() };
        self.notes.push((label, author, text));
        Ok(())
    }

    /// Ends the document, and writes its notes.
    pub(super) fn finish(mut self) -> Outcome {
        self.flush()?;
        while !self.outer.is_empty() {
            self.close()?;
        }
        self.end_paragraph()?;
        self.tables.set_depth(0, self.writer)?;
        self.writer.blank_line();
        for (label, author, text) in &self.notes {
            self.writer.note(label, author, text)?;
        }
        Ok(())
    }

    pub(super) fn word(&mut self, word: &str, number: Option<i32>) -> Outcome {
        if self.skipped > 0 && word != "u" {
            // A control word stands for one character.
            self.skipped -= 1;
        }
        if word == "u" {
            if !matches!(self.state.destination, Destination::Ignored | Destination::Shape) {
                self.unit(number.unwrap_or_default() as u16);
            }
            return self.bound();
        }
        self.flush()?;
        let is_optional = std::mem::take(&mut self.is_optional);
        let is_dead = match self.state.destination {
            Destination::Ignored => true,
            Destination::Shape => !matches!(word, "shptxt" | "dptxbxtext" | "ud" | "pict"),
            _ => false,
        };
        if is_dead || self.destination(word)? {
            return Ok(());
        }
        if is_optional {
            self.state.destination = Destination::Ignored;
            return Ok(());
        }
        if matches!(self.state.destination, Destination::Text | Destination::Label)
            && self.content(word)?
        {
            return Ok(());
        }
        self.property(word, number);
        Ok(())
    }

    /// Applies a word that sets the destination of its group. Returns whether it does.
    fn destination(&mut self, word: &str) -> Outcome<bool> {
        let opens = matches!(word, "field" | "footnote" | "annotation" | "shptxt" | "dptxbxtext");
        if opens && self.state.ending.is_some() {
            return Ok(true);
        }
        let facts = &mut self.writer.facts;
        let destination = match word {
            "fldinst" => Destination::Instruction,
            "listtext" | "pntext" => Destination::Label,
            "atnauthor" => Destination::Author,
            "formfield" => Destination::Form,
            "fonttbl" => Destination::Fonts,
            "colortbl" => Destination::Colors,
            "stylesheet" => Destination::Styles,
            "ffdeftext" | "ffl" if self.state.destination == Destination::Form => {
                self.fields.push_instruction("\0");
                Destination::Instruction
            }
            "shpinst" | "do" | "upr" => Destination::Shape,
            "shppict" | "nesttableprops" | "ud" => Destination::Text,
            "pict" => {
                facts.left_out.images += 1;
                Destination::Ignored
            }
            "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr"
            | "footerf" => {
                facts.left_out.headers_and_footers += 1;
                Destination::Ignored
            }
            // Tables, entries of an index, and alternatives for older readers.
            "info" | "listtable" | "listoverridetable" | "revtbl" | "rsidtbl" | "filetbl"
            | "nonshppict" | "shprslt" | "nonesttables" | "xe" | "tc" | "ftnsep" | "ftnsepc"
            | "aftnsep" | "aftnsepc" | "template" => Destination::Ignored,
            "field" => {
                self.fields.begin();
                self.state.ending = Some(Ending::Field);
                return Ok(true);
            }
            "fldrslt" => {
                self.begin_paragraph()?;
                self.fields.separate(self.writer)?;
                Destination::Text
            }
            "object" => {
                facts.left_out.objects += 1;
                return Ok(true);
            }
            "footnote" | "annotation" | "shptxt" | "dptxbxtext" => {
                self.begin_aside(match word {
                    "footnote" => Ending::Footnote,
                    "annotation" => Ending::Comment,
                    _ => Ending::TextBox,
                })?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        self.state.destination = destination;
        Ok(true)
    }

    /// Adds the character or break of a control word. Returns whether it has one.
    fn content(&mut self, word: &str) -> Outcome<bool> {
        let character = match word {
            // The paragraph continues with the next one.
            "par" if self.state.is_deleted => return Ok(true),
            "par" | "sect" | "page" => {
                self.begin_paragraph()?;
                self.end_paragraph()?;
                return Ok(true);
            }
            "cell" | "nestcell" => {
                self.end_cell(word == "nestcell")?;
                return Ok(true);
            }
            "row" | "nestrow" => {
                if word == "row" {
                    self.tables.set_depth(1, self.writer)?;
                    self.is_row = false;
                }
                self.tables.close_row(self.writer)?;
                return Ok(true);
            }
            "line" | "column" => '\n',
            "tab" => '\t',
            "emdash" => '—',
            "endash" => '–',
            "lquote" => '‘',
            "rquote" => '’',
            "ldblquote" => '“',
            "rdblquote" => '”',
            "bullet" => '•',
            "emspace" | "enspace" | "qmspace" => ' ',
            _ => return Ok(false),
        };
        self.text.push(character);
        Ok(true)
    }

    /// Changes the state.
    fn property(&mut self, word: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        let value = number.unwrap_or_default();
        let index = usize::try_from(value).unwrap_or_default();
        let unseen = &mut self.writer.facts.unseen;
        let state = &mut self.state;
        match word {
            "ansicpg" => self.encoding = TextEncoding::of_page(value),
            "mac" => self.encoding = TextEncoding::of_page(10_000),
            "pc" | "pca" => self.encoding = TextEncoding::Unknown,
            "f" => state.font = value,
            "fcharset" | "cpg" if state.destination == Destination::Fonts => {
                let encoding = match word {
                    "cpg" => Some(TextEncoding::of_page(value)),
                    _ => TextEncoding::of_charset(value),
                };
                if let Some(encoding) = encoding
                    && self.fonts.len() < MAX_ENTRIES
                {
                    self.fonts.insert(state.font, encoding);
                }
            }
            "red" | "green" | "blue" => {
                let [red, green, blue] = self.color.get_or_insert_default();
                *match word {
                    "red" => red,
                    "green" => green,
                    _ => blue,
                } = value;
            }
            "fftype" | "ffres" | "ffdefres" if state.destination == Destination::Form => {
                self.fields.set_form(word, value);
            }
            "uc" => state.substitutes = index,
            "v" => state.is_hidden = is_on,
            "super" | "up" => state.script = Script::of(is_on.into()),
            "sub" | "dn" => state.script = Script::of(-i64::from(is_on)),
            "nosupersub" => state.script = Script::Normal,
            "deleted" => {
                unseen.deletions += u64::from(is_on && !state.is_deleted);
                state.is_deleted = is_on;
            }
            "revised" => {
                unseen.insertions += u64::from(is_on && !state.is_inserted);
                state.is_inserted = is_on;
            }
            "cf" => state.color = index,
            "cb" | "highlight" | "chcbpat" => state.grounds[0] = index,
            "cbpat" => state.grounds[1] = index,
            "fs" => state.is_tiny = (1..=TINY).contains(&value),
            "plain" => {
                let State { grounds: [_, ground], .. } = *state;
                (state.font, state.color, state.grounds) = (0, 0, [0, ground]);
                (state.is_hidden, state.is_tiny, state.script) = (false, false, Script::Normal);
            }
            "pard" => {
                (state.style, state.heading, state.list_level) = (0, None, 0);
                (state.depth, state.grounds[1]) = (0, 0);
            }
            "s" => state.style = value,
            "outlinelevel" => {
                state.heading =
                    u64::try_from(value).ok().filter(|level| *level < 9).map(|at| at + 1);
            }
            "ilvl" => state.list_level = index,
            "intbl" => state.depth = state.depth.max(1),
            "itap" => state.depth = index,
            "trowd" => self.is_row = true,
            "ftnalt" if state.ending == Some(Ending::Footnote) => {
                state.ending = Some(Ending::Endnote);
            }
            _ => {}
        }
    }
}
