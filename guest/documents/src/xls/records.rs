//! The records of a binary workbook, and the strings in them.

use crate::Limit;
use crate::cell_runs::{push_mark, unmarked};
use crate::compound::{Sectors, Stream};
use crate::error::{Fault, Outcome};
use crate::zip::{u16_at, u16s, u32_at};

/// The type of the record that begins a part of the stream, and of the one that ends it.
pub(super) const BEGIN: u16 = 0x0809;
pub(super) const END: u16 = 0x000a;

const HEADER_BYTES: u64 = 4;
/// The type of the record that continues the one before it.
const CONTINUE: u16 = 0x3c;
/// The flags of a string: its characters have two bytes, and it has phonetic guides or formats.
const IS_WIDE: u8 = 1;
const HAS_PHONETICS: u8 = 4;
const HAS_RUNS: u8 = 8;

/// Reads the records of a stream one by one.
pub(super) struct Records<'r, 's> {
    sectors: &'r mut Sectors<'s>,
    stream: Stream,
    /// The offset of the next record.
    next: u64,
    /// The data of the record, and the number of bytes of it that are read.
    data: Vec<u8>,
    at: usize,
    /// The number of records that may still be read.
    left: u64,
    /// The characters of the string being read.
    units: Vec<u16>,
}

impl<'r, 's> Records<'r, 's> {
    pub(super) fn new(sectors: &'r mut Sectors<'s>, stream: Stream, records: u64) -> Self {
        let (data, units) = (Vec::new(), Vec::new());
        Self { sectors, stream, next: 0, data, at: 0, left: records, units }
    }

    /// Returns the offset of the next record.
    pub(super) fn offset(&self) -> u64 {
        self.next
    }

    /// Continues at an offset in the stream.
    pub(super) fn seek(&mut self, offset: u64) {
        self.next = offset;
    }

    /// Reads the next record, and returns its type. `None` if there are no more.
    pub(super) fn next(&mut self) -> Outcome<Option<u16>> {
        let Some((kind, length)) = self.header()? else { return Ok(None) };
        self.left = self.left.checked_sub(1).ok_or(Fault::TooLarge(Limit::Events))?;
        self.data.resize(length, 0);
        let read = self.stream.read(self.sectors, self.next + HEADER_BYTES, &mut self.data)?;
        self.data.truncate(read);
        self.next += HEADER_BYTES + length as u64;
        self.at = 0;
        Ok(Some(kind))
    }

    /// Returns the type and the length of the next record.
    fn header(&mut self) -> Outcome<Option<(u16, usize)>> {
        let mut header = [0; HEADER_BYTES as usize];
        let read = self.stream.read(self.sectors, self.next, &mut header)?;
        let is_whole = read == header.len();
        let [a, b, c, d] = header;
        let length = u16::from_le_bytes([c, d]).into();
        Ok(is_whole.then_some((u16::from_le_bytes([a, b]), length)))
    }

    /// Moves to the record that continues this one, if one does.
    fn continues(&mut self) -> Outcome<bool> {
        match self.header()? {
            Some((CONTINUE, _)) => Ok(self.next()?.is_some()),
            _ => Ok(false),
        }
    }

    /// Returns the data of the record.
    pub(super) fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns a number at an offset in the record; 0 if the record ends before it.
    pub(super) fn u8(&self, at: usize) -> u8 {
        self.data.get(at).copied().unwrap_or_default()
    }

    pub(super) fn u16(&self, at: usize) -> u16 {
        u16_at(&self.data, at).unwrap_or_default()
    }

    pub(super) fn u32(&self, at: usize) -> u32 {
        u32_at(&self.data, at).unwrap_or_default()
    }

