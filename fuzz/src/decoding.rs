//! Bytes decode to the same text in any pieces, in every encoding and page by page, and every tool
//! answers about a file of any bytes.

use crate::arguments::is_sound;
use crate::support::{MemoryTree, Node, open};
use arbitrary::{Result, Unstructured};
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_core::{Decoding, Encoding, LineNumber, PageStart, Rules};
use readroom_dialects::{BasicRequest, Environment, Memory, Tool};
use readroom_history::Timeline;
use readroom_read::Index;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let input = input.bytes(input.len())?;
    let Some((&piece, bytes)) = input.split_first() else { return Ok(()) };
    for piece in [1, usize::from(piece % 8) + 1, 65536] {
        assert_eq!(decoded(bytes, piece), String::from_utf8_lossy(bytes), "in pieces of {piece}");
    }
    in_encodings(bytes, u32::from(piece % 8) + 1);
    // Some tools determine the kind of a file by its name.
    for name in ["f", "f.txt", "f.png", "f.pdf", "f.ipynb"] {
        let tree = MemoryTree::new(&["/w"]).with(&format!("/w/{name}"), Node::File(bytes.to_vec()));
        for &tool in Tool::ALL {
            let request = BasicRequest { path: name, start: None, lines: None };
            let Some(arguments) = tool.arguments_for(&request) else { continue };
            let (index, memory) = (Index::default(), Memory::default());
            let env = Environment {
                tree: &Timeline::now(&tree),
                cwd: None,
                home: &|| None,
                clock: &|| 0,
                index: &index,
                memory: &memory,
                max_tokens: None,
                page_time: None,
                scans: "",
                content_only: false,
            };
            is_sound(tool, &tool.call(&env, &arguments));
        }
    }
    Ok(())
}

/// Reads a file in the encoding it seems to have, and in others.
fn in_encodings(bytes: &[u8], piece: u32) {
    let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.to_vec()));
    let given = |name| Decoding::Given(Encoding::named(name).expect("an encoding"));
    let named =
        ["utf-16le", "utf-16be", "utf-32le", "gb18030", "shift_jis", "euc-kr", "windows-1252"];
    for encoding in named.map(given).into_iter().chain([Decoding::Detected]) {
        let rules = Rules { encoding, ..Rules::PLAIN };
        let first = PageStart::Line(LineNumber::FIRST);
        let whole = open(&tree, "f").page(first, u64::MAX, &rules, None);
        let file = open(&tree, "f").in_pieces(piece);
        assert_eq!(file.page(first, u64::MAX, &rules, None), whole, "in pieces of {piece}");
        let Ok(whole) = whole else { continue };
        let (mut pages, mut next) = (String::new(), Some(first));
        while let Some(start) = next {
            let page = file.page(start, 2, &rules, None).expect("a page of a file");
            pages.push_str(&page.text.content);
            next = page.next.map(PageStart::Cursor);
        }
        assert_eq!(pages, whole.text.content, "{encoding:?}");
    }
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
