//! Runs painting operators, and those that affect them.

use super::Interpreter;
use super::color::{Color, Space};
use super::state::{Frame, State};
use crate::error::Outcome;
use crate::object::{Dict, Object};

/// The opacity below which nothing is visible.
const MIN_ALPHA: f64 = 0.05;
/// The entries of an image that is not opaque.
const MASKS: [&str; 3] = ["SMask", "Mask", "ImageMask"];

impl Interpreter<'_, '_> {
    /// Runs an operator that has nothing to do with text.
    pub(super) fn paint(
        &mut self,
        word: &[u8],
        numbers: &[f64],
        operands: &[Object],
        frame: &mut Frame,
    ) -> Outcome {
        let state = &mut frame.state;
        match word {
            b"g" => state.fill_in(Space::Gray, numbers),
            b"rg" => state.fill_in(Space::Rgb, numbers),
            b"k" => state.fill_in(Space::Cmyk, numbers),
            b"sc" | b"scn" => state.fill = state.space.color(numbers),
            b"cs" => {
                let space = operands.first().cloned().unwrap_or_default();
                let mut known = Space::of(&space, self.file)?;
                if let (Space::Unknown, Object::Name(name)) = (known, &space) {
                    let space = self.resource("ColorSpace", name, frame)?;
                    known = Space::of(&space, self.file)?;
                }
                frame.state.space = known;
                frame.state.fill = (known != Space::Unknown).then_some(Color::BLACK);
            }
            b"gs" => {
                if let Some(Object::Name(name)) = operands.first() {
                    let settings = self.resource("ExtGState", name, frame)?;
                    let alpha = settings.as_dict().and_then(|dict| dict.get("ca").as_number());
                    let is_transparent = |alpha| alpha < MIN_ALPHA;
                    let state = &mut frame.state;
                    state.is_transparent = alpha.map_or(state.is_transparent, is_transparent);
                }
            }
            b"l" => self.page.paper.add_segment(numbers, &state.page),
            b"m" | b"c" | b"v" | b"y" => self.page.paper.add_points(numbers, &state.page),
            b"re" => self.page.paper.add_rectangle(numbers, &state.page),
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" => self.page.paper.fill(state),
            b"S" | b"s" | b"n" => self.page.paper.end_path(word != b"n", state),
            b"W" | b"W*" => self.page.paper.is_clip = true,
            b"sh" => self.page.paper.paint_all(),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn add_image(&mut self, state: &State, is_opaque: bool) -> Outcome {
        self.writer.add_image();
        if state.is_transparent {
            return Ok(());
        }
        if self.page.paper.paint_image(&state.page) && is_opaque {
            self.page.layout.finish(&self.page.paper.rules, &mut self.writer)?;
            self.writer.cover();
        }
        self.writer.is_scan = self.page.paper.is_scan();
        Ok(())
    }
}

pub(super) fn is_opaque(image: &Dict) -> bool {
    !MASKS.iter().any(|name| image.has(name))
}
