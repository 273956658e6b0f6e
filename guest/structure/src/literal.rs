//! Finds lines in a comment or a string that started on an earlier line.

use super::indentation::Line;
use super::language::Language;
use super::role::word;
use super::spans::{Chosen, Spans, until_line};
use std::borrow::Cow;

/// Tracks comments and strings that span lines, where that is cheap. Their lines are not searched
/// for declarations.
#[derive(Debug)]
pub(super) struct Literals {
    language: Language,
    spans: Spans,
    /// The end delimiter of the open one.
    until: Option<Cow<'static, str>>,
    /// The last lines of the open texts, the first one last: `EOF` of `<<EOF`.
    here: Vec<String>,
    /// The column of the key of the open block scalar.
    scalar: Option<u32>,
}

impl Literals {
    /// Returns those of a file with this name.
    pub(super) fn new(name: &str, language: Language) -> Self {
        Self {
            language,
            spans: Spans::of(name, language),
            until: None,
            here: Vec::new(),
            scalar: None,
        }
    }

    /// Returns whether a line starts inside such a comment or string. Takes the lines of a file in
    /// order.
    pub(super) fn contain(&mut self, line: &Line<'_>) -> bool {
        if self.is_in_scalar(line) {
            return true;
        }
        if let Some(end) = self.here.last() {
            let rest = line.text.strip_prefix(&end[..]);
            if rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            {
                self.here.pop();
            }
            return true;
        }
        let inside = self.until.is_some();
        if !inside && !line.clipped && self.spans.has_here_documents {
            self.here = here_documents(line.text, self.spans.arrows);
        }
        let mut rest = line.text;
        if !inside && let Some(end) = until_line(line, self.spans.pod_end) {
            (self.until, rest) = (Some(end.into()), "");
        }
        loop {
            if let Some(end) = &self.until {
                let Some(at) = find_end(rest, end, self.language) else { break };
                rest = rest.get(at + end.len()..).unwrap_or_default();
                self.until = None;
            } else {
                let Some((end, after)) = self.begin(rest) else { break };
                self.until = Some(end);
                rest = after;
            }
        }
        if self.until.is_none() && !line.clipped {
            self.until = if self.spans.has_plain_strings {
                opens_string(rest, self.spans.comment).then_some("\"")
            } else {
                opened_quote(rest, &self.spans).filter(|_| self.spans.has_open_quotes)
            }
            .map(Cow::Borrowed);
        }
        // The end may be in the clipped part. A start there is missed, too.
        if line.clipped
            && (!inside
                || self.until.as_ref().is_some_and(|end| line.last == end.chars().next_back()))
        {
            self.until = None;
        }
        inside
    }

    /// Returns whether a line is inside a block scalar of YAML, which is deeper than its key.
    fn is_in_scalar(&mut self, line: &Line<'_>) -> bool {
        if self.scalar.is_some() && line.indentation > self.scalar {
            return true;
        }
        self.scalar = line.indentation.filter(|_| self.spans.is_yaml && begins_scalar(line.text));
        let key = line.text.trim_start_matches(['-', ' ']);
        if !key.starts_with(['|', '>']) {
            let items = u32::try_from(line.text.len() - key.len()).unwrap_or_default();
            self.scalar = self.scalar.map(|column| column + items);
        }
        false
    }

    /// Returns whether the next line starts inside one.
    pub(super) fn is_open(&self) -> bool {
        self.until.is_some() || !self.here.is_empty()
    }

    /// Returns the end delimiter of the first one that starts in the text, and the text after its
    /// start.
    fn begin<'t>(&self, text: &'t str) -> Option<(Cow<'static, str>, &'t str)> {
        let found = self.spans.pairs().filter_map(|(begin, end)| {
            Some((find(text, begin)?, Cow::Borrowed(*end), begin.len()))
        });
        let chosen = self.spans.chosen.and_then(|kind| Chosen::find(kind, text));
        let (at, end, length) = found.chain(chosen).min_by_key(|(at, ..)| *at)?;
        let (before, from) = text.split_at_checked(at)?;
        // A comment such as `//*`.
        if end == "*/" && before.ends_with('/') {
            return None;
        }
        // A long comment of Lua.
        let before = before.strip_suffix("--").filter(|_| self.spans.is_lua).unwrap_or(before);
        (!is_literal(before, self.spans.comment)).then(|| Some((end, from.get(length..)?)))?
    }
}

