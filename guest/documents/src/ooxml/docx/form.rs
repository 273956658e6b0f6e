//! The form fields of a Word document.

use crate::fields::{Form, FormKind};
use crate::xml::Element;

impl Form {
    /// Applies an element that describes a form field.
    pub(super) fn set(&mut self, element: &Element<'_>) {
        match (element.name(), self.kind) {
            ("checkBox", _) => *self = Self::new(FormKind::CheckBox),
            ("ddList", _) => *self = Self::new(FormKind::List),
            ("textInput", _) => self.kind = FormKind::Text,
            ("default" | "checked", FormKind::CheckBox) => {
                self.chosen = Some(element.turns_on().into());
            }
            // The result is before the default.
            ("result" | "default", FormKind::List) if self.chosen.is_none() => {
                self.chosen = element.number("val");
            }
            ("listEntry", FormKind::List) => {
                self.begin_entry();
                self.push_entry(&element.short("val"));
            }
            ("default", FormKind::Text) => self.value = element.short("val"),
            _ => {}
        }
    }
}
