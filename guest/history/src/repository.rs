//! A repository, and what a request says of it.

use crate::change::Change;
use crate::commit::Commit;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::file_text::masked;
use crate::index::Index;
use crate::layout::{Layout, around_link, below, failure_at};
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::references::Head;
use crate::revision::{INDEX, Revisions};
use crate::store::ObjectStore;
use crate::timeline::{Listing, Timeline};
use crate::tree_entry::tree_entries;
use readroom_core::{
    FileError, FileKind, Location, PathEnd, PathStyle, RealPath, Tree, ValueFormat, real_path,
};
use readroom_read::paths;
use readroom_search::{GlobMatch, Globs, SearchError};
use readroom_types::{ChangeStatus, ChangedFile};
use std::cell::OnceCell;
use std::rc::Rc;

/// The maximum size of `MERGE_HEAD`, in bytes.
const MAX_INFO_BYTES: u64 = 1 << 20;

/// A repository.
pub(crate) struct Repository<'t, T: Tree> {
    pub(crate) tree: &'t T,
    pub(crate) layout: Layout<'t, T>,
    pub(crate) objects: Rc<ObjectStore<'t, T>>,
    /// The absolute name of the requested path, with its links.
    absolute: String,
    /// The requested path, relative to the top of the work tree: empty for the top.
    pub(crate) path: String,
    /// The format as which the values of messages are masked, once it is known.
    message_format: OnceCell<Option<ValueFormat>>,
}

impl<'t, T: Tree> Repository<'t, T> {
    /// Opens the repository of a path.
    pub(crate) fn open(tree: &'t T, cwd: Option<&str>, path: &str) -> Result<Self, HistoryError> {
        let layout = Layout::find(tree, cwd, path)?;
        let objects = [&*layout.common.name(), "/objects"].concat();
        let objects = ObjectStore::open_at(tree, &objects, layout.config.object_format)?;
        let root = tree.grants().first().map(|grant| &*grant.name);
        let absolute = match cwd.or(root) {
            Some(cwd) if !PathStyle::of(&layout.location.absolute()).is_absolute(path) => {
                paths::entry(cwd, path)
            }
            _ => path.into(),
        };
        let objects = Rc::new(objects);
        let (below, message_format) = (String::new(), OnceCell::new());
        let mut opened = Self { tree, layout, objects, absolute, path: below, message_format };
        let outside = || failure_at(tree, cwd, FileError::OutsideRoot, path);
        opened.path = opened.path_below().ok_or_else(outside)?;
        Ok(opened)
    }

    /// Returns the requested path relative to the top of the work tree. It need not exist. A link
    /// at its end is not followed, because it has its history, too, unless it leads to the work
    /// tree.
    fn path_below(&self) -> Option<String> {
        let Self { tree, absolute, .. } = self;
        let itself = around_link(*tree, absolute).map(|(_, itself)| itself);
        let is_there = |itself: &&String| match real_path(*tree, itself) {
            Ok(RealPath { end: PathEnd::Missing { .. }, .. }) => false,
            real => real != Err(FileError::NotDirectory),
        };
        let there = itself.as_ref().filter(is_there).and_then(|itself| self.below_top(itself));
        if there.is_some() {
            return there;
        }
        // A path that does not exist may have existed before a link was in its way.
        let written = self.as_written(absolute).ok();
        // If a file is in the way, a directory was there once.
        let real = || real_path(*tree, absolute).map_or(absolute.clone(), |it| it.absolute);
        let [written, itself] = [written, itself].map(|path| self.below_top(&path?));
        written.or(itself).or_else(|| self.below_top(&real()))
    }

    /// Returns an absolute name without `.` and `..`, as in a tree without links.
    fn as_written(&self, absolute: &str) -> Result<String, FileError> {
        let empty = Timeline::empty(self.tree, self.objects.clone());
        Ok(real_path(&empty, absolute)?.absolute)
    }

    /// Returns whether the policy denies the target of a link in the work tree, whose name is not
    /// shown then.
    pub(crate) fn denies_target(&self, link: &str, target: &str) -> bool {
        let around = self.location(link.rsplit_once('/').map_or("", |(around, _)| around));
        let around = around.absolute();
        let is_absolute = PathStyle::of(&around).is_absolute(target);
        let absolute = if is_absolute { target.into() } else { paths::entry(&around, target) };
        match self.as_written(&absolute) {
            Ok(absolute) => self.tree.grants().iter().enumerate().any(|(number, grant)| {
                let path = below(grant.name.trim_end_matches('/'), &absolute);
                path.is_some_and(|path| self.denies_path(number, path))
            }),
            Err(error) => error == FileError::Denied,
        }
    }

