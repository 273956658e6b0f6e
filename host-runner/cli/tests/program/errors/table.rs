//! Tables in Markdown.

/// Returns a heading, a text and a table.
pub fn section(heading: &str, text: &str, columns: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut table = line(columns.iter().map(ToString::to_string).collect());
    table += &format!("|{}\n", "---|".repeat(columns.len()));
    for row in rows {
        assert_eq!(row.len(), columns.len(), "{row:?}");
        table += &line(row.iter().map(|cell| cell.replace('|', "\\|")).collect());
    }
    format!("## {heading}\n\n{}\n\n{table}", text.trim())
}

/// Returns text as code, which may contain backticks.
pub fn code(text: &str) -> String {
    match text.contains('`') {
        false => format!("`{text}`"),
        true => format!("`` {text} ``"),
    }
}

/// Shortens a list that grows with each dialect.
pub fn shortened(message: &str) -> String {
    match message.split_once("mycodeagent@") {
        Some((before, _)) => format!("{before}…"),
        None => message.into(),
    }
}
