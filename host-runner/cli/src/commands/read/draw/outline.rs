//! Draws an outline as a tree.

use super::row::{Lead, Row};
use readroom::{Outline, OutlineEntry};

/// Entries that are deeper are drawn at this depth.
const MAX_DEPTH: usize = 16;

/// Returns a row for each entry, with its range of lines and its branches in the tree.
pub(super) fn rows(outline: &Outline) -> Vec<Row> {
    let leads = leads(&depths(&outline.entries));
    let rows = outline.entries.iter().zip(leads).map(|(entry, lead)| {
        let range = match (entry.line, entry.last) {
            (line, last) if line == last => line.to_string(),
            (line, last) => format!("{line}-{last}"),
        };
        Row { lead, ..Row::new(range, &entry.text) }
    });
    rows.collect()
}

/// Returns the depth of each entry: at most one more than that of the entry before it.
fn depths(entries: &[OutlineEntry]) -> Vec<usize> {
    let mut max = 0;
    let mut depths = Vec::with_capacity(entries.len());
    for entry in entries {
        let depth = (entry.depth as usize).min(max).min(MAX_DEPTH);
        depths.push(depth);
        max = depth + 1;
    }
    depths
}

/// Returns the branches before each entry.
fn leads(depths: &[usize]) -> Vec<Lead> {
    // Whether another entry follows at each depth, under the same entry.
    let mut follows: Vec<bool> = Vec::new();
    let mut leads: Vec<Lead> = Vec::with_capacity(depths.len());
    for &depth in depths.iter().rev() {
        follows.resize(depth + 1, false);
        let mut lead = Lead::default();
        // Entries at depth 0 have no branch.
        for (level, is_followed) in follows.iter().enumerate().skip(1) {
            let (first, next) = match (level == depth, is_followed) {
                (true, true) => ("├─ ", "│  "),
                (true, false) => ("└─ ", "   "),
                (false, true) => ("│  ", "│  "),
                (false, false) => ("   ", "   "),
            };
            lead.first += first;
            lead.next += next;
        }
        if let Some(follows) = follows.last_mut() {
            *follows = true;
        }
        leads.push(lead);
    }
    leads.reverse();
    leads
}

#[cfg(test)]
mod tests {
    use super::leads;

    #[test]
    fn branches_connect_the_entries_under_one() {
        let drawn: Vec<_> =
            leads(&[0, 1, 2, 2, 1, 0, 1, 2]).into_iter().map(|lead| lead.first).collect();
        assert_eq!(drawn, ["", "├─ ", "│  ├─ ", "│  └─ ", "└─ ", "", "└─ ", "   └─ "]);
    }
}
