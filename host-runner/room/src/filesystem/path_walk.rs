//! Resolves paths for components that do not resolve them themselves, as standard libraries do not.
//!
//! It walks one plain name at a time, as components of the contract do: each name is looked at and
//! opened by [`DirEntry`], which asks the policy, and nothing is opened through a link. So nothing
//! outside the directory can be reached, whatever the path and the links say.

#[cfg(test)]
#[cfg(unix)]
#[path = "tests/path_walk.rs"]
mod tests;

use super::access_check::AccessCheck;
use super::dir_entry::DirEntry;
use super::handle::Handle;
use super::wasi::{DescriptorType, ErrorCode, FsResult, OpenFlags};

/// The maximum number of steps of a walk, and of names that are left: links in a circle, and links
/// that make a path longer and longer, end there.
const MAX_STEPS: usize = 4096;

/// Walks a path below a directory, and follows the links on the way, also the last one if `follow`
/// says so. Returns the last directory and the name in it, or `None` if the path leads back to the
/// directory itself.
///
/// Fails with `not-permitted` if the path or a link leads out of the directory, or is absolute.
pub(super) fn walk(
    start: &Handle,
    path: &str,
    follow: bool,
    check: &mut AccessCheck<'_>,
) -> FsResult<Option<(Handle, String)>> {
    let mut here = start.clone();
    // The names from the start to here, and those that are left, the next one last.
    let (mut passed, mut left) = (Vec::new(), reversed(path)?);
    let mut steps = 0;
    while let Some(name) = left.pop() {
        steps += 1;
        if steps.max(left.len()) > MAX_STEPS {
            return Err(ErrorCode::Loop.into());
        }
        if matches!(&*name, "." | "..") {
            if name == ".." {
                passed.pop().ok_or(ErrorCode::NotPermitted)?;
            } else if !left.is_empty() {
                continue;
            }
            // Only one directory is open at a time: the walk starts again.
            left.extend(passed.drain(..).rev());
            here = start.clone();
            continue;
        }
        let mut entry = DirEntry::new(&here, &name)?;
        if left.is_empty() && !follow {
            return Ok(Some((here, name)));
        }
        match entry.metadata(check)?.stat.type_ {
            DescriptorType::SymbolicLink => {
                left.append(&mut reversed(&entry.link_target(check)?)?);
            }
            _ if left.is_empty() => return Ok(Some((here, name))),
            _ => {
                here = entry.open(OpenFlags::DIRECTORY, check)?;
                passed.push(name);
            }
        }
    }
    Ok(None)
}

/// Returns the parts of a relative path, the first one last. A final slash asks for a directory, as
/// `.` does.
fn reversed(path: &str) -> FsResult<Vec<String>> {
    if path.is_empty() {
        return Err(ErrorCode::NoEntry.into());
    }
    if path.starts_with('/') {
        return Err(ErrorCode::NotPermitted.into());
    }
    let ends_with_slash = path.ends_with('/').then_some(".");
    let parts = path.split('/').filter(|part| !part.is_empty()).chain(ends_with_slash);
    let mut parts: Vec<String> = parts.map(Into::into).collect();
    parts.reverse();
    Ok(parts)
}
