//! Reads one file, and checks afterwards whether it changed.

use crate::check::{CheckedRequest, check};
use crate::directory_page::directory_page;
use crate::document::{Body, Document};
use crate::error::ReadError;
use crate::index::Index;
use crate::office::{MadeText, requested_text};
use crate::request::{Purpose, ReadRequest};
use crate::text_page::{self, Unread};
use crate::{facts, image, notebook, office, outline};
use readroom_core::{ChangeSinceOpen, File, FileError, Opened, TrailingSlash, Tree, find};
use readroom_types::View;

/// How often a file that changes meanwhile is read.
const MAX_TRIES: u32 = 3;

/// Reads part of a file.
pub fn read<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &ReadRequest<'_>,
    purpose: Purpose,
    index: Option<&Index<'_>>,
) -> Result<Document, ReadError> {
    let checked = check(request, purpose)?;
    let failed = |error| ReadError::at_path(tree, cwd, error, request.path);
    let last = index.map(|index| &index.text);
    for _ in 0..MAX_TRIES {
        let mut file = match find(tree, cwd, request.path, TrailingSlash::WantsDirectory) {
            Ok(Opened::File(file)) => file,
            Ok(Opened::Directory(directory)) => {
                let checked = checked.at_unit_of(request, None)?;
                let page = directory_page(&directory, request, &checked, &failed)?;
                return Ok(Document::of_directory(directory.location().clone(), page));
            }
            Err(failure) => return Err(failed(failure.error)),
        };
        let metadata = facts::versioned(&file);
        let document = |file: File<'_, T>, body, masked| Document {
            location: file.location,
            metadata,
            body,
            masked,
        };
        let has_version = |known: &str| facts::has_version(&metadata, known);
        if request.known_version.is_some_and(has_version) {
            let masked = file.masked_values();
            return Ok(document(file, Body::Unchanged, masked));
        }
        file.mask_for(checked.rules.encoding).map_err(failed)?;
        let made = requested_text(&file, request, &checked, last, &failed)?;
        let checked = checked.at_unit_of(request, made.as_ref())?;
        let is_made = made.is_some();
        let masked = made.as_ref().map_or(file.masked_values(), |made| made.masked);
        if let Some(MadeText { text, .. }) = &made {
            file.set_text(text.clone());
        }
        let index = index.filter(|_| !is_made);
        let body = read_body(&file, request, &checked, index, &failed);
        let mut body = body.map_err(|error| office::damaged(&file, error))?;
        if let (Body::Text(page), Some(MadeText { facts, .. })) = (&mut body, made) {
            page.document = Some(facts);
        }
        let is_of_one_piece = match file.since_opened().map_err(failed)? {
            ChangeSinceOpen::Same => true,
            ChangeSinceOpen::Changed => false,
            ChangeSinceOpen::Grown if is_made => false,
            // Its earlier content is read a second time to compare.
            ChangeSinceOpen::Grown => {
                file.forget().map_err(failed)?;
                read_body(&file, request, &checked, None, &failed)? == body
            }
        };
        if is_of_one_piece {
            // A secret may be put together only in the text of a cell.
            let of_cells = if let Body::Notebook(cells) = &body { cells.masked } else { 0 };
            let masked = masked.map(|masked| masked.max(of_cells));
            return Ok(document(file, body, masked));
        }
    }
    Err(failed(FileError::Unsteady))
}

/// Reads the requested part of an open file.
fn read_body<T: Tree>(
    file: &File<'_, T>,
    request: &ReadRequest<'_>,
    checked: &CheckedRequest<'_>,
    index: Option<&Index<'_>>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Body, ReadError> {
    if request.view == View::Outline {
        return outline::outline(file, request.path, checked, failed).map(Body::Outline);
    }
    let is_notebook =
        request.view == View::Auto && notebook::is_notebook_name(&file.location.to_string());
    if is_notebook && let Some(notebook) = notebook::notebook(file, request.path, checked, failed)?
    {
        return Ok(Body::Notebook(notebook));
    }
    match text_page::text_page(file, request, checked, index, failed) {
        Ok(page) => Ok(Body::Text(Box::new(page))),
        Err(Unread::Media(media)) => {
            image::image_info(file, media, checked.purpose, failed).map(Body::Image)
        }
        Err(Unread::Failed(error)) => Err(error),
    }
}
