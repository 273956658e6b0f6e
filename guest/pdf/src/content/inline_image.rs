//! Skips inline images.

use crate::lexer::{Lexer, Token, is_regular, is_space};
use memchr::memmem::find_iter;

/// The number of bytes after `EI` that must be text, and in which the next operator is looked for.
const TEXT: usize = 16;
const OPERATOR: usize = 128;
/// The maximum number of times that an operator is looked for, for an image.
const MAX_TRIES: usize = 1000;

/// The operators of content streams.
const OPERATORS: &str = "q Q cm w J j M d ri i gs m l c v y h re S s f F f* B B* b b* n W W* BT \
    ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj TJ ' \" d0 d1 CS cs SC SCN sc scn G g RG rg K k sh BI \
    Do MP DP BMC BDC EMC BX EX";

/// Skips an image after `BI`: its entries, and its data up to an `EI` that is followed by nothing
/// binary, or by an operator with its operands.
pub(super) fn skip(lexer: &mut Lexer<'_>) {
    lexer.dict(0);
    if !lexer.skip_word(b"ID") {
        return;
    }
    let rest = lexer.rest();
    let mut tries = 0;
    for at in find_iter(rest, b"EI") {
        let end = at + 2;
        let before = at.checked_sub(1).and_then(|before| rest.get(before));
        let after = rest.get(end..).unwrap_or_default();
        if after.first().is_some_and(|byte| is_regular(*byte)) {
            continue;
        }
        tries += 1;
        let is_alone = before.is_none_or(|byte| is_space(*byte));
        if is_alone && is_text(after) || tries < MAX_TRIES && begins_with_operator(after) {
            lexer.at += end;
            return;
        }
    }
    lexer.at += rest.len();
}

fn is_text(after: &[u8]) -> bool {
    let is_text = |byte: &u8| is_space(*byte) && *byte != 0 || (b' '..0x7f).contains(byte);
    after.first().is_none_or(|byte| is_space(*byte)) && after.iter().take(TEXT).all(is_text)
}

fn begins_with_operator(after: &[u8]) -> bool {
    if after.first() == Some(&0) {
        return false;
    }
    let mut lexer = Lexer::new(after.get(..OPERATOR).unwrap_or(after), 0);
    loop {
        match lexer.token() {
            Some(Token::Value(_)) => {}
            Some(Token::Word(word)) => {
                return OPERATORS.split(' ').any(|known| known.as_bytes() == word);
            }
            None => return after.is_empty(),
        }
    }
}
