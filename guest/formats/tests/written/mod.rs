//! PDFs as programs write them: with tables, with streams, saved again, hybrid, for the web.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests, each of which uses some"
)]

use miniz_oxide::deflate::compress_to_vec_zlib;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How the cross-references of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As a table.
    Table,
    /// As a stream that is compressed and predicted, with the objects in streams too.
    Stream,
    /// As a stream whose data is as it is.
    Bare,
}

impl Form {
    pub(crate) const ALL: [Self; 3] = [Self::Table, Self::Stream, Self::Bare];
}

/// How the data of a stream is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Bare,
    Flate,
    /// Compressed rows of so many bytes, each with another filter.
    Predicted(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    At(usize),
    In(u64, usize),
}

/// A file without its end.
#[derive(Clone)]
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) places: BTreeMap<u64, Place>,
    /// Where its older section begins.
    pub(crate) older: Option<usize>,
}

impl Written {
    pub(crate) fn new(version: &str) -> Self {
        let mut bytes = format!("%PDF-{version}\n").into_bytes();
        bytes.extend_from_slice(b"%\xe2\xe3\xcf\xd3\n");
        Self { bytes, places: BTreeMap::new(), older: None }
    }

    /// A file to which objects are added.
    pub(crate) fn again(bytes: Vec<u8>) -> Self {
        let word = b"startxref\n";
        let at = bytes.windows(word.len()).rposition(|window| window == word).unwrap() + word.len();
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let older = std::str::from_utf8(&bytes[at..at + digits]).unwrap().parse().unwrap();
        Self { bytes, places: BTreeMap::new(), older: Some(older) }
    }

    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn object(&mut self, number: u64, body: &str) {
        self.places.insert(number, Place::At(self.bytes.len()));
        self.push(&format!("{number} 0 obj\n{body}\nendobj\n"));
    }

    fn data(&mut self, number: u64, keys: &str, data: &[u8], packing: Packing) {
        let (data, more) = match packing {
            Packing::Bare => (data.to_vec(), String::new()),
            Packing::Flate => (compress_to_vec_zlib(data, 9), "/Filter[/FlateDecode]".into()),
            Packing::Predicted(row) => (
                compress_to_vec_zlib(&predicted(data, row), 9),
                format!("/Filter/FlateDecode/DecodeParms<</Columns {row}/Predictor 12>>"),
            ),
        };
        self.places.insert(number, Place::At(self.bytes.len()));
        self.push(&format!("{number} 0 obj\n<<{keys}{more}/Length {}>>\nstream\r\n", data.len()));
        self.bytes.extend(data);
        self.push("\nendstream\nendobj\n");
    }

    /// A stream of objects.
    pub(crate) fn packed(&mut self, number: u64, objects: &[(u64, &str)]) {
        let (mut pairs, mut bodies) = (String::new(), String::new());
        for (index, (inside, body)) in objects.iter().enumerate() {
            write!(pairs, "{inside} {} ", bodies.len()).unwrap();
            bodies.push_str(body);
            bodies.push('\n');
            self.places.insert(*inside, Place::In(number, index));
        }
        let keys = format!("/Type/ObjStm/N {}/First {}", objects.len(), pairs.len());
        self.data(number, &keys, (pairs + &bodies).as_bytes(), Packing::Flate);
    }

    /// Numbers that follow each other, and the places of their objects.
    fn runs(&self) -> Vec<(u64, Vec<Place>)> {
        let mut runs: Vec<(u64, Vec<Place>)> = Vec::new();
        for (number, place) in &self.places {
            match runs.last_mut() {
                Some((first, places)) if *first + places.len() as u64 == *number => {
                    places.push(*place)
                }
                _ => runs.push((*number, vec![*place])),
            }
        }
        runs
    }

    fn trailer(&self, trailer: &str) -> String {
        let size = self.places.keys().last().unwrap() + 1;
        let older = self.older.map(|older| format!("/Prev {older}")).unwrap_or_default();
        format!("/Size {size}{older}{trailer}")
    }

    /// Ends the file with a table.
    pub(crate) fn table(mut self, trailer: &str) -> Vec<u8> {
        let at = self.bytes.len();
        let mut table = String::from("xref\n");
        let mut runs = self.runs();
        if self.older.is_none() && self.places.contains_key(&1) {
            // Number 0 is never used, and stands in the first run.
            runs[0].0 = 0;
            runs[0].1.insert(0, Place::In(0, 0));
        }
        for (first, places) in runs {
            writeln!(table, "{first} {}", places.len()).unwrap();
            for place in places {
                match place {
                    Place::At(offset) => writeln!(table, "{offset:010} 00000 n ").unwrap(),
                    // The number in it is that of some other object that is not used.
                    Place::In(..) => table.push_str("0000000009 65535 f \n"),
                }
            }
        }
        let trailer = self.trailer(trailer);
        self.push(&format!("{table}trailer\n<<{trailer}>>\nstartxref\n{at}\n%%EOF\n"));
        self.bytes
    }

    /// Ends the file with a stream.
    pub(crate) fn stream(mut self, trailer: &str, packing: Packing) -> Vec<u8> {
        let at = self.section(trailer, packing);
        self.push(&format!("startxref\n{at}\n%%EOF\n"));
        self.bytes
    }

