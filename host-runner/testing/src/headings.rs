//! Headings of the documents, as links name them.

/// Returns the names of the headings of a Markdown text, as the common sites make them for links.
pub fn headings(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
    heading.to_lowercase().chars().filter(kept).collect::<String>().trim().replace(' ', "-")
}
