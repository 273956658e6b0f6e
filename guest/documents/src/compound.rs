//! Compound files (OLE2), the container of legacy binary and of encrypted Office documents.
//!
//! Everything in such a file is a chain of sectors, which the allocation table links. A chain that
//! loops ends, because none is longer than the file.

use crate::error::{Fault, Outcome};
use crate::source::Input;
use crate::writer::Writer;
use crate::zip::{u16_at, u16s, u32_at, u32s};
use crate::{Format, Limit, Limits};

/// The signature of a compound file.
pub(crate) const SIGNATURE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const HEADER_BYTES: usize = 512;
const ENTRY_BYTES: usize = 128;
/// The size of the sectors of small streams in bytes.
const SMALL_BYTES: u64 = 64;
/// Larger sector numbers are markers, such as the end of a chain.
const MAX_SECTOR: u32 = 0xffff_fffa;
/// The maximum number of entries in the directory; later ones are ignored.
const MAX_ENTRIES: usize = 16_384;
/// The maximum number of sectors in a chain: 256 MiB in the smallest ones.
const MAX_CHAIN: usize = 1 << 19;
/// The number of bytes of a stream that are read at once.
const WINDOW: usize = 8 << 10;

/// The sectors of a compound file.
pub(crate) struct Sectors<'s> {
    input: Input<'s>,
    /// The size of a sector in bytes.
    bytes: u64,
    /// The number of bytes that may still be read.
    left: u64,
}

impl Sectors<'_> {
    /// Returns the offset of a sector in the file.
    fn offset(&self, sector: u32) -> u64 {
        (u64::from(sector) + 1) * self.bytes
    }
}

/// A stream, by the offsets of its sectors in the file.
#[derive(Clone)]
pub(crate) struct Stream {
    sectors: Vec<u64>,
    sector_bytes: u64,
    /// The size in bytes.
    pub(crate) size: u64,
    /// The part that was read last, and its offset in the stream.
    window: Vec<u8>,
    start: u64,
}

impl Stream {
    fn new(sectors: Vec<u64>, sector_bytes: u64, size: u64) -> Self {
        let size = size.min(sectors.len() as u64 * sector_bytes);
        Self { sectors, sector_bytes, size, window: Vec::new(), start: 0 }
    }

    /// Reads bytes at the offset until the buffer is full or the stream ends. Returns their number.
    pub(crate) fn read(
        &mut self,
        from: &mut Sectors<'_>,
        offset: u64,
        buffer: &mut [u8],
    ) -> Outcome<usize> {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let at = offset.saturating_add(filled as u64);
            if at >= self.size {
                break;
            }
            if at < self.start || at - self.start >= self.window.len() as u64 {
                self.fill(from, at)?;
            }
            let read = self.window.get((at - self.start) as usize..).unwrap_or_default();
            let length = read.len().min(rest.len());
            if length == 0 {
                break;
            }
            rest.iter_mut().zip(read).for_each(|(to, from)| *to = *from);
            filled += length;
        }
        Ok(filled)
    }

    /// Reads the part that begins with the sector of an offset. Adjacent sectors are read together.
    fn fill(&mut self, from: &mut Sectors<'_>, offset: u64) -> Outcome {
        let first = (offset / self.sector_bytes) as usize;
        let sectors = self.sectors.get(first..).unwrap_or_default();
        let bytes = self.sector_bytes as usize;
        let mut sectors = sectors.get(..WINDOW.div_ceil(bytes)).unwrap_or(sectors);
        self.start = first as u64 * self.sector_bytes;
        self.window.clear();
        while let Some(start) = sectors.first().copied() {
            let next = |(sector, at): &(&u64, u64)| **sector == start + at * self.sector_bytes;
            let adjacent = sectors.iter().zip(0..).take_while(next).count();
            let before = self.window.len();
            self.window.resize(before + adjacent * bytes, 0);
            let unread = self.window.get_mut(before..).unwrap_or_default();
            let wanted = unread.len();
            from.left =
                from.left.checked_sub(wanted as u64).ok_or(Fault::TooLarge(Limit::Inflated))?;
            let read = from.input.read(start, unread)?;
            if read < wanted {
                // The file is cut here.
                self.window.truncate(before + read);
                break;
            }
            sectors = sectors.get(adjacent..).unwrap_or_default();
        }
        let left = usize::try_from(self.size - self.start).unwrap_or(usize::MAX);
        self.window.truncate(left);
        Ok(())
    }

    /// Reads up to a number of bytes into memory.
    pub(crate) fn bytes(
        &mut self,
        from: &mut Sectors<'_>,
        offset: u64,
        length: usize,
    ) -> Outcome<Vec<u8>> {
        let left = usize::try_from(self.size.saturating_sub(offset)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; length.min(left)];
        let read = self.read(from, offset, &mut bytes)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// Returns the offset in the file of an offset in the stream.
    fn offset(&self, offset: u64) -> Option<u64> {
        let sector = usize::try_from(offset / self.sector_bytes).ok()?;
        Some(self.sectors.get(sector)? + offset % self.sector_bytes)
    }

    fn u32(&mut self, from: &mut Sectors<'_>, offset: u64) -> Outcome<Option<u32>> {
        let mut bytes = [0; 4];
        let read = self.read(from, offset, &mut bytes)?;
        Ok((read == bytes.len()).then_some(u32::from_le_bytes(bytes)))
    }
}

