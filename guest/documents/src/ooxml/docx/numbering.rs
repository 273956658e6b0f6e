//! The lists of a Word document: the label of the next item.

use crate::error::Outcome;
use crate::lists;
use crate::lists::{Counters, LEVELS, next_label};
use crate::numerals::Numerals;
use crate::symbols::{self, SymbolFont};
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

/// The memory of an entry in addition to its levels, in bytes.
const ENTRY: usize = 160;
/// The maximum size of a label pattern in bytes; a longer one is left out.
const MAX_PATTERN: usize = 64;

/// The lists, with their counters.
#[derive(Default)]
pub(super) struct Numbering {
    definitions: Vec<Definition>,
    lists: Vec<List>,
    is_in_list: bool,
    pub(super) budget: TableBudget,
}

/// `w:abstractNum`: lists that refer to the same one continue its numbering.
#[derive(Default)]
struct Definition {
    id: u64,
    levels: Vec<Level>,
    /// The numbering style whose levels it has, or that it defines.
    linked_style: String,
    style: String,
    counters: Counters,
}

#[derive(Clone, Default)]
struct Level {
    number: usize,
    labels: lists::Level,
    style: String,
    /// The font of its bullet.
    font: Option<SymbolFont>,
}

/// `w:num`.
struct List {
    id: u64,
    definition: u64,
    /// The levels that restart with the list, and their start numbers.
    starts: Vec<(usize, u64)>,
    /// The levels that replace those of the definition.
    levels: Vec<Level>,
}

impl Level {
    /// Completes the pattern, such as `%1.%2)`, once its kind is known.
    fn finish(&mut self) {
        let pattern = std::mem::take(&mut self.labels.pattern);
        if self.labels.numerals == Numerals::Bullet {
            self.labels.pattern = symbols::bullet(self.font, &pattern);
            return;
        }
        let mut characters = pattern.chars();
        while let Some(character) = characters.next() {
            let digit = if character == '%' { characters.next() } else { None };
            let level = digit.and_then(|digit| char::from_u32(digit.to_digit(10)?.checked_sub(1)?));
            self.labels.pattern.extend(if character == '%' { level } else { Some(character) });
        }
    }
}

impl Numbering {
    /// Gives definitions the levels of the numbering styles that they link to, once all are read.
    pub(super) fn finish(&mut self) -> Outcome {
        let styles = self.definitions.iter().filter(|definition| !definition.style.is_empty());
        let mut styles: Vec<_> = styles.map(|it| (it.style.clone(), it.levels.clone())).collect();
        // The last definition of a style counts.
        sort_by(&mut styles, |(a, _), (b, _)| a.cmp(b));
        for definition in &mut self.definitions {
            let link = &definition.linked_style;
            let after = styles.partition_point(|(style, _)| style <= link).checked_sub(1);
            let linked = after.and_then(|at| styles.get(at)).filter(|(style, _)| style == link);
            if let Some((_, levels)) = linked {
                let size = |level: &Level| level.labels.pattern.len() + level.style.len();
                self.budget.take(levels.iter().map(size).sum())?;
                definition.levels.clone_from(levels);
            }
        }
        sort_by(&mut self.lists, |a, b| a.id.cmp(&b.id));
        sort_by(&mut self.definitions, |a, b| a.id.cmp(&b.id));
        Ok(())
    }

    /// Returns the levels of the list or the definition being read.
    fn levels(&mut self) -> Option<&mut Vec<Level>> {
        if self.is_in_list {
            return self.lists.last_mut().map(|list| &mut list.levels);
        }
        self.definitions.last_mut().map(|definition| &mut definition.levels)
    }

    /// Returns the level being read.
    fn level(&mut self) -> Option<&mut Level> {
        self.levels()?.last_mut()
    }

    fn list(&mut self, id: u64) -> Option<(&mut List, &mut Definition)> {
        let list = self.lists.binary_search_by_key(&id, |list| list.id).ok()?;
        let list = self.lists.get_mut(list)?;
        let id = list.definition;
        let definition = self.definitions.binary_search_by_key(&id, |known| known.id).ok()?;
        Some((list, self.definitions.get_mut(definition)?))
    }

    /// Returns the list level that a paragraph style stands for.
    pub(super) fn level_of_style(&mut self, list: u64, style: &str) -> Option<u64> {
        let (list, definition) = self.list(list)?;
        let mut levels = list.levels.iter().chain(&definition.levels);
        Some(levels.find(|level| level.style == style)?.number as u64)
    }

