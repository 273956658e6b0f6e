//! The values of form fields.

use super::super::Interpreter;
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
            Some(b"Btn") if !has(PUSH_BUTTON) => {
                let state = self.file.get(dict, "AS")?;
                let state = if state.as_name().is_some() { state } else { value };
                return Ok(Field::Box(state.as_name().is_some_and(|state| state != b"Off")));
            }
            Some(b"Tx") if has(PASSWORD) => return Ok(Field::Drawn(String::new())),
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

    /// Returns the text that a choice shows for its value.
    fn chosen(&mut self, dict: &Rc<Dict>, value: Object) -> Outcome<Object> {
        let Object::Array(choices) = self.inherited(dict, "Opt")? else { return Ok(value) };
        let shown = choices.iter().find_map(|choice| match choice.as_array().map(|pair| &**pair) {
            Some([export, shown]) if export.as_string() == value.as_string() => Some(shown),
            _ => None,
        });
        Ok(shown.filter(|_| value.as_string().is_some()).cloned().unwrap_or(value))
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
