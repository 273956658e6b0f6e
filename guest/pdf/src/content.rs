//! Runs content streams: the operators that show text, and those that affect it.

mod annotations;
mod color;
mod fonts;
mod inline_image;
mod marks;
mod painting;
mod paper;
mod state;
mod streams;

use crate::error::{Outcome, PdfError};
use crate::facts::PdfText;
use crate::file::File;
use crate::font::Font;
use crate::layout::{Glyph, Layout};
use crate::lexer::{Lexer, Token};
use crate::limits::{Limit, MAX_OPERANDS};
use crate::matrix::Matrix;
use crate::object::{Dict, Object};
use crate::pages::Page;
use crate::visibility::Visibility;
use crate::writer::Writer;
use annotations::place::{Alignment, Annotations, is_blank};
use marks::Marks;
use paper::Paper;
use state::{FontKey, Frame, Mode, State};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum character spacing within a word, in parts of the font size.
const MAX_CHARACTER_SPACE: f64 = 0.15;

/// The maximum number of dictionaries of resources that are kept.
const MAX_KNOWN: usize = 6;
/// The number of names that are compared in the time of parsing a value.
const SEARCHED: usize = 64;

/// Runs the content streams of all pages.
pub(crate) struct Interpreter<'f, 'a> {
    pub(crate) file: &'f mut File<'a>,
    pub(crate) writer: Writer,
    page: PageState,
    fonts: BTreeMap<FontKey, Rc<Font>>,
    inline_fonts: u32,
    /// The dictionaries of resources that were read last, by their numbers.
    known: Vec<(u32, Object)>,
    /// Whether values of fields count instead of their appearances, once it is known.
    needs_appearances: Option<bool>,
    /// The number of operators and of forms so far.
    operators: usize,
    forms: usize,
    buffer: String,
}

/// The state of running the content streams of a page.
#[derive(Default)]
struct PageState {
    layout: Layout,
    marks: Marks,
    paper: Paper,
    annotations: Annotations,
    /// The line to which the text that is drawn now belongs.
    alignment: Option<Alignment>,
    /// Whether everything is hidden that is drawn now.
    is_hidden: bool,
    /// The last visible glyph of the page.
    last: Option<Glyph>,
    /// Whether the last glyph other than a space was part of a line to write on.
    was_leader: bool,
    /// Why a part of the page is missing. Empty if none is known to be.
    missing: &'static str,
    glyphs: usize,
    /// The size of the open content streams in bytes.
    held: usize,
}

impl<'f, 'a> Interpreter<'f, 'a> {
    pub(crate) fn new(file: &'f mut File<'a>) -> Self {
        let writer = Writer::new(&file.limits);
        Self {
            file,
            writer,
            page: PageState::default(),
            fonts: BTreeMap::new(),
            inline_fonts: 0,
            known: Vec::new(),
            needs_appearances: None,
            operators: 0,
            forms: 0,
            buffer: String::new(),
        }
    }

    /// Writes a page: its heading and its text.
    pub(crate) fn page(&mut self, page: &Page) -> Outcome {
        if self.writer.facts.pages.len() >= self.file.limits.pages {
            return Err(PdfError::TooLarge(Limit::Pages));
        }
        self.writer.open_page()?;
        self.page = PageState { paper: Paper::new(page.bounds), ..PageState::default() };
        self.find_annotations(&page.dict)?;
        let content = self.page_content(&page.dict)?;
        self.page.held = content.len();
        self.run(&content, page.resources.clone(), State::default(), 0)?;
        self.show_annotations()?;
        self.page.layout.finish(&self.page.paper.rules, &mut self.writer)?;
        self.writer.close_page(self.page.missing)?;
        self.write_notes()
    }

    /// Returns the text. If a limit cut it, the last line names the limit.
    pub(crate) fn finish(mut self, cut: Option<Limit>) -> PdfText {
        // Anything that does not fit is dropped.
        let _ = self.page.layout.finish(&self.page.paper.rules, &mut self.writer);
        self.writer.finish(cut)
    }

