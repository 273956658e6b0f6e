//! Prints tables in Markdown.

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
