//! The values of form fields.

use super::super::{Interpreter, SEARCHED};
use crate::error::Outcome;
use crate::limits::MAX_REFERENCES;
use crate::object::{Dict, Object};
use std::rc::Rc;

/// The flags of fields: a password, text in a comb, a push button, and a choice that opens.
const PASSWORD: i64 = 1 << 13;
const COMB: i64 = 1 << 24;
const PUSH_BUTTON: i64 = 1 << 16;
const COMBO: i64 = 1 << 17;

/// The text of an annotation.
pub(super) enum Field {
    /// A check box or a radio button, and whether it is on.
    Box(bool),
    /// A value that does not read well as it is drawn.
    Value(String),
    /// The text of the appearance. If it has none, this one.
    Drawn(String),
}

impl Interpreter<'_, '_> {
    pub(super) fn field(&mut self, dict: &Rc<Dict>) -> Outcome<Field> {
        if dict.is("Subtype", "FreeText") {
            return self.text(dict, "Contents").map(Field::Drawn);
        }
        if !dict.is("Subtype", "Widget") {
            return Ok(Field::Drawn(String::new()));
        }
        let flags = self.inherited(dict, "Ff")?.as_int().unwrap_or_default();
        let has = |flag| flags & flag != 0;
        let value = self.inherited(dict, "V")?;
        let is_plain = match self.inherited(dict, "FT")?.as_name() {
            Some(b"Btn") if !has(PUSH_BUTTON) => return self.is_on(dict, &value).map(Field::Box),
            Some(b"Tx") if has(PASSWORD) => return Ok(Field::Drawn(String::new())),
            // Applications that show the file draw the values again.
            Some(b"Tx" | b"Ch") if self.needs_appearances()? => {
                let value = self.chosen(dict, value)?;
                return self.joined(value).map(Field::Value);
            }
            // The letters of a comb are far apart.
            Some(b"Tx") => has(COMB),
            // A list shows all its choices.
            Some(b"Ch") => !has(COMBO),
            _ => return Ok(Field::Drawn(String::new())),
        };
        let value = self.chosen(dict, value)?;
        let value = self.joined(value)?;
        let is_plain = is_plain && !value.is_empty();
        Ok(if is_plain { Field::Value(value) } else { Field::Drawn(value) })
    }

    /// Returns whether a check box or a radio button is on: by its state, or by the value that it
    /// shares with the other buttons, each of which has its own state for being on.
    fn is_on(&mut self, dict: &Dict, value: &Object) -> Outcome<bool> {
        if let Some(state) = self.file.get(dict, "AS")?.as_name() {
            return Ok(state != b"Off");
        }
        let Some(state) = value.as_name().filter(|state| *state != b"Off") else {
            return Ok(false);
        };
        let appearances = self.file.get(dict, "AP")?;
        let Some(appearances) = appearances.as_dict() else { return Ok(true) };
        let Object::Dict(states) = self.file.get(appearances, "N")? else { return Ok(true) };
        Ok(states.find(state).is_some())
    }

    /// Returns whether the file says that the appearances of its fields are not those of their
    /// values.
    fn needs_appearances(&mut self) -> Outcome<bool> {
        if let Some(known) = self.needs_appearances {
            return Ok(known);
        }
        let catalog = self.file.catalog()?.unwrap_or_default();
        let form = self.file.dict(&catalog, "AcroForm")?;
        let needs = matches!(self.file.get(&form, "NeedAppearances")?, Object::Bool(true));
        self.needs_appearances = Some(needs);
        Ok(needs)
    }

    /// Returns the texts that a choice shows for its value, or its values.
    fn chosen(&mut self, dict: &Rc<Dict>, value: Object) -> Outcome<Object> {
        let Object::Array(choices) = self.inherited(dict, "Opt")? else { return Ok(value) };
        match &value {
            Object::Array(values) => {
                let shown = values.iter().map(|value| self.choice(&choices, value));
                Ok(Object::Array(shown.collect::<Outcome<_>>()?))
            }
            value => self.choice(&choices, value),
        }
    }

    fn choice(&mut self, choices: &[Object], value: &Object) -> Outcome<Object> {
        let value = self.file.resolve(value)?;
        let Some(text) = value.as_string() else { return Ok(value) };
        // Each comparison is work, and more for a long string.
        self.file.count_values(choices.len() * (1 + text.len() / SEARCHED))?;
        for choice in choices {
            let choice = self.file.resolve(choice)?;
            if let Some([export, shown]) = choice.as_array().map(|pair| &**pair)
                && self.file.resolve(export)?.as_string() == Some(text)
            {
                return self.file.resolve(shown);
            }
        }
        Ok(value)
    }

    /// Returns the entry of a field, or of the closest parent that has it.
    fn inherited(&mut self, dict: &Rc<Dict>, name: &str) -> Outcome<Object> {
        let mut field = dict.clone();
        for _ in 0..MAX_REFERENCES {
            if field.has(name) {
                break;
            }
            let Object::Dict(parent) = self.file.get(&field, "Parent")? else { break };
            field = parent;
        }
        self.file.get(&field, name)
    }
}
