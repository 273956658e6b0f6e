//! Computes the link anchors of headings in the documents.

/// Returns the anchors of the headings of a Markdown text, as common sites generate them.
pub fn headings(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
    heading.to_lowercase().chars().filter(kept).collect::<String>().trim().replace(' ', "-")
}
