//! Files that are read by blocks.

use crate::error::HistoryError;
use crate::git_directory::GitFile;
use crate::object::{Object, ObjectKind};
use crate::store::cache::Cache;
use crate::store::inflate::Inflater;
use readroom_core::Tree;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The number of bytes that are read from a file at once.
const BLOCK: u64 = 8 << 10;

/// The memory for blocks of all files, in bytes.
const BLOCK_BYTES: usize = 16 << 20;

/// The memory for objects that were read last, in bytes: others may be deltas of them.
const OBJECT_BYTES: usize = 16 << 20;

/// The memory that all packs of a store share.
pub(crate) struct Buffers {
    blocks: RefCell<Cache>,
    /// Objects by the number of their file and their offset in it.
    pub(crate) objects: RefCell<Cache>,
    pub(crate) inflater: Inflater,
    /// The number of files that were opened.
    files: Cell<u32>,
}

impl Buffers {
    pub(crate) fn new() -> Self {
        Self {
            blocks: RefCell::new(Cache::new(BLOCK_BYTES)),
            objects: RefCell::new(Cache::new(OBJECT_BYTES)),
            inflater: Inflater::default(),
            files: Cell::new(0),
        }
    }
}

/// A file whose blocks are cached.
pub(crate) struct BlockFile<'t, T: Tree> {
    pub(crate) file: GitFile<'t, T>,
    pub(crate) buffers: Rc<Buffers>,
    /// Its number among the files of the store.
    pub(crate) number: u32,
    /// The number of the block that was used last, and the block.
    last: RefCell<(u64, Rc<[u8]>)>,
}

impl<'t, T: Tree> BlockFile<'t, T> {
    pub(crate) fn new(file: GitFile<'t, T>, buffers: &Rc<Buffers>) -> Self {
        let number = buffers.files.get();
        buffers.files.set(number.wrapping_add(1));
        let last = RefCell::new((u64::MAX, Rc::default()));
        Self { file, buffers: Rc::clone(buffers), number, last }
    }

    /// Returns a block and the position of `offset` in it. The end of the file is the end of its
    /// last block.
    pub(crate) fn block(&self, offset: u64) -> Result<(Rc<[u8]>, usize), HistoryError> {
        let (number, position) = (offset / BLOCK, (offset % BLOCK) as usize);
        if let (known, block) = &*self.last.borrow()
            && *known == number
        {
            return Ok((Rc::clone(block), position));
        }
        let key = (self.number, number);
        let cached = self.buffers.blocks.borrow_mut().get(key);
        let data = match cached {
            Some(block) => block.data,
            None => {
                let data: Rc<[u8]> = self.file.read_full(offset - offset % BLOCK, BLOCK)?.into();
                let block = Object { kind: ObjectKind::Blob, data: Rc::clone(&data) };
                self.buffers.blocks.borrow_mut().insert(key, block);
                data
            }
        };
        self.last.replace((number, Rc::clone(&data)));
        Ok((data, position))
    }

    /// Fills `bytes` from an offset. Returns their number, which is less only at the end.
    pub(crate) fn fill(&self, offset: u64, bytes: &mut [u8]) -> Result<usize, HistoryError> {
        let mut filled = 0;
        while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let (block, position) = self.block(offset.saturating_add(filled as u64))?;
            let from = block.get(position..).unwrap_or_default();
            if from.is_empty() {
                break;
            }
            let count = rest.len().min(from.len());
            if let (Some(to), Some(from)) = (rest.get_mut(..count), from.get(..count)) {
                to.copy_from_slice(from);
            }
            filled += count;
        }
        Ok(filled)
    }

    /// Returns the `N` bytes at an offset.
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Result<[u8; N], HistoryError> {
        let mut bytes = [0; N];
        match self.fill(offset, &mut bytes)? {
            filled if filled == N => Ok(bytes),
            _ => Err(self.damaged("it ends early")),
        }
    }

    pub(crate) fn damaged(&self, why: impl Into<String>) -> HistoryError {
        HistoryError::damaged(&self.file.path, why)
    }
}
