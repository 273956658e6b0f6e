//! An open file, and its bytes.

use crate::digest::digest;
use crate::encoding::sniff;
use crate::masking::{Masked, masked_file};
use crate::path::walk;
use crate::{
    Decoding, Encoding, FileError, Location, Metadata, Rules, Totals, Tree, Undecodable,
    masked_text,
};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

/// Whether a file changed since it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeSinceOpen {
    /// It did not change, judging by its size and its times.
    Same,
    /// It is longer now. Its earlier content may be unchanged.
    Grown,
    /// It changed in another way.
    Changed,
}

/// The number of bytes that are read at a time. Hosts return no more at once.
pub const READ_CHUNK: u32 = 64 * 1024;

/// The number of bytes before a cursor's offset that identify it.
const DIGESTED: u64 = 4 * 1024;

/// The maximum number of bytes read from a file whose size is reported as 0, like those in `/proc`.
const MAX_UNSIZED_BYTES: u64 = 16 * 1024 * 1024;

/// A regular file that was found and opened.
///
/// It is read as it was at open: data appended later is ignored, so that a writer cannot keep a
/// reader busy.
pub struct File<'t, T: Tree> {
    tree: &'t T,
    handle: T::File,
    /// Its location.
    pub location: Location,
    /// Its metadata at open.
    pub metadata: Metadata,
    /// Its size at open, in bytes.
    pub(crate) end: u64,
    /// The number of bytes that are read at a time.
    pub(crate) chunk: u32,
    /// The replacement of its bytes.
    instead: Instead,
    /// Whether sentinels are ASCII, because the text is decoded as another encoding than UTF-8.
    is_legacy: bool,
    head: OnceCell<Vec<u8>>,
    beginning: OnceCell<Vec<u8>>,
    pub(crate) detected: OnceCell<Encoding>,
}

/// A replacement of the bytes of a file.
enum Instead {
    /// The bytes themselves.
    Nothing,
    /// The bytes with their secrets masked.
    Masked(Masked),
    /// The text that the file was converted to.
    Text(Rc<str>),
}

impl<'t, T: Tree> File<'t, T> {
    fn new(tree: &'t T, handle: T::File, location: Location, metadata: Metadata) -> Self {
        let end = if metadata.size == 0 { MAX_UNSIZED_BYTES } else { metadata.size };
        Self {
            tree,
            handle,
            location,
            metadata,
            end,
            chunk: READ_CHUNK,
            instead: Instead::Nothing,
            is_legacy: false,
            head: OnceCell::new(),
            beginning: OnceCell::new(),
            detected: OnceCell::new(),
        }
    }

    /// Opens an entry of an open directory that is a regular file. If secrets are masked, it is
    /// read to its end, unless `goes_on` ends that: it gets the number of bytes read.
    pub fn open(
        tree: &'t T,
        directory: &T::Directory,
        location: Location,
        goes_on: &dyn Fn(u64) -> bool,
    ) -> Result<Self, FileError> {
        let (handle, metadata) = walk::open_file(tree, directory, &location)?;
        let mut file = Self::new(tree, handle, location, metadata);
        file.mask(goes_on)?;
        Ok(file)
    }

    /// Returns an open file of a tree, as if it was found at a location.
    pub fn of_handle(tree: &'t T, handle: T::File, location: Location) -> Result<Self, FileError> {
        let metadata = tree.metadata(&handle)?;
        let mut file = Self::new(tree, handle, location, metadata);
        file.mask(&|_| true)?;
        Ok(file)
    }

    /// Returns the open file itself, whose secrets are not masked.
    pub fn into_handle(self) -> T::File {
        self.handle
    }

    /// Masks the secrets in ASCII if the file is decoded as another encoding than it seems to have.
    pub fn mask_for(&mut self, decoding: Decoding) -> Result<(), FileError> {
        let Decoding::Given(Encoding::Legacy(_)) = decoding else { return Ok(()) };
        self.is_legacy = true;
        match &self.instead {
            Instead::Masked(masked) if masked.is_ascii() => Ok(()),
            _ => self.forget(),
        }
    }

    /// Finds the secrets to mask.
    fn mask(&mut self, goes_on: &dyn Fn(u64) -> bool) -> Result<(), FileError> {
        let Some(format) = self.tree.masked_as(&self.handle) else { return Ok(()) };
        let stored_end = match &self.instead {
            Instead::Masked(masked) => masked.stored_end(),
            Instead::Nothing | Instead::Text(_) => self.end,
        };
        let read = |offset| {
            let left = stored_end.saturating_sub(offset).min(self.chunk.into());
            match left == 0 || goes_on(offset) {
                true => self.stored_at(offset, u32::try_from(left).unwrap_or_default()),
                false => Err(FileError::TooManySecrets),
            }
        };
        let masked = masked_file(format, stored_end, self.is_legacy, &read)?;
        self.end = masked.end();
        self.instead = Instead::Masked(masked);
        Ok(())
    }

