//! Errors as text.

use crate::json::{Entries, Members, object};
use crate::{ErrorCode, ReadError, UnknownToolError};
use std::error::Error;
use std::fmt;

impl ReadError {
    /// Returns an error about an argument with a wrong name, type or value.
    pub fn argument(message: String, hint: String) -> Self {
        let (total, suggestions) = (None, Vec::new());
        Self { code: ErrorCode::InvalidArgument, message, hint, total, suggestions }
    }
}

/// Writes the error as a model is shown it.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, message, hint, .. } = self;
        write!(f, "{}: {message}. {hint}", code.name())
    }
}

impl Error for ReadError {}

/// An error instead of an answer: `{"error": …}`.
#[derive(Debug)]
pub struct Refusal<'a>(pub &'a ReadError);

impl Members for Refusal<'_> {
    fn members<E: Entries>(&self, to: &mut E) -> Result<(), E::Error> {
        to.entry("error", self.0)
    }
}

object!(Refusal<'_>);

impl fmt::Display for UnknownToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, known } = self;
        write!(f, "unknown tool '{tool}'; known are {}", known.join(", "))
    }
}

impl Error for UnknownToolError {}
