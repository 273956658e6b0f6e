//! Writes small PDF files.

use readroom_pdf::{Limits, PdfError, PdfText, text_of};

/// The objects of a file, without `1 0 obj` and `endobj`.
#[derive(Clone, Default)]
pub(crate) struct Objects(Vec<(u32, Vec<u8>)>);

impl Objects {
    /// Adds an object, or replaces the one of this number.
    pub(crate) fn with(mut self, number: u32, object: impl AsRef<[u8]>) -> Self {
        self.0.retain(|(other, _)| *other != number);
        self.0.push((number, object.as_ref().to_vec()));
        self
    }

    /// Adds a stream with these entries in addition to its length.
    pub(crate) fn stream(self, number: u32, entries: &str, data: &[u8]) -> Self {
        self.with(number, stream(entries, data))
    }

    /// Returns a file with a cross-reference table. The catalog is object 1.
    pub(crate) fn file(&self) -> Vec<u8> {
        self.file_with("/Root 1 0 R")
    }

    /// Returns a file with these entries in the trailer.
    pub(crate) fn file_with(&self, trailer: &str) -> Vec<u8> {
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut table = String::new();
        for (number, object) in &self.0 {
            table.push_str(&format!("{number} 1\n{:010} 00000 n \n", file.len()));
            file.extend(format!("{number} 0 obj\n").bytes());
            file.extend(object);
            file.extend(b"\nendobj\n");
        }
        let start = file.len();
        let end = format!("xref\n{table}trailer\n<< {trailer} >>\nstartxref\n{start}\n%%EOF\n");
        file.extend(end.bytes());
        file
    }

    /// Returns a file whose objects, except streams, are in an object stream, and whose
    /// cross-reference table is a stream.
    pub(crate) fn modern_file(&self) -> Vec<u8> {
        self.modern_file_with("/Root 1 0 R")
    }

    /// Returns the same with these entries in the trailer.
    pub(crate) fn modern_file_with(&self, trailer: &str) -> Vec<u8> {
        let is_stream = |object: &[u8]| object.ends_with(b"endstream");
        let (mut head, mut body) = (String::new(), Vec::new());
        let mut places = Vec::new();
        let mut file = b"%PDF-1.7\n".to_vec();
        for (number, object) in &self.0 {
            if is_stream(object) {
                places.push((*number, 1, file.len(), 0));
                file.extend(format!("{number} 0 obj\n").bytes());
                file.extend(object);
                file.extend(b"\nendobj\n");
            } else {
                let index = places.iter().filter(|place| place.1 == 2).count();
                places.push((*number, 2, 900, index));
                head.push_str(&format!("{number} {} ", body.len()));
                body.extend(object);
                body.push(b' ');
            }
        }
        places.push((900, 1, file.len(), 0));
        let entries = format!("/Type/ObjStm/N 1/First {}/Filter/FlateDecode", head.len());
        let data = deflate(&[head.as_bytes(), &body].concat());
        file.extend(b"900 0 obj\n");
        file.extend(stream(&entries, &data));
        file.extend(b"\nendobj\n");
        let start = file.len();
        let (mut index, mut rows) = (String::new(), Vec::new());
        for (number, kind, place, detail) in places {
            index.push_str(&format!("{number} 1 "));
            rows.push(kind);
            rows.extend((place as u32).to_be_bytes());
            rows.push(detail as u8);
        }
        let entries =
            format!("/Type/XRef/W[1 4 1]/Index[{index}]/Size 901 {trailer} /Filter/FlateDecode");
        file.extend(b"901 0 obj\n");
        file.extend(stream(&entries, &deflate(&rows)));
        file.extend(format!("\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
        file
    }
}

/// Returns a stream with its length.
pub(crate) fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<< /Length {} {entries} >>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

pub(crate) fn deflate(data: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(data, 1)
}

/// The resources of all pages: `F1` is object 3.
const RESOURCES: &str = "/Resources << /Font << /F1 3 0 R >> >>";
pub(crate) const HELVETICA: &str =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/// Returns the objects of a document with a font and these page contents, in objects 10, 12, …
pub(crate) fn document(font: &str, contents: &[&str]) -> Objects {
    let mut kids = String::new();
    let mut objects = Objects::default().with(1, "<< /Type /Catalog /Pages 2 0 R >>").with(3, font);
    for (content, number) in contents.iter().zip((10..).step_by(2)) {
        kids.push_str(&format!("{number} 0 R "));
        let page = format!("<< /Type /Page /Parent 2 0 R /Contents {} 0 R >>", number + 1);
        objects = objects.with(number, page).stream(number + 1, "", content.as_bytes());
    }
    let count = contents.len();
    objects.with(2, format!("<< /Type /Pages /Kids [{kids}] /Count {count} {RESOURCES} >>"))
}

/// Returns a file of one page.
pub(crate) fn page(content: &str) -> Vec<u8> {
    document(HELVETICA, &[content]).file()
}

/// Returns the content of a page that shows a line.
pub(crate) fn line(text: &str) -> String {
    format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET")
}

pub(crate) fn read(file: &[u8]) -> Result<PdfText, PdfError> {
    text_of(file, &Limits::default())
}

pub(crate) fn text(file: &[u8]) -> String {
    read(file).unwrap().text
}

/// Returns the text of a page below its heading.
pub(crate) fn shown(content: &str) -> String {
    below_heading(&text(&page(content)))
}

pub(crate) fn below_heading(text: &str) -> String {
    text.strip_prefix("## Page 1\n\n").unwrap().trim_end().to_owned()
}
