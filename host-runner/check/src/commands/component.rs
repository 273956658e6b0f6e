//! Compiles the component in a file.

use anyhow::{Context, Result};
use readroom::{Component, Limits};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The outcome of compiling a component.
pub(crate) enum CompileOutcome {
    Ready(Component),
    /// The component itself is invalid, for this reason.
    Refused(readroom::Error),
}

impl CompileOutcome {
    /// Compiles the component in a file, in a separate process.
    ///
    /// Fails if the file cannot be read or the process cannot be started.
    pub(crate) fn from_file(file: &Path, limits: &Limits) -> Result<Self> {
        let mut bytes = Vec::new();
        // One more byte shows that the file is too large.
        let length = u64::try_from(limits.component).unwrap_or(u64::MAX).saturating_add(1);
        File::open(file)
            .and_then(|opened| opened.take(length).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read the component '{}'", file.display()))?;
        let program = std::env::current_exe().context("cannot find this program")?;
        Ok(match Component::compile_with_cli_by(&program, &bytes, limits) {
            Ok(component) => Self::Ready(component),
            Err(error) => Self::Refused(error),
        })
    }
}

/// Parses the limits on the command line.
pub(crate) fn limits(settings: &[String]) -> Result<Limits> {
    let mut limits = Limits::default();
    for setting in settings {
        limits.set(setting)?;
    }
    Ok(limits)
}