    /// Masks text that was made from this file. Returns it with the number of masked values, which
    /// is `None` if secrets are not masked.
    pub fn masked_text(&self, text: String) -> (String, Option<u64>) {
        self.masked_part(text, false)
    }

    /// Same for a part of such text. `is_rest` means that the lines before it are unknown.
    pub fn masked_part(&self, text: String, is_rest: bool) -> (String, Option<u64>) {
        match self.tree.masked_as(&self.handle) {
            Some(format) => {
                let (text, values) = masked_text(format, &text, is_rest);
                (text, Some(values))
            }
            None => (text, None),
        }
    }

    /// Returns the number of values that are masked in its bytes. `None` if secrets are not masked.
    pub fn masked_values(&self) -> Option<u64> {
        match &self.instead {
            Instead::Masked(masked) => Some(masked.values()),
            Instead::Nothing | Instead::Text(_) => None,
        }
    }

    /// Returns whether it changed since it was opened.
    pub fn since_opened(&self) -> Result<ChangeSinceOpen, FileError> {
        let now = self.tree.metadata(&self.handle)?;
        Ok(match (self.metadata.size, now.size) {
            _ if now == self.metadata => ChangeSinceOpen::Same,
            // Such files are generated on read; their time means nothing.
            (0, 0) => ChangeSinceOpen::Same,
            (before, now) if now > before => ChangeSinceOpen::Grown,
            _ => ChangeSinceOpen::Changed,
        })
    }

    /// Drops everything that was cached, so that the file is read again.
    pub fn forget(&mut self) -> Result<(), FileError> {
        self.uncache();
        match self.instead {
            Instead::Masked(_) => self.mask(&|_| true),
            Instead::Nothing | Instead::Text(_) => Ok(()),
        }
    }

    fn uncache(&mut self) {
        (self.head, self.beginning, self.detected) = Default::default();
    }

    /// Reads it as the text that it was converted to: Markdown.
    pub fn set_text(&mut self, text: Rc<str>) {
        self.uncache();
        (self.end, self.instead) = (text.len() as u64, Instead::Text(text));
    }

    /// Returns the number of bytes of its text.
    pub fn text_bytes(&self) -> u64 {
        match self.instead {
            Instead::Nothing => self.metadata.size,
            Instead::Masked(_) | Instead::Text(_) => self.end,
        }
    }

    /// Returns the file name that determines the language of its text.
    pub fn text_name(&self) -> String {
        match self.instead {
            Instead::Text(_) => "text.md".into(),
            Instead::Nothing | Instead::Masked(_) => self.location.to_string(),
        }
    }

    /// Leaves out the bytes from `end` on.
    pub fn end_at(&mut self, end: u64) {
        self.end = self.end.min(end);
        self.uncache();
    }

    /// Returns the same file, read at most `bytes` bytes at a time.
    #[must_use]
    pub fn in_pieces(self, bytes: u32) -> Self {
        Self { chunk: bytes.clamp(1, READ_CHUNK), ..self }
    }

    /// Returns the first [`READ_CHUNK`] bytes, or all if there are fewer. They are read once.
    pub fn head(&self) -> Result<&[u8], FileError> {
        if let Some(head) = self.head.get() {
            return Ok(head);
        }
        let head = self.up_to(0, u64::from(READ_CHUNK))?;
        Ok(self.head.get_or_init(|| head))
    }

    /// Reads up to `length` bytes at `offset`, at most [`READ_CHUNK`]. Empty only at the end.
    pub fn part(&self, offset: u64, length: u32) -> Result<Vec<u8>, FileError> {
        self.read_at(offset, length.into())
    }

    /// Reads up to `length` bytes at `offset` of the stored file, secrets included: for a caller
    /// that masks its own output. Empty only at the end.
    pub fn stored_part(&self, offset: u64, length: u32) -> Result<Vec<u8>, FileError> {
        let left = self.metadata.size.saturating_sub(offset).min(length.min(self.chunk).into());
        self.stored_at(offset, u32::try_from(left).unwrap_or_default())
    }

    /// Returns as many bytes from the start as the rules inspect: none beyond the cached ones if
    /// the text is read from elsewhere.
    pub fn beginning(&self, rules: &Rules) -> Result<&[u8], FileError> {
        if let Some(known) = self.head.get().or_else(|| self.beginning.get()) {
            return Ok(known);
        }
        let beginning = self.up_to(0, sniff::needed(rules) as u64)?;
        Ok(self.beginning.get_or_init(|| beginning))
    }

