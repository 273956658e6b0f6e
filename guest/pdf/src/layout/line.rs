//! Buffers a line until it ends, and writes it in reading order.

mod accents;

use super::brackets::{Mirrored, ReadBracket, other};
use super::glyph::{Glyph, MIN_GAP};
use super::level::Levels;
use super::right_to_left::{
    BidiClass, Directions, Step, is_diacritic, is_right_to_left, read_order,
};
use super::spread::{MIN_LETTERS, Spread, joined};
use crate::error::Outcome;
use crate::rectangle::Rectangle;
use crate::visibility::Visibility;
use crate::writer::Writer;
use readroom_names::sort_by;
use std::cmp::Ordering;
use std::ops::Range;

/// The maximum size of the buffer: a longer line is written in parts.
const MAX_PIECES: usize = 4096;
const MAX_TEXT: usize = 16 << 10;
/// In parts of the font size: how far a diacritic may start before its letter, the width of a gap
/// between cells, that of a gap that only cells have, the maximum indent of a list, and how far a
/// character without a width is from the next one.
const DIACRITIC_SHIFT: f64 = 0.12;
const MIN_CELL_GAP: f64 = 1.0;
const MIN_WIDE_GAP: f64 = 1.5;
pub(super) const MAX_INDENT: f64 = 4.0;
const JOINER_SHIFT: f64 = 0.05;
/// The maximum overlap of neighboring cells, in parts of the font size.
const MAX_OVERLAP: f64 = 0.2;

#[derive(Default)]
pub(super) struct Line {
    pub(super) pieces: Vec<Piece>,
    text: String,
    pub(super) direction: (f64, f64),
    /// The break between it and the last line.
    pub(super) before: Break,
    /// Whether the line has right-to-left text that is not already drawn in reading order, as text
    /// recognition programs do with mirrored letters.
    is_reordered: bool,
    is_mirrored: bool,
    /// The number of steps back, and of glyphs after a gap that follow another one.
    pub(super) backs: usize,
    gap_pairs: usize,
    /// Whether there are cells: a wide gap, but no list item. Known once the line is arranged.
    pub(super) has_cells: bool,
    /// The left end of the table and the width of a character, if cells are aligned.
    pub(super) grid: Option<(f64, f64)>,
}

/// The gap between a glyph and the previously drawn one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Break {
    #[default]
    None,
    Word,
    /// The glyph is before the other one. Without right-to-left text, it starts another line.
    Back,
    Line,
    Paragraph,
}

/// The text of a glyph.
#[derive(Clone)]
pub(super) struct Piece {
    /// Its position along the line.
    from: f64,
    to: f64,
    /// Its position across the line.
    across: f64,
    size: f64,
    text: Range<usize>,
    /// Whether it is a diacritic of a letter. Known once the line is sorted.
    is_diacritic: bool,
    visibility: Visibility,
    before: Break,
}

/// A unit of reading: a letter with its diacritics, or a gap, which has no pieces.
struct Cluster {
    class: BidiClass,
    pieces: Range<usize>,
}

impl Line {
    pub(super) fn is_full(&self) -> bool {
        self.pieces.len() >= MAX_PIECES || self.text.len() >= MAX_TEXT
    }

    pub(super) fn push(
        &mut self,
        glyph: &Glyph,
        text: &str,
        visibility: Visibility,
        before: Break,
    ) {
        if self.pieces.is_empty() {
            self.direction = glyph.direction;
            self.is_mirrored = glyph.is_mirrored;
            self.before = before;
        }
        self.is_reordered |= !self.is_mirrored && is_right_to_left(text);
        let (a, b) = (self.along(glyph.start), self.along(glyph.end));
        let (mut from, to) = (a.min(b), a.max(b));
        // A line can be all spaces, and only one counts.
        if text == " "
            && before == Break::None
            && let Some(last) = self.pieces.last_mut()
            && self.text.get(last.text.clone()) == Some(text)
        {
            last.to = last.to.max(to);
            return;
        }
        let follows_gap = self.pieces.last().is_some_and(|last| last.before == Break::Word);
        self.backs += usize::from(before == Break::Back);
        self.gap_pairs += usize::from(before == Break::Word && follows_gap);
        if text.starts_with(|first| ('\u{200b}'..='\u{200f}').contains(&first)) {
            from -= JOINER_SHIFT * glyph.size;
        }
        let (size, range) = (glyph.size, self.text.len()..self.text.len() + text.len());
        let ((x, y), (along, up)) = (glyph.start, self.direction);
        let across = y * along - x * up;
        let is_diacritic = false;
        let piece = Piece { from, to, across, size, text: range, is_diacritic, visibility, before };
        if !self.joins_accent(&piece, text) {
            self.text.push_str(text);
            self.pieces.push(piece);
        }
    }