    fn run(&mut self, content: &[u8], resources: Rc<Dict>, state: State, depth: usize) -> Outcome {
        let mut frame = Frame::new(resources, state, depth);
        let mut lexer = Lexer::new(content, 0);
        let mut operands = Vec::new();
        let marks = self.page.marks.depth();
        while let Some(token) = lexer.token() {
            match token {
                Token::Value(value) => {
                    if operands.len() < MAX_OPERANDS {
                        operands.push(value);
                    }
                }
                Token::Word(word) => {
                    self.operators += 1;
                    if self.operators > self.file.limits.operators {
                        return Err(PdfError::TooLarge(Limit::Operators));
                    }
                    if word == b"BI" {
                        inline_image::skip(&mut lexer);
                        self.add_image(&frame.state, false)?;
                    } else {
                        self.operator(word, &operands, &mut frame)?;
                    }
                    operands.clear();
                    lexer.take_parsed();
                }
            }
        }
        self.page.marks.truncate(marks);
        Ok(())
    }

    fn operator(&mut self, word: &[u8], operands: &[Object], frame: &mut Frame) -> Outcome {
        let mut numbers = [0.0; 6];
        let mut count = 0;
        for (number, operand) in numbers.iter_mut().zip(operands) {
            let Some(value) = operand.as_number() else { break };
            *number = value;
            count += 1;
        }
        let numbers = numbers.get(..count).unwrap_or_default();
        let first = numbers.first().copied();
        let state = &mut frame.state;
        match word {
            b"q" => frame.save(self.file.limits.states),
            b"Q" => frame.restore(),
            b"cm" => {
                if let Some(matrix) = Matrix::from_numbers(numbers) {
                    state.page = matrix.then(&state.page);
                }
            }
            b"BT" => (frame.text, frame.line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            b"Tc" => state.character_space = first.unwrap_or(state.character_space),
            b"Tw" => state.word_space = first.unwrap_or(state.word_space),
            b"Tz" => state.scale = first.map_or(state.scale, |percent| percent / 100.0),
            b"TL" => state.leading = first.unwrap_or(state.leading),
            b"Ts" => state.rise = first.unwrap_or(state.rise),
            b"Tr" => {
                state.mode = match first {
                    None | Some(0.0) => Mode::Filled,
                    // The last one is only a clipping path.
                    Some(3.0 | 7.0) => Mode::Invisible,
                    Some(_) => Mode::Outlined,
                }
            }
            b"Tf" => {
                if let [Object::Name(name), size, ..] = operands {
                    state.size = size.as_number().unwrap_or(state.size);
                    frame.state.font = self.find_font(name, frame)?;
                }
            }
            b"Td" => frame.move_line(numbers),
            b"TD" => {
                if let [_, y] = numbers {
                    frame.state.leading = -y;
                }
                frame.move_line(numbers);
            }
            b"Tm" => {
                if let Some(matrix) = Matrix::from_numbers(numbers) {
                    (frame.text, frame.line) = (matrix, matrix);
                }
            }
            b"T*" => frame.next_line(),
            b"Tj" => self.show_first(operands.first(), frame)?,
            b"'" => {
                frame.next_line();
                self.show_first(operands.first(), frame)?;
            }
            b"\"" => {
                if let [word_space, character_space] = numbers {
                    state.word_space = *word_space;
                    state.character_space = *character_space;
                }
                frame.next_line();
                self.show_first(operands.get(2), frame)?;
            }
            b"TJ" => self.show_parts(operands.first(), frame)?,
            b"Do" => {
                if let Some(Object::Name(name)) = operands.first() {
                    self.draw(name, frame)?;
                }
            }
            b"BDC" => {
                let properties = operands.get(1).cloned().unwrap_or_default();
                let text = self.actual_text(&properties, frame)?;
                self.page.marks.open(text);
            }
            b"BMC" => self.page.marks.open(None),
            b"EMC" => self.page.marks.close(),
            _ => return self.paint(word, numbers, operands, frame),
        }
        Ok(())
    }

    fn actual_text(&mut self, properties: &Object, frame: &Frame) -> Outcome<Option<String>> {
        let properties = match properties {
            Object::Name(name) => self.resource("Properties", name, frame)?,
            other => other.clone(),
        };
        let Some(dict) = properties.as_dict() else { return Ok(None) };
        let text = self.file.get(dict, "ActualText")?;
        Ok(text.as_string().map(marks::text_string))
    }

    /// Returns an object, which may be needed for each of thousands of images.
    fn known_object(&mut self, number: u32) -> Outcome<Object> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == number) {
            // It is searched for a name.
            let entries = known.as_dict().map_or(0, |dict| dict.iter().count());
            self.file.count_values(1 + entries / SEARCHED)?;
            return Ok(known.clone());
        }
        let object = self.file.resolve(&Object::Ref(number))?;
        if self.known.len() == MAX_KNOWN {
            self.known.clear();
        }
        self.known.push((number, object.clone()));
        Ok(object)
    }

    /// Returns an entry of a resource dictionary, without resolving its last reference.
    fn raw_resource(&mut self, kind: &str, name: &[u8], frame: &Frame) -> Outcome<Object> {
        let dict = match frame.resources.get(kind) {
            Object::Ref(number) => self.known_object(number)?,
            dict => dict,
        };
        Ok(dict.as_dict().and_then(|dict| dict.find(name)).cloned().unwrap_or_default())
    }

    fn resource(&mut self, kind: &str, name: &[u8], frame: &Frame) -> Outcome<Object> {
        let object = self.raw_resource(kind, name, frame)?;
        self.file.resolve(&object)
    }

    fn show_first(&mut self, string: Option<&Object>, frame: &mut Frame) -> Outcome {
        let Some(string) = string.and_then(Object::as_string) else { return Ok(()) };
        let font = self.font(frame.state.font)?;
        self.show(string, &font, frame)
    }

    fn show_parts(&mut self, parts: Option<&Object>, frame: &mut Frame) -> Outcome {
        let Some(parts) = parts.and_then(Object::as_array) else { return Ok(()) };
        let font = self.font(frame.state.font)?;
        for part in parts.iter() {
            if let Some(string) = part.as_string() {
                self.show(string, &font, frame)?;
            } else if let Some(number) = part.as_number() {
                let distance = -number / 1000.0 * frame.state.size;
                frame.advance(distance, font.is_vertical);
            }
        }
        Ok(())
    }

    fn count_glyph(&mut self) -> Outcome {
        self.page.glyphs += 1;
        if self.page.glyphs > self.file.limits.glyphs {
            return Err(PdfError::TooLarge(Limit::Glyphs));
        }
        Ok(())
    }

    fn show(&mut self, mut string: &[u8], font: &Font, frame: &mut Frame) -> Outcome {
        if string.is_empty() {
            return Ok(());
        }
        self.show_annotations_before(&frame.glyph(0.0, font))?;
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut visibility = self.page.is_hidden.then_some(Visibility::Hidden);
        while !string.is_empty() {
            self.count_glyph()?;
            let code = font.next(&mut string, &mut buffer);
            let state = &frame.state;
            let width = code.advance * state.size;
            let space = state.character_space;
            // Some programs write spaces between words as wide character spacing.
            let is_tight = space.abs() < MAX_CHARACTER_SPACE * state.size.abs();
            let glyph = frame.glyph(if is_tight { width + space } else { width }, font);
            let mut distance = width + space;
            if code.is_space {
                distance += state.word_space;
            }
            frame.advance(distance, font.is_vertical);
            if self.is_leader(code.text, &glyph, string, font) && self.is_filled(&glyph)? {
                continue;
            }
            // Text shown at once has one background.
            let visibility =
                *visibility.get_or_insert_with(|| self.page.paper.visibility(&glyph, &frame.state));
            self.put(glyph, code.text, visibility)?;
        }
        self.buffer = buffer;
        Ok(())
    }

    fn put(&mut self, glyph: Glyph, text: Option<&str>, visibility: Visibility) -> Outcome {
        let is_blank = text.is_some_and(is_blank);
        let Some(glyph) = self.aligned(glyph, is_blank)? else { return Ok(()) };
        if !is_blank && visibility == Visibility::Shown {
            self.page.last = Some(glyph);
        }
        if let Some(actual) = self.page.marks.replacement() {
            let text = actual.unwrap_or_default();
            return self.page.layout.push(glyph, &text, visibility, &mut self.writer);
        }
        let is_unknown = text.is_none();
        let text = text.unwrap_or("\u{fffd}");
        if self.page.layout.is_copy(&glyph, text) {
            return Ok(());
        }
        let is_stamp = visibility == Visibility::Shown && self.page.paper.is_at_edge(&glyph);
        let facts = &mut self.writer.facts;
        if !is_blank {
            self.writer.stamped += u64::from(is_stamp);
            facts.characters += 1;
            facts.undecoded += u64::from(is_unknown);
        }
        self.page.layout.push(glyph, text, visibility, &mut self.writer)
    }
}
