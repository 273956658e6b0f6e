//! Commits, a page at a time.

use crate::change::{Change, Statuses, statuses};
use crate::commit::{Commit, Signature};
use crate::date;
use crate::diff::renamed_in_commit;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::log::{LogRequest as Walk, log as walk};
use crate::merge_base::merge_bases;
use crate::object_id::ObjectId;
use crate::page::{Cost, Cursor, PageBudget, given, key};
use crate::path_entry::PathLookup;
use crate::pickaxe::{MatchChanges, Pickaxe, is_expression};
use crate::repository::Repository;
use readroom_core::Tree;
use readroom_read::Argument;
use readroom_search::{
    Deadline, LetterCase, LineEnds, Matcher, Pattern, PatternSyntax, SearchError, escaped_pattern,
};
use readroom_types::{self as types, HistoryStop, LogOutput, LogPage, LogRequest, count};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How long commits are looked at after those of earlier pages, in milliseconds.
const MIN_TIME: u64 = 2000;

/// The cost of a commit on a page, without its parents, tags and files.
const COMMIT: Cost = Cost { bytes: 64, values: 13 };

/// The maximum number of characters of a line of a message that was not asked for.
const MAX_LINE: usize = 200;

const DEFAULT_COMMITS: u64 = 100;
const MAX_COMMITS: u64 = 10_000;

/// Commits, the newest first.
pub struct Log {
    /// A page of them.
    pub page: LogPage,
    /// How many files each of them changed in each way, if that was asked for.
    pub statuses: Vec<Statuses>,
}

