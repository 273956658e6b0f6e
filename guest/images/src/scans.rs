//! Walks the scans of JPEG files to check that all blocks are present.
//!
//! Decoders fill missing blocks with gray. The bits of a block are known only by reading the codes
//! before them, so this reads all codes and drops the values.

use crate::bytes::u16_be;
use crate::extent::Extent;
use crate::jpeg::{Segment, Segments};

/// Returns how much of a file is present. A file of a kind that is not decoded counts as cut.
pub(crate) fn extent(bytes: &[u8]) -> Extent {
    let mut scans = Scans::default();
    let mut segments = Segments(bytes);
    while let Some(segment) = segments.next() {
        if segment.marker == 0xd9 {
            return if scans.has_all() { Extent::Whole } else { Extent::Cut };
        }
        match scans.take(&segment, segments.0) {
            Some(rest) => segments.0 = rest,
            None => return Extent::Cut,
        }
    }
    if scans.has_all() { Extent::WithoutEnd } else { Extent::Cut }
}

/// The maximum number of scans: that of the decoder.
const MAX_SCANS: u32 = 100;

/// A component of the frame.
struct Component {
    id: u8,
    /// The number of blocks in a unit (MCU) of an interleaved scan.
    across: usize,
    down: usize,
    /// The number of blocks in a row of whole units.
    row: usize,
    /// The number of blocks per row, and of rows, in a scan of this component alone.
    alone: (usize, usize),
    /// For each block of a progressive frame, which coefficients are nonzero: a refinement scan has
    /// a bit for each.
    known: Vec<u64>,
    /// Whether a scan of its first coefficients was complete.
    is_there: bool,
}

/// A Huffman table: the number of codes of each length, 1 to 16 bits, and their symbols in order.
#[derive(Clone, Default)]
struct Table {
    counts: [u8; 16],
    symbols: Vec<u8>,
    /// The length and the symbol of the code that starts each byte; length 0 for longer codes.
    short: Vec<(u8, u8)>,
}

/// The content of the segments so far.
#[derive(Default)]
struct Scans {
    is_progressive: bool,
    /// The number of units across and down, in an interleaved scan.
    units: (usize, usize),
    components: Vec<Component>,
    /// The tables for DC coefficients, and those for AC coefficients.
    tables: [[Table; 4]; 2],
    restart: usize,
    /// The number of scans so far.
    count: u32,
}

/// The coefficients that a scan covers.
#[derive(Clone, Copy)]
struct Band {
    first: u8,
    last: u8,
    is_refined: bool,
    is_progressive: bool,
}

impl Scans {
    fn has_all(&self) -> bool {
        !self.components.is_empty() && self.components.iter().all(|component| component.is_there)
    }

    /// Takes a segment, and returns the bytes after it and its data. `None` if they are not all
    /// present.
    fn take<'a>(&mut self, segment: &Segment<'_>, after: &'a [u8]) -> Option<&'a [u8]> {
        match segment.marker {
            0xc0..=0xc2 if self.components.is_empty() => self.frame(segment)?,
            0xc4 => self.codes(segment.data)?,
            0xdd => self.restart = u16_be(segment.data, 0)?.into(),
            0xda => return self.scan(segment.data, after),
            _ => {}
        }
        Some(after)
    }

    fn frame(&mut self, segment: &Segment<'_>) -> Option<()> {
        let data = segment.data;
        let (height, width) = (usize::from(u16_be(data, 1)?), usize::from(u16_be(data, 3)?));
        let parts = data.get(6..)?.chunks_exact(3).take(data.get(5).copied()?.into());
        let factors = parts.clone().filter_map(|part| part.get(1).copied());
        let across_most = usize::from(factors.clone().map(|factor| factor >> 4).max()?);
        let down_most = usize::from(factors.map(|factor| factor & 15).max()?);
        if across_most == 0 || down_most == 0 || width == 0 || height == 0 {
            return None;
        }
        self.is_progressive = segment.marker == 0xc2;
        self.units = (width.div_ceil(8 * across_most), height.div_ceil(8 * down_most));
        for part in parts {
            let [id, factors, _] = *part else { return None };
            let (across, down) = (usize::from(factors >> 4), usize::from(factors & 15));
            let row = self.units.0 * across;
            let alone = (
                (width * across).div_ceil(across_most).div_ceil(8),
                (height * down).div_ceil(down_most).div_ceil(8),
            );
            let blocks = if self.is_progressive { row * self.units.1 * down } else { 0 };
            let known = vec![0; blocks];
            let component = Component { id, across, down, row, alone, known, is_there: false };
            self.components.push(component);
        }
        Some(())
    }

