//! Any bytes, and any pieces in a PDF file, give a text within its limits or an error, and no page
//! that the file does not have.

#[path = "../../guest/pdf/tests/pdf/files.rs"]
#[allow(dead_code, reason = "the tests of PDF files use more of it")]
mod files;
#[path = "../../guest/pdf/tests/pdf/pieces.rs"]
#[allow(dead_code, reason = "the tests of PDF files use more of it")]
mod pieces;

use crate::generated::several;
use arbitrary::{Result, Unstructured};
use pieces::{PIECES, check, objects};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let kind = input.int_in_range(0..=5)?;
    let text = several(input, 60, |input| input.choose(&PIECES).copied())?.concat();
    let rest = input.bytes(input.len())?;
    match kind {
        0 => check(&objects(&text).file()),
        1 => check(&objects(&text).modern_file()),
        // A font program, a character map, or a content stream.
        2 => check(&objects(&text).stream(43, "", rest).file()),
        3 => check(&objects(&text).stream(44, "", rest).file()),
        4 => check(&objects(&text).stream(12, "", rest).file()),
        _ => check(&[b"%PDF-1.7\n", rest].concat()),
    }
    Ok(())
}
