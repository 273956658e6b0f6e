//! Reads the directory of a ZIP file.
//!
//! Ambiguous files are refused: overlapping entries, wrong sizes. Names are compared like those of
//! Office parts: `/` equals `\`, and `a` equals `A`. Of entries with the same name, the last one
//! counts.

use crate::error::{Fault, Outcome};
use crate::source::Input;
use crate::table_budget::TableBudget;
use crate::{Limit, Limits};
use readroom_names::sort_by;

/// The signature at the start of a ZIP file, that of a local header.
pub(crate) const SIGNATURE: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const END64: [u8; 4] = *b"PK\x06\x06";
const LOCATOR64: [u8; 4] = *b"PK\x06\x07";

pub(crate) const LOCAL_BYTES: u64 = 30;
const CENTRAL_BYTES: usize = 46;
const END_BYTES: usize = 22;
const LOCATOR64_BYTES: usize = 20;
const END64_BYTES: usize = 56;
/// The maximum size of the comment after the end record, in bytes.
const MAX_COMMENT: usize = 0xffff;

/// A ZIP file whose directory has been read.
pub(crate) struct Archive<'s> {
    pub(crate) input: Input<'s>,
    /// The entries, by name.
    pub(crate) entries: Vec<Entry>,
    pub(crate) limits: Limits,
    /// The budget for tables of strings and styles.
    pub(crate) tables: TableBudget,
    /// The number of bytes that may still be inflated.
    pub(crate) inflatable: u64,
    /// The number of XML tokens that may still be read.
    pub(crate) events: u64,
}

/// An entry, as described in the directory.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: Box<str>,
    pub(crate) is_encrypted: bool,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    pub(crate) compressed: u64,
    pub(crate) size: u64,
    pub(crate) header: u64,
    /// The minimum size of its local header.
    header_bytes: u64,
}

impl<'s> Archive<'s> {
    /// Reads the directory.
    pub(crate) fn open(mut input: Input<'s>, limits: Limits) -> Outcome<Self> {
        let (start, length, end, shift) = directory(&mut input)?;
        if length > limits.directory {
            return Err(Fault::TooLarge(Limit::Entries));
        }
        // The length is within the file and the limit.
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        input.read_exact(start, &mut bytes)?;
        let mut entries = Vec::new();
        let mut rest = &*bytes;
        while let Some(record) = rest.strip_prefix(&CENTRAL) {
            if entries.len() == limits.entries {
                return Err(Fault::TooLarge(Limit::Entries));
            }
            let (mut entry, after) = Entry::parse(record).ok_or(DIRECTORY)?;
            entry.header = entry.header.saturating_add(shift);
            entries.push(entry);
            rest = after;
        }
        drop(bytes);
        refuse_overlaps(&mut entries, start.min(end))?;
        sort_by(&mut entries, |a, b| {
            folded(&a.name).cmp(folded(&b.name)).then(a.header.cmp(&b.header))
        });
        let (inflatable, events) = (limits.inflated, limits.events);
        let tables = TableBudget::new(limits.table);
        Ok(Self { input, entries, limits, tables, inflatable, events })
    }

    /// Returns the last entry with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Entry> {
        let after = self.entries.partition_point(|entry| folded(&entry.name).le(folded(name)));
        self.entries.get(after.checked_sub(1)?).filter(|entry| folded(&entry.name).eq(folded(name)))
    }
}

pub(crate) const DIRECTORY: Fault = Fault::Damaged("the directory of the ZIP file is malformed");

