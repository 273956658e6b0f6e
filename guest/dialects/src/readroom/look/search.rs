//! `readroom:search`.

use super::arguments::{
    GIT, ORDERS, SEARCH_NAMES, ScopeArguments, number, page_properties, refuse_others,
    scope_properties,
};
use super::meaning::{Meaning, search_meaning};
use super::results_text::{has_lines, matches_on_page, results_text};
use super::spellings::{self, Understood};
use super::{Looked, MAX_TRIES, at_path, notes, pattern_wording, several};
use crate::readroom::budget::Budget;
use crate::readroom::counted::counted;
use crate::readroom::given::Given;
use crate::readroom::refused;
use crate::shared::environment::Environment;
use crate::shared::escape::quotable;
use crate::shared::json::Json;
use crate::shared::json_output::to_json;
use crate::shared::reply::Reply;
use crate::shared::schema;
use crate::shared::tool::{Definition, Identity};
use readroom_core::Tree;
use readroom_core::structure::qualified;
use readroom_history::Historic;
use readroom_search::{
    Context, DEFAULT_COLUMNS, DEFAULT_MATCHES, DEFAULT_MATCHES_PER_FILE, FileMatches, FoundOrder,
    LetterCase, MatchBlocks, MatchLine, Pattern, PatternSyntax, Scope, SearchOutput, SearchRequest,
    SearchResults, SearchStop, search,
};
use readroom_types as types;
use readroom_types::ReadError as ErrorReport;

pub(crate) const IDENTITY: Identity = super::identity("search");

pub(crate) use super::arguments_for;

const CASES: [(&str, LetterCase); 3] = [
    ("smart", LetterCase::Smart),
    ("sensitive", LetterCase::Sensitive),
    ("insensitive", LetterCase::Insensitive),
];

const OUTPUTS: [(&str, SearchOutput); 5] = [
    ("lines", SearchOutput::Lines),
    ("files", SearchOutput::Files),
    ("counts", SearchOutput::Counts),
    ("definitions", SearchOutput::Definitions),
    ("uses", SearchOutput::Uses),
];

/// The number of characters of a line where an answer would not fit otherwise.
const FEW_COLUMNS: u64 = 100;

