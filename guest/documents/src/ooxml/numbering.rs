//! The lists of a Word document: the label of the next item.

use crate::error::Outcome;
use crate::numerals::Numerals;
use crate::symbols::{self, SymbolFont};
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;
use std::collections::BTreeMap;

/// The number of levels of a list.
const LEVELS: usize = 9;
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
    budget: TableBudget,
}

/// `w:abstractNum`: lists that refer to the same one continue its numbering.
#[derive(Default)]
struct Definition {
    id: u64,
    levels: Vec<Level>,
    /// The numbering style whose levels it has, or that it defines.
    linked_style: String,
    style: String,
    counters: [Option<u64>; LEVELS],
}

#[derive(Clone, Default)]
struct Level {
    number: usize,
    start: u64,
    numerals: Numerals,
    /// Such as `%1.%2)`.
    pattern: String,
    style: String,
    /// The font of its bullet.
    font: Option<SymbolFont>,
    /// Whether all its numbers are decimal.
    is_legal: bool,
    /// The highest level after which it does not restart, from 1. 0 means that it never does.
    restart: Option<u64>,
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

impl Numbering {
    pub(super) fn new(budget: TableBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Gives definitions the levels of the numbering styles that they link to, once all are read.
    pub(super) fn finish(&mut self) -> Outcome {
        let styles = self.definitions.iter().filter(|definition| !definition.style.is_empty());
        let mut levels = BTreeMap::new();
        // `collect` would sort first: code for each type of map.
        levels.extend(styles.map(|it| (it.style.clone(), it.levels.clone())));
        for definition in &mut self.definitions {
            if let Some(levels) = levels.get(&definition.linked_style) {
                let size = |level: &Level| level.pattern.len() + level.style.len();
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

    /// Returns the list level that a paragraph style stands for.
    pub(super) fn level_of_style(&self, list: u64, style: &str) -> Option<u64> {
        let list = self.lists.binary_search_by_key(&list, |list| list.id).ok()?;
        let list = self.lists.get(list)?;
        let id = list.definition;
        let definition = self.definitions.binary_search_by_key(&id, |known| known.id).ok()?;
        let definition = self.definitions.get(definition)?;
        let mut levels = list.levels.iter().chain(&definition.levels);
        let level = levels.find(|level| level.style == style)?;
        Some(level.number as u64)
    }

    /// Counts an item, and returns its label: `-`, or its displayed number. `None` if the list is
    /// unknown, or there is only a bullet.
    pub(super) fn next_label(&mut self, list: u64, level: u64, has_text: bool) -> Option<String> {
        let list = self.lists.binary_search_by_key(&list, |list| list.id).ok()?;
        let list = self.lists.get_mut(list)?;
        let id = list.definition;
        let definition = self.definitions.binary_search_by_key(&id, |known| known.id).ok()?;
        let definition = self.definitions.get_mut(definition)?;
        let at = usize::try_from(level).ok().filter(|level| *level < LEVELS)?;
        for (level, start) in std::mem::take(&mut list.starts) {
            if let Some(counter) = definition.counters.get_mut(level) {
                *counter = start.checked_sub(1);
            }
        }
        let Definition { levels, counters, .. } = definition;
        let of = |at: usize| list.levels.iter().chain(&*levels).find(|level| level.number == at);
        let current = of(at)?;
        for (number, counter) in counters.iter_mut().enumerate() {
            let start = of(number).map_or(1, |level| level.start);
            match number.cmp(&at) {
                std::cmp::Ordering::Less => *counter = counter.or(Some(start)),
                std::cmp::Ordering::Equal => {
                    *counter = Some(counter.map_or(start, |number| number.saturating_add(1)));
                }
                std::cmp::Ordering::Greater => {
                    let restart = of(number).and_then(|level| level.restart);
                    if restart.is_none_or(|restart| (at as u64) < restart) {
                        *counter = None;
                    }
                }
            }
        }
        if current.numerals == Numerals::Bullet {
            if !has_text {
                return None;
            }
            return Some(symbols::bullet(current.font, &current.pattern));
        }
        let mut label = String::new();
        let mut pattern = current.pattern.chars();
        while let Some(character) = pattern.next() {
            if character != '%' {
                label.push(character);
                continue;
            }
            let number = pattern.next().and_then(|digit| digit.to_digit(10));
            let at = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
            let counter = at.and_then(|at| Some((of(at)?.numerals, (*counters.get(at)?)?)));
            if let Some((numerals, counter)) = counter {
                let is_decimal = current.is_legal && !matches!(numerals, Numerals::Padded(_));
                let numerals = if is_decimal { Numerals::Decimal } else { numerals };
                label.push_str(&numerals.write(counter));
            }
        }
        Some(label.trim().into())
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
                let Some(definition) = self.definitions.last_mut() else {
                    return Ok(Visit::Enter);
                };
                let is_link = name == "numStyleLink";
                *(if is_link { &mut definition.linked_style } else { &mut definition.style }) =
                    style;
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
                let (number, start) = (number("ilvl") as usize, 1);
                levels.push(Level { number, start, ..Level::default() });
                self.budget.take(if is_in_list { size_of::<Level>() } else { 0 })?;
            }
            name @ ("start" | "numFmt" | "lvlText" | "pStyle" | "isLgl" | "lvlRestart"
            | "rFonts") => {
                let value = element.short("val");
                self.budget.take(value.len())?;
                let level = self.levels().and_then(|levels| levels.last_mut());
                let Some(level) = level else { return Ok(Visit::Enter) };
                match name {
                    "start" => level.start = number("val"),
                    // Such as `001, 002, 003, ...`.
                    "numFmt" if value == "custom" => {
                        level.numerals = Numerals::of_example(&element.short("format"));
                    }
                    "numFmt" => level.numerals = Numerals::of_office(&value),
                    "lvlText" if value.len() <= MAX_PATTERN => level.pattern = value,
                    "lvlText" => {}
                    "rFonts" => level.font = SymbolFont::of(&element.short("ascii")),
                    "isLgl" => level.is_legal = element.turns_on(),
                    "lvlRestart" => level.restart = element.number("val"),
                    _ => level.style = value,
                }
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        // A level that is only redefined does not restart.
        if name == "num"
            && let Some(list) = self.lists.last_mut()
        {
            list.starts.retain(|(_, start)| *start != u64::MAX);
        }
        Ok(())
    }
}
