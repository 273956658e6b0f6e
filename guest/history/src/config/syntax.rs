//! The syntax of configuration files.

use crate::error::HistoryError;

/// The parser of a file.
struct Parser<'a> {
    rest: &'a [u8],
    line: usize,
    /// The section with its subsection, and a dot.
    section: Vec<u8>,
}

/// Takes a key and its value.
type Take<'a> = dyn FnMut(&str, Option<&str>) -> Result<(), HistoryError> + 'a;

/// Passes the settings in a file to `take`, in their order: `section.subsection.key`, in lower case
/// except for the subsection, and the value, which a key without `=` does not have. Bytes that are
/// not UTF-8 are replaced.
pub(super) fn each_setting(
    file: &str,
    text: &[u8],
    take: &mut Take<'_>,
) -> Result<(), HistoryError> {
    let rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut parser = Parser { rest, line: 1, section: Vec::new() };
    loop {
        parser.skip_while(is_space);
        let parsed = match parser.peek() {
            None => return Ok(()),
            Some(b'#' | b';') => {
                parser.skip_while(|byte| byte != b'\n');
                continue;
            }
            Some(b'[') => parser.header().map(|()| None),
            Some(first) if first.is_ascii_alphabetic() => parser.setting().map(Some),
            Some(_) => None,
        };
        let malformed = || format!("line {} is malformed", parser.line);
        let parsed = parsed.ok_or_else(|| HistoryError::damaged(file, malformed()))?;
        if let Some((key, value)) = parsed {
            let value = value.as_deref().map(String::from_utf8_lossy);
            take(&String::from_utf8_lossy(&key), value.as_deref())?;
        }
    }
}

/// A key and its value.
type Setting = (Vec<u8>, Option<Vec<u8>>);

/// Each part is `None` if it is not in the syntax of git.
impl Parser<'_> {
    /// Parses `[section]`, `[section "subsection"]` or the older `[section.subsection]`.
    fn header(&mut self) -> Option<()> {
        self.section.clear();
        self.step();
        loop {
            match self.next_byte()? {
                b']' if !self.section.is_empty() => break,
                space if is_blank(space) => {
                    self.section.push(b'.');
                    self.subsection()?;
                    break;
                }
                byte if is_key(byte) || byte == b'.' => {
                    self.section.push(byte.to_ascii_lowercase());
                }
                _ => return None,
            }
        }
        self.section.push(b'.');
        Some(())
    }

    fn subsection(&mut self) -> Option<()> {
        self.skip_while(is_blank);
        self.next_byte().filter(|byte| *byte == b'"')?;
        loop {
            let byte = match self.next_byte()? {
                b'"' => break,
                b'\\' => self.next_byte()?,
                byte => byte,
            };
            if byte == b'\n' {
                return None;
            }
            self.section.push(byte);
        }
        (self.next_byte() == Some(b']')).then_some(())
    }

    fn setting(&mut self) -> Option<Setting> {
        let mut key = self.section.clone();
        while let Some(byte) = self.peek().filter(|byte| is_key(*byte)) {
            key.push(byte.to_ascii_lowercase());
            self.step();
        }
        self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        match self.next_byte() {
            None | Some(b'\n') => Some((key, None)),
            Some(b'=') => Some((key, Some(self.value()?))),
            Some(_) => None,
        }
    }

    /// Parses a value up to the end of its line, without spaces around it.
    fn value(&mut self) -> Option<Vec<u8>> {
        let (mut value, mut end) = (Vec::new(), 0);
        let (mut is_quoted, mut is_comment) = (false, false);
        loop {
            match self.next_byte() {
                None | Some(b'\n') if is_quoted => return None,
                None | Some(b'\n') => {
                    value.truncate(end);
                    return Some(value);
                }
                _ if is_comment => continue,
                Some(space) if is_space(space) && !is_quoted => {
                    if !value.is_empty() {
                        value.push(space);
                    }
                    continue;
                }
                Some(b'#' | b';') if !is_quoted => {
                    is_comment = true;
                    continue;
                }
                Some(b'"') => is_quoted = !is_quoted,
                Some(b'\\') => match self.next_byte() {
                    Some(b'\n') | None => {}
                    Some(b't') => value.push(b'\t'),
                    Some(b'b') => value.push(8),
                    Some(b'n') => value.push(b'\n'),
                    Some(escaped @ (b'\\' | b'"')) => value.push(escaped),
                    Some(_) => return None,
                },
                Some(byte) => value.push(byte),
            }
            end = value.len();
        }
    }

    fn skip_while(&mut self, is_skipped: fn(u8) -> bool) {
        while self.peek().is_some_and(is_skipped) {
            self.step();
        }
    }

    /// Returns the next byte without taking it. CR before LF is not seen.
    fn peek(&self) -> Option<u8> {
        match self.rest {
            [b'\r', b'\n', ..] => Some(b'\n'),
            rest => rest.first().copied(),
        }
    }

    fn next_byte(&mut self) -> Option<u8> {
        let next = self.peek();
        self.step();
        next
    }

    fn step(&mut self) {
        let length = if self.rest.starts_with(b"\r\n") { 2 } else { 1 };
        self.line += usize::from(self.peek() == Some(b'\n'));
        self.rest = self.rest.get(length..).unwrap_or_default();
    }
}

fn is_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns whether it is a space within a line.
fn is_blank(byte: u8) -> bool {
    is_space(byte) && byte != b'\n'
}

#[cfg(test)]
mod tests;
