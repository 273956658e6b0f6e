//! Streams are decoded.

use crate::files::{HELVETICA, deflate, document, line, text};

/// Returns the text of a page whose content has these filters.
fn decoded(entries: &str, data: &[u8]) -> String {
    let file = document(HELVETICA, &[])
        .with(20, "<< /Type /Page /Contents 21 0 R /Resources << /Font << /F1 3 0 R >> >> >>")
        .stream(21, entries, data)
        .with(22, "<< /Type /Pages /Kids [20 0 R] >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>");
    text(&file.file_with("/Root 23 0 R"))
}

const HELLO: &str = "## Page 1\n\nhello\n";

#[test]
fn filters_are_undone() {
    let content = line("hello");
    let hex: String = content.bytes().map(|byte| format!("{byte:02x}\n")).collect();
    assert_eq!(decoded("/Filter /ASCIIHexDecode", format!("{hex}>").as_bytes()), HELLO);
    let flate = deflate(content.as_bytes());
    assert_eq!(decoded("/Filter /FlateDecode", &flate), HELLO);
    assert_eq!(decoded("/Filter [/FlateDecode]", &flate), HELLO);
    // The checksum at the end is wrong, and then missing.
    let mut wrong = flate.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(decoded("/Filter /FlateDecode", &wrong), HELLO);
    assert_eq!(decoded("/Filter /FlateDecode", &flate[..flate.len() - 4]), HELLO);
    assert_eq!(decoded("/Filter /Fl", &flate[2..]), HELLO);
    let twice = deflate(&flate);
    assert_eq!(decoded("/Filter [/FlateDecode /FlateDecode]", &twice), HELLO);
    let hex: String = flate.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(decoded("/Filter [/AHx /Fl]", hex.as_bytes()), HELLO);
    assert_eq!(decoded("/Filter /ASCII85Decode", &ascii_85(content.as_bytes())), HELLO);
    let mut runs = vec![content.len() as u8 - 1];
    runs.extend(content.bytes());
    runs.extend([251, b' ', 128]);
    assert_eq!(decoded("/Filter /RunLengthDecode", &runs), HELLO);
    assert!(decoded("/Filter /DCTDecode", &flate).contains("[page 1 has no text]"));
    assert!(decoded("/Filter /NoSuchFilter", &flate).contains("[page 1 has no text]"));
}

fn ascii_85(data: &[u8]) -> Vec<u8> {
    let mut letters = Vec::new();
    for chunk in data.chunks(4) {
        let mut group = [0; 4];
        group[..chunk.len()].copy_from_slice(chunk);
        let mut number = u32::from_be_bytes(group);
        let mut five = [0; 5];
        for letter in five.iter_mut().rev() {
            *letter = b'!' + (number % 85) as u8;
            number /= 85;
        }
        letters.extend(&five[..=chunk.len()]);
    }
    letters.extend(b"~>");
    letters
}

/// Encodes bytes as LZW codes, each byte as itself.
fn lzw(data: &[u8], early: usize) -> Vec<u8> {
    let (mut bits, mut count) = (0_u64, 0);
    let mut out = Vec::new();
    let mut put = |code: u64, width: u32| {
        bits = bits << width | code;
        count += width;
        while count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
        bits &= (1 << count) - 1;
    };
    put(256, 9);
    let mut table: Vec<Vec<u8>> = Vec::new();
    let mut rest = data;
    let mut width = 9;
    while !rest.is_empty() {
        let found = table.iter().enumerate().filter(|(_, entry)| rest.starts_with(entry));
        let best = found.max_by_key(|(_, entry)| entry.len());
        let (code, length) = best
            .map_or((u64::from(rest[0]), 1), |(index, entry)| (index as u64 + 258, entry.len()));
        put(code, width);
        if let Some(entry) = rest.get(..length + 1) {
            table.push(entry.to_vec());
        }
        rest = &rest[length..];
        // The decoder's table is one entry behind.
        width = match table.len() + 257 + early {
            0..=511 => 9,
            512..=1023 => 10,
            _ => 11,
        };
    }
    put(257, width);
    put(0, 8);
    out
}

