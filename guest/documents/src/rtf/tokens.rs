//! The tokens of Rich Text Format.

use crate::error::{Fault, Outcome};
use crate::source::Input;
use crate::{Limit, Limits};

/// The number of bytes read at once.
const WINDOW: usize = 64 << 10;
/// The maximum length of the name of a control word; the rest is ignored.
const MAX_WORD: usize = 32;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    /// A byte of text, in the encoding of its font.
    Byte(u8),
    /// A control symbol, such as `\~`.
    Symbol(u8),
    /// A control word with its number: `\fs24`.
    Word(String, Option<i32>),
}

/// Reads the tokens of a file.
pub(super) struct Tokens<'s> {
    input: Input<'s>,
    window: Vec<u8>,
    at: usize,
    /// The offset in the file of the end of the window.
    end: u64,
    /// The numbers of bytes and of control words that may still be read.
    bytes_left: u64,
    words_left: u64,
}

impl<'s> Tokens<'s> {
    pub(super) fn new(input: Input<'s>, limits: &Limits) -> Self {
        let (bytes_left, words_left) = (limits.inflated, limits.events);
        Self { input, window: Vec::new(), at: 0, end: 0, bytes_left, words_left }
    }

    fn peek(&mut self) -> Outcome<Option<u8>> {
        if self.at >= self.window.len() {
            self.window.resize(WINDOW, 0);
            let read = self.input.read(self.end, &mut self.window)?;
            self.window.truncate(read);
            self.at = 0;
            self.end += read as u64;
            let left = self.bytes_left.checked_sub(read as u64);
            self.bytes_left = left.ok_or(Fault::TooLarge(Limit::Inflated))?;
        }
        Ok(self.window.get(self.at).copied())
    }

    fn byte(&mut self) -> Outcome<Option<u8>> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Returns the next token. `None` at the end.
    pub(super) fn next(&mut self) -> Outcome<Option<Token>> {
        while let Some(byte) = self.byte()? {
            return Ok(Some(match byte {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\r' | b'\n' | 0 => continue,
                b'\\' => match self.control()? {
                    Some(token) => token,
                    None => continue,
                },
                byte => Token::Byte(byte),
            }));
        }
        Ok(None)
    }

    /// Reads what follows a backslash. `None` if it stands for nothing.
    fn control(&mut self) -> Outcome<Option<Token>> {
        self.words_left = self.words_left.checked_sub(1).ok_or(Fault::TooLarge(Limit::Events))?;
        let mut word = String::new();
        while let Some(letter) = self.peek()?.filter(u8::is_ascii_alphabetic) {
            self.at += 1;
            if word.len() < MAX_WORD {
                word.push(letter.into());
            }
        }
        if word.is_empty() {
            let Some(symbol) = self.byte()? else { return Ok(None) };
            return Ok(match symbol {
                b'\'' => self.hexadecimal()?.map(Token::Byte),
                symbol => Some(Token::Symbol(symbol)),
            });
        }
        let number = self.number()?;
        if self.peek()? == Some(b' ') {
            self.at += 1;
        }
        if word == "bin" {
            self.skip(number.unwrap_or_default())?;
            return Ok(None);
        }
        Ok(Some(Token::Word(word, number)))
    }

    fn number(&mut self) -> Outcome<Option<i32>> {
        let is_negative = self.peek()? == Some(b'-');
        self.at += usize::from(is_negative);
        let mut number = None;
        while let Some(digit) = self.peek()?.filter(u8::is_ascii_digit) {
            self.at += 1;
            let before: i32 = number.unwrap_or_default();
            number = Some(before.saturating_mul(10).saturating_add((digit - b'0').into()));
        }
        Ok(number.map(|number| if is_negative { -number } else { number }))
    }

    fn hexadecimal(&mut self) -> Outcome<Option<u8>> {
        let mut value = None;
        for _ in 0..2 {
            let digit = self.peek()?.and_then(|digit| char::from(digit).to_digit(16));
            let Some(digit) = digit else { break };
            self.at += 1;
            value = Some(value.unwrap_or_default() << 4 | digit as u8);
        }
        Ok(value)
    }

    /// Skips binary data.
    fn skip(&mut self, bytes: i32) -> Outcome {
        let mut left = usize::try_from(bytes).unwrap_or_default();
        while left > 0 && self.peek()?.is_some() {
            let here = left.min(self.window.len() - self.at);
            self.at += here;
            left -= here;
        }
        Ok(())
    }
}
