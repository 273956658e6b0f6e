//! An outline of a text.

use crate::check::CheckedRequest;
use crate::error::{PathError, ReadError, SizeLimit};
use readroom_core::structure::{Basis, OutlineEntry, Outliner};
use readroom_core::{File, FileError, TextEncoding, Tree};
use readroom_tokens as tokens;
use std::ops::ControlFlow;

/// An outline of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The lines that declare something, in order.
    pub entries: Vec<OutlineEntry>,
    /// What the entries are.
    pub basis: Basis,
    /// The number of entries left out.
    pub omitted: u64,
    /// The number of lines in the file.
    pub total: u64,
    /// The encoding that the bytes were decoded as.
    pub encoding: TextEncoding,
}

impl Outline {
    /// Returns the size of its texts in bytes, with a line feed each.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.text.len() as u64 + 1).sum()
    }

    /// Returns the estimated number of tokens in its texts.
    pub fn tokens(&self) -> u64 {
        self.entries.iter().map(|entry| tokens::estimate(&entry.text)).sum()
    }

    /// Leaves out the deepest entries or, if all have the same depth, the last tenth.
    pub fn leave_out(&mut self) {
        if !self.leave_out_deepest() {
            let before = self.entries.len();
            self.entries.truncate(before * 9 / 10);
            self.omitted += (before - self.entries.len()) as u64;
        }
    }

    /// Leaves out the deepest entries, unless all have the same depth. Returns whether it did.
    pub fn leave_out_deepest(&mut self) -> bool {
        let depths = || self.entries.iter().map(|entry| entry.depth);
        match (depths().min(), depths().max()) {
            (Some(shallowest), Some(deepest)) if shallowest < deepest => {
                self.retain(|entry| entry.depth < deepest);
                true
            }
            _ => false,
        }
    }

    /// Leaves out the entries for which this is false.
    pub fn retain(&mut self, is_kept: impl FnMut(&OutlineEntry) -> bool) {
        let before = self.entries.len();
        self.entries.retain(is_kept);
        self.omitted += (before - self.entries.len()) as u64;
    }
}

/// The largest file that is outlined, in bytes: an outline takes about ten times as long as
/// counting lines.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) fn outline<T: Tree>(
    file: &File<'_, T>,
    path: &str,
    checked: &CheckedRequest<'_>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Outline, ReadError> {
    if file.text_bytes() > MAX_FILE_BYTES {
        return Err(ReadError::about(
            path,
            PathError::TooLarge(SizeLimit::Outline(MAX_FILE_BYTES)),
        ));
    }
    let name = file.text_name();
    let max = usize::try_from(checked.lines).unwrap_or(usize::MAX);
    let scanned = file.scan(
        &checked.rules,
        || Outliner::new(&name, max),
        |outliner, text| {
            outliner.push(text);
            ControlFlow::Continue(())
        },
    );
    let (outliner, encoding) = scanned.map_err(failed)?;
    let found = outliner.finish();
    let mut outline = Outline {
        entries: found.entries,
        basis: found.basis,
        omitted: found.omitted,
        total: found.total,
        encoding,
    };
    while outline.bytes() > checked.bytes
        || checked.tokens.is_some_and(|max| outline.tokens() > max)
    {
        outline.leave_out();
    }
    Ok(outline)
}