    pub(super) fn f64(&self, at: usize) -> f64 {
        let bytes = self.data.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|bytes| f64::from_le_bytes(*bytes)).unwrap_or_default()
    }

    /// Reads a string at an offset, whose length has two bytes, or one.
    pub(super) fn string_at(&mut self, at: usize, is_short: bool) -> Outcome<String> {
        self.at = at + if is_short { 1 } else { 2 };
        let length = if is_short { self.u8(at).into() } else { self.u16(at) };
        let flags = self.byte()?.unwrap_or_default();
        self.characters(length.into(), flags & IS_WIDE != 0)
    }

    /// Reads a string after the record that announces it: its characters are continued in others.
    pub(super) fn string_after(&mut self, length: u16) -> Outcome<String> {
        self.at = self.data.len();
        self.characters(length.into(), false)
    }

    /// Moves to an offset in the record.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Reads the next of the shared strings. `None` if there are no more.
    pub(super) fn shared_string(&mut self) -> Outcome<Option<String>> {
        let Some(low) = self.byte()? else { return Ok(None) };
        let high = self.byte()?.unwrap_or_default();
        let flags = self.byte()?.unwrap_or_default();
        let runs = if flags & HAS_RUNS == 0 { None } else { self.number(2)? };
        let phonetics = if flags & HAS_PHONETICS == 0 { None } else { self.number(4)? };
        let length = u16::from_le_bytes([low, high]).into();
        let mut text = self.characters(length, flags & IS_WIDE != 0)?;
        if let Some(runs) = runs {
            text = self.marked(runs)?;
        }
        self.skip(phonetics.unwrap_or_default().into())?;
        Ok(Some(text))
    }

    /// Returns the string that was read, with marks before its runs, whose places and fonts follow.
    fn marked(&mut self, runs: u32) -> Outcome<String> {
        let units = std::mem::take(&mut self.units);
        let (mut text, mut at) = (String::new(), 0);
        for _ in 0..runs {
            let Some(run) = self.number(4)? else { break };
            let (start, font) = ((run as u16 as usize).clamp(at, units.len()), run as usize >> 16);
            let part = units.get(at..start).unwrap_or_default();
            text.push_str(&unmarked(&String::from_utf16_lossy(part)));
            at = start;
            push_mark(&mut text, font);
        }
        text.push_str(&unmarked(&String::from_utf16_lossy(units.get(at..).unwrap_or_default())));
        Ok(text)
    }

    /// Reads a number of this many bytes, also of records that continue this one.
    fn number(&mut self, bytes: usize) -> Outcome<Option<u32>> {
        let mut number = [0; 4];
        for byte in number.iter_mut().take(bytes) {
            let Some(read) = self.byte()? else { return Ok(None) };
            *byte = read;
        }
        Ok(Some(u32::from_le_bytes(number)))
    }

    /// Reads the next byte, also of a record that continues this one.
    fn byte(&mut self) -> Outcome<Option<u8>> {
        while self.at >= self.data.len() {
            if !self.continues()? {
                return Ok(None);
            }
        }
        self.at += 1;
        Ok(self.data.get(self.at - 1).copied())
    }

    fn skip(&mut self, mut bytes: u64) -> Outcome {
        loop {
            let here = self.data.len().saturating_sub(self.at) as u64;
            if bytes <= here {
                self.at += bytes as usize;
                return Ok(());
            }
            bytes -= here;
            self.at = self.data.len();
            if !self.continues()? {
                return Ok(());
            }
        }
    }

    /// Reads characters. In a continuing record, a flag comes before them.
    fn characters(&mut self, length: usize, mut is_wide: bool) -> Outcome<String> {
        self.units.clear();
        loop {
            let left = length - self.units.len();
            let bytes = self.data.get(self.at..).unwrap_or_default();
            let taken = if is_wide {
                self.units.extend(u16s(bytes).take(left));
                2 * left.min(bytes.len() / 2)
            } else {
                self.units.extend(bytes.iter().take(left).map(|byte| u16::from(*byte)));
                bytes.len().min(left)
            };
            self.at += taken;
            if self.units.len() == length || !self.continues()? {
                break;
            }
            is_wide = self.byte()?.is_some_and(|flags| flags & IS_WIDE != 0);
        }
        Ok(String::from_utf16_lossy(&self.units))
    }
}
