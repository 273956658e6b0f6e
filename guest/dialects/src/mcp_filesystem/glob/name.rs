//! Names as UTF-16.

/// A name in a path.
pub(in super::super) struct Name {
    pub(super) units: Vec<u32>,
}

impl Name {
    pub(in super::super) fn new(name: &str) -> Self {
        Self { units: name.encode_utf16().map(u32::from).collect() }
    }

    pub(super) fn characters(&self) -> Vec<u32> {
        let mut characters: Vec<u32> = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            match characters.last_mut() {
                Some(last) if let Some(character) = character(*last, *unit) => *last = character,
                _ => characters.push(*unit),
            }
        }
        characters
    }
}

/// Returns the character of two surrogates.
pub(super) fn character(high: u32, low: u32) -> Option<u32> {
    let is_pair = (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low);
    is_pair.then(|| 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

/// Returns the units of a text.
pub(super) fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}