    /// Moves the text of another line to the end of this one, after a gap.
    pub(super) fn append(&mut self, other: &mut Self) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.backs += other.backs;
        self.gap_pairs += other.gap_pairs;
        self.has_cells = true;
        let mut before = Some(Break::Word);
        self.pieces.extend(other.pieces.drain(..).map(|piece| Piece {
            text: start + piece.text.start..start + piece.text.end,
            before: before.take().unwrap_or(piece.before),
            ..piece
        }));
    }

    /// Returns the extent of the text along the line, at its baseline, and its font size. `None` if
    /// there is no text, or some is read from right to left.
    pub(super) fn bounds(&self) -> Option<(Rectangle, f64)> {
        let (left, right) = self.extent(&self.pieces).filter(|_| !self.is_reordered)?;
        let Piece { across, size, .. } = *self.pieces.first()?;
        Some((Rectangle { left, right, bottom: across, top: across }, size))
    }

    /// Returns the height of its baseline on the page. `None` if it is blank, or not horizontal.
    pub(super) fn height(&self) -> Option<f64> {
        self.extent(&self.pieces)?;
        let first = self.pieces.first().filter(|_| self.direction.0.abs() > 0.9)?;
        Some(first.across * self.direction.0)
    }

    /// Returns whether the line is not above another one.
    pub(super) fn is_below(&self, other: &Self) -> bool {
        let (Some(last), Some(next)) = (other.pieces.first(), self.pieces.first()) else {
            return true;
        };
        self.direction == other.direction && next.across < last.across + last.size
    }

    /// Returns the positions of the ends of a part of the line. `None` if it is blank.
    fn extent(&self, part: &[Piece]) -> Option<(f64, f64)> {
        let shown = part.iter().filter(|piece| !self.text_of(piece).trim().is_empty());
        let extents = shown.map(|piece| (piece.from, piece.to));
        extents.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    fn along(&self, (x, y): (f64, f64)) -> f64 {
        x * self.direction.0 + y * self.direction.1
    }

    pub(super) fn write_to(&mut self, directions: &mut Directions, writer: &mut Writer) -> Outcome {
        if self.is_reordered {
            self.write_reordered(directions, writer)
        } else {
            self.write_as_drawn(writer)
        }
    }

    /// Sorts cells that were drawn in another order than that of their positions, and finds whether
    /// there are any.
    pub(super) fn arrange(&mut self) {
        if self.backs > 0
            && !self.is_reordered
            && let Some(pieces) = self.sorted()
        {
            (self.pieces, self.backs) = (pieces, 0);
        }
        let start = self.pieces.first().map_or(0.0, |first| first.from);
        let mut end = start;
        let mut shown = self.pieces.iter().filter(|piece| !self.text_of(piece).trim().is_empty());
        self.has_cells |= shown.any(|piece| {
            let gap = piece.from - std::mem::replace(&mut end, piece.to);
            gap > MIN_WIDE_GAP * piece.size && piece.from - start > MAX_INDENT * piece.size
        });
    }

    /// Writes the pieces as they were drawn. If they go back over other ones, in several lines.
    fn write_as_drawn(&self, writer: &mut Writer) -> Outcome {
        for part in self.pieces.chunk_by(|_, next| next.before != Break::Back) {
            if part.first().is_some_and(|piece| piece.before == Break::Back) {
                writer.end_line()?;
            }
            self.write_part(part, writer)?;
        }
        Ok(())
    }

    fn write_part(&self, part: &[Piece], writer: &mut Writer) -> Outcome {
        // The first cell of a row may be empty.
        let mut end = if self.has_cells { f64::NEG_INFINITY } else { f64::INFINITY };
        let joined = self.joined(part);
        let mut levels = Levels::new();
        let mut last = "";
        for (at, piece) in part.iter().enumerate() {
            let text = self.text_of(piece);
            if piece.before == Break::Word && joined.get(at) != Some(&true) {
                writer.space();
            }
            if let Some((left, width)) = self.grid
                && !text.trim().is_empty()
            {
                if piece.from - end > MIN_CELL_GAP * piece.size {
                    writer.column((piece.from - left) / width);
                }
                end = piece.to;
            }
            if levels.changes(piece.across, piece.size, piece.before == Break::None)
                && let Some(mark) = levels.mark(last, text)
            {
                piece.write_to(writer, mark)?;
            }
            piece.write_to(writer, text)?;
            last = text;
        }
        Ok(())
    }

    /// Returns whether each piece continues the word of the last one. Empty if gaps are spaces.
    fn joined(&self, part: &[Piece]) -> Vec<bool> {
        if self.gap_pairs + 3 < MIN_LETTERS {
            return Vec::new();
        }
        let mut last = None;
        let glyph = |piece: &Piece| {
            let mut characters = self.text_of(piece).chars();
            let character = characters.next().filter(|_| characters.next().is_none());
            let last = last.replace((piece.to, piece.from)).filter(|_| piece.before == Break::Word);
            let (gap, pitch) = last.map_or((0.0, 0.0), |(end, start)| {
                ((piece.from - end) / piece.size, (piece.from - start) / piece.size)
            });
            Spread { character, gap, pitch }
        };
        joined(&part.iter().map(glyph).collect::<Vec<_>>())
    }

    /// Returns the pieces with cells from left to right. `None` if cells overlap.
    fn sorted(&self) -> Option<Vec<Piece>> {
        let is_in_cell = |last: &Piece, next: &Piece| {
            next.before != Break::Back && next.from - last.to < MIN_CELL_GAP * next.size
        };
        let cells = self.pieces.chunk_by(is_in_cell);
        let mut cells: Vec<_> = cells.filter_map(|cell| Some((self.extent(cell)?, cell))).collect();
        sort_by(&mut cells, |a, b| a.0.0.total_cmp(&b.0.0));
        let (mut pieces, mut end) = (Vec::with_capacity(self.pieces.len()), f64::NEG_INFINITY);
        for ((from, to), cell) in cells {
            let gap = cell.first().map_or(0.0, |first| (from - end) / first.size);
            if gap < -MAX_OVERLAP {
                return None;
            }
            let start = pieces.len();
            pieces.extend_from_slice(cell);
            if let Some(first) = pieces.get_mut(start) {
                first.before = if gap > MIN_GAP { Break::Word } else { Break::None };
            }
            end = to;
        }
        Some(pieces)
    }

    fn text_of(&self, piece: &Piece) -> &str {
        self.text.get(piece.text.clone()).unwrap_or_default()
    }

    fn write_reordered(&mut self, directions: &mut Directions, writer: &mut Writer) -> Outcome {
        self.sort();
        let clusters = self.clusters();
        let classes: Vec<BidiClass> = clusters.iter().map(|cluster| cluster.class).collect();
        let order = read_order(&classes, directions.begins_right(&classes));
        let bracket_at = |step: &Step| {
            let pieces = clusters.get(step.index).map(|cluster| cluster.pieces.clone());
            pieces.and_then(|pieces| self.bracket(pieces, step.is_right_to_left))
        };
        let brackets: Vec<Option<ReadBracket>> = order.iter().map(bracket_at).collect();
        let mirrored = Mirrored::of(&brackets);
        for (step, bracket) in order.iter().zip(&brackets) {
            let Some(cluster) = clusters.get(step.index) else { continue };
            let pieces = self.pieces.get(cluster.pieces.clone()).unwrap_or_default();
            if pieces.is_empty() {
                writer.space();
                if cluster.class == BidiClass::Cell {
                    writer.column(0.0);
                }
            }
            let bracket = bracket.map(|bracket| mirrored.of_bracket(bracket));
            for piece in pieces {
                match bracket {
                    Some(bracket) => {
                        piece.write_to(writer, bracket.encode_utf8(&mut [0; 4]))?;
                    }
                    None => piece.write_to(writer, self.text_of(piece))?,
                }
            }
        }
        Ok(())
    }

    /// Returns the bracket of a cluster, if it is one.
    fn bracket(&self, pieces: Range<usize>, is_right_to_left: bool) -> Option<ReadBracket> {
        let [piece] = self.pieces.get(pieces)? else { return None };
        let mut characters = self.text_of(piece).chars();
        let bracket = characters.next().filter(|bracket| other(*bracket).is_some())?;
        characters.next().is_none().then_some((bracket, is_right_to_left))
    }

    /// Sorts the pieces from left to right, with diacritics after their letters.
    fn sort(&mut self) {
        let text = &self.text;
        let text_of = |piece: &Piece| text.get(piece.text.clone()).unwrap_or_default();
        for piece in &mut self.pieces {
            piece.is_diacritic = is_diacritic(text_of(piece));
        }
        sort_by(&mut self.pieces, Piece::order);
        // Copies at almost the same position, as programs draw for shadows, are dropped.
        self.pieces.dedup_by(|next, last| {
            let is_near = next.from - last.from < (last.to - last.from) / 2.0;
            is_near && text_of(next) == text_of(last)
        });
        let is_letter = |piece: &&Piece| !piece.is_diacritic && !text_of(piece).trim().is_empty();
        let letters: Vec<f64> =
            self.pieces.iter().filter(is_letter).map(|piece| piece.from).collect();
        for mark in self.pieces.iter_mut().filter(|piece| piece.is_diacritic) {
            let middle = f64::midpoint(mark.from, mark.to) + DIACRITIC_SHIFT * mark.size;
            let after = letters.partition_point(|from| *from <= middle);
            mark.from = letters.get(after.saturating_sub(1)).copied().unwrap_or(mark.from);
        }
        sort_by(&mut self.pieces, Piece::order);
    }

    /// Groups the sorted pieces, with the gaps between them.
    fn clusters(&self) -> Vec<Cluster> {
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut last: Option<(&Piece, f64)> = None;
        for (index, piece) in self.pieces.iter().enumerate() {
            let text = self.text_of(piece);
            if let Some(cluster) = clusters.last_mut().filter(|_| piece.is_diacritic) {
                cluster.pieces.end = index + 1;
                continue;
            }
            if let Some((before, end)) = last {
                let gap = (piece.from - end) / before.size.min(piece.size);
                if gap > MIN_GAP {
                    let class = if gap > MIN_CELL_GAP { BidiClass::Cell } else { BidiClass::Space };
                    clusters.push(Cluster { class, pieces: index..index });
                }
            }
            last = Some((piece, last.map_or(piece.to, |(_, end)| end.max(piece.to))));
            clusters.push(Cluster { class: BidiClass::of(text), pieces: index..index + 1 });
        }
        clusters
    }
}

impl Piece {
    /// Left to right, diacritics after letters, and otherwise in drawing order.
    fn order(&self, other: &Self) -> Ordering {
        let place = |piece: &Self| (piece.is_diacritic, piece.text.start);
        self.from.total_cmp(&other.from).then_with(|| place(self).cmp(&place(other)))
    }

    fn write_to(&self, writer: &mut Writer, text: &str) -> Outcome {
        if !text.trim().is_empty() {
            writer.visibility = self.visibility;
        }
        writer.push(text)
    }
}