    fn codes(&mut self, mut data: &[u8]) -> Option<()> {
        while let Some((place, rest)) = data.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>()?;
            let length = counts.iter().map(|count| usize::from(*count)).sum();
            let (symbols, rest) = rest.split_at_checked(length)?;
            let table = self.tables.get_mut(usize::from(place >> 4))?;
            *table.get_mut(usize::from(place & 15))? = Table::new(*counts, symbols);
            data = rest;
        }
        Some(())
    }

    /// Walks the data of a scan, and returns the bytes after it.
    fn scan<'a>(&mut self, header: &[u8], data: &'a [u8]) -> Option<&'a [u8]> {
        self.count += 1;
        let (count, rest) = header.split_first().filter(|_| self.count <= MAX_SCANS)?;
        let parts = rest.chunks_exact(2).take(usize::from(*count));
        let &[first, last, bits] = rest.get(2 * usize::from(*count)..)?.first_chunk()?;
        let band = Band {
            first,
            last: last.min(63),
            is_refined: bits >> 4 != 0,
            is_progressive: self.is_progressive,
        };
        let alone = *count == 1;
        let mut units = self.units;
        // The number of each component in the scan, and its two tables.
        let mut places = Vec::new();
        for part in parts {
            let [id, tables] = *part else { return None };
            let place = self.components.iter().position(|component| component.id == id)?;
            if alone {
                units = self.components.get(place)?.alone;
            }
            let [dc, ac] = &self.tables;
            let tables = (dc.get(usize::from(tables >> 4))?, ac.get(usize::from(tables & 15))?);
            places.push((place, tables));
        }
        let mut bits = Bits { data, buffer: 0, count: 0 };
        let (mut run, mut until_restart) = (0, self.restart);
        for unit in 0..units.0 * units.1 {
            if self.restart > 0 && until_restart == 0 {
                bits.restart()?;
                (run, until_restart) = (0, self.restart);
            }
            until_restart = until_restart.wrapping_sub(1);
            let (column, row) = (unit % units.0, unit / units.0);
            for (place, (dc, ac)) in &places {
                let component = self.components.get_mut(*place)?;
                let (across, down) =
                    if alone { (1, 1) } else { (component.across, component.down) };
                for block in 0..across * down {
                    let (x, y) = (column * across + block % across, row * down + block / across);
                    let known = component.known.get_mut(y * component.row + x);
                    bits.block(band, (dc, ac), known, &mut run)?;
                }
            }
        }
        for (place, _) in places {
            self.components.get_mut(place)?.is_there |= band.first == 0;
        }
        Some(bits.data)
    }
}

impl Table {
    fn new(counts: [u8; 16], symbols: &[u8]) -> Self {
        let mut short = vec![(0, 0); 256];
        let (mut code, mut at) = (0_usize, 0);
        for (length, count) in (1..=8).zip(counts) {
            for _ in 0..count {
                let first = code << (8 - length);
                let entry = (length, symbols.get(at).copied().unwrap_or_default());
                let beginnings = short.get_mut(first..first + (1 << (8 - length)));
                beginnings.into_iter().flatten().for_each(|place| *place = entry);
                (code, at) = (code + 1, at + 1);
            }
            code <<= 1;
        }
        Self { counts, symbols: symbols.into(), short }
    }
}

/// The bits of a scan, up to the next marker.
struct Bits<'a> {
    data: &'a [u8],
    /// The next bits, most significant first.
    buffer: u32,
    count: u32,
}