/// Returns the offset and the length of the directory, the offset of the end record, and the number
/// of bytes before the file, such as a line feed, that its offsets do not count.
fn directory(input: &mut Input<'_>) -> Outcome<(u64, u64, u64, u64)> {
    let tail_bytes = input.size.min((END_BYTES + MAX_COMMENT + LOCATOR64_BYTES) as u64);
    let tail_start = input.size - tail_bytes;
    let mut tail = vec![0; usize::try_from(tail_bytes).unwrap_or_default()];
    input.read_exact(tail_start, &mut tail)?;
    let at = tail
        .windows(END_BYTES)
        .rposition(|window| window.starts_with(&END) && u16_at(window, 4) == Some(0))
        .ok_or(Fault::Damaged("the directory of the ZIP file is missing"))?;
    let record = tail.get(at..).unwrap_or_default();
    let number = |at| u32_at(record, at).map(u64::from).ok_or(DIRECTORY);
    let (mut length, mut start, mut end) = (number(12)?, number(16)?, tail_start + at as u64);
    let locator = at.checked_sub(LOCATOR64_BYTES).and_then(|at| tail.get(at..));
    if let Some(locator) = locator.filter(|locator| locator.starts_with(&LOCATOR64)) {
        let at = u64_at(locator, 8).ok_or(DIRECTORY)?;
        let mut record = [0; END64_BYTES];
        input.read_exact(at, &mut record)?;
        if !record.starts_with(&END64) {
            return Err(DIRECTORY);
        }
        length = u64_at(&record, 40).ok_or(DIRECTORY)?;
        start = u64_at(&record, 48).ok_or(DIRECTORY)?;
        end = at;
    }
    if start.checked_add(length).is_none_or(|after| after > end) {
        return Err(DIRECTORY);
    }
    let mut signature = [0; CENTRAL.len()];
    input.read_exact(start, &mut signature)?;
    let shift = if signature == CENTRAL || length == 0 { 0 } else { end - length - start };
    Ok((start + shift, length, end, shift))
}

impl Entry {
    /// Parses a directory record after its signature. Returns the entry and the rest.
    fn parse(record: &[u8]) -> Option<(Self, &[u8])> {
        let record_bytes = CENTRAL_BYTES - CENTRAL.len();
        let (fixed, rest) = record.split_at_checked(record_bytes)?;
        let (name, rest) = rest.split_at_checked(u16_at(fixed, 24)?.into())?;
        let (extra, rest) = rest.split_at_checked(u16_at(fixed, 26)?.into())?;
        let (_comment, rest) = rest.split_at_checked(u16_at(fixed, 28)?.into())?;
        let mut entry = Self {
            name: String::from_utf8_lossy(name).replace('\\', "/").into(),
            is_encrypted: u16_at(fixed, 4)? & 1 != 0,
            method: u16_at(fixed, 6)?,
            crc: u32_at(fixed, 12)?,
            compressed: u32_at(fixed, 16)?.into(),
            size: u32_at(fixed, 20)?.into(),
            header: u32_at(fixed, 38)?.into(),
            header_bytes: LOCAL_BYTES + name.len() as u64,
        };
        // The extra field has the sizes that do not fit, in this order.
        let mut wide = extra_field(extra, 1).unwrap_or_default();
        for value in [&mut entry.size, &mut entry.compressed, &mut entry.header] {
            if *value == u64::from(u32::MAX) {
                *value = u64_at(wide, 0)?;
                wide = wide.get(8..)?;
            }
        }
        Some((entry, rest))
    }
}

/// Folds a name for comparison.
fn folded(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

/// Refuses entries that overlap each other or the directory.
fn refuse_overlaps(entries: &mut Vec<Entry>, directory: u64) -> Outcome {
    sort_by(entries, |a, b| a.header.cmp(&b.header));
    let starts = entries.iter().skip(1).map(|next| next.header).chain([directory]);
    for (entry, next) in entries.iter().zip(starts) {
        let bytes = entry.compressed.checked_add(entry.header_bytes);
        let end = bytes.and_then(|bytes| bytes.checked_add(entry.header));
        if end.is_none_or(|end| end > next) {
            return Err(Fault::Damaged("entries of the ZIP file overlap"));
        }
    }
    Ok(())
}

/// Returns the extra field with this id.
fn extra_field(mut extra: &[u8], kind: u16) -> Option<&[u8]> {
    loop {
        let (header, rest) = extra.split_at_checked(4)?;
        let (field, rest) = rest.split_at_checked(u16_at(header, 2)?.into())?;
        if u16_at(header, 0)? == kind {
            return Some(field);
        }
        extra = rest;
    }
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns numbers of two bytes. A half at the end is left out.
pub(crate) fn u16s(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.as_chunks().0.iter().map(|number| u16::from_le_bytes(*number))
}

/// Same for four bytes.
pub(crate) fn u32s(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
