//! A window of a file that arrives in pieces.

use super::naive::Lines;
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_core::window::{Followed, Window};
use readroom_core::{
    Encoding, EncodingSource, FileError, LineNumber, LineStart, Mark, Rules, Text, TextEncoding,
};

/// Sizes of pieces that cut characters and line breaks in every way.
pub const SIZES: [usize; 5] = [1, 2, 3, 7, 65536];

/// Returns the window of a file that arrives in pieces of this size.
pub fn read(
    bytes: &[u8],
    rules: &Rules,
    first: u64,
    max: u64,
    piece: usize,
) -> Result<Lines, FileError> {
    let bytes = if rules.mark == Mark::Dropped {
        bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
    } else {
        bytes
    };
    let mut window = Window::new(rules, LineStart::FIRST, LineNumber::new(first).unwrap(), max);
    let mut take = |piece: Piece<'_>| match piece {
        Piece::Text(text) => window.push(text),
        Piece::Replacements { count, bytes } => window.push_replacements(count, bytes),
    };
    let mut decoder = Utf8Decoder::new();
    bytes.chunks(piece).for_each(|bytes| decoder.decode(bytes, &mut take));
    decoder.finish(&mut take);
    let recognized =
        TextEncoding { encoding: Encoding::Utf8, source: EncodingSource::Content, bom: false };
    window.finish(Followed::ToEnd, recognized, false).map(lines_of)
}

/// The facts about a file that was read to its end.
pub fn lines_of(text: Text) -> Lines {
    Lines {
        content: text.content,
        lines: text.lines,
        last_line: text.last_line,
        stopped: text.stopped,
        total: text.total.unwrap(),
        clipped: text.clipped,
        requested: text.requested.unwrap(),
    }
}
