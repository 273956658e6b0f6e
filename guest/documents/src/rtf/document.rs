//! Follows the groups of Rich Text Format, and writes its text.

use super::grounds::{Row, Shape};
use super::resources::Resources;
use crate::color::Paint;
use crate::error::Outcome;
use crate::fields::Fields;
use crate::markdown::clean;
use crate::math::Math;
use crate::notes::{NoteKind, Notes};
use crate::page_headers::{Pages, SectionHeaders};
use crate::scripts::Script;
use crate::symbols;
use crate::table_stack::TableStack;
use crate::utf16::push_unit;
use crate::writer::Writer;

/// The maximum size in bytes of names and labels; the rest is ignored.
const MAX_NAME: usize = 256;
/// The size in bytes from which text is written before something else follows it.
const MAX_PENDING: usize = 64 << 10;

/// The kind of content of a group.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Destination {
    #[default]
    Text,
    Instruction,
    /// The label of a list item, as displayed.
    Label,
    Author,
    /// The data of a form field.
    Form,
    /// The default text of a form field, or an entry of its list.
    FormEntry,
    Fonts,
    Colors,
    Styles,
    /// Nothing but pictures, text boxes, and texts in Unicode.
    Shape,
    /// The name and the value of a property of a shape.
    ShapeName,
    ShapeValue,
    Math,
    Ignored,
}

/// The element that ends with a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Field,
    /// An equation, or an element of one.
    Math,
    MathPart,
    Note(NoteKind),
    TextBox,
    /// A page header, or a footer.
    Header(bool, Pages),
}

/// The properties that a group inherits and can change.
#[derive(Clone, Copy, Default)]
pub(super) struct State {
    pub(super) destination: Destination,
    pub(super) ending: Option<Ending>,
    /// The number of characters after one in Unicode that stand for the same.
    pub(super) substitutes: usize,
    pub(super) font: i32,
    pub(super) is_hidden: bool,
    pub(super) is_tiny: bool,
    pub(super) script: Script,
    pub(super) is_deleted: bool,
    pub(super) is_inserted: bool,
    pub(super) color: usize,
    /// The shape that it is in.
    pub(super) around: Shape,
    /// The colors of the background of characters and of the paragraph.
    pub(super) grounds: [usize; 2],
    pub(super) style: i32,
    /// The level of the heading, from 1.
    pub(super) heading: Option<u64>,
    pub(super) list_level: usize,
    /// The number of tables that the paragraph is in.
    pub(super) depth: usize,
}

/// The text of the document, or one that is collected aside.
#[derive(Default)]
pub(super) struct Story {
    pub(super) tables: TableStack,
    pub(super) row: Row,
    pub(super) fields: Fields,
    pub(super) label: String,
    /// The text boxes of the paragraph.
    boxes: Vec<String>,
    /// Whether the paragraph has begun.
    is_open: bool,
}

/// The document that is being written.
#[derive(Default)]
pub(super) struct Document {
    pub(super) writer: Writer,
    pub(super) state: State,
    outer: Vec<State>,
    pub(super) story: Story,
    outer_stories: Vec<Story>,
    /// The bytes that are not decoded yet, and the text that is not written.
    bytes: Vec<u8>,
    pub(super) text: String,
    /// The first half of a character in Unicode.
    half: Option<u16>,
    /// The number of characters to skip after one in Unicode.
    pub(super) skipped: usize,
    /// Whether the next word says that the group may be ignored.
    pub(super) is_optional: bool,
    pub(super) resources: Resources,
    /// Whether a row has begun.
    pub(super) is_row: bool,
    /// The shape that is being read, and the name of its property.
    pub(super) shape: Shape,
    pub(super) shape_name: String,
    pub(super) math: Math,
    author: String,
    notes: Notes,
    pub(super) headers: SectionHeaders,
}