    /// Counts an item, and returns its label: `-`, or its displayed number. `None` if the list is
    /// unknown, or there is only a bullet.
    pub(super) fn next_label(&mut self, list: u64, level: u64, has_text: bool) -> Option<String> {
        let (list, Definition { levels, counters, .. }) = self.list(list)?;
        for (level, start) in list.starts.drain(..) {
            if let Some(counter) = counters.get_mut(level) {
                *counter = Some(start);
            }
        }
        let of = |at: usize| {
            let mut levels = list.levels.iter().chain(&*levels);
            levels.find(|level| level.number == at).map(|level| &level.labels)
        };
        let at = usize::try_from(level).ok()?;
        let label = next_label(counters, at, &of)?;
        let is_shown = has_text || of(at)?.numerals != Numerals::Bullet;
        is_shown.then_some(label)
    }
}

impl Handler for Numbering {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let number = |name| element.number(name).unwrap_or_default();
        match element.name() {
            "abstractNum" => {
                self.budget.take(ENTRY + size_of::<Level>() * LEVELS)?;
                let id = number("abstractNumId");
                self.definitions.push(Definition { id, ..Definition::default() });
                self.is_in_list = false;
            }
            "num" => {
                self.budget.take(ENTRY)?;
                let (id, starts, levels) = (number("numId"), Vec::new(), Vec::new());
                self.lists.push(List { id, definition: u64::MAX, starts, levels });
                self.is_in_list = true;
            }
            name @ ("numStyleLink" | "styleLink") => {
                let style = element.short("val");
                self.budget.take(2 * style.len())?;
                match self.definitions.last_mut() {
                    Some(linked) if name == "numStyleLink" => linked.linked_style = style,
                    Some(definition) => definition.style = style,
                    None => {}
                }
            }
            name @ ("abstractNumId" | "lvlOverride" | "startOverride") if self.is_in_list => {
                let Some(list) = self.lists.last_mut() else { return Ok(Visit::Enter) };
                match name {
                    "abstractNumId" => list.definition = number("val"),
                    "lvlOverride" if list.starts.len() < LEVELS => {
                        list.starts.push((number("ilvl") as usize, u64::MAX));
                    }
                    "startOverride" => {
                        if let Some((_, start)) = list.starts.last_mut() {
                            *start = number("val");
                        }
                    }
                    _ => {}
                }
            }
            // The format for older readers.
            "Fallback" => return Ok(Visit::Skip),
            "lvl" => {
                let is_in_list = self.is_in_list;
                let Some(levels) = self.levels().filter(|levels| levels.len() < LEVELS) else {
                    return Ok(Visit::Skip);
                };
                let labels = lists::Level { start: 1, ..lists::Level::default() };
                let number = number("ilvl") as usize;
                levels.push(Level { number, labels, ..Level::default() });
                self.budget.take(if is_in_list { size_of::<Level>() } else { 0 })?;
            }
            name @ ("start" | "numFmt" | "lvlText" | "pStyle" | "isLgl" | "lvlRestart"
            | "rFonts") => {
                let value = element.short("val");
                self.budget.take(value.len())?;
                let Some(Level { labels, font, style, .. }) = self.level() else {
                    return Ok(Visit::Enter);
                };
                match name {
                    "start" => labels.start = number("val"),
                    // Such as `001, 002, 003, ...`.
                    "numFmt" if value == "custom" => {
                        labels.numerals = Numerals::of_example(&element.short("format"));
                    }
                    "numFmt" => labels.numerals = Numerals::of_office(&value),
                    "lvlText" if value.len() <= MAX_PATTERN => labels.pattern = value,
                    "lvlText" => {}
                    "rFonts" => *font = SymbolFont::of(&element.short("ascii")),
                    "isLgl" => labels.is_legal = element.turns_on(),
                    "lvlRestart" => labels.restart = element.number("val"),
                    _ => *style = value,
                }
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "lvl" => self.level().into_iter().for_each(Level::finish),
            // A level that is only redefined does not restart.
            "num" => {
                let list = self.lists.last_mut();
                list.into_iter()
                    .for_each(|list| list.starts.retain(|(_, start)| *start != u64::MAX));
            }
            _ => {}
        }
        Ok(())
    }
}
