//! The fonts, colors and styles of a document in Rich Text Format.

use super::encodings::TextEncoding;
use super::grounds::PATTERN;
use crate::color::Paint;
use crate::markdown::heading_level;
use crate::numbered::Numbered;
use crate::symbols::SymbolFont;

/// The maximum number of fonts, colors and styles; later ones are ignored.
const MAX_ENTRIES: usize = 4096;

#[derive(Default)]
pub(super) struct Resources {
    pub(super) encoding: TextEncoding,
    fonts: Numbered<TextEncoding>,
    colors: Vec<Paint>,
    /// The components of the next color. One without components is automatic.
    pub(super) color: Option<[i32; 3]>,
    headings: Numbered<u64>,
}

impl Resources {
    /// Sets the encoding of text in a font.
    pub(super) fn set_font(&mut self, font: i32, encoding: TextEncoding) {
        self.fonts.set(font, encoding, MAX_ENTRIES);
    }

    /// Sets the font whose name ends a text, if it is one of symbols.
    pub(super) fn name_font(&mut self, font: i32, name: &str) {
        let symbols = SymbolFont::of(name.trim().trim_end_matches(';'));
        if symbols.is_some() {
            self.set_font(font, TextEncoding::Symbols(symbols));
        }
    }

    /// Returns the encoding of text in a font.
    pub(super) fn encoding(&self, font: i32) -> TextEncoding {
        self.fonts.get(font).unwrap_or(self.encoding)
    }

    pub(super) fn add_color(&mut self) {
        if self.colors.len() < MAX_ENTRIES {
            let color = self.color.take();
            let color = color.map(|color| color.map(|part| part.clamp(0, 255) as u8));
            self.colors.push(color.map_or(Paint::Clear, Paint::of_parts));
        }
    }

    pub(super) fn color(&self, number: usize) -> Paint {
        self.colors.get(number).copied().unwrap_or_default()
    }

    /// Returns the color of a background with this number.
    pub(super) fn ground(&self, number: usize) -> Paint {
        match number {
            0 => Paint::Clear,
            PATTERN => Paint::Unknown,
            number => self.color(number),
        }
    }

    /// Adds the style whose name ends a text. Its level may be set.
    pub(super) fn add_style(&mut self, style: i32, name: &str, level: Option<u64>) {
        let level = heading_level(name.trim().trim_end_matches(';')).or(level);
        if let Some(level) = level {
            self.headings.set(style, level, MAX_ENTRIES);
        }
    }

    /// Returns the level of the headings of a style, from 1.
    pub(super) fn heading(&self, style: i32) -> Option<u64> {
        self.headings.get(style)
    }
}
