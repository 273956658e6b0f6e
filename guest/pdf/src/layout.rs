//! Finds words and lines by the positions of glyphs.

mod brackets;
mod glyph;
mod level;
mod line;
mod right_to_left;
mod spread;
mod table;

pub(crate) use glyph::Glyph;

use crate::error::Outcome;
use crate::rectangle::Rectangle;
use crate::visibility::Visibility;
use crate::writer::Writer;
use glyph::MIN_GAP;
use line::{Break, Line};
use right_to_left::Directions;

/// The maximum shift of the baseline within a line, in parts of the font size.
const MAX_SHIFT: f64 = 0.5;
/// The shift of the baseline at which an empty line is written.
const PARAGRAPH_SHIFT: f64 = 1.9;
/// The maximum step back within a line.
const MAX_BACK: f64 = 1.0;

/// The number of glyphs from which lines are written before their page ends.
const MAX_HELD: usize = 20_000;

/// The number of glyphs that are searched for a copy.
const REMEMBERED: usize = 128;
/// The maximum distance between copies of a glyph, which programs draw for bold text.
const MAX_COPY_SHIFT: f64 = 0.08;

/// Writes glyphs as words and lines.
#[derive(Default)]
pub(crate) struct Layout {
    line: Line,
    /// The lines before it that are not written, and the number of their glyphs.
    held: Vec<Line>,
    glyphs: usize,
    directions: Directions,
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
        if matches!(before, Break::Paragraph | Break::Line) {
            self.glyphs += self.line.pieces.len();
            self.held.push(std::mem::take(&mut self.line));
        }
        self.last = Some(glyph);
        self.line.push(&glyph, text, visibility, before);
        let is_full = self.line.is_full() || self.glyphs > MAX_HELD;
        if is_full { self.finish(&[], writer) } else { Ok(()) }
    }

    /// Writes the lines, with the rows of tables that have these edges. The last line stays open.
    pub(crate) fn finish(&mut self, rules: &[Rectangle], writer: &mut Writer) -> Outcome {
        self.held.push(std::mem::take(&mut self.line));
        self.glyphs = 0;
        self.held.iter_mut().for_each(Line::arrange);
        let mut lines = table::with_rows(std::mem::take(&mut self.held), rules);
        table::align(&mut lines);
        let footers = footers(&lines);
        if let Some(footer) = lines.first_mut().filter(|_| footers > 0) {
            footer.before = Break::Paragraph;
        }
        lines.rotate_left(footers);
        for mut line in lines {
            match line.before {
                Break::Paragraph => writer.blank_line()?,
                Break::Line => writer.end_line()?,
                Break::None | Break::Word | Break::Back => {}
            }
            line.write_to(&mut self.directions, writer)?;
        }
        Ok(())
    }
}

/// Returns the number of lines of a page footer, if it is drawn first: they are below many others,
/// which are drawn from the top.
fn footers(lines: &[Line]) -> usize {
    const MAX_FOOTERS: usize = 4;
    /// The minimum number of other lines for each.
    const MIN_OTHERS: usize = 4;
    let heights: Vec<f64> = lines.iter().filter_map(Line::height).collect();
    let is_footer = |count: &usize| {
        let (first, others) = heights.split_at_checked(*count).unwrap_or_default();
        let (Some(highest), Some(lowest)) = (others.first(), others.last()) else { return false };
        let is_below = |height: &f64| first.iter().all(|footer| footer < height);
        others.len() >= MIN_OTHERS * count && highest > lowest && others.iter().all(is_below)
    };
    // Blank lines between them move, too.
    let count = (1..=MAX_FOOTERS).rev().find(is_footer).unwrap_or_default();
    let mut ends = lines.iter().zip(1..).filter(|(line, _)| line.height().is_some());
    count.checked_sub(1).and_then(|last| ends.nth(last)).map_or(0, |(_, end)| end)
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
