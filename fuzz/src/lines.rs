//! A window of a file equals that of a naive reader, in any pieces.

use crate::generated::{file, max_lines, rules};
use crate::support::{naive, pieces};
use arbitrary::{Result, Unstructured};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (rules, first, max) = (rules(input)?, input.int_in_range(1..=12)?, max_lines(input)?);
    let bytes = file(input)?;
    let expected = naive::read(&bytes, &rules, first, max);
    for piece in pieces::SIZES {
        let got = pieces::read(&bytes, &rules, first, max, piece);
        assert_eq!(expected, got, "in pieces of {piece}");
    }
    Ok(())
}
