//! Fields of texts: an instruction, which is not shown, and its result. They nest.

use crate::error::Outcome;
use crate::field_instruction::{link_target, own_text};
use crate::writer::{Link, Writer};
use std::borrow::Cow;

/// The maximum size of an instruction in bytes; the rest is ignored.
const MAX_INSTRUCTION: usize = 4096;
/// The maximum number of nested fields. Deeper ones are only counted.
const MAX_FIELDS: usize = 64;

/// The open fields, from the outermost.
#[derive(Default)]
pub(crate) struct Fields {
    open: Vec<Field>,
    deeper: usize,
}

#[derive(Default)]
struct Field {
    /// With the texts to choose from, or that of an empty form field, each after a NUL.
    instruction: String,
    is_result: bool,
    link: Option<Link>,
    /// Whether its result has text.
    has_text: bool,
    /// The type of the form field that it is, and the number that it has.
    form: Option<i32>,
    number: i32,
    has_number: bool,
}

impl Fields {
    pub(crate) fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        } else {
            self.deeper += 1;
        }
    }

    /// Begins the result of the innermost field. That of a link becomes one.
    pub(crate) fn separate(&mut self, writer: &mut Writer) -> Outcome {
        if self.deeper > 0 {
            return Ok(());
        }
        let Some(field) = self.open.last_mut() else { return Ok(()) };
        field.is_result = true;
        let target = link_target(&field.instruction);
        if let Some(target) = target.filter(|_| self.is_shown()) {
            let link = writer.open_link(&target)?;
            if let Some(field) = self.open.last_mut() {
                field.link = Some(link);
            }
        }
        Ok(())
    }

    /// Ends the innermost field. Returns what it shows apart from its result: the value of a form
    /// field, or the text of its instruction.
    pub(crate) fn end(&mut self, writer: &mut Writer) -> Outcome<Option<String>> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return Ok(None);
        }
        let Some(field) = self.open.pop() else { return Ok(None) };
        if let Some(link) = field.link {
            close(link, writer)?;
        }
        let number = usize::try_from(field.number).unwrap_or_default();
        let value = match field.form {
            _ if !self.is_shown() => None,
            // A check box.
            Some(1) => Some(if number == 1 { "[x]" } else { "[ ]" }.into()),
            _ if field.has_text => None,
            Some(_) => field.instruction.split('\0').nth(number + 1).map(Cow::from),
            None => own_text(&field.instruction),
        };
        Ok(value.map(Cow::into_owned))
    }

    /// Records that the results of the open fields have text.
    pub(crate) fn add_text(&mut self) {
        self.open.iter_mut().for_each(|field| field.has_text = true);
    }

    /// Applies a property of the form field that the innermost field is.
    pub(crate) fn set_form(&mut self, property: &str, value: i32) {
        /// The result of a field that has its default.
        const DEFAULT: i32 = 25;
        let Some(field) = self.open.last_mut().filter(|_| self.deeper == 0) else { return };
        match property {
            "fftype" => field.form = Some(value),
            "ffres" if value == DEFAULT => {}
            // The default comes after the result.
            "ffres" => (field.number, field.has_number) = (value, true),
            _ if !field.has_number => field.number = value,
            _ => {}
        }
    }

    /// Ends the links of all open fields, because the paragraph ends.
    pub(crate) fn end_links(&mut self, writer: &mut Writer) -> Outcome {
        let mut links = self.open.iter_mut().rev().filter_map(|field| field.link.take());
        links.try_for_each(|link| close(link, writer))
    }

    /// Returns whether text is outside of fields, or in their results.
    pub(crate) fn is_shown(&self) -> bool {
        self.deeper == 0 && self.open.iter().all(|field| field.is_result)
    }

    /// Adds text to the instruction of the innermost field.
    pub(crate) fn push_instruction(&mut self, text: &str) {
        let field = self.open.last_mut().filter(|field| !field.is_result && self.deeper == 0);
        if let Some(field) = field
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION
        {
            field.instruction.push_str(text);
        }
    }
}

fn close(link: Link, writer: &mut Writer) -> Outcome {
    writer.set_hidden(false)?;
    writer.close_link(link);
    Ok(())
}
