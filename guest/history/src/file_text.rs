//! The text of a file as a read shows it, which is what comparisons are made of.

use crate::error::HistoryError;
use crate::timeline::{PastFile, TimeFile, Timeline};
use readroom_core::{File, FileError, Location, Tree, ValueFormat, masked_text};
use readroom_read::documents::Limits;
use readroom_read::{Converted, TEXT_RULES, converted};
use std::rc::Rc;

/// The size of the largest file that is compared by its text, in bytes.
const MAX_TEXT_BYTES: usize = 16 << 20;

const BOM: &[u8] = "\u{feff}".as_bytes();

/// The text of a file.
#[derive(Default)]
pub(crate) struct FileText {
    /// The text. `None` if the file is not text.
    pub(crate) text: Option<Rc<str>>,
    /// Whether it was made of a document or a notebook.
    pub(crate) is_converted: bool,
}

/// Returns the text of a file with this content, its secrets masked.
pub(crate) fn file_text<T: Tree>(
    tree: &Timeline<'_, T>,
    location: Location,
    data: Rc<[u8]>,
    masked_as: Option<ValueFormat>,
) -> Result<FileText, HistoryError> {
    let path = location.absolute();
    let failed = |error| HistoryError::File { file: path.clone(), error };
    let of = |text: Option<Rc<str>>, is_converted| FileText { text, is_converted };
    if data.len() > MAX_TEXT_BYTES {
        return Ok(of(None, false));
    }
    let has_bom = data.starts_with(BOM);
    let handle = TimeFile::Past(PastFile::new(data, masked_as));
    let file = File::of_handle(tree, handle, location).map_err(failed)?;
    match converted(&file, &Limits::default()).map_err(failed)? {
        Converted::Nothing => {}
        Converted::Notebook(notebook) => return Ok(of(Some(notebook.text.into()), true)),
        Converted::Document(made) => return Ok(of(Some(made.text), true)),
        Converted::Refused(_) => return Ok(of(None, false)),
    }
    match file.whole_text(&TEXT_RULES) {
        // A patch has it, too.
        Ok(text) if has_bom => Ok(of(Some(["\u{feff}", &text].concat().into()), false)),
        Ok(text) => Ok(of(Some(text.into()), false)),
        Err(FileError::Binary | FileError::Media(_)) => Ok(of(None, false)),
        Err(error) => Err(failed(error)),
    }
}

/// Returns a text that is not of a file, such as a message, with its secrets masked.
pub(crate) fn masked(format: Option<ValueFormat>, text: String) -> String {
    match format {
        Some(format) => masked_text(format, &text, false).0,
        None => text,
    }
}
