//! Writes compound files.

const SECTOR: usize = 512;
const SMALL: usize = 64;
/// Smaller streams are in small sectors.
const CUTOFF: usize = 4096;
const END: u32 = 0xffff_fffe;
const UNUSED: u32 = 0xffff_ffff;

/// Sectors of one size, and the number of the next one of each.
struct Chains {
    bytes: usize,
    data: Vec<u8>,
    next: Vec<u32>,
}

impl Chains {
    fn new(bytes: usize) -> Self {
        Self { bytes, data: Vec::new(), next: Vec::new() }
    }

    /// Adds a chain, and returns its first sector.
    fn add(&mut self, data: &[u8]) -> u32 {
        let first = self.next.len() as u32;
        for chunk in data.chunks(self.bytes) {
            self.data.extend(chunk);
            self.data.resize(self.data.len().next_multiple_of(self.bytes), 0);
            self.next.push(self.next.len() as u32 + 1);
        }
        if data.is_empty() {
            return END;
        }
        *self.next.last_mut().unwrap() = END;
        first
    }
}

fn entry(name: &str, kind: u8, links: [u32; 3], start: u32, size: usize) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = entry.len() + 2;
    entry.resize(64, 0);
    entry.extend((bytes as u16).to_le_bytes());
    entry.extend([kind, 1]);
    links.iter().for_each(|link| entry.extend(link.to_le_bytes()));
    entry.resize(116, 0);
    entry.extend(start.to_le_bytes());
    entry.extend((size as u64).to_le_bytes());
    entry
}

/// Returns a compound file of these streams. A name with `/` is in a storage.
pub(crate) fn compound_file(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut large, mut small) = (Chains::new(SECTOR), Chains::new(SMALL));
    let top: Vec<_> = streams.iter().filter(|(name, _)| !name.contains('/')).collect();
    let mut directory = Vec::new();
    for (at, (name, data)) in (1_u32..).zip(streams) {
        let chains = if data.len() < CUTOFF { &mut small } else { &mut large };
        let start = chains.add(data);
        let is_last = at as usize >= top.len();
        let right = if is_last || name.contains('/') { UNUSED } else { at + 1 };
        let name = name.rsplit('/').next().unwrap();
        directory.extend(entry(name, 2, [UNUSED, right, UNUSED], start, data.len()));
    }
    let small_data = large.add(&small.data);
    let root = entry("Root Entry", 5, [UNUSED, UNUSED, 1], small_data, small.data.len());
    let directory = large.add(&[root, directory].concat());
    let bytes = |numbers: &[u32]| -> Vec<u8> {
        let unused = numbers.len().next_multiple_of(SECTOR / 4) - numbers.len();
        let all = numbers.iter().copied().chain(std::iter::repeat_n(UNUSED, unused));
        all.flat_map(u32::to_le_bytes).collect()
    };
    let small_table = large.add(&bytes(&small.next));
    let mut table = large.next.clone();
    let first = table.len() as u32;
    let tables = table.len().div_ceil(SECTOR / 4 - 1) as u32;
    table.extend((0..tables).map(|_| 0xffff_fffd_u32));
    let mut header = vec![0; SECTOR];
    let mut put = |at: usize, number: u32| {
        header[at..at + 4].copy_from_slice(&number.to_le_bytes());
    };
    put(0, 0xe011_cfd0);
    put(4, 0xe11a_b1a1);
    put(24, 0x0003_003e);
    put(28, 0x0009_fffe);
    put(32, 6);
    put(44, tables);
    put(48, directory);
    put(56, CUTOFF as u32);
    put(60, small_table);
    put(64, small.next.len().div_ceil(SECTOR / 4) as u32);
    put(68, END);
    (0..109).for_each(|at| put(76 + 4 * at, UNUSED));
    (0..tables.min(109)).for_each(|at| put(76 + 4 * at as usize, first + at));
    [header, large.data, bytes(&table)].concat()
}
