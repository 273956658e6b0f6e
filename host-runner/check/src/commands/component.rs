//! Somebody's component, from a file.

use anyhow::{Context, Result};
use readroom::{Component, Limits};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What became of a component.
pub(crate) enum Compiled {
    Ready(Component),
    /// It cannot be run, for a reason that lies in it.
    Refused(readroom::Error),
}

impl Compiled {
    /// Compiles the component in a file, in a process of its own.
    ///
    /// Fails if the file cannot be read or the process not be started.
    pub(crate) fn from_file(file: &Path, limits: &Limits) -> Result<Self> {
        let mut bytes = Vec::new();
        // One byte more shows that it is too large.
        let length = u64::try_from(limits.component).unwrap_or(u64::MAX).saturating_add(1);
        File::open(file)
            .and_then(|opened| opened.take(length).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read the component '{}'", file.display()))?;
        let program = std::env::current_exe().context("cannot find this program")?;
        Ok(match Component::compile_by(&program, &bytes, limits) {
            Ok(component) => Self::Ready(component),
            Err(error) => Self::Refused(error),
        })
    }
}

/// Returns the limits that the command line sets.
pub(crate) fn limits(settings: &[String]) -> Result<Limits> {
    let mut limits = Limits::default();
    for setting in settings {
        limits.set(setting)?;
    }
    Ok(limits)
}
