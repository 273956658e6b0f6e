//! What a PDF is written in: numbers, names, arrays, dictionaries, references.
//!
//! Nothing is built: a value is the piece of the bytes in which it stands, and a dictionary is searched each time.

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Integer(i64),
    Name(Name<'a>),
    /// What is between the brackets.
    Array(&'a [u8]),
    Dictionary(Dictionary<'a>),
    /// The number of an object that stands elsewhere.
    Reference(u64),
    /// A string, a fraction, a truth value, or null.
    Other,
}

impl<'a> Value<'a> {
    pub(crate) fn dictionary(self) -> Option<Dictionary<'a>> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }

    pub(crate) fn natural(self) -> Option<u64> {
        match self {
            Self::Integer(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    pub(crate) fn reference(self) -> Option<u64> {
        match self {
            Self::Reference(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn is_name(self, name: &str) -> bool {
        matches!(self, Self::Name(spelled) if spelled.is(name))
    }
}

/// A name as it is spelled, without the slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'a>(pub(crate) &'a [u8]);

impl Name<'_> {
    /// Whether it is this name, which may be spelled with `#` and two digits for a character.
    pub(crate) fn is(self, name: &str) -> bool {
        let mut rest = self.0;
        let spelled = std::iter::from_fn(|| {
            let (first, others) = rest.split_first()?;
            rest = others;
            if *first == b'#'
                && let [high, low, others @ ..] = others
                && let (Some(high), Some(low)) = (digit(*high), digit(*low))
            {
                rest = others;
                return Some(high * 16 + low);
            }
            Some(*first)
        });
        spelled.eq(name.bytes())
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// What is between `<<` and `>>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dictionary<'a>(&'a [u8]);

impl<'a> Dictionary<'a> {
    /// The value of the first key of this name.
    pub(crate) fn get(self, key: &str) -> Option<Value<'a>> {
        let mut lexer = Lexer::new(self.0);
        loop {
            // What is no key is passed over.
            if let Token::Name(name) = lexer.token()? {
                let value = lexer.value()?;
                if name.is(key) {
                    return Some(value);
                }
            }
        }
    }

    /// Whether its type is this one.
    pub(crate) fn is_type(self, name: &str) -> bool {
        self.get("Type").is_some_and(|value| value.is_name(name))
    }

    pub(crate) fn natural(self, key: &str) -> Option<u64> {
        self.get(key)?.natural()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Integer(i64),
    Name(Name<'a>),
    /// A run of other characters, or a delimiter that belongs nowhere.
    Word(&'a [u8]),
    /// A string, or a number that is no integer.
    Other,
    ArrayBegin,
    ArrayEnd,
    DictionaryBegin,
    DictionaryEnd,
}

/// Takes bytes apart. It never goes back by more than two tokens, so that time is linear.
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes have been taken.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    /// Passes over white space and comments.
    pub(crate) fn skip_space(&mut self) {
        loop {
            self.skip_while(is_space);
            if self.rest().first() != Some(&b'%') {
                return;
            }
            self.skip_while(|byte| !matches!(byte, b'\r' | b'\n'));
        }
    }

    fn skip_while(&mut self, of: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !of(*byte)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// None at the end of the bytes, or if they end within a string.
    pub(crate) fn token(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let rest = self.rest();
        let (token, length) = match rest {
            [] => return None,
            [b'<', b'<', ..] => (Token::DictionaryBegin, 2),
            [b'>', b'>', ..] => (Token::DictionaryEnd, 2),
            [b'[', ..] => (Token::ArrayBegin, 1),
            [b']', ..] => (Token::ArrayEnd, 1),
            [b'(', ..] => (Token::Other, string_length(rest)?),
            [b'<', ..] => (Token::Other, rest.iter().position(|byte| *byte == b'>')? + 1),
            [b'/', ..] => {
                self.at += 1;
                return Some(Token::Name(Name(self.skip_while(is_regular))));
            }
            [first, ..] if is_regular(*first) => return Some(word(self.skip_while(is_regular))),
            _ => (Token::Word(rest.get(..1)?), 1),
        };
        self.at += length;
        Some(token)
    }

    /// None if the bytes end within the value, or if no value stands here; what was looked at is taken then.
    pub(crate) fn value(&mut self) -> Option<Value<'a>> {
        match self.token()? {
            Token::Integer(number) => {
                Some(self.reference(number).unwrap_or(Value::Integer(number)))
            }
            Token::Name(name) => Some(Value::Name(name)),
            Token::Other => Some(Value::Other),
            Token::Word(word) if is_constant(word) => Some(Value::Other),
            Token::ArrayBegin => self.inside().map(Value::Array),
            Token::DictionaryBegin => {
                self.inside().map(|inside| Value::Dictionary(Dictionary(inside)))
            }
            Token::Word(_) | Token::ArrayEnd | Token::DictionaryEnd => None,
        }
    }

    /// The rest of a reference, after its first number.
    fn reference(&mut self, number: i64) -> Option<Value<'a>> {
        let before = self.at;
        if let Some(Token::Integer(_)) = self.token()
            && self.token() == Some(Token::Word(b"R"))
            && let Ok(number) = u64::try_from(number)
        {
            return Some(Value::Reference(number));
        }
        self.at = before;
        None
    }

    /// What is within brackets that have been opened, which are taken too. A word that stands only between objects ends
    /// it without a result: the brackets were never closed.
    fn inside(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        let mut depth = 1_usize;
        loop {
            let end = self.at;
            match self.token()? {
                Token::ArrayBegin | Token::DictionaryBegin => depth += 1,
                Token::ArrayEnd | Token::DictionaryEnd => {
                    depth -= 1;
                    if depth == 0 {
                        return self.bytes.get(start..end);
                    }
                }
                Token::Word(word) if word != b"R" && !is_constant(word) => return None,
                _ => {}
            }
        }
    }
}

fn is_constant(word: &[u8]) -> bool {
    matches!(word, b"true" | b"false" | b"null")
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0xc | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte)
        && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// What a run of regular characters is.
fn word(word: &[u8]) -> Token<'_> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    match text.parse() {
        Ok(number) => Token::Integer(number),
        Err(_) if word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.')) => {
            Token::Other
        }
        Err(_) => Token::Word(word),
    }
}

/// How long a string in parentheses is, with them. They nest, unless there is a backslash before them.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = bytes.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where a run of bytes begins for the first time.
pub(crate) fn find(bytes: &[u8], run: &[u8]) -> Option<usize> {
    bytes.windows(run.len()).position(|window| window == run)
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Name, Value};

    fn value(bytes: &[u8]) -> Option<Value<'_>> {
        Lexer::new(bytes).value()
    }

    #[test]
    fn values_are_told_apart() {
        assert_eq!(value(b" 12 "), Some(Value::Integer(12)));
        assert_eq!(value(b"+12"), Some(Value::Integer(12)));
        assert_eq!(value(b"-12 0"), Some(Value::Integer(-12)));
        assert_eq!(value(b"12 0 R"), Some(Value::Reference(12)));
        assert_eq!(value(b"12 0 obj"), Some(Value::Integer(12)));
        assert_eq!(value(b"-12 0 R"), Some(Value::Integer(-12)));
        assert_eq!(value(b"% a comment\r/Pages/x"), Some(Value::Name(Name(b"Pages"))));
        assert_eq!(value(b"[1[2]<<>>3]4"), Some(Value::Array(b"1[2]<<>>3")));
        for other in [
            &b"1.5"[..],
            b"-.5",
            b"99999999999999999999",
            b"(a(b\\)))",
            b"<4142>",
            b"true",
            b"null",
        ] {
            assert_eq!(value(other), Some(Value::Other), "{other:?}");
        }
        for none in [
            &b""[..],
            b"% only",
            b"]",
            b">>",
            b"(a(b)",
            b"(a\\",
            b"<41",
            b"<</A 1",
            b"[1",
            b"endobj",
            b"}",
        ] {
            assert_eq!(value(none), None, "{none:?}");
        }
    }

    #[test]
    fn a_dictionary_gives_the_values_of_its_own_keys() {
        let bytes = b"<</A<</B 1>>/C[/B 2]/D(/B 3 >>)/#42 4/B 5/E 6 0 R/F/B>>";
        let Some(Value::Dictionary(dictionary)) = value(bytes) else { panic!() };
        assert_eq!(dictionary.get("B"), Some(Value::Integer(4)));
        assert_eq!(dictionary.get("E"), Some(Value::Reference(6)));
        assert!(dictionary.get("F").unwrap().is_name("B"));
        assert_eq!(dictionary.get("A").unwrap().dictionary().unwrap().natural("B"), Some(1));
        assert_eq!(dictionary.get("G"), None);
    }

    #[test]
    fn brackets_that_were_never_closed_end_where_the_object_does() {
        let mut lexer = Lexer::new(b"<</A[1 endobj 2");
        assert_eq!(lexer.value(), None);
        assert_eq!(lexer.value(), Some(Value::Integer(2)));
    }

    #[test]
    fn a_name_may_be_spelled_in_numbers() {
        assert!(Name(b"Pages").is("Pages"));
        assert!(Name(b"P#61ge#73").is("Pages"));
        assert!(!Name(b"Page").is("Pages"));
        assert!(Name(b"a#").is("a#"));
        assert!(Name(b"a#g1").is("a#g1"));
        assert!(Name(b"").is(""));
    }
}
