//! Parses JSON level by level: what is not needed is skipped, not built.
//!
//! A skipped value may be nested to any depth and takes one bit of memory per level.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Passes every member of an object to `take`, its value unparsed. `None` if the value is not an
/// object.
pub(crate) fn each_member<'a>(
    value: &'a RawValue,
    take: &mut dyn FnMut(&str, &'a RawValue),
) -> Option<()> {
    struct Each<'t, 'a>(&'t mut dyn FnMut(&str, &'a RawValue));

    impl<'a> Visitor<'a> for Each<'_, 'a> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some((Text(name), value)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
                (self.0)(&name, value);
            }
            Ok(())
        }
    }

    serde_json::Deserializer::from_str(value.get()).deserialize_map(Each(take)).ok()
}

/// Passes every element of an array to `take`, unparsed. `None` if the value is not an array.
pub(crate) fn each_element<'a>(
    value: &'a RawValue,
    take: &mut dyn FnMut(&'a RawValue),
) -> Option<()> {
    struct Each<'t, 'a>(&'t mut dyn FnMut(&'a RawValue));

    impl<'a> Visitor<'a> for Each<'_, 'a> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array")
        }

        fn visit_seq<A: SeqAccess<'a>>(self, mut values: A) -> Result<(), A::Error> {
            while let Some(value) = values.next_element()? {
                (self.0)(value);
            }
            Ok(())
        }
    }

    serde_json::Deserializer::from_str(value.get()).deserialize_seq(Each(take)).ok()
}

/// The text of a string. None for any other value.
pub(crate) fn text(value: &RawValue) -> Option<Cow<'_, str>> {
    // Arrays of numbers would count as bytes otherwise.
    if !value.get().starts_with('"') {
        return None;
    }
    Text::deserialize(&mut serde_json::Deserializer::from_str(value.get()))
        .ok()
        .map(|Text(text)| text)
}

/// Passes the text of a string, or of each string in an array, to `take`. `None` if the value is
/// neither; some strings of an array may have been passed by then.
pub(crate) fn lines(value: &RawValue, take: &mut dyn FnMut(&str)) -> Option<()> {
    if let Some(text) = text(value) {
        take(&text);
        return Some(());
    }
    let mut strings = true;
    each_element(value, &mut |element| match text(element) {
        Some(text) => take(&text),
        None => strings = false,
    })?;
    strings.then_some(())
}

/// A whole number that is not below 0.
pub(crate) fn natural(value: &RawValue) -> Option<u64> {
    value.get().parse().ok()
}

/// Text that may hold half a surrogate pair, which a strict JSON parser refuses. Python writes such
/// text, so notebooks hold it: U+FFFD replaces each half.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lossy;

        impl<'de> Visitor<'de> for Lossy {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Text<'de>, E> {
                Ok(Text(String::from_utf8_lossy(bytes)))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(without_halves(bytes.to_vec()))))
            }
        }

        // Only as bytes is such text not refused: each half arrives in three bytes, as UTF-8 would
        // spell it.
        deserializer.deserialize_bytes(Lossy)
    }
}

/// The text with U+FFFD, which takes three bytes as well, instead of every surrogate.
fn without_halves(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut bytes = error.into_bytes();
        let mut at = 0;
        while let Some(rest) = bytes.get_mut(at..) {
            if let [a @ 0xed, b @ 0xa0..=0xbf, c, ..] = rest {
                (*a, *b, *c) = (0xef, 0xbf, 0xbd);
            }
            at += 1;
        }
        // The rest is what it was: text.
        String::from_utf8(bytes).unwrap_or_default()
    })
}

/// Returns how many bytes the text of a string takes in UTF-8, or the texts of an array of strings;
/// the length of the spelling for any other value. Nothing is built.
pub(crate) fn text_bytes(value: &RawValue) -> u64 {
    let mut sum = 0;
    each_byte(value, &mut |_| sum += 1).map_or(value.get().len() as u64, |()| sum)
}

/// Returns how many bytes a string of base64, or an array of such strings, decodes to. Nothing is
/// built.
pub(crate) fn base64_bytes(value: &RawValue) -> u64 {
    let mut sum = 0_u64;
    let mut digit = |byte: u8| {
        if byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/' {
            sum += 1;
        }
    };
    // Four digits stand for three bytes.
    each_byte(value, &mut digit).map_or(value.get().len() as u64, |()| sum * 3 / 4)
}

