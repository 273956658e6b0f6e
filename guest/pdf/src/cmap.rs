//! CMaps: mappings from codes to Unicode, and from codes to glyphs of a composite font.

use crate::lexer::{Lexer, Token};
use crate::limits::MAX_UNITS;
use crate::object::Object;
use readroom_names::sort_by;

/// The maximum number of code space ranges.
const MAX_CODE_SPACES: usize = 256;
/// The maximum number of UTF-16 units in all mappings.
const MAX_ALL_UNITS: usize = 1 << 18;

/// A range of consecutive codes.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: u32,
    high: u32,
    /// The glyph of the first code, or the start of its units.
    target: u32,
    /// The number of units, or [`GLYPH`].
    units: u32,
}

/// The number of units of a range of glyphs.
const GLYPH: u32 = u32::MAX;

/// A code space range: codes of one length in bytes.
#[derive(Clone, Copy, Debug)]
struct CodeSpace {
    bytes: usize,
    low: u32,
    high: u32,
}

/// A CMap. Ranges are not expanded, so that it is no larger than its text.
#[derive(Debug, Default)]
pub(crate) struct CMap {
    ranges: Vec<Range>,
    units: Vec<u16>,
    spaces: Vec<CodeSpace>,
}

#[derive(Clone, Copy, PartialEq)]
enum Block {
    None,
    CodeSpaces,
    Characters { is_cid: bool },
    Ranges { is_cid: bool },
}

impl CMap {
    /// Returns the CMap whose targets are its codes of two bytes.
    pub(crate) fn identity() -> Self {
        let range = Range { low: 0, high: 0xffff, target: 0, units: GLYPH };
        Self { ranges: vec![range], ..Self::default() }
    }

    /// Returns whether it has no mappings.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Parses a CMap, up to a number of mappings.
    pub(crate) fn parse(data: &[u8], limit: usize) -> Self {
        let mut map = Self::default();
        let mut block = Block::None;
        let mut values: Vec<Object> = Vec::new();
        let mut lexer = Lexer::new(data, 0);
        while let Some(token) = lexer.token() {
            lexer.take_parsed();
            match token {
                Token::Word(word) => {
                    values.clear();
                    block = match word {
                        b"begincodespacerange" => Block::CodeSpaces,
                        b"beginbfchar" => Block::Characters { is_cid: false },
                        b"begincidchar" => Block::Characters { is_cid: true },
                        b"beginbfrange" => Block::Ranges { is_cid: false },
                        b"begincidrange" => Block::Ranges { is_cid: true },
                        _ => Block::None,
                    };
                }
                Token::Value(_) if block == Block::None => {}
                Token::Value(value) => {
                    values.push(value);
                    if map.take(block, &values, limit) {
                        values.clear();
                    }
                }
            }
        }
        // If two ranges start with the same code, the last one counts.
        sort_by(&mut map.ranges, |a, b| a.low.cmp(&b.low));
        map.ranges.shrink_to_fit();
        map
    }

    /// Adds a mapping if its values are complete. Returns whether they were.
    fn take(&mut self, block: Block, values: &[Object], limit: usize) -> bool {
        match (block, values) {
            (Block::CodeSpaces, [low, high]) => {
                if let (Some((low, bytes)), Some((high, _))) = (code(low), code(high))
                    && self.spaces.len() < MAX_CODE_SPACES
                {
                    self.spaces.push(CodeSpace { bytes, low, high });
                }
                true
            }
            (Block::Characters { is_cid }, [from, to]) => {
                if let Some((low, _)) = code(from) {
                    self.add(low, low, to, is_cid, limit);
                }
                true
            }
            (Block::Ranges { is_cid }, [low, high, to]) => {
                let (Some((low, _)), Some((high, _))) = (code(low), code(high)) else {
                    return true;
                };
                match to {
                    Object::Array(texts) => {
                        for (low, text) in (low..=high).zip(texts.iter()) {
                            self.add(low, low, text, is_cid, limit);
                        }
                    }
                    to => self.add(low, high, to, is_cid, limit),
                }
                true
            }
            _ => false,
        }
    }

    fn add(&mut self, low: u32, high: u32, to: &Object, is_cid: bool, limit: usize) {
        if self.ranges.len() >= limit || self.units.len() >= MAX_ALL_UNITS {
            return;
        }
        let (target, units) = if is_cid {
            (to.as_int().and_then(|cid| u32::try_from(cid).ok()).unwrap_or_default(), GLYPH)
        } else {
            let target = self.units.len();
            match to.as_string() {
                Some([byte]) => self.units.push(u16::from(*byte)),
                Some(text) => self.units.extend(utf16(text).take(MAX_UNITS)),
                None => return,
            }
            (target as u32, (self.units.len() - target) as u32)
        };
        self.ranges.push(Range { low, high, target, units });
    }

    fn find(&self, code: u32) -> Option<&Range> {
        /// The maximum number of ranges searched that start before a code.
        const MAX_OVERLAP: usize = 8;
        let end = self.ranges.partition_point(|range| range.low <= code);
        let before = self.ranges.get(..end)?;
        before.iter().rev().take(MAX_OVERLAP).find(|range| range.high >= code)
    }

    pub(crate) fn cid(&self, code: u32) -> Option<u32> {
        self.find(code).map(|range| range.target.saturating_add(code - range.low))
    }

    /// Appends the text of a code. Returns whether it has one.
    pub(crate) fn push_text(&self, code: u32, text: &mut String) -> bool {
        let Some(range) = self.find(code) else { return false };
        let before = text.len();
        if range.units == GLYPH {
            // Some writers map codes to Unicode as if to glyphs.
            text.extend(char::from_u32(range.target.saturating_add(code - range.low)));
            return text.len() > before;
        }
        let start = range.target as usize;
        let units = self.units.get(start..start + range.units as usize).unwrap_or_default();
        let Some((last, first)) = units.split_last() else { return false };
        let last = last.wrapping_add((code - range.low) as u16);
        let units = first.iter().copied().chain([last]).filter(|unit| *unit != 0);
        text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')));
        text.len() > before
    }

    /// Returns the next code, and its length in bytes.
    pub(crate) fn next_code(&self, bytes: &[u8]) -> (u32, usize) {
        let mut code = 0;
        for (index, byte) in bytes.iter().take(4).enumerate() {
            code = code << 8 | u32::from(*byte);
            let fits = |space: &CodeSpace| {
                space.bytes == index + 1 && (space.low..=space.high).contains(&code)
            };
            if self.spaces.iter().any(fits) {
                return (code, index + 1);
            }
        }
        let length = self.spaces.iter().map(|space| space.bytes).min().unwrap_or(2);
        code_of(bytes, length)
    }

    /// Returns its approximate memory, in units of 16 bytes.
    pub(crate) fn weight(&self) -> usize {
        self.ranges.len() + self.units.len() / 8
    }
}

/// Returns the code in the first `length` bytes, or in fewer if there are no more, and its length.
pub(crate) fn code_of(bytes: &[u8], length: usize) -> (u32, usize) {
    let length = length.clamp(1, 4).min(bytes.len()).max(1);
    let code = bytes.iter().take(length).fold(0, |code, byte| code << 8 | u32::from(*byte));
    (code, length)
}

/// Returns the UTF-16 units of a string.
pub(crate) fn utf16(text: &[u8]) -> impl Iterator<Item = u16> {
    text.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair))
}

fn code(object: &Object) -> Option<(u32, usize)> {
    let bytes = object.as_string().filter(|bytes| (1..=4).contains(&bytes.len()))?;
    Some(code_of(bytes, bytes.len()))
}
