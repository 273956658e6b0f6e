//! The rows of tables in a binary Word document. The ground of a cell, and whether it continues the
//! one above it, are properties of the end of its row.

use super::properties::{Paragraph, PropertyPages, is_shading, modifications};
use crate::compound::Sectors;
use crate::error::Outcome;

/// The maximum number of paragraphs in which the end of a row is searched.
const MAX_PARAGRAPHS: usize = 256;

/// The cells of a row, as bits, and the number of those that have ended.
#[derive(Clone, Copy)]
pub(super) struct Row {
    shaded: u64,
    covered: u64,
    pub(super) ended: u32,
}

impl Row {
    /// Reads the row with a paragraph at an offset.
    pub(super) fn read(
        pages: &mut PropertyPages,
        sectors: &mut Sectors<'_>,
        mut offset: u32,
    ) -> Outcome<Self> {
        let unknown = Self { shaded: u64::MAX, covered: 0, ended: 0 };
        for _ in 0..MAX_PARAGRAPHS {
            let properties = pages.at(sectors, offset)?;
            let paragraph = Paragraph::parse(properties);
            match (paragraph.is_row_end, paragraph.depth) {
                (_, 0) => break,
                (true, 1) => return Ok(Self::parse(properties).unwrap_or(unknown)),
                _ => offset = pages.to,
            }
        }
        Ok(unknown)
    }

    /// Parses the properties of its end. `None` if they do not define it.
    fn parse(properties: &[u8]) -> Option<Self> {
        let (mut shaded, mut covered) = (None, None);
        for (code, operand) in modifications(properties.get(2..).unwrap_or_default()) {
            match code {
                0xd608 => {
                    let cells = 1 + 2 * (usize::from(*operand.first()?) + 1);
                    // The first of the merged cells has another bit as well.
                    let is_covered = |cell: &[u8]| cell.first().is_some_and(|at| at & 0x60 == 0x20);
                    covered = Some(bits(operand.get(cells..)?, 20, is_covered));
                }
                // In another form before Word 2000, and after these cells.
                0xd609 => shaded = shaded.or(Some(u64::MAX)),
                0xd612 => shaded = Some(bits(operand, 10, is_shading) | u64::MAX << 22),
                _ => {}
            }
        }
        Some(Self { shaded: shaded.unwrap_or_default(), covered: covered?, ended: 0 })
    }

    pub(super) fn is_shaded(self) -> bool {
        self.shaded.checked_shr(self.ended).is_none_or(|cells| cells & 1 == 1)
    }

    pub(super) fn is_covered(self) -> bool {
        self.covered.checked_shr(self.ended).is_some_and(|cells| cells & 1 == 1)
    }
}

fn bits(cells: &[u8], size: usize, is: fn(&[u8]) -> bool) -> u64 {
    let cells = cells.chunks(size).take(64).zip(0..);
    cells.fold(0, |bits, (cell, at)| bits | u64::from(is(cell)) << at)
}
