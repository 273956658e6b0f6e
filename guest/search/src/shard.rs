//! Shards: ranges of a walk that several instances look through at once.
//!
//! Each instance scans a range for files with a match. The one that answers then searches only
//! those, and counts the others as the scans did, so that its answer is the one of a search
//! without shards: byte for byte, wherever its page ends.

use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::file_search::search_file;
use crate::files::{Files, NextFile};
use crate::request::{CheckedSearch, SearchRequest, Want};
use crate::results::Tally;
use crate::room::PageRoom;
use crate::searcher::Context;
use crate::walk::Unseen;
use readroom_core::Tree;
use std::fmt;

/// The maximum size of the paths of a scan in bytes.
const MAX_SCAN_BYTES: usize = 1 << 20;

/// A range of a walk. Its ends are entries, by their paths as answers name them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shard<'a> {
    /// The first entry. `None` for the first one of all.
    pub from: Option<&'a str>,
    /// The entry behind the last one. `None` for the end of the walk.
    pub to: Option<&'a str>,
}

/// What scans of consecutive ranges found, from the beginning of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The entry that it begins with, by its path from the start. Empty for the first one of all.
    from: String,
    /// The entry that it ends before. Empty for the end of the walk.
    pub(crate) until: String,
    /// What was passed in all.
    pub(crate) passed: Tally,
    /// The files with matches, in order.
    pub(crate) files: Vec<ScannedFile>,
}

/// A file with a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScannedFile {
    /// Its path from the start.
    pub(crate) path: String,
    /// What was passed before it, without files with matches.
    pub(crate) passed: Tally,
}

/// Scans a range for the files in which a search finds a match.
pub fn scan<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    shard: Shard<'_>,
    deadline: Deadline<'_>,
) -> Result<Scan, SearchError> {
    let request = SearchRequest { want: Want::Files, context: Context::default(), ..*request };
    let max = request.max_matches()?;
    let cursor = SearchError::cursor(request.cursor, &request.key())?;
    let checked = CheckedSearch::new(&request, deadline)?;
    let (mut files, from, end) =
        Files::of_shard(tree, cwd, &request.scope, shard, cursor.as_ref())?;
    let mut scan = Scan { from: from.unwrap_or_default(), ..Scan::default() };
    let (mut own, mut bytes) = (Tally::default(), 0);
    while let Some(NextFile { path, cursor, inside, file, .. }) = files.next() {
        let is_full = scan.files.len() as u64 == max || bytes > MAX_SCAN_BYTES;
        if is_full || deadline.has_passed() {
            scan.until = cursor.path;
            break;
        }
        let mut room = PageRoom::ENDLESS;
        let outcome = file.and_then(|file| search_file(file, &path, inside, &checked, &mut room));
        match outcome {
            // Time was up in it.
            Ok(outcome) if outcome.stopped.is_some() => {
                scan.until = cursor.path;
                break;
            }
            Ok(outcome) if outcome.found.is_some() => {
                bytes += cursor.path.len();
                let passed = own + files.passed();
                scan.files.push(ScannedFile { path: cursor.path, passed });
            }
            outcome => own.count(outcome.map(|_| ())),
        }
    }
    if scan.until.is_empty() {
        scan.until = end.unwrap_or_default();
    }
    scan.passed = own + files.passed();
    Ok(scan)
}

/// What separates the parts of a scan: no path has it.
const SEPARATOR: &str = "\0";

impl Scan {
    /// Returns the number of files with matches.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Joins the texts of scans of consecutive ranges from the beginning of a walk on, as far as
    /// they are there. `None` if the first one is missing.
    pub(crate) fn joined(scans: &str) -> Option<Self> {
        let mut parts = scans.split(SEPARATOR);
        let mut joined = Self::decode(&mut parts).filter(|scan| scan.from.is_empty())?;
        while let Some(next) = Self::decode(&mut parts)
            && !next.from.is_empty()
            && next.from == joined.until
        {
            let passed = joined.passed;
            joined.files.extend(
                next.files
                    .into_iter()
                    .map(|file| ScannedFile { passed: passed + file.passed, ..file }),
            );
            (joined.passed, joined.until) = (passed + next.passed, next.until);
        }
        Some(joined)
    }

    fn decode<'t>(parts: &mut impl Iterator<Item = &'t str>) -> Option<Self> {
        let (from, until) = (parts.next()?.into(), parts.next()?.into());
        let (passed, length) =
            (Tally::decode(parts.next()?)?, parts.next()?.parse::<usize>().ok()?);
        let file = |_| {
            Some(ScannedFile { path: parts.next()?.into(), passed: Tally::decode(parts.next()?)? })
        };
        Some(Self { from, until, passed, files: (0..length).map(file).collect::<Option<_>>()? })
    }
}

/// The text of a scan, for [`SearchRequest::scans`] of the same request.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, until, passed, files } = self;
        write!(f, "{from}\0{until}\0{passed}\0{}", files.len())?;
        files.iter().try_for_each(|ScannedFile { path, passed }| write!(f, "\0{path}\0{passed}"))
    }
}

impl Tally {
    fn decode(text: &str) -> Option<Self> {
        let mut numbers = [0; 6];
        let mut parts = text.split('.');
        for number in &mut numbers {
            *number = parts.next()?.parse().ok()?;
        }
        let [searched, binary, directories, files, names, ignore_files] = numbers;
        let unseen = Unseen { directories, files, names, ignore_files };
        Some(Self { searched, binary, unseen })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { searched, binary, unseen } = self;
        let Unseen { directories, files, names, ignore_files } = unseen;
        write!(f, "{searched}.{binary}.{directories}.{files}.{names}.{ignore_files}")
    }
}
