//! Writes ZIP files, including ones that no program would write.

use miniz_oxide::deflate::compress_to_vec;

/// An entry, as described by its headers.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) data: Vec<u8>,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) crc: u32,
    pub(crate) size: u32,
    /// Its declared offset, if not the real one.
    pub(crate) offset: Option<u32>,
}

impl Entry {
    pub(crate) fn stored(name: &str, data: &[u8]) -> Self {
        let (crc, size) = (crc(data), data.len() as u32);
        let (name, data) = (name.to_owned(), data.to_vec());
        Self { name, data, method: 0, flags: 0, crc, size, offset: None }
    }

    pub(crate) fn deflated(name: &str, data: &[u8]) -> Self {
        Self { data: compress_to_vec(data, 1), method: 8, ..Self::stored(name, data) }
    }
}

/// Returns a ZIP file of these entries.
pub(crate) fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = entry.offset.unwrap_or(file.len() as u32);
        let mut header = Vec::new();
        for field in [20, entry.flags, entry.method, 0, 0] {
            header.extend_from_slice(&field.to_le_bytes());
        }
        for field in [entry.crc, entry.data.len() as u32, entry.size] {
            header.extend_from_slice(&field.to_le_bytes());
        }
        header.extend_from_slice(&(entry.name.len() as u16).to_le_bytes());
        header.extend_from_slice(&[0, 0]);
        file.extend_from_slice(b"PK\x03\x04");
        file.extend_from_slice(&header);
        file.extend_from_slice(entry.name.as_bytes());
        file.extend_from_slice(&entry.data);
        directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        directory.extend_from_slice(&header);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(entry.name.as_bytes());
    }
    let start = file.len() as u32;
    file.extend_from_slice(&directory);
    file.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00");
    for _ in 0..2 {
        file.extend_from_slice(&(entries.len() as u16).to_le_bytes());
    }
    file.extend_from_slice(&(directory.len() as u32).to_le_bytes());
    file.extend_from_slice(&start.to_le_bytes());
    file.extend_from_slice(&[0, 0]);
    file
}

fn crc(bytes: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256)
        .map(|byte| (0..8).fold(byte, |crc, _| (crc >> 1) ^ ((crc & 1) * 0xedb8_8320)))
        .collect();
    !bytes.iter().fold(!0, |crc: u32, byte| (crc >> 8) ^ table[(crc as u8 ^ byte) as usize])
}
