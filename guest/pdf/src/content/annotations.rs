//! Shows the values of form fields, free texts and stamps where they stand, and notes after a page.

mod field;
pub(super) mod place;

use super::Interpreter;
use super::marks::text_string;
use super::state::{Frame, State};
use crate::error::Outcome;
use crate::font::Font;
use crate::layout::Glyph;
use crate::limits::{MAX_ACTUAL_TEXT, MAX_PLACED};
use crate::matrix::Matrix;
use crate::object::{Dict, Object};
use crate::pages::rectangle;
use crate::visibility::Visibility;
use field::Field;
use place::{Alignment, Placed, is_blank};
use std::rc::Rc;

/// The flags of annotations that are not shown: Hidden and NoView.
const HIDDEN: i64 = 0x22;
/// The maximum line height of a value, and the font size in parts of it.
const MAX_LINE_HEIGHT: f64 = 14.0;
const SIZE: f64 = 0.8;
/// The maximum height of a free text in place of a line to write on, in parts of the font size.
const MAX_TYPED: f64 = 2.5;
/// The minimum gap between a word and a dot that does not end it, in parts of the font size.
const MIN_DOT_GAP: f64 = 0.12;

impl Interpreter<'_, '_> {
    pub(super) fn find_annotations(&mut self, page: &Dict) -> Outcome {
        let mut placed = Vec::new();
        let Object::Array(all) = self.file.get(page, "Annots")? else { return Ok(()) };
        for object in all.iter() {
            let Some(dict) = self.file.resolve(object)?.as_dict().cloned() else { continue };
            // A line to write on is under a field, or under typed text.
            let (is_drawn, is_note, max_height) = match self.file.get(&dict, "Subtype")?.as_name() {
                Some(b"Link" | b"Popup") | None => continue,
                Some(b"Widget") => (true, false, f64::INFINITY),
                Some(b"FreeText") => (true, false, MAX_TYPED),
                Some(
                    b"Text" | b"FileAttachment" | b"Highlight" | b"Underline" | b"Squiggly"
                    | b"StrikeOut" | b"Ink" | b"Sound",
                ) => (false, true, 0.0),
                Some(_) => (true, true, 0.0),
            };
            self.writer.facts.attachments += u64::from(dict.is("Subtype", "FileAttachment"));
            if is_note && dict.has("Contents") {
                self.page.annotations.notes.push(object.clone());
            }
            if is_drawn && let Some(bounds) = rectangle(self.file, &dict, "Rect")? {
                placed.push(Placed { object: object.clone(), bounds, max_height });
            }
        }
        readroom_names::sort_by(&mut placed, Placed::order);
        self.page.annotations.placed = placed.into();
        Ok(())
    }

    /// Shows the annotations that come before a glyph in reading order.
    pub(super) fn show_annotations_before(&mut self, next: &Glyph) -> Outcome {
        loop {
            let waiting = &mut self.page.annotations.placed;
            let taken = place::take(self.file, waiting, self.page.last, next)?;
            let Some((placed, near)) = taken else { return Ok(()) };
            self.show_annotation(&placed, near)?;
        }
    }

    /// Returns whether a glyph is a space or part of a line to write on. A dot is if it is next to
    /// another one, but not in `3.14`. `rest` are the codes after it.
    pub(super) fn is_leader(
        &mut self,
        text: Option<&str>,
        glyph: &Glyph,
        mut rest: &[u8],
        font: &Font,
    ) -> bool {
        if text.is_some_and(is_blank) {
            return true;
        }
        let is_mark = |text: Option<&str>| matches!(text, Some("_" | "." | "…"));
        let was_leader = std::mem::replace(&mut self.page.was_leader, is_mark(text));
        if was_leader || !self.page.was_leader || text != Some(".") {
            return self.page.was_leader;
        }
        let mut buffer = String::new();
        while !rest.is_empty() {
            let next = font.next(&mut rest, &mut buffer).text;
            if !next.is_some_and(is_blank) {
                return is_mark(next);
            }
        }
        self.page.last.is_none_or(|last| {
            let (x, y) = (glyph.start.0 - last.end.0, glyph.start.1 - last.end.1);
            x.abs().max(y.abs()) > MIN_DOT_GAP * last.size
        })
    }

