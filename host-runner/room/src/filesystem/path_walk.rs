//! Resolves paths for components that do not resolve them themselves, as standard libraries do not.
//!
//! It walks one plain name at a time, as components of the contract do: each name is looked at and
//! opened by [`DirEntry`], which asks the policy, and nothing is opened through a link. So nothing
//! outside the directory can be reached, whatever the path and the links say.

use super::access_check::AccessCheck;
use super::dir_entry::DirEntry;
use super::handle::Handle;
use super::wasi::{DescriptorType, ErrorCode, FsResult, OpenFlags};

/// The maximum number of steps of a walk: names, and links followed. A circle of links ends there.
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
    let mut steps = 0..MAX_STEPS;
    while let Some(name) = left.pop() {
        steps.next().ok_or(ErrorCode::Loop)?;
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
                let mut target = reversed(&entry.link_target(check)?)?;
                left.append(&mut target);
            }
            _ if left.is_empty() => return Ok(Some((here, name))),
            _ => {
                let directory = entry.open(OpenFlags::DIRECTORY, check)?;
                here = directory;
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

#[cfg(all(test, unix))]
mod tests {
    use super::super::grant::Grant;
    use super::super::grant_path::GrantPath;
    use super::super::wasi::FsError;
    use super::*;
    use crate::filesystem::NameFilter;
    use cap_std::ambient_authority;
    use cap_std::fs::Dir;
    use readroom_policy::gate::NameAccess;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// Denies one path.
    struct Without(&'static str);

    impl NameFilter for Without {
        fn admits(&mut self, path: &GrantPath, _: NameAccess) -> bool {
            path.path != self.0
        }
    }

    /// Returns a directory with a project in it, and secrets beside it.
    fn fixture() -> tempfile::TempDir {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("root");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(outside.path().join("secret"), "SECRET").unwrap();
        fs::write(root.join("a/b/file"), "inside").unwrap();
        for (name, target) in [
            ("up", ".."),
            ("out", "../secret"),
            ("absolute", "/etc/passwd"),
            ("loop", "loop"),
            ("to-b", "a/b"),
            ("to-file", "to-b/../b/file"),
            ("a/out-and-back", "../../root/a/b"),
            ("a/in", "../a/b/"),
            ("dangling", "nothing"),
        ] {
            symlink(target, root.join(name)).unwrap();
        }
        outside
    }

    fn walked(path: &str, follow: bool, denied: &'static str) -> Result<String, ErrorCode> {
        let outside = fixture();
        let directory =
            Dir::open_ambient_dir(outside.path().join("root"), ambient_authority()).unwrap();
        let start = Handle::root(0, Grant::new("/root".into(), directory).directory);
        let mut filter = Without(denied);
        match walk(&start, path, follow, &mut AccessCheck::new(Some(&mut filter))) {
            Ok(Some((parent, name))) => Ok(format!("{}>{name}", parent.path.path)),
            Ok(None) => Ok("itself".into()),
            Err(FsError::Code(code)) => Err(code),
            Err(FsError::Trap(error)) => panic!("{error}"),
        }
    }

    #[test]
    fn a_path_leads_where_its_names_and_links_lead() {
        for (path, follow, leads_to) in [
            ("a", false, ">a"),
            ("none", false, ">none"),
            (".", true, "itself"),
            ("a/..", true, "itself"),
            ("a/.", false, ">a"),
            ("a/", false, ">a"),
            ("a/b/..", false, ">a"),
            ("./a//b/file", true, "a/b>file"),
            ("to-b", false, ">to-b"),
            ("to-b", true, "a>b"),
            ("to-b/", false, "a>b"),
            ("to-b/file", false, "a/b>file"),
            ("to-b/../b/file", true, "a/b>file"),
            ("to-file", true, "a/b>file"),
            ("a/in", true, "a>b"),
            ("out", false, ">out"),
        ] {
            assert_eq!(walked(path, follow, "").as_deref(), Ok(leads_to), "{path}");
        }
    }

    #[test]
    fn no_path_leads_out_of_the_directory() {
        for path in [
            "..",
            "../secret",
            "a/../../secret",
            "up",
            "up/secret",
            "a/../up/secret",
            "out",
            "out/",
            "a/out-and-back",
            "absolute",
            "/etc/passwd",
            "/",
            "to-b/../../../secret",
        ] {
            assert_eq!(walked(path, true, ""), Err(ErrorCode::NotPermitted), "{path}");
        }
        for (path, code) in [
            ("loop", ErrorCode::Loop),
            ("loop/a", ErrorCode::Loop),
            ("dangling", ErrorCode::NoEntry),
            ("none/a", ErrorCode::NoEntry),
            ("none/..", ErrorCode::NoEntry),
            ("a/b/file/..", ErrorCode::NotDirectory),
            ("a/b/file/", ErrorCode::NotDirectory),
            ("", ErrorCode::NoEntry),
            ("a\0", ErrorCode::NotPermitted),
        ] {
            assert_eq!(walked(path, true, ""), Err(code), "{path}");
        }
        let long = "a/../".repeat(MAX_STEPS);
        assert_eq!(walked(&long, true, ""), Err(ErrorCode::Loop));
    }

    #[test]
    fn a_denied_name_ends_every_way_through_it() {
        for path in ["a", "a/b/file", "to-b", "to-b/file", "to-file", "to-b/../b"] {
            assert_eq!(walked(path, true, "a"), Err(ErrorCode::Access), "{path}");
        }
        for path in ["a/b/file", "to-file", "to-b/file"] {
            assert_eq!(walked(path, true, "a/b/file"), Err(ErrorCode::Access), "{path}");
        }
        assert_eq!(walked("a/b", true, "a/b/file").as_deref(), Ok("a>b"));
    }
}
