//! The objects of a file, found by their numbers through its cross-reference sections.

use super::Stop;
use super::source::Source;
use super::stream::{MAX_DATA, data};
use super::syntax::{Dictionary, Lexer, Token, Value};
use super::xref::{Place, Section, Trailer};

/// The most bytes of an object without the data of its stream: 25,000 pages in one list.
const MAX_OBJECT: usize = 256 << 10;

/// How many bytes of an object are looked at first, and then if it is longer.
const WINDOWS: [usize; 3] = [4 << 10, 64 << 10, MAX_OBJECT];

/// The most cross-reference sections of a file: each time it is saved one is added, by programs that work so. It also ends
/// the circles of a broken file.
const MAX_SECTIONS: usize = 64;

/// The objects of a file.
pub(crate) struct Objects<'s, 'a, E> {
    pub(crate) source: &'s mut Source<'a, E>,
    /// Those that have been read, the newest first.
    sections: Vec<Section>,
    /// Where others begin, the newest last.
    pending: Vec<u64>,
    /// How many bytes of data may still be decompressed.
    left: usize,
}

/// The bytes of an object, and its offset in the file if it stands there itself.
pub(crate) struct Object {
    bytes: Vec<u8>,
    offset: Option<u64>,
}

impl Object {
    pub(crate) fn value(&self) -> Option<Value<'_>> {
        Lexer::new(&self.bytes).value()
    }

    pub(crate) fn dictionary(&self) -> Option<Dictionary<'_>> {
        self.value()?.dictionary()
    }

    /// Where the data of the stream begins, if it is one.
    fn data_offset(&self) -> Option<u64> {
        let mut lexer = Lexer::new(&self.bytes);
        lexer.value()?;
        if lexer.token() != Some(Token::Word(b"stream")) {
            return None;
        }
        lexer.skip(match lexer.rest() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        });
        self.offset?.checked_add(lexer.at() as u64)
    }
}

impl<'s, 'a, E> Objects<'s, 'a, E> {
    /// Those of a file whose newest cross-reference section begins at the offset.
    pub(crate) fn new(source: &'s mut Source<'a, E>, newest: u64) -> Self {
        Self { source, sections: Vec::new(), pending: [newest].into(), left: MAX_DATA }
    }

    /// Reads the next older section, and says what its trailer says. None if there are no more.
    pub(crate) fn read_section(&mut self) -> Result<Option<Trailer>, Stop<E>> {
        let Some(offset) = self.pending.pop() else { return Ok(None) };
        if self.sections.len() >= MAX_SECTIONS {
            return Err(Stop::Broken);
        }
        let (section, trailer) = if Section::is_table(self.source, offset)? {
            Section::table(self.source, offset)?
        } else {
            self.section_in_stream(offset)?
        };
        // What a hybrid file hides from old readers counts before what is older.
        self.pending.extend(trailer.older);
        self.pending.extend(trailer.hidden);
        self.sections.push(section);
        Ok(Some(trailer))
    }

    fn section_in_stream(&mut self, offset: u64) -> Result<(Section, Trailer), Stop<E>> {
        let object = at(self.source, offset, None)?;
        let dictionary = object.dictionary().ok_or(Stop::Broken)?;
        let rows = self.data(&object)?;
        let section = Section::stream(dictionary, rows).ok_or(Stop::Broken)?;
        Ok((section, Trailer::of(dictionary)))
    }

    /// The object of a number.
    pub(crate) fn object(&mut self, number: u64) -> Result<Object, Stop<E>> {
        match self.place(number)? {
            Place::At(offset) => at(self.source, offset, Some(number)),
            Place::In(stream) => {
                // A stream of objects stands in none.
                let Place::At(offset) = self.place(stream)? else { return Err(Stop::Broken) };
                let stream = at(self.source, offset, Some(stream))?;
                self.object_in(&stream, number)
            }
        }
    }

    /// Where an object stands, by the newest section that knows.
    fn place(&mut self, number: u64) -> Result<Place, Stop<E>> {
        let mut next = 0;
        loop {
            while let Some(section) = self.sections.get(next) {
                if let Some(place) = section.place(self.source, number)? {
                    return Ok(place);
                }
                next += 1;
            }
            self.read_section()?.ok_or(Stop::Broken)?;
        }
    }

    /// An object in a stream of objects. Its data begins with pairs of numbers and offsets.
    fn object_in(&mut self, stream: &Object, number: u64) -> Result<Object, Stop<E>> {
        let dictionary = stream.dictionary().filter(|dictionary| dictionary.is_type("ObjStm"));
        let first =
            dictionary.and_then(|dictionary| dictionary.natural("First")).ok_or(Stop::Broken)?;
        let data = self.data(stream)?;
        let first =
            usize::try_from(first).ok().filter(|first| *first <= data.len()).ok_or(Stop::Broken)?;
        let mut pairs = Lexer::new(data.get(..first).unwrap_or_default());
        let mut natural = || match pairs.token() {
            Some(Token::Integer(number)) => u64::try_from(number).map_err(|_| Stop::Broken),
            _ => Err(Stop::Broken),
        };
        loop {
            let (found, offset) = (natural()?, natural()?);
            if found == number {
                let start = usize::try_from(offset).unwrap_or(usize::MAX).saturating_add(first);
                let bytes = data.get(start..).ok_or(Stop::Broken)?;
                let bytes = bytes.get(..MAX_OBJECT).unwrap_or(bytes).to_vec();
                return Ok(Object { bytes, offset: None });
            }
        }
    }

    fn data(&mut self, object: &Object) -> Result<Vec<u8>, Stop<E>> {
        let (Some(dictionary), Some(offset)) = (object.dictionary(), object.data_offset()) else {
            return Err(Stop::Broken);
        };
        data(self.source, dictionary, offset, &mut self.left)
    }
}

/// The object that stands at an offset, if it has this number; any number if there is none.
fn at<E>(source: &mut Source<'_, E>, offset: u64, number: Option<u64>) -> Result<Object, Stop<E>> {
    for window in WINDOWS {
        let mut bytes = source.bytes(offset, window)?;
        let mut lexer = Lexer::new(&bytes);
        let (found, generation, word) = (lexer.token(), lexer.token(), lexer.token());
        let (Some(Token::Integer(found)), Some(Token::Integer(_))) = (found, generation) else {
            return Err(Stop::Broken);
        };
        let found = u64::try_from(found).map_err(|_| Stop::Broken)?;
        if word != Some(Token::Word(b"obj")) || number.is_some_and(|number| number != found) {
            return Err(Stop::Broken);
        }
        let start = lexer.at();
        let whole = lexer.value().is_some();
        // A number may go on, and the word after it is needed too, with the two characters that end its line.
        let followed = lexer.token().is_some_and(|_| lexer.rest().len() >= 2);
        if whole && (followed || bytes.len() < window) {
            bytes.drain(..start);
            return Ok(Object { bytes, offset: Some(offset.saturating_add(start as u64)) });
        }
    }
    Err(Stop::Broken)
}