#[test]
fn lzw_is_undone() {
    let content: String = (0..900).map(|number| format!("{} ", number * 7)).collect();
    let content = format!("{content}{}", line("hello"));
    assert_eq!(decoded("/Filter /LZWDecode", &lzw(content.as_bytes(), 1)), HELLO);
    let late = "/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>";
    assert_eq!(decoded(late, &lzw(content.as_bytes(), 0)), HELLO);
}

#[test]
fn predictors_are_undone() {
    let content = format!("{:40}", line("hello"));
    let columns = 8;
    let mut rows = Vec::new();
    let bytes = content.as_bytes();
    for (index, row) in bytes.chunks(columns).enumerate() {
        let filter = index as u8 % 5;
        rows.push(filter);
        for (column, byte) in row.iter().enumerate() {
            let at = index * columns + column;
            let left = if column > 0 { bytes[at - 1] } else { 0 };
            let up = if index > 0 { bytes[at - columns] } else { 0 };
            let corner = if column > 0 && index > 0 { bytes[at - columns - 1] } else { 0 };
            let estimate = i32::from(left) + i32::from(up) - i32::from(corner);
            let nearest = [left, up, corner];
            let paeth = nearest.iter().min_by_key(|byte| (estimate - i32::from(**byte)).abs());
            let predicted = match filter {
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                4 => *paeth.unwrap(),
                _ => 0,
            };
            rows.push(byte.wrapping_sub(predicted));
        }
    }
    let entries = "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 8 >>";
    assert_eq!(decoded(entries, &deflate(&rows)), HELLO);
    let differences: Vec<u8> = bytes
        .chunks(columns)
        .flat_map(|row| {
            let before = std::iter::once(&0).chain(row);
            row.iter().zip(before).map(|(byte, left)| byte.wrapping_sub(*left)).collect::<Vec<_>>()
        })
        .collect();
    let entries = "/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 8 >>";
    assert_eq!(decoded(entries, &deflate(&differences)), HELLO);
}

#[test]
fn a_page_says_that_a_part_of_it_is_damaged() {
    let missing = "\n\n[missing: a part of page 1, whose data are damaged]\n";
    let lines: String = (0..500).map(|number| line(&format!("hello {number}"))).collect();
    let flate = deflate(lines.as_bytes());
    let cut = decoded("/Filter /FlateDecode", &flate[..flate.len() / 2]);
    assert!(cut.starts_with("## Page 1\n\nhello 0") && cut.ends_with(missing), "{cut}");
    let mut wrong = flate.clone();
    wrong[200..].fill(0xff);
    assert!(decoded("/Filter /FlateDecode", &wrong).ends_with(missing));
    let none = decoded("/Filter /NoSuchFilter", &flate);
    assert!(none.contains(missing) && none.ends_with("[page 1 has no text]\n"), "{none}");
    // An empty stream, and one whose checksum is missing in part.
    assert!(!decoded("/Filter /FlateDecode", b"").contains("missing"));
    for end in 0..=4 {
        let whole = &flate[..flate.len() - end];
        assert!(!decoded("/Filter /FlateDecode", whole).contains("missing"), "{end}");
    }
    let twice = deflate(&flate[..flate.len() / 2]);
    assert!(decoded("/Filter [/Fl /Fl]", &twice).ends_with(missing));
    // The next page has no such line.
    let file = document(HELVETICA, &["", &line("two")]).stream(
        11,
        "/Filter /FlateDecode",
        &flate[..flate.len() / 2],
    );
    assert!(text(&file.file()).ends_with(&format!("{missing}\n## Page 2\n\ntwo\n")));
}

#[test]
fn a_page_says_that_forms_are_nested_too_deeply() {
    let form = |next: u32| format!("/Subtype /Form /Resources << /XObject << /X {next} 0 R >> >>");
    let mut objects = document(HELVETICA, &[&format!("{} /X Do", line("page"))]).with(
        2,
        "<< /Kids [10 0 R] /Resources << /XObject << /X 20 0 R >> /Font << /F1 3 0 R >> >> >>",
    );
    for number in 20..40 {
        objects = objects.stream(number, &form(number + 1), b"/X Do");
    }
    let missing = "## Page 1\n\npage\n\n[missing: a part of page 1, which is nested too deeply]\n";
    assert_eq!(text(&objects.file()), missing);
}
