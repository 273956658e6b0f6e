//! Writes binary Excel workbooks.

use crate::compound_file::compound_file;

/// Records of a workbook.
#[derive(Clone)]
pub(crate) struct Records(Vec<u8>);

impl Records {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add(mut self, kind: u16, data: &[u8]) -> Self {
        self.0.extend(kind.to_le_bytes());
        self.0.extend((data.len() as u16).to_le_bytes());
        self.0.extend(data);
        self
    }

    /// Returns the number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Adds a cell with its row, column and style.
    pub(crate) fn cell(self, kind: u16, row: u16, column: u16, style: u16, value: &[u8]) -> Self {
        let place = [row, column, style].map(u16::to_le_bytes).concat();
        self.add(kind, &[&place, value].concat())
    }

    /// Adds a cell style with its font and number format.
    pub(crate) fn style(self, font: u16, format: u16) -> Self {
        let mut data = [font, format].map(u16::to_le_bytes).concat();
        data.resize(20, 0);
        self.add(0xe0, &data)
    }

    /// Adds the table of shared strings.
    pub(crate) fn strings(self, strings: &[&[u8]]) -> Self {
        let count = (strings.len() as u32).to_le_bytes();
        let mut data = [count, count].concat();
        for string in strings {
            data.extend((string.len() as u16).to_le_bytes());
            data.push(0);
            data.extend(*string);
        }
        self.add(0xfc, &data)
    }
}

/// Returns a string with two bytes for each character.
pub(crate) fn wide(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let start = [units.len() as u8, 0, 1];
    start.into_iter().chain(units.into_iter().flat_map(u16::to_le_bytes)).collect()
}

/// Returns a part of a workbook of a type, such as 5 for what its sheets share.
pub(crate) fn sheet(kind: u16, records: Records) -> Vec<u8> {
    let start = [0x0600_u16, kind].map(u16::to_le_bytes).concat();
    let begin = Records::new().add(0x809, &start);
    [begin.0, records.0, vec![0x0a, 0, 0, 0]].concat()
}

/// Returns a workbook of sheets: their names, states and cells.
pub(crate) fn book(globals: Records, sheets: &[(&str, u8, Records)]) -> Vec<u8> {
    compound_file(&[("Workbook", &book_stream(globals, sheets))])
}

/// Returns the main stream of a workbook.
pub(crate) fn book_stream(globals: Records, sheets: &[(&str, u8, Records)]) -> Vec<u8> {
    let list = |offsets: &[usize]| {
        let entries = sheets.iter().zip(offsets);
        entries.fold(globals.clone(), |records, ((name, state, _), offset)| {
            let start = [&(*offset as u32).to_le_bytes()[..], &[*state, 0, name.len() as u8, 0]];
            records.add(0x85, &[&start.concat(), name.as_bytes()].concat())
        })
    };
    let parts: Vec<_> = sheets.iter().map(|(_, _, cells)| sheet(0x10, cells.clone())).collect();
    let mut offset = sheet(5, list(&vec![0; sheets.len()])).len();
    let mut offsets = Vec::new();
    for part in &parts {
        offsets.push(offset);
        offset += part.len();
    }
    [sheet(5, list(&offsets)), parts.concat()].concat()
}
