//! The objects of a file, by number.

use crate::cipher::{Cipher, Method, ObjectKey};
use crate::error::{Outcome, PdfError};
use crate::filter::{self, Filter};
use crate::lexer::Lexer;
use crate::limits::{Limit, Limits, MAX_FILTERS, MAX_OBJECT_STREAM, MAX_REFERENCES};
use crate::object::{Dict, Object, Stream};
use memchr::memmem::find;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The number of bytes whose reading is as much work as parsing a value.
const VALUE: usize = 256;

/// The location of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// At an offset in the file.
    Offset(usize),
    /// In an object stream: the number of the stream, and the index in it.
    InStream(u32, u32),
}

/// A decoded object stream, with the number and offset of each object.
struct ObjectStream {
    data: Vec<u8>,
    objects: Vec<(u32, u32)>,
}

impl ObjectStream {
    fn weight(&self) -> usize {
        256 + self.data.len() + self.objects.len() * size_of::<(u32, u32)>()
    }
}

/// A file whose objects are parsed on demand.
#[derive(Default)]
pub(crate) struct File<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) limits: Limits,
    pub(crate) places: BTreeMap<u32, Place>,
    pub(crate) trailer: Rc<Dict>,
    pub(crate) is_repaired: bool,
    /// Whether a part of the stream that was decoded last is missing.
    pub(crate) is_damaged: bool,
    pub(crate) cipher: Option<Rc<Cipher>>,
    /// The most recently read object streams, and their total size.
    streams: BTreeMap<u32, Rc<ObjectStream>>,
    held: usize,
    /// How much of the limits is used.
    decoded: usize,
    values: usize,
}

impl<'a> File<'a> {
    pub(crate) fn new(data: &'a [u8], limits: Limits) -> Self {
        Self { data, limits, ..Self::default() }
    }

    /// Returns the target of a reference, or the object itself. Null if there is no such object.
    pub(crate) fn resolve(&mut self, object: &Object) -> Outcome<Object> {
        self.resolve_within(object, MAX_REFERENCES)
    }

    fn resolve_within(&mut self, object: &Object, references: usize) -> Outcome<Object> {
        let mut object = object.clone();
        let mut left = references;
        while let Object::Ref(number) = object {
            if left == 0 {
                return Ok(Object::Null);
            }
            left -= 1;
            object = self.load(number, left)?;
        }
        Ok(object)
    }

    /// Returns the entry of a dictionary, resolved.
    pub(crate) fn get(&mut self, dict: &Dict, name: &str) -> Outcome<Object> {
        let value = dict.get(name);
        self.resolve(&value)
    }

    /// Returns the dictionary that is an entry of another one, or an empty one.
    pub(crate) fn dict(&mut self, dict: &Dict, name: &str) -> Outcome<Rc<Dict>> {
        Ok(self.get(dict, name)?.as_dict().cloned().unwrap_or_default())
    }

    fn load(&mut self, number: u32, references: usize) -> Outcome<Object> {
        while let Some(place) = self.places.get(&number).copied() {
            if let Some(object) = self.load_at(number, place, references)? {
                return Ok(object);
            }
            if self.is_repaired {
                break;
            }
            self.repair()?;
        }
        Ok(Object::Null)
    }

    /// Returns an object. `None` if another one, or nothing, is at its location.
    fn load_at(&mut self, number: u32, place: Place, references: usize) -> Outcome<Option<Object>> {
        match place {
            Place::Offset(at) => Ok(self
                .indirect_object(at, references)?
                .filter(|(found, _)| *found == number)
                .map(|(_, object)| object)),
            Place::InStream(stream, index) => {
                let Some(left) = references.checked_sub(1) else { return Ok(None) };
                let Some(stream) = self.object_stream(stream, left)? else { return Ok(None) };
                let is_it = |(found, _): &&(u32, u32)| *found == number;
                let listed = stream.objects.get(index as usize).filter(is_it);
                let listed = listed.or_else(|| stream.objects.iter().find(is_it));
                let Some((_, offset)) = listed else { return Ok(None) };
                let mut lexer = Lexer::new(&stream.data, *offset as usize);
                let object = lexer.object();
                let length = lexer.at.saturating_sub(*offset as usize);
                self.count_values(lexer.take_parsed() + length / VALUE)?;
                Ok(Some(object.unwrap_or_default()))
            }
        }
    }

