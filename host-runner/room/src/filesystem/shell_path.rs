//! The path by which a shell knows a directory: with the links that a person went through.

use std::path::{Path, PathBuf};

/// Returns the path of a directory that follows from the shell's name of the working directory, the
/// variable `PWD`. `real` is the path without links.
///
/// The variable may be wrong: the result is the same directory, or there is none.
pub(crate) fn of(real: &Path) -> Option<PathBuf> {
    let shell = PathBuf::from(std::env::var_os("PWD")?);
    let path = related(&shell, &std::env::current_dir().ok()?, real)?;
    (path != real && is_same(&path, real)).then_some(path)
}

/// Returns the path of a directory at, above or below the working directory, whose path is `shell`
/// with links and `current` without.
fn related(shell: &Path, current: &Path, real: &Path) -> Option<PathBuf> {
    let is_plain = shell.is_absolute() && shell.components().collect::<PathBuf>() == *shell;
    if !is_plain || shell.components().any(|part| part == std::path::Component::ParentDir) {
        return None;
    }
    if let Ok(below) = real.strip_prefix(current) {
        return Some(shell.join(below).components().collect());
    }
    let above = current.strip_prefix(real).ok()?;
    let is_alike = shell.ends_with(above);
    is_alike.then(|| shell.ancestors().nth(above.components().count()).map(PathBuf::from))?
}

#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    inode(one).is_some_and(|known| inode(other) == Some(known))
}

#[cfg(not(unix))]
fn is_same(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::related;
    use std::path::Path;

    #[test]
    fn a_path_follows_from_that_of_the_working_directory() {
        for (shell, current, real, expected) in [
            ("/l", "/x/real", "/x/real", Some("/l")),
            ("/l", "/x/real", "/x/real/src", Some("/l/src")),
            ("/l/src", "/x/real/src", "/x/real", Some("/l")),
            ("/l/a/b", "/x/real/a/b", "/x/real", Some("/l")),
            ("/l/c", "/x/real/a", "/x/real", None),
            ("/l", "/x/real", "/x/other", None),
            ("l", "/x/real", "/x/real", None),
            ("/l/../l", "/x/real", "/x/real", None),
            ("/l/", "/x/real", "/x/real", Some("/l")),
        ] {
            let path = related(Path::new(shell), Path::new(current), Path::new(real));
            assert_eq!(path.as_deref(), expected.map(Path::new), "{shell} {current} {real}");
        }
    }
}
