//! The commits that lead to a commit, in the order of `git log`.

use crate::commit::Commit;
use crate::commit_graph::{CommitGraph, CommitNode, DateQueue, check_commits};
use crate::error::HistoryError;
use crate::object::Objects;
use crate::object_id::ObjectId;
use crate::path_entry::PathLookup;
use readroom_search::Deadline;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Which commits [`log`] returns.
pub struct LogRequest<'a> {
    /// The commits to begin with.
    pub tips: Vec<ObjectId>,
    /// Commits that are left out together with all their ancestors.
    pub hidden: Vec<ObjectId>,
    /// Commits that were read to find those. Git knows at once which of them are hidden, too.
    pub known: Vec<ObjectId>,
    /// A file or directory, relative to the top of the work tree. Only commits that change it are
    /// returned, and of merges only the side that it came from is followed.
    pub path: Option<&'a str>,
    /// If given, all sides of merges are followed, as `--full-history` does, until then.
    pub deadline: Option<Deadline<'a>>,
    /// The commits at which a shallow clone ends.
    pub shallow: &'a BTreeSet<ObjectId>,
}

/// The commit is in the queue, or was.
const SEEN: u8 = 1;
/// The commit is in the queue.
const QUEUED: u8 = 2;
/// The commit is hidden.
const HIDDEN: u8 = 4;
/// The commit is one of [`LogRequest::hidden`].
const BOTTOM: u8 = 8;
/// The commit does not change the path.
const UNCHANGED: u8 = 16;

/// How many hidden commits are read after the last one that is not, because dates can be wrong.
const SLOP: u8 = 5;

/// Takes a commit, and returns whether there shall be more.
type Take<'a> = dyn FnMut(ObjectId, &Commit) -> Result<ControlFlow<()>, HistoryError> + 'a;

/// The extent of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Whether commits are left out because a shallow clone lacks them.
    pub is_cut: bool,
    /// The number of all commits, if some were hidden: they are counted first.
    pub total: Option<usize>,
}

/// Passes commits to `take` in the order of `git log`, until it breaks.
pub fn log(
    objects: &dyn Objects,
    request: &LogRequest<'_>,
    take: &mut Take<'_>,
) -> Result<Extent, HistoryError> {
    let mut show = |node: &CommitNode| {
        let mut commit = match &node.data {
            Some(data) => Commit::parse(node.id, data)?,
            None => Commit::read(objects, node.id)?,
        };
        if request.shallow.contains(&node.id) {
            commit.parents.clear();
        }
        take(node.id, &commit)
    };
    let mut walk = Walk::new(objects, request)?;
    if !request.hidden.is_empty() {
        let mut list = walk.limited()?;
        list.retain(|node| walk.flags(node.id) & (HIDDEN | UNCHANGED) == 0);
        for node in &list {
            if show(node)?.is_break() {
                break;
            }
        }
        return Ok(Extent { is_cut: walk.is_cut, total: Some(list.len()) });
    }
    while let Some(id) = walk.queue.pop() {
        if request.deadline.is_some_and(|deadline| deadline.has_passed()) {
            break;
        }
        let node = walk.graph.node(id)?;
        walk.visit(&node)?;
        walk.graph.forget(node.id);
        if walk.flags(node.id) & UNCHANGED == 0 && show(&node)?.is_break() {
            break;
        }
    }
    Ok(Extent { is_cut: walk.is_cut, total: None })
}

struct Walk<'a> {
    graph: CommitGraph<'a>,
    flags: HashMap<ObjectId, u8>,
    queue: DateQueue,
    path: Option<PathLookup>,
    is_full: bool,
    /// The number of commits in the queue that are not hidden.
    shown_in_queue: usize,
    /// Whether a commit was visited at which a shallow clone ends.
    is_cut: bool,
}

impl<'a> Walk<'a> {
    fn new(objects: &'a dyn Objects, request: &LogRequest<'a>) -> Result<Self, HistoryError> {
        // Of those that change a path, few are shown.
        let are_shown = request.hidden.is_empty() && request.path.is_none();
        let mut walk = Self {
            graph: CommitGraph::new(objects, request.shallow, are_shown),
            flags: HashMap::new(),
            queue: DateQueue::default(),
            path: request.path.map(PathLookup::new),
            is_full: request.deadline.is_some(),
            shown_in_queue: 0,
            is_cut: false,
        };
        for id in request.known.iter().chain(&request.hidden) {
            walk.graph.node(*id)?;
        }
        for id in &request.hidden {
            walk.mark(*id, HIDDEN | BOTTOM);
            walk.hide_parents(*id);
        }
        for id in request.hidden.iter().chain(&request.tips) {
            walk.enqueue(*id)?;
        }
        Ok(walk)
    }

