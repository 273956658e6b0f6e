//! The controls of the forms of an OpenDocument file, which the text refers to.

use crate::error::Outcome;
use crate::writer::Writer;
use crate::xml::{Element, Visit};
use std::collections::BTreeMap;

/// The text of each control by its id: its label, and its state or value.
#[derive(Default)]
pub(super) struct Forms {
    controls: BTreeMap<String, String>,
    /// The id of the list being read.
    list: String,
    pub(super) is_open: bool,
}

impl Forms {
    pub(super) fn open(&mut self, element: &Element<'_>, writer: &mut Writer) -> Outcome<Visit> {
        let attr = |name| element.attr(name).unwrap_or_default();
        let is_on = |name| element.attr(name).is_some_and(|is| matches!(&*is, "true" | "checked"));
        let (id, label) = (element.short("id"), attr("label"));
        let text = match element.name() {
            "form" => return Ok(Visit::Enter),
            "listbox" => {
                self.list = id;
                return Ok(Visit::Enter);
            }
            "option" if is_on("current-selected") => {
                let before = self.controls.remove(&self.list).unwrap_or_default();
                let comma = if before.is_empty() { "" } else { ", " };
                let text = format!("{before}{comma}{label}");
                writer.take(text.len())?;
                self.controls.insert(self.list.clone(), text);
                return Ok(Visit::Skip);
            }
            "checkbox" | "radio" => {
                let is_ticked = is_on("current-state") || is_on("current-selected");
                format!("{} {label}", if is_ticked { "[x]" } else { "[ ]" })
            }
            "button" | "fixed-text" | "frame" => label.into_owned(),
            "password" | "hidden" => String::new(),
            _ => attr("current-value").into_owned(),
        };
        if !text.is_empty() {
            writer.take(id.len() + text.len())?;
            self.controls.insert(id, text);
        }
        Ok(Visit::Skip)
    }

    /// Takes the text of a control.
    pub(super) fn take(&mut self, id: &str) -> Option<String> {
        self.controls.remove(id)
    }
}
