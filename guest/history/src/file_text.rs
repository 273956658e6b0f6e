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
    /// Whether secrets are masked in it.
    pub(crate) is_masked: bool,
    /// The error for a missing object, whose text cannot be read.
    pub(crate) missing: Option<HistoryError>,
}

/// Returns the text of a file with this content, its secrets masked: that of a document or a
/// notebook if `converts`, or else as it is stored.
pub(crate) fn file_text<T: Tree>(
    tree: &Timeline<'_, T>,
    location: Location,
    data: Rc<[u8]>,
    masked_as: Option<ValueFormat>,
    converts: bool,
) -> Result<FileText, HistoryError> {
    let path = location.absolute();
    let failed = |error| HistoryError::File { file: path.clone(), error };
    if data.len() > MAX_TEXT_BYTES {
        return Ok(FileText::default());
    }
    let has_bom = data.starts_with(BOM);
    let handle = TimeFile::Past(PastFile::new(data, masked_as));
    let file = File::of_handle(tree, handle, location).map_err(failed)?;
    let of = |text, is_converted, masked: u64| {
        let is_masked = masked.max(file.masked_values().unwrap_or_default()) > 0;
        FileText { text, is_converted, is_masked, missing: None }
    };
    let made = match converts {
        true => converted(&file, &Limits::default()).map_err(failed)?,
        false => Converted::Nothing,
    };
    match made {
        Converted::Nothing => {}
        Converted::Notebook(notebook) => {
            // A secret may be put together only in the text of a cell.
            let masked = masked_as.map_or(0, |_| 1);
            return Ok(of(Some(notebook.text.into()), true, masked));
        }
        Converted::Document(made) => {
            return Ok(of(Some(made.text), true, made.masked.unwrap_or_default()));
        }
        Converted::Refused(_) => return Ok(of(None, false, 0)),
    }
    match file.whole_text(&TEXT_RULES) {
        // A patch has it once, as the file.
        Ok(text) if has_bom && !text.starts_with('\u{feff}') => {
            Ok(of(Some(["\u{feff}", &text].concat().into()), false, 0))
        }
        Ok(text) => Ok(of(Some(text.into()), false, 0)),
        Err(FileError::Binary | FileError::Media(_)) => Ok(of(None, false, 0)),
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
