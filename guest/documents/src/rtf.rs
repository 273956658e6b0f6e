//! Texts in Rich Text Format.
//!
//! A file is groups of control words and text. A property ends with the group that sets it, and the
//! first word of some groups says that they are something other than text.

mod document;
mod encodings;
mod grounds;
mod resources;
mod tokens;
mod words;

use crate::error::{Fault, Outcome};
use crate::source::Input;
use crate::writer::Writer;
use crate::{Limit, Limits};
use document::Document;
use tokens::{Token, Tokens};

/// Converts a document. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(input: Input<'_>, limits: &Limits, writer: &mut Writer) -> Outcome {
    let mut document = Document::new(std::mem::take(writer));
    let read = read(&mut Tokens::new(input, limits), limits.depth, &mut document);
    *writer = document.writer;
    read
}

fn read(tokens: &mut Tokens<'_>, max_depth: usize, document: &mut Document) -> Outcome {
    let mut depth = 0_usize;
    while let Some(token) = tokens.next()? {
        match token {
            Token::Open => {
                depth += 1;
                if depth > max_depth {
                    return Err(Fault::TooLarge(Limit::Depth));
                }
                document.open()?;
            }
            Token::Close => {
                document.close()?;
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            // A byte-order mark, or white space.
            _ if depth == 0 => {}
            Token::Byte(byte) => document.byte(byte)?,
            Token::Symbol(symbol) => document.symbol(symbol)?,
            Token::Word(word, number) => document.word(&word, number)?,
        }
    }
    document.finish()
}
