//! Compound files (OLE2), the container of legacy binary and of encrypted Office documents.

use crate::Format;
use crate::error::{Fault, Outcome};
use crate::source::Input;
use crate::zip::{u16_at, u32_at};

/// The signature of a compound file.
pub(crate) const SIGNATURE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// The maximum number of directory sectors read: 128 names in the smallest sectors.
const MAX_SECTORS: usize = 32;
const ENTRY_BYTES: usize = 128;

/// Returns the format of the document in a compound file, by the names of its streams.
pub(crate) fn format(input: &mut Input<'_>) -> Outcome<Option<Format>> {
    let mut header = [0; 512];
    input.read_exact(0, &mut header)?;
    let shift = u16_at(&header, 30).filter(|shift| matches!(shift, 9 | 12)).unwrap_or(9);
    let bytes = 1_usize << shift;
    let mut sector = u32_at(&header, 48);
    let mut contents = vec![0; bytes];
    let (mut best, mut is_cut) = (None, false);
    for _ in 0..MAX_SECTORS {
        let Some(at) = sector else { break };
        if input.read(offset(at, bytes), &mut contents)? < bytes {
            is_cut = true;
            break;
        }
        for entry in contents.chunks_exact(ENTRY_BYTES) {
            best = best.max(name(entry).and_then(|name| rank(&name)));
        }
        sector = next(input, &header, at, bytes)?;
    }
    if is_cut && best.is_none() {
        return Err(Fault::Damaged("its directory is cut"));
    }
    Ok(best.map(|rank| match rank {
        Rank::Xls => Format::Xls,
        Rank::Ppt => Format::Ppt,
        Rank::Doc => Format::Doc,
        Rank::Encrypted => Format::EncryptedOffice,
    }))
}

/// Which stream decides if there are several: a Word document often embeds workbooks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Xls,
    Ppt,
    Doc,
    Encrypted,
}

fn rank(name: &str) -> Option<Rank> {
    Some(match name {
        "Workbook" | "Book" => Rank::Xls,
        "PowerPoint Document" => Rank::Ppt,
        "WordDocument" => Rank::Doc,
        "EncryptedPackage" => Rank::Encrypted,
        _ => return None,
    })
}

fn name(entry: &[u8]) -> Option<String> {
    let bytes = usize::from(u16_at(entry, 64)?).checked_sub(2)?;
    let (units, _) = entry.get(..bytes.min(62))?.as_chunks::<2>();
    String::from_utf16(&units.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>()).ok()
}

fn offset(sector: u32, bytes: usize) -> u64 {
    (u64::from(sector) + 1) * bytes as u64
}

/// Returns the next sector of a chain, as far as the first 109 sectors of the allocation table
/// tell.
fn next(input: &mut Input<'_>, header: &[u8], sector: u32, bytes: usize) -> Outcome<Option<u32>> {
    let in_sector = bytes / 4;
    let table = sector as usize / in_sector;
    let at = if table < 109 { u32_at(header, 76 + 4 * table) } else { None };
    let Some(at) = at else { return Ok(None) };
    let mut next = [0; 4];
    let at = offset(at, bytes) + 4 * (sector as usize % in_sector) as u64;
    if input.read(at, &mut next)? < next.len() {
        return Ok(None);
    }
    // Larger values are markers, such as the end of a chain.
    Ok(Some(u32::from_le_bytes(next)).filter(|next| *next < 0xffff_fff0))
}
