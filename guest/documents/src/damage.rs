//! Documents of which a part is damaged.

use crate::error::{Fault, Outcome};
use crate::writer::{Block, Writer};

/// The parts of a document that were read, which make up for damaged ones.
#[derive(Default)]
pub(crate) struct Parts {
    has_whole: bool,
    fault: Option<&'static str>,
}

impl Parts {
    /// Adds a part that was read. If it is damaged, a line says so.
    pub(crate) fn add(&mut self, read: Outcome, part: &str, writer: &mut Writer) -> Outcome {
        match read {
            Err(Fault::Damaged(what)) => {
                self.fault = self.fault.or(Some(what));
                writer.damaged(part, what)
            }
            other => {
                self.has_whole = true;
                other
            }
        }
    }

    /// Fails if there is nothing but damaged parts.
    pub(crate) fn finish(self) -> Outcome {
        match self.fault {
            Some(what) if !self.has_whole => Err(Fault::Damaged(what)),
            _ => Ok(()),
        }
    }
}

impl Writer {
    /// Closes what a damaged part left open, and says that the rest of it is missing.
    pub(crate) fn damaged(&mut self, part: &str, what: &str) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        self.close_all()?;
        self.blank_line();
        self.line(&format!("[missing: the rest of {part}, which is damaged: {what}]"))
    }

    /// Continues after a part without which the text can be read. If it is damaged, a line says so.
    pub(crate) fn spare(&mut self, part: &str, read: Outcome<bool>) -> Outcome {
        match read {
            Err(Fault::Damaged(what)) => self.damaged(part, what),
            read => read.map(drop),
        }
    }
}