/// Returns commits, the newest first, each with at most `max_files` changed files.
pub(crate) fn log_page<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &LogRequest,
    max_files: usize,
    deadline: Deadline<'_>,
) -> Result<Log, HistoryError> {
    let repository = Repository::open(tree, cwd, &request.path)?;
    let commits = (Argument::Entries, request.commits, DEFAULT_COMMITS, MAX_COMMITS);
    let mut budget = PageBudget::new(commits, request.bytes, request.tokens)?;
    let mut filter = Filter::new(request, deadline)?;
    let tags = repository.layout.tags(&*repository.objects)?;
    let [mut tips, hidden, known] = ends(&repository, request)?;
    if request.output == LogOutput::Tags {
        // To collect them would sort them, which is much code.
        let mut tagged = BTreeSet::new();
        tagged.extend(tags.iter().map(|(id, _)| *id));
        if [&request.at, &request.from, &request.to].into_iter().all(|it| given(it).is_none()) {
            // A tag may be one of a file, or its commit may be missing.
            tips = tagged.iter().copied().filter(|id| repository.commit(*id).is_ok()).collect();
        }
        filter.tagged = Some(tagged);
    }
    let LogRequest { path, author, message, text, since, until, output, .. } = request;
    let filters = (path, author, message, text, since, until);
    let key = key(&(filters, *output as u8, &tips, &hidden));
    let start = Cursor::parse(request.cursor.as_deref(), key)?;
    let page = LogPage {
        commits: Vec::new(),
        total: None,
        next: None,
        stopped: HistoryStop::End,
        reached: None,
        missing: None,
    };
    let mut log = Log { page, statuses: Vec::new() };
    if repository.is_denied() || tips.is_empty() {
        return Ok(log);
    }
    let page = &mut log.page;
    let shallow = repository.layout.shallow()?;
    let all = Walk {
        tips,
        hidden,
        known,
        path: Some(&*repository.path).filter(|path| !path.is_empty()),
        deadline: None,
        shallow: &shallow,
    };
    let mut seen = 0;
    let mut lookup = PathLookup::new(&repository.path);
    let mut deadline = deadline;
    let extent = walk(&*repository.objects, &all, &mut |id, commit| {
        if seen == start.items && seen > 0 {
            // The commits of earlier pages took a part of the time.
            deadline = deadline.extended(MIN_TIME);
        }
        if seen >= start.items {
            let deadline = if seen == start.items { Deadline::NEVER } else { deadline };
            let is_taken = filter.takes(&repository, id, commit, deadline)?;
            if deadline.has_passed() {
                page.stopped = HistoryStop::TimeLimit;
                page.reached = Some(date::written(&commit.committer));
            } else if let Some(matches) = &is_taken {
                let output = (*output, max_files);
                let (mut answer, statuses) =
                    log_answer(&repository, id, commit, output, matches, &mut lookup)?;
                answer.tags = tags_of(&repository, &tags, id);
                if answer.message.is_none() && filter.message.is_some() {
                    let message = repository.masked_message(commit.message.clone());
                    let line = filter.line_of(&message).map(str::trim);
                    let line = line.filter(|line| !answer.subject.contains(line));
                    answer.message = line.map(|line| line.chars().take(MAX_LINE).collect());
                }
                if filter.text.is_some() {
                    answer.added_matches = Some(count(matches.added as u64));
                    answer.removed_matches = Some(count(matches.removed as u64));
                }
                match take(&mut budget, &answer) {
                    Ok(()) => {
                        page.commits.push(answer);
                        log.statuses.push(statuses);
                    }
                    Err(stop) => page.stopped = stop,
                }
            }
        }
        if page.stopped != HistoryStop::End {
            page.next = Some(Cursor { items: seen, lines: 0 }.write(key));
            return Ok(ControlFlow::Break(()));
        }
        seen += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    page.missing =
        filter.text.map(|text| count(text.missing() as u64)).filter(|missing| *missing > 0);
    let filters = [author, message, text, since, until];
    if filters.into_iter().all(Option::is_none) && filter.tagged.is_none() {
        page.total = extent.total.map(|total| count(total as u64));
    }
    if extent.is_cut && page.stopped == HistoryStop::End {
        page.stopped = HistoryStop::Shallow;
    }
    Ok(log)
}

/// Returns the last commit before `HEAD` that changed a path, on any side of a merge, if it is
/// found in time.
pub(crate) fn last_change<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    path: &str,
    deadline: Deadline<'_>,
) -> Result<Option<String>, HistoryError> {
    let repository = Repository::open(tree, cwd, path)?;
    if repository.is_denied() {
        return Ok(None);
    }
    let shallow = repository.layout.shallow()?;
    let all = Walk {
        tips: repository.head()?.into_iter().collect(),
        hidden: Vec::new(),
        known: Vec::new(),
        path: Some(&*repository.path),
        deadline: Some(deadline),
        shallow: &shallow,
    };
    let mut last = None;
    walk(&*repository.objects, &all, &mut |id, commit| {
        if commit.parents.len() > 1 {
            return Ok(ControlFlow::Continue(()));
        }
        last = Some(id.to_string());
        Ok(ControlFlow::Break(()))
    })?;
    Ok(last)
}

/// Returns the names of the tags of a commit.
pub(crate) fn tags_of<T: Tree>(
    repository: &Repository<'_, T>,
    tags: &[(ObjectId, String)],
    id: ObjectId,
) -> Vec<String> {
    let tags = tags.iter().filter(|(tagged, _)| *tagged == id);
    tags.map(|(_, name)| repository.masked_message(name.clone())).collect()
}

/// Deducts a commit, if it fits.
fn take(budget: &mut PageBudget, commit: &types::Commit) -> Result<(), HistoryStop> {
    budget.take_one()?;
    let texts = [Some(&*commit.author), Some(&*commit.subject), commit.email.as_deref()];
    let texts = texts.into_iter().chain([commit.message.as_deref()]).flatten();
    let names = commit.files.iter().map(|file| &*file.path);
    let names = names.chain(commit.tags.iter().map(|tag| &**tag));
    let of_files = Cost::FILE.values * commit.files.len() as u64;
    let values = COMMIT.values + of_files + (commit.parents.len() + commit.tags.len()) as u64;
    budget.take(&texts.chain(names).collect::<Vec<_>>(), Cost { values, ..COMMIT })
}

/// Returns the commits to begin with, those that are left out, and those read to find them.
fn ends<T: Tree>(
    repository: &Repository<'_, T>,
    request: &LogRequest,
) -> Result<[Vec<ObjectId>; 3], HistoryError> {
    let (at, from, to) = (given(&request.at), given(&request.from), given(&request.to));
    if at.is_some() && to.is_some() {
        return Err(HistoryError::Conflict(["at", "to"]));
    }
    let tip = |revision: Option<&str>| match revision.filter(|text| !text.is_empty()) {
        Some(revision) => repository.commit_id(revision).map(|id| vec![id]),
        None => Ok(repository.head()?.into_iter().collect()),
    };
    let ranged = at.or(from.filter(|_| to.is_none()));
    if let Some((a, b)) = ranged.and_then(|range| range.split_once("..")) {
        if at.is_some() && from.is_some() {
            return Err(HistoryError::Conflict(["at", "from"]));
        }
        let Some(b) = b.strip_prefix('.') else {
            return Ok([tip(Some(b))?, tip(Some(a))?, Vec::new()]);
        };
        // The commits of both without those that both have.
        let tips = [tip(Some(a))?, tip(Some(b))?].concat();
        let [a, b] = *tips else { return Ok([tips, Vec::new(), Vec::new()]) };
        let shallow = repository.layout.shallow()?;
        let (shared, known) = merge_bases(&*repository.objects, a, b, &shallow)?;
        return Ok([tips, shared, known]);
    }
    let hidden = from.map_or(Ok(Vec::new()), |from| tip(Some(from)))?;
    Ok([tip(at.or(to))?, hidden, Vec::new()])
}

/// Which commits are returned.
struct Filter {
    author: Option<Matcher>,
    message: Option<Matcher>,
    text: Option<Pickaxe>,
    since: Option<i64>,
    until: Option<i64>,
    tagged: Option<BTreeSet<ObjectId>>,
}

impl Filter {
    fn new(request: &LogRequest, deadline: Deadline<'_>) -> Result<Self, HistoryError> {
        let matcher = |text: &str, case| {
            let pattern = Pattern { text, syntax: PatternSyntax::Regex, case, words: false };
            Matcher::new(&pattern, LineEnds::LfOrCrLf)
                .map_err(|error| HistoryError::Search(SearchError::Pattern(error)))
        };
        let now = i64::try_from((deadline.clock)() / 1000).unwrap_or(i64::MAX);
        let date = |argument, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => match date::parse(text, now) {
                Some(range) => Ok(Some(range)),
                None => Err(HistoryError::InvalidDate { argument, text: text.clone() }),
            },
        };
        let author = request.author.as_ref();
        let message = request.message.as_ref();
        // Code that was copied is rarely the expression that it looks like.
        let either = |text: &String| {
            let literal = escaped_pattern(text);
            let either =
                if is_expression(text) { [&literal, "|", text].concat() } else { literal.clone() };
            matcher(&either, LetterCase::Smart).or_else(|_| matcher(&literal, LetterCase::Smart))
        };
        Ok(Self {
            author: author.map(|text| matcher(text, LetterCase::Insensitive)).transpose()?,
            message: message.map(|text| matcher(text, LetterCase::Smart)).transpose()?,
            text: request.text.as_ref().map(either).transpose()?.map(Pickaxe::new),
            since: date("since", &request.since)?.map(|(first, _)| first),
            until: date("until", &request.until)?.map(|(_, last)| last),
            tagged: None,
        })
    }

    /// Returns the first line of a message that matches.
    fn line_of<'m>(&self, message: &'m str) -> Option<&'m str> {
        let matcher = self.message.as_ref()?;
        message.lines().find(|line| has_match(matcher, line))
    }

    /// Returns how a commit that is returned changes the text. Without a text, nothing changes.
    /// Its texts are compared with their secrets masked, so that they cannot be guessed.
    fn takes<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        id: ObjectId,
        commit: &Commit,
        deadline: Deadline<'_>,
    ) -> Result<Option<MatchChanges>, HistoryError> {
        let Commit { author, committer, message, .. } = commit;
        let masked = |text: &str| repository.masked_message(text.into());
        // As git does, but a name may also be matched from its beginning to its end.
        let is_author = |matcher: &Matcher| {
            let whole = masked(&format!("{} <{}>", author.name, author.email));
            let name = whole.rsplit_once(" <").map_or(&*whole, |(name, _)| name);
            has_match(matcher, &whole) || has_match(matcher, name)
        };
        let is_taken = self.tagged.as_ref().is_none_or(|tagged| tagged.contains(&id))
            && self.since.is_none_or(|since| committer.seconds >= since)
            && self.until.is_none_or(|until| committer.seconds <= until)
            && self.author.as_ref().is_none_or(is_author)
            && (self.message.is_none() || self.line_of(&masked(message)).is_some());
        match &self.text {
            Some(pickaxe) if is_taken => {
                let changed = pickaxe.changed(repository, commit, deadline)?;
                Ok(Some(changed).filter(|changed| !changed.files.is_empty()))
            }
            _ => Ok(is_taken.then(MatchChanges::default)),
        }
    }
}