    /// Returns whether a space or a line to write on is replaced by the annotation over it.
    pub(super) fn is_filled(&mut self, glyph: &Glyph) -> Outcome<bool> {
        let middle = glyph.middle();
        if self.page.annotations.filled.is_some_and(|bounds| bounds.has(middle)) {
            return Ok(true);
        }
        let waiting = &mut self.page.annotations.placed;
        place::count_comparisons(self.file, waiting)?;
        let mut first = waiting.iter().take(MAX_PLACED);
        let index = first.position(|placed| placed.bounds.has(middle) && placed.fills(glyph));
        let Some(placed) = index.and_then(|index| waiting.remove(index)) else { return Ok(false) };
        let before = self.writer.facts.characters;
        self.show_annotation(&placed, Some(*glyph))?;
        let is_filled = self.writer.facts.characters > before;
        self.page.annotations.filled = is_filled.then_some(placed.bounds);
        Ok(is_filled)
    }

    /// Returns a glyph of an annotation on its line. `None` for a space at its beginning.
    pub(super) fn aligned(&mut self, glyph: Glyph, is_blank: bool) -> Outcome<Option<Glyph>> {
        let Some(alignment) = &mut self.page.alignment else { return Ok(Some(glyph)) };
        let is_first = alignment.is_first();
        if is_first && is_blank {
            return Ok(None);
        }
        let glyph = alignment.moved(glyph);
        if is_first {
            let space = Glyph { end: glyph.start, ..glyph };
            self.page.layout.push(space, " ", Visibility::Shown, &mut self.writer)?;
        }
        Ok(Some(glyph))
    }

    /// Shows the rest of the annotations of a page.
    pub(super) fn show_annotations(&mut self) -> Outcome {
        if let Some(last) = self.page.last {
            self.show_annotations_before(&place::far_below(last))?;
        }
        let all = std::mem::take(&mut self.page.annotations.placed);
        all.iter().try_for_each(|placed| self.show_annotation(placed, None))
    }

    /// Writes the notes of a page, with their authors.
    pub(super) fn write_notes(&mut self) -> Outcome {
        let notes = std::mem::take(&mut self.page.annotations.notes);
        if !notes.is_empty() {
            self.writer.blank_line()?;
        }
        for note in notes {
            let Some(dict) = self.file.resolve(&note)?.as_dict().cloned() else { continue };
            let (author, text) = (self.text(&dict, "T")?, self.text(&dict, "Contents")?);
            let flags = self.file.get(&dict, "F")?.as_int().unwrap_or_default();
            self.writer.note(&author, &text, flags & HIDDEN != 0)?;
        }
        Ok(())
    }

    /// Shows an annotation by its appearance, or else by its value near a glyph.
    fn show_annotation(&mut self, placed: &Placed, near: Option<Glyph>) -> Outcome {
        let Some(dict) = self.file.resolve(&placed.object)?.as_dict().cloned() else {
            return Ok(());
        };
        let flags = self.file.get(&dict, "F")?.as_int().unwrap_or_default();
        // Other annotations and replacement texts do not apply to its glyphs.
        let waiting = std::mem::take(&mut self.page.annotations.placed);
        let (marks, was_leader) = (std::mem::take(&mut self.page.marks), self.page.was_leader);
        self.page.annotations.filled = None;
        self.page.is_hidden = flags & HIDDEN != 0 || self.page.paper.is_off(placed.bounds.middle());
        self.page.alignment = near.map(Alignment::with);
        let value = match self.field(&dict)? {
            Field::Box(_) if self.page.is_hidden => String::new(),
            Field::Box(is_on) => if is_on { "[x] " } else { "[ ] " }.to_owned(),
            Field::Value(value) => value,
            Field::Drawn(_) if self.draw_appearance(&dict, placed)? => String::new(),
            Field::Drawn(value) => value,
        };
        self.write_value(&value, placed, near)?;
        (self.page.is_hidden, self.page.alignment) = (false, None);
        (self.page.marks, self.page.was_leader) = (marks, was_leader);
        self.page.annotations.placed = waiting;
        Ok(())
    }

