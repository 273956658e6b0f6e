//! Skips inline images.

use crate::lexer::{Lexer, is_space};

/// Skips an image after `BI`: its entries, and its data up to an `EI` that is followed by nothing
/// binary.
pub(super) fn skip(lexer: &mut Lexer<'_>) {
    lexer.inline_dict();
    if !lexer.skip_word(b"ID") {
        return;
    }
    let rest = lexer.rest();
    let mut from = 0;
    while let Some(found) = rest.get(from..).and_then(|rest| crate::file::find(rest, b"EI")) {
        let at = from + found;
        from = at + 2;
        let before = at.checked_sub(1).and_then(|before| rest.get(before));
        let after = rest.get(from..).unwrap_or_default();
        let after = after.get(..16).unwrap_or(after);
        let is_text = |byte: &u8| is_space(*byte) && *byte != 0 || (b' '..0x7f).contains(byte);
        if before.is_none_or(|byte| is_space(*byte))
            && after.first().is_none_or(|byte| is_space(*byte))
            && after.iter().all(is_text)
        {
            lexer.at += from;
            return;
        }
    }
    lexer.at += rest.len();
}
