//! Pages by cursor make up the file; a made-up cursor or index does no harm, and an index changes
//! no answer.

use crate::generated::{file, several};
use crate::support::{MemoryTree, Node};
use arbitrary::{Result, Unstructured};
use readroom_read::{Document, Index, Purpose, ReadError, ReadRequest, Start, Totals, read};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (lines, place, byte): (_, usize, u8) =
        (input.int_in_range(1..=5)?, input.arbitrary()?, input.arbitrary()?);
    let made_up: String = several(input, 40, |input| input.int_in_range(b' '..=b'~'))?
        .into_iter()
        .map(char::from)
        .collect();
    let bytes = file(input)?;
    let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.clone()));
    let page = |cursor: Option<&str>,
                index: Option<&Index<'_>>|
     -> std::result::Result<Document, ReadError> {
        let start = cursor.map(Start::Cursor);
        let (lines, encoding) = (Some(lines), Some("utf-8"));
        let request =
            ReadRequest { start, lines, encoding, totals: Totals::Never, ..ReadRequest::new("f") };
        read(&tree, None, &request, Purpose::Facts, index)
    };
    let changed = |text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        if let Some(one) = bytes.get_mut(place.checked_rem(text.len()).unwrap_or_default()) {
            *one = byte;
        }
        String::from_utf8(bytes).unwrap_or_default()
    };

    let (mut pages, mut next) = (String::new(), None::<String>);
    loop {
        let start = next.as_deref();
        let Ok(document) = page(start, None) else { break };
        pages.push_str(&document.page().unwrap().text.content);
        let index = Index::new(Some(&made_up));
        assert_eq!(
            page(start, Some(&index)).as_ref(),
            Ok(&document),
            "an index changes the answer"
        );
        if let Some(learned) = index.learned() {
            let learned = changed(&learned);
            let _ = page(start, Some(&Index::new(Some(&learned))));
        }
        next = document.next().map(|next| next.cursor);
        match &next {
            // Any answer is fine that has at most a page and is not a panic.
            Some(cursor) => {
                let changed = changed(cursor);
                if let Ok(other) = page(Some(&changed), None) {
                    assert!(other.page().unwrap().text.lines <= lines);
                }
            }
            None => break,
        }
    }
    assert!(page(Some(&made_up), None).is_err(), "{made_up:?} is taken for a cursor");
    // A binary file has no pages.
    let text = String::from_utf8_lossy(&bytes);
    let ended = |text: &str| text.split_terminator('\n').map(String::from).collect::<Vec<_>>();
    assert!(bytes.contains(&0) || ended(&pages) == ended(&text), "{pages:?} is not {text:?}");
    Ok(())
}
