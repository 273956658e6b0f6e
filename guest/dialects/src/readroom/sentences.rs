//! Notes for a model, in brackets on one line.

use std::fmt::{self, Write as _};

/// Sentences on one line.
#[derive(Default)]
pub(super) struct Sentences(String);

impl Sentences {
    pub(super) fn add(&mut self, sentence: fmt::Arguments<'_>) {
        self.0.push_str(if self.0.is_empty() { "[" } else { " " });
        self.append(sentence);
    }

    pub(super) fn append(&mut self, text: fmt::Arguments<'_>) {
        // Writing into memory does not fail.
        let _ = self.0.write_fmt(text);
    }

    pub(super) fn in_brackets(mut self) -> String {
        if !self.0.is_empty() {
            self.0.push(']');
        }
        self.0
    }
}
