//! The encodings of text in Rich Text Format: code pages, and character sets of fonts.

use crate::symbols::SymbolFont;
use encoding_rs::Encoding;

/// How bytes are text.
#[derive(Clone, Copy)]
pub(super) enum TextEncoding {
    Known(&'static Encoding),
    /// Characters of a symbol font, which mean nothing without it.
    Symbols(Option<SymbolFont>),
    /// A code page without a table.
    Unknown,
}

impl Default for TextEncoding {
    fn default() -> Self {
        Self::of_page(1252)
    }
}

impl TextEncoding {
    /// Returns the encoding with the number of a code page.
    pub(super) fn of_page(page: i32) -> Self {
        let label = match page {
            866 => "ibm866".into(),
            874 => "windows-874".into(),
            932 => "shift_jis".into(),
            936 => "gbk".into(),
            949 => "euc-kr".into(),
            950 => "big5".into(),
            10_000 => "macintosh".into(),
            20_866 => "koi8-r".into(),
            65_001 => "utf-8".into(),
            1250..=1258 => format!("windows-{page}"),
            28_591..=28_606 => format!("iso-8859-{}", page - 28_590),
            _ => return Self::Unknown,
        };
        Encoding::for_label(label.as_bytes()).map_or(Self::Unknown, Self::Known)
    }

    /// Returns the encoding of a font's character set. `None` for that of the document.
    pub(super) fn of_charset(charset: i32) -> Option<Self> {
        let page = match charset {
            0 => 1252,
            2 => return Some(Self::Symbols(None)),
            77 => 10_000,
            128 => 932,
            129 => 949,
            134 => 936,
            136 => 950,
            161 => 1253,
            162 => 1254,
            163 => 1258,
            177 => 1255,
            178..=180 => 1256,
            186 => 1257,
            204 => 1251,
            222 => 874,
            238 => 1250,
            _ => return None,
        };
        Some(Self::of_page(page))
    }

    /// Returns the symbol font, if it is a known one.
    pub(super) fn symbols(self) -> Option<SymbolFont> {
        match self {
            Self::Symbols(font) => font,
            _ => None,
        }
    }

    /// Appends decoded bytes.
    pub(super) fn decode(self, bytes: &[u8], text: &mut String) {
        match self {
            Self::Known(encoding) => text.push_str(&encoding.decode_without_bom_handling(bytes).0),
            Self::Symbols(_) => text.extend(bytes.iter().filter_map(|byte| {
                let first = if byte.is_ascii() { 0 } else { 0xf000 };
                char::from_u32(first + u32::from(*byte))
            })),
            Self::Unknown => text.extend(bytes.iter().map(|byte| match *byte {
                byte @ ..0x80 => char::from(byte),
                _ => char::REPLACEMENT_CHARACTER,
            })),
        }
    }
}
