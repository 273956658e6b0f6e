//! The content streams of pages, and of forms, which draw a part of one.

use super::state::Frame;
use super::{Interpreter, painting};
use crate::error::{Outcome, PdfError};
use crate::limits::Limit;
use crate::matrix::Matrix;
use crate::object::{Dict, Object, Stream};
use std::borrow::Cow;

impl<'a> Interpreter<'_, 'a> {
    /// Returns the content of a page, whose parts form one stream.
    pub(super) fn page_content(&mut self, page: &Dict) -> Outcome<Vec<u8>> {
        let parts = match self.file.get(page, "Contents")? {
            Object::Array(parts) => parts,
            other => [other].into(),
        };
        let mut content = Vec::new();
        for part in parts.iter() {
            let Object::Stream(part) = self.file.resolve(part)? else { continue };
            let limit = self.file.limits.stream.saturating_sub(content.len());
            let Some(data) = self.content_of(&part, limit)? else { continue };
            if content.is_empty() {
                content = data.into_owned();
            } else {
                content.reserve_exact(data.len() + 1);
                content.push(b'\n');
                content.extend_from_slice(&data);
            }
        }
        Ok(content)
    }

    /// Returns the data of a content stream, or what is left of them.
    fn content_of(&mut self, stream: &Stream, limit: usize) -> Outcome<Option<Cow<'a, [u8]>>> {
        let data = self.file.decode(stream, limit)?;
        if self.file.is_damaged {
            self.page.missing = "whose data are damaged";
        }
        Ok(data)
    }

    pub(super) fn draw(&mut self, name: &[u8], frame: &mut Frame) -> Outcome {
        let Object::Stream(object) = self.resource("XObject", name, frame)? else { return Ok(()) };
        if object.dict.is("Subtype", "Image") {
            self.add_image(&frame.state, painting::is_opaque(&object.dict))?;
        } else if object.dict.is("Subtype", "Form") {
            self.forms += 1;
            if self.forms > self.file.limits.forms {
                return Err(PdfError::TooLarge(Limit::Forms));
            }
            self.form(&object, frame)?;
        }
        Ok(())
    }

    pub(super) fn form(&mut self, form: &Stream, frame: &Frame) -> Outcome {
        if frame.depth >= self.file.limits.form_depth {
            self.page.missing = "which is nested too deeply";
            return Ok(());
        }
        let limit = self.file.limits.stream.saturating_sub(self.page.held);
        let Some(content) = self.content_of(form, limit)? else { return Ok(()) };
        let mut state = frame.state.clone();
        state.page = self.matrix(&form.dict)?.then(&state.page);
        let resources = match self.file.get(&form.dict, "Resources")? {
            Object::Dict(resources) => resources,
            _ => frame.resources.clone(),
        };
        self.page.held += content.len();
        self.run(&content, resources, state, frame.depth + 1)?;
        self.page.held -= content.len();
        Ok(())
    }

    pub(super) fn matrix(&mut self, form: &Dict) -> Outcome<Matrix> {
        let numbers = self.file.get(form, "Matrix")?.numbers();
        Ok(Matrix::from_numbers(&numbers).unwrap_or(Matrix::IDENTITY))
    }
}
