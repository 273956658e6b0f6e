//! The tokens of PDF: in objects, content streams, and CMaps.

use crate::cipher::ObjectKey;
use crate::limits::{MAX_NAME, MAX_NESTING, MAX_OBJECT_VALUES, MAX_STRING};
use crate::object::{Dict, Object};
use std::rc::Rc;

/// A reader of tokens.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    data: &'a [u8],
    pub(crate) at: usize,
    /// The number of values that may still be parsed for one object.
    left: usize,
    /// The key of the strings, if they are encrypted.
    pub(crate) key: Option<ObjectKey>,
}

#[derive(Debug)]
pub(crate) enum Token<'a> {
    /// A value: a number, a name, a string, an array or a dictionary.
    Value(Object),
    /// An operator, or a keyword such as `obj`.
    Word(&'a [u8]),
}

pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

pub(crate) fn is_regular(byte: u8) -> bool {
    !is_space(byte)
        && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Returns the bytes of pairs of hexadecimal digits, between which there may be anything else. A 0
/// follows a last digit without another.
pub(crate) fn hex_bytes(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut digits = text.iter().copied().filter_map(hex_digit);
    std::iter::from_fn(move || Some(digits.next()? << 4 | digits.next().unwrap_or_default()))
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(data: &'a [u8], at: usize) -> Self {
        Self { data, at, left: MAX_OBJECT_VALUES, key: None }
    }

    /// Returns the number of values parsed since the last call.
    pub(crate) fn take_parsed(&mut self) -> usize {
        let parsed = MAX_OBJECT_VALUES - self.left;
        self.left = MAX_OBJECT_VALUES;
        parsed
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.data.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.data.get(self.at).copied()
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    pub(crate) fn skip_spaces(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                    self.at += 1;
                }
            } else if is_space(byte) {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Skips spaces, and a word if it is the next one. Returns whether it was.
    pub(crate) fn skip_word(&mut self, word: &[u8]) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Reads a token. `None` at the end.
    pub(crate) fn token(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_spaces();
            let first = self.peek()?;
            if is_regular(first) {
                let word = self.word();
                return Some(value(word).map_or(Token::Word(word), Token::Value));
            }
            if let Some(value) = self.delimited(first, 0) {
                return Some(Token::Value(value));
            }
            // Misplaced delimiters are skipped.
        }
    }

    /// Reads an object: a value, or a reference to one.
    pub(crate) fn object(&mut self) -> Option<Object> {
        self.nested_object(0)
    }

    /// Reads a non-negative integer.
    pub(crate) fn unsigned(&mut self) -> Option<u32> {
        self.skip_spaces();
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = self.rest().get(..digits)?;
        self.at += digits;
        std::str::from_utf8(text).ok()?.parse().ok()
    }

    fn word(&mut self) -> &'a [u8] {
        let length = self.rest().iter().take_while(|byte| is_regular(**byte)).count();
        let word = self.rest().get(..length).unwrap_or_default();
        self.at += length;
        word
    }

    fn nested_object(&mut self, depth: usize) -> Option<Object> {
        self.left = self.left.checked_sub(1)?;
        self.skip_spaces();
        let first = self.peek()?;
        if !is_regular(first) {
            return self.delimited(first, depth);
        }
        let start = self.at;
        let Some(value) = value(self.word()) else {
            self.at = start;
            return None;
        };
        if let Object::Int(number) = value
            && let Ok(number) = u32::try_from(number)
        {
            let after = self.at;
            if self.unsigned().is_some() && self.skip_word(b"R") {
                let ends = self.peek().is_none_or(|byte| !is_regular(byte));
                if ends {
                    return Some(Object::Ref(number));
                }
            }
            self.at = after;
        }
        Some(value)
    }

    /// Parses an object that starts with a delimiter. `None` if it is invalid, and skipped.
    fn delimited(&mut self, first: u8, depth: usize) -> Option<Object> {
        self.at += 1;
        match first {
            b'/' => Some(Object::Name(self.name())),
            b'(' => Some(self.literal()),
            b'<' if self.peek() == Some(b'<') => {
                self.at += 1;
                self.dict(depth).map(|dict| Object::Dict(Rc::new(dict)))
            }
            b'<' => Some(self.hex()),
            b'[' => self.array(depth).map(|array| Object::Array(array.into())),
            _ => None,
        }
    }

    fn string(&self, bytes: Vec<u8>) -> Object {
        let decrypted = self.key.as_ref().and_then(|key| key.string(&bytes));
        Object::String(decrypted.unwrap_or(bytes).into())
    }

    fn name(&mut self) -> Rc<[u8]> {
        let word = self.word();
        let word = word.get(..MAX_NAME).unwrap_or(word);
        if !word.contains(&b'#') {
            return word.into();
        }
        let mut name = Vec::with_capacity(word.len());
        let mut rest = word;
        while let Some((byte, after)) = rest.split_first() {
            rest = after;
            let digits = match after {
                [high, low, ..] if *byte == b'#' => hex_digit(*high).zip(hex_digit(*low)),
                _ => None,
            };
            if let Some((high, low)) = digits {
                name.push(high << 4 | low);
                rest = after.get(2..).unwrap_or_default();
            } else {
                name.push(*byte);
            }
        }
        name.into()
    }

    fn literal(&mut self) -> Object {
        let mut string = Vec::new();
        let mut depth = 0;
        while let Some(byte) = self.next_byte() {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 0 => break,
                b')' => depth -= 1,
                b'\r' => {
                    self.at += usize::from(self.peek() == Some(b'\n'));
                    string.push(b'\n');
                    continue;
                }
                b'\\' => {
                    self.escape(&mut string);
                    continue;
                }
                _ => {}
            }
            if string.len() < MAX_STRING {
                string.push(byte);
            }
        }
        self.string(string)
    }

    fn escape(&mut self, string: &mut Vec<u8>) {
        let Some(byte) = self.next_byte() else { return };
        if string.len() >= MAX_STRING {
            return;
        }
        string.push(match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'\n' => return,
            b'\r' => {
                self.at += usize::from(self.peek() == Some(b'\n'));
                return;
            }
            b'0'..=b'7' => {
                let mut code = byte - b'0';
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else { break };
                    code = code.wrapping_mul(8).wrapping_add(digit - b'0');
                    self.at += 1;
                }
                code
            }
            other => other,
        });
    }

    fn hex(&mut self) -> Object {
        let digits = self.rest().split(|byte| *byte == b'>').next().unwrap_or_default();
        self.at = (self.at + digits.len() + 1).min(self.data.len());
        self.string(hex_bytes(digits).take(MAX_STRING).collect())
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Object>> {
        if depth >= MAX_NESTING {
            return None;
        }
        let mut values = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return Some(values),
                Some(b']') => {
                    self.at += 1;
                    return Some(values);
                }
                _ => {}
            }
            let start = self.at;
            match self.nested_object(depth + 1) {
                Some(value) => values.push(value),
                None if self.left == 0 => return None,
                // An unclosed array ends before a word.
                None if self.at == start => match self.word() {
                    b"endobj" | b"endstream" | b"TJ" => {
                        self.at = start;
                        return Some(values);
                    }
                    _ => {}
                },
                None => {}
            }
        }
    }

    /// Reads the entries of a dictionary up to `>>`, or of an inline image up to `ID`.
    pub(crate) fn dict(&mut self, depth: usize) -> Option<Dict> {
        if depth >= MAX_NESTING {
            return None;
        }
        let mut dict = Dict::default();
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return Some(dict),
                Some(b'>') => {
                    self.at += 1;
                    self.at += usize::from(self.peek() == Some(b'>'));
                    return Some(dict);
                }
                Some(b'/') => {
                    self.at += 1;
                    let name = self.name();
                    self.skip_spaces();
                    if self.rest().starts_with(b">>") {
                        continue;
                    }
                    match self.nested_object(depth + 1) {
                        Some(value) => dict.push(name, value),
                        None if self.left == 0 => return None,
                        None => {}
                    }
                }
                Some(byte) if is_regular(byte) => {
                    let start = self.at;
                    if matches!(self.word(), b"endobj" | b"stream" | b"ID") {
                        self.at = start;
                        return Some(dict);
                    }
                }
                Some(_) => self.at += 1,
            }
            self.left = self.left.checked_sub(1)?;
        }
    }
}

