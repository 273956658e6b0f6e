//! Recognizes files by their bytes.

use crate::files::{docx, epub, error, odf, parts, text, xlsx};
use crate::zip_writer::{Entry, zip};
use readroom_documents::{Error, Format, SNIFFED_BYTES, Source, old_format, recognize};

fn format(mut file: &[u8]) -> Option<Format> {
    recognize(&mut file).unwrap()
}

/// A compound file whose directory has streams of these names.
fn compound(names: &[&str]) -> Vec<u8> {
    let mut file = vec![0; 512];
    file[..8].copy_from_slice(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    file[30] = 9;
    // The directory starts in sector 1 and continues as chained by the table in sector 0.
    file[48] = 1;
    let mut table: Vec<u8> = (0_u32..128).flat_map(|at| (at + 1).to_le_bytes()).collect();
    file.append(&mut table);
    for name in names {
        let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bytes = entry.len() + 2;
        entry.resize(128, 0);
        entry[64] = bytes as u8;
        file.extend(entry);
    }
    file.resize(file.len().next_multiple_of(512), 0);
    let last = file.len() / 512 - 2;
    file[512 + 4 * last..][..4].copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
    file
}

#[test]
fn documents_are_recognized_by_their_bytes() {
    assert_eq!(format(&docx("")), Some(Format::Docx));
    assert_eq!(format(&xlsx("")), Some(Format::Xlsx));
    assert_eq!(format(&odf("text", "", "")), Some(Format::Odt));
    assert_eq!(format(&odf("spreadsheet", "", "")), Some(Format::Ods));
    assert_eq!(format(&odf("presentation", "", "")), Some(Format::Odp));
    assert_eq!(format(&epub(&[])), Some(Format::Epub));
    assert_eq!(format(b"%PDF-1.7"), Some(Format::Pdf));
    assert_eq!(format(b"{\\rtf1\\ansi text}"), Some(Format::Rtf));
    let template = Entry::stored("mimetype", b"application/vnd.oasis.opendocument.text-template");
    assert_eq!(format(&zip(&[template])), Some(Format::Odt));
    for (kind, expected) in [
        ("ms-word.document.macroEnabled.main+xml", Some(Format::Docx)),
        ("ms-excel.template.macroEnabled.main+xml", Some(Format::Xlsx)),
        ("ms-excel.sheet.binary.macroEnabled.main", Some(Format::Xlsb)),
        ("ms-powerpoint.slideshow.macroEnabled.main+xml", Some(Format::Pptx)),
        ("openxmlformats-officedocument.presentationml.template.main+xml", Some(Format::Pptx)),
        ("openxmlformats-officedocument.presentationml.slideMaster+xml", None),
        ("ms-visio.drawing.main+xml", None),
    ] {
        let types = format!(
            "<Types><Default Extension=\"xml\" ContentType=\"application/vnd.{kind}\"/></Types>"
        );
        assert_eq!(format(&parts(&[("[Content_Types].xml", &types)])), expected, "{kind}");
    }
}

#[test]
fn other_files_are_not_documents() {
    let deep = Entry::stored("mimetype", b"application/zip");
    for file in [&b""[..], b"PK", b"PK\x03\x04", b"'%PDF-1.7", &zip(&[deep]), &zip(&[])] {
        assert_eq!(format(file), None);
    }
    assert_eq!(format(&parts(&[("word/document.xml", "<w:document/>")])), None);
}

/// The relationship that names the document of a package.
fn names(main: &str) -> String {
    format!(
        "<Relationships><Relationship Id=\"r\" Type=\"http://x/officeDocument\" \
         Target=\"{main}\"/></Relationships>"
    )
}

#[test]
fn the_part_that_a_package_names_decides() {
    const SHEET: &str =
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
    const TEXT: &str =
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    const BINARY: &str = "application/vnd.ms-excel.sheet.binary.macroEnabled.main";
    let of = |types: &str, main: &str| {
        let types = format!("<Types>{types}</Types>");
        format(&parts(&[("[Content_Types].xml", &types), ("_rels/.rels", &names(main))]))
    };
    let default =
        |end: &str, kind: &str| format!("<Default Extension=\"{end}\" ContentType=\"{kind}\"/>");
    let part =
        |name: &str, kind: &str| format!("<Override PartName=\"{name}\" ContentType=\"{kind}\"/>");
    // The content types that SheetJS lists for any workbook.
    let sheetjs = default("bin", BINARY) + &part("/xl/workbook.xml", SHEET);
    assert_eq!(of(&sheetjs, "xl/workbook.xml"), Some(Format::Xlsx));
    assert_eq!(of(&sheetjs, "/XL/Workbook.xml"), Some(Format::Xlsx));
    assert_eq!(of(&sheetjs, "xl/workbook.bin"), Some(Format::Xlsb));
    // Without a named document, a part outranks an extension.
    assert_eq!(of(&sheetjs, "gone.xml"), Some(Format::Xlsx));
    // Another document in the package does not count.
    let two = part("/a/text.xml", TEXT) + &part("/b/book.xml", SHEET);
    assert_eq!(of(&two, "b\\book.xml"), Some(Format::Xlsx));
    assert_eq!(of(&two, "./a/text.xml"), Some(Format::Docx));
    assert_eq!(of(&default("xml", TEXT), "doc.xml"), Some(Format::Docx));
}

#[test]
fn parts_may_be_in_any_folder() {
    let types = "<Types><Override PartName=\"/book.xml\" ContentType=\"application/vnd.\
        openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/></Types>";
    let book = "<workbook><sheets><sheet name=\"A\" r:id=\"rId1\"/></sheets></workbook>";
    let rels = crate::files::relationships(&[("rId1", "worksheet", "/deep/er/one.xml")]);
    let sheet = "<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>";
    let file = parts(&[
        ("[Content_Types].xml", types),
        ("_rels/.rels", &names("book.xml")),
        ("book.xml", book),
        ("_rels/book.xml.rels", &rels),
        ("deep/er/one.xml", sheet),
    ]);
    assert!(crate::files::text(&file).ends_with("| 1 | 7 |\n"));
}

/// A file whose name is that of a document.
struct Named<'f>(&'f [u8]);