    /// Returns an absolute name relative to the top of the work tree. `None` if it is not below it.
    fn below_top(&self, absolute: &str) -> Option<String> {
        let location = Location::of(self.tree.grants(), absolute)?;
        let below = location.below(&self.layout.location)?;
        Some(if below == "." { String::new() } else { below })
    }

    /// Follows the links in the requested path, as they are or as they were at a revision.
    pub(crate) fn follow(&mut self, at: Option<&str>) -> Result<(), HistoryError> {
        let past = at.map(|revision| self.timeline(revision)).transpose()?;
        let real = |path: &str| match &past {
            Some(past) => real_path(past, path).ok(),
            None => real_path(self.tree, path).ok(),
        };
        let asked = real(&self.absolute).filter(|real| real.end == PathEnd::Exists);
        let real = asked.or_else(|| real(&self.location(&self.path).absolute()));
        if let Some(path) = real.and_then(|real| self.below_top(&real.absolute)) {
            self.path = path;
        }
        Ok(())
    }

    /// Returns the commit that a revision names.
    pub(crate) fn commit_id(&self, revision: &str) -> Result<ObjectId, HistoryError> {
        self.peel(revision, ObjectKind::Commit)
    }

    /// Returns the object of a kind that a revision leads to. A range is refused; a path out of a
    /// directory is not one.
    pub(crate) fn peel(&self, name: &str, kind: ObjectKind) -> Result<ObjectId, HistoryError> {
        if name.contains("..") && !name.contains("../") && !name.contains("/..") {
            return Err(HistoryError::Unsupported { what: "A..B".into() });
        }
        let revisions = Revisions { layout: &self.layout, objects: &*self.objects };
        revisions.peel(name, kind).map_err(|error| self.masked_error(error))
    }

    /// Returns the commit of `HEAD`. `None` if its branch has no commit yet.
    pub(crate) fn head(&self) -> Result<Option<ObjectId>, HistoryError> {
        Ok(match self.layout.head().map_err(|error| self.masked_error(error))? {
            Head::Branch(_, id) | Head::Detached(id) => Some(id),
            Head::Unborn(_) => None,
        })
    }

    /// Returns the commits that a merge that is not finished merges into that of `HEAD`.
    pub(crate) fn merged(&self) -> Result<Vec<ObjectId>, HistoryError> {
        let text = self.layout.git.content("MERGE_HEAD", MAX_INFO_BYTES)?.unwrap_or_default();
        // A tag may be merged.
        String::from_utf8_lossy(&text).lines().map(|line| self.commit_id(line.trim())).collect()
    }

    pub(crate) fn commit(&self, id: ObjectId) -> Result<Commit, HistoryError> {
        Commit::read(&*self.objects, id)
    }

    /// Reads the index.
    pub(crate) fn index(&self) -> Result<Index, HistoryError> {
        let mut index = Index::read(&self.layout.git, self.layout.config.object_format)?;
        index.expand(&*self.objects)?;
        Ok(index)
    }

