//! The last line of the results of a search.

use super::arguments::GIT;
use super::meaning::Meaning;
use super::results_text::{has_lines, matches_on_page};
use super::spellings::Understood;
use super::{notes, pattern_wording};
use crate::readroom::counted;
use crate::shared::{Environment, on_one_line, quotable};
use readroom_core::Tree;
use readroom_search::{
    FileMatches, LetterCase, MatchBlocks, MatchLine, Pattern, PatternSyntax, Scope, SearchOutput,
    SearchRequest, SearchResults, SearchStop, search,
};
use readroom_structure::{qualified, without_parentheses};

/// How long lines are counted that match in another case, in milliseconds.
const CASE_TIME: u64 = 500;

/// Returns whether upper-case letters matched lower-case ones, as far as the lines show it, or may
/// have if there are none.
fn ignored_case(
    results: &SearchResults,
    SearchRequest { pattern, want, .. }: &SearchRequest<'_>,
) -> bool {
    let is_said = pattern.text.contains("(?i") || pattern.text.contains("(?-i");
    if !results.ignores_case || pattern.case != LetterCase::Smart || is_said {
        return false;
    }
    if !has_lines(*want) {
        return !results.files.is_empty();
    }
    let has_upper = |line: &&MatchLine| {
        let mut characters = (1..).zip(line.text.chars());
        let is_in = |at: u64| line.ranges.iter().any(|range| range.contains(&at));
        characters.any(|(at, character)| character.is_uppercase() && is_in(at))
    };
    let lines = results.files.iter().flat_map(|file| &file.groups).flat_map(|group| &group.lines);
    let is_whole = |line: &&MatchLine| line.column == 1 && !line.goes_on && !line.continues;
    let whole = lines.filter(|line| line.is_match && is_whole(line));
    let mut upper = whole.filter(has_upper).peekable();
    // Such a letter may match without regard to case, too.
    let exact = |case| pattern_wording::matcher(&Pattern { case, ..*pattern });
    let exact = upper.peek().and_then(|_| exact(LetterCase::Sensitive));
    exact.is_some_and(|exact| upper.any(|line| exact.find_all(line.text.as_bytes(), 1).is_empty()))
}

/// Returns the number of lines of one file that match in another case only, if a capital made case
/// matter: `Total` is often meant to find `TOTAL` too.
fn in_another_case<T: Tree>(
    env: &Environment<'_, T>,
    results: &SearchResults,
    request: &SearchRequest<'_>,
) -> u64 {
    let is_whole = request.cursor.is_none() && results.next.is_none();
    let [FileMatches { matches, is_complete: true, .. }] = &*results.files else { return 0 };
    let Pattern { case, .. } = request.pattern;
    if !is_whole
        || results.searched != 1
        || request.want != SearchOutput::Lines
        || case != LetterCase::Smart
        || results.ignores_case
    {
        return 0;
    }
    let pattern = Pattern { case: LetterCase::Insensitive, ..request.pattern };
    let request = SearchRequest { pattern, want: SearchOutput::Counts, scans: "", ..*request };
    let found = search(env.tree, env.cwd, &request, super::deadline(env).within(CASE_TIME));
    match found {
        Ok(SearchResults { files, next: None, .. }) => {
            files.iter().map(|file| file.matches).sum::<u64>().saturating_sub(*matches)
        }
        Ok(_) | Err(_) => 0,
    }
}

/// Returns the first line of a definition of the name that was searched for, or the first that has
/// it, in the same files.
fn place_of<T: Tree>(
    env: &Environment<'_, T>,
    request: &SearchRequest<'_>,
    want: SearchOutput,
) -> Option<String> {
    let pattern = Pattern { words: true, ..request.pattern };
    let (matches, blocks) = (Some(1), MatchBlocks::None);
    let request =
        SearchRequest { pattern, want, matches, blocks, cursor: None, scans: "", ..*request };
    let found = search(env.tree, env.cwd, &request, super::deadline(env).within(CASE_TIME)).ok()?;
    let file = found.files.first()?;
    let line = file.groups.first()?.lines.first()?.number;
    Some(format!("{}:{line}", on_one_line(&file.path)))
}

/// The globs of the headers of C and C++.
const HEADERS: [&str; 4] = ["*.h", "*.hh", "*.hpp", "*.hxx"];

/// Returns the line of a header that declares the function whose definition was searched for. It
/// may be defined elsewhere than here.
fn declaration_of<T: Tree>(
    env: &Environment<'_, T>,
    request: &SearchRequest<'_>,
) -> Option<String> {
    let text = without_parentheses(request.pattern.text);
    let name = qualified(text).map_or(text, |(_, own)| own);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name || !request.scope.globs.is_empty() {
        return None;
    }
    // No more than a type is before it.
    let text = format!(r"^\s*\w[\w\s:<>,*&]*[\s*&]{name}\s*\(");
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text: &text, syntax, case, words: false };
    let scope = Scope { globs: &HEADERS, ..request.scope };
    let (want, blocks) = (SearchOutput::Lines, MatchBlocks::None);
    let of_name = SearchRequest { scope, pattern, want, blocks, scans: "", ..*request };
    let found = search(env.tree, env.cwd, &of_name, super::deadline(env).within(CASE_TIME)).ok()?;
    found.files.iter().find_map(|file| {
        let mut lines = file.groups.iter().flat_map(|group| &group.lines);
        let line = lines.find(|line| !line.text.trim_start().starts_with("return "))?;
        Some(format!("{}:{}", on_one_line(&file.path), line.number))
    })
}

