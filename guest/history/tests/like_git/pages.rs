//! All pages of an answer, joined as a caller joins them.

use super::random_history::History;
use readroom_core::Tree;
use readroom_history::{Comparison, Historic, Timeline, TracedFile};
use readroom_search::Deadline;
use readroom_types::{
    BlamePage, BlameRequest, DiffOutput, DiffPage, DiffRequest, HistoryStop, LogOutput, LogPage,
    LogRequest,
};

/// The size of a page on which everything is.
pub const ALL_BYTES: u32 = 1 << 20;

/// Returns a request for what changed, with the defaults.
pub fn diff_request(path: impl Into<String>) -> DiffRequest {
    DiffRequest {
        path: path.into(),
        globs: Vec::new(),
        at: None,
        from: None,
        to: None,
        output: DiffOutput::Patch,
        context: None,
        cursor: None,
        files: None,
        bytes: None,
        tokens: None,
        milliseconds: None,
    }
}

/// Returns a request for commits, with the defaults.
pub fn log_request(path: impl Into<String>) -> LogRequest {
    LogRequest {
        path: path.into(),
        at: None,
        from: None,
        to: None,
        author: None,
        message: None,
        text: None,
        since: None,
        until: None,
        output: LogOutput::Subjects,
        cursor: None,
        commits: None,
        bytes: None,
        tokens: None,
        milliseconds: None,
    }
}

/// Returns a request for the commits of lines, with the defaults.
pub fn blame_request(path: impl Into<String>) -> BlameRequest {
    BlameRequest {
        path: path.into(),
        at: None,
        first: None,
        lines: None,
        bytes: None,
        tokens: None,
        milliseconds: None,
    }
}

/// Returns a request for all patches on one page, or two if one is long.
pub fn all_changes(history: &History, path: &str) -> DiffRequest {
    DiffRequest {
        output: DiffOutput::Patch,
        files: Some(10_000),
        bytes: Some(ALL_BYTES),
        ..diff_request(history.granted(path))
    }
}

/// Returns a request for all commits.
pub fn all_commits(history: &History, path: &str) -> LogRequest {
    LogRequest {
        output: LogOutput::Subjects,
        commits: Some(10_000),
        bytes: Some(ALL_BYTES),
        ..log_request(history.granted(path))
    }
}

/// Returns a request for the commits of all lines.
pub fn all_lines(history: &History, path: &str) -> BlameRequest {
    BlameRequest {
        lines: Some(10_000),
        bytes: Some(ALL_BYTES),
        ..blame_request(history.granted(path))
    }
}

/// Returns all pages of a comparison as one.
pub fn diff<T: Tree>(tree: &Timeline<'_, T>, request: &DiffRequest) -> DiffPage {
    match tree.compare(None, request) {
        Ok(comparison) => joined_changes(&comparison, request),
        Err(error) => panic!("{request:?}: {error:?}"),
    }
}

/// Same for a comparison that was made.
pub fn joined_changes<T: Tree>(comparison: &Comparison<'_, T>, request: &DiffRequest) -> DiffPage {
    let page = |request: &DiffRequest| match comparison.page(request, Deadline::NEVER) {
        Ok(page) => page,
        Err(error) => panic!("{request:?}: {error:?}"),
    };
    let mut all = page(request);
    assert_eq!(all.next.is_none(), all.stopped == HistoryStop::End, "{request:?}");
    while let Some(cursor) = all.next.take() {
        let is_inside = !cursor.ends_with("-0");
        let request = DiffRequest { cursor: Some(cursor), ..request.clone() };
        let next = page(&request);
        assert_eq!(next.next.is_none(), next.stopped == HistoryStop::End, "{request:?}");
        assert!(!next.files.is_empty(), "an empty page: {request:?}");
        assert_eq!((&next.from, &next.to, next.total), (&all.from, &all.to, all.total));
        let mut files = next.files.into_iter();
        if is_inside {
            let (last, rest) = (all.files.last_mut().unwrap(), files.next().unwrap());
            assert_eq!((&last.path, last.status), (&rest.path, rest.status));
            assert_eq!((last.added, last.removed), (rest.added, rest.removed));
            *last.patch.as_mut().unwrap() += &rest.patch.unwrap();
        }
        all.files.extend(files);
        (all.next, all.stopped) = (next.next, next.stopped);
    }
    assert_eq!(all.files.len(), all.total as usize, "{request:?}");
    all
}

/// Returns all pages of commits as one.
pub fn log<T: Tree>(tree: &Timeline<'_, T>, request: &LogRequest) -> LogPage {
    let page = |request: &LogRequest| match tree.log(None, request, Deadline::NEVER) {
        Ok(page) => page,
        Err(error) => panic!("{request:?}: {error:?}"),
    };
    let mut all = page(request);
    while let Some(cursor) = all.next.take() {
        let next = page(&LogRequest { cursor: Some(cursor), ..request.clone() });
        assert!(!next.commits.is_empty(), "an empty page: {request:?}");
        assert_eq!(next.total, all.total, "{request:?}");
        all.commits.extend(next.commits);
        (all.next, all.stopped) = (next.next, next.stopped);
    }
    let is_whole = all.total.is_none_or(|total| total as usize == all.commits.len());
    assert!(is_whole, "{:?} of {}: {request:?}", all.total, all.commits.len());
    all
}

/// Returns all pages of lines as one. `None` if there is no such file.
pub fn blame<T: Tree>(tree: &Timeline<'_, T>, request: &BlameRequest) -> Option<BlamePage> {
    let first = tree.blame(None, request, Deadline::NEVER).ok()?;
    let next = |request: &BlameRequest| tree.blame(None, request, Deadline::NEVER).unwrap();
    Some(joined_pages(first, request, next))
}

/// Same for a file of which all lines were traced.
pub fn joined_lines<T: Tree>(traced: &TracedFile<'_, T>, request: &BlameRequest) -> BlamePage {
    joined_pages(traced.page(request).unwrap(), request, |request| traced.page(request).unwrap())
}

fn joined_pages(
    mut all: BlamePage,
    request: &BlameRequest,
    next_page: impl Fn(&BlameRequest) -> BlamePage,
) -> BlamePage {
    while let Some(next) = all.next.take() {
        let request = BlameRequest { first: Some(next), ..request.clone() };
        let mut page = next_page(&request);
        assert_eq!(page.total, all.total);
        assert_eq!(page.runs[0].first, next, "{request:?}");
        // A run may continue on the next page.
        let last = all.runs.last_mut().unwrap();
        let first = &mut page.runs[0];
        if (&last.commit, &last.old_path) == (&first.commit, &first.old_path) {
            last.lines.append(&mut first.lines);
            page.runs.remove(0);
        }
        all.runs.extend(page.runs);
        (all.next, all.stopped) = (page.next, page.stopped);
    }
    // Neighbors may be lines of one commit that do not follow each other there.
    let mut runs: Vec<readroom_types::BlameRun> = Vec::new();
    for mut run in all.runs {
        match runs.last_mut() {
            Some(last) if (&last.commit, &last.old_path) == (&run.commit, &run.old_path) => {
                last.lines.append(&mut run.lines);
            }
            _ => runs.push(run),
        }
    }
    BlamePage { runs, ..all }
}