    /// Returns the files as they were at a revision.
    pub(crate) fn timeline(&self, revision: &str) -> Result<Timeline<'t, T>, HistoryError> {
        let mut files: Vec<_> = match revision {
            INDEX => {
                let (index, layout) = (self.index()?, &self.layout);
                let files = index.files();
                files.map(|(path, mode, id)| (layout.path_in_grant(path), mode, id)).collect()
            }
            _ => {
                let tree = self.peel(revision, ObjectKind::Tree)?;
                // A directory that cannot be read is left out of a list; this one is all of it.
                let data = self.objects.data(tree, ObjectKind::Tree)?;
                tree_entries(tree, &data).try_for_each(|entry| entry.map(drop))?;
                vec![(self.layout.path.clone(), FileMode::Directory, tree)]
            }
        };
        if files.is_empty() {
            let empty = self.layout.config.object_format.empty_tree();
            files.extend(empty.map(|id| (self.layout.path.clone(), FileMode::Directory, id)));
        }
        let (objects, grant) = (self.objects.clone(), self.layout.grant);
        Timeline::past(self.tree, objects, grant, Listing(files))
    }

    /// Returns where a path in the work tree is.
    pub(crate) fn location(&self, path: &str) -> Location {
        let names = path.split('/').filter(|name| !name.is_empty());
        names.fold(self.layout.location.clone(), |around, name| around.child(name))
    }

    /// Returns the name of a path in the work tree as answers have it.
    pub(crate) fn shown(&self, path: &str) -> String {
        let shown = self.location(path).to_string();
        if path.ends_with('/') { shown + "/" } else { shown }
    }

    /// Returns a changed file as answers have it, without what is in it.
    pub(crate) fn changed_file(&self, change: &Change) -> ChangedFile {
        let old = change.from.as_ref().filter(|_| change.status == ChangeStatus::Renamed);
        ChangedFile {
            path: self.shown(change.path()),
            old_path: old.map(|from| self.shown(&from.path)),
            status: change.status,
            similarity: change.similarity,
            added: None,
            removed: None,
            converted: false,
            patch: None,
        }
    }

    /// Returns the format as which the values of a file are masked, if they are.
    pub(crate) fn masked_as(&self, path: &str) -> Option<ValueFormat> {
        self.tree.masked_path(self.layout.grant, &self.layout.path_in_grant(path))
    }

    /// Returns some branches and tags whose last commit has the requested path, the newest first.
    pub(crate) fn references(&self) -> Result<Vec<String>, HistoryError> {
        if self.is_denied() {
            return Ok(Vec::new());
        }
        let names = self.layout.references_with(&*self.objects, &self.path)?;
        Ok(names.into_iter().map(|name| self.masked_message(name)).collect())
    }

    /// Returns whether the policy denies the requested path, as a file or as a directory.
    pub(crate) fn is_denied(&self) -> bool {
        let path = self.layout.path_in_grant(&self.path);
        !self.path.is_empty() && self.denies_path(self.layout.grant, &path)
    }

    /// Returns whether the policy denies a path below a grant, as a file or as a directory.
    fn denies_path(&self, grant: usize, path: &str) -> bool {
        let denies = |kind| self.tree.denies_path(grant, path, kind);
        !path.is_empty() && [FileKind::File, FileKind::Directory].into_iter().any(denies)
    }

    /// Masks the text of a message, if secrets are masked anywhere in the top of the work tree.
    pub(crate) fn masked_message(&self, text: String) -> String {
        let format = self.message_format.get_or_init(|| self.masked_as("COMMIT_EDITMSG"));
        masked(*format, text)
    }

    /// Masks the names of references in an error, as the text of a message.
    fn masked_error(&self, error: HistoryError) -> HistoryError {
        let mask = |name| self.masked_message(name);
        match error {
            HistoryError::UnknownRevision { revision, similar, branches, others } => {
                let [similar, branches] =
                    [similar, branches].map(|names| names.into_iter().map(mask).collect());
                let revision = mask(revision);
                HistoryError::UnknownRevision { revision, similar, branches, others }
            }
            HistoryError::RevisionPath { revision, path } => {
                HistoryError::RevisionPath { revision: mask(revision), path: mask(path) }
            }
            HistoryError::Damaged { what, why } => HistoryError::Damaged { what: mask(what), why },
            error => error,
        }
    }

    /// Returns which paths are wanted: the requested one and those below it, as far as globs and
    /// the policy allow.
    pub(crate) fn wanted<'a>(
        &'a self,
        globs: &'a [String],
    ) -> Result<impl Fn(&str, FileKind) -> bool + use<'a, 't, T>, HistoryError> {
        let globs: Vec<_> = globs.iter().map(String::as_str).collect();
        let globs = Globs::new(&globs).map_err(SearchError::Glob)?;
        Ok(move |path: &str, kind: FileKind| {
            let is_directory = kind == FileKind::Directory;
            let below = match below(&self.path, path) {
                Some(below) => below,
                // A directory on the way to the requested path.
                None => return is_directory && below(path, &self.path).is_some(),
            };
            let is_matched = match globs.of(below, kind) {
                GlobMatch::Included => true,
                GlobMatch::Way => is_directory,
                GlobMatch::Excluded => false,
            };
            (is_matched || below.is_empty() && is_directory) && !self.layout.denies(path, kind)
        })
    }
}