/// A compound file whose directory has been read.
pub(crate) struct Compound<'s> {
    pub(crate) sectors: Sectors<'s>,
    /// The allocation tables of sectors and of small sectors.
    table: Stream,
    small_table: Stream,
    /// The small sectors.
    small: Stream,
    /// The size from which a stream is in ordinary sectors.
    cutoff: u64,
    entries: Vec<Entry>,
    /// Whether the directory ends too early.
    is_cut: bool,
}

/// A storage or a stream.
struct Entry {
    name: String,
    /// Whether it is directly in the root storage.
    is_top: bool,
    start: u32,
    size: u64,
    /// The entries next to it, and the first one in it.
    links: [u32; 3],
}

impl<'s> Compound<'s> {
    /// Reads the allocation tables and the directory.
    pub(crate) fn open(mut input: Input<'s>, limits: &Limits) -> Outcome<Self> {
        let mut header = [0; HEADER_BYTES];
        input.read_exact(0, &mut header)?;
        let shift = u16_at(&header, 30).filter(|shift| matches!(shift, 9 | 12)).unwrap_or(9);
        let number = |at| u32_at(&header, at).unwrap_or(u32::MAX);
        let mut sectors = Sectors { input, bytes: 1 << shift, left: limits.inflated };
        let mut table = allocation_table(&mut sectors, &header)?;
        let mut chain = |start| chain(&mut sectors, &mut table, start, u64::MAX);
        let mut directory = chain(number(48))?;
        let small_table = chain(number(60))?;
        let (entries, is_cut) = read_directory(&mut sectors, &mut directory)?;
        let root = entries.first().map_or(u32::MAX, |root| root.start);
        let small = self::chain(&mut sectors, &mut table, root, u64::MAX)?;
        let cutoff = number(56).into();
        Ok(Self { sectors, table, small_table, small, cutoff, entries, is_cut })
    }

    /// Returns the entries that can belong to the document: those that are not in an embedded one,
    /// or all if nothing is in the root storage.
    fn candidates(&self) -> impl Iterator<Item = &Entry> {
        let has_top = self.entries.iter().any(|entry| entry.is_top);
        self.entries.iter().filter(move |entry| entry.is_top || !has_top)
    }

    /// Counts content that the text lacks, by the storages: embedded objects and macros.
    pub(crate) fn count_parts(&self, writer: &mut Writer) {
        // Such as `MBD0004F2A1` in a workbook and `_1234567890` in a text.
        let is_number = |name: &str| name.bytes().all(|digit| digit.is_ascii_digit());
        let is_object = |name: &str| {
            name.starts_with("MBD")
                || name.strip_prefix('_').is_some_and(|rest| rest.len() > 8 && is_number(rest))
        };
        let objects = self.entries.iter().filter(|entry| is_object(&entry.name));
        writer.facts.left_out.objects += objects.count() as u64;
        let mut names = self.candidates().map(|entry| &*entry.name);
        let macros = names.find(|name| matches!(*name, "_VBA_PROJECT_CUR" | "Macros"));
        writer.facts.left_out.macros = macros.map(str::to_owned);
    }

    /// Opens a stream by its name, in any case.
    pub(crate) fn stream(&mut self, name: &str) -> Outcome<Option<Stream>> {
        let found = self.candidates().find(|entry| entry.name.eq_ignore_ascii_case(name));
        let Some(&Entry { start, size, .. }) = found else { return Ok(None) };
        if size >= self.cutoff {
            return chain(&mut self.sectors, &mut self.table, start, size).map(Some);
        }
        let (mut found, mut sector) = (Vec::new(), start);
        let max = size.min(self.small.size).div_ceil(SMALL_BYTES);
        while sector <= MAX_SECTOR && (found.len() as u64) < max {
            let Some(offset) = self.small.offset(u64::from(sector) * SMALL_BYTES) else { break };
            found.push(offset);
            let next = self.small_table.u32(&mut self.sectors, 4 * u64::from(sector))?;
            sector = next.unwrap_or(u32::MAX);
        }
        Ok(Some(Stream::new(found, SMALL_BYTES, size)))
    }
}

