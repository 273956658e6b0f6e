//! Searches for a pattern in the ways in which it may be meant.

use super::arguments::GIT;
use super::meaning::Meaning;
use super::near_names::nearly;
use super::pattern_wording::has_empty_alternative;
use super::written::as_written;
use readroom_search::{
    LetterCase, MatchBlocks, Pattern, PatternError, PatternSyntax, Scope, SearchError,
    SearchOutput, SearchRequest, SearchResults,
};
use readroom_structure::{qualified, without_parentheses};

/// The number of letters and digits from which a malformed pattern may be code.
const CODE_CHARACTERS: usize = 3;

/// Searches as a request says.
pub(super) type Search<'a> = dyn Fn(&SearchRequest<'_>) -> Result<SearchResults, SearchError> + 'a;

/// The globs of hidden files.
const HIDDEN: [&str; 3] = [".*", "**/.*/**", GIT];

/// Searches for a pattern, and if no file has it, in hidden ones. `guess` searches for what the
/// pattern may mean without being it, and has less time.
pub(super) fn search_meaning(
    request: &SearchRequest<'_>,
    search: &Search<'_>,
    guess: &Search<'_>,
) -> Result<(SearchResults, Meaning), SearchError> {
    let (results, meaning) = search_pattern(request, search, guess)?;
    let Scope { hidden, globs, .. } = request.scope;
    let is_nothing = results.files.is_empty() && results.next.is_none();
    let globs = if globs.is_empty() { &HIDDEN } else { globs };
    let of_hidden = Scope { hidden: true, globs, ..request.scope };
    if is_nothing
        && request.cursor.is_none()
        && results.skipped.hidden > 0
        && !hidden
        && let Ok(found) = guess(&SearchRequest { scope: of_hidden, scans: "", ..*request })
        && !found.files.is_empty()
        && found.next.is_none()
    {
        return Ok((found, Meaning::Hidden));
    }
    Ok((results, meaning))
}

/// Searches for a pattern. A phrase that no line matches may be broken over lines, a number may
/// have separators, and the case may be another one.
fn search_pattern(
    request: &SearchRequest<'_>,
    search: &Search<'_>,
    guess: &Search<'_>,
) -> Result<(SearchResults, Meaning), SearchError> {
    if matches!(request.want, SearchOutput::Definitions | SearchOutput::Uses) {
        return search_names(request, search, guess);
    }
    let within = search_text(request, search);
    let is_possible = match &within {
        Ok((SearchResults { files, next, searched, .. }, _)) => {
            files.is_empty() && next.is_none() && *searched > 0
        }
        Err(SearchError::Cursor(_) | SearchError::Pattern(PatternError::LineFeed)) => true,
        Err(_) => false,
    };
    if !is_possible {
        return within;
    }
    if let Some(text) = as_written(request.pattern.text) {
        let pattern = Pattern { text: &text, syntax: PatternSyntax::Regex, ..request.pattern };
        let written = guess(&SearchRequest { pattern, scans: "", ..*request });
        let found = written.ok().filter(|written| !written.files.is_empty());
        return found.map_or(within, |written| Ok((written, Meaning::Written)));
    }
    let has_case = within.as_ref().map_or(true, |(results, _)| !results.ignores_case);
    if request.pattern.case == LetterCase::Smart && has_case {
        let pattern = Pattern { case: LetterCase::Insensitive, ..request.pattern };
        let any_case = guess(&SearchRequest { pattern, scans: "", ..*request });
        if let Ok(found) = any_case
            && !found.files.is_empty()
        {
            return Ok((found, Meaning::AnyCase));
        }
    }
    if !request.pattern.is_phrase() {
        return within;
    }
    let blocks = MatchBlocks::None;
    let across = guess(&SearchRequest { across_lines: true, blocks, scans: "", ..*request });
    match (across, within) {
        (Ok(across), Ok(within)) if across.files.is_empty() && across.next.is_none() => Ok(within),
        (Ok(across), Err(_)) => Ok((across, Meaning::AcrossLines)),
        (Ok(across), _) if !across.files.is_empty() => Ok((across, Meaning::AcrossLines)),
        (_, within) => Ok((within?.0, Meaning::WithinLines)),
    }
}

