//! One file: found, read as what it is, and looked at again.

use crate::check::{Checked, check};
use crate::document::{Body, Document};
use crate::error::ReadError;
use crate::excerpt::{self, Unread};
use crate::index::Index;
use crate::request::{Ask, View};
use crate::{facts, media, notebook, outline};
use alloc::boxed::Box;
use alloc::string::ToString;
use readroom_core::{File, FileError, Found, Since, TrailingSlash, Tree, find};

/// How often a file is read that changes meanwhile.
const MOST_TRIES: u32 = 3;

/// Reads what was asked for.
pub fn read<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    ask: &Ask<'_>,
    index: Option<&Index<'_>>,
) -> Result<Document, ReadError> {
    let checked = check(ask)?;
    let failed = |error| ReadError::at_path(tree, cwd, error, ask.path);
    for _ in 0..MOST_TRIES {
        let mut file = match find(tree, cwd, ask.path, TrailingSlash::WantsDirectory) {
            Ok(Found::File(file)) => file,
            Ok(Found::Directory(_)) => return Err(failed(FileError::IsDirectory)),
            Err(failure) => return Err(failed(failure.error)),
        };
        let document = |file: File<'_, T>, body| Document {
            location: file.location,
            metadata: file.metadata,
            body,
        };
        if ask.known == Some(&*facts::version(&file.metadata)) {
            return Ok(document(file, Body::Unchanged));
        }
        let told = body(&file, ask, &checked, index, &failed)?;
        let is_of_one_piece = match file.since_opened().map_err(failed)? {
            Since::Same => true,
            Since::Changed => false,
            // What it held before is read a second time to see.
            Since::Grown => {
                file.forget();
                body(&file, ask, &checked, None, &failed)? == told
            }
        };
        if is_of_one_piece {
            return Ok(document(file, told));
        }
    }
    Err(failed(FileError::Unsteady))
}

/// What an open file holds of what was asked for.
fn body<T: Tree>(
    file: &File<'_, T>,
    ask: &Ask<'_>,
    checked: &Checked<'_>,
    index: Option<&Index<'_>>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Body, ReadError> {
    if ask.view == View::Outline {
        return outline::outline(file, ask.path, checked, failed).map(Body::Outline);
    }
    let is_notebook = ask.view == View::Auto && file.location.to_string().ends_with(".ipynb");
    if is_notebook && let Some(notebook) = notebook::notebook(file, ask.path, checked, failed)? {
        return Ok(Body::Notebook(notebook));
    }
    match excerpt::excerpt(file, ask, checked, index, failed) {
        Ok(excerpt) => Ok(Body::Text(Box::new(excerpt))),
        Err(Unread::Media(media)) if ask.view == View::Text => Err(failed(FileError::Media(media))),
        Err(Unread::Media(media)) => media::facts(file, media, ask.path, failed).map(Body::Image),
        Err(Unread::Failed(error)) => Err(error),
    }
}
