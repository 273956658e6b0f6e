//! The look of text, as far as it matters to what is read.

use crate::color::Paint;
use crate::scripts::Script;
use crate::symbols::SymbolFont;

/// How a style shows its text. `None` means not set.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Look {
    pub(crate) vanish: Option<bool>,
    pub(crate) tiny: Option<bool>,
    pub(crate) color: Option<Paint>,
    /// The ground of the characters.
    pub(crate) ground: Option<Paint>,
    /// The ground of a paragraph, a cell, a table or a shape.
    pub(crate) around: Option<Paint>,
    pub(crate) script: Option<Script>,
    pub(crate) font: Option<Option<SymbolFont>>,
    /// Whether a shape is behind text.
    pub(crate) is_behind: Option<bool>,
    /// Whether a slide hides the shapes of its master.
    pub(crate) is_bare: Option<bool>,
    /// Whether the format of a cell does not display its value.
    pub(crate) is_blank: Option<bool>,
}

impl Look {
    /// Fills in unset properties from another look.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            vanish: self.vanish.or(other.vanish),
            tiny: self.tiny.or(other.tiny),
            color: self.color.or(other.color),
            ground: self.ground.or(other.ground),
            around: self.around.or(other.around),
            script: self.script.or(other.script),
            font: self.font.or(other.font),
            is_behind: self.is_behind.or(other.is_behind),
            is_bare: self.is_bare.or(other.is_bare),
            is_blank: self.is_blank.or(other.is_blank),
        }
    }

    /// Returns whether text over these grounds is hidden, tiny, or of the color of its ground.
    pub(crate) fn hides_on(&self, under: impl IntoIterator<Item = Paint>) -> bool {
        let under = self.ground.into_iter().chain(under);
        let is_lost = self.color.is_some_and(|color| color.is_lost_on(under));
        is_lost || self.vanish == Some(true) || self.tiny == Some(true)
    }
}