/// Returns the last line: what was found, what was not searched, and the next call.
pub(super) fn note<T: Tree>(
    env: &Environment<'_, T>,
    results: &SearchResults,
    meaning: Meaning,
    request: &SearchRequest<'_>,
    arguments: &Understood<'_>,
) -> String {
    let mut notes = notes::begin(arguments, results.globs.as_deref());
    let want = request.want;
    let mut found_nothing = results.files.is_empty() && results.next.is_none();
    let has_globs = request.scope.globs.iter().any(|glob| *glob != GIT);
    let files = results.files.len() as u64;
    let more = if results.next.is_some() { "; more follow" } else { "" };
    match files {
        0 if found_nothing
            && has_globs
            && request.cursor.is_none()
            && results.searched + results.skipped.unsearched_files() == 0 =>
        {
            notes.add(format_args!("No file matches the glob."));
            found_nothing = !notes::near(env, &request.scope, &[], &mut notes);
        }
        0 => {
            let searched = counted(results.searched, "file");
            let nothing = match want {
                SearchOutput::Definitions => "No definition has such a name",
                SearchOutput::Uses => "No use",
                _ => "No line matches",
            };
            let so_far = if results.next.is_some() { "Not finished. " } else { "" };
            notes.add(format_args!("{so_far}{nothing} in {searched}{more}."));
            let is_use = want == SearchOutput::Uses;
            if found_nothing && (is_use || want == SearchOutput::Definitions) {
                let define = SearchOutput::Definitions;
                if is_use && let Some(place) = place_of(env, request, define) {
                    notes.add(format_args!("It is defined in {place}."));
                } else if let Some(place) = declaration_of(env, request) {
                    notes.add(format_args!("It is declared in {place}."));
                } else if is_use {
                    notes.add(format_args!("No definition has this name."));
                } else if let Some(place) = place_of(env, request, SearchOutput::Lines) {
                    notes.add(format_args!("The word is in {place}."));
                }
            }
        }
        _ => {
            let shown: u64 = results.files.iter().map(matches_on_page).sum();
            let of_file = |file: &FileMatches| match want {
                want if has_lines(want) && !file.is_complete => matches_on_page(file),
                want if has_lines(want) => file.matches.saturating_sub(file.earlier),
                _ => file.matches,
            };
            let all = results.files.iter().map(of_file).sum();
            let one = match want {
                SearchOutput::Definitions => "definition",
                SearchOutput::Uses => "use",
                _ => "line",
            };
            let lines = counted(all, one);
            let of_one = files == 1;
            let (lines, files) = match results.totals {
                Some((matches, total)) if total > files => (
                    format!("{all} of {}", counted(matches, one)),
                    format!("{files} of {}", counted(total, "file")),
                ),
                _ => (lines, counted(files, "file")),
            };
            match want {
                SearchOutput::Files => notes.add(format_args!("{files}{more}.")),
                _ if has_lines(want) && shown < all => {
                    // The number is that of the page.
                    let these = if more.is_empty() || of_one { "" } else { "these " };
                    notes.add(format_args!("{shown} of {lines} in {these}{files}{more}."));
                }
                _ => notes.add(format_args!("{lines} in {files}{more}.")),
            }
            match (meaning, qualified(request.pattern.text)) {
                (Meaning::Part, _) => notes.add(format_args!("No name is exactly this one.")),
                (Meaning::Hidden, _) => notes.add(format_args!("All of it is in hidden files.")),
                (Meaning::Near, _) => {
                    notes.add(format_args!("No name is exactly this one: these are similar."));
                }
                (Meaning::Written, _) => {
                    notes.add(format_args!("None is written so; these have separators or marks."));
                }
                (Meaning::Elsewhere, Some((around, _))) => {
                    notes.add(format_args!("None is in '{}'.", quotable(around)));
                }
                (Meaning::After, Some((around, own))) => {
                    let [around, own] = [around, own].map(quotable);
                    notes.add(format_args!("Without '{around}', '{own}' finds all."));
                }
                (_, Some((_, own))) if want == SearchOutput::Uses => {
                    notes.add(format_args!("They are of any '{}'.", quotable(own)));
                }
                _ => {}
            }
            let is_other = matches!(meaning, Meaning::Part | Meaning::Near);
            if is_other
                && want == SearchOutput::Definitions
                && let Some(place) = place_of(env, request, SearchOutput::Lines)
            {
                notes.add(format_args!("The word itself is in {place}."));
            }
        }
    }
    let lines =
        || results.files.iter().flat_map(|file| &file.groups).flat_map(|group| &group.lines);
    if meaning == Meaning::AcrossLines || lines().any(|line| line.continues) {
        notes.add(format_args!("A blank was taken for any white space, the end of a line too."));
    }
    pattern_wording::remark(arguments, meaning, files == 0, &mut notes);
    pattern_wording::alternatives(results, &request.pattern, &mut notes);
    if files == 0 && found_nothing && results.searched > 0 {
        pattern_wording::case_mattered(results, &request.pattern, &mut notes);
    }
    if meaning == Meaning::AnyCase {
        notes.add(format_args!("No line has these capitals: case was ignored."));
    } else if ignored_case(results, request) {
        notes.add(format_args!("Case was ignored."));
    }
    match in_another_case(env, results, request) {
        0 => {}
        lines => {
            notes.add(format_args!("{} in another case.", counted(lines, "more line")));
        }
    }
    notes::skipped("Not searched", &results.skipped, found_nothing, &mut notes);
    if let Some(path) = &results.left_out {
        notes.add(format_args!("'{}' is too large for the time of a page.", quotable(path)));
    }
    let is_late = results.stopped == SearchStop::TimeLimit;
    notes::next(arguments, results.next.as_deref(), is_late, &mut notes);
    notes.in_brackets()
}

#[cfg(test)]
mod tests;
