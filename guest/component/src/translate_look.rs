//! Converts requests and answers of the interface `look`.

use crate::bindings::exports::readroom::read::look;
use crate::bindings::exports::readroom::read::types;
use crate::translate::{count, file_kind, heading};
use readroom_core::{FileKind, Timestamp};
use readroom_search::{
    Context, FileMatches, FindRequest, FoundEntry, FoundFiles, LetterCase, MatchGroup, MatchLine,
    Order, Pattern, Scope, SearchRequest, SearchResults, SearchStop, Skipped, Syntax, Want,
};

pub(crate) fn kinds(request: &look::FindRequest) -> Vec<FileKind> {
    request.kinds.iter().copied().map(file_kind_from).collect()
}

pub(crate) fn globs(scope: &look::Scope) -> Vec<&str> {
    scope.globs.iter().map(String::as_str).collect()
}

fn scope<'a>(scope: &'a look::Scope, globs: &'a [&'a str]) -> Scope<'a> {
    Scope {
        path: &scope.path,
        globs,
        hidden: scope.hidden,
        ignored: scope.ignored,
        depth: scope.depth.map(u64::from),
    }
}

fn order(order: look::FoundOrder) -> Order {
    match order {
        look::FoundOrder::Path => Order::Path,
        look::FoundOrder::Modified => Order::Modified,
    }
}

pub(crate) fn find_request<'a>(
    request: &'a look::FindRequest,
    globs: &'a [&'a str],
    kinds: &'a [FileKind],
) -> FindRequest<'a> {
    FindRequest {
        scope: scope(&request.scope, globs),
        kinds,
        order: order(request.order),
        details: request.details,
        cursor: request.cursor.as_deref(),
        entries: request.entries.map(u64::from),
    }
}

pub(crate) fn found(found: FoundFiles) -> look::Found {
    let entry = |FoundEntry { path, kind, metadata }| {
        let metadata = metadata.filter(|_| kind == FileKind::File);
        look::FoundEntry {
            path,
            kind: file_kind(kind),
            size: metadata.map(|metadata| metadata.size),
            modified: metadata.and_then(|metadata| metadata.modified).map(Timestamp::milliseconds),
        }
    };
    look::Found {
        entries: found.entries.into_iter().map(entry).collect(),
        next: found.next,
        out_of_time: found.out_of_time,
        skipped: skipped(&found.skipped),
        globs: found.globs,
    }
}

fn skipped(skipped: &Skipped) -> look::Skipped {
    look::Skipped {
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

pub(crate) fn search_request<'a>(
    request: &'a look::SearchRequest,
    globs: &'a [&'a str],
) -> SearchRequest<'a> {
    let lines = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    SearchRequest {
        scope: scope(&request.scope, globs),
        pattern: Pattern {
            text: &request.pattern,
            syntax: match request.syntax {
                look::PatternSyntax::Regex => Syntax::Regex,
                look::PatternSyntax::Literal => Syntax::Literal,
            },
            case: match request.letter_case {
                look::LetterCase::Sensitive => LetterCase::Sensitive,
                look::LetterCase::Insensitive => LetterCase::Insensitive,
                look::LetterCase::Smart => LetterCase::Smart,
            },
            words: request.words,
        },
        want: match request.output {
            look::SearchOutput::Lines => Want::Lines,
            look::SearchOutput::Files => Want::Files,
            look::SearchOutput::Counts => Want::Counts,
        },
        context: Context { before: lines(request.before), after: lines(request.after) },
        binary: request.binary,
        headers: request.headers,
        order: order(request.order),
        cursor: request.cursor.as_deref(),
        matches: request.matches.map(u64::from),
        matches_per_file: request.matches_per_file.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        columns: request.columns.map(u64::from),
        scans: "",
    }
}

/// The other way round.
pub(crate) fn search_request_from(request: &SearchRequest<'_>) -> look::SearchRequest {
    let lines = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let Scope { path, globs, hidden, ignored, depth } = request.scope;
    look::SearchRequest {
        scope: look::Scope {
            path: path.into(),
            globs: globs.iter().map(|glob| (*glob).into()).collect(),
            hidden,
            ignored,
            depth: depth.map(count),
        },
        pattern: request.pattern.text.into(),
        syntax: match request.pattern.syntax {
            Syntax::Regex => look::PatternSyntax::Regex,
            Syntax::Literal => look::PatternSyntax::Literal,
        },
        letter_case: match request.pattern.case {
            LetterCase::Sensitive => look::LetterCase::Sensitive,
            LetterCase::Insensitive => look::LetterCase::Insensitive,
            LetterCase::Smart => look::LetterCase::Smart,
        },
        words: request.pattern.words,
        output: match request.want {
            Want::Lines => look::SearchOutput::Lines,
            Want::Files => look::SearchOutput::Files,
            Want::Counts => look::SearchOutput::Counts,
        },
        before: lines(request.context.before),
        after: lines(request.context.after),
        binary: request.binary,
        headers: request.headers,
        order: match request.order {
            Order::Path => look::FoundOrder::Path,
            Order::Modified => look::FoundOrder::Modified,
        },
        cursor: request.cursor.map(Into::into),
        matches: request.matches.map(count),
        matches_per_file: request.matches_per_file.map(count),
        bytes: request.bytes.map(count),
        tokens: request.tokens.map(count),
        columns: request.columns.map(count),
        milliseconds: None,
    }
}

pub(crate) fn search_results(results: SearchResults) -> look::SearchResults {
    look::SearchResults {
        files: results.files.into_iter().map(file_matches).collect(),
        stopped: match results.stopped {
            SearchStop::End => look::SearchStop::End,
            SearchStop::MatchLimit => look::SearchStop::MatchLimit,
            SearchStop::ByteLimit => look::SearchStop::ByteLimit,
            SearchStop::TokenLimit => look::SearchStop::TokenLimit,
            SearchStop::TimeLimit => look::SearchStop::TimeLimit,
        },
        next: results.next,
        searched: count(results.searched),
        skipped: skipped(&results.skipped),
        globs: results.globs,
    }
}

fn file_matches(file: FileMatches) -> look::FileMatches {
    look::FileMatches {
        path: file.path,
        matches: count(file.matches),
        complete: file.is_complete,
        groups: file.groups.into_iter().map(match_group).collect(),
    }
}

fn match_group(group: MatchGroup) -> look::MatchGroup {
    look::MatchGroup {
        headers: group.headers.into_iter().map(heading).collect(),
        lines: group.lines.into_iter().map(match_line).collect(),
    }
}

fn match_line(line: MatchLine) -> look::MatchLine {
    let range = |range: std::ops::Range<u64>| look::ColumnRange {
        start: count(range.start),
        end: count(range.end),
    };
    look::MatchLine {
        line: count(line.number),
        text: line.text,
        column: count(line.column),
        clipped: line.goes_on,
        matches: line.is_match,
        ranges: line.ranges.into_iter().map(range).collect(),
    }
}

fn file_kind_from(kind: types::FileKind) -> FileKind {
    match kind {
        types::FileKind::File => FileKind::File,
        types::FileKind::Directory => FileKind::Directory,
        types::FileKind::Link => FileKind::Link,
        types::FileKind::Special => FileKind::Special,
    }
}
