//! Converts what was found to the types of the contract.

use crate::{FileMatches, FoundEntry, FoundFiles, MatchGroup, MatchLine, SearchResults, Skipped};
use readroom_read::{heading, modified};
use readroom_types::{self as types, count};
use std::ops::Range;

impl From<FoundFiles> for types::Found {
    fn from(found: FoundFiles) -> Self {
        let FoundFiles { entries, next, out_of_time, skipped, globs, .. } = found;
        let entries = entries.into_iter().map(found_entry).collect();
        Self { entries, next, out_of_time, skipped: skipped.into(), globs }
    }
}

fn found_entry(entry: FoundEntry) -> types::FoundEntry {
    let FoundEntry { path, kind, metadata, length } = entry;
    let metadata = metadata.filter(|_| kind == types::FileKind::File);
    types::FoundEntry {
        path,
        kind,
        size: metadata.map(|metadata| metadata.size),
        modified: metadata.as_ref().and_then(modified),
        lines: length.map(|length| count(length.lines)),
        tokens: length.map(|length| count(length.tokens)),
    }
}

impl From<Skipped> for types::Skipped {
    fn from(skipped: Skipped) -> Self {
        Self {
            hidden: count(skipped.hidden),
            ignored: count(skipped.ignored()),
            ignored_by: skipped.ignored_by().map(Into::into).collect(),
            links: count(skipped.links),
            binary: count(skipped.binary),
            documents: count(skipped.documents),
            large: count(skipped.large),
            directories: count(skipped.directories),
            files: count(skipped.files),
            names: count(skipped.names),
            paths: count(skipped.paths),
            ignore_files: count(skipped.ignore_files),
        }
    }
}

impl From<SearchResults> for types::SearchResults {
    fn from(results: SearchResults) -> Self {
        let SearchResults { files, stopped, next, searched, skipped, globs, .. } = results;
        Self {
            files: files.into_iter().map(file_matches).collect(),
            stopped,
            next,
            searched: count(searched),
            skipped: skipped.into(),
            globs,
        }
    }
}

fn file_matches(file: FileMatches) -> types::FileMatches {
    let FileMatches { path, matches, is_complete, groups, .. } = file;
    types::FileMatches {
        path,
        matches: count(matches),
        complete: is_complete,
        groups: groups.into_iter().map(match_group).collect(),
    }
}

fn match_group(group: MatchGroup) -> types::MatchGroup {
    types::MatchGroup {
        headers: group.headers.into_iter().map(heading).collect(),
        lines: group.lines.into_iter().map(match_line).collect(),
    }
}

fn match_line(line: MatchLine) -> types::MatchLine {
    let range = |Range { start, end }| types::ColumnRange { start: count(start), end: count(end) };
    types::MatchLine {
        line: count(line.number),
        text: line.text,
        column: count(line.column),
        clipped: line.goes_on,
        matches: line.is_match,
        ranges: line.ranges.into_iter().map(range).collect(),
        last: line.last.map(count),
        cells: Some(line.cells).filter(|cells| !cells.is_empty()),
    }
}
