//! References: branches, tags and their like.
//!
//! Replacements (`refs/replace`) and grafts are not honored: every object is the one that its hash
//! names. `main-worktree/` and `worktrees/` do not lead to the references of other work trees.

use crate::commit::{Commit, peel};
use crate::error::HistoryError;
use crate::git_directory::GitDirectory;
use crate::layout::Layout;
use crate::object::Objects;
use crate::object_id::ObjectId;
use crate::packed_references::PackedReferences;
use crate::path_entry::PathLookup;
use crate::reference_content::Content;
use crate::reference_name::{by_version, is_per_work_tree, is_reference_name, short_name};
use crate::reftable::each_reference;
use readroom_core::{FileKind, Tree};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The maximum number of references that are listed.
const MAX_REFERENCES: usize = 10_000;

/// The maximum number of tips that are looked at for a path, and of names that are returned.
const MAX_TIPS: usize = 500;
const MAX_NAMES: usize = 3;

/// The maximum number of entries of directories that are visited for a list.
const MAX_VISITED: usize = 100_000;

/// The maximum number of references that are read for one: those before the last are symbolic.
const MAX_SYMBOLIC: usize = 5;

/// The number of bytes of a file that may hold a reference. Only `FETCH_HEAD` has more.
const MAX_REFERENCE_BYTES: u64 = 4096;

/// The maximum size of the log of a reference, in bytes.
const MAX_LOG_BYTES: u64 = 8 << 20;

/// The prefixes of the references that are listed.
const LISTED: [&str; 3] = ["refs/heads/", "refs/remotes/", "refs/tags/"];

/// The branch or commit of `HEAD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A branch, with its whole name, such as `refs/heads/main`, and its commit.
    Branch(String, ObjectId),
    /// A commit.
    Detached(ObjectId),
    /// A branch without commits.
    Unborn(String),
}

