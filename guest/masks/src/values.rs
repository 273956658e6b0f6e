//! Replaces all values of a file that holds secrets.
//!
//! One file: all formats of files with secrets are recognized by the same scan of lines.

use crate::block;
use crate::check;
use crate::format::ValueFormat;
use crate::rules::VALUE;
use crate::sentinel::{MASKED, is_token, push_sentinel, push_with_sentinels, without_sentinels};

/// A value that continues on the next line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Open {
    /// No value is open.
    #[default]
    Nothing,
    /// A quoted string, up to these marks.
    Quoted(String),
    /// All lines that are indented by more than this number of characters, in YAML.
    Indented(usize),
    /// All lines up to this one, in HCL.
    Heredoc(String),
    /// The word after `password`, in `.netrc`.
    Word,
    /// The word after `login`, in `.netrc`.
    Login,
    /// The lines that continue an unquoted value in INI: those indented by more than this number of
    /// characters.
    Nested(usize),
    /// The same after a backslash, and the next line.
    Continued(usize),
    /// The element after `<`, in XML.
    Element,
    /// All text up to `-->`, in XML.
    Comment,
    /// All text up to `]]>`, in XML.
    Cdata,
}

/// The state between the lines of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    open: Open,
}

const CDATA: &str = "<![CDATA[";
/// The maximum length of a kept name.
const MAX_NAME: usize = 128;

impl Values {
    /// Appends a line to `out` without its values, and returns the number of replaced values.
    ///
    /// A line that was masked before has no other values than its sentinels, unless it only looks
    /// as if.
    pub(crate) fn line(&mut self, format: ValueFormat, line: &str, out: &mut String) -> u64 {
        let Some(without) = without_sentinels(line) else {
            return self.new_line(format, line, out);
        };
        let (mut masked, start) = (String::new(), out.len());
        let count = self.new_line(format, &without, &mut masked);
        push_with_sentinels(&masked, out);
        if out.get(start..) == Some(line) { 0 } else { count }
    }

    fn new_line(&mut self, format: ValueFormat, line: &str, out: &mut String) -> u64 {
        match format {
            ValueFormat::Plain => {
                out.push_str(line);
                0
            }
            ValueFormat::Lines => replace(line, out),
            ValueFormat::Fields(kept) => fields(kept, line, out),
            ValueFormat::Netrc => self.netrc(line, out),
            ValueFormat::Xml => self.xml(line, out),
            ValueFormat::Json => self.flow(format, line, out),
            ValueFormat::Settings => {
                let is_between = matches!(self.open, Open::Nothing | Open::Nested(_));
                let is_kept = || {
                    split(ValueFormat::Ini, line)
                        .is_none_or(|(name, value)| !is_secret(name, value))
                };
                if is_between && is_kept() {
                    self.open = Open::Nothing;
                    return self.new_line(ValueFormat::Plain, line, out);
                }
                self.new_line(ValueFormat::Ini, line, out)
            }
            ValueFormat::Env | ValueFormat::Ini | ValueFormat::Yaml => {
                self.assignments(format, line, out)
            }
        }
    }

    fn assignments(&mut self, format: ValueFormat, line: &str, out: &mut String) -> u64 {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        match std::mem::take(&mut self.open) {
            Open::Quoted(marks) => return self.quoted_rest(marks, line, out),
            Open::Indented(by) if trimmed.is_empty() || indent > by => {
                self.open = Open::Indented(by);
                // The value was counted on its first line.
                replace(line, out);
                return 0;
            }
            Open::Heredoc(end) if trimmed.trim_end() != end => {
                self.open = Open::Heredoc(end);
                replace(line, out);
                return 0;
            }
            Open::Heredoc(_) => return self.new_line(ValueFormat::Plain, line, out),
            Open::Continued(by) => return self.continuation(by, line, out),
            Open::Nested(by) if is_structure(format, indent, trimmed) => {
                self.open = Open::Nested(by);
            }
            Open::Nested(by) if indent > by => return self.continuation(by, line, out),
            _ => {}
        }
        if is_structure(format, indent, trimmed) {
            return self.new_line(ValueFormat::Plain, line, out);
        }
        let Some((name, value)) = split(format, line) else {
            return match format {
                ValueFormat::Env => replace(line, out),
                ValueFormat::Yaml => {
                    let (dashes, value) = after_dashes(line);
                    out.push_str(dashes);
                    self.value(format, indent, value, out)
                }
                _ => self.flow(format, line, out),
            };
        };
        out.push_str(name);
        self.value(format, indent, value, out)
    }

