//! The data of a stream, decompressed.

use super::Stop;
use super::source::{MAX_READ_BYTES, Source};
use super::syntax::{Dictionary, Lexer, Value};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

/// The most bytes of the data of all streams of a file together: as much as is read.
pub(crate) const MAX_DATA: usize = 4 << 20;

/// By how much the place for decompressed data grows.
const STEP: usize = 32 << 10;

/// The data of a stream with this dictionary, which begins at the offset. What it takes is taken from `left`.
pub(crate) fn data<E>(
    source: &mut Source<'_, E>,
    dictionary: Dictionary<'_>,
    offset: u64,
    left: &mut usize,
) -> Result<Vec<u8>, Stop<E>> {
    let data = match dictionary.get("Filter").and_then(only) {
        None => {
            let length =
                dictionary.natural("Length").and_then(|length| usize::try_from(length).ok());
            let length = length.filter(|length| *length <= *left).ok_or(Stop::Broken)?;
            source.bytes(offset, length)?
        }
        Some(filter) if filter.is_name("FlateDecode") => inflated(source, offset, *left)?,
        Some(_) => return Err(Stop::Broken),
    };
    *left = left.saturating_sub(data.len());
    match dictionary.get("DecodeParms").and_then(only).and_then(Value::dictionary) {
        Some(parameters) => unpredicted(data, parameters).ok_or(Stop::Broken),
        None => Ok(data),
    }
}

/// The value, or that in an array of one. An empty array is as good as no value; one of several gives what is never
/// right.
fn only(value: Value<'_>) -> Option<Value<'_>> {
    let Value::Array(values) = value else { return Some(value) };
    let mut lexer = Lexer::new(values);
    let first = lexer.value()?;
    Some(if lexer.token().is_none() { first } else { Value::Other })
}

/// Decompresses what begins at the offset, to at most so many bytes. Where it ends in the file it says itself: the
/// length in the dictionary may stand in another object. Its checksum is not looked at, as some programs get it wrong.
fn inflated<E>(
    source: &mut Source<'_, E>,
    mut offset: u64,
    most: usize,
) -> Result<Vec<u8>, Stop<E>> {
    let mut state = InflateState::new_boxed(DataFormat::ZLibIgnoreChecksum);
    let (mut data, mut length) = (Vec::new(), 0);
    loop {
        let bytes = source.bytes(offset, MAX_READ_BYTES as usize)?;
        offset += bytes.len() as u64;
        let mut input = &*bytes;
        while !input.is_empty() {
            if data.len() == length {
                data.resize(length + STEP, 0);
            }
            let done = inflate(
                &mut state,
                input,
                data.get_mut(length..).unwrap_or_default(),
                MZFlush::None,
            );
            length += done.bytes_written;
            input = input.get(done.bytes_consumed..).unwrap_or_default();
            match done.status {
                _ if length > most => return Err(Stop::Broken),
                Ok(MZStatus::StreamEnd) => {
                    data.truncate(length);
                    return Ok(data);
                }
                Ok(_) if done.bytes_written > 0 || done.bytes_consumed > 0 => {}
                _ => return Err(Stop::Broken),
            }
        }
        if bytes.is_empty() {
            return Err(Stop::Broken);
        }
    }
}

/// The data before a predictor of PNG changed it.
fn unpredicted(data: Vec<u8>, parameters: Dictionary<'_>) -> Option<Vec<u8>> {
    match parameters.natural("Predictor") {
        None | Some(1) => return Some(data),
        Some(10..=15) => {}
        Some(_) => return None,
    }
    let of = |key, or: u64| match parameters.get(key) {
        Some(value) => value.natural().filter(|number| (1..=1 << 16).contains(number)),
        None => Some(or),
    };
    let bits = of("Colors", 1)?.checked_mul(of("BitsPerComponent", 8)?)?;
    let row = bits.checked_mul(of("Columns", 1)?)?.div_ceil(8);
    // Each row begins with the number of its filter.
    let row = usize::try_from(row).ok().filter(|row| *row <= MAX_DATA)?;
    let pixel = usize::try_from(bits.div_ceil(8)).ok()?;
    let mut above = vec![0; row];
    let mut plain = Vec::with_capacity(data.len());
    for line in data.chunks(row + 1) {
        let (filter, line) = line.split_first()?;
        let start = plain.len();
        for (index, byte) in line.iter().enumerate() {
            let left = index.checked_sub(pixel);
            let a = left.and_then(|left| plain.get(start + left)).copied().unwrap_or_default();
            let b = above.get(index).copied().unwrap_or_default();
            let c = left.and_then(|left| above.get(left)).copied().unwrap_or_default();
            let guess = match filter {
                0 => 0,
                1 => a,
                2 => b,
                3 => u8::midpoint(a, b),
                4 => paeth(a, b, c),
                _ => return None,
            };
            plain.push(byte.wrapping_add(guess));
        }
        let line = plain.get(start..)?;
        above.get_mut(..line.len())?.copy_from_slice(line);
    }
    Some(plain)
}

/// Which of left, above, and above left is nearest to what goes on from them.
fn paeth(a: u8, b: u8, c: u8) -> u8 {
    let guess = i16::from(a) + i16::from(b) - i16::from(c);
    let distance = |byte: u8| guess.abs_diff(i16::from(byte));
    if distance(a) <= distance(b) && distance(a) <= distance(c) {
        a
    } else if distance(b) <= distance(c) {
        b
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::paeth;

    #[test]
    fn the_nearest_is_the_first_of_equals() {
        let some = || (0..=u8::MAX).step_by(5);
        for (a, b, c) in
            some().flat_map(|a| some().flat_map(move |b| some().map(move |c| (a, b, c))))
        {
            let guess = i32::from(a) + i32::from(b) - i32::from(c);
            let nearest = [a, b, c].into_iter().min_by_key(|byte| (guess - i32::from(*byte)).abs());
            assert_eq!(Some(paeth(a, b, c)), nearest, "{a}, {b}, {c}");
        }
    }
}
