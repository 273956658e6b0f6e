//! Counts the values in a JSON text before it is parsed: parsed, each can take forty times its
//! text. Counts the bytes of a string before it is written.

/// Returns whether a JSON text holds more than `max` values, counting each element and member.
///
/// Each value but the first follows a comma, or opens an array or an object. The result for invalid
/// JSON does not matter.
pub fn has_more_values(json: &[u8], max: usize) -> bool {
    // Most inputs are too short for that: a value and its separator take two bytes.
    if json.len() / 2 < max {
        return false;
    }
    let (mut left, mut rest) = (max.saturating_sub(1), json);
    while rest.len() > left {
        let Some(at) = rest.iter().position(|byte| matches!(byte, b',' | b'[' | b'{' | b'"'))
        else {
            return false;
        };
        let (found, after) = rest.split_at_checked(at + 1).unwrap_or_default();
        if found.last() == Some(&b'"') {
            rest = after_string(after);
            continue;
        }
        let Some(remaining) = left.checked_sub(1) else { return true };
        (left, rest) = (remaining, after);
    }
    false
}

/// Returns the length in bytes of a string in JSON, without its quotes.
pub fn escaped_length(text: &str) -> usize {
    // So short that a `u8` holds the sum. Without branches, the compiler emits SIMD.
    const PIECE: usize = 128;
    let sum = |piece: &[u8], counts: fn(u8) -> bool| -> usize {
        piece.iter().map(|byte| u8::from(counts(*byte))).sum::<u8>().into()
    };
    let escaped = |byte| byte < b' ' || byte == b'"' || byte == b'\\';
    // Characters without a short escape are written as six characters, such as \u0001.
    let long = |byte| byte < b' ' && !matches!(byte, 8..=10 | 12 | 13);
    let added = |piece: &[u8]| sum(piece, escaped) + 4 * sum(piece, long);
    text.len() + text.as_bytes().chunks(PIECE).map(added).sum::<usize>()
}

/// Returns what follows a string. `inside` starts after its opening quote.
fn after_string(mut inside: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', inside) {
        let is_end = inside.get(at) == Some(&b'"');
        inside = inside.get(at + if is_end { 1 } else { 2 }..).unwrap_or_default();
        if is_end {
            return inside;
        }
    }
    &[]
}

#[cfg(test)]
mod tests;
