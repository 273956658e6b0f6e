//! Finds the objects of a file: by its cross-reference tables, or by searching.

use crate::encryption;
use crate::error::{Outcome, PdfError};
use crate::file::{File, Place};
use crate::lexer::{Lexer, is_space};
use crate::limits::{Limit, Limits, MAX_OBJECT_STREAM, MAX_REFERENCES, MAX_UPDATES};
use crate::object::{Dict, Object, Stream};
use memchr::memmem::{find, find_iter};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The number of bytes at the end that are searched for `startxref`.
const MAX_SEARCH: usize = 1 << 14;
/// The maximum number of bytes before `%PDF-`.
const MAX_BEFORE: usize = 1024;
const SIGN: &[u8] = b"%PDF-";
/// The number of bytes that [`header`] examines.
pub const HEADER_BYTES: usize = MAX_BEFORE + 16;
const NO_TABLE: PdfError = PdfError::Damaged("there is no cross-reference table");

/// Returns the offset of a PDF header. It may follow up to 1 KiB of other data, such as a line
/// feed, a byte-order mark, or a message header.
///
/// Text may mention `%PDF-`, so after other bytes it needs a version and white space after it, and
/// no punctuation before it.
#[must_use]
pub fn header(start: &[u8]) -> Option<usize> {
    let is_header = |at: usize| {
        let (before, after) = start.split_at_checked(at).unwrap_or_default();
        let Some(last) = before.last() else { return true };
        let version = after.get(5..).unwrap_or_default();
        let end = version.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.'));
        let end = end.unwrap_or(version.len());
        let is_ended = version.get(end).is_none_or(u8::is_ascii_whitespace);
        end > 0 && is_ended && !last.is_ascii_punctuation()
    };
    let searched = start.get(..MAX_BEFORE + SIGN.len()).unwrap_or(start);
    find_iter(searched, SIGN).find(|at| is_header(*at))
}

/// Opens a file.
///
/// # Errors
///
/// [`PdfError::Damaged`] if it has no pages; [`PdfError::Encrypted`]; [`PdfError::TooLarge`].
pub(crate) fn open(data: &[u8], limits: Limits) -> Outcome<File<'_>> {
    if data.len() > limits.file {
        return Err(PdfError::TooLarge(Limit::File));
    }
    let Some(header) = header(data) else {
        return Err(PdfError::Damaged("it does not begin with %PDF-"));
    };
    // Offsets count from the header.
    let mut file = File::new(data.get(header..).unwrap_or_default(), limits);
    match file.read_tables() {
        Ok(()) => {}
        Err(PdfError::Damaged(_)) => file.repair()?,
        Err(error) => return Err(error),
    }
    if file.catalog()?.is_none() && !file.is_repaired {
        file.repair()?;
    }
    Ok(file)
}

