//! How the values of a file are written whose secrets are masked.

use readroom_core::{TreeError, ValueFormat};
use readroom_policy::secret_name;

/// Returns the format of a file by its path in its grant.
pub(crate) fn format_of(path: &str) -> Result<ValueFormat, TreeError> {
    Ok(match secret_name(path) {
        Some(name) => ValueFormat::of_secret(&name),
        None => ValueFormat::of(path),
    })
}
