//! The lists of an OpenDocument file.

use crate::lists::{Counters, LEVELS, Level, next_label};
use crate::xml::Element;
use std::collections::BTreeMap;

/// A list style, and the counters of its lists.
#[derive(Clone, Debug, Default)]
pub(super) struct ListStyle {
    pub(super) levels: [Option<Level>; LEVELS],
    counters: Counters,
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
            style.counters.iter_mut().skip(outer.len()).for_each(|counter| *counter = None);
        }
        Self { style, label: None }
    }
}

impl ListStyle {
    /// Counts an item at a level, counted from 0, and returns its label: `-`, or its displayed
    /// number.
    pub(super) fn next_label(&mut self, at: usize, start: Option<u64>) -> String {
        let outer = self.counters;
        if let Some((counter, start)) = self.counters.get_mut(at).zip(start) {
            *counter = Some(start);
        }
        let levels = &self.levels;
        let label = next_label(&mut self.counters, at, &|at| levels.get(at)?.as_ref());
        // The levels around it are counted by their own items alone.
        self.counters.iter_mut().zip(outer).take(at).for_each(|(counter, own)| *counter = own);
        label.unwrap_or_else(|| "-".into())
    }
}