impl File<'_> {
    /// Decrypts objects from now on, if a trailer says that they are encrypted.
    fn open_encryption(&mut self, trailer: Option<&Rc<Dict>>) -> Outcome {
        let Some(trailer) = trailer.filter(|_| self.cipher.is_none()) else { return Ok(()) };
        let opened = encryption::open(self, trailer);
        // To find the dictionary, the file may have been repaired, and opened.
        if self.cipher.is_none() {
            self.cipher = Some(Rc::new(opened?));
            self.forget_streams();
        }
        Ok(())
    }

    /// Returns the catalog, if it has pages.
    pub(crate) fn catalog(&mut self) -> Outcome<Option<Rc<Dict>>> {
        let trailer = self.trailer.clone();
        let root = self.get(&trailer, "Root")?;
        Ok(root.as_dict().filter(|root| root.has("Pages")).cloned())
    }

    fn insert(&mut self, number: u32, place: Place) -> Outcome {
        self.places.entry(number).or_insert(place);
        if self.places.len() > self.limits.objects {
            return Err(PdfError::TooLarge(Limit::Objects));
        }
        Ok(())
    }

    /// Reads the tables from the last to the first. The last table that has an object decides.
    fn read_tables(&mut self) -> Outcome {
        let from = self.data.len().saturating_sub(MAX_SEARCH);
        let tail = self.data.get(from..).unwrap_or_default();
        let word = b"startxref";
        let at = tail.windows(word.len()).rposition(|window| window == word).ok_or(NO_TABLE)?;
        let mut lexer = Lexer::new(tail, at + word.len());
        let mut next = vec![lexer.unsigned().ok_or(NO_TABLE)? as usize];
        let mut visited = BTreeSet::new();
        let mut trailer: Option<Rc<Dict>> = None;
        let mut encrypted = None;
        while let Some(at) = next.pop() {
            if !visited.insert(at) || visited.len() > MAX_UPDATES {
                continue;
            }
            let dict = self.read_table(at)?;
            for name in ["Prev", "XRefStm"] {
                next.extend(dict.get(name).as_size());
            }
            if dict.has("Encrypt") {
                encrypted.get_or_insert_with(|| dict.clone());
            }
            if trailer.as_ref().is_none_or(|trailer| !trailer.has("Root")) {
                trailer = Some(dict);
            }
        }
        self.trailer = trailer.ok_or(NO_TABLE)?;
        self.open_encryption(encrypted.as_ref())
    }

    /// Reads a table, and returns its trailer.
    fn read_table(&mut self, at: usize) -> Outcome<Rc<Dict>> {
        let mut lexer = Lexer::new(self.data, at);
        if !lexer.skip_word(b"xref") {
            // The length of a stream must not need the table that is being read.
            let Some((_, Object::Stream(stream))) = self.indirect_object(at, MAX_REFERENCES)?
            else {
                return Err(NO_TABLE);
            };
            self.read_table_stream(&stream)?;
            return Ok(stream.dict.clone());
        }
        while !lexer.skip_word(b"trailer") {
            let (Some(start), Some(count)) = (lexer.unsigned(), lexer.unsigned()) else {
                return Err(NO_TABLE);
            };
            for number in start..start.saturating_add(count) {
                let (Some(offset), Some(_)) = (lexer.unsigned(), lexer.unsigned()) else {
                    return Err(NO_TABLE);
                };
                if lexer.skip_word(b"n") {
                    if offset > 0 {
                        self.insert(number, Place::Offset(offset as usize))?;
                    }
                } else if !lexer.skip_word(b"f") {
                    return Err(NO_TABLE);
                }
            }
        }
        match lexer.object() {
            Some(Object::Dict(dict)) => Ok(dict),
            _ => Err(NO_TABLE),
        }
    }

    fn read_table_stream(&mut self, stream: &Stream) -> Outcome {
        let widths = stream.dict.get("W");
        let widths = widths.as_array().into_iter().flat_map(|widths| widths.iter());
        let widths: Vec<_> = widths.map(Object::as_size).collect();
        let [Some(first), Some(second), Some(third)] = *widths else { return Err(NO_TABLE) };
        if [first, second, third].iter().any(|width| *width > 8) || first + second + third == 0 {
            return Err(NO_TABLE);
        }
        let Some(data) = self.decode(stream, MAX_OBJECT_STREAM)? else { return Err(NO_TABLE) };
        let mut index = match stream.dict.get("Index") {
            Object::Array(index) => index.iter().filter_map(Object::as_size).collect(),
            _ => vec![0, usize::MAX],
        }
        .into_iter();
        let mut rows = data.chunks_exact(first + second + third);
        while let (Some(start), Some(count)) = (index.next(), index.next()) {
            for (row, number) in rows.by_ref().take(count).zip(start..) {
                let Ok(number) = u32::try_from(number) else { break };
                let (kind, rest) = row.split_at_checked(first).unwrap_or_default();
                let (place, detail) = rest.split_at_checked(second).unwrap_or_default();
                match if first == 0 { 1 } else { big_endian(kind) } {
                    1 => self.insert(number, Place::Offset(big_endian(place) as usize))?,
                    2 => {
                        let place =
                            Place::InStream(big_endian(place) as u32, big_endian(detail) as u32);
                        self.insert(number, place)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Finds objects by searching for `1 0 obj`, and a trailer. The last object with a number
    /// counts.
    pub(crate) fn repair(&mut self) -> Outcome {
        self.is_repaired = true;
        self.forget_streams();
        self.places.clear();
        let data = self.data;
        let mut trailers: Vec<Rc<Dict>> = Vec::new();
        let mut streams = BTreeSet::new();
        for at in find_iter(data, b"obj") {
            let Some((number, start)) = numbers_before(data, at) else { continue };
            self.places.remove(&number);
            self.insert(number, Place::Offset(start))?;
            let head = data.get(at + 3..).unwrap_or_default();
            // Up to the next object, so that no byte is examined repeatedly.
            let head = head.get(..512).unwrap_or(head);
            let head = find(head, b"obj").and_then(|end| head.get(..end)).unwrap_or(head);
            let head = find(head, b"stream").and_then(|end| head.get(..end)).unwrap_or(head);
            if find(head, b"ObjStm").is_some() {
                streams.insert(number);
            } else if find(head, b"XRef").is_some() {
                let object = self.indirect_object(start, 0)?;
                trailers.extend(object.and_then(|(_, object)| object.as_dict().cloned()));
            } else if find(head, b"Catalog").is_some() {
                let mut root = Dict::default();
                root.push((*b"Root").into(), Object::Ref(number));
                trailers.insert(0, Rc::new(root));
            }
            trailers.truncate(MAX_UPDATES);
        }
        for at in find_iter(data, b"trailer") {
            if trailers.len() < MAX_UPDATES
                && let Some(Object::Dict(dict)) = Lexer::new(data, at + 7).object()
            {
                trailers.push(dict);
            }
        }
        self.open_encryption(trailers.iter().rfind(|trailer| trailer.has("Encrypt")))?;
        for stream in streams.into_iter().rev() {
            for (index, number) in self.numbers_in(stream)?.into_iter().enumerate() {
                self.insert(number, Place::InStream(stream, index as u32))?;
            }
        }
        for trailer in trailers.into_iter().rev().filter(|trailer| trailer.has("Root")) {
            self.trailer = trailer;
            if self.catalog()?.is_some() {
                break;
            }
        }
        Ok(())
    }
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns the number before `0 obj`, and its offset.
fn numbers_before(data: &[u8], at: usize) -> Option<(u32, usize)> {
    let before = data.get(at.saturating_sub(32)..at)?;
    let skip = |end: usize, is_wanted: fn(u8) -> bool| {
        let kept = before.get(..end).unwrap_or_default();
        kept.iter().rposition(|byte| !is_wanted(*byte)).map_or(0, |last| last + 1)
    };
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let generation_end = skip(before.len(), is_space);
    let generation = skip(generation_end, is_digit);
    let number_end = skip(generation, is_space);
    let number = skip(number_end, is_digit);
    if generation == generation_end || number_end == generation || number == number_end {
        return None;
    }
    let digits = std::str::from_utf8(before.get(number..number_end)?).ok()?;
    Some((digits.parse().ok()?, at - before.len() + number))
}