impl Source for Named<'_> {
    type Error = std::convert::Infallible;

    fn size(&self) -> u64 {
        self.0.size()
    }

    fn is_named(&self) -> bool {
        true
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        self.0.read_at(offset, buffer)
    }
}

#[test]
fn damage_is_not_another_kind_of_file() {
    let is_damaged = |mut file: &[u8]| matches!(recognize(&mut file), Err(Error::Damaged(_)));
    let other = zip(&[Entry::stored("a.txt", b"text")]);
    for file in [docx(""), xlsx(""), odf("text", "", ""), epub(&["x"])] {
        for length in [file.len() - 1, file.len() - 22, file.len() / 2, 60] {
            assert!(is_damaged(&file[..length]), "{length} of {}", file.len());
        }
    }
    assert!(is_damaged(&compound(&["WordDocument"])[..600]));
    assert!(is_damaged(&compound(&["WordDocument"])[..100]));
    // Other ZIP files count as damaged only if the name is that of a document.
    assert_eq!(format(&other[..other.len() - 1]), None);
    let broken = &other[..other.len() - 1];
    assert!(matches!(recognize(&mut Named(broken)), Err(Error::Damaged(_))));
    assert!(matches!(recognize(&mut Named(&other)), Err(Error::Damaged(_))));
    assert_eq!(recognize(&mut Named(b"a,b\n")), Ok(None));
    let types = Entry { flags: 1, ..Entry::stored("[Content_Types].xml", b"<Types/>") };
    assert_eq!(recognize(&mut &*zip(&[types])), Err(Error::Encrypted));
}

#[test]
fn a_pdf_file_may_begin_later() {
    let file = |before: &[u8]| format(&[before, b"%PDF-1.7\n"].concat());
    let message = b"--x\r\nContent-Type: application/pdf\r\n\r\n";
    for before in [&b"\n"[..], b" ", b"\xef\xbb\xbf", b"\0", message, &[b'x'; 1024]] {
        assert_eq!(file(before), Some(Format::Pdf), "{before:x?}");
    }
    for before in [&b"b\""[..], b"`", &[b'x'; 1025]] {
        assert_eq!(file(before), None, "{before:x?}");
    }
    assert_eq!(format(b"It begins with %PDF-"), None);
    assert_eq!(format(b"It begins with %PDF-1.7\\n"), None);
}

#[test]
fn other_bytes_may_be_before_a_zip_file() {
    let file = docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>");
    for before in [&b"\n"[..], b"--x\r\nContent-Type: a\r\n\r\n", b"MZ\0\0", &[b'x'; 1000]] {
        let file = [before, &file].concat();
        assert_eq!(format(&file), Some(Format::Docx), "{before:x?}");
        assert_eq!(text(&file), "x\n", "{before:x?}");
    }
    assert_eq!(format(&[&[b'x'; 4000][..], &file].concat()), None);
    assert_eq!(format(b"a PK\x03\x04 b"), None);
}

#[test]
fn white_space_may_be_before_rich_text() {
    for before in ["", "\n", "\r\n \t", "\u{feff}", "\u{feff}\n"] {
        let file = format!("{before}{{\\rtf1 a}}");
        assert_eq!(format(file.as_bytes()), Some(Format::Rtf), "{before:?}");
        assert_eq!(text(file.as_bytes()), "a\n", "{before:?}");
    }
    assert_eq!(format(b"It begins with {\\rtf1 a}"), None);
    assert_eq!(format(b"\n{\\r"), None);
}