fn has_match(matcher: &Matcher, text: &str) -> bool {
    !matcher.find_all(text.as_bytes(), 1).is_empty()
}

/// Returns a commit with what was asked for, and how the requested file came or went, if the commit
/// added or deleted it, or gave it its name or another one. Its files are only those of `matches`,
/// if there are such.
fn log_answer<T: Tree>(
    repository: &Repository<'_, T>,
    id: ObjectId,
    commit: &Commit,
    (output, max_files): (LogOutput, usize),
    matches: &MatchChanges,
    lookup: &mut PathLookup,
) -> Result<(types::Commit, Statuses), HistoryError> {
    let mut answer = commit_answer(repository, id, commit, output);
    let has_files = output == LogOutput::Files;
    if !has_files && !moves_file(repository, commit, lookup)? {
        return Ok((answer, Vec::new()));
    }
    let mut changes = renamed_in_commit(repository, commit)?;
    if has_files {
        if !matches.files.is_empty() {
            Change::retain_same(&mut changes, &matches.files);
        }
    } else {
        changes.retain(|change| {
            let states = [&change.from, &change.to].into_iter().flatten();
            states.map(|state| &state.path).any(|path| *path == repository.path)
        });
    }
    let shown = changes.iter().take(max_files);
    answer.files = shown.map(|change| repository.changed_file(change)).collect();
    Ok((answer, if has_files { statuses(&changes) } else { Vec::new() }))
}

