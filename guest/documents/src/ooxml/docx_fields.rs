//! The fields of a Word document: a stack, because an instruction can contain fields. The text
//! shows the results of the fields that are in no instruction.

use crate::error::Outcome;
use crate::field_instruction::{is_page_number, link_target, own_text};
use crate::writer::{Link, Writer};
use crate::xml::Element;

/// The maximum size of an instruction in bytes.
const MAX_INSTRUCTION: usize = 4096;
/// The maximum number of nested fields. The instructions of deeper ones are ignored.
const MAX_FIELDS: usize = 64;

/// The open fields.
#[derive(Default)]
pub(super) struct Fields {
    open: Vec<Field>,
    /// The number of open fields beyond the maximum.
    ignored: usize,
    /// Whether the data of a form field is being read.
    is_form: bool,
    /// The number of fields that are numbers of paragraphs, and of lists in them. They are not in
    /// the document.
    counts: [u64; 2],
    /// Whether numbers of pages are not shown.
    pub(super) is_page_header: bool,
}

#[derive(Default)]
pub(super) struct Field {
    instruction: String,
    /// Whether the instruction contains the result of another field.
    has_result_inside: bool,
    /// Whether the instruction has ended.
    pub(super) is_result: bool,
    /// The address that the result links to.
    target: Option<String>,
    /// The offset of the result in its paragraph.
    pub(super) result_start: usize,
    /// The link in an open paragraph, and the number of paragraphs open there.
    pub(super) link: Option<(usize, Link)>,
    form: Form,
}

/// The state of a form field.
#[derive(Default)]
struct Form {
    kind: FormKind,
    /// The index of the chosen entry of a list, if one is.
    chosen: Option<u64>,
    entries: u64,
    value: String,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum FormKind {
    #[default]
    None,
    CheckBox,
    List,
    Text,
}

impl Fields {
    pub(super) fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        } else {
            self.ignored += 1;
        }
    }

    /// Ends the instruction of the innermost field, and returns the field if it is shown.
    pub(super) fn separate(&mut self) -> Option<&mut Field> {
        if self.ignored == 0
            && let Some(field) = self.open.last_mut()
        {
            field.is_result = true;
            field.target = link_target(&field.instruction);
        }
        let is_shown = self.ignored == 0 && !self.is_instruction();
        self.open.last_mut().filter(|_| is_shown)
    }

    pub(super) fn end(&mut self) -> Option<Field> {
        if self.ignored > 0 {
            self.ignored -= 1;
            return None;
        }
        self.is_form = false;
        let mut field = self.open.pop()?;
        let instruction = field.instruction.trim_start();
        for ((name, end), count) in
            [("AUTONUM", '.'), ("LISTNUM", ')')].iter().zip(&mut self.counts)
        {
            if instruction.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name)) {
                *count += 1;
                let value = format!("{count}{end}");
                field.form = Form { kind: FormKind::List, value, ..Form::default() };
                break;
            }
        }
        Some(field)
    }

    /// Returns whether text belongs to an instruction.
    pub(super) fn is_instruction(&self) -> bool {
        self.open.iter().any(|field| !field.is_result)
    }

    /// Returns whether text is the number of a page in a header.
    pub(super) fn is_page_number(&self) -> bool {
        let is_number = |field: &Field| field.is_result && field.is_page_number();
        self.is_page_header && self.open.last().is_some_and(is_number)
    }

    /// Returns the open fields whose result is shown.
    pub(super) fn shown(&mut self) -> impl Iterator<Item = &mut Field> {
        self.open.iter_mut().take_while(|field| field.is_result)
    }

    /// Appends text to the innermost instruction, if it is not to be shown: the result of a field
    /// in it. Returns false for other text.
    pub(super) fn absorb(&mut self, text: &str) -> bool {
        let is_result = self.open.last().is_some_and(|field| field.is_result);
        let Some(field) = self.open.iter_mut().rfind(|field| !field.is_result) else {
            return false;
        };
        if text.trim().is_empty() {
            return true;
        }
        let is_absorbed = is_result && field.push(text);
        field.has_result_inside |= is_absorbed;
        is_absorbed
    }

    /// Appends text of an instruction.
    pub(super) fn instruct(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut().filter(|_| self.ignored == 0)
            && !field.is_result
        {
            field.push(text);
        }
    }

    /// Applies an element that describes a form field. Returns whether it is one.
    pub(super) fn set(&mut self, element: &Element<'_>) -> bool {
        let name = element.name();
        if name == "ffData" {
            self.is_form = true;
            return true;
        }
        let Some(field) = self.open.last_mut().filter(|_| self.is_form) else { return false };
        let form = &mut field.form;
        match (name, form.kind) {
            ("checkBox", _) => *form = Form { kind: FormKind::CheckBox, ..Form::default() },
            ("ddList", _) => *form = Form { kind: FormKind::List, ..Form::default() },
            ("textInput", _) => form.kind = FormKind::Text,
            ("default" | "checked", FormKind::CheckBox) => {
                form.value = if element.turns_on() { "[x]" } else { "[ ]" }.into();
            }
            // The result is before the default.
            ("result" | "default", FormKind::List) if form.chosen.is_none() => {
                form.chosen = element.number("val");
            }
            ("listEntry", FormKind::List) => {
                if form.entries == form.chosen.unwrap_or_default() {
                    form.value = element.short("val");
                }
                form.entries += 1;
            }
            ("default", FormKind::Text) => form.value = element.short("val"),
            _ => {}
        }
        true
    }

    pub(super) fn end_form(&mut self) {
        self.is_form = false;
    }

    /// Takes the fields that a part leaves open. Returns the results in their instructions, which
    /// would be lost.
    pub(super) fn take_open(&mut self) -> Vec<String> {
        self.ignored = 0;
        let open = std::mem::take(&mut self.open).into_iter();
        let lost = open.filter(|field| !field.is_result && field.has_result_inside);
        lost.map(|field| field.instruction).collect()
    }
}

impl Field {
    /// Begins the link of the result in a paragraph, unless it is open.
    pub(super) fn open_link(&mut self, writer: &mut Writer, depth: usize) -> Outcome {
        if let (Some(target), None) = (&self.target, &self.link) {
            self.link = Some((depth, writer.open_link(target)?));
        }
        Ok(())
    }

    pub(super) fn is_page_number(&self) -> bool {
        is_page_number(&self.instruction)
    }

    /// Appends to the instruction, if there is room.
    fn push(&mut self, text: &str) -> bool {
        let has_room = self.instruction.len() + text.len() <= MAX_INSTRUCTION;
        if has_room {
            self.instruction.push_str(text);
        }
        has_room
    }

    /// Returns whether it has a result, on whose text its value depends.
    pub(super) fn needs_result(&self) -> bool {
        let is_form = matches!(self.form.kind, FormKind::List | FormKind::Text);
        self.is_result && (is_form || own_text(&self.instruction).is_some())
    }

    /// Returns what the field shows apart from its result: a form field's state, or text of its
    /// instruction.
    pub(super) fn value(self, has_result: bool) -> Option<String> {
        let value = match self.form.kind {
            FormKind::CheckBox if self.form.value.is_empty() => "[ ]".into(),
            FormKind::CheckBox => self.form.value,
            _ if has_result => return None,
            FormKind::List => self.form.value,
            // A field with an empty result was emptied.
            FormKind::Text if !self.is_result => self.form.value,
            FormKind::Text => return None,
            FormKind::None => own_text(&self.instruction)?.into_owned(),
        };
        (!value.is_empty()).then_some(value)
    }
}
