//! A window of a file is what a naive reader returns, in any pieces.

use crate::generated::{file, most_lines, rules};
use crate::support::{naive, pieces};
use arbitrary::{Result, Unstructured};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (rules, first, most) = (rules(input)?, input.int_in_range(1..=12)?, most_lines(input)?);
    let bytes = file(input)?;
    let expected = naive::read(&bytes, &rules, first, most);
    for piece in pieces::SIZES {
        let got = pieces::read(&bytes, &rules, first, most, piece);
        assert_eq!(expected, got, "in pieces of {piece}");
    }
    Ok(())
}
