//! Bytes become the same text in whatever pieces they come, and every dialect finds words for a file of any bytes.

use crate::arguments::is_sound;
use crate::support::{MemoryTree, Node};
use arbitrary::{Result, Unstructured};
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_dialects::{Dialect, Index, Scene, call};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let input = input.bytes(input.len())?;
    let Some((&piece, bytes)) = input.split_first() else { return Ok(()) };
    for piece in [1, usize::from(piece % 8) + 1, 65536] {
        assert_eq!(decoded(bytes, piece), String::from_utf8_lossy(bytes), "in pieces of {piece}");
    }
    // The name decides what some dialects take a file for.
    for name in ["f", "f.txt", "f.png", "f.pdf"] {
        let tree = MemoryTree::new(&["/w"]).with(&format!("/w/{name}"), Node::File(bytes.to_vec()));
        for dialect in Dialect::ALL {
            let path = readroom_dialects::phrase(
                dialect,
                &readroom_dialects::Question { path: name, start: None, lines: None },
            );
            let index = Index::new(None);
            let scene = Scene { tree: &tree, cwd: None, home: &|| None, clock: &|| 0, index: &index };
            is_sound(dialect, &call(dialect, &scene, &path.expect("every dialect has words for a path")));
        }
    }
    Ok(())
}

fn decoded(bytes: &[u8], piece: usize) -> String {
    let (mut text, mut decoder) = (String::new(), Utf8Decoder::new());
    let mut take = |piece: Piece<'_>| match piece {
        Piece::Text(part) => text.push_str(part),
        Piece::Replacements { count, .. } => text.extend(std::iter::repeat_n('\u{fffd}', count)),
    };
    bytes.chunks(piece).for_each(|bytes| decoder.decode(bytes, &mut take));
    decoder.finish(&mut take);
    text
}