/// Parses a value that is a word. `None` if it is another word.
fn value(word: &[u8]) -> Option<Object> {
    match word {
        b"true" | b"false" => Some(Object::Bool(word == b"true")),
        b"null" => Some(Object::Null),
        _ => number(word),
    }
}

/// Parses a number. Malformed ones are read as other readers do: `--5` is -5, and `1.2.3` is 1.2.
fn number(word: &[u8]) -> Option<Object> {
    let signs = word.iter().take_while(|byte| matches!(byte, b'+' | b'-')).count();
    let (sign, digits) = word.split_at_checked(signs)?;
    if !matches!(digits.first(), Some(b'0'..=b'9' | b'.')) {
        return None;
    }
    let is_negative = sign.contains(&b'-');
    let mut whole = 0_i64;
    let mut fraction = None;
    let mut scale = 1.0;
    let mut any_digit = false;
    for byte in digits {
        match (byte, &mut fraction) {
            (b'0'..=b'9', None) => {
                any_digit = true;
                whole = whole.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
            }
            (b'0'..=b'9', Some(fraction)) => {
                any_digit = true;
                scale /= 10.0;
                *fraction += f64::from(byte - b'0') * scale;
            }
            (b'.', None) => fraction = Some(0.0),
            (b'.' | b'-', _) => break,
            _ => return None,
        }
    }
    if !any_digit && word != b"." {
        return None;
    }
    let sign = if is_negative { -1 } else { 1 };
    Some(match fraction {
        None => Object::Int(whole.saturating_mul(sign)),
        Some(fraction) => Object::Real((whole as f64 + fraction) * sign as f64),
    })
}
