//! Finds lines in a comment or a string that started on an earlier line.

use super::indentation::{Inside, Line};
use super::nesting::MAX_DEPTH;
use super::role::word;
use super::spans::{Begin, Kind, Span, Spelling, until_line};
use std::borrow::Cow;

/// Follows comments and strings through a file, to know which lines start inside one: those are not
/// searched for declarations.
#[derive(Debug)]
pub(super) struct Literals {
    spelling: Spelling,
    spans: Vec<Span>,
    /// Whether one of them may begin with a byte.
    begins: [bool; 256],
    /// The open ones, outermost first: a template has others in its expressions.
    open: Vec<Open>,
    /// The last lines of the open texts, the first one last: `EOF` of `<<EOF`.
    here: Vec<String>,
    /// The column of the key of the open block scalar.
    scalar: Option<u32>,
}

/// An open comment or string.
#[derive(Debug)]
struct Open {
    span: Span,
    end: Cow<'static, [u8]>,
    /// The number of open ones inside this one, or of braces around an expression of a template.
    depth: u32,
}

impl Literals {
    /// Returns those of a file with this name.
    pub(super) fn new(name: &str) -> Self {
        let spelling = Spelling::of(name);
        let spans = spelling.spans();
        let mut begins = [false; 256];
        for first in spans.iter().filter_map(|span| span.begin.bytes().next()) {
            if let Some(begins) = begins.get_mut(usize::from(first)) {
                *begins = true;
            }
        }
        let (open, here) = (Vec::new(), Vec::new());
        Self { spelling, spans, begins, open, here, scalar: None }
    }

    /// Returns those of a file with this name whose lines may be left of the code around them: no
    /// scalars of YAML, and no documentation between lines of code.
    pub(super) fn of_code(name: &str) -> Self {
        let literals = Self::new(name);
        let spelling = Spelling { is_yaml: false, pod_end: "", ..literals.spelling };
        Self { spelling, ..literals }
    }

    /// Takes the lines of a file in order, and returns each with what it is inside of.
    pub(super) fn follow<'t>(&mut self, line: Line<'t>) -> Line<'t> {
        let starts = line.indentation.is_some()
            && (self.is_in_scalar(&line)
                || self.is_in_here_document(line.text)
                || self.scan(&line));
        let ends = !self.open.is_empty() || !self.here.is_empty();
        Line { inside: Inside { starts, ends }, ..line }
    }

    /// Returns whether a line is inside a block scalar of YAML, which is deeper than its key.
    fn is_in_scalar(&mut self, line: &Line<'_>) -> bool {
        if self.scalar.is_some() && line.indentation > self.scalar {
            return true;
        }
        self.scalar =
            line.indentation.filter(|_| self.spelling.is_yaml && begins_scalar(line.text));
        let key = line.text.trim_start_matches(['-', ' ']);
        if !key.starts_with(['|', '>']) {
            let items = u32::try_from(line.text.len() - key.len()).unwrap_or_default();
            self.scalar = self.scalar.map(|column| column + items);
        }
        false
    }

    /// Returns whether a line is in a here document.
    fn is_in_here_document(&mut self, text: &str) -> bool {
        let Some(end) = self.here.last() else { return false };
        let rest = text.strip_prefix(&end[..]);
        if rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')) {
            self.here.pop();
        }
        true
    }

    /// Follows the comments and strings in a line. Returns whether it starts inside one.
    fn scan(&mut self, line: &Line<'_>) -> bool {
        let starts = !self.open.is_empty();
        let Some(text) = line.whole else {
            // The end may be in a line that is too long. A start there is missed, too.
            let is_end = |open: &Open| open.end.last().copied().map(char::from) == line.last;
            if !starts || self.open.last().is_some_and(is_end) {
                self.open.clear();
            }
            return starts;
        };
        let Spelling { arrows, pod_end, .. } = self.spelling;
        if !starts && !line.clipped && !arrows.is_empty() {
            self.here = here_documents(text, arrows);
        }
        if !starts && let Some(end) = until_line(line, pod_end) {
            self.open.push(Open::until(end, Kind::Plain));
            return false;
        }
        let (bytes, mut at, mut outside) = (text.as_bytes(), 0, 0);
        while let Some(rest @ [_, ..]) = bytes.get(at..) {
            at += match self.open.last_mut() {
                Some(open) if !open.is_expression() => {
                    let (length, is_end) = open.skip(rest);
                    if is_end {
                        self.open.pop();
                        outside = at + length;
                    }
                    length
                }
                _ => self.skip_code(bytes, at),
            };
        }
        // A backslash continues a string on the next line.
        if !text.ends_with('\\') {
            self.open.pop_if(|open| !open.span.has_lines);
        }
        if self.spelling.has_open_quotes && self.open.is_empty() {
            let rest = text.get(outside..).unwrap_or_default();
            let kind = |quote| if quote == "\"" { Kind::Escaped } else { Kind::Plain };
            let quote = opened_quote(rest, &self.spelling);
            self.open.extend(quote.map(|quote| Open::until(quote, kind(quote))));
        }
        starts
    }

    /// Returns the number of bytes from an offset in code to what begins there next, with its
    /// beginning.
    fn skip_code(&mut self, line: &[u8], from: usize) -> usize {
        let rest = line.get(from..).unwrap_or_default();
        let mut expression = self.open.last_mut();
        let begins = |byte: &u8| self.begins.get(usize::from(*byte)).copied().unwrap_or_default();
        let is_brace = |byte: &u8| matches!(byte, b'{' | b'}');
        let found = match expression {
            None => rest.iter().position(begins),
            Some(_) => rest.iter().position(|byte| begins(byte) || is_brace(byte)),
        };
        let Some(at) = found else { return rest.len() };
        match (&mut expression, rest.get(at)) {
            (Some(open), Some(b'{')) => open.depth += 1,
            (Some(open), Some(b'}')) => open.depth -= 1,
            _ => return at + self.begin(line, from + at),
        }
        at + 1
    }

    /// Opens what begins at an offset, if anything. Returns the number of its bytes.
    fn begin(&mut self, line: &[u8], at: usize) -> usize {
        let (before, from) = line.split_at_checked(at).unwrap_or_default();
        for span in &self.spans {
            match span.begin_at(before, from) {
                Some(Begin::Whole(length)) => return length,
                Some(Begin::Open(_, length)) if self.open.len() >= MAX_DEPTH => return length,
                Some(Begin::Open(end, length)) => {
                    self.open.push(Open { span: *span, end, depth: 0 });
                    return length;
                }
                None => {}
            }
        }
        1
    }
}

