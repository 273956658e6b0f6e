//! Which deleted and added files are one that was renamed, as `git diff -M` finds them.

use crate::change::{Change, FileState};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object_id::ObjectId;
use crate::similarity::{Chunks, MAX_SCORE};
use readroom_core::sort_by;
use readroom_types::ChangeStatus;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// The score that a rename needs: half of the content.
const MIN_SCORE: u64 = MAX_SCORE / 2;

/// The score that a rename to the only file of the same name needs.
const MIN_NAME_SCORE: u64 = MIN_SCORE + (MAX_SCORE - MIN_SCORE) / 2;

/// The maximum number of files of the same content among which one is chosen.
const MAX_IDENTICAL: usize = 100;

/// The maximum number of pairs whose similarity is estimated. With more, git finds only exact
/// renames and those to the only file of the same name.
const MAX_PAIRS: usize = 1000 * 1000;

/// The number of sources that are remembered for a target.
const CANDIDATES: usize = 4;

/// The maximum number of chunks that are kept for further comparisons: 32 MiB.
const MAX_KEPT_CHUNKS: usize = 4 << 20;

/// The maximum number of bytes and chunks that are compared, after which no further renames are
/// found.
const MAX_WORK: u64 = 2 << 30;

/// Returns the content of a file. `None` if it has none that can be compared.
pub(crate) type Content<'a> = &'a dyn Fn(&FileState) -> Result<Option<Rc<[u8]>>, HistoryError>;

/// Joins deleted and added files to renamed ones, at the position of the added file. Files without
/// an object are not found by their hash, but by their content.
pub fn detect_renames(
    changes: Vec<Change>,
    content: Content<'_>,
) -> Result<Vec<Change>, HistoryError> {
    let files = |status: ChangeStatus, state: fn(&Change) -> Option<&FileState>| {
        let changes = changes.iter().enumerate().filter(|(_, change)| change.status == status);
        let file = |(index, change)| Some(File::new(index, state(change)?.clone()));
        changes.filter_map(file).collect::<Vec<_>>()
    };
    let sources = files(ChangeStatus::Deleted, |change| change.from.as_ref());
    let targets = files(ChangeStatus::Added, |change| change.to.as_ref());
    let mut renames = Renames { sources, targets, content, kept: 0, work: 0 };
    renames.find_identical();
    renames.find_by_name()?;
    renames.find_similar()?;
    Ok(renames.join(changes))
}

/// A file that was deleted or added.
struct File {
    /// The index of its change.
    change: usize,
    state: FileState,
    /// The index of the file that it was renamed to or from, and the score.
    rename: Option<(usize, u64)>,
    /// Its chunks, once they are known.
    chunks: Option<Rc<Chunks>>,
}

impl File {
    fn new(change: usize, state: FileState) -> Self {
        Self { change, state, rename: None, chunks: None }
    }

    fn is_regular(&self) -> bool {
        matches!(self.state.mode, FileMode::File | FileMode::Executable)
    }

    fn name(&self) -> &str {
        self.state.path.rsplit_once('/').map_or(&self.state.path, |(_, name)| name)
    }
}

/// How similar a source and a target are, and whether they have the same name; the two.
type Candidate = ((u64, bool), usize, usize);

struct Renames<'a> {
    sources: Vec<File>,
    targets: Vec<File>,
    content: Content<'a>,
    /// The number of chunks that are kept.
    kept: usize,
    /// The number of bytes and chunks that were compared.
    work: u64,
}

