//! What can be said of a file whose cross-references lead nowhere, from its beginning and its end.

use super::syntax::{Dictionary, Lexer, Token, Value, find};
use super::xref::is_encrypted;

/// What was found.
#[derive(Default)]
pub(crate) struct Findings {
    /// The object at the top of a tree of pages, and how many it says there are. Of one object the last counts.
    tree: Option<(u64, u64)>,
    /// Whether there are several trees, so that none is sure.
    ambiguous: bool,
    /// What the last trailer says.
    pub(crate) encrypted: Option<bool>,
}

impl Findings {
    /// The number of pages, if it is sure.
    pub(crate) fn pages(&self) -> Option<u64> {
        self.tree.filter(|_| !self.ambiguous).map(|(_, count)| count)
    }

    /// Looks at a piece of a file in which an object, or the file, begins. Time is linear in its length.
    pub(crate) fn look(&mut self, bytes: &[u8]) {
        let mut lexer = Lexer::new(bytes);
        let mut number = [None; 2];
        while let Some(token) = lexer.token() {
            match token {
                Token::Integer(integer) => {
                    number = [number[1], Some(integer)];
                    continue;
                }
                Token::Word(b"obj") => {
                    let value = lexer.value();
                    if let (Some(Value::Dictionary(dictionary)), [Some(number), Some(_)]) =
                        (value, number)
                    {
                        self.look_at(dictionary, number);
                    }
                }
                Token::Word(b"trailer") => {
                    if let Some(Value::Dictionary(dictionary)) = lexer.value() {
                        self.encrypted = Some(is_encrypted(dictionary));
                    }
                }
                Token::Word(b"stream") => match find(lexer.rest(), b"endstream") {
                    Some(length) => lexer.skip(length),
                    None => return,
                },
                _ => {}
            }
            number = [None; 2];
        }
    }

    fn look_at(&mut self, dictionary: Dictionary<'_>, number: i64) {
        if dictionary.is_type("XRef") {
            self.encrypted = Some(is_encrypted(dictionary));
        }
        if dictionary.is_type("Pages")
            && dictionary.get("Parent").is_none()
            && let (Some(count), Ok(number)) = (dictionary.natural("Count"), u64::try_from(number))
        {
            self.ambiguous |= self.tree.is_some_and(|(known, _)| known != number);
            self.tree = Some((number, count));
        }
    }
}
