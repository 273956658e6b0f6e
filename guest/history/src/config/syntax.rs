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
        match parser.next_setting() {
            Ok(None) => return Ok(()),
            Ok(Some((key, value))) => {
                let value = value.as_deref().map(String::from_utf8_lossy);
                take(&String::from_utf8_lossy(&key), value.as_deref())?;
            }
            Err(Malformed) => {
                let why = format!("line {} is malformed", parser.line);
                return Err(HistoryError::damaged(file, why));
            }
        }
    }
}

/// A line is not in the syntax of git.
struct Malformed;

/// A key and its value.
type Setting = (Vec<u8>, Option<Vec<u8>>);

impl Parser<'_> {
    fn next_setting(&mut self) -> Result<Option<Setting>, Malformed> {
        loop {
            match self.peek() {
                None => return Ok(None),
                Some(b'#' | b';') => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.step();
                    }
                }
                Some(b'[') => self.header()?,
                Some(first) if is_space(first) => self.step(),
                Some(first) if first.is_ascii_alphabetic() => {
                    return self.setting().map(Some);
                }
                Some(_) => return Err(Malformed),
            }
        }
    }

    /// Parses `[section]`, `[section "subsection"]` or the older `[section.subsection]`.
    fn header(&mut self) -> Result<(), Malformed> {
        self.section.clear();
        self.step();
        loop {
            match self.next_byte() {
                Some(b']') if !self.section.is_empty() => break,
                Some(space) if is_space(space) && space != b'\n' => {
                    self.section.push(b'.');
                    self.subsection()?;
                    break;
                }
                Some(byte) if is_key(byte) || byte == b'.' => {
                    self.section.push(byte.to_ascii_lowercase());
                }
                _ => return Err(Malformed),
            }
        }
        self.section.push(b'.');
        Ok(())
    }

    fn subsection(&mut self) -> Result<(), Malformed> {
        while self.peek().is_some_and(|byte| is_space(byte) && byte != b'\n') {
            self.step();
        }
        let mut expected = self.next_byte() == Some(b'"');
        while expected {
            let byte = match self.next_byte() {
                Some(b'"') => break,
                Some(b'\\') => self.next_byte(),
                byte => byte,
            };
            expected = byte.is_some_and(|byte| byte != b'\n');
            self.section.extend(byte);
        }
        if expected && self.next_byte() == Some(b']') { Ok(()) } else { Err(Malformed) }
    }

    fn setting(&mut self) -> Result<Setting, Malformed> {
        let mut key = self.section.clone();
        while let Some(byte) = self.peek().filter(|byte| is_key(*byte)) {
            key.push(byte.to_ascii_lowercase());
            self.step();
        }
        while let Some(b' ' | b'\t') = self.peek() {
            self.step();
        }
        match self.next_byte() {
            None | Some(b'\n') => Ok((key, None)),
            Some(b'=') => Ok((key, Some(self.value()?))),
            Some(_) => Err(Malformed),
        }
    }

    /// Parses a value up to the end of its line, without spaces around it.
    fn value(&mut self) -> Result<Vec<u8>, Malformed> {
        let (mut value, mut end) = (Vec::new(), 0);
        let (mut is_quoted, mut is_comment) = (false, false);
        loop {
            match self.next_byte() {
                None | Some(b'\n') if is_quoted => return Err(Malformed),
                None | Some(b'\n') => {
                    value.truncate(end);
                    return Ok(value);
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
                    Some(_) => return Err(Malformed),
                },
                Some(byte) => value.push(byte),
            }
            end = value.len();
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

#[cfg(test)]
mod tests;