/// How long what a pattern may mean is looked for where nothing is it, in milliseconds.
const GUESS_TIME: u64 = 2000;

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = vec![schema::text(
        "pattern",
        "A regular expression in the syntax of Rust's crate regex: no look-around, no \
         back-references. It matches within a line. Required unless patterns is given.",
    )];
    properties.push(several::schema());
    properties.extend(scope_properties());
    properties.extend([
        schema::boolean("literal", "Whether the pattern is plain text."),
        schema::one_of(
            "case",
            &CASES.map(|(name, _)| name),
            "Whether case matters; smart ignores it unless the pattern has an upper-case letter.",
        ),
        schema::boolean("words", "Whether only whole words match."),
        schema::one_of(
            "what",
            &OUTPUTS.map(|(name, _)| name),
            "What to return: matching lines, files that have them, or their number in each file, \
             the greatest first; definitions of a name, such as next or Walk::next, the whole of \
             one or two; uses of a name, the comments last.",
        ),
        schema::text_or_integer(
            "context",
            "The number of lines before and after each match, or block for all of the function \
             around it. None by default.",
        ),
        number("before", None, "The number of lines before each match."),
        number("after", None, "The number of lines after each match."),
        schema::boolean("binary", "Whether to search binary files too."),
        schema::one_of(
            "order",
            &ORDERS.map(|(name, _)| name),
            "Files by path, or by modification time, newest first.",
        ),
        number(
            "matches",
            Some(DEFAULT_MATCHES),
            "The maximum number of matching lines; for files and counts, of files.",
        ),
        number(
            "matches_per_file",
            Some(DEFAULT_MATCHES_PER_FILE),
            "The maximum number of matching lines of each file, if path is not one.",
        ),
        number("columns", Some(DEFAULT_COLUMNS), "The maximum number of characters of each line."),
    ]);
    properties.extend(page_properties());
    Definition {
        name: "search",
        description: format!(
            "Searches files for lines, sheets, PDF, Word and notebooks too. Case matters only if \
             the pattern has a capital. Up to {DEFAULT_MATCHES} lines, with headers."
        ),
        parameters: schema::short(
            &[
                ("pattern", "string", "Rust's regex syntax"),
                ("patterns", "[string]", "Several at once"),
                ("path", "string", ""),
                ("glob", "string", "Such as *.rs or !*test*"),
                ("context", "string", "Lines around each match, or block: the function"),
                (
                    "what",
                    "lines|files|counts|definitions|uses",
                    "definitions: of a name, whole if short; uses: without these, comments last",
                ),
            ],
            &[],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "search: search files for lines",
        guidelines: vec!["Search files with search rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    let search = |env: &Environment<'_, T>, arguments: &str| {
        super::call(env, arguments, spellings::search, answer)
    };
    match several::parts(arguments) {
        Ok(Some(parts)) => {
            let page_time = env.page_time.map(|time| time / parts.len().max(1) as u64);
            let env = Environment { page_time, ..*env };
            several::answer(&parts, |arguments| search(&env, arguments))
        }
        Ok(None) => search(env, arguments),
        Err(report) => refused(env, &report),
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    super::requested_path(env, arguments, spellings::search)
}

fn answer<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    refuse_others(given, &[&SEARCH_NAMES[..], &ScopeArguments::NAMES].concat())?;
    let scope = ScopeArguments::parse(given)?;
    let request = request(given, &scope)?;
    let budget: Budget = super::budget(env, arguments)?;
    let (bytes, tokens) = (Some(budget.bytes), budget.tokens);
    // All lines of each file, if all fit on a page.
    let per_file = request.matches_per_file.or(Some(u64::MAX));
    let mut attempt =
        SearchRequest { bytes, tokens, matches_per_file: per_file, scans: env.scans, ..request };
    let deadline = super::deadline(env);
    let mut tries = 0;
    loop {
        tries += 1;
        let ((results, meaning), path) = at_path(scope.path, |path| {
            let request = SearchRequest { scope: Scope { path, ..attempt.scope }, ..attempt };
            let within = |deadline| {
                move |request: &SearchRequest<'_>| search(env.tree, env.cwd, request, deadline)
            };
            let limit = if request.cursor.is_none() { GUESS_TIME } else { u64::MAX };
            search_meaning(&request, &within(deadline), &within(deadline.within(limit)))
        })?;
        let syntax = match meaning {
            Meaning::Literal => PatternSyntax::Literal,
            _ => request.pattern.syntax,
        };
        let pattern = Pattern { syntax, ..request.pattern };
        let searched = SearchRequest { pattern, ..request };
        let note = note(env, &results, meaning, &searched, arguments);
        let text = [results_text(&results, request.want), note].concat();
        let is_full = match results.stopped {
            // Another search would have no time.
            SearchStop::End | SearchStop::TimeLimit => budget.exceeded_by(&text).is_some(),
            _ => true,
        };
        if is_full && attempt.matches_per_file != request.matches_per_file {
            attempt.matches_per_file = request.matches_per_file;
            continue;
        }
        if budget.exceeded_by(&text).is_none() || tries >= MAX_TRIES {
            let groups = results.files.iter().flat_map(|file| &file.groups);
            let lines = groups.map(|group| group.lines.len() as u64).sum();
            let json = env.native(|| to_json(&types::SearchResults::from(results)));
            return Ok(Looked { json, text, path, lines });
        }
        shrink(&mut attempt, budget, &text, tries);
    }
}

/// Makes a request smaller whose answer did not fit.
fn shrink(attempt: &mut SearchRequest<'_>, budget: Budget, text: &str, tries: u32) {
    let part = |limit: u64, used: u64, max: u64| {
        let limit = limit.min(used);
        (u128::from(limit) * u128::from(max) * 15 / (u128::from(used.max(1)) * 16))
            .try_into()
            .unwrap_or(limit)
    };
    let bytes = part(attempt.bytes.unwrap_or(u64::MAX), text.len() as u64, budget.bytes);
    attempt.bytes = Some(bytes.max(1));
    attempt.tokens = budget
        .tokens
        .zip(attempt.tokens)
        .map(|(max, limit)| part(limit, readroom_tokens::estimate(text), max).max(1));
    if tries + 2 == MAX_TRIES {
        // The first match is on each page: without what is around it.
        attempt.headers = false;
        (attempt.context, attempt.blocks) = (Context::default(), MatchBlocks::None);
        attempt.columns = Some(attempt.columns.unwrap_or(FEW_COLUMNS).min(FEW_COLUMNS));
    }
}

fn request<'a>(
    given: Given<'a, '_>,
    scope: &'a ScopeArguments<'a>,
) -> Result<SearchRequest<'a>, ErrorReport> {
    let want = given.choice("what", &OUTPUTS)?;
    // Counts of all lines need no pattern.
    let all = (want == SearchOutput::Counts).then_some("^");
    let Some(text) = given.text("pattern")?.or(all) else {
        return Err(ErrorReport::argument(
            "pattern is missing".into(),
            r#"Give a regular expression, as in {"pattern": "fn main"}."#.into(),
        ));
    };
    let syntax = if given.flag("literal")? { PatternSyntax::Literal } else { PatternSyntax::Regex };
    let (case, words) = (given.choice("case", &CASES)?, given.flag("words")?);
    let lines = |name| {
        let lines = given.natural(name)?;
        Ok::<_, ErrorReport>(lines.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX)))
    };
    let is_block = matches!(given.get("context"), Some(Json::Text(word)) if word == "block");
    let context = if is_block { None } else { lines("context")? }.unwrap_or_default();
    Ok(SearchRequest {
        scope: scope.at(scope.path),
        pattern: Pattern { text, syntax, case, words },
        want,
        context: Context {
            before: lines("before")?.unwrap_or(context),
            after: lines("after")?.unwrap_or(context),
        },
        binary: given.flag("binary")?,
        headers: has_lines(want),
        blocks: match want {
            _ if is_block && has_lines(want) => MatchBlocks::All,
            SearchOutput::Definitions => MatchBlocks::Few,
            _ => MatchBlocks::None,
        },
        across_lines: false,
        order: match (want, given.choice("order", &ORDERS)?) {
            (SearchOutput::Counts, FoundOrder::Path) => FoundOrder::Matches,
            (_, order) => order,
        },
        cursor: given.text("cursor")?,
        matches: given.natural("matches")?,
        matches_per_file: given.natural("matches_per_file")?,
        bytes: None,
        tokens: None,
        columns: given.natural("columns")?,
        scans: "",
    })
}