    /// Counts parsed values, or a similar amount of work.
    ///
    /// # Errors
    ///
    /// [`Limit::Values`].
    pub(crate) fn count_values(&mut self, values: usize) -> Outcome {
        self.values += values;
        if self.values > self.limits.values {
            return Err(PdfError::TooLarge(Limit::Values));
        }
        Ok(())
    }

    /// Parses `1 0 obj` and the object after it. Returns the number and the object.
    pub(crate) fn indirect_object(
        &mut self,
        at: usize,
        references: usize,
    ) -> Outcome<Option<(u32, Object)>> {
        let mut lexer = Lexer::new(self.data, at);
        let Some(number) = lexer.unsigned() else { return Ok(None) };
        let Some(generation) = lexer.unsigned() else { return Ok(None) };
        if !lexer.skip_word(b"obj") {
            return Ok(None);
        }
        let key = self.cipher.clone().map(|cipher| ObjectKey::new(cipher, number, generation));
        lexer.key.clone_from(&key);
        let object = lexer.object();
        // Long strings are work, too.
        let length = lexer.at.saturating_sub(at);
        self.count_values(1 + lexer.take_parsed() + length / VALUE)?;
        let Some(object) = object else { return Ok(Some((number, Object::Null))) };
        let Object::Dict(dict) = &object else { return Ok(Some((number, object))) };
        if !lexer.skip_word(b"stream") {
            return Ok(Some((number, object)));
        }
        let start = match lexer.rest() {
            [b'\r', b'\n', ..] => lexer.at + 2,
            [b'\r' | b'\n', ..] => lexer.at + 1,
            _ => lexer.at,
        };
        let length = match dict.get("Length") {
            reference @ Object::Ref(_) if references > 0 => {
                self.resolve_within(&reference, references - 1)?.as_size()
            }
            other => other.as_size(),
        };
        let length = match length.filter(|length| self.ends_stream(start, *length)) {
            Some(length) => length,
            None => self.find_stream_end(start)?,
        };
        let key = key.filter(|_| !dict.is("Type", "XRef"));
        let stream = Stream { dict: dict.clone(), start, length, key };
        Ok(Some((number, Object::Stream(Rc::new(stream)))))
    }

    fn ends_stream(&self, start: usize, length: usize) -> bool {
        start
            .checked_add(length)
            .filter(|end| *end <= self.data.len())
            .is_some_and(|end| Lexer::new(self.data, end).skip_word(b"endstream"))
    }

    /// Returns the length of a stream whose dictionary lacks it: up to `endstream`, or to the end
    /// of the file.
    fn find_stream_end(&mut self, start: usize) -> Outcome<usize> {
        let rest = self.data.get(start..).unwrap_or_default();
        let length = find(rest, b"endstream").unwrap_or(rest.len());
        // Searching is work that many streams could demand.
        self.count_values(length / 16)?;
        Ok(length)
    }

    fn object_stream(
        &mut self,
        number: u32,
        references: usize,
    ) -> Outcome<Option<Rc<ObjectStream>>> {
        if let Some(stream) = self.streams.get(&number) {
            return Ok(Some(stream.clone()));
        }
        let Some(Place::Offset(at)) = self.places.get(&number).copied() else { return Ok(None) };
        let Some((found, Object::Stream(stream))) = self.indirect_object(at, references)? else {
            return Ok(None);
        };
        if found != number || !stream.dict.is("Type", "ObjStm") {
            return Ok(None);
        }
        let Some(first) = self.get(&stream.dict, "First")?.as_size() else { return Ok(None) };
        let Some(data) = self.decode(&stream, MAX_OBJECT_STREAM)? else { return Ok(None) };
        let mut objects = Vec::new();
        let mut lexer = Lexer::new(&data, 0);
        while lexer.at < first && objects.len() < self.limits.objects {
            let Some(number) = lexer.unsigned() else { break };
            let Some(offset) = lexer.unsigned() else { break };
            objects.push((number, offset.saturating_add(first as u32)));
        }
        self.count_values(objects.len())?;
        let stream = Rc::new(ObjectStream { data: data.into_owned(), objects });
        if self.held + stream.weight() > MAX_OBJECT_STREAM {
            self.forget_streams();
        }
        self.held += stream.weight();
        self.streams.insert(number, stream.clone());
        Ok(Some(stream))
    }