    /// Replaces an assigned value. `indent` is that of the name.
    fn value(&mut self, format: ValueFormat, indent: usize, value: &str, out: &mut String) -> u64 {
        let trimmed = value.trim();
        let marks = ["\"\"\"", "'''", "\"", "'", "`"];
        if let Some(marks) = marks.into_iter().find(|marks| trimmed.starts_with(marks)) {
            let blank = value.len() - value.trim_start().len();
            let (start, inner) = value.split_at(blank + marks.len());
            out.push_str(start);
            return 1 + self.quoted_first(format, marks, inner, out);
        }
        let begins = |starts: &[char]| trimmed.starts_with(starts);
        if format != ValueFormat::Env && begins(&['{', '[']) {
            return self.flow(format, value, out);
        }
        if format == ValueFormat::Yaml && begins(&['|', '>']) {
            self.open = Open::Indented(indent);
            out.push_str(value);
            return 1;
        }
        let heredoc = trimmed.strip_prefix("<<-").or_else(|| trimmed.strip_prefix("<<"));
        if let Some(end) = heredoc.filter(|end| format == ValueFormat::Ini && end.len() <= MAX_NAME)
        {
            self.open = Open::Heredoc(end.to_owned());
            out.push_str(value);
            return 1;
        }
        match format {
            ValueFormat::Ini => drop(self.continuation(indent, value, out)),
            ValueFormat::Env if is_continued(value) => drop(self.continuation(indent, value, out)),
            _ => return replace(value, out),
        }
        u64::from(!trimmed.is_empty())
    }

    /// Replaces a part of an unquoted value, which was counted before.
    fn continuation(&mut self, by: usize, line: &str, out: &mut String) -> u64 {
        self.open = if is_continued(line) { Open::Continued(by) } else { Open::Nested(by) };
        replace(line, out);
        0
    }

    /// Replaces a string after its opening quotation mark. Returns the number of other values
    /// replaced in the line.
    fn quoted_first(
        &mut self,
        format: ValueFormat,
        marks: &str,
        text: &str,
        out: &mut String,
    ) -> u64 {
        let Some(end) = closing(text, marks) else {
            replace(text, out);
            // A JSON string cannot span lines.
            if format != ValueFormat::Json {
                self.open = Open::Quoted(marks.to_owned());
            }
            return 0;
        };
        let (inner, rest) = text.split_at(end);
        replace(inner, out);
        let (marks, rest) = rest.split_at(marks.len());
        out.push_str(marks);
        let after = rest.trim_start_matches([',', ';']);
        let comment = after.trim_start();
        let is_comment = comment.len() < after.len()
            && (comment.starts_with('#')
                || format == ValueFormat::Ini
                    && (comment.starts_with(';') || comment.starts_with("//")));
        if comment.is_empty() || is_comment {
            out.push_str(rest);
            return 0;
        }
        replace(rest, out)
    }

    /// Replaces a line of a string that started on an earlier one.
    fn quoted_rest(&mut self, marks: String, line: &str, out: &mut String) -> u64 {
        let Some(end) = closing(line, &marks) else {
            replace(line, out);
            self.open = Open::Quoted(marks);
            return 0;
        };
        let (inner, rest) = line.split_at(end);
        replace(inner, out);
        out.push_str(&marks);
        // If the mark did not close the string, this is a value.
        match rest.get(marks.len()..).unwrap_or_default() {
            rest @ ("" | "," | ";" | "\r") => out.push_str(rest),
            rest => drop(replace(rest, out)),
        }
        0
    }

    /// Replaces all strings, numbers and words that are not names, and keeps the text around them.
    fn flow(&mut self, format: ValueFormat, text: &str, out: &mut String) -> u64 {
        const BETWEEN: [char; 10] = [' ', '\t', '\r', ',', ':', '=', '{', '}', '[', ']'];
        let (mut rest, mut count) = (text, 0);
        while let Some(at) = rest.find(|character| !BETWEEN.contains(&character)) {
            let (between, value) = rest.split_at(at);
            out.push_str(between);
            let mark = ["\"", "'"].into_iter().find(|mark| value.starts_with(mark));
            let (start, inner) = value.split_at(mark.map_or(0, str::len));
            out.push_str(start);
            let end = match mark {
                Some(mark) => closing(inner, mark),
                None => inner.find(BETWEEN.as_slice()),
            };
            let (inner, after) = inner.split_at(end.unwrap_or(inner.len()));
            let (mark, after) =
                after.split_at(if end.is_some() { mark.map_or(0, str::len) } else { 0 });
            if is_name(format, inner, after, !mark.is_empty()) {
                out.push_str(inner);
            } else {
                count += replace(inner, out);
                if end.is_none() && !start.is_empty() && format != ValueFormat::Json {
                    self.open = Open::Quoted(start.to_owned());
                }
            }
            out.push_str(mark);
            rest = after;
        }
        out.push_str(rest);
        count
    }

