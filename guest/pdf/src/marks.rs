//! Distinguishes document text from generated text: headings, fences, and marks in brackets. Other
//! document formats have the same marks.

use std::borrow::Cow;

/// The placeholder for the mark before hidden text until it is written. It does not occur in text.
pub const BEGIN: char = '\u{1}';
/// The same for the mark after it.
pub const END: char = '\u{2}';
/// The placeholder for the `[` of a generated mark in text.
pub const OPEN: char = '\u{3}';

/// How generated marks start after `[`, both in text and below a response. `#` is a number.
const MARKS: &str = "hidden:|empty]|missing:|page # has |the text ends here|the rest of chapter #|\
    ^#]|^c#]|^e#]|line #|lines #|cell #|cells #|# line in |# lines in |# entr|next:|\
    text of a document|the file is empty|the directory is empty|unchanged:|outline of |\
    an outline of |a directory of |no line matches|nothing was found|taken as ";

/// Appends a line of document text. A `\` keeps it from being a heading, the underline of one, or a
/// fence, after which headings would not be found.
pub fn push_line(out: &mut String, line: &str) {
    let text = line.trim_start();
    let trimmed = text.trim_end();
    let is_rule = |mark| trimmed.len() > 1 && trimmed.bytes().all(|byte| byte == mark);
    let is_mark = text.starts_with(['#'])
        || text.starts_with("```")
        || text.starts_with("~~~")
        || is_rule(b'=')
        || is_rule(b'-');
    let (space, _) = line.split_at_checked(line.len() - text.len()).unwrap_or_default();
    out.push_str(space);
    if is_mark {
        out.push('\\');
    }
    out.push_str(text);
}

/// Returns document text with a `\` before each imitated mark.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices(['[', '«']) {
        let rest = text.get(at..).unwrap_or_default();
        if is_mark(rest) {
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push('\\');
            copied = at;
        }
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

fn is_mark(text: &str) -> bool {
    match text.strip_prefix('[') {
        Some(text) => MARKS.split('|').any(|mark| begins(text.trim_start(), mark)),
        None => text.starts_with("«redacted"),
    }
}

/// Returns whether the text starts like a mark, in any case.
fn begins(text: &str, mark: &str) -> bool {
    let mut rest = text.as_bytes();
    mark.bytes().all(|wanted| match (wanted, rest) {
        (b'#', [b'0'..=b'9', ..]) => {
            while let [b'0'..=b'9', after @ ..] = rest {
                rest = after;
            }
            true
        }
        (wanted, [byte, after @ ..]) if byte.eq_ignore_ascii_case(&wanted) => {
            rest = after;
            true
        }
        _ => false,
    })
}

/// Replaces the placeholders by marks, such that no `]` in hidden text ends one. `is_hidden` is the
/// state before and after the text.
pub fn marked(text: &str, is_hidden: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            BEGIN => out.push_str("[hidden: "),
            END => out.push(']'),
            OPEN => out.push('['),
            ']' if *is_hidden => out.push_str("\\]"),
            other => out.push(other),
        }
        *is_hidden = character == BEGIN || *is_hidden && character != END;
    }
    out
}

#[cfg(test)]
mod tests;