    /// Returns the numbers of the objects in an object stream.
    pub(crate) fn numbers_in(&mut self, stream: u32) -> Outcome<Vec<u32>> {
        let Some(stream) = self.object_stream(stream, MAX_REFERENCES)? else {
            return Ok(Vec::new());
        };
        self.count_values(stream.objects.len())?;
        Ok(stream.objects.iter().map(|(number, _)| *number).collect())
    }

    /// Drops the object streams, after the locations of objects have changed.
    pub(crate) fn forget_streams(&mut self) {
        self.streams.clear();
        self.held = 0;
    }

    /// Returns the decoded bytes of a stream. `None` if it is an image or unreadable. Sets
    /// `is_damaged` unless it has all of them.
    ///
    /// # Errors
    ///
    /// [`Limit::Stream`] if the output exceeds the given number of bytes; [`Limit::Decoded`].
    pub(crate) fn decode(
        &mut self,
        stream: &Stream,
        limit: usize,
    ) -> Outcome<Option<Cow<'a, [u8]>>> {
        let raw = self.data.get(stream.start..).unwrap_or_default();
        let raw = raw.get(..stream.length).unwrap_or(raw);
        let filters = self.filters(&stream.dict)?;
        let limit = limit.min(self.limits.stream);
        let raw = match &stream.key {
            Some(key) => self.decrypt(key, raw, &filters, limit)?,
            None => Cow::Borrowed(raw),
        };
        let decoded = filter::decode(raw, &filters, limit);
        // The output of a filter is at most the limit, and most streams have one filter.
        let size = match &decoded {
            Ok(data) => data.as_ref().map_or(0, |(data, _)| data.len()),
            Err(_) => limit,
        };
        self.decoded = self.decoded.saturating_add(size.saturating_mul(filters.len().max(1)));
        if self.decoded > self.limits.decoded {
            return Err(PdfError::TooLarge(Limit::Decoded));
        }
        let decoded = decoded?;
        self.is_damaged = decoded.as_ref().is_none_or(|(_, is_damaged)| *is_damaged);
        Ok(decoded.map(|(data, _)| data))
    }

    /// Decrypts the data of a stream.
    fn decrypt(
        &mut self,
        key: &ObjectKey,
        raw: &'a [u8],
        filters: &[Filter],
        limit: usize,
    ) -> Outcome<Cow<'a, [u8]>> {
        let mut method = key.cipher.streams;
        if let Some((_, parameters)) = filters.iter().find(|(name, _)| **name == *b"Crypt") {
            let name = parameters.as_ref().map(|dict| dict.get("Name")).unwrap_or_default();
            let name = name.as_name().unwrap_or(b"Identity");
            method = key.cipher.method(name).unwrap_or(Method::Identity);
        }
        if method != Method::Identity && raw.len() > limit {
            return Err(PdfError::TooLarge(Limit::Stream));
        }
        let Some(data) = key.decrypt(method, raw) else { return Ok(Cow::Borrowed(raw)) };
        self.decoded = self.decoded.saturating_add(data.len());
        Ok(Cow::Owned(data))
    }

    fn filters(&mut self, dict: &Dict) -> Outcome<Vec<Filter>> {
        let names = self.entry(dict, "Filter", "F")?;
        let parameters = self.entry(dict, "DecodeParms", "DP")?;
        if let Object::Name(name) = names {
            let parameters = match &parameters {
                Object::Array(array) => array.first().cloned().unwrap_or_default(),
                other => other.clone(),
            };
            return Ok(vec![(name, self.resolve(&parameters)?.as_dict().cloned())]);
        }
        let mut filters = Vec::new();
        for (index, name) in names.as_array().into_iter().flat_map(|names| names.iter()).enumerate()
        {
            let Object::Name(name) = self.resolve(name)? else { continue };
            let own = parameters.as_array().and_then(|all| all.get(index)).cloned();
            filters.push((name, self.resolve(&own.unwrap_or_default())?.as_dict().cloned()));
            if filters.len() > MAX_FILTERS {
                break;
            }
        }
        Ok(filters)
    }

    fn entry(&mut self, dict: &Dict, name: &str, short: &str) -> Outcome<Object> {
        match self.get(dict, name)? {
            Object::Null => self.get(dict, short),
            value => Ok(value),
        }
    }
}
