//! The built-in encoding of a simple font, from its font program.

use super::cff;
use super::characters::{Characters, no_characters, standard};
use super::names::push_name;
use super::program::program;
use super::true_type;
use crate::error::Outcome;
use crate::file::File;
use crate::lexer::{Lexer, Token};
use crate::object::{Dict, Object};
use memchr::memmem::find;

/// Returns the built-in encoding of a font. `None` if it is missing or malformed.
pub(super) fn characters(file: &mut File<'_>, font: &Dict) -> Outcome<Option<Characters>> {
    let descriptor = file.dict(font, "FontDescriptor")?;
    if let Some(data) = program(file, &descriptor, "FontFile")? {
        return Ok(type1(&data));
    }
    if let Some(data) = program(file, &descriptor, "FontFile3")? {
        return Ok(cff::characters(&data));
    }
    let data = program(file, &descriptor, "FontFile2")?;
    Ok(data.and_then(|data| true_type::code_characters(&data)))
}

/// Returns the name of the glyph of a font program that draws nothing.
pub(super) fn blank_name(file: &mut File<'_>, font: &Dict) -> Outcome<Option<Vec<u8>>> {
    let descriptor = file.dict(font, "FontDescriptor")?;
    let data = program(file, &descriptor, "FontFile3")?;
    Ok(data.and_then(|data| cff::blank_name(&data).map(Into::into)))
}

/// Parses `dup 65 /A put` after `/Encoding`, in the clear-text part of the program.
fn type1(data: &[u8]) -> Option<Characters> {
    let clear = find(data, b"eexec").and_then(|end| data.get(..end)).unwrap_or(data);
    let start = find(clear, b"/Encoding")?;
    let mut lexer = Lexer::new(clear, start + b"/Encoding".len());
    let mut characters = no_characters();
    let mut code: Option<usize> = None;
    let mut found = false;
    while let Some(token) = lexer.token() {
        lexer.take_parsed();
        match token {
            Token::Word(b"StandardEncoding") => return Some(standard()),
            Token::Word(b"def" | b"readonly") if found => break,
            Token::Value(Object::Name(name)) => {
                if let Some(text) = code.take().and_then(|code| characters.get_mut(code)) {
                    text.clear();
                    push_name(&name, text);
                    found = true;
                }
            }
            Token::Value(value) => code = value.as_size(),
            Token::Word(_) => code = None,
        }
    }
    found.then_some(characters)
}
