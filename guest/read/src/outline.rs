//! An outline of a text.

use crate::check::CheckedRequest;
use crate::error::{PathError, ReadError, SizeLimit};
use readroom_core::structure::{OutlineEntry, Outliner};
use readroom_core::{File, FileError, TextEncoding, Tree, tokens};
use std::ops::ControlFlow;

/// An outline of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The entries.
    pub entries: Vec<OutlineEntry>,
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
    if file.metadata.size > MAX_FILE_BYTES {
        return Err(ReadError::about(
            path,
            PathError::TooLarge(SizeLimit::Outline(MAX_FILE_BYTES)),
        ));
    }
    let name = file.location.to_string();
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
    let mut outline =
        Outline { entries: found.entries, omitted: found.omitted, total: found.total, encoding };
    while outline.bytes() > checked.bytes
        || checked.tokens.is_some_and(|max| outline.tokens() > max)
    {
        leave_out(&mut outline);
    }
    Ok(outline)
}

/// Drops the deepest entries or, if all have the same depth, the last tenth.
fn leave_out(outline: &mut Outline) {
    let before = outline.entries.len();
    let depths = outline.entries.iter().map(|entry| entry.depth);
    match (depths.clone().min(), depths.max()) {
        (Some(shallowest), Some(deepest)) if shallowest < deepest => {
            outline.entries.retain(|entry| entry.depth < deepest);
        }
        _ => outline.entries.truncate(before * 9 / 10),
    }
    outline.omitted += (before - outline.entries.len()) as u64;
}