/// Reads the list of the sectors of the allocation table: 109 are in the header, the others in a
/// chain of sectors that end with the number of the next one.
fn allocation_table(from: &mut Sectors<'_>, header: &[u8]) -> Outcome<Stream> {
    let in_sector = from.bytes as usize / 4;
    let max = (from.input.size / from.bytes) as usize / in_sector + 1;
    let mut numbers: Vec<u32> = u32s(header.get(76..).unwrap_or_default()).collect();
    let mut next = u32_at(header, 68).unwrap_or(u32::MAX);
    let mut list = vec![0; from.bytes as usize];
    while next <= MAX_SECTOR && numbers.len() < max.min(MAX_CHAIN) {
        if from.input.read(from.offset(next), &mut list)? < list.len() {
            break;
        }
        numbers.extend(u32s(&list));
        next = numbers.pop().unwrap_or(u32::MAX);
    }
    let used = numbers.iter().take_while(|number| **number <= MAX_SECTOR).take(max);
    let sectors = used.map(|number| from.offset(*number)).collect();
    Ok(Stream::new(sectors, from.bytes, u64::MAX))
}

/// Returns the stream of a chain of sectors, up to a size.
fn chain(from: &mut Sectors<'_>, table: &mut Stream, start: u32, size: u64) -> Outcome<Stream> {
    let max = size.div_ceil(from.bytes).min(from.input.size / from.bytes);
    let (mut sectors, mut sector) = (Vec::new(), start);
    while sector <= MAX_SECTOR && (sectors.len() as u64) < max {
        if sectors.len() == MAX_CHAIN {
            return Err(Fault::TooLarge(Limit::Inflated));
        }
        sectors.push(from.offset(sector));
        sector = table.u32(from, 4 * u64::from(sector))?.unwrap_or(u32::MAX);
    }
    Ok(Stream::new(sectors, from.bytes, size))
}

/// Reads the entries. Returns also whether some are missing.
fn read_directory(from: &mut Sectors<'_>, directory: &mut Stream) -> Outcome<(Vec<Entry>, bool)> {
    let mut entries = Vec::new();
    let (mut entry, mut offset) = ([0; ENTRY_BYTES], 0);
    while offset < directory.size && entries.len() < MAX_ENTRIES {
        if directory.read(from, offset, &mut entry)? < ENTRY_BYTES {
            break;
        }
        offset += ENTRY_BYTES as u64;
        entries.push(Entry::parse(&entry, from.bytes));
    }
    let is_cut = offset < directory.size && entries.len() < MAX_ENTRIES || entries.is_empty();
    let mut next = entries.first().map(|root: &Entry| root.links).into_iter().flatten().collect();
    mark_top(&mut entries, &mut next);
    Ok((entries, is_cut))
}

/// Marks the entries of the root storage, which are a tree.
fn mark_top(entries: &mut [Entry], next: &mut Vec<u32>) {
    while let Some(at) = next.pop() {
        // The root does not count, and no entry counts twice.
        let entry = entries.get_mut(at as usize).filter(|entry| at > 0 && !entry.is_top);
        if let Some(entry) = entry {
            entry.is_top = true;
            next.extend(entry.links.iter().take(2));
        }
    }
}

impl Entry {
    fn parse(entry: &[u8], sector_bytes: u64) -> Self {
        let number = |at| u32_at(entry, at).unwrap_or(u32::MAX);
        let bytes = usize::from(u16_at(entry, 64).unwrap_or_default()).saturating_sub(2);
        let units = u16s(entry.get(..bytes.min(62)).unwrap_or_default());
        let name = char::decode_utf16(units).collect::<Result<_, _>>().unwrap_or_default();
        // With small sectors, the upper half of the size is undefined.
        let high = if sector_bytes == 512 { 0 } else { u64::from(number(124)) << 32 };
        let size = high | u64::from(number(120));
        let links = [number(68), number(72), number(76)];
        Self { name, is_top: false, start: number(116), size, links }
    }
}

/// Returns the format of the document in a compound file, by the names of its streams.
pub(crate) fn format(input: Input<'_>) -> Outcome<Option<Format>> {
    /// If there are several, the first one decides.
    const STREAMS: [(&str, Format); 5] = [
        ("EncryptedPackage", Format::EncryptedOffice),
        ("WordDocument", Format::Doc),
        ("PowerPoint Document", Format::Ppt),
        ("Workbook", Format::Xls),
        ("Book", Format::Xls),
    ];
    let compound = Compound::open(input, &Limits::default())?;
    let has = |name: &str| compound.candidates().any(|entry| entry.name.eq_ignore_ascii_case(name));
    let found = STREAMS.iter().find(|(stream, _)| has(stream));
    if compound.is_cut && found.is_none() {
        return Err(Fault::Damaged("its directory is cut"));
    }
    Ok(found.map(|(_, format)| *format))
}
