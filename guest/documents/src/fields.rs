//! Fields of texts: an instruction, which is not shown, and its result. They nest: an instruction
//! can contain fields.

use crate::error::Outcome;
use crate::field_instruction::{is_page_number, link_target, own_text};
use crate::writer::{Link, Writer};

/// The maximum size of an instruction in bytes; the rest is ignored.
const MAX_INSTRUCTION: usize = 4096;
/// The maximum number of nested fields. Deeper ones are only counted.
const MAX_FIELDS: usize = 64;

/// The open fields, from the outermost.
#[derive(Default)]
pub(crate) struct Fields {
    open: Vec<Field>,
    deeper: usize,
    /// The number of fields that are numbers of paragraphs, and of lists in them. They are not in
    /// the document.
    counts: [u64; 2],
    /// Whether numbers of pages are not shown.
    pub(crate) is_page_header: bool,
}

#[derive(Default)]
struct Field {
    instruction: String,
    /// Whether the instruction contains the result of another field.
    has_result_inside: bool,
    /// Whether the instruction has ended.
    is_result: bool,
    /// Whether its result has text.
    has_text: bool,
    /// The address that the result links to.
    target: Option<String>,
    /// The link in an open paragraph, and the number of paragraphs open there.
    link: Option<(usize, Link)>,
    form: Form,
}

/// The state of a form field.
#[derive(Default)]
pub(crate) struct Form {
    pub(crate) kind: FormKind,
    /// The index of the chosen entry of a list, or 1 for a ticked box, if known.
    pub(crate) chosen: Option<u64>,
    entries: u64,
    /// The chosen entry, or the default text.
    pub(crate) value: String,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum FormKind {
    #[default]
    None,
    CheckBox,
    List,
    Text,
}

impl Form {
    pub(crate) fn new(kind: FormKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Begins the next entry of a list.
    pub(crate) fn begin_entry(&mut self) {
        self.entries += 1;
    }

    /// Appends to the entry, which is kept if it is the chosen one.
    pub(crate) fn push_entry(&mut self, text: &str) {
        let is_chosen = self.entries == self.chosen.unwrap_or_default() + 1;
        if is_chosen && self.value.len() + text.len() <= MAX_INSTRUCTION {
            self.value.push_str(text);
        }
    }
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
    pub(crate) fn separate(&mut self, writer: &mut Writer, depth: usize) -> Outcome {
        if self.deeper > 0 {
            return Ok(());
        }
        if let Some(field) = self.open.last_mut() {
            field.is_result = true;
            field.target = link_target(&field.instruction);
        }
        self.open_links(writer, depth)
    }

    /// Ends the innermost field. Returns what it shows apart from its result.
    pub(crate) fn end(&mut self, writer: &mut Writer) -> Outcome<Option<String>> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return Ok(None);
        }
        let Some(mut field) = self.open.pop() else { return Ok(None) };
        if let Some((_, link)) = field.link.take() {
            close(link, writer)?;
        }
        for ((name, end), count) in
            [("AUTONUM", '.'), ("LISTNUM", ')')].iter().zip(&mut self.counts)
        {
            let word = field.instruction.trim_start().get(..name.len());
            if word.is_some_and(|word| word.eq_ignore_ascii_case(name)) {
                *count += 1;
                let value = format!("{count}{end}");
                field.form = Form { value, ..Form::new(FormKind::List) };
                break;
            }
        }
        let is_page_number = self.is_page_header && is_page_number(&field.instruction);
        Ok(match self.is_shown() {
            true if is_page_number => Some("#".into()),
            true => field.value().filter(|value| !value.is_empty()),
            false => None,
        })
    }

    /// Begins the links of the open fields in a paragraph, unless they are open in one around it.
    pub(crate) fn open_links(&mut self, writer: &mut Writer, depth: usize) -> Outcome {
        for field in self.open.iter_mut().take_while(|field| field.is_result) {
            if let (Some(target), None) = (&field.target, &field.link) {
                field.link = writer.open_link(Some(target))?.map(|link| (depth, link));
            }
        }
        Ok(())
    }

