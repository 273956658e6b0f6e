//! A token on a line by itself is never shown, whatever surrounds it and in whatever pieces the
//! file is read; lines stay lines, and masking is idempotent.

use crate::generated::several;
use crate::support::{MemoryTree, Node, open};
use arbitrary::{Result, Unstructured};
use readroom_core::ValueFormat;

const FORMATS: &[ValueFormat] = &[
    ValueFormat::Plain,
    ValueFormat::Env,
    ValueFormat::Ini,
    ValueFormat::Yaml,
    ValueFormat::Json,
    ValueFormat::Xml,
    ValueFormat::Netrc,
    ValueFormat::Fields(2),
    ValueFormat::Lines,
];

const FRAGMENTS: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"\"",
    b"'''",
    b"\"\"\"",
    b"{",
    b"}",
    b"[",
    b"<a b=\"c\">",
    b"</a>",
    b"<!--",
    b": ",
    b" = ",
    b"NAME",
    b"password",
    b"- |",
    b"<<END",
    b"  ",
    b"#",
    b"\\",
    b"\\n",
    b":",
    b"://a:b@",
    b"-----BEGIN PRIVATE KEY-----",
    b"-----END PRIVATE KEY-----",
    b"MIIEvQIBADANBgkqhkiG9w0BAQEF",
    b"PuTTY-User-Key-File-3: ",
    b"Private-Lines: 2",
    b"\xe9",
    b"\xf4\x8f\xbd\x81",
    b"\xff\xfe",
    b"\0",
    "«redacted: value»".as_bytes(),
    "«redacted: ".as_bytes(),
    "\u{feff}".as_bytes(),
    b"eyJhbGciOi",
    b"sk-ant-",
    b"xoxb-1",
    b"abcdefghijklmnopqrstuvwxyz0123456789",
];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let format = *input.choose(FORMATS)?;
    let before = bytes(input)?;
    let after = bytes(input)?;
    // Assembled here, so that no scanner takes it for a real one.
    let token = [&b"AKIA"[..], b"Q3EGRZ7WNVXJ4TLB"].concat();
    let bytes = [&*before, b"\n", &token, b"\n", &after].concat();
    let whole = read(format, &bytes, 65_536);
    assert_eq!(whole, read(format, &bytes, 1000), "in pieces");
    let feeds = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    // In a file that is read as UTF-16, these bytes are other characters, and lines end elsewhere.
    let is_wide = [&before[..], b"\n"].concat().starts_with(b"\xff\xfe")
        || before.starts_with(b"\xfe\xff")
        || bytes.contains(&0);
    if !is_wide {
        assert_eq!(feeds(&whole), feeds(&bytes), "line feeds");
        // Within a longer word, it is not a token.
        assert!(!whole.split(|byte| *byte == b'\n').any(|line| line == token), "it is shown");
        // A line with a sentinel is treated as already masked. In a file of names and values, a
        // former value may then be treated as a name.
        if let Ok(text) = std::str::from_utf8(&bytes)
            && format == ValueFormat::Plain
            && !text.contains("«redacted: ")
        {
            let again = read(format, &whole, 65_536);
            assert_eq!(
                String::from_utf8_lossy(&again),
                String::from_utf8_lossy(&whole),
                "{text:?}"
            );
        }
    }
    Ok(())
}

fn bytes(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    match input.arbitrary()? {
        true => Ok(several(input, 40, |input| input.choose(FRAGMENTS).copied())?.concat()),
        false => {
            let length = input.int_in_range(0..=200)?;
            Ok(input.bytes(input.len().min(length))?.to_vec())
        }
    }
}

/// Returns the bytes of a masked file, read in pieces.
fn read(format: ValueFormat, bytes: &[u8], piece: usize) -> Vec<u8> {
    let mut tree = MemoryTree::new(&["/p"]).with("/p/a", Node::File(bytes.to_vec()));
    tree.piece = piece;
    tree.masked_as.set(Some(format));
    let file = open(&tree, "/p/a");
    let mut all = Vec::new();
    loop {
        let part = file.part(all.len() as u64, piece as u32).expect("a part");
        if part.is_empty() {
            return all;
        }
        all.extend(part);
    }
}