/// Searches for a pattern within lines. Code that was pasted is rarely the regular expression that
/// it looks like: if no line matches it, or every line must, lines with the text itself are the
/// result, if there are any.
fn search_text(
    request: &SearchRequest<'_>,
    search: &Search<'_>,
) -> Result<(SearchResults, Meaning), SearchError> {
    let Pattern { text, syntax, .. } = request.pattern;
    if syntax == PatternSyntax::Regex
        && let Some(text) = with_parentheses(text)
    {
        let pattern = Pattern { text: &text, ..request.pattern };
        let called = search(&SearchRequest { pattern, scans: "", ..*request });
        if let Ok(called) = called
            && (!called.files.is_empty() || called.next.is_some())
        {
            return Ok((called, Meaning::Call));
        }
    }
    let is_empty = has_empty_alternative(text);
    if syntax == PatternSyntax::Literal || !(is_empty || differs_as_text(text)) {
        return Ok((search(request)?, Meaning::Exact));
    }
    let as_text = || {
        let pattern = Pattern { syntax: PatternSyntax::Literal, ..request.pattern };
        // The scans are those for the expression.
        let results = search(&SearchRequest { pattern, scans: "", ..*request });
        results.ok().filter(|results| !results.files.is_empty())
    };
    if is_empty && let Some(results) = as_text() {
        return Ok((results, Meaning::Literal));
    }
    let as_expression = search(request);
    let has_ended = match &as_expression {
        Ok(results) => results.files.is_empty() && results.next.is_none(),
        // The cursor may be one of the search for the text.
        Err(SearchError::Cursor(_)) => true,
        // `C:\temp\new` is a path.
        Err(SearchError::Pattern(PatternError::LineFeed)) => !text.contains('\n'),
        Err(SearchError::Pattern(PatternError::Syntax { .. })) => {
            text.chars().filter(|c| c.is_alphanumeric()).count() >= CODE_CHARACTERS
        }
        Err(_) => false,
    };
    match has_ended.then(as_text).flatten() {
        Some(results) => Ok((results, Meaning::Literal)),
        None => Ok((as_expression?, Meaning::Exact)),
    }
}

/// Returns an expression in which `()` stands for itself, if it is there: `unwrap()`. As a group,
/// it would say nothing.
fn with_parentheses(text: &str) -> Option<String> {
    let with = text.replace("()", r"\(\)").replace(r"\\(\)", r"\()");
    (with != text).then_some(with)
}

/// Returns whether text may be in a file that it does not match as a regular expression. A `.`
/// matches itself, and where there is a `|`, what is before it matches.
pub(in crate::readroom) fn differs_as_text(text: &str) -> bool {
    text.contains(|c| r"\()[]{}*+?^$".contains(c))
}

