//! The shared strings of a workbook.

use super::runs::Runs;
use crate::Limit;
use crate::error::{Fault, Outcome};
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use std::borrow::Cow;

/// The memory of a string in addition to its text, in bytes.
const ENTRY: usize = 16;
/// The size of the mark of a run in bytes.
const MARK: usize = 4;

/// Strings by index, in one allocation.
#[derive(Default)]
pub(super) struct SharedStrings {
    text: String,
    /// The end offset of each string.
    ends: Vec<u32>,
    is_text: bool,
    pub(super) runs: Runs,
    pub(super) budget: TableBudget,
    /// Whether strings are missing because they exceed the memory limit.
    is_cut: bool,
}

impl SharedStrings {
    /// Returns a string, or `None` if there is none with this index.
    pub(super) fn get(&self, number: &str) -> Outcome<Option<&str>> {
        let Ok(at) = number.trim().parse::<usize>() else { return Ok(None) };
        let start = match at.checked_sub(1) {
            Some(before) => self.ends.get(before).copied(),
            None => Some(0),
        };
        match (start, self.ends.get(at)) {
            (Some(start), Some(end)) => Ok(self.text.get(start as usize..*end as usize)),
            _ if self.is_cut => Err(Fault::TooLarge(Limit::Table)),
            _ => Ok(None),
        }
    }
}

impl Handler for SharedStrings {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            // Phonetic guides of East Asian text.
            "rPh" | "phoneticPr" => return Ok(Visit::Skip),
            "si" => self.runs.begin(),
            "t" => self.is_text = true,
            _ => self.runs.set(element),
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "t" => self.is_text = false,
            "si" => {
                self.is_cut |= self.budget.take(ENTRY).is_err();
                if !self.is_cut {
                    self.ends.push(self.text.len() as u32);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.is_text {
            self.is_cut |= self.budget.take(MARK + text.len()).is_err();
            if !self.is_cut {
                self.runs.push(&mut self.text, text);
            }
        }
        Ok(())
    }
}

/// Resolves escapes such as `_x000D_`.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let mut unescaped = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        unescaped.push_str(before);
        let code = escape.get(2..6).filter(|_| escape.get(6..7) == Some("_"));
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        let (text, bytes) = match code.and_then(char::from_u32) {
            Some(character) => (Cow::Owned(character.to_string()), 7),
            None => (Cow::Borrowed("_x"), 2),
        };
        unescaped.push_str(&text);
        rest = escape.get(bytes..).unwrap_or_default();
    }
    unescaped.push_str(rest);
    Cow::Owned(unescaped)
}
