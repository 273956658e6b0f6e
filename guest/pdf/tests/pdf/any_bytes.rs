//! No input makes the conversion panic or exceed its limits.

use crate::encrypted::OPEN;
use crate::pieces::{CFF, LIMITS, PIECES, TRUE_TYPE, check, objects};
use crate::random;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use readroom_pdf::text_of;

fn pieces() -> impl Strategy<Value = String> {
    vec(select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

/// Edits of bytes: the position, the number removed, and the bytes inserted.
fn changes() -> impl Strategy<Value = Vec<(Index, usize, Vec<u8>)>> {
    vec((any::<Index>(), 0usize..4, vec(any::<u8>(), 0..4)), 1..6)
}

fn changed(mut bytes: Vec<u8>, changes: &[(Index, usize, Vec<u8>)]) -> Vec<u8> {
    for (at, out, put) in changes {
        let at = at.index(bytes.len() + 1);
        let end = (at + out).min(bytes.len());
        bytes.splice(at..end, put.iter().copied());
    }
    bytes
}

proptest! {
    #![proptest_config(random::inputs(300))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        check(&bytes);
        check(&[b"%PDF-1.7\n".as_slice(), &bytes].concat());
    }

    #[test]
    fn any_pieces_are_read_or_refused(text in pieces()) {
        check(&objects(&text).file());
        check(&objects(&text).modern_file());
        check(&[b"%PDF-1.7\n".as_slice(), text.as_bytes()].concat());
    }

    #[test]
    fn any_change_of_a_file_is_read_or_refused(text in pieces(), changes in changes()) {
        check(&changed(objects(&text).file(), &changes));
        check(&changed(objects(&text).modern_file(), &changes));
    }

    #[test]
    fn any_change_of_a_stream_is_read_or_refused(
        changes in changes(),
        number in select(vec![41_u32, 42, 43, 44]),
    ) {
        let program = match number {
            43 => TRUE_TYPE.to_vec(),
            44 => CFF.to_vec(),
            _ => b"1 begincidrange <00> <FF> 9 endcidrange".to_vec(),
        };
        check(&objects("").stream(number, "", &changed(program, &changes)).file());
    }

    #[test]
    fn any_change_of_an_encrypted_file_is_read_or_refused(
        changes in changes(),
        sample in select(&OPEN[..]),
    ) {
        check(&changed(sample.file(), &changes));
    }

    #[test]
    fn any_filter_is_undone_or_refused(
        data in vec(any::<u8>(), 0..200),
        filters in vec(select(vec!["/Fl", "/LZW", "/A85", "/AHx", "/RL"]), 1..4),
        parameters in (0i64..20, -1i64..40, -1i64..20, -1i64..300),
    ) {
        let (predictor, colors, bits, columns) = parameters;
        let parameters = format!(
            "<< /Predictor {predictor} /Colors {colors} /BitsPerComponent {bits} \
             /Columns {columns} >>"
        );
        let entries = format!(
            "/Filter [{}] /DecodeParms [{}]",
            filters.join(" "),
            parameters.repeat(filters.len())
        );
        check(&objects("").stream(12, &entries, &data).file());
    }
}

#[test]
fn the_file_that_is_changed_has_text() {
    let document = text_of(&objects("<0041> Tj").file(), &LIMITS).unwrap();
    assert_eq!(document.text, "## Page 1\n\ntextBBB\n\nvalue\n[hidden: \u{fffd}A]\n");
}
