//! The lists of an OpenDocument file.

use crate::lists::{Counters, LEVELS, Level, next_label};

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

impl ListStyle {
    /// Restarts the numbers of a level, counted from 0, and of those in it.
    pub(super) fn restart(&mut self, at: usize) {
        self.counters.iter_mut().skip(at).for_each(|counter| *counter = None);
    }

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