    fn netrc(&mut self, line: &str, out: &mut String) -> u64 {
        if line.trim_start().starts_with('#') && self.open == Open::Nothing {
            return self.new_line(ValueFormat::Plain, line, out);
        }
        let (mut rest, mut count) = (line, 0);
        while let Some(at) = rest.find(|character: char| !character.is_whitespace()) {
            let (blank, words) = rest.split_at(at);
            out.push_str(blank);
            let quoted = words.strip_prefix('"').and_then(|text| closing(text, "\""));
            let start = quoted.map_or(0, |end| end + 2);
            let end = words.get(start..).unwrap_or_default().find(char::is_whitespace);
            let (word, after) = words.split_at(end.map_or(words.len(), |end| start + end));
            let open = std::mem::take(&mut self.open);
            if open == Open::Word {
                count += replace(word, out);
            } else {
                out.push_str(word);
                let is = |known: &&str| open != Open::Login && word.eq_ignore_ascii_case(known);
                if ["password", "passwd", "account"].iter().any(is) {
                    self.open = Open::Word;
                } else if ["login", "user"].iter().any(is) {
                    self.open = Open::Login;
                }
            }
            rest = after;
        }
        out.push_str(rest);
        count
    }

    fn xml(&mut self, line: &str, out: &mut String) -> u64 {
        let (mut rest, mut count) = (line, 0);
        while !rest.is_empty() {
            let open = std::mem::take(&mut self.open);
            let (end, is_value) = match &open {
                Open::Element => (rest.find(['>', '"', '\'']), false),
                Open::Comment => (rest.find("-->"), false),
                Open::Cdata => (rest.find("]]>"), true),
                Open::Quoted(mark) => (rest.find(&**mark), true),
                _ => (rest.find('<'), true),
            };
            let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
            match is_value {
                true => count += replace(text, out),
                false => out.push_str(text),
            }
            let mut mark = 1;
            self.open = match open {
                open if after.is_empty() => open,
                Open::Element if after.starts_with('>') => Open::Nothing,
                Open::Element => Open::Quoted(after.chars().take(1).collect()),
                Open::Comment | Open::Cdata | Open::Quoted(_) => Open::Element,
                _ if after.starts_with(CDATA) => {
                    mark = CDATA.len();
                    Open::Cdata
                }
                _ if after.starts_with("<!--") => Open::Comment,
                _ => Open::Element,
            };
            let (mark, after) = after.split_at(mark.min(after.len()));
            out.push_str(mark);
            rest = after;
        }
        count
    }
}

/// Appends a sentinel for a value, keeping the blanks around it. Returns the number of replaced
/// values: one, or none if it is empty.
fn replace(value: &str, out: &mut String) -> u64 {
    let trimmed = value.trim();
    if trimmed.is_empty() {
        out.push_str(value);
        return 0;
    }
    let start = value.len() - value.trim_start().len();
    out.push_str(value.get(..start).unwrap_or_default());
    push_sentinel(VALUE, out);
    out.push_str(value.get(value.trim_end().len()..).unwrap_or_default());
    1
}

fn fields(kept: u8, line: &str, out: &mut String) -> u64 {
    let colons = line
        .match_indices(':')
        .filter(|(at, _)| !line.get(..*at).unwrap_or_default().ends_with('\\'));
    let at = colons.map(|(at, _)| at + 1).nth(usize::from(kept).saturating_sub(1));
    let is_comment = line.trim_start().starts_with('#');
    let (name, value) = line.split_at(at.unwrap_or(if is_comment { line.len() } else { 0 }));
    out.push_str(name);
    replace(value, out)
}

/// Returns whether a line has no value: a comment, a section header, a YAML marker.
fn is_structure(format: ValueFormat, indent: usize, trimmed: &str) -> bool {
    let line = trimmed.trim_end();
    let is_section = || {
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        indent == 0
            && inner
                .is_some_and(|inner| !inner.starts_with(['"', '\'']) && !inner.contains(['=', ',']))
    };
    line.is_empty()
        || line.starts_with('#')
        || match format {
            ValueFormat::Ini => {
                line.starts_with([';', '!'])
                    || line.starts_with("//") && !line.contains('=')
                    || is_section()
            }
            ValueFormat::Yaml => line.starts_with('%') || ["---", "..."].contains(&line),
            _ => false,
        }
}

