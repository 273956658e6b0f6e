//! Finds lines in a comment or a string that started on an earlier line.

use super::indentation::Line;
use super::language::Language;
use super::role::word;

/// Tracks comments and strings that span lines, where that is cheap. Their lines are not searched
/// for declarations.
#[derive(Debug)]
pub(super) struct Literals {
    language: Language,
    /// The end delimiter of the open one.
    until: Option<&'static str>,
    /// The last line of the open text: `EOF` of `<<EOF`.
    here: Option<String>,
}

impl Literals {
    pub(super) fn new(language: Language) -> Self {
        Self { language, until: None, here: None }
    }

    /// Returns whether a line starts inside such a comment or string. Takes the lines of a file in
    /// order.
    pub(super) fn contain(&mut self, line: &Line<'_>) -> bool {
        if let Some(end) = &self.here {
            let rest = line.text.strip_prefix(&end[..]);
            if rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            {
                self.here = None;
            }
            return true;
        }
        let inside = self.until.is_some();
        if !inside && !line.clipped && self.language.has_here_documents() {
            self.here = here_document(line.text).map(String::from);
        }
        let mut rest = line.text;
        loop {
            if let Some(end) = self.until {
                let Some(at) = find_end(rest, end, self.language) else { break };
                self.until = None;
                rest = rest.get(at + end.len()..).unwrap_or_default();
            } else {
                let Some((end, after)) = self.begin(rest) else { break };
                self.until = Some(end);
                rest = after;
            }
        }
        if self.until.is_none()
            && self.language == Language::Words
            && !line.clipped
            && line.text.ends_with("\"\\")
        {
            self.until = Some(QUOTE);
        }
        // The end may be in the clipped part. A start there is missed, too.
        if line.clipped
            && (!inside || self.until.is_some_and(|end| line.last == end.chars().next_back()))
        {
            self.until = None;
        }
        inside
    }

    /// Returns whether the next line starts inside one.
    pub(super) fn is_open(&self) -> bool {
        self.until.is_some() || self.here.is_some()
    }

    /// Returns the end delimiter of the first one that starts in the text, and the text after its
    /// start.
    fn begin<'t>(&self, text: &'t str) -> Option<(&'static str, &'t str)> {
        let comments = self.language.has_block_comments().then_some(("/*", "*/"));
        let quotes = self.language.quotes().iter().copied();
        let found = comments.into_iter().chain(quotes).filter_map(|(begin, end)| {
            let at = find(text, begin)?;
            Some((at, end, text.get(at + begin.len()..)?))
        });
        let (at, end, after) = found.min_by_key(|(at, ..)| *at)?;
        let before = text.get(..at)?;
        (!is_literal(before, self.language)).then_some((end, after))
    }
}

/// The end of a string that continues after a backslash at the end of its first line.
const QUOTE: &str = "\"";

/// Returns the last line of the text that starts after a line: `EOF` of `cat <<-'EOF'`.
fn here_document(text: &str) -> Option<&str> {
    let mut places = memchr::memchr_iter(b'<', text.as_bytes());
    places.find_map(|at| {
        let before = text.get(..at)?;
        let rest = text.get(at..)?.strip_prefix("<<")?;
        let rest = rest.strip_prefix('<').unwrap_or(rest);
        let name = rest.trim_start_matches(['~', '-', '"', '\'', '`', '\\']);
        let (name, _) = word(name);
        let is_marked = !rest.starts_with(name) || name.chars().all(|c| !c.is_lowercase());
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_comment = before.contains("# ") || before.ends_with(|c: char| c.is_alphanumeric());
        (is_name && is_marked && !is_comment).then_some(name)
    })
}

/// Returns the offset of the end delimiter of a comment or a string. A backslash escapes it in
/// JavaScript, and where the string began with one.
fn find_end(text: &str, end: &str, language: Language) -> Option<usize> {
    let has_escapes = match language {
        Language::Words => end == QUOTE,
        Language::JavaScript => end == "`",
        _ => false,
    };
    if !has_escapes {
        return find(text, end);
    }
    let first = end.bytes().next()?;
    let mut ends = memchr::memchr_iter(first, text.as_bytes());
    ends.find(|&at| text.get(..at).is_some_and(|before| !before.ends_with('\\')))
}

/// Returns the offset of a rare needle, searching for its first byte.
fn find(text: &str, needle: &str) -> Option<usize> {
    let first = needle.bytes().next()?;
    let mut places = memchr::memchr_iter(first, text.as_bytes());
    places.find(|&at| text.get(at..).is_some_and(|from| from.starts_with(needle)))
}

/// Returns whether the rest of a line is part of a comment or a string of that line.
fn is_literal(before: &str, language: Language) -> bool {
    let comment = match language {
        Language::Python => before.contains('#'),
        Language::Sql => before.contains("--"),
        _ => before.contains("//"),
    };
    // A path or a pattern such as "a/*" is in quotes; a comment may contain an apostrophe.
    comment || ['"', '\'', '`'].into_iter().any(|quote| before.matches(quote).count() % 2 == 1)
}
