//! Rows of tables with lines, whose cells are often drawn column by column, and their columns.

use super::line::{Line, MAX_INDENT};
use crate::matrix::Matrix;
use crate::rectangle::Rectangle;
use readroom_names::sort_by;
use std::cmp::Ordering;

/// The maximum number of lines of a page, and of edges that are compared with each of them.
const MAX_LINES: usize = 2048;
const MAX_EDGES: usize = 256;
/// The maximum shift and the maximum gap between parts of an edge, in units of the page.
const MAX_SHIFT: f64 = 1.0;
const MAX_GAP: f64 = 3.0;
/// The maximum distance between the baselines of a row, and the maximum overlap of its cells, in
/// parts of the font size.
const MAX_HEIGHT: f64 = 1.2;
const MAX_OVERLAP: f64 = 0.2;
/// The width of a character, in parts of the font size.
const CHARACTER: f64 = 0.5;

/// A line of text between two edges: its number, its extent, and those of the edges.
struct Cell {
    line: usize,
    bounds: Rectangle,
    size: f64,
    edges: (usize, usize),
}

/// Returns the lines of a page, in which those of a row are one, at the first of them.
pub(super) fn with_rows(mut lines: Vec<Line>, rules: &[Rectangle]) -> Vec<Line> {
    let direction = lines.iter().find_map(|line| line.pieces.first().map(|_| line.direction));
    let edges = edges(rules, direction.unwrap_or_default());
    let mut cells = Vec::new();
    for (at, line) in lines.iter().enumerate().take(MAX_LINES) {
        if Some(line.direction) == direction
            && let Some(cell) = cell(at, line, &edges)
        {
            cells.push(cell);
        }
    }
    sort_by(&mut cells, |a, b| {
        a.edges.cmp(&b.edges).then_with(|| a.bounds.left.total_cmp(&b.bounds.left))
    });
    for cells in cells.chunk_by(|last, next| last.edges == next.edges).filter(|row| is_row(row)) {
        let mut row = Line::default();
        for cell in cells {
            if let Some(line) = lines.get_mut(cell.line) {
                row.append(line);
            }
        }
        let first = cells.iter().map(|cell| cell.line).min();
        if let Some(first) = first.and_then(|first| lines.get_mut(first)) {
            row.before = first.before;
            *first = row;
        }
    }
    lines
}

/// Aligns the columns of lines with cells that are one below the other. A line between two of them
/// that starts farther to the right is a cell, too.
pub(super) fn align(lines: &mut [Line]) {
    for table in lines.chunk_by_mut(|last, next| next.is_below(last)) {
        let rows = || table.iter().filter(|line| line.has_cells).filter_map(Line::bounds);
        let left = rows().map(|(row, _)| row.left).fold(f64::INFINITY, f64::min);
        let Some((_, size)) = rows().next() else { continue };
        let is_cell = |lines: &[Line]| match lines {
            [last, line, next] => {
                let is_right = |(row, _): (Rectangle, _)| row.left > left + MAX_INDENT * size;
                last.has_cells && next.has_cells && line.bounds().is_some_and(is_right)
            }
            _ => false,
        };
        let cells: Vec<bool> = table.windows(3).map(is_cell).collect();
        for (line, is_cell) in table.iter_mut().skip(1).zip(cells) {
            line.has_cells |= is_cell;
        }
        for row in table.iter_mut().filter(|line| line.has_cells) {
            row.grid = Some((left, size * CHARACTER));
        }
    }
}

/// Returns whether lines between the same edges are side by side.
fn is_row(cells: &[Cell]) -> bool {
    let is_beside = |pair: &[Cell]| match pair {
        [last, next] => {
            let (from, to) = (last.bounds, next.bounds);
            to.left - from.right > -MAX_OVERLAP * last.size
                && (to.bottom - from.bottom).abs() < MAX_HEIGHT * last.size
        }
        _ => true,
    };
    cells.len() > 1 && cells.windows(2).all(is_beside)
}

/// Returns the edges of rectangles along lines of this direction, from the bottom.
fn edges(rules: &[Rectangle], direction: (f64, f64)) -> Vec<Rectangle> {
    let (turn, _) = Matrix::turns(direction);
    let mut edges = Vec::new();
    for rule in rules {
        let rule = rule.transformed(&turn);
        edges.push(rule);
        edges.push(Rectangle { bottom: rule.top, ..rule });
    }
    sort_by(&mut edges, order);
    let (mut level, mut last) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for edge in &mut edges {
        if edge.bottom - last > MAX_SHIFT {
            level = edge.bottom;
        }
        last = std::mem::replace(&mut edge.bottom, level);
    }
    sort_by(&mut edges, order);
    edges.dedup_by(|next, edge| {
        let continues = next.bottom == edge.bottom && next.left - edge.right < MAX_GAP;
        edge.right = if continues { edge.right.max(next.right) } else { edge.right };
        continues
    });
    edges
}

fn order(a: &Rectangle, b: &Rectangle) -> Ordering {
    a.bottom.total_cmp(&b.bottom).then_with(|| a.left.total_cmp(&b.left))
}

/// Returns a line between the nearest edges below and above its middle.
fn cell(line: usize, text: &Line, edges: &[Rectangle]) -> Option<Cell> {
    let (bounds, size) = text.bounds()?;
    let (x, y) = (f64::midpoint(bounds.left, bounds.right), bounds.bottom + size / 4.0);
    let after = edges.partition_point(|edge| edge.bottom < y);
    let is_at =
        |at: &usize| edges.get(*at).is_some_and(|edge| (edge.left..=edge.right).contains(&x));
    let below = (0..after).rev().take(MAX_EDGES).find(is_at)?;
    let above = (after..edges.len()).take(MAX_EDGES).find(is_at)?;
    Some(Cell { line, bounds, size, edges: (below, above) })
}
