//! The entries of a directory as a model is shown them, and as many of them as fit into a budget.

use super::budget::Budget;
use super::counted::counted;
use super::next_call::{self, Changes};
use crate::shared::listed;
use readroom_core::{FileKind, LineNumber, Ordinal};
use readroom_read::{DirectoryPage, ReadRequest};

/// Returns the entries, what is said of them, and `behind` behind that. Leaves out of the page what
/// does not fit.
pub(super) fn fitted(
    request: &ReadRequest<'_>,
    page: &mut DirectoryPage,
    budget: Budget,
    behind: &str,
) -> String {
    let mut lines = String::new();
    page.entries.iter().for_each(|entry| push_line(&mut lines, &entry.name, entry.kind));
    let text = |page: &DirectoryPage| {
        let end = lines.split_inclusive('\n').take(page.entries.len()).map(str::len).sum();
        [lines.get(..end).unwrap_or_default(), &note(request, page), behind].concat()
    };
    let whole = text(page);
    let Some(scarce) = budget.exceeded_by(&whole) else { return whole };
    let around = budget.without(&note(request, page)).without(behind);
    let (mut fitting, _) = around.fitting(&lines);
    loop {
        let count = usize::try_from(fitting).unwrap_or(usize::MAX).max(1);
        page.keep_first(count, scarce);
        let text = text(page);
        if count == 1 || budget.exceeded_by(&text).is_none() {
            return text;
        }
        fitting -= 1;
    }
}

/// Adds the line of an entry: a directory has a slash at its end.
pub(super) fn push_line(text: &mut String, name: &str, kind: FileKind) {
    match kind {
        FileKind::Directory => text.push_str(&listed(&[name, "/"].concat())),
        FileKind::File | FileKind::Link | FileKind::Special => text.push_str(&listed(name)),
    }
    text.push_str(match kind {
        FileKind::File | FileKind::Directory => "\n",
        FileKind::Link => " (link)\n",
        FileKind::Special => " (special)\n",
    });
}

fn note(request: &ReadRequest<'_>, page: &DirectoryPage) -> String {
    let all = counted(page.total, "entry");
    let shown = page.entries.len() as u64;
    if shown == page.total {
        return format!("[A directory of {all}.]");
    }
    let (first, last) = (page.first, page.first + shown.saturating_sub(1));
    let range = format!("Entries {first}-{last} of {}.", page.total);
    // After a range that the caller chose, the total is enough.
    let is_chosen = request.lines.is_some_and(|lines| shown >= lines);
    let Some(next) = page.next().filter(|_| !is_chosen).and_then(LineNumber::new) else {
        return format!("[{range}]");
    };
    let changes = Changes { start: Some(Ordinal::FromStart(next)), ..Changes::default() };
    format!("[{range} Next: {}]", next_call::arguments(request, changes))
}
