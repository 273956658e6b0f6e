//! Keeps a line until it ends, and writes it in the order in which it is read.

use super::brackets::{Bracket, Mirrored, other};
use super::glyph::{Glyph, MIN_GAP};
use super::right_to_left::{Kind, Step, is_mark, is_right_to_left, read_order};
use crate::error::Outcome;
use crate::writer::Writer;
use std::cmp::Ordering;
use std::ops::Range;

/// How much of a line is kept: more is written before it ends.
const MAX_PIECES: usize = 4096;
const MAX_TEXT: usize = 16 << 10;
/// How far a mark may begin before its letter, in parts of the size of the font.
const MARK_SHIFT: f64 = 0.12;

/// The line that is open.
#[derive(Default)]
pub(super) struct Line {
    pieces: Vec<Piece>,
    text: String,
    direction: (f64, f64),
    is_right_to_left: bool,
    /// Whether the line before begins at its right end.
    last_began_right: bool,
}

/// The text of a glyph.
struct Piece {
    /// Where it is along the line.
    from: f64,
    to: f64,
    size: f64,
    text: Range<usize>,
    /// Whether it is a mark at a letter. Known when the line is sorted.
    is_mark: bool,
    is_hidden: bool,
    /// Whether there is a gap between it and the one that was drawn before.
    has_gap: bool,
}

/// What is read at once: a letter with its marks, or a gap, which has no pieces.
struct Cluster {
    kind: Kind,
    pieces: Range<usize>,
}

impl Line {
    /// Returns whether the line has text that is read from right to left, or will have with this.
    pub(super) fn is_right_to_left_with(&self, text: &str) -> bool {
        self.is_right_to_left || is_right_to_left(text)
    }

    pub(super) fn is_full(&self) -> bool {
        self.pieces.len() >= MAX_PIECES || self.text.len() >= MAX_TEXT
    }

    pub(super) fn push(&mut self, glyph: &Glyph, text: &str, is_hidden: bool, has_gap: bool) {
        if self.pieces.is_empty() {
            self.direction = glyph.direction;
        }
        self.is_right_to_left = self.is_right_to_left_with(text);
        let start = self.text.len();
        self.text.push_str(text);
        let (a, b) = (self.along(glyph.start), self.along(glyph.end));
        let (size, text) = (glyph.size, start..self.text.len());
        self.pieces.push(Piece {
            from: a.min(b),
            to: a.max(b),
            size,
            text,
            is_mark: false,
            is_hidden,
            has_gap,
        });
    }

    fn along(&self, (x, y): (f64, f64)) -> f64 {
        x * self.direction.0 + y * self.direction.1
    }

    /// Writes what is kept, and forgets it.
    pub(super) fn write_to(&mut self, writer: &mut Writer) -> Outcome {
        if self.is_right_to_left {
            self.write_right_to_left(writer)?;
        } else {
            for piece in &self.pieces {
                if piece.has_gap {
                    writer.space();
                }
                piece.write_to(writer, self.text_of(piece))?;
            }
        }
        self.pieces.clear();
        self.text.clear();
        self.is_right_to_left = false;
        Ok(())
    }

    fn text_of(&self, piece: &Piece) -> &str {
        self.text.get(piece.text.clone()).unwrap_or_default()
    }

    fn write_right_to_left(&mut self, writer: &mut Writer) -> Outcome {
        self.sort();
        let clusters = self.clusters();
        let kinds: Vec<Kind> = clusters.iter().map(|cluster| cluster.kind).collect();
        let order = read_order(&kinds, &mut self.last_began_right);
        let bracket_at = |step: &Step| {
            let pieces = clusters.get(step.index).map(|cluster| cluster.pieces.clone());
            pieces.and_then(|pieces| self.bracket(pieces, step.is_right_to_left))
        };
        let brackets: Vec<Bracket> = order.iter().filter_map(bracket_at).collect();
        let mirrored = Mirrored::of(&brackets);
        for step in &order {
            let Some(cluster) = clusters.get(step.index) else { continue };
            let pieces = self.pieces.get(cluster.pieces.clone()).unwrap_or_default();
            if pieces.is_empty() {
                writer.space();
            }
            let bracket = bracket_at(step).map(|bracket| mirrored.of_bracket(bracket));
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

    /// Returns the bracket that a cluster is, if it is one.
    fn bracket(&self, pieces: Range<usize>, is_right_to_left: bool) -> Option<Bracket> {
        let [piece] = self.pieces.get(pieces)? else { return None };
        let mut characters = self.text_of(piece).chars();
        let bracket = characters.next().filter(|bracket| other(*bracket).is_some())?;
        characters.next().is_none().then_some((bracket, is_right_to_left))
    }

    /// Sorts the pieces from left to right, with marks behind the letters that they belong to.
    fn sort(&mut self) {
        let text = &self.text;
        let text_of = |piece: &Piece| text.get(piece.text.clone()).unwrap_or_default();
        for piece in &mut self.pieces {
            piece.is_mark = is_mark(text_of(piece));
        }
        self.pieces.sort_unstable_by(Piece::order);
        let is_letter = |piece: &&Piece| !piece.is_mark && !text_of(piece).trim().is_empty();
        let letters: Vec<f64> =
            self.pieces.iter().filter(is_letter).map(|piece| piece.from).collect();
        for mark in self.pieces.iter_mut().filter(|piece| piece.is_mark) {
            let middle = f64::midpoint(mark.from, mark.to) + MARK_SHIFT * mark.size;
            let after = letters.partition_point(|from| *from <= middle);
            mark.from = letters.get(after.saturating_sub(1)).copied().unwrap_or(mark.from);
        }
        self.pieces.sort_unstable_by(Piece::order);
    }

    /// Groups the sorted pieces, with the gaps between them.
    fn clusters(&self) -> Vec<Cluster> {
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut last: Option<(f64, f64)> = None;
        for (index, piece) in self.pieces.iter().enumerate() {
            let text = self.text_of(piece);
            if let Some(cluster) = clusters.last_mut().filter(|_| piece.is_mark) {
                cluster.pieces.end = index + 1;
                continue;
            }
            if last.is_some_and(|(to, size)| piece.from - to > MIN_GAP * size.min(piece.size)) {
                clusters.push(Cluster { kind: Kind::Neutral, pieces: index..index });
            }
            let to = last.map_or(piece.to, |(to, _)| to.max(piece.to));
            last = Some((to, piece.size));
            clusters.push(Cluster { kind: Kind::of(text), pieces: index..index + 1 });
        }
        clusters
    }
}

impl Piece {
    /// From left to right, marks behind letters, and else as they were drawn.
    fn order(&self, other: &Self) -> Ordering {
        let place = |piece: &Self| (piece.is_mark, piece.text.start);
        self.from.total_cmp(&other.from).then_with(|| place(self).cmp(&place(other)))
    }

    fn write_to(&self, writer: &mut Writer, text: &str) -> Outcome {
        if !text.trim().is_empty() {
            writer.set_hidden(self.is_hidden);
        }
        writer.push(text)
    }
}