    /// Ends the file with a table that hides the objects in streams, and a stream that knows them.
    pub(crate) fn hybrid(mut self, trailer: &str) -> Vec<u8> {
        let places = self.places.clone();
        self.places.retain(|_, place| matches!(place, Place::In(..)));
        let at = self.section(trailer, Packing::Flate);
        self.places = places;
        self.table(&format!("{trailer}/XRefStm {at}"))
    }

    fn section(&mut self, trailer: &str, packing: Packing) -> usize {
        let at = self.bytes.len();
        let number = self.places.keys().last().unwrap() + 1;
        self.places.insert(number, Place::At(at));
        let (mut index, mut rows) = (String::new(), Vec::new());
        for (first, places) in self.runs() {
            write!(index, "{first} {} ", places.len()).unwrap();
            for place in places {
                let (kind, second, third) = match place {
                    Place::At(offset) => (1, offset as u64, 0),
                    Place::In(stream, index) => (2, stream, index as u16),
                };
                rows.push(kind);
                rows.extend_from_slice(&second.to_be_bytes()[4..]);
                rows.extend_from_slice(&third.to_be_bytes());
            }
        }
        let keys = format!("/Type/XRef/W[1 4 2]/Index[{index}]{}", self.trailer(trailer));
        self.data(number, &keys, &rows, packing);
        at
    }
}

/// Rows as PNG would have them, with one filter after the other.
fn predicted(data: &[u8], row: usize) -> Vec<u8> {
    let mut lines = Vec::new();
    let mut above = vec![0; row];
    for (index, line) in data.chunks(row).enumerate() {
        let filter = index as u8 % 5;
        lines.push(filter);
        for (at, byte) in line.iter().enumerate() {
            let (a, c) = if at > 0 { (line[at - 1], above[at - 1]) } else { (0, 0) };
            let b = above[at];
            lines.push(byte.wrapping_sub(match filter {
                0 => 0,
                1 => a,
                2 => b,
                3 => ((u16::from(a) + u16::from(b)) / 2) as u8,
                _ => {
                    let guess = i32::from(a) + i32::from(b) - i32::from(c);
                    *[a, b, c].iter().min_by_key(|byte| (guess - i32::from(**byte)).abs()).unwrap()
                }
            }));
        }
        above.copy_from_slice(line);
    }
    lines
}

/// A file of version 1.4 with so many empty pages: object 1 is the catalog, 2 the tree, and 3 the first page.
pub(crate) fn document(form: Form, pages: usize) -> Vec<u8> {
    let kids: String = (0..pages).map(|page| format!("{} 0 R ", page + 3)).collect();
    let catalog = "<</Type/Catalog/Pages 2 0 R>>";
    let tree = format!("<</Type/Pages/Kids[{kids}]/Count {pages}>>");
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>";
    let mut file = Written::new("1.4");
    if form == Form::Stream {
        let mut objects = vec![(1, catalog), (2, &*tree)];
        objects.extend((0..pages).map(|index| (index as u64 + 3, page)));
        for (index, objects) in objects.chunks(100).enumerate() {
            file.packed((pages + 3 + index) as u64, objects);
        }
        return file.stream("/Root 1 0 R", Packing::Predicted(7));
    }
    file.object(1, catalog);
    file.object(2, &tree);
    (0..pages).for_each(|index| file.object(index as u64 + 3, page));
    if form == Form::Table {
        file.table("/Root 1 0 R")
    } else {
        file.stream("/Root 1 0 R", Packing::Bare)
    }
}

/// A file for the web, which begins with what is needed for its first page.
pub(crate) fn linearized(pages: usize) -> Vec<u8> {
    let write = |offsets: [usize; 7]| {
        let [dictionary, first, catalog, tree, page, main, length] = offsets;
        let mut found = [0; 7];
        let mut text = String::from("%PDF-1.4\n");
        found[0] = text.len();
        write!(text, "4 0 obj\n<</Linearized 1/L {length:010}/N {pages}/T {main:010}>>\nendobj\n")
            .unwrap();
        found[1] = text.len();
        write!(text, "xref\n4 2\n{dictionary:010} 00000 n \n{catalog:010} 00000 n \n").unwrap();
        write!(text, "trailer\n<</Size 6/Root 5 0 R/Prev {main:010}>>\nstartxref\n0\n%%EOF\n")
            .unwrap();
        found[2] = text.len();
        text.push_str("5 0 obj\n<</Type/Catalog/Pages 1 0 R>>\nendobj\n");
        found[4] = text.len();
        text.push_str("2 0 obj\n<</Type/Page/Parent 1 0 R>>\nendobj\n");
        found[3] = text.len();
        let kids = "2 0 R ".repeat(pages);
        write!(text, "1 0 obj\n<</Type/Pages/Kids[{kids}]/Count {pages}>>\nendobj\n").unwrap();
        found[5] = text.len();
        write!(text, "xref\n0 3\n0000000000 65535 f \n{tree:010} 00000 n \n{page:010} 00000 n \n")
            .unwrap();
        write!(text, "trailer\n<</Size 3>>\nstartxref\n{first:010}\n%%EOF\n").unwrap();
        found[6] = text.len();
        (text, found)
    };
    let (_, offsets) = write([0; 7]);
    let (text, found) = write(offsets);
    assert_eq!(found, offsets);
    text.into_bytes()
}
