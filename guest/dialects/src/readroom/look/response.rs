//! Encodes what was found as JSON: the types of `wit/look.wit`, mapped as in `docs/json.md`.

use crate::readroom::names;
use crate::readroom::record::{Record, list};
use crate::readroom::response::heading;
use crate::shared::json::Json;
use readroom_core::{FileKind, Timestamp};
use readroom_search::{
    FileMatches, FoundEntry, FoundFiles, MatchGroup, MatchLine, SearchResults, SearchStop, Skipped,
};
use std::ops::Range;

/// Encodes `found`.
pub(super) fn found(found: &FoundFiles) -> String {
    let FoundFiles { entries, next, out_of_time, skipped, globs, .. } = found;
    let entry = |FoundEntry { path, kind, metadata }: &'_ FoundEntry| {
        let metadata = metadata.filter(|_| *kind == FileKind::File);
        Record::new()
            .member("path", Json::text(path.clone()))
            .text("kind", names::file_kind(*kind))
            .large_if("size", metadata.map(|metadata| metadata.size))
            .large_if(
                "modified",
                metadata.and_then(|metadata| metadata.modified).map(Timestamp::milliseconds),
            )
            .into()
    };
    let found: Json<'_> = Record::new()
        .member("entries", list(entries, entry))
        .member_if("next", next.as_deref().map(Json::text))
        .member("out_of_time", Json::Bool(*out_of_time))
        .member("skipped", self::skipped(skipped))
        .member_if("globs", globs.as_deref().map(texts))
        .into();
    found.write()
}

fn texts(texts: &[String]) -> Json<'_> {
    list(texts, |text| Json::text(&**text))
}

fn skipped(skipped: &Skipped) -> Json<'static> {
    Record::new()
        .number("hidden", skipped.hidden)
        .number("ignored", skipped.ignored())
        .member("ignored_by", Json::List(skipped.ignored_by().map(Json::text).collect()))
        .number("links", skipped.links)
        .number("binary", skipped.binary)
        .number("documents", skipped.documents)
        .number("large", skipped.large)
        .number("directories", skipped.directories)
        .number("files", skipped.files)
        .number("names", skipped.names)
        .number("paths", skipped.paths)
        .number("ignore_files", skipped.ignore_files)
        .into()
}

/// Encodes `search-results`.
pub(super) fn search_results(results: &SearchResults) -> String {
    let SearchResults { files, stopped, next, searched, skipped, globs, .. } = results;
    let results: Json<'_> = Record::new()
        .member("files", list(files, file_matches))
        .text("stopped", search_stop(*stopped))
        .member_if("next", next.as_deref().map(Json::text))
        .number("searched", *searched)
        .member("skipped", self::skipped(skipped))
        .member_if("globs", globs.as_deref().map(texts))
        .into();
    results.write()
}

fn search_stop(stop: SearchStop) -> &'static str {
    match stop {
        SearchStop::End => "end",
        SearchStop::MatchLimit => "match-limit",
        SearchStop::ByteLimit => "byte-limit",
        SearchStop::TokenLimit => "token-limit",
        SearchStop::TimeLimit => "time-limit",
    }
}

fn file_matches(file: &FileMatches) -> Json<'_> {
    Record::new()
        .text("path", &file.path)
        .number("matches", file.matches)
        .member("complete", Json::Bool(file.is_complete))
        .member("groups", list(&file.groups, match_group))
        .into()
}

fn match_group(group: &MatchGroup) -> Json<'_> {
    Record::new()
        .member("headers", list(&group.headers, heading))
        .member("lines", list(&group.lines, match_line))
        .into()
}

fn match_line(line: &MatchLine) -> Json<'_> {
    let range = |range: &Range<u64>| {
        Record::new().number("start", range.start).number("end", range.end).into()
    };
    Record::new()
        .number("line", line.number)
        .text("text", &line.text)
        .number("column", line.column)
        .member("clipped", Json::Bool(line.goes_on))
        .member("matches", Json::Bool(line.is_match))
        .member("ranges", list(&line.ranges, range))
        .into()
}
