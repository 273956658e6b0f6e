//! A streaming JSON reader: values that are not needed are skipped, and nothing of them is kept.
//!
//! `NaN`, `Infinity` and `-Infinity` are values, as in Python, which writes them. Bytes that are
//! not UTF-8, and halves of surrogate pairs, become U+FFFD.
//!
//! One file: a parser whose rules call each other.

mod number;

use number::Number;
use std::ops::ControlFlow;

/// The bytes of a file, one piece after another; `None` at the end.
pub(crate) type Pieces<'p> = &'p mut dyn FnMut() -> Option<Vec<u8>>;

/// Why reading fails: the bytes are not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotJson;

pub(crate) type Parsed<T> = Result<T, NotJson>;

/// The maximum number of bytes kept of a member name: longer than any known name.
const MAX_NAME_BYTES: usize = 512;

/// The literal values.
const WORDS: [&str; 6] = ["null", "true", "false", "NaN", "Infinity", "-Infinity"];

/// JSON that is read once, front to back.
pub(crate) struct Json<'p> {
    pieces: Pieces<'p>,
    piece: Vec<u8>,
    /// The number of bytes read of the piece.
    at: usize,
    /// The offset of the piece.
    before: u64,
}

impl<'p> Json<'p> {
    /// Starts at the first value, skipping a byte-order mark.
    pub(crate) fn new(pieces: Pieces<'p>) -> Self {
        let mut json = Self { pieces, piece: Vec::new(), at: 0, before: 0 };
        for byte in *b"\xef\xbb\xbf" {
            if json.peek() != Some(byte) {
                break;
            }
            json.at += 1;
        }
        json
    }

    /// Passes the name of every member of an object to `take`, which reads its value. Returns
    /// whether the value is an object; any other is skipped.
    pub(crate) fn each_member(
        &mut self,
        take: &mut dyn FnMut(&mut Self, &str) -> Parsed<()>,
    ) -> Parsed<bool> {
        if self.first()? != b'{' {
            return self.skip().map(|()| false);
        }
        self.at += 1;
        if self.is_at_end_of(b'}')? {
            return Ok(true);
        }
        loop {
            let name = self.name()?;
            take(self, &name)?;
            if self.goes_on(b'}')?.is_break() {
                return Ok(true);
            }
        }
    }