    fn flags(&self, id: ObjectId) -> u8 {
        self.flags.get(&id).copied().unwrap_or(0)
    }

    /// Adds flags to a commit, and returns those that it had.
    fn mark(&mut self, id: ObjectId, flags: u8) -> u8 {
        let all = self.flags.entry(id).or_default();
        let before = *all;
        *all |= flags;
        if before & (QUEUED | HIDDEN) == QUEUED && flags & HIDDEN != 0 {
            self.shown_in_queue = self.shown_in_queue.saturating_sub(1);
        }
        before
    }

    /// Puts a commit in the queue, unless it has been there.
    fn enqueue(&mut self, id: ObjectId) -> Result<(), HistoryError> {
        if self.flags(id) & SEEN != 0 {
            return Ok(());
        }
        check_commits(self.flags.len())?;
        let node = self.graph.node(id)?;
        if self.mark(id, SEEN | QUEUED) & HIDDEN == 0 {
            self.shown_in_queue += 1;
        }
        self.queue.push(&node);
        Ok(())
    }

    /// Puts the parents of a commit in the queue, and simplifies its history.
    fn visit(&mut self, node: &CommitNode) -> Result<(), HistoryError> {
        self.is_cut |= self.graph.shallow.contains(&node.id);
        if let Some(mut path) = self.path.take() {
            let is_unchanged = self.simplify(node, &mut path)?;
            self.path = Some(path);
            if is_unchanged {
                self.mark(node.id, UNCHANGED);
            }
        }
        node.parents().iter().try_for_each(|parent| self.enqueue(*parent))
    }

    /// Returns whether a commit leaves the path as it is. If a parent has the same, it becomes the
    /// only parent, unless the history is full.
    fn simplify(&mut self, node: &CommitNode, path: &mut PathLookup) -> Result<bool, HistoryError> {
        let objects = self.graph.objects;
        if node.parents().is_empty() {
            return Ok(path.entry(objects, node.tree)?.is_none());
        }
        // The parents that are not hidden decide, if there are any.
        let (mut has_relevant, mut is_changed, mut is_hidden_changed) = (false, false, false);
        for parent in node.parents().iter() {
            let is_relevant = self.flags(*parent) & (HIDDEN | BOTTOM) != HIDDEN;
            has_relevant |= is_relevant;
            let tree = self.graph.node(*parent)?.tree;
            let is_same = tree == node.tree
                || path.entry(objects, tree)? == path.entry(objects, node.tree)?;
            match (is_same, is_relevant) {
                (true, true) if !self.is_full => {
                    node.set_parents(&[*parent]);
                    return Ok(true);
                }
                (true, _) => {}
                (false, true) => is_changed = true,
                (false, false) => is_hidden_changed = true,
            }
        }
        Ok(if has_relevant { !is_changed } else { !is_hidden_changed })
    }

    /// Walks until all that is left is hidden, and returns the commits that were reached before
    /// they were known to be hidden.
    fn limited(&mut self) -> Result<Vec<Rc<CommitNode>>, HistoryError> {
        let (mut list, mut last_date, mut slop) = (Vec::new(), u64::MAX, SLOP);
        while let Some(id) = self.queue.pop() {
            let node = self.graph.node(id)?;
            let flags = self.flags.entry(node.id).or_default();
            *flags &= !QUEUED;
            if *flags & HIDDEN == 0 {
                self.shown_in_queue = self.shown_in_queue.saturating_sub(1);
                self.visit(&node)?;
                last_date = node.date;
                list.push(node);
                continue;
            }
            self.visit_hidden(&node)?;
            slop = match self.queue.date() {
                None => break,
                Some(date) if last_date <= date || self.shown_in_queue > 0 => SLOP,
                Some(_) => slop - 1,
            };
            if slop == 0 {
                break;
            }
        }
        Ok(list)
    }

    fn visit_hidden(&mut self, node: &CommitNode) -> Result<(), HistoryError> {
        for parent in node.parents().iter() {
            self.mark(*parent, HIDDEN);
            match self.graph.node(*parent) {
                Ok(_) => {}
                // Hidden commits may be missing.
                Err(error) if error.missing().is_some() => continue,
                Err(error) => return Err(error),
            }
            self.hide_parents(*parent);
            self.enqueue(*parent)?;
        }
        self.hide_parents(node.id);
        Ok(())
    }

    /// Hides all known ancestors of a commit.
    fn hide_parents(&mut self, id: ObjectId) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            for parent in self.graph.known(id).iter().flat_map(|node| node.parents().to_vec()) {
                if self.mark(parent, HIDDEN) & HIDDEN == 0 {
                    pending.push(parent);
                }
            }
        }
    }
}
