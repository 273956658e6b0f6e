//! The rows of tables in a binary Word document. The ground of a cell, and whether it continues the
//! one above it, are properties of the end of its row.

use super::properties::{Paragraph, PropertyPages, is_old_shading, is_shading, modifications};
use crate::compound::Sectors;
use crate::error::Outcome;
use crate::zip::u16_at;

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
        let (mut shaded, mut covered) = (0, None);
        for (code, operand) in modifications(properties.get(2..).unwrap_or_default()) {
            let shading = || bits(operand.chunks(10).map(is_shading));
            match code {
                0xd608 => {
                    let cells = 1 + 2 * (usize::from(*operand.first()?) + 1);
                    let cells = operand.get(cells..).unwrap_or_default().chunks(20);
                    // The first of the merged cells has another bit as well.
                    let is_covered = |cell| u16_at(cell, 0).unwrap_or_default() & 0x60 == 0x20;
                    covered = Some(bits(cells.map(is_covered)));
                }
                0xd609 => {
                    let shadings = operand.chunks_exact(2);
                    let word = |shading| u16_at(shading, 0).unwrap_or_default();
                    shaded |= bits(shadings.map(|shading| is_old_shading(word(shading))));
                }
                0xd612 => shaded |= shading(),
                0xd616 => shaded |= shading() << 22,
                0xd60c => shaded |= shading() << 44,
                _ => {}
            }
        }
        Some(Self { shaded, covered: covered?, ended: 0 })
    }

    pub(super) fn is_shaded(self) -> bool {
        self.shaded.checked_shr(self.ended).is_none_or(|cells| cells & 1 == 1)
    }

    pub(super) fn is_covered(self) -> bool {
        self.covered.checked_shr(self.ended).is_some_and(|cells| cells & 1 == 1)
    }
}

fn bits(cells: impl Iterator<Item = bool>) -> u64 {
    cells.take(64).zip(0..).fold(0, |bits, (is, at)| bits | u64::from(is) << at)
}
