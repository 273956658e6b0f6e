//! The file of packed references. It may be larger than memory, and is read by pieces.

use crate::error::HistoryError;
use crate::git_directory::GitFile;
use crate::object_id::{ObjectFormat, ObjectId};
use memchr::memchr;
use readroom_core::Tree;

/// The number of bytes that are read at a time.
const PIECE: u32 = 16 << 10;

/// The maximum length of a line in bytes: half a piece, so that a search makes progress.
const MAX_LINE: usize = 8 << 10;

/// An open file of packed references, and a position in it.
pub(crate) struct PackedReferences<'t, T: Tree> {
    file: GitFile<'t, T>,
    format: ObjectFormat,
    /// Whether the names are in the order of their bytes.
    is_sorted: bool,
    /// The offset of the first reference.
    start: u64,
    /// The offset of the next line.
    offset: u64,
    /// The bytes from that offset on that have been read.
    piece: Vec<u8>,
    /// The number of bytes of the piece that have been taken.
    taken: usize,
    /// The last line.
    line: Vec<u8>,
}

impl<'t, T: Tree> PackedReferences<'t, T> {
    /// Begins with the references in a file.
    pub(crate) fn new(file: GitFile<'t, T>, format: ObjectFormat) -> Result<Self, HistoryError> {
        let (piece, line) = (Vec::new(), Vec::new());
        let mut packed =
            Self { file, format, is_sorted: false, start: 0, offset: 0, piece, taken: 0, line };
        if packed.advance()?
            && let Some(traits) = packed.line.strip_prefix(b"# pack-refs with:")
        {
            packed.is_sorted = traits.split(|byte| *byte == b' ').any(|name| name == b"sorted");
            packed.start = packed.offset;
        }
        Ok(packed)
    }

    /// Returns the object of a reference. `None` if it is not packed.
    pub(crate) fn find(mut self, wanted: &str) -> Result<Option<ObjectId>, HistoryError> {
        let wanted = wanted.as_bytes();
        let (mut low, mut high) = (self.start, self.file.size);
        while self.is_sorted && high.saturating_sub(low) > u64::from(4 * PIECE) {
            let middle = low.midpoint(high);
            self.seek(middle);
            // The rest of a line.
            self.advance()?;
            let start = self.offset;
            match self.reference()? {
                Some((_, name)) if name <= wanted => low = start,
                _ => high = middle,
            }
        }
        self.seek(low);
        let is_sorted = self.is_sorted;
        while let Some((id, name)) = self.reference()? {
            if name == wanted {
                return Ok(Some(id));
            }
            if is_sorted && name > wanted {
                break;
            }
        }
        Ok(None)
    }

    /// Passes the references to `take`, with the objects that annotated tags lead to. Names that
    /// are not UTF-8 are left out.
    pub(crate) fn each(
        mut self,
        take: &mut dyn FnMut(&str, ObjectId, Option<ObjectId>),
    ) -> Result<(), HistoryError> {
        self.seek(self.start);
        let (mut last, mut object): (Option<(String, ObjectId)>, _) = (None, None);
        loop {
            let has_line = self.advance()?;
            let digits = self.line.strip_prefix(b"^").filter(|_| has_line);
            if let Some(digits) = digits {
                object = ObjectId::from_hex(self.format, digits);
                continue;
            }
            if let Some((name, id)) = last.take() {
                take(&name, id, object.take());
            }
            if !has_line {
                return Ok(());
            }
            if let Some((id, name)) = self.parsed()? {
                last = str::from_utf8(name).ok().map(|name| (name.to_owned(), id));
            }
        }
    }

    fn seek(&mut self, offset: u64) {
        self.offset = offset;
        self.piece.clear();
        self.taken = 0;
    }

    /// Returns the next reference. The objects of annotated tags are skipped.
    fn reference(&mut self) -> Result<Option<(ObjectId, &[u8])>, HistoryError> {
        while self.advance()? {
            if !matches!(self.line.first(), Some(b'^' | b'#')) {
                return self.parsed();
            }
        }
        Ok(None)
    }

    /// Returns the reference of the last line. `None` for a comment.
    fn parsed(&self) -> Result<Option<(ObjectId, &[u8])>, HistoryError> {
        if self.line.first() == Some(&b'#') {
            return Ok(None);
        }
        let (id, name) = self.line.split_at_checked(2 * self.format.bytes()).unzip();
        let id = id.and_then(|digits| ObjectId::from_hex(self.format, digits));
        let reference = id.zip(name.and_then(|name| name.strip_prefix(b" ")));
        reference.map(Some).ok_or_else(|| self.damaged("a line of it is malformed"))
    }

    /// Reads the next line. Returns `false` at the end.
    fn advance(&mut self) -> Result<bool, HistoryError> {
        loop {
            let rest = self.piece.get(self.taken..).unwrap_or_default();
            if let Some(end) = memchr(b'\n', rest) {
                self.line.clear();
                self.line.extend_from_slice(rest.get(..end).unwrap_or_default());
                self.taken += end + 1;
                self.offset += end as u64 + 1;
                return Ok(true);
            }
            if rest.len() > MAX_LINE {
                return Err(self.damaged("a line of it is too long"));
            }
            let more = self.file.read_at(self.offset.saturating_add(rest.len() as u64), PIECE)?;
            match (more.is_empty(), rest.is_empty()) {
                (true, true) => return Ok(false),
                (true, false) => return Err(self.damaged("it ends within a line")),
                (false, _) => {}
            }
            self.piece.drain(..self.taken);
            self.taken = 0;
            self.piece.extend_from_slice(&more);
        }
    }

    fn damaged(&self, why: &str) -> HistoryError {
        HistoryError::damaged(&self.file.path, why)
    }
}