impl Open {
    /// Returns one that began at the end of a line.
    fn until(end: &'static str, kind: Kind) -> Self {
        let span = Span { begin: end, end, kind, has_lines: true };
        Self { span, end: end.as_bytes().into(), depth: 0 }
    }

    fn is_expression(&self) -> bool {
        self.span.kind == Kind::Template && self.depth > 0
    }

    /// Returns the number of bytes up to its end, an expression in it, or the end of the line, and
    /// whether it ends there.
    fn skip(&mut self, line: &[u8]) -> (usize, bool) {
        let Span { begin, kind, .. } = self.span;
        let Some(&end) = self.end.first() else { return (line.len(), false) };
        let (escape, other) = match kind {
            Kind::Escaped => (b'\\', end),
            Kind::Template => (b'\\', b'$'),
            Kind::Nested => (end, begin.bytes().next().unwrap_or(end)),
            _ => (end, end),
        };
        let mut at = 0;
        while let Some(rest) = line.get(at..)
            && let Some(found) = memchr::memchr3(end, escape, other, rest)
        {
            let rest = rest.get(found..).unwrap_or_default();
            at += found;
            if rest.first() == Some(&escape) && escape != end {
                at += 2;
            } else if let Some(after) = rest.strip_prefix(&*self.end) {
                at += self.end.len();
                if kind == Kind::Doubled && after.first() == Some(&end) {
                    at += 1;
                } else if self.depth > 0 {
                    self.depth -= 1;
                } else {
                    // The last of the quotes end it.
                    let is_quote = |byte: &&u8| **byte == end && self.end.len() > 1 && end == b'"';
                    return (at + after.iter().take_while(is_quote).count(), true);
                }
            } else if kind == Kind::Nested && rest.starts_with(begin.as_bytes()) {
                self.depth += 1;
                at += begin.len();
            } else if kind == Kind::Template && rest.starts_with(b"${") {
                self.depth = 1;
                return (at + 2, false);
            } else {
                at += 1;
            }
        }
        (line.len(), false)
    }
}

/// Returns the quote at the end of a line that begins a string: `x = "`. A lone quote may also end
/// one.
fn opened_quote(text: &str, spelling: &Spelling) -> Option<&'static str> {
    let text = text.strip_suffix('\\').unwrap_or(text);
    ["\"", "'"].into_iter().find(|quote| {
        let Some(before) = text.strip_suffix(*quote) else { return false };
        let before = before.strip_suffix('b').unwrap_or(before);
        let is_argument = before.ends_with(' ') && spelling.is_shell;
        let is_value = before.trim_end_matches(' ').ends_with(['=', '(', '[', ',', '{', '&', '!']);
        (is_value || is_argument)
            && text.matches(*quote).count() % 2 == 1
            && !before.contains(spelling.comment)
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
