//! The controls of the forms of an OpenDocument file, which the text refers to.

use crate::error::Outcome;
use crate::writer::Writer;
use crate::xml::{Element, Visit};
use std::collections::BTreeMap;

/// The text of each control by its id: its label, and its state or value.
#[derive(Default)]
pub(super) struct Forms {
    controls: BTreeMap<String, String>,
    /// The id of the list or the text being read, and whether its value is the default, or text.
    control: String,
    is_default: bool,
    is_text: bool,
    /// Whether the order of the controls stands for their ids.
    pub(super) is_ordered: bool,
    pub(super) is_open: bool,
}

impl Forms {
    pub(super) fn open(&mut self, element: &Element<'_>, writer: &mut Writer) -> Outcome<Visit> {
        let attr = |name| element.attr(name).unwrap_or_default();
        let is_on = |name| element.attr(name).map(|is| matches!(&*is, "true" | "checked"));
        let label = attr("label");
        let id = match self.is_ordered {
            true => ordered_id(self.controls.len()),
            false => element.short("id"),
        };
        if matches!(element.name(), "form" | "p" | "span") {
            return Ok(Visit::Enter);
        }
        self.is_text = element.name() == "textarea" && element.attr("current-value").is_none();
        let text = match element.name() {
            "listbox" => {
                (self.control, self.is_default) = (id, true);
                return Ok(Visit::Enter);
            }
            "option" => {
                let is_current = is_on("current-selected") == Some(true);
                if is_current && std::mem::take(&mut self.is_default) {
                    self.controls.remove(&self.control);
                }
                if is_current || self.is_default && is_on("selected") == Some(true) {
                    self.push(&label, ", ", writer)?;
                }
                return Ok(Visit::Skip);
            }
            "checkbox" | "radio" => {
                let states = ["current-state", "current-selected", "state", "selected"];
                let is_ticked = states.iter().find_map(|state| is_on(state));
                format!("{} {label}", if is_ticked == Some(true) { "[x]" } else { "[ ]" })
            }
            "button" | "fixed-text" | "frame" => label.into_owned(),
            "password" | "hidden" => String::new(),
            _ => element.attr("current-value").unwrap_or_else(|| attr("value")).into_owned(),
        };
        self.control = id;
        self.push(&text, "", writer)?;
        Ok(if self.is_text { Visit::Enter } else { Visit::Skip })
    }

    /// Adds text of the control, unless an attribute has it.
    pub(super) fn text(&mut self, text: &str, writer: &mut Writer) -> Outcome {
        if self.is_text { self.push(text, " ", writer) } else { Ok(()) }
    }

    /// Adds to the text of the control being read.
    fn push(&mut self, text: &str, between: &str, writer: &mut Writer) -> Outcome {
        if text.trim().is_empty() {
            return Ok(());
        }
        writer.take(self.control.len() + text.len() + between.len())?;
        let all = self.controls.entry(self.control.clone()).or_default();
        if !all.is_empty() {
            all.push_str(between);
        }
        all.push_str(text);
        Ok(())
    }

    /// Takes the text of a control.
    pub(super) fn take(&mut self, id: &str) -> Option<String> {
        self.controls.remove(id)
    }
}

/// Returns the id of the control with a number, if their order stands for their ids.
pub(super) fn ordered_id(number: usize) -> String {
    number.to_string()
}
