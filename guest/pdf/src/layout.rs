//! Finds words and lines by the positions of glyphs.

mod brackets;
mod glyph;
mod level;
mod line;
mod right_to_left;
mod spread;

pub(crate) use glyph::Glyph;

use crate::error::Outcome;
use crate::visibility::Visibility;
use crate::writer::Writer;
use glyph::MIN_GAP;
use line::{Break, Line};

/// The maximum shift of the baseline within a line, in parts of the font size.
const MAX_SHIFT: f64 = 0.5;
/// The shift of the baseline at which an empty line is written.
const PARAGRAPH_SHIFT: f64 = 1.9;
/// The maximum step back within a line.
const MAX_BACK: f64 = 1.0;

/// The number of glyphs that are searched for a copy.
const REMEMBERED: usize = 128;
/// The maximum distance between copies of a glyph, which programs draw for bold text.
const MAX_COPY_SHIFT: f64 = 0.08;

/// Writes glyphs as words and lines.
#[derive(Default)]
pub(crate) struct Layout {
    line: Line,
    last: Option<Glyph>,
    /// Whether the last glyph other than a space was a copy.
    was_copy: bool,
    /// The most recent glyphs: their positions and first characters.
    drawn: Vec<(f64, f64, char)>,
    /// The index of the oldest one, once the maximum is reached.
    oldest: usize,
}

impl Layout {
    /// Returns whether a glyph repeats one at the same position, and remembers it.
    pub(crate) fn is_copy(&mut self, glyph: &Glyph, text: &str) -> bool {
        let Some(character) = text.chars().next().filter(|first| !first.is_whitespace()) else {
            // The space after a repeated word.
            return self.was_copy && !text.is_empty();
        };
        self.was_copy = false;
        // Glyphs without a width all have the same position.
        if glyph.start == glyph.end {
            return false;
        }
        let (x, y) = glyph.start;
        let near = MAX_COPY_SHIFT * glyph.size;
        let is_here = |drawn: &(f64, f64, char)| {
            drawn.2 == character && (drawn.0 - x).abs() < near && (drawn.1 - y).abs() < near
        };
        // A glyph that continues the line is not looked up.
        let goes_on = self.last.is_some_and(|last| {
            let (along, across) = offset(&last, glyph);
            along > -near && across < near
        });
        if !goes_on && self.drawn.iter().any(is_here) {
            self.was_copy = true;
            return true;
        }
        if self.drawn.len() < REMEMBERED {
            self.drawn.push((x, y, character));
        } else if let Some(oldest) = self.drawn.get_mut(self.oldest) {
            *oldest = (x, y, character);
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
        false
    }

    /// Adds a glyph with its text.
    pub(crate) fn push(
        &mut self,
        glyph: Glyph,
        text: &str,
        visibility: Visibility,
        writer: &mut Writer,
    ) -> Outcome {
        let before = self.last.map_or(Break::None, |last| break_between(&last, &glyph));
        match before {
            Break::Paragraph => {
                self.line.write_to(writer)?;
                writer.blank_line()?;
            }
            Break::Line => {
                self.line.write_to(writer)?;
                writer.end_line()?;
            }
            Break::None | Break::Word | Break::Back => {}
        }
        self.last = Some(glyph);
        self.line.push(&glyph, text, visibility, before);
        if self.line.is_full() { self.line.write_to(writer) } else { Ok(()) }
    }

    /// Writes the rest of the last line.
    pub(crate) fn finish(&mut self, writer: &mut Writer) -> Outcome {
        self.line.write_to(writer)
    }
}

/// Returns the distance of a glyph from the end of another, along its line and across it.
fn offset(last: &Glyph, next: &Glyph) -> (f64, f64) {
    let (x, y) = (next.start.0 - last.end.0, next.start.1 - last.end.1);
    let along = x * last.direction.0 + y * last.direction.1;
    (along, (y * last.direction.0 - x * last.direction.1).abs())
}

fn break_between(last: &Glyph, next: &Glyph) -> Break {
    let (along, across) = offset(last, next);
    let size = last.size.max(next.size).max(f64::MIN_POSITIVE);
    let turned = last.direction.0 * next.direction.0 + last.direction.1 * next.direction.1 < 0.9;
    if across > PARAGRAPH_SHIFT * size {
        Break::Paragraph
    } else if turned || across > MAX_SHIFT * size {
        Break::Line
    } else if along < -MAX_BACK * size {
        Break::Back
    } else if along > MIN_GAP * last.size.min(next.size) {
        Break::Word
    } else {
        Break::None
    }
}
