//! The text of the results of a search.

use crate::readroom::counted;
use crate::readroom::notes::clipped_header;
use crate::shared::{Json, listed, on_one_line};
use readroom_search::{FileMatches, SearchOutput, SearchResults};
use readroom_structure::Heading;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns whether lines are returned.
pub(super) fn has_lines(want: SearchOutput) -> bool {
    !matches!(want, SearchOutput::Files | SearchOutput::Counts)
}

/// Returns the text of what was found: paths, numbers, or the lines of each file after its path.
pub(super) fn results_text(results: &SearchResults, want: SearchOutput) -> String {
    let mut text = String::new();
    for file in &results.files {
        let path = listed(&file.path);
        // Writing into memory does not fail.
        let _ = match want {
            SearchOutput::Counts => writeln!(text, "{}\t{path}", file.matches),
            _ => writeln!(text, "{path}"),
        };
        if has_lines(want) {
            push_lines(file, &mut text);
        }
    }
    text
}

/// Adds the lines of a file: `n⇥line` for one that matches, `n-m⇥line` for a definition up to line
/// `m`, `n-⇥line` for one near it, and `n=⇥line` for a header of them that was not shown, or is the
/// innermost one again after lines that are in more. A line that is cut says how many matches are
/// behind. In a notebook, `n` is the number of a cell; in a sheet, the cells that match are named
/// after it. `--` is before lines that are in nothing after others, and between lines with others
/// around them and lines of a cell that are not consecutive; `-- comments` is before the comments
/// among uses. Where a block is cut, the lines that are left out are named, and how they are read.
fn push_lines(file: &FileMatches, text: &mut String) {
    let (mut shown, mut shown_headers, mut above) = (BTreeSet::new(), BTreeSet::new(), None);
    let (mut passed, mut had_others) = ([0; 2], false);
    for group in &file.groups {
        let [first, last] = [group.lines.first(), group.lines.last()]
            .map(|line| line.map_or(0, |line| line.number));
        let [above_first, above_lines] = std::mem::replace(&mut passed, [first, last]);
        let are_comments = first < above_lines;
        let has_others = group.lines.iter().any(|line| !line.is_match);
        let is_apart = above_lines > 0 && (had_others || has_others);
        had_others = has_others;
        // All lines of a cell have its number, and its header has, too.
        let of_group = |header: &Heading| header.line.get() == first && first == last;
        let is_cell = group.headers.first().is_some_and(of_group);
        let innermost = group.headers.last();
        let is_new = |header: &&Heading| {
            let line = header.line.get();
            // The path names it.
            if is_namespace(header) && Some(*header) != innermost {
                return false;
            }
            // One above the last lines is around them as well, and would stand out of order.
            let is_below = are_comments || above_lines < line;
            (is_cell || !shown.contains(&line) && is_below && line < first)
                && !shown_headers.contains(&(line, &*header.text))
        };
        let mut new: Vec<_> = group.headers.iter().filter(is_new).collect();
        let before = std::mem::replace(&mut above, innermost);
        // No further in than the last header, so that it is seen not to be in that.
        let is_beside = before.is_some_and(|header| {
            let first = group.lines.first();
            innermost.is_some()
                && first.is_some_and(|line| indent(&line.text) <= indent(&header.text))
        });
        let is_outside = before != innermost
            && !is_beside
            && innermost.is_none_or(|header| header.line.get() < above_first);
        if are_comments {
            text.push_str("-- comments\n");
        }
        if new.is_empty() && (is_outside || are_comments) && !is_cell {
            new.extend(innermost);
        }
        if new.is_empty() && !are_comments && (is_outside || is_cell || is_apart) {
            text.push_str("--\n");
        }
        for Heading { line, text: header } in new {
            // Writing into memory does not fail.
            let _ = writeln!(text, "{line}=\t{}", clipped_header(header));
            shown_headers.insert((line.get(), &**header));
        }
        for line in &group.lines {
            let [left_out_before, left_out_after] = line.left_out;
            push_left_out(left_out_before, &file.path, text);
            let mark = match line.last {
                Some(last) if last > line.number => format!("-{last}"),
                _ => if line.is_match { "" } else { "-" }.into(),
            };
            let before = if line.column > 1 { "…" } else { "" };
            let behind = match line.more_matches {
                0 => if line.goes_on { "…" } else { "" }.into(),
                more => format!("… [{} in this line]", counted(more, "more match")),
            };
            let content = line.text.strip_suffix('\r').unwrap_or(&line.text);
            let cells = line.cells.iter().fold(String::new(), |cells, cell| cells + " " + cell);
            let _ = writeln!(text, "{}{mark}{cells}\t{before}{content}{behind}", line.number);
            push_left_out(left_out_after, &file.path, text);
            shown.insert(line.number);
        }
    }
    let left = file.matches.saturating_sub(file.earlier + matches_on_page(file));
    if file.is_complete && left > 0 {
        let more = counted(left, "more line");
        let _ = writeln!(text, "[{more} of this file: search it alone]");
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether a header is that of a namespace, or of a module that others contain.
fn is_namespace(header: &Heading) -> bool {
    ["module ", "namespace "].iter().any(|word| header.text.trim_start().starts_with(word))
}

/// Says that lines of a block are left out, and how they are read.
fn push_left_out(lines: Option<(u64, u64)>, path: &str, text: &mut String) {
    let Some((first, last)) = lines else { return };
    let place = Json::text(format!("{path}:{first}-{last}")).write();
    // Writing into memory does not fail.
    let _ = writeln!(text, r#"[Left out: read {{"path":{}}}]"#, on_one_line(&place));
}

/// Returns the number of lines on the page that match.
pub(super) fn matches_on_page(file: &FileMatches) -> u64 {
    let lines = file.groups.iter().flat_map(|group| &group.lines);
    lines.filter(|line| line.is_match).count() as u64
}
