//! What a file is, by its bytes.

use crate::files::{docx, epub, error, odf, parts, xlsx};
use crate::zip_writer::{Entry, zip};
use readroom_documents::{Error, Format, Source, recognize};

fn format(mut file: &[u8]) -> Option<Format> {
    recognize(&mut file).unwrap()
}

/// A compound file whose directory has streams of these names.
fn compound(names: &[&str]) -> Vec<u8> {
    let mut file = vec![0; 512];
    file[..8].copy_from_slice(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    file[30] = 9;
    // The directory begins in sector 1, and its next sectors follow by the table in sector 0.
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
    file
}

#[test]
fn documents_are_told_by_their_bytes() {
    assert_eq!(format(&docx("")), Some(Format::Docx));
    assert_eq!(format(&xlsx("")), Some(Format::Xlsx));
    assert_eq!(format(&odf("text", "", "")), Some(Format::Odt));
    assert_eq!(format(&odf("spreadsheet", "", "")), Some(Format::Ods));
    assert_eq!(format(&odf("presentation", "", "")), Some(Format::Odp));
    assert_eq!(format(&epub(&[])), Some(Format::Epub));
    assert_eq!(format(b"%PDF-1.7"), Some(Format::Pdf));
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
    for file in [&b""[..], b"PK", b"PK\x03\x04", b" %PDF-1.7", &zip(&[deep]), &zip(&[])] {
        assert_eq!(format(file), None);
    }
    assert_eq!(format(&parts(&[("word/document.xml", "<w:document/>")])), None);
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
        assert_eq!(error(&file), Error::Unsupported(expected));
    }
    let file = compound(&["EncryptedPackage", "WordDocument"]);
    assert_eq!(format(&file), Some(Format::EncryptedOffice));
    assert_eq!(error(&file), Error::Encrypted);
    assert_eq!(format(&compound(&["Mail"])), None);
}

/// A source that counts what is read, and fails behind an offset.
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
        // A byte at once, as a source may.
        let byte = self.file.get(offset as usize..).and_then(|rest| rest.first());
        let read = byte.into_iter().zip(buffer).map(|(byte, to)| *to = *byte).count();
        self.read += read;
        Ok(read)
    }
}

#[test]
fn of_other_files_only_the_first_bytes_are_read() {
    let mut source = Counted { file: &[b'x'; 1000], read: 0, fails_from: u64::MAX };
    assert_eq!(recognize(&mut source), Ok(None));
    assert_eq!(source.read, 8);
}

#[test]
fn an_error_of_the_source_is_passed_on() {
    let file = docx("");
    let mut source = Counted { file: &file, read: 0, fails_from: 8 };
    assert_eq!(recognize(&mut source), Err(Error::Source(42)));
    let mut source = Counted { file: &file, read: 0, fails_from: u64::MAX };
    assert_eq!(recognize(&mut source), Ok(Some(Format::Docx)));
}
