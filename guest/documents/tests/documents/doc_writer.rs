//! Writes binary Word documents.

use crate::compound_file::compound_file;

/// Where the text begins in the main stream.
const TEXT: u32 = 2048;

/// A document: its stories in order, and tables about it.
#[derive(Clone, Default)]
pub(crate) struct Doc {
    pub(crate) text: String,
    /// The ends of runs and paragraphs in characters, and their properties.
    pub(crate) runs: Vec<(u32, Vec<u8>)>,
    pub(crate) paragraphs: Vec<(u32, Vec<u8>)>,
    /// The lengths of the stories.
    pub(crate) lengths: [u32; 8],
    pub(crate) tables: Vec<(usize, Vec<u8>)>,
    pub(crate) flags: u16,
    /// Whether the text has one byte for each character.
    pub(crate) is_narrow: bool,
    /// The offset that the header gives for the text, if it is wrong.
    pub(crate) at: Option<u32>,
}

impl Doc {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    fn length(&self) -> u32 {
        self.text.encode_utf16().count() as u32
    }

    /// Adds text without formatting.
    pub(crate) fn text(self, text: &str) -> Self {
        self.run(text, &[])
    }

    /// Adds text with modifications of its look.
    pub(crate) fn run(mut self, text: &str, look: &[u8]) -> Self {
        self.text += text;
        self.runs.push((self.length(), look.to_vec()));
        self
    }

    /// Ends a paragraph of a style.
    pub(crate) fn end(self, mark: &str, style: u16, properties: &[u8]) -> Self {
        let mut doc = self.run(mark, &[]);
        doc.paragraphs.push((doc.length(), [&style.to_le_bytes(), properties].concat()));
        doc
    }

    /// Adds a paragraph.
    pub(crate) fn paragraph(self, text: &str) -> Self {
        self.text(text).end("\r", 0, &[])
    }

    /// Ends a story.
    pub(crate) fn story(mut self, number: usize) -> Self {
        self.lengths[number] = self.length() - self.lengths.iter().sum::<u32>();
        self
    }

    /// Adds a table with its number in the header.
    pub(crate) fn table(mut self, number: usize, table: &[u8]) -> Self {
        self.tables.push((number, table.to_vec()));
        self
    }

    /// Returns the main stream and the one of the tables.
    pub(crate) fn streams(mut self) -> [Vec<u8>; 2] {
        if self.lengths == [0; 8] {
            self.lengths[0] = self.length();
        }
        let (bytes, text) = if self.is_narrow {
            (1, self.text.chars().map(|narrow| narrow as u8).collect())
        } else {
            (2, self.text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>())
        };
        let mut main = vec![0; TEXT as usize];
        main.extend(text);
        let offset = |position: u32| TEXT + bytes * position;
        let mut tables = self.tables.clone();
        for (number, properties, size) in [(12, &self.runs, 1), (13, &self.paragraphs, 13)] {
            main.resize(main.len().next_multiple_of(512), 0);
            let page = page(properties, offset, size);
            let list = [TEXT, offset(self.length()), main.len() as u32 / 512];
            tables.push((number, list.map(u32::to_le_bytes).concat()));
            main.extend(page);
        }
        let place = match (self.at, self.is_narrow) {
            (Some(at), _) => at,
            (None, true) => (2 * TEXT) | 0x4000_0000,
            (None, false) => TEXT,
        };
        let piece = [&[0, 0][..], &place.to_le_bytes(), &[0, 0]].concat();
        let positions = [0, self.length()].map(u32::to_le_bytes).concat();
        let list = [positions, piece].concat();
        // Properties of pieces come first.
        let start = [&[1, 1, 0, 9, 2][..], &(list.len() as u32).to_le_bytes()].concat();
        tables.push((33, [start, list].concat()));
        let mut put = |at: usize, bytes: &[u8]| main[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &[0xec, 0xa5, 0xc1, 0]);
        put(10, &(0x0200 | self.flags).to_le_bytes());
        put(0x4c, &self.lengths.map(u32::to_le_bytes).concat());
        let mut stream = vec![0; 4];
        for (number, table) in tables {
            let place = [stream.len() as u32, table.len() as u32].map(u32::to_le_bytes).concat();
            put(0x9a + 8 * number, &place);
            stream.extend(table);
        }
        [main, stream]
    }

    pub(crate) fn file(self) -> Vec<u8> {
        let [main, tables] = self.streams();
        compound_file(&[("WordDocument", &main), ("1Table", &tables)])
    }
}

/// Returns a page of properties, each with an entry of a size.
fn page(all: &[(u32, Vec<u8>)], offset: impl Fn(u32) -> u32, size: usize) -> Vec<u8> {
    let starts = [0].into_iter().chain(all.iter().map(|(end, _)| *end));
    let mut page: Vec<u8> = starts.flat_map(|at| offset(at).to_le_bytes()).collect();
    let entries = page.len();
    page.resize(512, 0);
    page[511] = all.len() as u8;
    let mut end = 510;
    for (at, (_, properties)) in all.iter().enumerate() {
        // The size of those of paragraphs is in units of two bytes.
        let (head, length) = match (size, properties.len()) {
            (1, length) => (vec![length as u8], length),
            (_, length) if length % 2 == 1 => (vec![length.div_ceil(2) as u8], length),
            (_, length) => (vec![0, (length / 2) as u8], length),
        };
        end = (end - head.len() - length) / 2 * 2;
        page[end..][..head.len()].copy_from_slice(&head);
        page[end + head.len()..][..length].copy_from_slice(properties);
        page[entries + at * size] = (end / 2) as u8;
    }
    page
}
