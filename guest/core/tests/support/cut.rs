//! Cuts text into pieces in several ways.

use proptest::prelude::*;

/// Lengths of pieces, in characters.
pub(crate) fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..40, 1..8)
}

/// Whole, one character at a time, and cut into these lengths repeatedly.
pub(crate) fn ways<'t>(text: &'t str, cuts: &[usize]) -> [Vec<&'t str>; 3] {
    [
        vec![text],
        pieces(text, &mut std::iter::repeat(1)),
        pieces(text, &mut cuts.iter().copied().cycle()),
    ]
}

fn pieces<'t>(text: &'t str, lengths: &mut dyn Iterator<Item = usize>) -> Vec<&'t str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    // Lengths of 0 alone would loop forever.
    for length in lengths.take(text.len() * 2) {
        let at = rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(at);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}
