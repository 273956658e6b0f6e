//! Binary Excel workbooks become text.

use crate::compound_file::compound_file;
use crate::files::{error, read, text};
use crate::xls_writer::{Records, book, sheet, wide};
use readroom_documents::{Error, Format};

/// The text of a workbook with one sheet.
fn lines(globals: Records, cells: Records) -> Vec<String> {
    let text = text(&book(globals, &[("Data", 0, cells)]));
    assert!(text.starts_with("## Sheet: Data\n\n"), "{text}");
    text.lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn cells_have_their_addresses_and_values() {
    let globals = Records::new().strings(&[b"Item", b"Rent"]);
    let cells = Records::new()
        .cell(0xfd, 0, 0, 0, &[0, 0, 0, 0])
        .cell(0x203, 0, 1, 0, &1.5_f64.to_le_bytes())
        .cell(0xfd, 2, 0, 0, &[1, 0, 0, 0])
        .cell(0x27e, 2, 1, 0, &(7_i32 << 2 | 2).to_le_bytes())
        .cell(0x27e, 2, 2, 0, &(-150_i32 << 2 | 3).to_le_bytes())
        .cell(0x205, 2, 4, 0, &[1, 0])
        .cell(0x205, 2, 5, 0, &[7, 1])
        .cell(0x204, 3, 0, 0, b"\x02\0\0a|")
        .cell(0x201, 4, 0, 0, b"");
    let expected = [
        "|  | A | B | C | D | E | F |",
        "|---|---|---|---|---|---|---|",
        "| 1 | Item | 1.5 |",
        "| 3 | Rent | 7 | -1.5 |  | TRUE | #DIV/0! |",
        "| 4 | a\\| |",
    ];
    assert_eq!(lines(globals, cells), expected);
}

#[test]
fn several_numbers_in_one_record_are_cells() {
    let mut data = vec![1, 0, 2, 0];
    for number in [3_i32, 4] {
        data.extend([0, 0]);
        data.extend((number << 2 | 2).to_le_bytes());
    }
    data.extend([3, 0]);
    let cells = Records::new().add(0xbd, &data);
    assert_eq!(lines(Records::new(), cells)[2..], ["| 2 |  |  | 3 | 4 |"]);
    // No sheet has that many columns.
    data[2..4].copy_from_slice(&[0xff, 0xff]);
    assert_eq!(lines(Records::new(), Records::new().add(0xbd, &data)), ["[empty]"]);
}

#[test]
fn formulas_have_their_stored_values() {
    let value = |bytes: [u8; 8]| [&bytes[..], &[0; 8]].concat();
    let cells = Records::new()
        .cell(0x06, 0, 0, 0, &value(2.5_f64.to_le_bytes()))
        .cell(0x06, 0, 1, 0, &value([0, 0, 0, 0, 0, 0, 0xff, 0xff]))
        // A shared formula may come between.
        .add(0x04bc, &[0; 10])
        .add(0x0207, &wide("Größe"))
        .cell(0x06, 0, 2, 0, &value([1, 0, 0, 0, 0, 0, 0xff, 0xff]))
        .cell(0x06, 0, 3, 0, &value([2, 0, 0x2a, 0, 0, 0, 0xff, 0xff]))
        .cell(0x06, 0, 4, 0, &value([3, 0, 0, 0, 0, 0, 0xff, 0xff]))
        // A text that belongs to no formula.
        .add(0x0207, &wide("stray"));
    assert_eq!(lines(Records::new(), cells.clone())[2..], ["| 1 | 2.5 | Größe | FALSE | #N/A |"]);
    // The formulas are counted, once if cells are read again because they are not in order.
    assert_eq!(read(&book(Records::new(), &[("Data", 0, cells.clone())])).facts.formulas, 5);
    let unordered = cells.cell(0x203, 0, 0, 0, &[0; 8]);
    assert_eq!(read(&book(Records::new(), &[("Data", 0, unordered)])).facts.formulas, 5);
}

#[test]
fn numbers_are_formatted_as_in_other_workbooks() {
    let code = |id: u16, code: &str| {
        [&id.to_le_bytes()[..], &(code.len() as u16).to_le_bytes(), &[0], code.as_bytes()].concat()
    };
    let globals = Records::new()
        .add(0x22, &[1, 0])
        .add(0x41e, &code(164, "0.0%"))
        .add(0x41e, &code(165, ";;;"))
        .style(0, 14)
        .style(0, 164)
        .style(0, 165)
        .style(0, 4);
    let cells = [0.5_f64, 0.125, 9.0, 1234.5].iter().zip(0_u16..);
    let cells = cells.fold(Records::new(), |records, (number, style)| {
        records.cell(0x203, 0, style, style, &number.to_le_bytes())
    });
    let cells = cells.cell(0x203, 0, 4, 0, &1.0_f64.to_le_bytes());
    let expected = "| 1 | 1904-01-01 | 12.5% | [hidden: 9] | 1,234.50 | 1904-01-02 |";
    assert_eq!(lines(globals, cells)[2..], [expected]);
}

#[test]
fn shared_strings_continue_in_other_records() {
    // The second string is cut after a character, and is wide from there on.
    let first = [&[3, 0, 0, 0, 3, 0, 0, 0][..], b"\x02\0\0AB", b"\x04\0\0CD"].concat();
    // The third has formats and a phonetic guide, which are cut, too.
    let second = [&b"\x01\xf1\0\xac\x20"[..], b"\x03\0\x0d\x01\0\x03\0\0\0\xac\x20"].concat();
    let third = b"\x01\xac\x20\xac\x20rr";
    let fourth = b"rrppp";
    let globals =
        Records::new().add(0xfc, &first).add(0x3c, &second).add(0x3c, third).add(0x3c, fourth);
    let cells = (0..3_u8)
        .fold(Records::new(), |records, at| records.cell(0xfd, 0, at.into(), 0, &[at, 0, 0, 0]));
    assert_eq!(lines(globals, cells)[2..], ["| 1 | AB | CDñ€ | €€€ |"]);
}

#[test]
fn hidden_content_is_marked_and_counted() {
    let row = |row: u8| [&[row, 0, 0, 0, 1, 0][..], &[0; 6], &[0x20, 0, 0, 0]].concat();
    let number = 1.0_f64.to_le_bytes();
    // Font 5 is the fifth: there is no font 4. Color 9 is white.
    let font = |color: u8| [&[200, 0, 0, 0][..], &[color, 0], &[0; 10]].concat();
    let globals = (0..4).fold(Records::new(), |records, _| records.add(0x31, &font(8)));
    let globals = globals.add(0x31, &font(9)).style(0, 0).style(5, 0);
    let cells = Records::new()
        .add(0x7d, &[1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0])
        .add(0x208, &row(1))
        .cell(0x203, 0, 0, 1, &number)
        .cell(0x203, 1, 0, 0, &number)
        .cell(0x203, 1, 1, 0, &number)
        .add(0xe5, &[1, 0, 0, 0, 1, 0, 3, 0, 4, 0]);
    let sheets = [("Data", 0, cells), ("Old", 2, Records::new())];
    let document = read(&book(globals, &sheets));
    let expected = "## Sheet: Data\n\n|  | A | B (hidden) |\n|---|---|---|\n| 1 | [hidden: 1] |\n\
        | 2 (hidden) | 1 | 1 |\n\nMerged: D1:E2\n\n## Sheet: Old (hidden)\n\n[empty]\n";
    assert_eq!(document.text, expected);
    let unseen = document.facts.unseen;
    assert_eq!((unseen.units, unseen.rows, unseen.columns, unseen.texts), (1, 1, 1, 1));
    assert_eq!(document.facts.units[0].range.as_deref(), Some("A1:B2"));
}

#[test]
fn comments_and_text_boxes_follow_the_cells() {
    let object = |kind: u8, id: u8| [&[0x15, 0, 0x12, 0, kind, 0, id, 0][..], &[0; 14]].concat();
    let announced = |length: u8| [&[0; 10][..], &[length, 0, 16, 0, 0, 0, 0, 0]].concat();
    let cells = Records::new()
        .cell(0x203, 0, 0, 0, &1.0_f64.to_le_bytes())
        .add(0x5d, &object(0x19, 1))
        .add(0x1b6, &announced(9))
        .add(0x3c, b"\0Check\nit.")
        .add(0xec, b"\0\0\x10\xf0\x12\0\0\0\0\0\x03\0\0\0\x04\0\0\0")
        .add(0x5d, &object(6, 2))
        .add(0x1b6, &announced(5))
        .add(0x3c, b"\0Total")
        .add(0x5d, &object(8, 3))
        .add(0x1c, &[2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    let document = read(&book(Records::new(), &[("Data", 0, cells)]));
    assert!(
        document.text.ends_with("| 1 | 1 |\n\nShape D5: Total\n\nComment B3: Check it.\n"),
        "{document:?}"
    );
    assert_eq!(document.facts.unseen.comments, 1);
    assert_eq!(document.facts.left_out.images, 1);
}

#[test]
fn charts_are_counted() {
    let chart = |records: Records| records.add(0x809, &[0, 6, 0x20, 0]).add(0x203, &[0; 14]);
    let cells = chart(Records::new()).add(0x0a, &[]).cell(0x203, 0, 0, 0, &[0; 8]);
    let document = read(&book(Records::new(), &[("Data", 0, cells)]));
    assert!(document.text.ends_with("|---|---|\n| 1 | 0 |\n"), "{}", document.text);
    assert_eq!(document.facts.left_out.charts, 1);
}

#[test]
fn a_sheet_that_is_missing_is_named() {
    let mut stream = sheet(0x05, Records::new().add(0x85, b"\0\xff\0\0\0\0\x04\0Data"));
    stream.resize(5000, 0);
    let file = compound_file(&[("WORKBOOK", &stream)]);
    assert!(text(&file).starts_with("## Sheet: Data\n\n[missing: "), "{}", text(&file));
}

#[test]
fn embedded_documents_do_not_count() {
    let stream = sheet(0x05, Records::new());
    let inside = [("Workbook", &*stream), ("MBD0001/WordDocument", b"x")];
    let document = read(&compound_file(&inside));
    assert_eq!(document.facts.format, Format::Xls);
}

#[test]
fn older_and_encrypted_workbooks_are_refused() {
    let file = |first: &[u8]| compound_file(&[("Workbook", first)]);
    // Excel 95, and Excel 4.
    assert_eq!(error(&file(&[9, 8, 4, 0, 0, 5, 5, 0])), Error::Unsupported(Format::Xls));
    assert_eq!(error(&file(&[9, 4, 4, 0, 0, 4, 5, 0])), Error::Unsupported(Format::Xls));
    assert_eq!(error(&file(&sheet(0x05, Records::new().add(0x2f, &[0; 6])))), Error::Encrypted);
    assert!(matches!(error(&file(b"text")), Error::Damaged(_)));
    assert!(matches!(error(&file(b"")), Error::Damaged(_)));
}

#[test]
fn formulas_of_a_sheet_without_any_value_are_shown_as_such() {
    let none = [3, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0];
    let number = [&1.0_f64.to_le_bytes()[..], &[0; 6]].concat();
    let formulas = Records::new().cell(6, 0, 0, 0, &none).cell(6, 0, 1, 0, &none);
    assert_eq!(lines(Records::new(), formulas.clone())[2..], ["| 1 | =… | =… |"]);
    // Here they are empty.
    let calculated = formulas.cell(6, 1, 0, 0, &number);
    assert_eq!(lines(Records::new(), calculated)[2..], ["| 2 | 1 |"]);
}

#[test]
fn tiny_text_and_text_of_the_color_of_its_fill_are_marked() {
    let font = |height: u8, color: u8| [&[height, 0, 0, 0][..], &[color, 0], &[0; 10]].concat();
    let style = |font: u16, fill: u8| {
        let mut data = vec![0; 20];
        data[0] = font as u8;
        data[17] = 4;
        data[18] = fill;
        data
    };
    let globals = Records::new()
        .add(0x31, &font(200, 10))
        .add(0x31, &font(20, 8))
        .add(0xe0, &style(0, 10))
        .add(0xe0, &style(0, 12))
        .style(1, 0);
    let number = 1.0_f64.to_le_bytes();
    let cells = (0..3).fold(Records::new(), |records, at| records.cell(0x203, 0, at, at, &number));
    assert_eq!(lines(globals, cells)[2..], ["| 1 | [hidden: 1] | 1 | [hidden: 1] |"]);
}

#[test]
fn cells_are_in_rows_whatever_the_order_of_their_records() {
    let number = |records: Records, row, column, value: f64| {
        records.cell(0x203, row, column, 0, &value.to_le_bytes())
    };
    let hidden_row = [&[1, 0, 0, 0, 1, 0][..], &[0; 6], &[0x20, 0, 0, 0]].concat();
    let cells = [(0, 0, 1.0), (1, 0, 2.0), (0, 1, 3.0), (1, 2, 5.0), (1, 1, 4.0), (0, 0, 6.0)];
    let cells = cells
        .into_iter()
        .fold(Records::new(), |records, (row, column, value)| number(records, row, column, value));
    // A picture, and a row that is hidden, are counted once.
    let cells = cells.add(0x5d, &[0, 0, 0, 0, 8, 0, 1, 0]).add(0x208, &hidden_row);
    let document = read(&book(Records::new(), &[("Data", 0, cells)]));
    let rows: Vec<_> = document.text.lines().skip(2).collect();
    assert_eq!(rows[2..], ["| 1 | 6 | 3 |", "| 2 (hidden) | 2 | 4 | 5 |"]);
    assert_eq!((document.facts.unseen.rows, document.facts.left_out.images), (1, 1));
    // Columns from right to left.
    let cells = number(number(Records::new(), 0, 1, 2.0), 0, 0, 1.0);
    assert_eq!(lines(Records::new(), cells)[2..], ["| 1 | 1 | 2 |"]);
}

#[test]
fn links_of_cells_follow_the_table() {
    let link = |cells: [u16; 4], flags: u32, rest: &[u8]| {
        let cells = cells.map(u16::to_le_bytes).concat();
        [&cells[..], &[0; 16], &2_u32.to_le_bytes(), &flags.to_le_bytes(), rest].concat()
    };
    let text = |text: &str| -> Vec<u8> {
        let units: Vec<u16> = text.encode_utf16().chain([0]).collect();
        let units: Vec<u8> = units.into_iter().flat_map(u16::to_le_bytes).collect();
        units
    };
    let counted = |text: &[u8]| [&(text.len() as u32 / 2).to_le_bytes()[..], text].concat();
    let url = |url: &str| {
        let url = text(url);
        let id = [&[0xe0, 0xc9, 0xea, 0x79][..], &[0; 12]].concat();
        [id, (url.len() as u32).to_le_bytes().to_vec(), url].concat()
    };
    let shown = counted(&text("site"));
    let file = [&[0x03, 0x03, 0, 0][..], &[0; 14], &[6, 0, 0, 0], b"a.xls\0"].concat();
    let cells = Records::new()
        .cell(0x204, 0, 0, 0, b"\x01\0\0a")
        .add(0x1b8, &link([0, 0, 0, 0], 3, &url("https://a.example")))
        .add(0x1b8, &link([1, 2, 0, 1], 0x17, &[&shown[..], &url("https://b.example")].concat()))
        .add(0x1b8, &link([3, 3, 0, 0], 0x101, &counted(&text("\\\\host\\a"))))
        .add(0x1b8, &link([4, 4, 0, 0], 1, &file))
        // A place in the workbook, and one that is cut.
        .add(0x1b8, &link([5, 5, 0, 0], 8, &counted(&text("Data!A1"))))
        .add(0x1b8, &link([6, 6, 0, 0], 3, &[0xe0, 0xc9]));
    let expected = [
        "| 1 | a |",
        "",
        "Link A1: https://a.example",
        "Link A2:B3: https://b.example",
        "Link A4: \\\\host\\a",
        "Link A5: a.xls",
    ];
    assert_eq!(lines(Records::new(), cells)[2..], expected);
}