/// Calls `take` with what a call would search for, unless its arguments are wrong, or it searches
/// files as they were.
pub(crate) fn with_requested<R>(
    arguments: &str,
    take: impl FnOnce(&SearchRequest<'_>) -> R,
) -> Option<R> {
    let arguments = super::understood(arguments, spellings::search).ok()?;
    if arguments.given().text("at").ok()?.is_some() {
        return None;
    }
    let scope = ScopeArguments::parse(arguments.given()).ok()?;
    Some(take(&request(arguments.given(), &scope).ok()?))
}

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

fn note<T: Tree>(
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
        }
        _ => {
            let shown: u64 = results.files.iter().map(matches_on_page).sum();
            let of_file = |file: &FileMatches| match want {
                want if has_lines(want) && !file.is_complete => matches_on_page(file),
                _ => file.matches,
            };
            let all = results.files.iter().map(of_file).sum();
            let one = match want {
                SearchOutput::Definitions => "definition",
                SearchOutput::Uses => "use",
                _ => "line",
            };
            let lines = counted(all, one);
            let files = counted(files, "file");
            match want {
                SearchOutput::Files => notes.add(format_args!("{files}{more}.")),
                _ if has_lines(want) && shown < all => {
                    notes.add(format_args!("{shown} of {lines} in {files}{more}."));
                }
                _ => notes.add(format_args!("{lines} in {files}{more}.")),
            }
            match (meaning, qualified(request.pattern.text)) {
                (Meaning::Part, _) => notes.add(format_args!("No name is exactly this one.")),
                (Meaning::Near, _) => {
                    notes.add(format_args!("No name is exactly this one: these are similar."));
                }
                (Meaning::Elsewhere, Some((around, _))) => {
                    notes.add(format_args!("None is in '{}'.", quotable(around)));
                }
                (_, Some((_, own))) if want == SearchOutput::Uses => {
                    notes.add(format_args!("They are of any '{}'.", quotable(own)));
                }
                _ => {}
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
    if ignored_case(results, request) {
        notes.add(format_args!("Case was ignored."));
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