impl<T: Tree> Layout<'_, T> {
    /// Returns what `HEAD` names.
    pub fn head(&self) -> Result<Head, HistoryError> {
        Ok(match self.follow("HEAD")? {
            (name, Some(id)) if name == "HEAD" => Head::Detached(id),
            (name, None) if name == "HEAD" => {
                return Err(HistoryError::damaged("HEAD", "it disappeared while it was read"));
            }
            (name, Some(id)) => Head::Branch(name, id),
            (name, None) => Head::Unborn(name),
        })
    }

    /// Returns the object of a reference by its whole name, such as `refs/heads/main` or
    /// `ORIG_HEAD`. `None` if it does not exist or has a name that git does not accept.
    pub fn reference(&self, name: &str) -> Result<Option<ObjectId>, HistoryError> {
        if is_reference_name(name) { Ok(self.follow(name)?.1) } else { Ok(None) }
    }

    /// Returns what a reference named this many changes ago, by its log. `None` if it does not say.
    pub(crate) fn logged(
        &self,
        name: &str,
        changes: usize,
    ) -> Result<Option<ObjectId>, HistoryError> {
        let path = ["logs/", name].concat();
        let log = self.directory_of(name).content(&path, MAX_LOG_BYTES)?.unwrap_or_default();
        let mut lines = log.rsplit(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        // The new hash follows the old one.
        let format = self.config.object_format;
        let new =
            |line: &[u8]| ObjectId::from_hex(format, line.split(|byte| *byte == b' ').nth(1)?);
        Ok(lines.nth(changes).and_then(new))
    }

    /// Returns branches, remote branches and tags with their objects, at most [`MAX_REFERENCES`].
    /// Those that cannot be read are left out.
    pub fn references(&self) -> Result<BTreeMap<String, ObjectId>, HistoryError> {
        let names = self.reference_names()?.into_iter();
        let read = |(name, id): (String, Option<ObjectId>)| {
            let id = id.or_else(|| self.reference(&name).ok().flatten())?;
            (!id.is_null()).then_some((name, id))
        };
        Ok(names.filter_map(read).collect())
    }

    /// Returns the names of the same, with the objects of those that are packed or in tables. That
    /// of a deleted one is null.
    pub(crate) fn reference_names(
        &self,
    ) -> Result<BTreeMap<String, Option<ObjectId>>, HistoryError> {
        let mut names = BTreeMap::new();
        let mut add = |name: &str, id| {
            let is_listed = LISTED.iter().any(|listed| name.starts_with(listed));
            if is_listed && is_reference_name(name) && names.len() < MAX_REFERENCES {
                names.entry(name.to_owned()).or_insert(id);
            }
        };
        if self.has_tables()? {
            let format = self.config.object_format;
            each_reference(&self.common, format, &mut |name, content| {
                let id = match content {
                    Some(Content::Object(id)) => Some(id),
                    Some(Content::Symbolic(_)) => None,
                    None => Some(ObjectId::null(format)),
                };
                add(name, id);
            })?;
        }
        let mut directories: Vec<_> = LISTED.map(String::from).into();
        let mut visited = 0;
        while let Some(directory) = directories.pop() {
            self.common.each_name(&directory, &mut |name, kind| {
                let path = [&*directory, name].concat();
                visited += 1;
                if kind == FileKind::Directory {
                    // To open it takes a step for each name.
                    visited += path.split('/').count();
                    directories.push(path + "/");
                } else {
                    add(&path, None);
                }
                if visited < MAX_VISITED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        }
        if let Some(packed) = self.packed()? {
            packed.each(&mut |name, id, _| add(name, Some(id)))?;
        }
        Ok(names)
    }

    /// Returns the names of tags with the objects that they lead to. At most [`MAX_TIPS`] that are
    /// not packed are read, and those that cannot be read are left out.
    pub(crate) fn tags(
        &self,
        objects: &dyn Objects,
    ) -> Result<Vec<(ObjectId, String)>, HistoryError> {
        let (mut tags, mut packed, mut unread) = (Vec::new(), BTreeMap::new(), MAX_TIPS);
        if let Some(file) = self.packed()? {
            file.each(&mut |name, id, object| {
                packed.insert(name.to_owned(), Some(object.unwrap_or(id)));
            })?;
        }
        // The later names are mostly the newer versions.
        for (name, id) in self.reference_names()?.into_iter().rev() {
            let Some(tag) = name.strip_prefix("refs/tags/") else { continue };
            let known = id.and_then(|_| packed.get(&name).copied().flatten());
            let object = known.or_else(|| {
                unread = usize::checked_sub(unread, 1)?;
                let id = id.or_else(|| self.reference(&name).ok().flatten())?;
                peel(objects, id).ok().map(|(id, _)| id)
            });
            tags.extend(object.map(|id| (id, tag.to_owned())));
        }
        Ok(tags)
    }

    /// Returns branches and tags whose last commit has a path, the highest versions first.
    pub(crate) fn references_with(
        &self,
        objects: &dyn Objects,
        path: &str,
    ) -> Result<Vec<String>, HistoryError> {
        let references = self.reference_names()?;
        let (mut lookup, mut found) = (PathLookup::new(path), Vec::new());
        for name in by_version(&references).into_iter().take(MAX_TIPS) {
            let id = references.get(name).copied().flatten();
            // A tag that cannot be read does not hide the others.
            let Some(id) = id.or_else(|| self.reference(name).ok().flatten()) else { continue };
            let entry = peel(objects, id)
                .and_then(|(id, _)| Commit::read(objects, id))
                .and_then(|commit| lookup.entry(objects, commit.tree));
            if matches!(entry, Ok(Some(_))) && !name.ends_with("/HEAD") {
                found.extend(short_name(name).map(String::from));
            }
            if found.len() == MAX_NAMES {
                break;
            }
        }
        Ok(found)
    }

    /// Follows symbolic references to the last one: its name, and its object if it exists.
    fn follow(&self, name: &str) -> Result<(String, Option<ObjectId>), HistoryError> {
        let mut last = name.to_owned();
        for _ in 0..MAX_SYMBOLIC {
            match self.content_of(&last)? {
                Some(Content::Object(id)) => return Ok((last, Some(id))),
                Some(Content::Symbolic(next)) => last = next,
                None => return Ok((last, None)),
            }
        }
        Err(HistoryError::damaged(name, "too many references are symbolic"))
    }

    fn content_of(&self, name: &str) -> Result<Option<Content>, HistoryError> {
        // These have a file in any case, because they say more.
        if self.has_tables()? && !matches!(name, "FETCH_HEAD" | "MERGE_HEAD") {
            let (directory, mut found) = (self.directory_of(name), None);
            each_reference(directory, self.config.object_format, &mut |other, content| {
                if other == name {
                    found.get_or_insert(content);
                }
            })?;
            return Ok(found.flatten());
        }
        if let Some(content) = self.loose(name)? {
            return Ok(Some(content));
        }
        let packed = self.packed()?.map(|packed| packed.find(name)).transpose()?;
        Ok(packed.flatten().map(Content::Object))
    }

    /// Reads the file of a reference. `None` if it does not exist.
    fn loose(&self, name: &str) -> Result<Option<Content>, HistoryError> {
        let Some(file) = self.directory_of(name).file(name)? else { return Ok(None) };
        let bytes = file.read_full(0, MAX_REFERENCE_BYTES)?;
        let text = bytes.trim_ascii_end();
        let damaged = |why| Err(HistoryError::damaged(name, why));
        if let Some(target) = text.strip_prefix(b"ref:") {
            return match str::from_utf8(target.trim_ascii_start()) {
                Ok(target) if is_reference_name(target) => {
                    Ok(Some(Content::Symbolic(target.into())))
                }
                _ => damaged("it names a reference that cannot be"),
            };
        }
        // Other words follow the hash in `FETCH_HEAD`.
        let digits = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match ObjectId::from_hex(self.config.object_format, digits) {
            Some(id) if !id.is_null() => Ok(Some(Content::Object(id))),
            _ => damaged("it is neither a hash nor the name of a reference"),
        }
    }

    fn directory_of(&self, name: &str) -> &GitDirectory<'_, T> {
        if is_per_work_tree(name) { &self.git } else { &self.common }
    }

    fn packed(&self) -> Result<Option<PackedReferences<'_, T>>, HistoryError> {
        let file = self.common.file("packed-refs")?;
        file.map(|file| PackedReferences::new(file, self.config.object_format)).transpose()
    }

    /// Returns whether references are in tables, not in files.
    fn has_tables(&self) -> Result<bool, HistoryError> {
        match self.config.ref_storage.as_deref() {
            None => Ok(false),
            Some("reftable") => Ok(true),
            Some(what) => Err(HistoryError::Unsupported { what: what.into() }),
        }
    }
}
