//! Text that is decoded from UTF-16 unit by unit.

/// Appends a code unit. The first half of a character is kept until the next unit.
pub(crate) fn push_unit(text: &mut String, half: &mut Option<u16>, unit: u16) {
    let first = half.take();
    if matches!(unit, 0xd800..0xdc00) {
        *half = Some(unit);
    } else {
        let decoded = char::decode_utf16(first.into_iter().chain([unit]));
        text.extend(decoded.map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)));
    }
}
