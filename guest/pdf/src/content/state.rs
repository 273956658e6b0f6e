//! The text state, and its movements.

use super::color::{Color, Space};
use crate::font::Font;
use crate::layout::Glyph;
use crate::matrix::Matrix;
use crate::object::Dict;
use crate::rectangle::Rectangle;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The cache key of a font: its object number, or a number that no object has.
pub(super) type FontKey = u64;

/// A running content stream.
pub(super) struct Frame {
    pub(super) resources: Rc<Dict>,
    /// The fonts looked up in the resources so far.
    pub(super) fonts: BTreeMap<Rc<[u8]>, Option<FontKey>>,
    pub(super) state: State,
    pub(super) saved: Vec<State>,
    /// The number of states that were not saved because there are too many.
    pub(super) unsaved: usize,
    pub(super) text: Matrix,
    pub(super) line: Matrix,
    pub(super) depth: usize,
}

/// The rendering mode of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Filled,
    /// As outlines, or as a clipping path for later painting.
    Outlined,
    Invisible,
}

/// The state that `q` saves.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) page: Matrix,
    pub(super) font: Option<FontKey>,
    pub(super) size: f64,
    pub(super) character_space: f64,
    pub(super) word_space: f64,
    /// The horizontal scale: 1 is the font's own.
    pub(super) scale: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    pub(super) mode: Mode,
    /// The color of text. `None` if it is unknown.
    pub(super) fill: Option<Color>,
    pub(super) space: Space,
    /// The bounds of everything that is drawn. `None` if they are those of the page.
    pub(super) clip: Option<Rectangle>,
    /// Whether fills are invisible.
    pub(super) is_transparent: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            page: Matrix::IDENTITY,
            font: None,
            size: 0.0,
            character_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: Mode::Filled,
            fill: Some(Color::BLACK),
            space: Space::Gray,
            clip: None,
            is_transparent: false,
        }
    }
}

impl State {
    /// Selects a color space, and a color in it.
    pub(super) fn fill_in(&mut self, space: Space, numbers: &[f64]) {
        (self.space, self.fill) = (space, space.color(numbers));
    }
}

impl Frame {
    pub(super) fn new(resources: Rc<Dict>, state: State, depth: usize) -> Self {
        Self {
            resources,
            fonts: BTreeMap::new(),
            state,
            saved: Vec::new(),
            unsaved: 0,
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            depth,
        }
    }

    pub(super) fn save(&mut self, limit: usize) {
        if self.saved.len() < limit {
            self.saved.push(self.state.clone());
        } else {
            self.unsaved += 1;
        }
    }

    pub(super) fn restore(&mut self) {
        if self.unsaved > 0 {
            self.unsaved -= 1;
        } else if let Some(state) = self.saved.pop() {
            self.state = state;
        }
    }

    pub(super) fn move_line(&mut self, numbers: &[f64]) {
        if let [x, y] = numbers {
            self.line = Matrix::translation(*x, *y).then(&self.line);
            self.text = self.line;
        }
    }

    pub(super) fn next_line(&mut self) {
        self.move_line(&[0.0, -self.state.leading]);
    }

    /// Moves on the line by a distance, before the horizontal scale.
    pub(super) fn advance(&mut self, distance: f64, is_vertical: bool) {
        let movement = if is_vertical {
            Matrix::translation(0.0, distance)
        } else {
            Matrix::translation(distance * self.state.scale, 0.0)
        };
        self.text = movement.then(&self.text);
    }

    /// Returns the position of a glyph whose successor follows at a distance.
    pub(super) fn glyph(&self, distance: f64, font: &Font) -> Glyph {
        let State { size, scale, rise, page, .. } = &self.state;
        let text = self.text.then(page);
        let (x, y) = text.vector(0.0, *rise);
        let start = (text.e + x, text.f + y);
        let (along, sign) = if font.is_vertical {
            (text.vector(0.0, distance), text.vector(0.0, -size.signum()))
        } else {
            let sign = (size * scale).signum();
            (text.vector(distance * scale, 0.0), text.vector(sign, 0.0))
        };
        let unit = length(sign);
        let height = text.vector(0.0, size * font.height);
        let is_mirrored = sign.0 * height.1 - sign.1 * height.0 < 0.0 && !font.is_vertical;
        Glyph {
            start,
            end: (start.0 + along.0, start.1 + along.1),
            direction: (sign.0 / unit, sign.1 / unit),
            size: length(height),
            is_mirrored,
        }
    }
}

fn length((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}
