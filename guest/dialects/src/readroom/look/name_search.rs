//! Searches for names, in the ways in which they may be meant.

use readroom_core::structure::qualified;
use readroom_search::{
    LetterCase, Pattern, SearchError, SearchOutput, SearchRequest, SearchResults,
};

/// How the names that were found equal the wanted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameMatch {
    Whole,
    /// They contain it.
    Part,
    /// They are not known to be inside of what it is in.
    Elsewhere,
}

/// Searches for names as they are written; without a result, in any case; then for definitions
/// whose names contain the pattern; then for those of `next` in place of `Walk::next`. Does other
/// searches as they are.
pub(super) fn search_names(
    request: &SearchRequest<'_>,
    search: impl Fn(&SearchRequest<'_>) -> Result<SearchResults, SearchError>,
) -> Result<(SearchResults, NameMatch), SearchError> {
    let is_definition = request.want == SearchOutput::Definitions;
    let given = Pattern { words: request.pattern.words || is_definition, ..request.pattern };
    let exact = Pattern { case: LetterCase::Sensitive, ..given };
    let is_name = is_definition || request.want == SearchOutput::Uses;
    // With a capital, case matters anyway.
    let is_smart = request.pattern.case == LetterCase::Smart
        && !request.pattern.text.contains(char::is_uppercase);
    let is_whole = given.words == request.pattern.words;
    let own = qualified(request.pattern.text).filter(|_| is_definition);
    let tries = [
        (is_name && is_smart).then_some((exact, NameMatch::Whole)),
        (is_name && given != request.pattern).then_some((given, NameMatch::Whole)),
        own.map(|(_, text)| (Pattern { text, ..given }, NameMatch::Elsewhere)),
    ];
    let as_given = (request.pattern, if is_whole { NameMatch::Whole } else { NameMatch::Part });
    let [exact, given, own] = tries;
    let mut nothing = None;
    for (pattern, names) in [exact, given, Some(as_given), own].into_iter().flatten() {
        match search(&SearchRequest { pattern, ..*request }) {
            Ok(results) if !results.files.is_empty() || results.next.is_some() => {
                return Ok((results, names));
            }
            // The cursor may be one of the next search.
            Err(error) if request.cursor.is_none() => return Err(error),
            Ok(results) if pattern == request.pattern => nothing = Some(results),
            Ok(_) | Err(_) => {}
        }
    }
    Ok((nothing.map_or_else(|| search(request), Ok)?, as_given.1))
}
