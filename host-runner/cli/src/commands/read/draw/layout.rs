//! Lays out the lines of documents for a person: tables in aligned columns, text broken at words.

use super::grid::wrapped;
use super::row::Row;
use readroom::terminal::escaped;
use unicode_width::UnicodeWidthStr;

/// The minimum number of columns that a cell is broken to. Tables with more cells than fit are left
/// as they are.
const MIN_CELL: usize = 6;

/// Breaks each row into the lines that are drawn for it, with line feeds. Rows of tables begin with
/// `|`.
pub(super) fn lay_out(rows: &mut [Row], columns: usize) {
    let is_table = |row: &Row| row.text.starts_with('|');
    for block in rows.chunk_by_mut(|a, b| is_table(a) == is_table(b)) {
        let lines: Vec<String> = block.iter().map(|row| escaped(&row.text).into_owned()).collect();
        let is_table = block.first().is_some_and(is_table);
        let drawn = if is_table { table(&lines, columns) } else { None };
        let drawn = drawn
            .unwrap_or_else(|| lines.iter().map(|line| broken(line, columns).join("\n")).collect());
        for (row, text) in block.iter_mut().zip(drawn) {
            row.text = text;
        }
    }
}

/// Returns the rows of a table in columns, or `None` if there are too many.
fn table(lines: &[String], columns: usize) -> Option<Vec<String>> {
    let rows: Vec<Vec<String>> = lines.iter().map(|line| cells(line)).collect();
    let mut widths = vec![0; rows.iter().map(Vec::len).max()?];
    let is_mark = |cell: &String| cell.len() > 2 && cell.bytes().all(|byte| byte == b'-');
    let is_rule = |row: &[String]| !row.is_empty() && row.iter().all(is_mark);
    for row in rows.iter().filter(|row| !is_rule(row)) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.lines().map(str::width).max().unwrap_or_default().max(*width);
        }
    }
    let room = columns.checked_sub(3 * widths.len().saturating_sub(1))?;
    let used = |most| widths.iter().map(|width| *width.min(&most)).sum::<usize>();
    let most = (MIN_CELL..=columns).rev().find(|most| used(*most) <= room)?;
    widths.iter_mut().for_each(|width| *width = (*width).min(most));
    let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("─┼─");
    let drawn = |row: &Vec<String>| if is_rule(row) { rule.clone() } else { aligned(row, &widths) };
    Some(rows.iter().map(drawn).collect())
}

/// Splits a row at its pipes, except those after a `\`. In a cell, `<br>` breaks the line.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut before = '|';
    let line = line.replace('\t', " ");
    for character in line.trim().trim_start_matches('|').chars() {
        match cells.last_mut() {
            Some(cell) if character == '|' && before == '\\' => {
                cell.pop();
                cell.push('|');
            }
            Some(cell) if character != '|' => cell.push(character),
            _ => cells.push(String::new()),
        }
        before = character;
    }
    cells.pop_if(|last| last.trim().is_empty());
    cells.iter().map(|cell| cell.trim().replace("<br>", "\n")).collect()
}

/// Draws a row of a table: numbers on the right, other cells on the left and broken at words.
fn aligned(row: &[String], widths: &[usize]) -> String {
    let break_cell = |(cell, width): (&String, &usize)| -> Vec<String> {
        cell.lines().flat_map(|line| broken(line, *width)).collect()
    };
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(break_cell).collect();
    let mut drawn = Vec::new();
    for at in 0..cells.iter().map(Vec::len).max().unwrap_or_default().max(1) {
        let mut line = String::new();
        for (number, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let text = cell.get(at).map_or("", String::as_str);
            let space = " ".repeat(width.saturating_sub(text.width()));
            line.push_str(if number > 0 { " │ " } else { "" });
            let (before, after) = if is_number(text) { (&*space, "") } else { ("", &*space) };
            [before, text, after].into_iter().for_each(|part| line.push_str(part));
        }
        drawn.push(line.trim_end().to_owned());
    }
    drawn.join("\n")
}

fn is_number(text: &str) -> bool {
    text.contains(|digit: char| digit.is_ascii_digit())
        && text.chars().all(|part| part.is_ascii_digit() || "+-.,%()$€£¥ ".contains(part))
}

/// Breaks a line at spaces, and words that are longer than a line. Other lines are indented like
/// the first.
fn broken(line: &str, columns: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat(indent.min(columns / 2));
    let mut lines = Vec::new();
    let mut current = String::new();
    for word in line.split_inclusive(' ') {
        let is_full = current.width() + word.trim_end().width() > columns;
        if is_full && !current.trim().is_empty() {
            lines.push(current.trim_end().to_owned());
            current.clone_from(&indent);
        }
        current.push_str(word);
        if current.trim_end().width() > columns {
            let mut pieces = wrapped(&current, columns);
            let last = pieces.pop().unwrap_or_default().to_owned();
            lines.extend(pieces.into_iter().map(str::to_owned));
            current = last;
        }
    }
    lines.push(current.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests;
