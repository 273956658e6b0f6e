//! No bytes of a binary format make its converter panic, loop or exceed its limits.

use crate::compound_file::compound_file;
use crate::doc_writer::Doc;
use crate::files::read_within;
use crate::random;
use crate::xls_writer::{Records, book_stream, wide};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use readroom_documents::{Detail, Error, Format, Limit, Limits, convert};

const LIMITS: Limits = Limits {
    inflated: 1 << 20,
    events: 5000,
    table: 200_000,
    text: 2000,
    entries: 20_000,
    directory: 4 << 20,
    token: 8 << 20,
    depth: 256,
};

const RTF: &[u8] = br#"{\rtf1\ansi\ansicpg932{\fonttbl{\f1\fcharset204 A;}}
    {\colortbl;\red255;}{\stylesheet{\s1 heading 1;}}\s1 a\'83\'5c\u-10179?\u-8704?\par{\v b}
    {\deleted c}\trowd{\field{\*\fldinst HYPERLINK "x"}{\fldrslt d}}\intbl\itap3 e\nestcell\row
    {\footnote f}{\*\shpinst{\shptxt g}}{\listtext 1.}h\bin3 }}}\cell\uc9\u99999 i}"#;

/// A workbook with a record of each type that is read.
fn workbook() -> Vec<u8> {
    let globals = Records::new()
        .strings(&[b"one", b"two"])
        .add(0x3c, b"\0three")
        .add(0x31, &[0; 16])
        .add(0x92, &[1, 0, 255, 255, 255, 0])
        .add(0x41e, b"\xa4\0\x04\0\x000.0%")
        .style(0, 164);
    let cells = Records::new()
        .add(0x208, &[1; 16])
        .add(0x7d, &[1; 12])
        .cell(0xfd, 0, 0, 0, &[1, 0, 0, 0])
        .cell(0x203, 0, 1, 0, &1.5_f64.to_le_bytes())
        .cell(0x27e, 2, 1, 0, &[30, 0, 0, 0])
        .add(0xbd, &[1; 18])
        .cell(0x06, 3, 0, 0, &[0, 0, 0, 0, 0, 0, 0xff, 0xff])
        .add(0x207, &wide("text"))
        .cell(0x205, 4, 0, 0, &[1, 0])
        .add(0xe5, &[1; 10])
        .add(0x5d, &[0x15, 0, 0x12, 0, 0x19, 0, 1, 0])
        .add(0x1b6, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0])
        .add(0x3c, b"\0Check")
        .add(0x1c, &[2, 0, 1, 0, 0, 0, 1, 0]);
    book_stream(globals, &[("Data", 0, cells.clone()), ("More", 1, cells)])
}

/// A document with most of what is read.
fn document() -> Vec<u8> {
    let places = |all: &[u32]| -> Vec<u8> { all.iter().flat_map(|at| at.to_le_bytes()).collect() };
    let styles =
        b"\x06\0\x01\0\x0a\0\0\0\x16\0\x01\0\xf1\xff\0\0\0\0\0\0\x01\0x\0\0\0\x02\0\0\0\0\0";
    Doc::new()
        .text("a\u{2}\u{13} HYPERLINK \"x\" \u{14}b\u{15}")
        .run("c", &[0x3c, 0x08, 129])
        .end("\r", 1, &[0x0b, 0x46, 1, 0])
        .text("cell")
        .end("\u{7}", 0, &[0x16, 0x24, 1, 0x49, 0x66, 2, 0, 0, 0])
        .end("\u{7}", 0, &[0x16, 0x24, 1, 0x17, 0x24, 1, 0x08, 0xd6, 3, 0, 0, 0])
        .story(0)
        .paragraph("note")
        .story(1)
        .table(1, styles)
        .table(2, &[places(&[1, 90]), vec![0; 2]].concat())
        .table(3, &places(&[0, 5, 6]))
        .table(36, b"\x01\0X\0")
        .table(73, &[&[1, 0, 7][..], &[0; 25], &[1, 0], &[1; 24], &[0; 4], &[1, 0, 0, 0]].concat())
        .table(74, &[&[1, 0, 0, 0, 7][..], &[0; 11], &[1, 0, 0, 0], &[0x30; 60]].concat())
        .file()
}

