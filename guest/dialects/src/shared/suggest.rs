//! Names that two agents suggest for a missing file: those that contain its name, or are contained
//! in it.

use super::paths;
use readroom_core::{Directory, FileError, Opened, Tree};
use std::ops::ControlFlow;

/// The maximum number of suggested names.
const MAX_NAMES: usize = 3;

/// Returns the message of two agents about a missing file.
pub(crate) fn not_found(path: &str, similar: &[String]) -> String {
    let path = paths::for_message(path);
    if similar.is_empty() {
        return format!("File not found: {path}");
    }
    format!("File not found: {path}\n\nDid you mean one of these?\n{}", similar.join("\n"))
}

/// Returns the names that [`containing`] finds in an opened directory. Nothing is suggested if it
/// cannot be listed.
pub(crate) fn similar<T: Tree, E>(
    opened: Result<Opened<'_, T>, E>,
    path_of_directory: &str,
    missing: &str,
    except: Option<&str>,
) -> Vec<String> {
    let Ok(Opened::Directory(directory)) = opened else { return Vec::new() };
    containing(&directory, path_of_directory, missing, except).unwrap_or_default()
}

/// Returns the entries whose names contain the missing one, or are contained in it, in any case:
/// the paths of the first three by name. `except` is never suggested: a broken link has exactly the
/// missing name.
pub(crate) fn containing<T: Tree>(
    directory: &Directory<'_, T>,
    path_of_directory: &str,
    missing: &str,
    except: Option<&str>,
) -> Result<Vec<String>, FileError> {
    let missing = missing.to_lowercase();
    let mut found: Vec<String> = Vec::new();
    directory.each_entry(&mut |name, _| {
        let lower = name.to_lowercase();
        if Some(name) != except && (lower.contains(&missing) || missing.contains(&lower)) {
            let at = found.partition_point(|known| known.as_str() < name);
            if at < MAX_NAMES {
                found.insert(at, name.into());
                found.truncate(MAX_NAMES);
            }
        }
        ControlFlow::Continue(())
    })?;
    let names = found.into_iter().filter(|name| !directory.is_denied(name));
    Ok(names.map(|name| paths::entry(path_of_directory, &name)).collect())
}
