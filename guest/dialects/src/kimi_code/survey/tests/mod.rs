use super::{Counts, Piece, Refused, Style};

fn counted(pieces: &[&str]) -> Counts {
    let mut counts = Counts::default();
    for piece in pieces {
        counts.take(match *piece {
            "bad" => Piece::Replacements { count: 1, bytes: 1 },
            text => Piece::Text(text),
        });
    }
    counts
}

#[test]
fn line_ends_are_those_of_all_pieces() {
    for (pieces, lines, style) in [
        (&["a\nb"][..], 1, Style::Lf),
        (&["a\r", "\nb\r\nc"], 2, Style::CrLf),
        (&["a\r", "b\r\n"], 1, Style::Mixed),
        (&["a\r\n", "\n"], 2, Style::Mixed),
        (&["a\r\nb\r"], 1, Style::Mixed),
    ] {
        let counts = counted(pieces);
        assert_eq!((counts.line_feeds, counts.style()), (lines, style), "{pieces:?}");
    }
}

#[test]
fn the_first_line_that_is_not_text_decides() {
    for (pieces, refused) in [
        (&["a\0", "bad"][..], Some(Refused::IllFormed)),
        (&["a\0", "b\n", "bad"], Some(Refused::Nul)),
        (&["a\0b\n", "bad"], Some(Refused::Nul)),
        (&["a\n", "bad", "\n\0"], Some(Refused::IllFormed)),
        (&["a\n\0"], None),
    ] {
        assert_eq!(counted(pieces).refused, refused, "{pieces:?}");
    }
    assert!(counted(&["a\n\0"]).nul, "the end of the file ends the line");
}