/// Returns the last of some names: `path` of `std::path`.
fn last_name(names: &str) -> &str {
    names.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

/// Returns the expression for a name that ends with a question mark, as names in Ruby do.
fn with_mark(text: &str) -> Option<String> {
    let name = text.strip_suffix('?')?;
    let is_part = |c: char| c.is_alphanumeric() || "_:.#".contains(c);
    let is_name = name.ends_with(|c: char| c.is_alphanumeric()) && name.chars().all(is_part);
    is_name.then(|| [name, r"\?"].concat())
}

/// Searches for names as they are written, and if one has a question mark, for it as a part of the
/// name first.
fn search_names(
    request: &SearchRequest<'_>,
    search: &Search<'_>,
    guess: &Search<'_>,
) -> Result<(SearchResults, Meaning), SearchError> {
    if let Some(text) = with_mark(request.pattern.text) {
        let pattern = Pattern { text: &text, words: true, ..request.pattern };
        let marked = search(&SearchRequest { pattern, scans: "", ..*request });
        if let Ok(marked) = marked
            && !marked.files.is_empty()
        {
            return Ok((marked, Meaning::Exact));
        }
    }
    search_plain_names(request, search, guess)
}

/// Searches for uses after the name of a module; without a result, for names as they are written;
/// then in any case; then for definitions whose names contain the pattern; then for those of `next`
/// in place of `Walk::next`; then for those whose names are nearly the wanted one. If there are
/// more uses of `next` than a page has, those of `Walk::next` are searched for.
fn search_plain_names(
    request: &SearchRequest<'_>,
    search: &Search<'_>,
    guess: &Search<'_>,
) -> Result<(SearchResults, Meaning), SearchError> {
    let is_definition = request.want == SearchOutput::Definitions;
    let given = Pattern { words: request.pattern.words || is_definition, ..request.pattern };
    let exact = Pattern { case: LetterCase::Sensitive, ..given };
    let parts = qualified(request.pattern.text);
    // With a capital, case matters anyway.
    let is_smart = request.pattern.case == LetterCase::Smart
        && !parts.map_or(request.pattern.text, |(_, own)| own).contains(char::is_uppercase);
    let is_whole = given.words == request.pattern.words;
    let around = parts.map(|(around, _)| last_name(around)).unwrap_or_default();
    let after_around = parts.filter(|_| !is_definition).and_then(|(_, own)| {
        let is_name = !around.is_empty() && last_name(own) == own;
        is_name.then(|| format!(r"{around}\s*(?:\.|::)\s*{own}"))
    });
    let syntax = PatternSyntax::Regex;
    let after_around =
        after_around.as_deref().map(|text| Pattern { text, syntax, words: true, ..exact });
    // Methods are used without the name of their type.
    let is_module = !around.contains(char::is_uppercase);
    let (after_module, after_type) = (after_around.filter(|_| is_module), after_around);
    let own = parts.filter(|_| is_definition);
    let tries = [
        after_module.map(|pattern| (pattern, Meaning::After)),
        is_smart.then_some((exact, Meaning::Exact)),
        (given != request.pattern).then_some((given, Meaning::Exact)),
        own.map(|(_, text)| (Pattern { text, ..given }, Meaning::Elsewhere)),
    ];
    let as_given = (request.pattern, if is_whole { Meaning::Exact } else { Meaning::Part });
    let [after_module, exact, given, own] = tries;
    let mut nothing = None;
    let next_of_type = after_type.filter(|_| request.cursor.is_some());
    let next_of_type = next_of_type.map(|pattern| (pattern, Meaning::After));
    let tries = [after_module, exact, given, Some(as_given), own, next_of_type];
    for (pattern, names) in tries.into_iter().flatten() {
        match search(&SearchRequest { pattern, ..*request }) {
            Ok(results) if !results.files.is_empty() || results.next.is_some() => {
                let is_full = results.next.is_some() && request.cursor.is_none();
                let after_type = after_type.filter(|_| is_full && names != Meaning::After);
                let after_type = after_type.and_then(|pattern| {
                    guess(&SearchRequest { pattern, scans: "", ..*request }).ok()
                });
                let found = after_type.filter(|found| !found.files.is_empty());
                return Ok(found.map_or((results, names), |found| (found, Meaning::After)));
            }
            // The cursor may be one of the next search.
            Err(error) if request.cursor.is_none() => return Err(error),
            Ok(results) if pattern == request.pattern => nothing = Some(results),
            Ok(_) | Err(_) => {}
        }
    }
    let name = own.map_or(request.pattern.text, |(pattern, _)| pattern.text);
    if let Some(text) = nearly(without_parentheses(name)).filter(|_| is_definition) {
        let (case, syntax) = (LetterCase::Sensitive, PatternSyntax::Regex);
        let near = Pattern { text: &text, syntax, case, words: true };
        let near = guess(&SearchRequest { pattern: near, scans: "", ..*request });
        if let Ok(near) = near
            && !near.files.is_empty()
        {
            return Ok((near, Meaning::Near));
        }
    }
    Ok((nothing.map_or_else(|| search(request), Ok)?, as_given.1))
}
