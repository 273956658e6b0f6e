//! The lists of a binary Word document: the label of the next item.

use super::fonts::Fonts;
use super::properties::Look;
use crate::error::Outcome;
use crate::lists::{Counters, Level, next_label};
use crate::numerals::Numerals;
use crate::symbols;
use crate::table_budget::TableBudget;
use crate::zip::{u16_at, u16s, u32_at};
use readroom_names::sort_by;

/// The number of levels of a list.
const LEVELS: usize = 9;
/// The sizes of the fixed parts of a list, of a level, and of a reference to a list.
const LIST: usize = 28;
const LEVEL: usize = 28;
const REFERENCE: usize = 16;
/// The maximum number of characters of a label pattern; the rest is left out.
const MAX_PATTERN: usize = 64;

/// The lists, with their counters.
#[derive(Default)]
pub(super) struct Lists {
    /// In the order of their ids.
    definitions: Vec<Definition>,
    /// The lists that paragraphs refer to by number, from 1.
    references: Vec<Reference>,
}

/// References to the same one continue its numbering.
#[derive(Default)]
struct Definition {
    id: u32,
    levels: Vec<Level>,
    counters: Counters,
}

struct Reference {
    id: u32,
    /// The levels that restart with it, and their start numbers.
    starts: Starts,
}

type Starts = Vec<(usize, u64)>;

impl Lists {
    /// Parses the table of lists, whose levels follow all of them, and that of references.
    pub(super) fn parse(
        lists: &[u8],
        references: &[u8],
        fonts: &Fonts,
        budget: &mut TableBudget,
    ) -> Outcome<Self> {
        let mut parsed = Self::default();
        let count = u16_at(lists, 0).unwrap_or_default().into();
        let (fixed, mut levels) = fixed(lists.get(2..), count, LIST);
        for list in fixed.chunks_exact(LIST) {
            let is_simple = list.get(26).is_some_and(|flags| flags & 1 == 1);
            let id = u32_at(list, 0).unwrap_or_default();
            let mut definition = Definition { id, ..Definition::default() };
            for _ in 0..if is_simple { 1 } else { LEVELS } {
                let Some((level, rest)) = parse_level(levels, fonts) else { break };
                budget.take(size_of::<Level>() + level.pattern.len())?;
                definition.levels.push(level);
                levels = rest;
            }
            budget.take(size_of::<Definition>())?;
            parsed.definitions.push(definition);
        }
        sort_by(&mut parsed.definitions, |a, b| a.id.cmp(&b.id));
        let count = u32_at(references, 0).unwrap_or_default() as usize;
        let (fixed, mut data) = self::fixed(references.get(4..), count, REFERENCE);
        for reference in fixed.chunks_exact(REFERENCE) {
            let id = u32_at(reference, 0).unwrap_or_default();
            let count = reference.get(12).copied().unwrap_or_default();
            let (starts, rest) = starts(data, count, fonts).unwrap_or_default();
            budget.take(size_of::<Reference>() + size_of_val(&*starts))?;
            parsed.references.push(Reference { id, starts });
            data = rest;
        }
        Ok(parsed)
    }

    /// Counts an item, and returns its label: `-`, or its displayed number. `None` if the list is
    /// unknown.
    pub(super) fn next_label(&mut self, list: u16, level: usize) -> Option<String> {
        let reference = self.references.get_mut(usize::from(list).checked_sub(1)?)?;
        let after = self.definitions.partition_point(|known| known.id <= reference.id);
        let definition = self.definitions.get_mut(after.checked_sub(1)?);
        let Definition { levels, counters, .. } =
            definition.filter(|known| known.id == reference.id)?;
        for (level, start) in reference.starts.drain(..) {
            if let Some(counter) = counters.get_mut(level) {
                *counter = Some(start);
            }
        }
        next_label(counters, level, &|at| levels.get(at))
    }
}

/// Splits off a number of entries of a size.
fn fixed(table: Option<&[u8]>, count: usize, size: usize) -> (&[u8], &[u8]) {
    let table = table.unwrap_or_default();
    table.split_at_checked(count.saturating_mul(size)).unwrap_or((table, &[]))
}

/// Parses the levels that a reference restarts. Returns also what follows.
fn starts<'d>(data: &'d [u8], count: u8, fonts: &Fonts) -> Option<(Starts, &'d [u8])> {
    let (mut starts, mut rest) = (Vec::new(), data.get(4..)?);
    for _ in 0..count {
        let (start, flags) = (u32_at(rest, 0)?, u32_at(rest, 4)?);
        rest = rest.get(8..)?;
        let mut start = u64::from(start);
        if flags & 0x20 != 0 {
            let (level, after) = parse_level(rest, fonts)?;
            (start, rest) = (level.start, after);
        }
        if flags & 0x10 != 0 {
            starts.push(((flags & 0xf) as usize, start));
        }
    }
    Some((starts, rest))
}

/// Parses a level. Returns also what follows.
fn parse_level<'d>(level: &'d [u8], fonts: &Fonts) -> Option<(Level, &'d [u8])> {
    let numerals = match *level.get(4)? {
        1 => Numerals::UpperRoman,
        2 => Numerals::LowerRoman,
        3 => Numerals::UpperLetter,
        4 => Numerals::LowerLetter,
        23 => Numerals::Bullet,
        255 => Numerals::None,
        _ => Numerals::Decimal,
    };
    let (look, paragraph) = (usize::from(*level.get(24)?), usize::from(*level.get(25)?));
    let (look, pattern) = level.get(LEVEL + paragraph..)?.split_at_checked(look)?;
    let length = usize::from(u16_at(pattern, 0)?);
    let (pattern, rest) = pattern.get(2..)?.split_at_checked(2 * length)?;
    let mut pattern: String =
        char::decode_utf16(u16s(pattern).take(MAX_PATTERN)).filter_map(Result::ok).collect();
    if numerals == Numerals::Bullet {
        let font = Look::parse(look).font.and_then(|font| fonts.symbols(font));
        pattern = symbols::bullet(font, &pattern);
    }
    let start = u32_at(level, 0)?.into();
    let is_legal = level.get(5)? & 4 != 0;
    Some((Level { start, numerals, is_legal, pattern, restart: None }, rest))
}