impl Renames<'_> {
    /// Joins files of the same object, of the same name if there are such.
    fn find_identical(&mut self) {
        let key = |file: &File| Some((file.state.id?, file.state.mode.format()));
        let mut unused: HashMap<(ObjectId, u32), VecDeque<usize>> = HashMap::new();
        for (source, file) in self.sources.iter().enumerate() {
            if let Some(key) = key(file) {
                unused.entry(key).or_default().push_back(source);
            }
        }
        for target in 0..self.targets.len() {
            let Some(file) = self.targets.get(target) else { continue };
            let Some(same) = key(file).and_then(|key| unused.get_mut(&key)) else { continue };
            let has_name = |source: &usize| {
                self.sources.get(*source).is_some_and(|source| source.name() == file.name())
            };
            let best = same.iter().take(MAX_IDENTICAL).position(has_name).unwrap_or(0);
            if let Some(source) = same.remove(best) {
                self.record(source, target, MAX_SCORE);
            }
        }
    }

    /// Joins files that are the only ones of their name.
    fn find_by_name(&mut self) -> Result<(), HistoryError> {
        let targets = only_of_name(&self.targets);
        let with_target = |(name, source): (&str, usize)| {
            let target = targets.binary_search_by_key(&name, |(name, _)| *name).ok()?;
            Some((source, targets.get(target)?.1))
        };
        let pairs: Vec<_> =
            only_of_name(&self.sources).into_iter().filter_map(with_target).collect();
        for (source, target) in pairs {
            let score = self.score(source, target, MIN_NAME_SCORE)?;
            if score >= MIN_NAME_SCORE {
                self.record(source, target, score);
            }
        }
        Ok(())
    }

    /// Joins the files that are most similar.
    fn find_similar(&mut self) -> Result<(), HistoryError> {
        let unused = |files: &[File]| {
            let unused = files.iter().enumerate().filter(|(_, file)| file.rename.is_none());
            unused.map(|(index, _)| index).collect::<Vec<_>>()
        };
        let (sources, targets) = (unused(&self.sources), unused(&self.targets));
        if sources.len().saturating_mul(targets.len()) > MAX_PAIRS {
            return Ok(());
        }
        let mut candidates = Vec::new();
        for target in targets {
            let mut best: Vec<Candidate> = Vec::with_capacity(CANDIDATES);
            for &source in &sources {
                let score = self.score(source, target, MIN_SCORE)?;
                let has_same_name = match (self.sources.get(source), self.targets.get(target)) {
                    (Some(source), Some(target)) => source.name() == target.name(),
                    _ => false,
                };
                let rank = (score, has_same_name);
                if best.len() < CANDIDATES {
                    best.push((rank, source, target));
                } else if let Some(worst) = best.iter_mut().min_by_key(|other| other.0)
                    && worst.0 < rank
                {
                    *worst = (rank, source, target);
                }
            }
            candidates.extend(best);
            if let Some(file) = self.targets.get_mut(target) {
                self.kept -= file.chunks.take().map_or(0, |chunks| chunks.len());
            }
        }
        sort_by(&mut candidates, |one, other| other.0.cmp(&one.0));
        for ((score, _), source, target) in candidates {
            let is_free = |file: Option<&File>| file.is_some_and(|file| file.rename.is_none());
            if score >= MIN_SCORE
                && is_free(self.sources.get(source))
                && is_free(self.targets.get(target))
            {
                self.record(source, target, score);
            }
        }
        Ok(())
    }

    /// Returns how similar two files are. Zero if the score cannot be reached.
    fn score(&mut self, source: usize, target: usize, min: u64) -> Result<u64, HistoryError> {
        let (Some(from), Some(to)) = (self.sources.get_mut(source), self.targets.get_mut(target))
        else {
            return Ok(0);
        };
        if !from.is_regular() || !to.is_regular() || self.work > MAX_WORK {
            return Ok(0);
        }
        let mut chunks = |file: &mut File| {
            if let Some(chunks) = &file.chunks {
                return Ok::<_, HistoryError>(Rc::clone(chunks));
            }
            let content = (self.content)(&file.state)?.unwrap_or_default();
            let chunks = Rc::new(Chunks::new(&content));
            self.work += content.len() as u64;
            // Without a chunk it takes no memory, and an absent content is not asked for again.
            if self.kept + chunks.len() <= MAX_KEPT_CHUNKS {
                self.kept += chunks.len();
                file.chunks = Some(Rc::clone(&chunks));
            }
            Ok(chunks)
        };
        let (from, to) = (chunks(from)?, chunks(to)?);
        self.work += (from.len() + to.len()) as u64;
        Ok(from.score(&to, min))
    }

    fn record(&mut self, source: usize, target: usize, score: u64) {
        if let (Some(from), Some(to)) = (self.sources.get_mut(source), self.targets.get_mut(target))
        {
            from.rename = Some((target, score));
            to.rename = Some((source, score));
        }
    }

    /// Returns the changes with the renames that were found.
    fn join(self, changes: Vec<Change>) -> Vec<Change> {
        let mut changes: Vec<_> = changes.into_iter().map(Some).collect();
        for to in self.targets {
            let Some((source, score)) = to.rename else { continue };
            let Some(from) = self.sources.get(source) else { continue };
            let similarity = u32::try_from(score * 100 / MAX_SCORE).ok();
            let status = ChangeStatus::Renamed;
            let from_state = Some(from.state.clone());
            let rename = Change { status, similarity, from: from_state, to: Some(to.state) };
            if let Some(change) = changes.get_mut(to.change) {
                *change = Some(rename);
            }
            if let Some(change) = changes.get_mut(from.change) {
                *change = None;
            }
        }
        changes.into_iter().flatten().collect()
    }
}

/// Returns the names that only one of the files without a rename has, in order, with that file.
fn only_of_name(files: &[File]) -> Vec<(&str, usize)> {
    let unused = files.iter().enumerate().filter(|(_, file)| file.rename.is_none());
    let mut names: Vec<_> = unused.map(|(index, file)| (file.name(), index)).collect();
    sort_by(&mut names, |one, other| one.cmp(other));
    let same_name = |one: &(&str, _), other: &(&str, _)| one.0 == other.0;
    let groups = names.chunk_by(same_name);
    groups.filter_map(|group| if let [file] = group { Some(*file) } else { None }).collect()
}
