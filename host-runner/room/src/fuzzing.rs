//! Opens a name as a component does, for the fuzz target `names`.

use crate::filesystem::Grant;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::Path;

/// Returns the content of the file of this name in a directory, up to 64 KiB. `None` if no file is
/// opened.
pub fn read_name(directory: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    let directory = Dir::open_ambient_dir(directory, ambient_authority())?;
    Ok(Grant::new("/".into(), directory).bytes(name, 64 * 1024).ok().flatten())
}
