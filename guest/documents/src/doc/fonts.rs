//! The fonts of a binary Word document, as far as they are symbol fonts.

use crate::limits::MAX_NAME;
use crate::symbols::SymbolFont;
use crate::zip::{u16_at, u16s};

/// The size of an entry without the name, which ends it, and its size.
const FIXED: usize = 39;

/// The fonts, by index.
pub(super) struct Fonts(Vec<Option<SymbolFont>>);

impl Fonts {
    /// Parses the table of fonts, whose entries begin with their sizes.
    pub(super) fn parse(table: &[u8]) -> Self {
        let count = u16_at(table, 0).unwrap_or_default();
        let mut rest = table.get(4..).unwrap_or_default();
        let font = |_| {
            let (size, after) = rest.split_first()?;
            let (font, after) = after.split_at_checked((*size).into())?;
            rest = after;
            let name = font.get(FIXED..).unwrap_or_default();
            let units: Vec<u16> = u16s(name).take(MAX_NAME).take_while(|unit| *unit != 0).collect();
            Some(SymbolFont::of(&String::from_utf16_lossy(&units)))
        };
        Self((0..count).map_while(font).collect())
    }

    /// Returns the symbol font with an index.
    pub(super) fn symbols(&self, index: u16) -> Option<SymbolFont> {
        self.0.get(usize::from(index)).copied().flatten()
    }
}
