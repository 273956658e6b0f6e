//! The runs of strings in a workbook.

use super::cell_styles::set_font;
use crate::cell_runs::{MAX_LOOKS, push_mark, unmarked};
use crate::color::Paint;
use crate::look::Look;
use crate::xml::Element;

/// The looks of runs by number, and the one of the run being read.
#[derive(Default)]
pub(super) struct Runs {
    looks: Vec<Look>,
    look: Look,
    /// The look of the text before.
    last: Look,
}

impl Runs {
    /// Begins a string.
    pub(super) fn begin(&mut self) {
        (self.look, self.last) = Default::default();
    }

    /// Applies an element of a string.
    pub(super) fn set(&mut self, element: &Element<'_>) {
        match element.name() {
            "r" => self.look = Look::default(),
            // Properties that it lacks are not those of the cell.
            "rPr" => {
                let (color, tiny, font) = (Some(Paint::Clear), Some(false), Some(None));
                self.look = Look { color, tiny, font, ..Look::default() };
            }
            _ => set_font(&mut self.look, element),
        }
    }

    /// Appends text of the run.
    pub(super) fn push(&mut self, into: &mut String, text: &str) {
        if self.look != self.last {
            let known = self.looks.iter().position(|look| *look == self.look);
            let number = known.unwrap_or(self.looks.len());
            if number < MAX_LOOKS {
                self.looks.extend(known.is_none().then_some(self.look));
                push_mark(into, number);
                self.last = self.look;
            }
        }
        into.push_str(&unmarked(text));
    }

    /// Returns the look of a run by its number.
    pub(super) fn look(&self, number: Option<usize>) -> Look {
        number.and_then(|number| self.looks.get(number)).copied().unwrap_or_default()
    }
}