/// Returns whether a string in double quotes begins in a line and does not end there. A character
/// may be in quotes, too.
fn opens_string(text: &str, comment: &str) -> bool {
    let Some(mark) = comment.bytes().next() else { return false };
    let mut rest = text;
    while let Some(at) = memchr::memchr3(b'"', b'\'', mark, rest.as_bytes()) {
        let (before, from) = rest.split_at_checked(at).unwrap_or_default();
        if from.starts_with(comment) {
            return false;
        }
        rest = from.get(1..).unwrap_or_default();
        let mut after = rest.chars();
        match (from.bytes().next(), after.next()) {
            (Some(b'"'), _) => {
                // Raw strings with other delimiters are known already.
                let is_raw = before.ends_with('r') || before.ends_with('#');
                let end = if is_raw { rest.find('"') } else { end_of_string(rest, '"') };
                let Some(end) = end else { return true };
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            (Some(b'\''), Some('\\')) => {
                let end = end_of_string(rest, '\'').unwrap_or_default();
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            (Some(b'\''), Some(_)) => rest = after.as_str().strip_prefix('\'').unwrap_or(rest),
            _ => {}
        }
    }
    false
}

/// Returns the offset of a quote that no backslash escapes.
fn end_of_string(text: &str, quote: char) -> Option<usize> {
    let escapes = |before: &str| before.len() - before.trim_end_matches('\\').len();
    text.match_indices(quote)
        .map(|(at, _)| at)
        .find(|&at| text.get(..at).is_some_and(|before| escapes(before) % 2 == 0))
}

/// Returns the quote at the end of a line that begins a string: `x = "`. A lone quote may also end
/// one.
fn opened_quote(text: &str, spans: &Spans) -> Option<&'static str> {
    let text = text.strip_suffix('\\').unwrap_or(text);
    ["\"", "'"].into_iter().find(|quote| {
        let Some(before) = text.strip_suffix(*quote) else { return false };
        let before = before.strip_suffix('b').unwrap_or(before);
        let is_argument = before.ends_with(' ') && spans.is_shell;
        let is_value = before.trim_end_matches(' ').ends_with(['=', '(', '[', ',', '{', '&', '!']);
        (is_value || is_argument)
            && text.matches(*quote).count() % 2 == 1
            && !before.contains(spans.comment)
    })
}

/// Returns whether a line of YAML ends with the mark of a block scalar: `|`, `>-`.
pub(super) fn begins_scalar(text: &str) -> bool {
    let text = text.split_once(" #").map_or(text, |(text, _)| text).trim_end();
    let marks = text.rsplit(' ').next().and_then(|end| end.strip_prefix(['|', '>']));
    marks.is_some_and(|marks| marks.chars().all(|c| "+-0123456789".contains(c)))
}

/// Returns the last lines of the texts that start after a line, the first one last: `EOF` of
/// `cat <<-'EOF'`.
fn here_documents(text: &str, arrows: &str) -> Vec<String> {
    let ends = memchr::memchr_iter(b'<', text.as_bytes()).filter_map(|at| {
        let before = text.get(..at)?;
        let rest = text.get(at..)?.strip_prefix(arrows)?;
        let rest = rest.strip_prefix('<').unwrap_or(rest);
        let rest = if arrows.len() > 2 { rest.trim_start() } else { rest };
        let name = rest.trim_start_matches(['~', '-', '"', '\'', '`', '\\']);
        let (name, _) = word(name);
        let is_marked =
            arrows.len() > 2 || !rest.starts_with(name) || name.chars().all(|c| !c.is_lowercase());
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_comment =
            before.contains("# ") || before.ends_with(|c: char| c.is_alphanumeric() || c == '<');
        (is_name && is_marked && !is_comment).then(|| name.into())
    });
    let mut ends: Vec<_> = ends.collect();
    ends.reverse();
    ends
}

/// Returns the offset of the end delimiter of a comment or a string. A backslash escapes it in
/// JavaScript, and where the string began with one.
fn find_end(text: &str, end: &str, language: Language) -> Option<usize> {
    let has_escapes = match language {
        Language::JavaScript => end == "`",
        _ => end == "\"",
    };
    if !has_escapes {
        return find(text, end);
    }
    end_of_string(text, end.chars().next()?)
}

/// Returns the offset of a rare needle, searching for its first byte.
fn find(text: &str, needle: &str) -> Option<usize> {
    let first = needle.bytes().next()?;
    let mut places = memchr::memchr_iter(first, text.as_bytes());
    places.find(|&at| text.get(at..).is_some_and(|from| from.starts_with(needle)))
}

/// Returns whether the rest of a line is part of a comment or a string of that line.
fn is_literal(before: &str, comment: &str) -> bool {
    // A path or a pattern such as "a/*" is in quotes; a comment may contain an apostrophe.
    before.contains(comment)
        || ['"', '\'', '`'].into_iter().any(|quote| before.matches(quote).count() % 2 == 1)
}
