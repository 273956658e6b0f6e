//! Detects the encoding of a file from its bytes alone.
//!
//! A guess has to be likely before it is made: text in the wrong encoding misleads, U+FFFD does
//! not.

use crate::encoding::transcode::Transcoder;
use crate::encoding::{is_utf32, nuls, scalar};
use crate::{ByteOrder, Encoding};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// The number of bytes that are searched for NULs.
pub(crate) const PREFIX_BYTES: usize = 8192;

/// Returns the part of the head that decides the encoding, however long the head is.
pub(crate) fn prefix(head: &[u8]) -> &[u8] {
    head.get(..PREFIX_BYTES).unwrap_or(head)
}

/// Returns the encoding of a file that contains NULs but is text. `head` is its beginning, `size`
/// the size of the whole file.
pub(crate) fn with_nuls(head: &[u8], size: u64) -> Option<Encoding> {
    const MIN_BYTES: usize = 8;
    if head.len() < MIN_BYTES || !size.is_multiple_of(2) || memchr::memchr(0, head).is_none() {
        return None;
    }
    // ASCII, to which UTF-16 may have been appended.
    let is_ascii = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    if head.iter().take(4).all(is_ascii) && nuls::is_text(head, size) {
        return None;
    }
    let orders = [ByteOrder::Little, ByteOrder::Big];
    if size.is_multiple_of(4) {
        let is_text = |order: &ByteOrder| {
            let plausible = |unit: &[u8; 4]| scalar(*unit, *order).is_some_and(is_plausible);
            is_utf32(head, *order) && head.as_chunks().0.iter().all(plausible)
        };
        if let Some(order) = orders.into_iter().find(is_text) {
            return Some(Encoding::Utf32(order));
        }
    }
    let likely = orders.into_iter().filter_map(|order| Some((Units::of(head, order)?, order)));
    let is_text =
        |units: &Units| units.are_text() || units.are_east_asian() && !nuls::is_text(head, size);
    let (_, order) =
        likely.filter(|(units, _)| is_text(units)).max_by_key(|(units, _)| units.ascii)?;
    Some(Encoding::Utf16(order))
}

/// Counts of the characters that UTF-16 text would consist of.
#[derive(Default)]
struct Units {
    /// ASCII characters.
    ascii: usize,
    /// ASCII characters that are spaces or line feeds.
    spaces: usize,
    other: usize,
    /// Other characters whose two bytes are both printable ASCII.
    pairs: usize,
    /// Other characters that are not East Asian.
    elsewhere: usize,
}

impl Units {
    /// Returns `None` if it is not text.
    fn of(head: &[u8], order: ByteOrder) -> Option<Self> {
        let numbers = head.as_chunks().0.iter().map(|unit| match order {
            ByteOrder::Little => u16::from_le_bytes(*unit),
            ByteOrder::Big => u16::from_be_bytes(*unit),
        });
        let mut units = Self::default();
        let mut characters = char::decode_utf16(numbers).peekable();
        while let Some(character) = characters.next() {
            match character {
                Ok(character) if !is_plausible(character) => return None,
                Ok(character) if character.is_ascii() => {
                    units.ascii += 1;
                    units.spaces += usize::from(character == ' ' || character == '\n');
                }
                Ok(character) => {
                    units.other += 1;
                    let [high, low] = [u32::from(character) >> 8, u32::from(character) & 0xff];
                    units.pairs +=
                        usize::from((0x20..0x7f).contains(&high) && (0x20..0x7f).contains(&low));
                    units.elsewhere += usize::from(!is_east_asian(character));
                }
                // The second half of the last character may lie beyond `head`.
                Err(_) if characters.peek().is_none() => {}
                Err(_) => return None,
            }
        }
        Some(units)
    }

    /// Returns whether the bytes are text rather than numbers, or data with an occasional NUL.
    fn are_text(&self) -> bool {
        let all = self.ascii + self.other;
        let is_mostly_ascii = self.ascii * 4 >= all * 3;
        let is_another_script =
            self.spaces > 0 && (self.pairs == 0 || all >= 32 && self.pairs * 10 < self.other * 6);
        all >= 4 && (is_mostly_ascii || is_another_script)
    }

    /// Returns whether bytes that otherwise do not look like text are a short East Asian text,
    /// whose characters often consist of two bytes that are both ASCII.
    fn are_east_asian(&self) -> bool {
        self.spaces > 0 && self.other > 0 && self.elsewhere == 0
    }
}