#[test]
fn old_and_encrypted_documents_are_named_and_refused() {
    let filler = ["a"; 9];
    for (name, expected) in [
        ("WordDocument", Format::Doc),
        ("Workbook", Format::Xls),
        ("PowerPoint Document", Format::Ppt),
    ] {
        let file = compound(&[&filler[..], &["Workbook", name]].concat());
        assert_eq!(format(&file), Some(expected));
    }
    let file = compound(&["PowerPoint Document"]);
    assert_eq!(error(&file), Error::Unsupported(Format::Ppt));
    let file = compound(&["EncryptedPackage", "WordDocument"]);
    assert_eq!(format(&file), Some(Format::EncryptedOffice));
    assert_eq!(error(&file), Error::Encrypted);
    assert_eq!(format(&compound(&["Mail"])), None);
}

/// A source that counts the bytes read, and fails after an offset.
struct Counted<'f> {
    file: &'f [u8],
    read: usize,
    fails_from: u64,
}

impl Source for Counted<'_> {
    type Error = u8;

    fn size(&self) -> u64 {
        self.file.len() as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<usize, u8> {
        if offset >= self.fails_from {
            return Err(42);
        }
        // One byte at a time, as a source may.
        let byte = self.file.get(offset as usize..).and_then(|rest| rest.first());
        let read = byte.into_iter().zip(buffer).map(|(byte, to)| *to = *byte).count();
        self.read += read;
        Ok(read)
    }
}

#[test]
fn only_the_first_bytes_of_other_files_are_read() {
    let mut source = Counted { file: &[b'x'; 2000], read: 0, fails_from: u64::MAX };
    assert_eq!(recognize(&mut source), Ok(None));
    assert_eq!(source.read, SNIFFED_BYTES);
}

#[test]
fn an_error_of_the_source_is_passed_on() {
    let file = docx("");
    let mut source = Counted { file: &file, read: 0, fails_from: 8 };
    assert_eq!(recognize(&mut source), Err(Error::Source(42)));
    let mut source = Counted { file: &file, read: 0, fails_from: u64::MAX };
    assert_eq!(recognize(&mut source), Ok(Some(Format::Docx)));
}

#[test]
fn the_manifest_names_the_format_if_nothing_else_does() {
    let file = |path: &str, kind: &str| {
        let manifest = format!(
            "<manifest><file-entry full-path=\"{path}\" media-type=\"application/{kind}\"/>\
             </manifest>"
        );
        let content = "<document-content><body><text><p>x</p></text></body></document-content>";
        parts(&[("content.xml", content), ("META-INF/manifest.xml", &manifest)])
    };
    let open = |kind: &str| format!("vnd.oasis.opendocument.{kind}");
    assert_eq!(format(&file("/", &open("spreadsheet"))), Some(Format::Ods));
    assert_eq!(format(&file("/", &open("text-template"))), Some(Format::Odt));
    assert_eq!(format(&file("/", "epub+zip")), Some(Format::Epub));
    assert_eq!(format(&file("Object 1/", &open("text"))), Some(Format::Odt));
    let alone = |root: &str, kind: &str| {
        let content = format!("<{root}><styles><text/></styles><body><{kind}><p>x");
        format(&parts(&[("content.xml", &content)]))
    };
    for (kind, expected) in [
        ("text", Some(Format::Odt)),
        ("spreadsheet", Some(Format::Ods)),
        ("presentation", Some(Format::Odp)),
        ("drawing", Some(Format::Odg)),
        ("chart", None),
    ] {
        assert_eq!(alone("document-content", kind), expected, "{kind}");
        assert_eq!(alone("html", kind), None, "{kind}");
    }
    assert_eq!(text(&file("/", &open("text"))), "x\n");
}

#[test]
fn formats_before_those_that_are_read_are_named() {
    for (start, expected) in [
        (&b"\x09\0\x04\0\x02\0\x10\0"[..], Some(Format::Xls)),
        (b"\x09\x02\x06\0\0\0\x10\0", Some(Format::Xls)),
        (b"\x09\x04\x06\0\0\0\x10\0", Some(Format::Xls)),
        (b"\x09\x08\x08\0\0\x05\x05\0", Some(Format::Xls)),
        (b"\xffWPC\x10\0\0\0\x01\x0a", Some(Format::WordPerfect)),
        (b"\xcb\x0a\x01\xf6\x01\xcb", Some(Format::WordPerfect)),
        (b"\x31\xbe\0\0\0\xab", Some(Format::Doc)),
        (b"\xdb\xa5\x2d\0", Some(Format::Doc)),
        (b"\xfe\x37\0\x1c", Some(Format::Doc)),
        (b"\0\0\0\0", None),
        (b"", None),
    ] {
        assert_eq!(old_format(start), expected, "{start:?}");
    }
    let named = Error::<String>::Unsupported(Format::Xls).to_string();
    assert_eq!(named, "unsupported format: xls before Excel 97");
}
