use super::check;
use crate::error::{Argument, ArgumentError};
use crate::request::{MAX_BYTES, Purpose, ReadRequest, Start};
use readroom_types::View;

#[test]
fn what_no_file_can_satisfy_is_refused_with_the_reason() {
    let request = ReadRequest::new("a.txt");
    let out_of_range =
        |argument, range, given| ArgumentError::OutOfRange { argument, range, given };
    for (request, expected) in [
        (
            ReadRequest { bytes: Some(0), ..request },
            out_of_range(Argument::Bytes, 1..=MAX_BYTES, 0),
        ),
        (
            ReadRequest { bytes: Some(MAX_BYTES + 1), ..request },
            out_of_range(Argument::Bytes, 1..=MAX_BYTES, MAX_BYTES + 1),
        ),
        (
            ReadRequest { column: Some(0), ..request },
            out_of_range(Argument::Column, 1..=u64::MAX, 0),
        ),
        (ReadRequest { start: Some(Start::FromEnd(0)), ..request }, ArgumentError::StartAtZero),
        (
            ReadRequest { start: Some(Start::Line(1)), view: View::Outline, ..request },
            ArgumentError::StartOfOutline,
        ),
        (
            ReadRequest { encoding: Some("klingon"), ..request },
            ArgumentError::UnknownEncoding("klingon".into()),
        ),
    ] {
        assert_eq!(check(&request, Purpose::Facts).err(), Some(expected));
    }
    assert!(check(&request, Purpose::Facts).is_ok());
}