/// The formats, and files of them: with their streams in large and in small sectors.
fn files() -> Vec<(Format, Vec<u8>)> {
    let mut stream = workbook();
    let small = compound_file(&[("Workbook", &stream)]);
    stream.resize(5000, 0);
    let large = compound_file(&[("Workbook", &stream)]);
    let rtf = (Format::Rtf, RTF.to_vec());
    vec![(Format::Xls, small), (Format::Xls, large), (Format::Doc, document()), rtf]
}

fn check(format: Format, file: &[u8]) {
    let _ = read_within(file, &LIMITS);
    let Ok(document) = convert(&mut &*file, format, &LIMITS, Detail::All) else { return };
    assert!(document.text.len() <= LIMITS.text + (256 << 10) + 200);
}

#[test]
fn a_file_that_is_cut_anywhere_is_read_or_refused() {
    for (format, file) in files() {
        assert!(read_within(&file, &LIMITS).is_ok());
        (0..file.len()).for_each(|end| check(format, &file[..end]));
    }
}

#[test]
fn a_file_with_any_changed_byte_is_read_or_refused() {
    for (format, mut file) in files() {
        for at in 0..file.len() {
            let byte = file[at];
            for changed in [0, 0xff] {
                file[at] = changed;
                check(format, &file);
            }
            file[at] = byte;
        }
    }
}

proptest! {
    #![proptest_config(random::inputs(300))]

    #[test]
    fn any_change_is_read_or_refused(
        changes in vec((any::<Index>(), any::<[u8; 4]>()), 1..30),
        which in any::<Index>(),
    ) {
        let (format, mut file) = which.get(&files()).clone();
        for (at, bytes) in changes {
            let at = at.index(file.len());
            file[at..].iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        check(format, &file);
    }
}

#[test]
fn chains_that_loop_end() {
    let mut stream = workbook();
    stream.resize(5000, 0);
    let file = compound_file(&[("Workbook", &stream)]);
    // The table of sectors is the last one; each sector follows itself.
    let table = file.len() - 512;
    let mut looped = file.clone();
    for sector in 0..128_u32 {
        looped[table + 4 * sector as usize..][..4].copy_from_slice(&sector.to_le_bytes());
    }
    check(Format::Xls, &looped);
    // The list of tables continues in itself.
    let mut looped = file;
    looped[68..72].copy_from_slice(&1_u32.to_le_bytes());
    looped[512 * 2 + 508..512 * 3].copy_from_slice(&1_u32.to_le_bytes());
    check(Format::Xls, &looped);
}

#[test]
fn sheets_at_one_place_are_bounded() {
    // Many sheets refer to the same large one.
    let cells = (0..5000_u16).fold(Records::new(), |all, row| all.cell(0x201, row, 0, 0, &[]));
    let mut globals = Records::new();
    let one = book_stream(globals.clone(), &[("Data", 0, cells.clone())]);
    // The sheet follows the list of sheets, each of which takes 17 bytes.
    let offset = (one.len() - cells.bytes() - 12 + 4000 * 16) as u32;
    for _ in 0..4000 {
        globals = globals.add(0x85, &[&offset.to_le_bytes()[..], b"\0\0\x04\0Data"].concat());
    }
    let stream = book_stream(globals, &[("Data", 0, cells)]);
    let file = compound_file(&[("Workbook", &stream)]);
    let limits = Limits { events: 100_000, ..Limits::default() };
    assert_eq!(read_within(&file, &limits).unwrap().facts.cut, Some(Limit::Events));
    let limits = Limits { inflated: 1_000_000, ..Limits::default() };
    assert_eq!(read_within(&file, &limits).unwrap().facts.cut, Some(Limit::Inflated));
    let limits = Limits { table: 1000, ..Limits::default() };
    assert_eq!(read_within(&file, &limits).unwrap_err(), Error::TooLarge(Limit::Table));
}
