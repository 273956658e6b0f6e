//! The commits that the lines of a file come from.

use crate::commit_graph::{CommitGraph, CommitNode, DateQueue, check_commits};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::line_diff::{LineNumbers, Replaced};
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::path_entry::PathLookup;
use readroom_core::sort_by;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// The size of the largest file whose lines are traced, in bytes.
const MAX_BLAME_BYTES: u64 = 16 << 20;

/// The maximum number of lines of a file whose lines are traced.
const MAX_BLAME_LINES: u64 = 500_000;

/// The size of the lines and the number of line numbers that are kept to compare more versions.
const MAX_CACHED: usize = 32 << 20;

/// The maximum number of visits of a commit, on average.
const MAX_VISITS: usize = 100;

/// Finds the file of a parent that was renamed to the path: from the tree of the parent, the tree
/// of its child, and the path in the child. Uncommitted content has no tree.
pub type FindRename<'a> = &'a dyn Fn(
    ObjectId,
    Option<ObjectId>,
    &str,
) -> Result<Option<(String, ObjectId)>, HistoryError>;

/// Which lines [`blame`] traces.
pub struct BlameRequest<'a> {
    /// The commit to begin with.
    pub tip: ObjectId,
    /// The file, relative to the top of the work tree.
    pub path: &'a str,
    /// The numbers of the lines, from 0. Those that the file does not have are left out.
    pub lines: Range<usize>,
    /// The content of the file if it is not that of the commit.
    pub final_text: Option<&'a [u8]>,
    /// The commits that are merged into that content, besides the one to begin with.
    pub merged: &'a [ObjectId],
    /// The commits at which a shallow clone ends.
    pub shallow: &'a BTreeSet<ObjectId>,
    /// Finds renames.
    pub find_rename: FindRename<'a>,
    /// Returns whether the time is over.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Consecutive lines that come from one commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlameRun {
    /// The commit. `None` for lines that are not committed.
    pub commit: Option<ObjectId>,
    /// The first line, from 1.
    pub first: u64,
    /// The number of lines.
    pub lines: u64,
    /// The path of the file in the commit.
    pub path: String,
    /// The number of the first line in the commit, from 1.
    pub first_in_commit: u64,
    /// Whether the commit has no parents, or none in a shallow clone.
    pub is_boundary: bool,
    /// Whether the time was over before it was known if the lines are older.
    pub is_unfinished: bool,
}

/// Traces lines of a file to the commits that introduced them, as `git blame -L`, in their order.
/// `None` if the path is not a file in the commit.
pub fn blame(
    objects: &dyn Objects,
    request: &BlameRequest<'_>,
) -> Result<Option<Vec<BlameRun>>, HistoryError> {
    let mut tracer = Tracer {
        request,
        graph: CommitGraph::new(objects, request.shallow, false),
        versions: Versions {
            objects,
            final_text: request.final_text.unwrap_or_default(),
            lines: LineNumbers::default(),
            cache: HashMap::new(),
            size: 0,
        },
        is_link: false,
        queue: DateQueue::default(),
        origins: HashMap::new(),
        lookups: Vec::new(),
        runs: Vec::new(),
    };
    let tip = tracer.graph.node(request.tip)?;
    let entry = tracer.entry(tip.tree, &request.path.into())?;
    let entry = entry.filter(|(mode, _)| is_file(*mode));
    let origin = match (request.final_text, entry) {
        (Some(_), _) => None,
        (None, Some((mode, id))) => {
            tracer.is_link = mode == FileMode::Link;
            Some(id)
        }
        (None, None) => return Ok(None),
    };
    let end = request.lines.end.min(tracer.versions.lines(origin)?.len());
    let line = request.lines.start;
    if line >= end {
        return Ok(Some(Vec::new()));
    }
    let spans = vec![Span { line, in_origin: line, count: end - line }];
    let origin = Origin { path: request.path.into(), blob: origin, spans };
    if origin.blob.is_some() {
        tracer.enqueue(&tip, origin);
    } else {
        let parents: Vec<_> = [tip.id].iter().chain(request.merged).copied().collect();
        tracer.trace(None, &parents, origin)?;
    }
    tracer.run()?;
    Ok(Some(joined(tracer.runs)))
}

fn is_file(mode: FileMode) -> bool {
    matches!(mode, FileMode::File | FileMode::Executable | FileMode::Link)
}

/// Lines that are being traced.
#[derive(Clone, Copy)]
struct Span {
    /// The first line in the final file, from 0.
    line: usize,
    /// The first line in the version that is looked at.
    in_origin: usize,
    count: usize,
}

