//! `readroom component`: hands out the embedded component.

use crate::{End, Failure};
use clap::Args;
use std::path::PathBuf;

/// Write the embedded component to a file, for other hosts.
#[derive(Args)]
pub(crate) struct WriteComponent {
    /// The file to write.
    file: PathBuf,
}

impl WriteComponent {
    pub(crate) fn run(self) -> Result<End, Failure> {
        let written = std::fs::write(&self.file, readroom::component());
        written.map_err(|error| {
            Failure::Message(format!("cannot write '{}': {error}", self.file.display()))
        })?;
        Ok(End::Answered)
    }
}
