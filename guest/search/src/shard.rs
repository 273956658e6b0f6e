//! Shards: ranges of a walk that several instances process in parallel.
//!
//! Each instance scans a range for files with a match. The responding instance then searches only
//! those, and takes the other counts from the scans, so that its response equals that of a search
//! without shards: byte for byte, wherever its page ends.

use crate::Skipped;
use crate::results::Tally;
use crate::skipped::COUNTS;
use std::fmt;

/// A range of a walk. Its ends are entries, by their paths in responses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shard<'a> {
    /// The first entry. `None` for the start of the walk.
    pub from: Option<&'a str>,
    /// The entry after the last one. `None` for the end of the walk.
    pub to: Option<&'a str>,
}

/// The results of scanning consecutive ranges from the start of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Whether it reached the end of the last range.
    pub is_complete: bool,
    /// The first entry, by its path from the start. Empty for the start of the walk.
    pub(crate) from: String,
    /// The entry after the last one. Empty for the end of the walk.
    pub(crate) until: String,
    /// All entries passed.
    pub(crate) passed: Tally,
    /// The files with matches, in order.
    pub(crate) files: Vec<ScannedFile>,
}

/// A file with a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScannedFile {
    /// Its path from the start.
    pub(crate) path: String,
    /// The entries passed before it, excluding files with matches.
    pub(crate) passed: Tally,
}

/// The separator of the parts of a scan, which no path contains.
const SEPARATOR: &str = "\0";

impl Scan {
    pub(crate) fn new(from: String) -> Self {
        let (until, passed, files) = (String::new(), Tally::default(), Vec::new());
        Self { is_complete: true, from, until, passed, files }
    }

    /// Returns the number of files with matches.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Joins the scans of consecutive ranges from the start of a walk, up to the first missing one.
    /// `None` if there is none.
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
        let files = (0..length).map(file).collect::<Option<_>>()?;
        Some(Self { from, until, passed, files, is_complete: true })
    }
}

/// The text form of a scan, for [`SearchRequest::scans`] of the same request.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, until, passed, files, .. } = self;
        write!(f, "{from}\0{until}\0{passed}\0{}", files.len())?;
        files.iter().try_for_each(|ScannedFile { path, passed }| write!(f, "\0{path}\0{passed}"))
    }
}

impl Tally {
    fn decode(text: &str) -> Option<Self> {
        let mut counts = [0; COUNTS];
        let (searched, mut parts) = (text.split('.').next()?, text.split('.').skip(1));
        for count in &mut counts {
            *count = parts.next()?.parse().ok()?;
        }
        Some(Self { searched: searched.parse().ok()?, skipped: Skipped::of(counts) })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.searched)?;
        self.skipped.counts().iter().try_for_each(|count| write!(f, ".{count}"))
    }
}
