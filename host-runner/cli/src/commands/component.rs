//! `readroom component`: writes the embedded component to a file.

use anyhow::{Context, Result};
use clap::Args;
use readroom::Outcome;
use std::path::PathBuf;

/// Write the embedded component to a file, for other hosts.
#[derive(Args)]
pub(crate) struct WriteComponent {
    /// The file to write.
    file: PathBuf,
}

impl WriteComponent {
    pub(crate) fn run(self) -> Result<Outcome> {
        std::fs::write(&self.file, readroom::component())
            .with_context(|| format!("cannot write '{}'", self.file.display()))?;
        Ok(Outcome::Answered)
    }
}