    /// Ends the links in a paragraph, because it ends.
    pub(crate) fn close_links(&mut self, writer: &mut Writer, depth: usize) -> Outcome {
        for field in self.open.iter_mut().rev() {
            if let Some((_, link)) = field.link.take_if(|(open_in, _)| *open_in == depth) {
                close(link, writer)?;
            }
        }
        Ok(())
    }

    /// Returns whether text is outside of fields, or in their results.
    pub(crate) fn is_shown(&self) -> bool {
        self.deeper == 0 && self.open.iter().all(|field| field.is_result)
    }

    /// Records that the results of the open fields have text, if it is not blank.
    pub(crate) fn add_text(&mut self, text: &str) {
        let has_text = !text.trim().is_empty();
        self.open.iter_mut().for_each(|field| field.has_text |= has_text);
    }

    /// Appends text to the innermost instruction, also that of the result of a field in it. Returns
    /// whether there is one, with room for the text.
    pub(crate) fn instruct(&mut self, text: &str) -> bool {
        let is_result = self.is_result();
        let Some(field) = self.open.iter_mut().rfind(|field| !field.is_result) else {
            return false;
        };
        if self.deeper > 0 || field.instruction.len() + text.len() > MAX_INSTRUCTION {
            return false;
        }
        field.instruction.push_str(text);
        field.has_result_inside |= is_result && !text.trim().is_empty();
        true
    }

    /// Returns whether text is shown outside of instructions, to which other text belongs.
    pub(crate) fn shows(&mut self, text: &str) -> bool {
        let is_shown = self.is_shown() && !self.absorb(text);
        if is_shown {
            self.add_text(text);
        } else {
            self.instruct(text);
        }
        is_shown
    }

    /// Takes text of results that is not to be shown: the number of a page in a header, or the
    /// result of a field in an instruction. Returns false for other text.
    pub(crate) fn absorb(&mut self, text: &str) -> bool {
        if self.is_shown() {
            let is_number = |field: &Field| is_page_number(&field.instruction);
            return self.is_page_header && self.open.last().is_some_and(is_number);
        }
        text.trim().is_empty() || self.is_result() && self.instruct(text)
    }

    /// Returns whether the result of the innermost field is being read.
    fn is_result(&self) -> bool {
        self.open.last().is_some_and(|field| field.is_result)
    }

    /// Returns the state of the form field that the innermost field is.
    pub(crate) fn form(&mut self) -> Option<&mut Form> {
        self.open.last_mut().filter(|_| self.deeper == 0).map(|field| &mut field.form)
    }

    /// Takes the fields that a part leaves open. Returns the results in their instructions, which
    /// would be lost.
    pub(crate) fn take_open(&mut self) -> Vec<String> {
        self.deeper = 0;
        let open = std::mem::take(&mut self.open).into_iter();
        let lost = open.filter(|field| !field.is_result && field.has_result_inside);
        lost.map(|field| field.instruction).collect()
    }
}

impl Field {
    /// Returns what it shows apart from its result: a form field's state, or text of its
    /// instruction.
    fn value(self) -> Option<String> {
        match self.form.kind {
            FormKind::CheckBox if self.form.chosen == Some(1) => Some("[x]".into()),
            FormKind::CheckBox => Some("[ ]".into()),
            _ if self.has_text => None,
            // A text with an empty result was emptied.
            FormKind::Text if self.is_result => None,
            FormKind::List | FormKind::Text => Some(self.form.value),
            FormKind::None => own_text(&self.instruction).map(Into::into),
        }
    }
}

fn close(link: Link, writer: &mut Writer) -> Outcome {
    writer.set_hidden(false)?;
    writer.close_link(Some(link));
    Ok(())
}
