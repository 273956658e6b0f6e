//! The lists of an OpenDocument file.

use crate::numerals::Numerals;
use crate::xml::Element;
use std::collections::BTreeMap;

/// The number of levels of a list.
pub(super) const LEVELS: usize = 10;

/// A list style, and the counters of its lists.
#[derive(Clone, Debug, Default)]
pub(super) struct ListStyle {
    pub(super) levels: [Level; LEVELS],
    counters: [Option<u64>; LEVELS],
}

/// The labels of the items on one level.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) numerals: Numerals,
    /// The label of an item without a number.
    pub(super) bullet: String,
    pub(super) prefix: String,
    pub(super) suffix: String,
    pub(super) start: u64,
    /// The number of levels that its label shows: 2 for `3.1`.
    pub(super) shown_levels: usize,
}

impl Default for Level {
    fn default() -> Self {
        let (prefix, suffix) = (String::new(), String::new());
        let bullet = "-".into();
        Self { numerals: Numerals::Bullet, bullet, prefix, suffix, start: 1, shown_levels: 1 }
    }
}

/// An open list.
pub(super) struct List {
    pub(super) style: String,
    /// The label of the list item, until it is written.
    pub(super) label: Option<String>,
}

impl List {
    /// Opens a list in others, and restarts its numbers unless it continues them.
    pub(super) fn open(
        element: &Element<'_>,
        outer: &[Self],
        styles: &mut BTreeMap<String, ListStyle>,
    ) -> Self {
        let named = Some(element.short("style-name")).filter(|name| !name.is_empty());
        let style = named.or_else(|| outer.last().map(|list| list.style.clone()));
        let style = style.unwrap_or_default();
        let continues =
            element.is_on("continue-numbering") || element.attr("continue-list").is_some();
        if let Some(style) = styles.get_mut(&*style).filter(|_| !continues) {
            style.restart(outer.len().min(LEVELS));
        }
        Self { style, label: None }
    }
}

impl ListStyle {
    /// Starts a list at a level, counted from 0.
    pub(super) fn restart(&mut self, level: usize) {
        self.counters.iter_mut().skip(level).for_each(|counter| *counter = None);
    }

    /// Counts an item at a level, counted from 0, and returns its label: `-`, or its displayed
    /// number.
    pub(super) fn next_label(&mut self, level: usize, start: Option<u64>) -> String {
        self.restart(level + 1);
        let Some((current, counter)) = self.levels.get(level).zip(self.counters.get_mut(level))
        else {
            return "-".into();
        };
        let next = counter.map_or(current.start, |counter| counter.saturating_add(1));
        *counter = Some(start.unwrap_or(next));
        match current.numerals {
            Numerals::Bullet => return current.bullet.clone(),
            Numerals::None => return String::new(),
            _ => {}
        }
        let first = (level + 1).saturating_sub(current.shown_levels.max(1));
        let levels = self.levels.iter().zip(&self.counters).take(level + 1).skip(first);
        let numbers = levels.filter(|(level, _)| level.numerals != Numerals::Bullet);
        let numbers = numbers.map(|(level, counter)| level.numerals.write(counter.unwrap_or(1)));
        let numbers: Vec<String> = numbers.collect();
        let label = format!("{}{}{}", current.prefix, numbers.join("."), current.suffix);
        label.trim().into()
    }
}