/// A version of the file that lines may come from.
struct Origin {
    path: Rc<str>,
    /// Its content. `None` for [`BlameRequest::final_text`].
    blob: Option<ObjectId>,
    spans: Vec<Span>,
}

struct Tracer<'a> {
    request: &'a BlameRequest<'a>,
    graph: CommitGraph<'a>,
    versions: Versions<'a>,
    /// Whether the file is a symbolic link: a link and a file have no lines in common.
    is_link: bool,
    queue: DateQueue,
    /// The origins in the commits of the queue.
    origins: HashMap<ObjectId, Vec<Origin>>,
    /// Most commits change other directories than that of the file.
    lookups: Vec<(Rc<str>, PathLookup)>,
    runs: Vec<BlameRun>,
}

impl Tracer<'_> {
    fn run(&mut self) -> Result<(), HistoryError> {
        let mut steps = 0;
        while let Some(id) = self.queue.pop() {
            steps += 1;
            check_commits(steps)?;
            // Lines come to a commit again only where dates are wrong.
            if steps > MAX_VISITS * self.graph.len() {
                return Err(HistoryError::damaged(id, "the commit comes before itself"));
            }
            let node = self.graph.node(id)?;
            for origin in self.origins.remove(&id).unwrap_or_default() {
                self.trace(Some(&node), &node.parents(), origin)?;
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, node: &CommitNode, origin: Origin) {
        let origins = self.origins.entry(node.id).or_default();
        if origins.is_empty() {
            self.queue.push(node);
        }
        match origins.iter_mut().find(|known| known.path == origin.path) {
            Some(known) => known.spans.extend(origin.spans),
            None => origins.push(origin),
        }
    }

    /// Passes lines to the parents that have them too. The others come from the commit itself.
    fn trace(
        &mut self,
        node: Option<&CommitNode>,
        parents: &[ObjectId],
        mut origin: Origin,
    ) -> Result<(), HistoryError> {
        let mut candidates: Vec<(usize, Rc<CommitNode>, Rc<str>, ObjectId)> = Vec::new();
        let mut is_unfinished = (self.request.is_over)();
        for is_renamed in [false, true] {
            for (number, parent) in parents.iter().enumerate() {
                // A commit may have thousands of parents, of which each is compared.
                is_unfinished |= is_renamed && number > 0 && (self.request.is_over)();
                if is_unfinished || candidates.iter().any(|(known, ..)| *known == number) {
                    continue;
                }
                let parent = self.graph.node(*parent)?;
                let Some((path, blob)) = self.find(node, &parent, &origin, is_renamed)? else {
                    continue;
                };
                if origin.blob == Some(blob) {
                    self.enqueue(&parent, Origin { path, ..origin });
                    return Ok(());
                }
                let mut earlier = candidates.iter().filter(|(known, ..)| *known < number);
                if earlier.all(|(.., known)| *known != blob) {
                    candidates.push((number, parent, path, blob));
                }
            }
        }
        sort_by(&mut candidates, |(one, ..), (other, ..)| one.cmp(other));
        for (_, parent, path, blob) in candidates {
            is_unfinished = is_unfinished || (self.request.is_over)();
            if is_unfinished || origin.spans.is_empty() {
                break;
            }
            let hunks = self.versions.hunks(blob, origin.blob)?;
            let (passed, kept) = divide(&origin.spans, &hunks);
            origin.spans = kept;
            if !passed.is_empty() {
                self.enqueue(&parent, Origin { path, blob: Some(blob), spans: passed });
            }
        }
        self.runs.extend(origin.spans.iter().map(|span| BlameRun {
            commit: node.map(|node| node.id),
            first: span.line as u64 + 1,
            lines: span.count as u64,
            path: origin.path.as_ref().into(),
            first_in_commit: span.in_origin as u64 + 1,
            is_boundary: parents.is_empty(),
            is_unfinished,
        }));
        Ok(())
    }

    /// Returns the entry of a path in a tree.
    fn entry(
        &mut self,
        tree: ObjectId,
        path: &Rc<str>,
    ) -> Result<Option<(FileMode, ObjectId)>, HistoryError> {
        let known = self.lookups.iter().rposition(|(known, _)| known == path);
        let number = known.unwrap_or_else(|| {
            self.lookups.push((path.clone(), PathLookup::new(path)));
            self.lookups.len() - 1
        });
        let Some((_, lookup)) = self.lookups.get_mut(number) else { return Ok(None) };
        lookup.entry(self.graph.objects, tree)
    }

    /// Finds the version of a file in a parent.
    fn find(
        &mut self,
        node: Option<&CommitNode>,
        parent: &CommitNode,
        origin: &Origin,
        is_renamed: bool,
    ) -> Result<Option<(Rc<str>, ObjectId)>, HistoryError> {
        let path = &origin.path;
        if is_renamed {
            let child = node.map(|node| node.tree);
            let renamed = (self.request.find_rename)(parent.tree, child, path)?;
            return Ok(renamed.map(|(path, blob)| (path.into(), blob)));
        }
        if let Some(blob) = origin.blob.filter(|_| node.is_some_and(|n| n.tree == parent.tree)) {
            return Ok(Some((path.clone(), blob)));
        }
        let entry = self
            .entry(parent.tree, path)?
            .filter(|(mode, _)| is_file(*mode) && (*mode == FileMode::Link) == self.is_link);
        Ok(entry.map(|(_, blob)| (path.clone(), blob)))
    }
}

/// Divides lines into those that the parent has, with their places there, and the others.
fn divide(spans: &[Span], hunks: &[Replaced]) -> (Vec<Span>, Vec<Span>) {
    let (mut passed, mut kept) = (Vec::new(), Vec::new());
    for span in spans {
        let end = span.in_origin.saturating_add(span.count);
        let mut number = hunks.partition_point(|hunk| hunk.to.end <= span.in_origin);
        let mut at = span.in_origin;
        while at < end {
            let hunk = hunks.get(number);
            let same_end = hunk.map_or(end, |hunk| hunk.to.start.min(end));
            let part = |to: usize, in_origin| Span {
                line: span.line + (at - span.in_origin),
                in_origin,
                count: to - at,
            };
            if at < same_end {
                let last = number.checked_sub(1).and_then(|last| hunks.get(last));
                let (before, after) = last.map_or((0, 0), |hunk| (hunk.from.end, hunk.to.end));
                passed.push(part(same_end, before + (at - after)));
                at = same_end;
            } else if let Some(hunk) = hunk {
                let to = hunk.to.end.min(end);
                if at < to {
                    kept.push(part(to, at));
                }
                at = to;
                number += 1;
            }
        }
    }
    (passed, kept)
}

/// Joins lines that follow each other in the file and in the commit.
fn joined(mut runs: Vec<BlameRun>) -> Vec<BlameRun> {
    sort_by(&mut runs, |one, other| one.first.cmp(&other.first));
    runs.retain(|run| run.lines > 0);
    runs.dedup_by(|next, last| {
        let is_next = last.commit == next.commit
            && last.path == next.path
            && last.first_in_commit + last.lines == next.first_in_commit
            && last.is_unfinished == next.is_unfinished;
        last.lines += if is_next { next.lines } else { 0 };
        is_next
    });
    runs
}

/// The lines of versions.
struct Versions<'a> {
    objects: &'a dyn Objects,
    final_text: &'a [u8],
    lines: LineNumbers<Rc<[u8]>>,
    cache: HashMap<Option<ObjectId>, Rc<[u32]>>,
    /// The number of lines in the cache.
    size: usize,
}