    /// Lets `take` read every element of an array. Returns whether the value is an array; any other
    /// is skipped.
    pub(crate) fn each_element(
        &mut self,
        take: &mut dyn FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<bool> {
        if self.first()? != b'[' {
            return self.skip().map(|()| false);
        }
        self.at += 1;
        if self.is_at_end_of(b']')? {
            return Ok(true);
        }
        loop {
            take(self)?;
            if self.goes_on(b']')?.is_break() {
                return Ok(true);
            }
        }
    }

    /// Passes the text of a string to `take`, in pieces. Returns whether the value is a string; any
    /// other is skipped.
    pub(crate) fn text(&mut self, take: &mut dyn FnMut(&str)) -> Parsed<bool> {
        if self.first()? != b'"' {
            return self.skip().map(|()| false);
        }
        self.string(take).map(|()| true)
    }

    /// Passes the text of a string, or of each string in an array, to `take`. Returns whether the
    /// value is one of these; otherwise, some strings of an array may have been passed.
    pub(crate) fn lines(&mut self, take: &mut dyn FnMut(&str)) -> Parsed<bool> {
        if self.first()? == b'"' {
            return self.text(take);
        }
        let mut are_strings = true;
        let is_array = self.each_element(&mut |json| {
            are_strings &= json.text(take)?;
            Ok(())
        })?;
        Ok(is_array && are_strings)
    }

    /// Returns a non-negative integer. `None` for any other value.
    pub(crate) fn natural(&mut self) -> Parsed<Option<u64>> {
        match self.first()? {
            b'{' | b'[' | b'"' => self.skip().map(|()| None),
            _ => self.scalar(),
        }
    }

    /// Skips a value, nested to any depth: each level takes one bit.
    pub(crate) fn skip(&mut self) -> Parsed<()> {
        let mut open = Levels::default();
        loop {
            // A value starts here.
            match self.first()? {
                b'"' => self.string_past()?,
                first @ (b'{' | b'[') => {
                    self.at += 1;
                    let is_object = first == b'{';
                    if !self.is_at_end_of(if is_object { b'}' } else { b']' })? {
                        open.push(is_object);
                        if is_object {
                            self.name_past()?;
                        }
                        continue;
                    }
                }
                _ => drop(self.scalar()?),
            }
            // A value ends here, and perhaps those around it.
            loop {
                let Some(is_object) = open.last() else { return Ok(()) };
                if self.goes_on(if is_object { b'}' } else { b']' })?.is_continue() {
                    if is_object {
                        self.name_past()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    /// Ends the JSON: only white space may follow.
    pub(crate) fn end(&mut self) -> Parsed<()> {
        self.skip_space();
        if self.peek().is_none() { Ok(()) } else { Err(NotJson) }
    }

    /// Returns the number of bytes read.
    pub(crate) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// Returns the rest of the current piece, or the next one. Empty at the end.
    fn rest(&mut self) -> &[u8] {
        while self.at >= self.piece.len() {
            self.before += self.piece.len() as u64;
            self.at = 0;
            match (self.pieces)() {
                Some(piece) => self.piece = piece,
                None => {
                    self.piece = Vec::new();
                    break;
                }
            }
        }
        self.piece.get(self.at..).unwrap_or_default()
    }

    fn peek(&mut self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn next(&mut self) -> Parsed<u8> {
        let byte = self.peek().ok_or(NotJson)?;
        self.at += 1;
        Ok(byte)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Returns the first byte of the next value or punctuation.
    pub(crate) fn first(&mut self) -> Parsed<u8> {
        self.skip_space();
        self.peek().ok_or(NotJson)
    }

    /// Reads the closing bracket of an empty object or array, if it is there.
    fn is_at_end_of(&mut self, bracket: u8) -> Parsed<bool> {
        let is_end = self.first()? == bracket;
        self.at += usize::from(is_end);
        Ok(is_end)
    }

    /// Reads the comma before another member or element, or the closing bracket.
    fn goes_on(&mut self, bracket: u8) -> Parsed<ControlFlow<()>> {
        let next = self.first()?;
        self.at += 1;
        match next {
            b',' => Ok(ControlFlow::Continue(())),
            next if next == bracket => Ok(ControlFlow::Break(())),
            _ => Err(NotJson),
        }
    }

    /// Reads the name of a member and the colon. Returns the start of the name.
    fn name(&mut self) -> Parsed<String> {
        let mut name = String::new();
        if self.first()? != b'"' {
            return Err(NotJson);
        }
        self.string(&mut |text| {
            let room = MAX_NAME_BYTES.saturating_sub(name.len());
            name.push_str(text.get(..text.floor_char_boundary(room)).unwrap_or_default());
        })?;
        self.colon()?;
        Ok(name)
    }

    fn name_past(&mut self) -> Parsed<()> {
        if self.first()? != b'"' {
            return Err(NotJson);
        }
        self.string_past()?;
        self.colon()
    }

    fn colon(&mut self) -> Parsed<()> {
        let is_colon = self.first()? == b':';
        self.at += 1;
        if is_colon { Ok(()) } else { Err(NotJson) }
    }

    /// Reads a number or a literal. Returns a non-negative integer, if it is one.
    fn scalar(&mut self) -> Parsed<Option<u64>> {
        const MAX_BYTES: usize = 24;
        let (mut number, mut token) = (Number::Beginning, String::new());
        while let Some(byte) = self.peek()
            && !matches!(byte, b',' | b']' | b'}' | b':' | b' ' | b'\t' | b'\n' | b'\r')
        {
            number = number.with(byte);
            if token.len() < MAX_BYTES {
                token.push(byte.into());
            } else if number == Number::Wrong {
                break;
            }
            self.at += 1;
        }
        if number.is_complete() {
            Ok(token.parse().ok())
        } else if WORDS.contains(&&*token) {
            Ok(None)
        } else {
            Err(NotJson)
        }
    }

    /// Skips a string.
    fn string_past(&mut self) -> Parsed<()> {
        self.at += 1;
        while self.run(&mut |_| {})? == b'\\' {
            self.escape()?;
        }
        Ok(())
    }

    /// Passes the text of a string to `take`.
    fn string(&mut self, take: &mut dyn FnMut(&str)) -> Parsed<()> {
        self.at += 1;
        // The start of a character that continues in the next piece.
        let mut begun: Vec<u8> = Vec::new();
        // The first half of a surrogate pair.
        let mut half = None;
        loop {
            let end = self.run(&mut |bytes| {
                if half.take().is_some() && !bytes.is_empty() {
                    take(REPLACEMENT);
                }
                begun = if begun.is_empty() {
                    decode(bytes, take)
                } else {
                    decode(&[&begun, bytes].concat(), take)
                };
            })?;
            if !std::mem::take(&mut begun).is_empty() {
                take(REPLACEMENT);
            }
            let unit = if end == b'\\' { Some(self.escape()?) } else { None };
            match (half.take(), unit) {
                (Some(high), Some(low @ 0xdc00..=0xdfff)) => {
                    let pair = char::decode_utf16([high, low]).flatten().next();
                    take(pair.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut [0; 4]));
                    continue;
                }
                (Some(_), _) => take(REPLACEMENT),
                (None, _) => {}
            }
            match unit {
                None => return Ok(()),
                Some(high @ 0xd800..=0xdbff) => half = Some(high),
                Some(unit) => {
                    let character = char::from_u32(unit.into());
                    let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                    take(character.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    /// Passes the bytes up to a quote or a backslash to `take`, and returns which of them it is.
    fn run(&mut self, take: &mut dyn FnMut(&[u8])) -> Parsed<u8> {
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return Err(NotJson);
            }
            let end = memchr::memchr2(b'"', b'\\', rest);
            let bytes = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            if bytes.iter().any(|byte| *byte < b' ') {
                return Err(NotJson);
            }
            if !bytes.is_empty() {
                take(bytes);
            }
            let length = bytes.len();
            self.at += length;
            if end.is_some() {
                return self.next();
            }
        }
    }

    /// Reads the escape after a backslash. Returns a UTF-16 unit.
    fn escape(&mut self) -> Parsed<u16> {
        Ok(match self.next()? {
            byte @ (b'"' | b'\\' | b'/') => byte.into(),
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'u' => {
                let mut unit = 0;
                for _ in 0..4 {
                    let digit = char::from(self.next()?).to_digit(16).ok_or(NotJson)?;
                    unit = unit << 4 | u16::try_from(digit).map_err(|_| NotJson)?;
                }
                unit
            }
            _ => return Err(NotJson),
        })
    }
}

const REPLACEMENT: &str = "\u{fffd}";

/// Passes the text of some bytes to `take`. Returns an incomplete character at their end.
fn decode(bytes: &[u8], take: &mut dyn FnMut(&str)) -> Vec<u8> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        take(text);
        return Vec::new();
    }
    let mut left = bytes.len();
    for chunk in bytes.utf8_chunks() {
        take(chunk.valid());
        let ill_formed = chunk.invalid();
        left -= chunk.valid().len() + ill_formed.len();
        let is_begun =
            || std::str::from_utf8(ill_formed).is_err_and(|error| error.error_len().is_none());
        if left == 0 && !ill_formed.is_empty() && is_begun() {
            return ill_formed.to_vec();
        }
        if !ill_formed.is_empty() {
            take(REPLACEMENT);
        }
    }
    Vec::new()
}

/// Which of the open levels are objects, one bit each.
#[derive(Default)]
struct Levels {
    bits: Vec<u64>,
    count: usize,
}

impl Levels {
    fn push(&mut self, is_object: bool) {
        let (at, bit) = (self.count / 64, self.count % 64);
        if at == self.bits.len() {
            self.bits.push(0);
        }
        if let Some(bits) = self.bits.get_mut(at) {
            *bits = *bits & !(1 << bit) | u64::from(is_object) << bit;
        }
        self.count += 1;
    }

    fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    fn last(&self) -> Option<bool> {
        let last = self.count.checked_sub(1)?;
        Some(self.bits.get(last / 64)? >> (last % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests;