/// Passes every byte of a string, or of the strings in an array, to `take`. An escaped byte above
/// 0x7f is passed as some byte above 0x7f.
fn each_byte(value: &RawValue, take: &mut dyn FnMut(u8)) -> Option<()> {
    if value.get().starts_with('"') {
        each_byte_of_string(value.get(), take);
        return Some(());
    }
    let mut strings = true;
    each_element(value, &mut |element| {
        strings &= element.get().starts_with('"');
        if strings {
            each_byte_of_string(element.get(), take);
        }
    })?;
    strings.then_some(())
}

/// The same for the spelling of a string that is known to be one.
fn each_byte_of_string(spelled: &str, take: &mut dyn FnMut(u8)) {
    let mut bytes = spelled.bytes().skip(1);
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => {}
            b'\\' => match bytes.next() {
                Some(b'u') => {
                    let unit = (0..4).fold(0, |unit, _| {
                        let digit = bytes.next().and_then(|byte| char::from(byte).to_digit(16));
                        unit * 16 + digit.unwrap_or_default()
                    });
                    match unit {
                        0..0x80 => take(unit as u8),
                        // Half of a pair, which takes four.
                        0x80..0x800 | 0xd800..0xe000 => (0..2).for_each(|_| take(0x80)),
                        _ => (0..3).for_each(|_| take(0x80)),
                    }
                }
                Some(b'/') => take(b'/'),
                // All others stand for a space, a quote or a backslash: only their number matters.
                _ => take(b' '),
            },
            _ => take(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{base64_bytes, lines, natural, text, text_bytes};
    use serde_json::value::RawValue;

    fn raw(json: &str) -> &RawValue {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        let of = |json| text(raw(json)).unwrap();
        assert_eq!(of(r#""a\ud83d\ude00b""#), "a😀b");
        assert_eq!(of(r#""a\ud800b""#), "a\u{fffd}b");
        assert_eq!(
            of(r#""\udc00\ud800\ud800퟿\uD7FF""#),
            "\u{fffd}\u{fffd}\u{fffd}\u{d7ff}\u{d7ff}"
        );
        assert_eq!(text(raw("[104, 105]")), None);
        assert_eq!(text(raw("7")), None);
    }

    #[test]
    fn text_is_a_string_or_an_array_of_strings() {
        let of = |json| {
            let mut all = String::new();
            lines(raw(json), &mut |line| all.push_str(line)).map(|()| all)
        };
        assert_eq!(of(r#""a\nb""#).unwrap(), "a\nb");
        assert_eq!(of(r#"["a\n", "b"]"#).unwrap(), "a\nb");
        assert_eq!(of("[]").unwrap(), "");
        for other in ["null", "1", "{}", r#"["a", 1]"#, r#"[["a"]]"#] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn sizes_are_those_of_the_text() {
        for json in [r#""""#, r#""aé\"\\\/\n\u0041\u00e9\u20ac\ud83d\ude00""#, r#""€😀""#] {
            assert_eq!(text_bytes(raw(json)), text(raw(json)).unwrap().len() as u64, "{json}");
        }
        assert_eq!(text_bytes(raw(r#"["ab", "c"]"#)), 3);
        assert_eq!(text_bytes(raw(r#"{"a": [1]}"#)), 10);
    }

    #[test]
    fn base64_stands_for_three_quarters() {
        for (json, size) in [
            (r#""""#, 0),
            (r#""QQ==""#, 1),
            (r#""QUI=\n""#, 2),
            (r#""QUJD\nQUJD\n""#, 6),
            (r#"["QUJD\n", "QQ==\n"]"#, 4),
            (r#""\/\/\u002b\/""#, 3),
        ] {
            assert_eq!(base64_bytes(raw(json)), size, "{json}");
        }
    }

    #[test]
    fn numbers_are_whole_and_not_too_large() {
        assert_eq!(natural(raw("7")), Some(7));
        for other in ["-1", "1.0", "1e3", "18446744073709551616", "null", r#""7""#] {
            assert_eq!(natural(raw(other)), None, "{other}");
        }
    }
}