impl Bits<'_> {
    fn fill(&mut self) {
        while self.count <= 24 {
            let (byte, rest) = match self.data {
                [0xff, 0, rest @ ..] => (0xff, rest),
                [] | [0xff, ..] => return,
                [byte, rest @ ..] => (*byte, rest),
            };
            self.buffer |= u32::from(byte) << (24 - self.count);
            self.count += 8;
            self.data = rest;
        }
    }

    /// Skips up to 16 bits, and returns them.
    fn take(&mut self, count: u8) -> Option<u32> {
        self.fill();
        let count = u32::from(count);
        let bits = self.buffer.checked_shr(32 - count).unwrap_or_default();
        self.buffer <<= count;
        self.count = self.count.checked_sub(count)?;
        Some(bits)
    }

    /// Returns the symbol of the next code.
    fn symbol(&mut self, table: &Table) -> Option<u8> {
        self.fill();
        let (length, symbol) = *table.short.get((self.buffer >> 24) as usize)?;
        if length > 0 {
            self.take(length)?;
            return Some(symbol);
        }
        let (mut first, mut at) = (0, 0);
        for (length, count) in (1..).zip(table.counts) {
            let beyond = (self.buffer >> (32 - u32::from(length))).checked_sub(first)?;
            if beyond < u32::from(count) {
                self.take(length)?;
                return table.symbols.get(at + beyond as usize).copied();
            }
            at += usize::from(count);
            first = (first + u32::from(count)) << 1;
        }
        None
    }

    /// Skips a restart marker.
    fn restart(&mut self) -> Option<()> {
        (self.buffer, self.count) = (0, 0);
        let marker = self.data.iter().position(|byte| *byte == 0xff)?;
        let rest = self.data.get(marker..)?;
        let fill = rest.iter().position(|byte| *byte != 0xff)?;
        self.data = rest.get(fill + 1..)?;
        matches!(rest.get(fill), Some(0xd0..=0xd7)).then_some(())
    }

    /// Skips the bits of a block. `run` is the number of blocks, after this one, that have no bits.
    fn block(
        &mut self,
        band: Band,
        (dc, ac): (&Table, &Table),
        known: Option<&mut u64>,
        run: &mut u32,
    ) -> Option<()> {
        if band.first == 0 {
            if band.is_refined {
                self.take(1)?;
            } else {
                let length = self.symbol(dc)?;
                self.take(length.min(16))?;
            }
        }
        if !band.is_progressive {
            return self.coefficients(1, 63, ac, &mut 0, &mut 0);
        }
        if band.first == 0 {
            return Some(());
        }
        let known = known?;
        if band.is_refined {
            self.refine(band, ac, known, run)
        } else if *run > 0 {
            *run -= 1;
            Some(())
        } else {
            self.coefficients(band.first, band.last, ac, known, run)
        }
    }

    /// Skips coefficients that appear for the first time.
    fn coefficients(
        &mut self,
        first: u8,
        last: u8,
        table: &Table,
        known: &mut u64,
        run: &mut u32,
    ) -> Option<()> {
        let mut at = u32::from(first);
        while at <= last.into() {
            let symbol = self.symbol(table)?;
            let (zeros, length) = (symbol >> 4, symbol & 15);
            if length == 0 && zeros < 15 {
                // In a progressive frame, the following blocks may end here as well.
                *run = (1 << zeros) - 1 + self.take(zeros)?;
                return Some(());
            }
            at += u32::from(zeros);
            if length > 0 {
                self.take(length)?;
                *known |= 1_u64.checked_shl(at).unwrap_or_default();
            }
            at += 1;
        }
        Some(())
    }

    /// Skips the bits that refine coefficients.
    fn refine(&mut self, band: Band, table: &Table, known: &mut u64, run: &mut u32) -> Option<()> {
        let (before, mut at) = (*known, band.first);
        let is_known = |at: u8| before >> at & 1 == 1;
        while *run == 0 && at <= band.last {
            let symbol = self.symbol(table)?;
            let (mut zeros, is_new) = (symbol >> 4, symbol & 15 > 0);
            if !is_new && zeros < 15 {
                *run = (1 << zeros) + self.take(zeros)?;
                break;
            }
            if is_new {
                self.take(1)?;
            }
            while at <= band.last {
                if is_known(at) {
                    self.take(1)?;
                } else if zeros == 0 {
                    break;
                } else {
                    zeros -= 1;
                }
                at += 1;
            }
            if is_new && at <= band.last {
                *known |= 1 << at;
            }
            at += 1;
        }
        if *run > 0 {
            for _ in (at..=band.last).filter(|at| is_known(*at)) {
                self.take(1)?;
            }
            *run -= 1;
        }
        Some(())
    }
}
