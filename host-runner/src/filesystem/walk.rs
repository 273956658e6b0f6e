//! From a path to what it leads to, one name at a time.
//!
//! This is how every path is walked that a component hands over, on every ground: of the machine's file system no more is
//! asked than to look at one name in an open directory, and a tree that the host serves hears of clean paths only. So
//! nothing but this file decides where a path leads, and the name is known of everything that is reached. `..` goes back
//! to a directory that the walk came through, and never above the one it started from.

use super::limited;
use crate::guard::Pass;
use crate::limits;
use crate::policy::list::Named;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::PathFlags;

/// The most links on the way. The limit of Linux.
const MOST_LINKS: u32 = 40;

/// What paths are walked on.
pub(super) trait Ground {
    /// An open directory.
    type Directory: Clone;
    /// What is known of something after it was looked at.
    type Entry;

    /// Looks at a name in a directory, and follows no link. The path is that of the name, from the grant on; the name is
    /// its last one.
    fn look(&mut self, directory: &Self::Directory, path: &str) -> FsResult<Self::Entry>;

    /// Looks at a directory itself.
    fn look_at(&mut self, directory: &Self::Directory, path: &str) -> FsResult<Self::Entry>;

    /// What was seen.
    fn kind(entry: &Self::Entry) -> Kind;

    /// Opens a directory in a directory.
    fn enter(&mut self, directory: &Self::Directory, path: &str) -> FsResult<Self::Directory>;

    /// The target of a link in a directory.
    fn target(&mut self, directory: &Self::Directory, path: &str) -> FsResult<String>;
}

/// What a walk needs to know of what it meets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Directory,
    Link,
    Other,
}

/// Where a walk ended.
pub(super) struct Arrival<G: Ground> {
    /// The directory that holds it, or that it is.
    pub(super) directory: G::Directory,
    pub(super) place: Place,
    /// From the grant on.
    pub(super) path: String,
    pub(super) entry: G::Entry,
}

/// What an arrival's directory is to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It is an entry of the directory.
    Inside,
    /// It is the directory.
    Itself,
}

/// Decides by name whether the component may go on.
pub(super) struct Judge<'a> {
    /// None where nothing is denied.
    pub(super) pass: Option<&'a mut Pass>,
    /// The number of the grant. 0 where nobody needs to know.
    pub(super) grant: usize,
    /// The name of the descriptor that is asked, from the grant on. Empty where nobody needs to know.
    pub(super) way: &'a str,
}

impl Judge<'_> {
    /// Denies nothing, and needs no names.
    pub(super) fn nobody() -> Self {
        Self { pass: None, grant: 0, way: "" }
    }

    /// Fails as the operating system does that does not let a file be read, if the name is denied: whether or not there
    /// is anything.
    pub(super) fn name(&mut self, path: &str) -> FsResult<()> {
        self.admits(path, Named::Other)
    }

    /// The same for the names in the directory that is asked.
    pub(super) fn listing(&mut self) -> FsResult<()> {
        self.admits(self.way, Named::Directory)
    }

    fn admits(&mut self, path: &str, named: Named) -> FsResult<()> {
        let admitted = match &mut self.pass {
            None => true,
            Some(pass) => pass.admits(self.grant, path, named),
        };
        if admitted { Ok(()) } else { Err(ErrorCode::Access.into()) }
    }
}

/// Walks a path from a directory whose own name is `way`. A link at its end is followed if `follow` says so, every other
/// one always.
///
/// Directories and links on the way may be passed under any name: what is denied is what is read, listed or looked at.
pub(super) fn walk<G: Ground>(
    ground: &mut G,
    start: G::Directory,
    way: &str,
    path: &str,
    follow: PathFlags,
    judge: &mut Judge<'_>,
) -> FsResult<Arrival<G>> {
    let (mut names, mut must_be_directory) = (names(path)?, ends_as_directory(path));
    let (mut here, mut links) = (way.to_string(), 0);
    // The directories that the walk came through, and the one it stands in.
    let (mut behind, mut directory) = (Vec::new(), start);
    while let Some(name) = names.pop() {
        if name == ".." {
            directory = behind.pop().ok_or(ErrorCode::NotPermitted)?;
            here.truncate(here.rfind('/').unwrap_or(0));
            continue;
        }
        let path = if here.is_empty() { name } else { format!("{here}/{name}") };
        let entry = match ground.look(&directory, &path) {
            Ok(entry) => entry,
            Err(error) => return judge.name(&path).and(Err(error)),
        };
        let is_last = names.is_empty();
        match G::kind(&entry) {
            Kind::Directory if !is_last => {
                if behind.len() >= limits::PATH_NAMES {
                    return Err(ErrorCode::NameTooLong.into());
                }
                let next = ground.enter(&directory, &path)?;
                behind.push(std::mem::replace(&mut directory, next));
                here = path;
            }
            Kind::Link if !is_last || follow.contains(PathFlags::SYMLINK_FOLLOW) => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(ErrorCode::Loop.into());
                }
                let target = ground.target(&directory, &path)?;
                must_be_directory |= is_last && ends_as_directory(&target);
                names.extend(self::names(&target)?);
                if names.len() > limits::PATH_NAMES {
                    return Err(ErrorCode::NameTooLong.into());
                }
            }
            kind => {
                if kind == Kind::Other {
                    judge.name(&path)?;
                    if must_be_directory || !is_last {
                        return Err(ErrorCode::NotDirectory.into());
                    }
                }
                return Ok(Arrival { directory, place: Place::Inside, path, entry });
            }
        }
    }
    let entry = ground.look_at(&directory, &here)?;
    Ok(Arrival { directory, place: Place::Itself, path: here, entry })
}

/// The names in a path, the last one first.
fn names(path: &str) -> FsResult<Vec<String>> {
    limited(path)?;
    if path.starts_with('/') {
        return Err(ErrorCode::NotPermitted.into());
    }
    if path.is_empty() {
        return Err(ErrorCode::NoEntry.into());
    }
    if path.contains('\0') {
        return Err(ErrorCode::Invalid.into());
    }
    if path.split('/').any(|name| name.len() > limits::NAME_BYTES) {
        return Err(ErrorCode::NameTooLong.into());
    }
    if cfg!(windows) && path.split('/').any(is_spelled_otherwise) {
        return Err(ErrorCode::NotPermitted.into());
    }
    Ok(path.split('/').rev().filter(|name| !matches!(*name, "" | ".")).map(String::from).collect())
}

/// Whether Windows takes a name for another one, or for several: no rule could know it.
fn is_spelled_otherwise(name: &str) -> bool {
    name.contains(['\\', ':'])
        || (!matches!(name, "." | "..") && name.ends_with(['.', ' ']))
        || is_short_for_another(name)
}

/// Whether a name may be the short one that Windows makes of a long one, such as `ENV~1` of `.env`.
fn is_short_for_another(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let digits = stem.rsplit_once('~').map(|(_, digits)| digits);
    stem.len() <= 8 && digits.is_some_and(|digits| digits.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a path ends in a way that only one to a directory may.
fn ends_as_directory(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("" | "." | ".."))
}

/// The last name in a path.
pub(super) fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::is_spelled_otherwise;

    #[test]
    fn windows_has_names_for_names() {
        for name in [".env.", ".env ", ".env::$DATA", "a\\.env", "C:", "ENV~1", "SECRET~1.YML", "EN1A2B~1"] {
            assert!(is_spelled_otherwise(name), "{name}");
        }
        for name in [".", "..", "a.b", ".env", "a b", "a~", "~a", "notes.txt~1~"] {
            assert!(!is_spelled_otherwise(name), "{name}");
        }
    }
}
