//! The sections of settings, `[dependencies]`, and the conditions of makefiles.

use super::Survey;
use crate::indentation::Line;
use crate::language::Language;
use crate::role::{code, word};

impl Survey {
    /// Begins a section if a line does. Returns whether it does.
    pub(super) fn look_for_section(&mut self, line: &Line<'_>) -> bool {
        let begins = line.indentation == Some(0) && !line.clipped && line.text.starts_with('[');
        let is_section = begins && code(line.text).ends_with(']');
        if is_section {
            self.end_section();
            self.section = Some(line.number);
            self.declared.add(line.number, 0, line.text);
        }
        is_section
    }

    /// Ends the open section.
    pub(super) fn end_section(&mut self) {
        if let (Some(section), Some(last)) = (self.section, self.last) {
            self.declared.end(section, last);
        }
    }

    /// Returns whether a line is a condition of a makefile, which may be in a rule or around some.
    pub(super) fn is_condition(&self, line: &Line<'_>) -> bool {
        let is =
            |word: &str| matches!(word, "ifeq" | "ifneq" | "ifdef" | "ifndef" | "else" | "endif");
        self.language == Language::Make && is(word(line.text).0)
    }
}
