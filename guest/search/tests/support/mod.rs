//! Shared by the search tests: the machine's file system as a tree, and responses as `rg` prints
//! them.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "each test file uses its own part of it"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[path = "../../../../host-runner/cli/benches/speed/native.rs"]
pub mod native;
pub mod trees;

use readroom_core::Tree;
use readroom_search::{
    Deadline, FindRequest, SearchOutput, SearchRequest, SearchResults, find, search,
};

/// Returns what `rg -n --no-heading` would print, page after page.
pub fn printed<T: Tree>(tree: &T, request: &SearchRequest<'_>) -> String {
    let (mut text, mut cursor) = (String::new(), None);
    loop {
        let request = SearchRequest { cursor: cursor.as_deref(), ..*request };
        let page = search(tree, None, &request, Deadline::NEVER).expect("a page");
        text += &lines(&page, request.want);
        match page.next {
            Some(next) => {
                assert_ne!(cursor.as_ref(), Some(&next), "it goes on");
                cursor = Some(next);
            }
            None => return text,
        }
    }
}

fn lines(page: &SearchResults, want: SearchOutput) -> String {
    let mut text = String::new();
    for file in &page.files {
        match want {
            SearchOutput::Files => text += &format!("{}\n", file.path),
            SearchOutput::Counts => text += &format!("{}:{}\n", file.path, file.matches),
            SearchOutput::Lines | SearchOutput::Definitions | SearchOutput::Uses => {}
        }
        for line in file.groups.iter().flat_map(|group| &group.lines) {
            let mark = if line.is_match { ':' } else { '-' };
            text += &format!("{}{mark}{}{mark}{}\n", file.path, line.number, line.text);
        }
    }
    text
}

/// Returns the found paths, page after page.
pub fn found<T: Tree>(tree: &T, request: &FindRequest<'_>) -> Vec<String> {
    let (mut paths, mut cursor) = (Vec::new(), None);
    loop {
        let request = FindRequest { cursor: cursor.as_deref(), ..*request };
        let page = find(tree, None, &request, Deadline::NEVER).expect("a page");
        paths.extend(page.entries.into_iter().map(|entry| entry.path));
        match page.next {
            Some(next) => cursor = Some(next),
            None => return paths,
        }
    }
}
