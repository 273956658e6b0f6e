//! The text that a file is shown as, where that is not its own.

use crate::error::DocumentError;
use crate::notebook::{NotebookText, notebook_text};
use crate::office::{MadeText, made_text};
use readroom_core::{File, FileError, Tree};
use readroom_documents::{Detail, Limits, may_be_document};

/// The text that a file is shown as.
pub enum Converted {
    /// Its own, if it is text.
    Nothing,
    /// That of a notebook.
    Notebook(NotebookText),
    /// That of a document.
    Document(MadeText),
    /// None: it is a document that no text can be made of.
    Refused(DocumentError),
}

/// Returns the text of a workbook with its formulas. `None` for other files.
pub fn text_with_formulas<T: Tree>(
    file: &File<'_, T>,
    limits: &Limits,
) -> Result<Option<MadeText>, FileError> {
    Ok(made_text(file, limits, Detail::All)?.and_then(Result::ok))
}

/// Returns the text that a file is shown as, by its name and its bytes.
pub fn converted<T: Tree>(file: &File<'_, T>, limits: &Limits) -> Result<Converted, FileError> {
    if let Some(notebook) = notebook_text(file)? {
        return Ok(Converted::Notebook(notebook));
    }
    if !may_be_document(file.head()?) {
        return Ok(Converted::Nothing);
    }
    Ok(match made_text(file, limits, Detail::Shown)? {
        Some(Ok(made)) => Converted::Document(made),
        Some(Err(error)) => Converted::Refused(error),
        None => Converted::Nothing,
    })
}