impl Versions<'_> {
    fn hunks(
        &mut self,
        before: ObjectId,
        after: Option<ObjectId>,
    ) -> Result<Vec<Replaced>, HistoryError> {
        if self.size + self.lines.bytes > MAX_CACHED {
            self.cache.clear();
            self.size = 0;
            self.lines = LineNumbers::default();
        }
        let before = self.lines(Some(before))?;
        let after = self.lines(after)?;
        Ok(self.lines.replaced_without_tail(&before, &after))
    }

    /// Returns the lines of a blob, or of the final text.
    fn lines(&mut self, blob: Option<ObjectId>) -> Result<Rc<[u32]>, HistoryError> {
        if let Some(lines) = self.cache.get(&blob) {
            return Ok(lines.clone());
        }
        let tokens = match blob {
            None => self.lines.split(self.final_text),
            Some(id) => {
                let (_, size) = self.objects.header(id)?;
                if size > MAX_BLAME_BYTES {
                    return Err(HistoryError::TooLarge { id, size });
                }
                self.lines.split(&self.objects.data(id, ObjectKind::Blob)?)
            }
        };
        HistoryError::check_max(tokens.len() as u64, MAX_BLAME_LINES, "lines")?;
        self.size += tokens.len();
        self.cache.insert(blob, tokens.clone());
        Ok(tokens)
    }
}