    /// Draws the normal appearance of an annotation. Returns whether it has text.
    fn draw_appearance(&mut self, dict: &Dict, placed: &Placed) -> Outcome<bool> {
        let Object::Dict(appearances) = self.file.get(dict, "AP")? else { return Ok(false) };
        let mut normal = self.file.get(&appearances, "N")?;
        if let Object::Dict(states) = &normal {
            let state = self.file.get(dict, "AS")?;
            let state = state.as_name().and_then(|name| states.find(name)).cloned();
            normal = self.file.resolve(&state.unwrap_or_default())?;
        }
        let Object::Stream(normal) = normal else { return Ok(false) };
        // The matrix moves the box of the appearance into the rectangle.
        let bounds = rectangle(self.file, &normal.dict, "BBox")?;
        let matrix = self.matrix(&normal.dict)?;
        let bounds = bounds.map_or(placed.bounds, |bounds| bounds.transformed(&matrix));
        let state = State { page: bounds.moved_to(&placed.bounds), ..State::default() };
        let before = self.writer.facts.characters;
        // The text of a field may be longer than its rectangle.
        let page = self.page.paper.bounds.take();
        self.form(&normal, &Frame::new(Rc::default(), state, 0))?;
        self.page.paper.bounds = page;
        Ok(self.writer.facts.characters > before)
    }

    /// Writes a value in its rectangle, on the line of a glyph if there is one.
    fn write_value(&mut self, value: &str, placed: &Placed, near: Option<Glyph>) -> Outcome {
        let direction = near.map_or((1.0, 0.0), |near| near.direction);
        let (turn, back) = Matrix::turns(direction);
        let bounds = placed.bounds.transformed(&turn);
        let lines: Vec<&str> = value.split(['\r', '\n']).filter(|line| !line.is_empty()).collect();
        let height = ((bounds.top - bounds.bottom) / lines.len() as f64).min(MAX_LINE_HEIGHT);
        let size = near.map_or(height * SIZE, |near| near.size);
        let first = near.map_or(bounds.top - size, |near| turn.point(near.start.0, near.start.1).1);
        let visibility = if self.page.is_hidden { Visibility::Hidden } else { Visibility::Shown };
        for (line, number) in lines.into_iter().zip(0_u32..) {
            self.count_glyph()?;
            let base = first - f64::from(number) * size / SIZE;
            let end = bounds.right.min(bounds.left + line.len() as f64 * size);
            let start = back.point(bounds.left, base);
            let glyph =
                Glyph { start, end: back.point(end, base), direction, size, is_mirrored: false };
            let letters = line.chars().filter(|letter| !letter.is_whitespace()).count();
            self.writer.facts.characters += letters as u64;
            self.put(glyph, Some(line), visibility)?;
        }
        Ok(())
    }

    /// Returns a text, or several, of a dictionary.
    fn text(&mut self, dict: &Dict, name: &str) -> Outcome<String> {
        let value = self.file.get(dict, name)?;
        self.joined(value)
    }

    fn joined(&mut self, value: Object) -> Outcome<String> {
        if let Object::Stream(stream) = &value {
            let text = self.file.decode(stream, usize::MAX)?;
            return Ok(text_string(&text.unwrap_or_default()));
        }
        let Object::Array(parts) = value else {
            return Ok(value.as_string().map(text_string).unwrap_or_default());
        };
        let mut text = String::new();
        for part in parts.iter().filter_map(Object::as_string).map(text_string) {
            if text.len() + part.len() > MAX_ACTUAL_TEXT {
                break;
            }
            text.push_str(if text.is_empty() { "" } else { ", " });
            text.push_str(&part);
        }
        Ok(text)
    }
}