impl Document {
    pub(super) fn new(writer: Writer) -> Self {
        let state = State { substitutes: 1, ..State::default() };
        Self { writer, state, ..Self::default() }
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
        if matches!(ending, Some(Ending::Math)) {
            self.write_math()?;
        }
        if let Some(outer) = self.outer.pop() {
            self.state = outer;
        }
        match ending {
            None | Some(Ending::Math) => Ok(()),
            Some(Ending::MathPart) => {
                self.math.close();
                Ok(())
            }
            Some(Ending::Field) => match self.story.fields.end(&mut self.writer)? {
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
    pub(super) fn bound(&mut self) -> Outcome {
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
    pub(super) fn unit(&mut self, unit: u16) {
        self.decode();
        push_unit(&mut self.text, &mut self.half, unit);
        self.skipped = self.state.substitutes;
    }

    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            self.resources.encoding(self.state.font).decode(&self.bytes, &mut self.text);
            self.bytes.clear();
        }
    }

    /// Writes the text so far to its destination.
    pub(super) fn flush(&mut self) -> Outcome {
        self.decode();
        if self.text.is_empty() {
            return Ok(());
        }
        let State { font, style, heading, .. } = self.state;
        let text = std::mem::take(&mut self.text);
        let text = symbols::shown(self.resources.encoding(font).symbols(), &text);
        let add = |to: &mut String| {
            if to.len() + text.len() <= MAX_NAME {
                to.push_str(&text);
            }
        };
        match self.state.destination {
            Destination::Text | Destination::Label | Destination::Math if self.state.is_deleted => {
            }
            Destination::Text if self.story.fields.shows(&text) => return self.write(&text),
            Destination::Text => {}
            Destination::Math => {
                self.math.is_hidden |= self.is_hidden() && !text.trim().is_empty();
                return self.math.text(&text, &mut self.writer);
            }
            Destination::Instruction => _ = self.story.fields.instruct(&text),
            Destination::FormEntry => {
                self.story.fields.form().into_iter().for_each(|form| form.push_entry(&text));
            }
            Destination::Label => add(&mut self.story.label),
            Destination::Author => add(&mut self.author),
            Destination::ShapeName => add(&mut self.shape_name),
            // Text that is drawn as a picture.
            Destination::ShapeValue if self.shape_name == "gtextUNICODE" => {
                self.writer.take(text.len())?;
                self.writer.push_after(Writer::own_text(&clean(&text)));
            }
            Destination::ShapeValue => self.shape.set(&self.shape_name, &text),
            Destination::Styles => self.resources.add_style(style, &text, heading),
            Destination::Colors => text.matches(';').for_each(|_| self.resources.add_color()),
            Destination::Fonts => self.resources.name_font(font, &text),
            Destination::Form | Destination::Shape | Destination::Ignored => {}
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Outcome {
        self.begin_paragraph()?;
        self.writer.set_marks(self.state.script, self.is_hidden(), text)?;
        self.writer.push(text)
    }

    /// Writes the equation that ends here.
    fn write_math(&mut self) -> Outcome {
        let math = std::mem::take(&mut self.math);
        if math.text.is_empty() || !self.story.fields.shows(&math.text) {
            return Ok(());
        }
        self.state.is_hidden |= math.is_hidden;
        self.write(&math.text)
    }

    fn is_hidden(&self) -> bool {
        let State { is_hidden, is_tiny, color, around, grounds: [own, paragraph], .. } = self.state;
        let cell = self.story.row.cell(self.story.tables.depth());
        let mut ground = around.ground;
        for number in [cell.ground, paragraph, own] {
            match self.resources.ground(number) {
                Paint::Clear => {}
                inner => ground = inner,
            }
        }
        let is_lost = self.resources.color(color).is_lost_on([ground]);
        is_hidden || is_tiny || cell.is_covered || around.is_hidden || is_lost
    }

    /// Begins the paragraph, if it has not begun, in as many tables as it is in.
    pub(super) fn begin_paragraph(&mut self) -> Outcome {
        if !std::mem::replace(&mut self.story.is_open, true) {
            let depth = self.state.depth.max(self.is_row.into());
            self.story.tables.set_depth(depth, &mut self.writer)?;
            self.story.tables.open_cell(&mut self.writer)?;
            self.story.fields.open_links(&mut self.writer, 0)?;
        }
        Ok(())
    }

    pub(super) fn end_paragraph(&mut self) -> Outcome {
        self.flush()?;
        self.writer.set_hidden(false)?;
        self.story.fields.close_links(&mut self.writer, 0)?;
        let State { style, heading, list_level, .. } = self.state;
        let label = std::mem::take(&mut self.story.label);
        let label = match label.trim() {
            label if label.is_empty() || label.contains(char::is_alphanumeric) => label,
            _ => "-",
        };
        self.story.is_open = false;
        let boxes = std::mem::take(&mut self.story.boxes);
        boxes.into_iter().for_each(|text| self.writer.push_after(text));
        let heading = heading.or_else(|| self.resources.heading(style));
        self.writer.end_item(heading, list_level, Some(label.into()))
    }

    /// Ends a cell of a table, or of one in a table.
    pub(super) fn end_cell(&mut self, is_inner: bool) -> Outcome {
        self.flush()?;
        self.begin_paragraph()?;
        self.end_paragraph()?;
        if !is_inner {
            self.story.row.ended += 1;
            self.story.tables.set_depth(1, &mut self.writer)?;
        }
        self.story.tables.close_cell(&mut self.writer)
    }

    pub(super) fn begin_aside(&mut self, ending: Ending) -> Outcome {
        let is_page_header = matches!(ending, Ending::Header(..));
        if !is_page_header {
            self.begin_paragraph()?;
        }
        self.writer.open_aside();
        self.outer_stories.push(std::mem::take(&mut self.story));
        self.story.fields.is_page_header = is_page_header;
        let State { substitutes, font, is_hidden, is_deleted, .. } = self.state;
        let is_box = matches!(ending, Ending::TextBox);
        let around = if is_box { self.shape } else { Shape::default() };
        let inherited = State { substitutes, font, is_hidden, is_deleted, ..State::default() };
        self.state = State { ending: Some(ending), around, ..inherited };
        Ok(())
    }

    fn end_aside(&mut self, ending: Ending) -> Outcome {
        self.end_paragraph()?;
        self.story.tables.set_depth(0, &mut self.writer)?;
        let text = self.writer.close_aside()?;
        self.story = self.outer_stories.pop().unwrap_or_default();
        match ending {
            _ if self.state.is_deleted => {}
            Ending::Header(is_footer, pages) => {
                self.headers.add((text, is_footer, pages), &mut self.writer)?;
            }
            Ending::Note(kind) => {
                let author = std::mem::take(&mut self.author);
                let author = if kind == NoteKind::Comment { author } else { String::new() };
                self.notes.add(kind, author, text, &mut self.writer)?;
            }
            _ => {
                self.writer.take(2 * size_of::<String>())?;
                self.story.boxes.push(text);
            }
        }
        Ok(())
    }

    /// Ends the document, and writes its notes.
    pub(super) fn finish(&mut self) -> Outcome {
        self.flush()?;
        while !self.outer.is_empty() {
            self.close()?;
        }
        self.end_paragraph()?;
        self.story.tables.set_depth(0, &mut self.writer)?;
        self.notes.write(&mut self.writer)?;
        self.headers.write(&mut self.writer)
    }
}
