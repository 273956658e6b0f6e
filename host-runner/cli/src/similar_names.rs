//! Where names are defined that contain another one.

use crate::output::{print_message, shown};
use readroom::{LetterCase, MatchBlocks, Room, SearchRequest};

/// The maximum number of places in a report.
const MAX: u32 = 5;

/// Reports definitions of names that contain a pattern in any case, given searches for the name.
pub(crate) fn report(room: &Room, searches: impl Iterator<Item = SearchRequest>) {
    let mut places = Vec::new();
    for search in searches {
        let similar = SearchRequest { words: false, ..search }
            .letter_case(LetterCase::Insensitive)
            .blocks(MatchBlocks::None)
            .matches(MAX);
        // Errors were reported by the search before.
        for file in room.search(&similar).map(|results| results.files).unwrap_or_default() {
            let lines = file.groups.iter().flat_map(|group| &group.lines);
            let path = shown(&file.path, false);
            places.extend(lines.map(|line| format!("{path}:{}", line.line)));
        }
    }
    places.truncate(MAX as usize);
    if !places.is_empty() {
        let places = places.join(", ");
        print_message(&format!("no name is exactly this one; names with it: {places}"));
    }
}