    /// Returns all bytes of the file. `None` if there are more than `max`.
    pub fn bytes(&self, max: usize) -> Result<Option<Vec<u8>>, FileError> {
        let head = self.head()?;
        let size = usize::try_from(self.metadata.size).unwrap_or(usize::MAX).max(head.len());
        if size > max {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(size);
        bytes.extend_from_slice(head);
        loop {
            let more = self.read_at(bytes.len() as u64, u64::MAX)?;
            if more.is_empty() {
                return Ok(Some(bytes));
            }
            if bytes.len() + more.len() > max {
                return Ok(None);
            }
            bytes.extend_from_slice(&more);
        }
    }

    /// Returns a digest of up to [`DIGESTED`] bytes before `offset`, by which a cursor recognizes
    /// its file. It is not a security measure: collisions are easy to make.
    pub fn digest_before(&self, offset: u64) -> Result<u32, FileError> {
        let begin = offset.saturating_sub(DIGESTED);
        let head = self.head.get().filter(|_| begin == 0);
        let known = head.and_then(|head| head.get(..usize::try_from(offset).ok()?));
        match known {
            Some(known) => Ok(digest(known)),
            None => Ok(digest(&self.up_to(begin, offset)?)),
        }
    }

    /// Returns whether the byte range contains a NUL.
    pub fn has_nul(&self, range: Range<u64>) -> Result<bool, FileError> {
        let mut offset = range.start;
        loop {
            let bytes = self.piece(offset, range.end)?;
            let has_nul = memchr::memchr(0, &bytes).is_some();
            if has_nul || bytes.is_empty() {
                return Ok(has_nul);
            }
            offset += bytes.len() as u64;
        }
    }

    /// Returns whether the file is read to its end.
    pub(crate) fn counts(&self, totals: Totals, rules: &Rules) -> bool {
        match totals {
            _ if rules.undecodable == Undecodable::Refused => true,
            Totals::Wanted | Totals::UnlessFull => true,
            Totals::UpTo(bytes) => self.end <= bytes,
            Totals::Unwanted => false,
        }
    }

    /// Returns the next bytes at `offset`, at most one chunk, empty at the end. The cached
    /// beginning of the file is not read again.
    pub(crate) fn piece(&self, offset: u64, until: u64) -> Result<Cow<'_, [u8]>, FileError> {
        let left = until.saturating_sub(offset);
        let head = self.head.get().and_then(|head| head.get(usize::try_from(offset).ok()?..));
        if let Some(head) = head.filter(|head| !head.is_empty()) {
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(head.len());
            return Ok(Cow::Borrowed(head.get(..length).unwrap_or_default()));
        }
        self.read_at(offset, left).map(Cow::Owned)
    }

    /// Same as [`File::piece`], without an incomplete unit at the end unless the file ends there.
    pub(crate) fn whole_units(
        &self,
        offset: u64,
        until: u64,
        unit: usize,
    ) -> Result<Cow<'_, [u8]>, FileError> {
        let mut bytes = self.piece(offset, until)?;
        let extra = bytes.len() % unit;
        if extra == 0 || offset + bytes.len() as u64 >= until.min(self.end) {
            return Ok(bytes);
        }
        if bytes.len() < unit {
            return self.up_to(offset, (offset + unit as u64).min(until)).map(Cow::Owned);
        }
        let length = bytes.len() - extra;
        match &mut bytes {
            Cow::Borrowed(bytes) => *bytes = bytes.get(..length).unwrap_or_default(),
            Cow::Owned(bytes) => bytes.truncate(length),
        }
        Ok(bytes)
    }

    /// Reads the bytes from `begin` to `end`, or to the end of the file.
    pub(crate) fn up_to(&self, begin: u64, end: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = self.read_at(begin, end.saturating_sub(begin))?;
        while !bytes.is_empty() {
            let at = begin + bytes.len() as u64;
            let more = self.read_at(at, end.saturating_sub(at))?;
            if more.is_empty() {
                break;
            }
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }

    /// Reads up to `length` bytes, at most one chunk.
    fn read_at(&self, offset: u64, length: u64) -> Result<Vec<u8>, FileError> {
        let left = self.end.saturating_sub(offset).min(length);
        if left == 0 {
            return Ok(Vec::new());
        }
        let length = u32::try_from(left).unwrap_or(u32::MAX).min(self.chunk);
        match &self.instead {
            Instead::Nothing => self.stored_at(offset, length),
            Instead::Text(text) => {
                let begin = usize::try_from(offset).unwrap_or(usize::MAX);
                let bytes = text.as_bytes().get(begin..).unwrap_or_default();
                Ok(bytes.get(..length as usize).unwrap_or(bytes).to_vec())
            }
            Instead::Masked(masked) => {
                let bytes =
                    masked.read_at(offset, length, &|at, length| self.stored_at(at, length))?;
                // New secrets may be at these offsets now.
                match self.since_opened()? {
                    ChangeSinceOpen::Changed => Err(FileError::Unsteady),
                    ChangeSinceOpen::Same | ChangeSinceOpen::Grown => Ok(bytes),
                }
            }
        }
    }

    fn stored_at(&self, offset: u64, length: u32) -> Result<Vec<u8>, FileError> {
        match length {
            0 => Ok(Vec::new()),
            _ => Ok(self.tree.read_at(&self.handle, offset, length)?),
        }
    }
}
