//! Finds and caches the fonts of a content stream.

use super::Interpreter;
use super::state::{FontKey, Frame};
use crate::error::Outcome;
use crate::font::Font;
use crate::limits::{MAX_FONT_WEIGHT, MAX_FONTS};
use crate::object::Object;
use std::rc::Rc;

impl Interpreter<'_, '_> {
    /// Returns the cache key of the font with a name.
    pub(super) fn find_font(
        &mut self,
        name: &Rc<[u8]>,
        frame: &mut Frame,
    ) -> Outcome<Option<FontKey>> {
        if let Some(key) = frame.fonts.get(name) {
            return Ok(*key);
        }
        let key = match self.raw_resource("Font", name, frame)? {
            Object::Ref(number) => Some(FontKey::from(number)),
            Object::Dict(dict) => {
                self.inline_fonts += 1;
                let key = (1 << 32) + FontKey::from(self.inline_fonts);
                let font = Font::load(self.file, &dict)?;
                self.keep_font(key, font);
                Some(key)
            }
            _ => None,
        };
        if frame.fonts.len() < MAX_FONTS {
            frame.fonts.insert(name.clone(), key);
        }
        Ok(key)
    }

    fn keep_font(&mut self, key: FontKey, font: Font) -> Rc<Font> {
        let weight: usize = self.fonts.values().map(|font| font.weight()).sum();
        if self.fonts.len() >= MAX_FONTS || weight + font.weight() > MAX_FONT_WEIGHT {
            self.fonts.clear();
        }
        let font = Rc::new(font);
        self.fonts.insert(key, font.clone());
        font
    }

    /// Returns a font. If there is none, it is a standard one.
    pub(super) fn font(&mut self, key: Option<FontKey>) -> Outcome<Rc<Font>> {
        let key = key.unwrap_or(FontKey::MAX);
        if let Some(font) = self.fonts.get(&key) {
            return Ok(font.clone());
        }
        let object = u32::try_from(key).map(Object::Ref).unwrap_or_default();
        let dict = self.file.resolve(&object)?.as_dict().cloned().unwrap_or_default();
        let font = Font::load(self.file, &dict)?;
        Ok(self.keep_font(key, font))
    }
}
