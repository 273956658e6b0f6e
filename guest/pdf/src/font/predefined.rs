//! The predefined CMaps and the character collections of Chinese, Japanese and Korean fonts.
//!
//! Most CMaps are well-known encodings, and the glyphs of a collection are in the order of one, so
//! that no large tables are needed. Glyphs added to a collection later are unknown.

use crate::cmap::code_of;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS};
use std::str;

/// Runs of glyphs of each collection, derived from the CMaps EUC-H, GBK-EUC-H, KSC-EUC-H and
/// ETen-B5-H of Adobe: the first glyph, its character (`u` and a hexadecimal number) or the index
/// of its two-byte code in the encoding, and the number of glyphs.
const COLLECTIONS: &str = include_str!("collections.txt");

/// A predefined CMap that is an encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Predefined {
    encoding: &'static Encoding,
    /// Whether its codes are two bytes without their high bits.
    is_seven_bit: bool,
}

impl Predefined {
    /// Returns the CMap with a name. `None` if it is unknown.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.strip_suffix("-H").or_else(|| name.strip_suffix("-V")).unwrap_or(name);
        let (encoding, is_seven_bit) = match name {
            "H" | "V" | "Add" | "Ext" | "78" => (EUC_JP, true),
            "GB" => (GB18030, true),
            "KSC" => (EUC_KR, true),
            "EUC" | "78-EUC" => (EUC_JP, false),
            _ if name.contains("RKSJ") => (SHIFT_JIS, false),
            _ if name.starts_with("GBT") => return None,
            _ if name.starts_with("GB") => (GB18030, false),
            _ if name.starts_with("KSC") && !name.contains("Johab") => (EUC_KR, false),
            _ if name.contains("B5") => (BIG5, false),
            _ => return None,
        };
        Some(Self { encoding, is_seven_bit })
    }

    /// Returns the next code of a string, and its length in bytes.
    pub(super) fn next_code(self, string: &[u8]) -> (u32, usize) {
        let length = match string {
            _ if self.is_seven_bit => 2,
            [0..=0x80 | 0xff, ..] => 1,
            [0xa0..=0xdf, ..] if self.encoding == SHIFT_JIS => 1,
            [0x8f, ..] if self.encoding == EUC_JP => 3,
            [_, 0x30..=0x39, ..] if self.encoding == GB18030 => 4,
            _ => 2,
        };
        code_of(string, length)
    }

    pub(super) fn push_text(self, code: u32, text: &mut String) {
        let code = if self.is_seven_bit { code | 0x8080 } else { code };
        let bytes = code.to_be_bytes();
        let zeros = bytes.iter().take(3).take_while(|byte| **byte == 0).count();
        push_decoded(self.encoding, bytes.get(zeros..).unwrap_or_default(), text);
    }
}

/// A character collection: the order of the glyphs of a font.
#[derive(Debug)]
pub(super) struct Collection {
    encoding: &'static Encoding,
    /// The first glyph of each run, whether its character is in Unicode, that character or the
    /// index of its code, and the number of glyphs. Sorted.
    runs: Vec<(u32, bool, u32, u32)>,
}

impl Collection {
    /// Returns the collection with an ordering. `None` if it is unknown.
    pub(super) fn named(ordering: &[u8]) -> Option<Self> {
        let encoding = match ordering {
            b"Japan1" => EUC_JP,
            b"GB1" => GB18030,
            b"Korea1" => EUC_KR,
            b"CNS1" => BIG5,
            _ => return None,
        };
        let lines = COLLECTIONS.lines().skip_while(|line| line.as_bytes() != ordering).skip(1);
        let run = |line: &str| {
            let mut fields = line.split(' ');
            let glyph: u32 = fields.next()?.parse().ok()?;
            let first = fields.next()?;
            let digits = first.strip_prefix('u');
            let radix = if digits.is_some() { 16 } else { 10 };
            let target = u32::from_str_radix(digits.unwrap_or(first), radix).ok()?;
            let count: u32 = fields.next()?.parse().ok()?;
            Some((glyph, digits.is_some(), target, count))
        };
        let mut runs: Vec<_> = lines.map_while(run).collect();
        readroom_names::sort_by(&mut runs, |a, b| a.0.cmp(&b.0));
        Some(Self { encoding, runs })
    }

    pub(super) fn weight(&self) -> usize {
        self.runs.len()
    }

    pub(super) fn push_text(&self, glyph: u32, text: &mut String) {
        let end = self.runs.partition_point(|run| run.0 <= glyph);
        let run = end.checked_sub(1).and_then(|last| self.runs.get(last));
        let Some(&(first, is_unicode, target, count)) = run else { return };
        if glyph - first >= count {
            return;
        }
        let target = target + glyph - first;
        if is_unicode {
            return text.extend(char::from_u32(target));
        }
        let (row, cell) = if self.encoding == BIG5 {
            let cell = target % 157;
            (target / 157, if cell < 63 { cell + 0x40 } else { cell + 0x62 })
        } else {
            (target / 94, target % 94 + 0xa1)
        };
        let bytes = [u8::try_from(row + 0xa1), u8::try_from(cell)];
        if let [Ok(row), Ok(cell)] = bytes {
            push_decoded(self.encoding, &[row, cell], text);
        }
    }
}

/// Appends the character of a code, if it has one.
fn push_decoded(encoding: &'static Encoding, code: &[u8], text: &mut String) {
    let mut out = [0; 16];
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (result, _, length) = decoder.decode_to_utf8_without_replacement(code, &mut out, true);
    if result == encoding_rs::DecoderResult::InputEmpty {
        text.push_str(str::from_utf8(out.get(..length).unwrap_or_default()).unwrap_or_default());
    }
}