/// Splits a line after the sign between a name and its value.
fn split(format: ValueFormat, line: &str) -> Option<(&str, &str)> {
    let (dashes, rest) =
        if format == ValueFormat::Yaml { after_dashes(line) } else { line.split_at(0) };
    let start = rest.trim_start();
    let start = match format {
        ValueFormat::Env => ["export ", "set ", "setx "]
            .iter()
            .find_map(|word| start.strip_prefix(word))
            .unwrap_or(start),
        _ => start,
    };
    let quoted = ["\"", "'"].into_iter().find(|mark| start.starts_with(mark));
    let name = match quoted {
        Some(mark) => start.get(..closing(start.get(1..)?, mark)? + 2)?,
        None => {
            let is_part = |character: char| {
                character.is_alphanumeric() || "_-.".contains(character) || is_token(character)
            };
            let plain = start.split(|character| !is_part(character)).next()?;
            let after = start.get(plain.len()..)?.trim_start();
            let is_plain = after.starts_with(if format == ValueFormat::Yaml { ':' } else { '=' })
                || after.starts_with(':') && format == ValueFormat::Ini && !plain.is_empty();
            match format {
                _ if is_plain => plain,
                ValueFormat::Yaml => start.split(": ").next()?.trim_end_matches([':', '\r']),
                ValueFormat::Ini => start.split('=').next()?.trim_end(),
                _ => return None,
            }
        }
    };
    let after = start.get(name.len()..)?.trim_start();
    let is_assigned = match format {
        ValueFormat::Yaml => {
            after.trim_end() == ":" || after.starts_with(": ") || after.starts_with(":\t")
        }
        ValueFormat::Ini => after.starts_with(['=', ':']),
        _ => after.starts_with('='),
    };
    // A line of a key, or of another multi-line value, has no name.
    let is_value = name.is_empty()
        || name.len() > MAX_NAME
        || name.contains(MASKED)
        || check::is_random(name.as_bytes())
        || block::unknown(line).is_some() && (line.len() >= 40 || line.trim_end().ends_with("=="));
    let value = after.get(1..).filter(|_| is_assigned && !is_value)?;
    let value = value.strip_prefix('>').filter(|_| format == ValueFormat::Ini).unwrap_or(value);
    debug_assert!(dashes.len() + value.len() <= line.len(), "the value is the end of the line");
    Some(line.split_at(line.len() - value.len()))
}

/// Returns whether a setting is a secret, by its name or by its value.
fn is_secret(name: &str, value: &str) -> bool {
    const WORDS: &str = "pass pw secret token key credential auth private";
    let value = value.trim().trim_matches(['"', '\'']);
    let is_flag = ["true", "false", ""].contains(&value);
    let is_named =
        || WORDS.split(' ').any(|word| check::contains(name.as_bytes(), word.as_bytes()));
    let is_random = || !value.contains(' ') && check::is_random(value.as_bytes());
    !is_flag && (is_named() || is_random() || check::is_chosen(value.as_bytes(), true))
}

/// Returns whether a line ends with a backslash that is not escaped.
fn is_continued(line: &str) -> bool {
    let line = line.trim_end();
    (line.len() - line.trim_end_matches('\\').len()) % 2 == 1
}

/// Splits a line of YAML after the dashes of lists.
fn after_dashes(line: &str) -> (&str, &str) {
    let mut rest = line;
    while let Some(after) = rest.trim_start().strip_prefix("- ") {
        rest = after;
    }
    let blank = rest.len() - rest.trim_start().len();
    line.split_at(line.len() - rest.len() + blank)
}

/// Returns whether the text before `after` is a name.
fn is_name(format: ValueFormat, name: &str, after: &str, is_quoted: bool) -> bool {
    let next = after.trim_start();
    let is_colon =
        next.starts_with(':') && (is_quoted || next.len() == 1 || next.starts_with(": "));
    let is_equals = format == ValueFormat::Ini
        && next.starts_with('=')
        && !next.starts_with("==")
        && next.len() > 1;
    let is_masked = name.contains(MASKED) || check::is_random(name.as_bytes());
    (is_colon || is_equals) && name.len() <= MAX_NAME && !is_masked
}

/// Returns the offset of the closing marks. A backslash escapes within `"` and `` ` ``.
fn closing(text: &str, marks: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' && !marks.starts_with('\'') {
            is_escaped = true;
        } else if text.get(at..).is_some_and(|text| text.starts_with(marks)) {
            return Some(at);
        }
    }
    None
}
