//! Prints tables in Markdown.

use std::time::Duration;

/// A table that is filled row by row.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|name| (*name).to_string()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Prints the table below its title, or nothing if it has no rows.
    pub(crate) fn print(&self, title: &str) {
        let [head, rows @ ..] = self.rows.as_slice() else { return };
        if rows.is_empty() {
            return;
        }
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| Some(row.get(column)?.chars().count()))
                .max()
                .unwrap_or_default()
        };
        let line = |cells: &[String]| {
            let cells = cells.iter().enumerate().map(|(column, cell)| match column {
                0 => format!(" {cell:<0$} ", width(column)),
                _ => format!(" {cell:>0$} ", width(column)),
            });
            format!("|{}|", cells.collect::<Vec<_>>().join("|"))
        };
        let rule = (0..head.len()).map(|column| match column {
            0 => "-".repeat(width(column) + 2),
            _ => format!("{}:", "-".repeat(width(column) + 1)),
        });
        println!("\n## {title}\n\n{}\n|{}|", line(head), rule.collect::<Vec<_>>().join("|"));
        rows.iter().for_each(|row| println!("{}", line(row)));
    }
}

/// Formats a duration in a suitable unit.
pub(crate) fn time(duration: Duration) -> String {
    match duration.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{:.1} µs", seconds * 1e6),
    }
}

/// Formats how many times longer one duration is than another.
pub(crate) fn ratio(one: Duration, other: Duration) -> String {
    format!("{:.2}x", one.as_secs_f64() / other.as_secs_f64())
}

/// Formats a number of bytes.
pub(crate) fn bytes(count: u64) -> String {
    format!("{:.1} MiB", count as f64 / (1024.0 * 1024.0))
}