/// Returns whether a character is an ideograph, kana, Hangul or punctuation between them.
fn is_east_asian(character: char) -> bool {
    matches!(character,
        '\u{2010}'..='\u{2026}' | '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff01}'..='\u{ffee}')
}

fn is_plausible(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{c}' | '\u{feff}' => true,
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. | '\u{fff0}'..='\u{fffb}' => false,
        character => !character.is_control() && u32::from(character) & 0xfffe != 0xfffe,
    }
}

/// Returns the encoding of a file that is not valid UTF-8, from a sample that includes its first
/// non-ASCII bytes. `complete` says whether the file ends with the sample.
pub(crate) fn legacy(sample: &[u8], complete: Complete) -> Encoding {
    let (mut characters, mut ill_formed) = (0, 0);
    // The start of the next chunk, and the end of the last surrogate.
    let (mut at, mut surrogate) = (0, 0);
    for chunk in sample.utf8_chunks() {
        characters += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        let (before, invalid) = (chunk.valid(), chunk.invalid());
        at += before.len();
        if let [_, _, _] = invalid {
            // Three of the four bytes of a character: hardly any other data has them.
            characters += 1;
        } else if at >= surrogate && is_surrogate(sample.get(at..).unwrap_or_default()) {
            characters += 1;
            surrogate = at + 3;
        } else {
            ill_formed += usize::from(!invalid.is_empty() && at >= surrogate);
        }
        at += invalid.len();
    }
    // Damaged UTF-8, or damage after the sample. In other encodings only few bytes happen to form
    // UTF-8.
    if characters > 0 && characters >= ill_formed {
        return Encoding::Utf8;
    }
    guessed(sample, complete)
}

/// Returns whether bytes begin with half of a surrogate pair, as in CESU-8: some programs write it
/// into otherwise valid UTF-8.
fn is_surrogate(bytes: &[u8]) -> bool {
    matches!(bytes, [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..])
}

fn guessed(sample: &[u8], complete: Complete) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, complete == Complete::Yes);
    let guess = match detector.guess(None, Utf8Detection::Deny) {
        guess if guess == encoding_rs::EUC_JP && is_korean(sample) => {
            Encoding::Legacy(encoding_rs::EUC_KR)
        }
        guess if guess == encoding_rs::GBK && has_four_bytes(sample) => {
            Encoding::Legacy(encoding_rs::GB18030)
        }
        guess => Encoding::named(guess.name()).unwrap_or(Encoding::Utf8),
    };
    if is_readable(guess, sample) { guess } else { Encoding::Utf8 }
}

/// Returns whether text that was taken for Japanese is Korean: mostly Hangul if read as Korean, and
/// without kana if read as Japanese.
fn is_korean(sample: &[u8]) -> bool {
    let count = |encoding: &'static encoding_rs::Encoding, is_such: fn(char) -> bool| {
        let mut transcoder = Transcoder::new(Encoding::Legacy(encoding));
        transcoder.decode(sample).text.chars().filter(|character| is_such(*character)).count()
    };
    let hangul = count(encoding_rs::EUC_KR, |character| matches!(character, '가'..='힣'));
    let others = count(encoding_rs::EUC_KR, |character| !character.is_ascii()) - hangul;
    let kana = count(encoding_rs::EUC_JP, |character| matches!(character, '\u{3041}'..='\u{30ff}'));
    hangul > others && hangul > 4 * kana
}

/// Returns whether Chinese text has characters that GB18030 has and GBK lacks.
fn has_four_bytes(sample: &[u8]) -> bool {
    sample
        .windows(4)
        .any(|bytes| matches!(bytes, [0x81..=0xfe, b'0'..=b'9', 0x81..=0xfe, b'0'..=b'9']))
}

/// Whether a file ends with the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Complete {
    Yes,
    No,
}

/// Returns whether bytes in an encoding look like text.
fn is_readable(encoding: Encoding, sample: &[u8]) -> bool {
    let mut transcoder = Transcoder::new(encoding);
    let text = transcoder.decode(sample).text;
    let (mut odd, mut all) = (0, 0);
    for character in text.chars() {
        let is_odd = match character {
            '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' => false,
            character => character.is_control() || character == char::REPLACEMENT_CHARACTER,
        };
        odd += usize::from(is_odd);
        all += 1;
    }
    odd * 50 <= all
}

#[cfg(test)]
mod tests;