/// Returns whether the requested file is there only before or only after a commit.
fn moves_file<T: Tree>(
    repository: &Repository<'_, T>,
    commit: &Commit,
    lookup: &mut PathLookup,
) -> Result<bool, HistoryError> {
    if repository.path.is_empty() || commit.parents.len() > 1 {
        return Ok(false);
    }
    let mut has_file = |tree| {
        let entry = lookup.entry(&*repository.objects, tree)?;
        Ok::<_, HistoryError>(entry.is_some_and(|(mode, _)| mode != FileMode::Directory))
    };
    let is_before = match *commit.parents {
        [parent] => has_file(repository.commit(parent)?.tree)?,
        _ => false,
    };
    Ok(has_file(commit.tree)? != is_before)
}

/// Returns a commit without its tags and files.
pub(crate) fn commit_answer<T: Tree>(
    repository: &Repository<'_, T>,
    id: ObjectId,
    commit: &Commit,
    output: LogOutput,
) -> types::Commit {
    let Signature { name, email, .. } = &commit.author;
    let is_full = output == LogOutput::Full;
    types::Commit {
        id: id.to_string(),
        parents: commit.parents.iter().map(ToString::to_string).collect(),
        tags: Vec::new(),
        author: repository.masked_message(name.clone()),
        email: is_full.then(|| repository.masked_message(email.clone())),
        date: date::written(&commit.author),
        committed: date::written(&commit.committer),
        subject: repository.masked_message(commit.subject()),
        message: is_full.then(|| repository.masked_message(commit.message.clone())),
        added_matches: None,
        removed_matches: None,
        files: Vec::new(),
    }
}
